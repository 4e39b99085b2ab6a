"""Commands on a machine that lacks what one assignment needs: the others do not wait for it."""

import os
import signal
import subprocess
from pathlib import Path

import pytest
from courses import PROGRAMS, SHORT, copy_course, graded_notebook, hand_in
from kernels import eventually
from repository import ANSWERS, exercise
from submissions import full_points, perfect

from autograder.judging.outcome import outcome_in

LACKING = "09_gates"
SAID = f"{LACKING} is left out: the check saturate cannot run here. This needs yosys"


@pytest.fixture(scope="module")
def variables(tmp_path_factory):
    """Of a process that finds all programs of this machine but those for Verilog."""
    folder = tmp_path_factory.mktemp("programs")
    for place in os.environ["PATH"].split(os.pathsep):
        for program in Path(place).glob("*"):
            if not os.path.lexists(folder / program.name):
                (folder / program.name).symlink_to(program)
    for name in ("yosys", "iverilog"):
        (folder / name).unlink(missing_ok=True)
    return os.environ | {"PATH": str(folder)}


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    folder = copy_course(tmp_path_factory.mktemp("lacking") / "course")
    hand_in(folder, "ada", perfect())
    hand_in(folder, "ada", exercise(LACKING, "en"), LACKING)
    return folder


@pytest.fixture
def run(course, variables):
    """Runs one of our commands on that machine."""

    def command(*arguments):
        words = [PROGRAMS / "autograder", *arguments]
        return subprocess.run(words, cwd=course, env=variables, capture_output=True, text=True)

    return command


def error_of(done):
    """The one line in which a command ended."""
    assert done.returncode == 1, done.stdout
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("Error:")]
    return line


def test_grading_several_assignments_leaves_out_the_one_that_lacks_a_program(course, run):
    done = run("grade", LACKING, SHORT, "--sandbox", "none", "--no-names")
    line = error_of(done)
    assert SAID in line and "apt-get install -y iverilog yosys" in line
    assert "autograder doctor" in line and "で" not in line
    assert outcome_in(graded_notebook(course, "ada").metadata).total == full_points()
    assert not (course / "autograded" / "ada" / LACKING).exists()


def test_release_leaves_it_out(run):
    done = run("release", "--check", LACKING, "01_custom_function")
    assert SAID in error_of(done)
    assert "01_custom_function: everything released is current" in done.stdout


TRY = ["try", f"{LACKING}/saturate", "--answers", str(ANSWERS / LACKING), "--sandbox", "none"]


@pytest.mark.parametrize("command", [TRY, ["new", LACKING]], ids=["try", "new"])
def test_a_command_about_it_says_what_is_missing(run, command):
    assert "the check saturate cannot run here. This needs yosys" in error_of(run(*command))


def test_a_report_needs_none(course, run):
    done = run("report", SHORT)
    assert (done.returncode, done.stderr) == (0, "")
    assert list((course / "reports").rglob("*.html"))


def test_watch_watches_the_others(course, variables):
    hand_in(course, "ben", perfect())
    words = [PROGRAMS / "autograder", "watch", "--sandbox", "none", LACKING, SHORT]
    watching = subprocess.Popen(words, cwd=course, env=variables, stderr=subprocess.PIPE, text=True)
    page = course / "feedback" / "ben" / SHORT / f"{SHORT}.html"
    try:
        eventually(lambda: page.is_file() or watching.poll() is not None)
        assert page.is_file()
    finally:
        watching.send_signal(signal.SIGINT)
        _, said = watching.communicate(timeout=60)
    assert f"{LACKING} is not watched: the check saturate cannot run here" in said
