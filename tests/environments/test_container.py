"""A container as `make bench-gradescope` makes them is one: rights, processes, memory and files."""

import tempfile
from pathlib import Path

import pytest
from namespaces import OF_A_CONTAINER
from skips import skip_without

from benchmarks.container import CAPABILITIES, Size, container, missing_here

# What Docker leaves to root by default, as Linux writes it.
RIGHTS = "00000000a80425fb"
SIZE = Size(cores=1, memory_mb=64)
HELD = "x = bytearray(1_000_000_000)"


@pytest.fixture
def own():
    """One whose image is this machine."""
    if lacking := missing_here():
        skip_without(lacking)
    with (
        tempfile.TemporaryDirectory(dir="/dev/shm") as folder,
        container([Path("/")], Path(folder)) as made,
    ):
        yield made


def test_its_root_has_the_rights_that_docker_leaves(own):
    said = own.run("grep -h CapEff /proc/self/status; unshare --user true; unshare --mount true")
    assert RIGHTS in said.output and said.output.count("Operation not permitted") == 2
    assert {name.lower() for name in OF_A_CONTAINER} == {*CAPABILITIES}


def test_it_sees_its_own_processes_alone_and_leaves_nothing(own):
    said = own.run("ls -d /proc/[0-9]* | wc -l; touch /of-a-container; exit 3", SIZE)
    assert said.status == 3 and int(said.output) < 5
    assert (own.written / "of-a-container").exists() and not Path("/of-a-container").exists()


def test_its_memory_is_limited_and_what_it_took_is_known(own):
    said = own.run(f"python3 -c '{HELD}'; echo ended with $?", SIZE)
    assert "ended with 137" in said.output and said.killed == 1
    assert 32 < said.peak_mb <= 64 and 0 < said.core_seconds
