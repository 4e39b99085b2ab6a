"""The sandbox of own users: every attack, as root with the rights of a container's alone."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from namespaces import in_a_container
from rows import ATTACKS
from skips import skip_without

from autograder.engine.launcher import ForkServer
from autograder.engine.sandbox import SandboxUnavailable, own_users
from autograder.engine.server import users

HERE = Path(__file__).parent
TO_STUDENTS = """
import json, os, pathlib
from kernels import notebook, texts
from autograder.engine.engine import Engine
from autograder.engine.runtime import Runtime
look = "import os; print(os.getuid(), os.getgid(), os.getgroups(), sorted(os.listdir()))"
with Engine("users", runtime=Runtime(modules=())) as engine:
    runs = [engine.execute(notebook(look), files={"mine.txt": b"x"}) for _ in range(3)]
    print(json.dumps([texts(one)[0] for one in runs]))
"""


def in_container(*arguments, given=""):
    """Run this Python there; skipped where that cannot be built."""
    if os.getuid() != 0:
        skip_without("root")
    environment = {**os.environ, "PYTHONPATH": f"{HERE.parents[1]}:{HERE}"}
    done = subprocess.run(
        in_a_container(arguments),
        input=given,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if "bwrap:" in done.stderr:
        skip_without("bubblewrap")
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def attacked():
    """The result of each attack."""
    done = in_container(str(HERE / "container.py"), given=json.dumps(ATTACKS))
    return dict(zip([attack["name"] for attack in ATTACKS], done, strict=True))


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack["name"])
def test_an_attack_changes_nothing_and_leaves_nothing(attack, attacked):
    ended = attacked[attack["name"]]
    attack = attack | {
        field.removesuffix("_users"): attack[field] for field in attack if field.endswith("_users")
    }
    assert ended["end"] in attack["ends"], ended
    assert "stop" not in attack or attack["stop"] in ended["kinds"], ended
    assert attack.get("shows", "") in ended["printed"]
    first, hostile, last = ended["texts"]
    assert "before" in first and ("after" in last or ended["kinds"])
    assert "the-secret-of-the-course" not in first + hostile + last
    assert not ended["changed"] and not ended["called"]


def test_no_user_is_used_twice():
    (shown,) = in_container("-c", TO_STUDENTS)
    numbers = [text.partition('"text": "')[2].split()[0] for text in shown]
    assert len({*numbers}) == 3 and all(20_000 < int(number) < 60_000 for number in numbers)
    assert all(
        f"{number} {number} [] ['mine.txt']" in text
        for number, text in zip(numbers, shown, strict=True)
    )


def test_without_root_it_is_refused_in_one_line(monkeypatch):
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    with pytest.raises(OSError, match="only root of a Linux container"):
        users.require_root()


def test_the_temporary_folder_of_all_stays_as_it_is(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "getuid", lambda: 0)
    monkeypatch.delenv("TMPDIR")
    monkeypatch.setattr(users.tempfile, "tempdir", str(tmp_path))
    tmp_path.chmod(0o1777)
    with pytest.raises(KeyError):
        users.require_root()
    assert tmp_path.stat().st_mode & 0o7777 == 0o1777


def test_users_run_out_before_one_is_used_again(tmp_path, monkeypatch):
    monkeypatch.setattr(users, "USED", tmp_path / "used" / "last")
    monkeypatch.setattr(users, "LAST", users.FIRST + 6)
    assert [users.take(), users.take()] == [users.FIRST + 2, users.FIRST + 4]
    with pytest.raises(OSError, match="take a fresh container"):
        users.take()


def test_where_others_cannot_run_this_python_it_says_so():
    """As here, where Python lies in root's own folder; in a container it does not."""
    found = own_users()
    try:
        with ForkServer("users") as server:
            server.await_ready()
    except SandboxUnavailable as error:
        assert not found.available and "leave `--sandbox users` out" in str(error)
    else:
        assert found.available and sys.platform == "linux"
