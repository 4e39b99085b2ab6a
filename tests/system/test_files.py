"""Files with names are for their owner only, unless the course directory names a group."""

import json
import os
import stat
from contextlib import contextmanager

import pytest
from accounts import two_accounts
from courses import SHORT, autograder, copy_course, hand_in, nbgrader
from submissions import perfect

from autograder.cli.doctor import who_may_read
from autograder.privacy import Rule, files_in, kind_of


@contextmanager
def umask(mask):
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def done(folder, *command):
    run = autograder(*command, cwd=folder)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def a_week(folder):
    """Everything that a week's commands write."""
    work = folder.parent / "work" / "ada"
    work.mkdir(parents=True)
    (work / f"{SHORT}.ipynb").write_text(json.dumps(perfect()))
    done(folder, "collect", SHORT, str(work.parent), "--from", "plain")
    for command in ("grade", "feedback", "export", "report"):
        options = ["--sandbox", "none"] if command == "grade" else []
        done(folder, command, SHORT, *options)
    done(folder, "archive", str(folder.parent / "archive.zip"))


def of_persons(folder):
    """The files with somebody's name, work or points, and their modes."""
    found = {path: kind_of(path) for path in files_in(folder)}
    kept = {Rule.OWN, Rule.ROWS, Rule.GRADEBOOK, Rule.MADE}
    return {
        path: stat.S_IMODE((folder / path).stat().st_mode)
        for path, kind in found.items()
        if kind and kind.rule in kept
    }


@pytest.mark.parametrize("named", [False, True])
def test_names_and_points_are_for_the_owner_and_a_group_that_is_named(tmp_path, named):
    folder = copy_course(tmp_path / "course")
    folder.chmod(0o2755 if named else 0o755)
    with umask(0o022):
        a_week(folder)
        assert os.umask(0o022) == 0o022  # the process's own is as it was
    modes = of_persons(folder)
    modes["archive.zip"] = stat.S_IMODE((tmp_path / "archive.zip").stat().st_mode)
    for pattern in ("gradebook.db", "grades.csv", "students.csv"):
        assert pattern in modes
    assert any(path.startswith("feedback/ada/") for path in modes)
    shut = 0o007 if named else 0o077
    assert {path: oct(mode) for path, mode in modes.items() if mode & shut} == {}
    assert not named or all(mode & 0o040 for mode in modes.values())


def test_what_is_released_is_for_everybody(tmp_path):
    folder = copy_course(tmp_path / "course")
    path = folder / "exercises" / "en" / SHORT / f"{SHORT}.ipynb"
    path.write_text("{}")
    with umask(0o022):
        done(folder, "release", SHORT)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_doctor_says_who_may_read_and_another_account_cannot():
    with two_accounts() as accounts:
        folder = copy_course(accounts.folder / "course")
        hand_in(folder, "ada", perfect())
        with umask(0o022):
            done(folder, "grade", SHORT, "--sandbox", "none")
        evidence = folder / "autograded" / "ada" / SHORT / f"{SHORT}.ipynb"
        refused = accounts.run(accounts.names[0], "cat", evidence)
        assert "Permission denied" in refused.stderr
        handed_in = folder / "submitted" / "ada" / SHORT / f"{SHORT}.ipynb"
        for path in (handed_in, *handed_in.parents[:4]):
            path.chmod(0o755)
        found = who_may_read(folder)
        assert (
            not found.good and "submitted/ada" in found.detail and "chmod -R o-rwx" in found.detail
        )
        assert accounts.run(accounts.names[0], "cat", handed_in).returncode == 0
        folder.chmod(0o700)
        assert who_may_read(folder).good
        assert "submitted" not in who_may_read(folder).detail


def test_a_returned_page_can_be_fetched_by_whoever_knows_its_secret(tmp_path):
    folder = copy_course(tmp_path / "course")
    config = folder / "nbgrader_config.py"
    root = str(tmp_path / "exchange")
    config.write_text(f"{config.read_text()}\nget_config().Exchange.root = {root!r}\n")
    (tmp_path / "exchange").mkdir(mode=0o777)
    hand_in(folder, "ada", perfect())
    place = folder / "submitted" / "ada" / SHORT
    (place / "timestamp.txt").write_text("2027-04-20 10:00:00 UTC")
    (place / "submission_secret.txt").write_text("secret")
    for command in (("grade", SHORT, "--sandbox", "none"), ("feedback", SHORT)):
        done(folder, *command)
    released = nbgrader("release_feedback", SHORT, cwd=folder)
    assert released.returncode == 0, released.stderr
    (page,) = (tmp_path / "exchange").glob("*/feedback/*.html")
    assert stat.S_IMODE(page.stat().st_mode) == 0o644
