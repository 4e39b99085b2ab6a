"""A container as `make bench-gradescope` makes them: its limits, and `run_autograder` in it."""

import json
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest
from namespaces import OF_A_CONTAINER
from repository import COURSE, REPOSITORY
from skips import skip_without

from autograder.gradescope.results import not_graded
from benchmarks.container import CAPABILITIES, Size, container, may_limit, missing_here

# What Docker leaves to root by default, as Linux writes it.
RIGHTS = "00000000a80425fb"
SIZE = Size(cores=1, memory_mb=64)
HELD = "import time; x = bytearray(45_000_000); time.sleep(0.5); y = bytearray(1_000_000_000)"


OVERLAY = """
mount -t tmpfs none /mnt && mkdir /mnt/upper /mnt/work /mnt/root &&
mount -t overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work none /mnt/root
"""


@cache
def is_allowed():
    """Whether the system lets root do what a container needs; inside another one it may not."""
    command = ["unshare", "--mount", "--pid", "--fork", "sh", "-c", OVERLAY]
    return may_limit() and not subprocess.run(command, capture_output=True, check=False).returncode


@pytest.fixture
def own():
    """One whose image is this machine."""
    if os.getuid() == 0 and shutil.which("unshare") and not is_allowed():
        pytest.skip("this system lets root mount no overlay or change no control group")
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


# What our program does in the place of grading.
ENDS = {
    "it is not there": None,
    "it fails": "exit 1",
    "it is killed": "kill -9 $$",
    "what waits for it is killed, too": "kill -9 $PPID $$",
    "it uses up the memory": f"exec python3 -c '{HELD}'",
    "it takes too long": "sleep 30; touch /in-the-end",
    "it takes too long and hears no signal": "trap '' TERM; sleep 30; touch /in-the-end",
    "it has written half": "echo '{\"score\": 3' > /autograder/results/results.new; exit 1",
}


@pytest.mark.parametrize("case", ENDS)
def test_whatever_happens_there_are_results_and_no_points(case, own):
    place, python = own.written / "autograder", own.written / "opt/grading/bin/python"
    for folder in (place / "source", place / "results", python.parent):
        folder.mkdir(parents=True)
    shutil.copy(REPOSITORY / "autograder/gradescope/run_autograder", place)
    said = not_graded(COURSE.languages)
    (place / "source/not_graded.json").write_text(json.dumps(said))
    (place / "source/settings").write_text("assignment=02_int8_binary\nseconds=1\n")
    if ENDS[case]:
        python.write_text(f"#!/bin/bash\n{ENDS[case]}\n")
        python.chmod(0o755)
    own.run("/autograder/run_autograder", SIZE)
    assert not (own.written / "in-the-end").exists()
    assert json.loads((place / "results/results.json").read_text()) == said and not said["score"]
