"""Bad input to the commands: one clear line, a non-zero exit, and nothing lost."""

import contextlib
import fcntl
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from courses import PROGRAMS, autograder
from repository import REPOSITORY

ASSIGNMENT = "02_int8_binary"
EXERCISE = REPOSITORY / "exercises" / "en" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
COMMANDS = [
    *("release", "publish", "collect", "grade", "watch", "try", "judge", "feedback", "report"),
    *("export", "ask", "new-year", "forget", "archive", "restore", "new", "doctor", "review"),
    *("check", "gradescope"),
]


def one_line(done, *parts):
    assert done.returncode == 1, done.stdout
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    for part in parts:
        assert part in done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command):
    done = autograder(command, "--help")
    assert done.returncode == 0 and "Usage" in done.stdout and len(done.stdout) > 300


def test_the_command_alone_lists_what_it_can_do():
    done = autograder()
    assert all(command in done.stdout + done.stderr for command in COMMANDS)


def _imported(program, *words, **variables):
    """What a program imports until it has answered."""
    command = [sys.executable, "-X", "importtime", str(program), *words]
    done = subprocess.run(command, env=os.environ | variables, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout, done.stderr
    return {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}


COMPLETE = {"_AUTOGRADER_COMPLETE": "complete_bash", "COMP_WORDS": "autograder gra"}


@pytest.mark.parametrize(
    ("words", "variables"),
    [(["--help"], {}), ([], COMPLETE | {"COMP_CWORD": "1"})],
    ids=["help", "completion"],
)
def test_who_asks_for_commands_waits_for_nothing_that_grades(tmp_path, words, variables):
    bare = tmp_path / "autograder"
    commands = "".join(f"app.command('{name}')(lambda: None)\n" for name in ("grade", "judge"))
    bare.write_text(f"import typer\napp = typer.Typer()\n{commands}app()\n")
    answer = _imported(PROGRAMS / "autograder", *words, **variables)
    assert "autograder.cli.tools" in answer
    slow = {"asyncio", "hashlib", "http", "multiprocessing", "sqlite3", "ssl", "urllib", "zoneinfo"}
    more = {
        name
        for name in answer - _imported(bare, *words, **variables) - _imported(bare, "--help")
        if name.partition(".")[0] not in sys.stdlib_module_names - slow
        and not name.startswith("autograder.cli")
    }
    assert more <= {
        *("autograder", "autograder.course", "autograder.late", "autograder.runtime"),
        "autograder.texts",
        *(f"autograder.engine{part}" for part in ("", ".execution", ".limits", ".runtime")),
        *("labkit", "labkit.reference"),
    }


UNKNOWN = [
    (command, "02_int8_binray")
    for command in ("release", "grade", "try", "judge", "feedback", "report", "export", "ask")
]


@pytest.mark.parametrize(("command", "name"), [*UNKNOWN, ("grade", "02"), ("try", "02/int8_float")])
def test_an_unknown_assignment_is_named_with_the_nearest(course_dir, command, name):
    done = autograder(command, name, cwd=course_dir)
    one_line(done, name.partition("/")[0], "Did you mean 02_int8_binary?")


def test_a_folder_without_a_registry_is_no_course(tmp_path):
    one_line(autograder("grade", ASSIGNMENT, cwd=tmp_path), "course.toml", "--course-dir")


@pytest.mark.parametrize("text", ["", "[course", "[course]\nid = 1\n", "assignments = 3"])
def test_a_broken_registry_is_named(course_dir, text):
    (course_dir / "course.toml").write_text(text)
    one_line(autograder("grade", ASSIGNMENT, cwd=course_dir), "course.toml")


def test_a_wrong_limit_is_named(course_dir):
    registry = course_dir / "course.toml"
    registry.write_text(registry.read_text().replace("memory_mb = 4096", 'memory_mb = "much"'))
    one_line(autograder("grade", ASSIGNMENT, cwd=course_dir), "memory_mb")


def test_nothing_handed_in(course_dir):
    one_line(
        autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=course_dir),
        "nothing was handed in",
        "autograder collect",
    )


def test_without_bubblewrap_grading_stops_and_names_the_two_ways_on(course_dir):
    (course_dir / "submitted" / "ada" / ASSIGNMENT).mkdir(parents=True)
    programs = Path(sys.executable).parent
    environment = os.environ | {"PATH": str(programs)}
    command = [str(programs / "autograder"), "grade", ASSIGNMENT]
    done = subprocess.run(command, cwd=course_dir, env=environment, capture_output=True, text=True)
    one_line(done, "bubblewrap", "--sandbox none")
    assert not (course_dir / "autograded").exists()


TELLS = """import sys
STARTS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn"}
sys.addaudithook(lambda event, _: event in STARTS and print(event, file=sys.stderr))
from autograder.cli import app
app()
"""


@pytest.mark.parametrize("command", ["grade", "judge"])
def test_where_nothing_is_to_do_no_process_is_started(course_dir, command):
    (course_dir / "submitted" / "ada" / ASSIGNMENT).mkdir(parents=True)
    autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=course_dir)
    again = [sys.executable, "-c", TELLS, command, ASSIGNMENT]
    done = subprocess.run(again, cwd=course_dir, capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done.stderr
    assert "0 graded, 1 unchanged" in done.stdout or "0 verdicts changed" in done.stdout


def test_a_student_who_handed_in_nothing(course_dir):
    (course_dir / "submitted" / "ada" / ASSIGNMENT).mkdir(parents=True)
    one_line(
        autograder("grade", ASSIGNMENT, "--student", "bob", "--sandbox", "none", cwd=course_dir),
        "bob",
    )


@pytest.mark.parametrize("command", ["feedback", "report", "export"])
def test_nothing_graded_yet(course_dir, command):
    one_line(autograder(command, ASSIGNMENT, cwd=course_dir), "autograder grade")


def test_without_a_name_what_is_graded_is_reported(course_dir):
    one_line(autograder("report", cwd=course_dir), "autograder grade")
    (course_dir / "submitted" / "ada" / ASSIGNMENT).mkdir(parents=True)
    autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=course_dir)
    for command, page in (("report", "reports"), ("feedback", "feedback/ada")):
        done = autograder(command, cwd=course_dir)
        assert done.returncode == 0, done.stderr
        assert len(list((course_dir / page).rglob("*.html"))) > 0


def test_nothing_to_judge_again(course_dir):
    done = autograder("judge", ASSIGNMENT, cwd=course_dir)
    assert done.returncode == 0 and f"autograder grade {ASSIGNMENT}" in done.stdout


def test_a_folder_whose_name_is_no_text_is_left_out_and_reported(course_dir):
    for student in (b"ada", b"\xff"):
        os.makedirs(os.fsencode(course_dir) + b"/submitted/" + student + f"/{ASSIGNMENT}".encode())
    done = autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=course_dir)
    assert r"submitted/\udcff" in done.stdout and "1 graded" in done.stdout, done.stderr


@pytest.mark.parametrize("command", ["grade", "judge", "report"])
def test_a_broken_gradebook(course_dir, command):
    (course_dir / "submitted" / "ada" / ASSIGNMENT).mkdir(parents=True)
    sandbox = ("--sandbox", "none")
    autograder("grade", ASSIGNMENT, *sandbox, cwd=course_dir)
    (course_dir / "gradebook.db").write_text("no database")
    options = sandbox if command == "grade" else ()
    done = autograder(command, ASSIGNMENT, *options, cwd=course_dir)
    one_line(done, "gradebook.db", "restore it from a copy")


def test_what_the_gradebook_lost_is_reported_and_graded_again(course_dir):
    (course_dir / "submitted" / "ada" / ASSIGNMENT).mkdir(parents=True)
    for lost in ("1 graded", "0 graded", "1 graded"):
        done = autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=course_dir)
        assert lost in done.stdout
        if lost == "0 graded":
            (course_dir / "gradebook.db").unlink()
            one_line(autograder("export", ASSIGNMENT, cwd=course_dir), "ada", "autograder grade")
            one_line(autograder("report", ASSIGNMENT, cwd=course_dir), "ada", "autograder grade")


def test_a_gradebook_that_another_program_holds_is_not_broken(course_dir):
    (course_dir / "submitted" / "ada" / ASSIGNMENT).mkdir(parents=True)
    autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=course_dir)
    other = sqlite3.connect(course_dir / "gradebook.db", isolation_level=None)
    with contextlib.closing(other):
        other.execute("begin exclusive")
        done = autograder("export", ASSIGNMENT, cwd=course_dir)
    one_line(done, "gradebook.db", "is locked", "run again")
    assert "restore" not in done.stderr


def test_evidence_that_is_broken_is_graded_again_and_that_of_another_is_reported(course_dir):
    (course_dir / "submitted" / "ada" / ASSIGNMENT).mkdir(parents=True)
    (course_dir / "submitted" / "bob" / ASSIGNMENT).mkdir(parents=True)
    evidence = course_dir / "autograded" / "ada" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    for text in ("{", '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'):
        autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=course_dir)
        evidence.write_text(text)
        done = autograder("export", ASSIGNMENT, cwd=course_dir)
        assert "ada" in done.stderr and "autograder grade" in done.stderr
        done = autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=course_dir)
        assert "1 graded, 1 unchanged" in done.stdout


def test_a_missing_solution(course_dir):
    shutil.rmtree(course_dir / "solutions")
    one_line(autograder("release", ASSIGNMENT, cwd=course_dir), "solutions", "does not exist")


def test_a_broken_solution(course_dir):
    (course_dir / "solutions" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb").write_text("{")
    one_line(autograder("release", ASSIGNMENT, cwd=course_dir), "not a readable notebook")


def test_a_blank_without_a_check_is_not_released(course_dir):
    path = course_dir / "solutions" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    path.write_text(
        path.read_text().replace(
            '"grade_id": "int8_backward_check"', '"grade_id": "int8_backwards_check"'
        )
    )
    one_line(autograder("release", ASSIGNMENT, cwd=course_dir), "int8_backward")


def test_a_second_grader_is_refused(course_dir):
    (course_dir / "submitted" / "ada" / ASSIGNMENT).mkdir(parents=True)
    (course_dir / ".autograder").mkdir()
    with (course_dir / ".autograder" / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        one_line(
            autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=course_dir), "another grader"
        )


def test_a_short_command_waits_for_who_is_at_work(course_dir):
    (course_dir / ".autograder").mkdir()
    (course_dir / "inbox").mkdir()
    shutil.copy(EXERCISE, course_dir / "inbox" / "ada.ipynb")
    (course_dir / "students.csv").write_text("student\nada\n")
    with (course_dir / ".autograder" / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        ends = threading.Timer(3, fcntl.flock, (lock, fcntl.LOCK_UN))
        ends.start()
        done = autograder("collect", ASSIGNMENT, "inbox", cwd=course_dir)
        ends.join()
    assert done.returncode == 0, done.stderr
    assert "Another grader is at work: waits" in done.stderr


def test_a_read_only_folder(course_dir):
    (course_dir / "submitted" / "ada" / ASSIGNMENT).mkdir(parents=True)
    before = sorted(course_dir.rglob("*"))
    course_dir.chmod(0o555)
    try:
        if os.geteuid() == 0:
            subprocess.run(["chattr", "+i", str(course_dir)], check=False, capture_output=True)
        if os.access(course_dir, os.W_OK):
            try:
                (course_dir / "probe").touch()
            except OSError:
                pass
            else:
                (course_dir / "probe").unlink()
                pytest.skip(
                    "root may write everywhere, and this file system has no immutable folders"
                )
        one_line(
            autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=course_dir),
            "cannot be written",
        )
    finally:
        subprocess.run(["chattr", "-i", str(course_dir)], check=False, capture_output=True)
        course_dir.chmod(0o755)
    assert sorted(course_dir.rglob("*")) == before


@pytest.fixture(scope="module")
def examined():
    """What the doctor says of this repository."""
    return autograder("doctor", cwd=REPOSITORY)


def test_the_doctor_says_how_to_mend(examined):
    assert examined.returncode == 0, examined.stdout
    assert "torch" in examined.stdout and "repository" in examined.stdout
    assert examined.stderr == ""


@pytest.mark.needs("gcc")
def test_the_doctor_tries_the_sanitizers_out(examined, tmp_path, monkeypatch):
    assert "✓ │ sanitizers" in examined.stdout
    broken = tmp_path / "cc-without-sanitizers"
    refuse = 'case "$*" in *-fsanitize*) echo "no libasan" >&2; exit 1;; esac'
    broken.write_text(f'#!/bin/sh\n{refuse}\nexec gcc "$@"\n')
    broken.chmod(0o755)
    monkeypatch.setenv("CC", str(broken))
    done = autograder("doctor", cwd=REPOSITORY)
    assert "✓ │ C compiler" in done.stdout and "– │ sanitizers" in done.stdout
