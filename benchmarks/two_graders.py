"""A class through ours and through stock nbgrader, for benchmarks that compare points.

Stock nbgrader is `nbgrader autograde` with its own steps and a plain kernel. It runs in bubblewrap,
because the attacks would otherwise run as this user.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from nbformat import NotebookNode

from autograder import registry
from autograder.course import Course
from autograder.engine.engine import Setting
from autograder.engine.pool import Executor
from autograder.engine.sandbox import require_bubblewrap
from autograder.grading import Grader
from autograder.runtime import RUNTIME
from benchmarks import made_up_class

ROOT = Path(__file__).resolve().parent.parent
# The tests' own way to make a course.
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "engine")]

from courses import copy_course  # noqa: E402

PLAIN = """\
c = get_config()
c.CourseDirectory.course_id = "plain"
c.CourseDirectory.source_directory = "solutions"
"""
GRADE_SECONDS = 900


def grade_ours(
    assignment: str, handed_in: Mapping[str, NotebookNode | bytes], sandbox: str
) -> tuple[dict[str, dict[str, float]], dict[str, str]]:
    """Points of each check by student, and the states."""
    with tempfile.TemporaryDirectory() as folder:
        course = registry.load(copy_course(Path(folder, "course"), whole=True))
        hand_in(course, assignment, handed_in)
        with Executor(Setting(sandbox, course.limits, RUNTIME), 1) as executor:
            grader = Grader(course.assignment(assignment), executor)
            outcomes = list(
                grader.grade(grader.jobs(course.assignment(assignment).students(), force=True))
            )
    graded = {outcome.student: outcome.points for outcome in outcomes}
    return graded, {outcome.student: str(outcome.state) for outcome in outcomes}


def grade_stock(
    assignment: str, handed_in: Mapping[str, NotebookNode | bytes]
) -> dict[str, dict[str, float]]:
    """Points of each check by student, as nbgrader's own command gives them."""
    with tempfile.TemporaryDirectory() as folder:
        root = stock_course(copy_course(Path(folder, "course"), whole=True), assignment)
        course = registry.load(root)
        hand_in(course, assignment, handed_in)
        grade_with_stock(root, assignment)
        graded: dict[str, dict[str, float]] = {}
        for (student, cell), score in made_up_class.points(course, assignment).items():
            graded.setdefault(student, {})[cell] = score or 0.0
    return graded


def stock_course(root: Path, assignment: str) -> Path:
    """A course that nbgrader's own steps and a plain kernel grade; released as ours is."""
    if _in_bubblewrap(root, "generate_assignment", assignment, "--force").wait():
        raise RuntimeError(f"stock nbgrader does not run:\n{_log(root).read_text()[-2000:]}")
    (root / "nbgrader_config.py").write_text(PLAIN, "utf-8")
    return root


def start_stock(root: Path, assignment: str) -> subprocess.Popen[bytes]:
    return _in_bubblewrap(root, "autograde", assignment)


def grade_with_stock(root: Path, assignment: str) -> None:
    """Grade; whatever is not graded in time stays without a grade."""
    process = start_stock(root, assignment)
    try:
        process.wait(GRADE_SECONDS)
    except subprocess.TimeoutExpired:  # it may wait forever for a kernel that is gone
        process.kill()
        process.wait()


def _in_bubblewrap(root: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """One of nbgrader's commands; it sees the whole machine, but can write only to its course."""
    programs, folder, repository = Path(sys.executable).parent, str(root.parent), str(ROOT)
    command = [require_bubblewrap(), "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    # The repository again: it may be below /tmp itself.
    command += ["--tmpfs", "/tmp", "--ro-bind", repository, repository, "--bind", folder, folder]
    command += ["--unshare-net", "--unshare-pid", "--die-with-parent"]
    command += ["--chdir", str(root), "--setenv", "HOME", folder]
    command += ["--setenv", "PATH", f"{programs}{os.pathsep}{os.environ['PATH']}"]
    command += [str(programs / "nbgrader"), *arguments]
    log = _log(root).open("ab")
    return subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)


def _log(root: Path) -> Path:
    return root.parent / "stock.log"


def hand_in(course: Course, assignment: str, handed_in: Mapping[str, NotebookNode | bytes]) -> None:
    for student, work in handed_in.items():
        path = course.assignment(assignment).submitted(student) / f"{assignment}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_bytes(work if isinstance(work, bytes) else json.dumps(work).encode())
