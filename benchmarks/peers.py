"""`make bench-peers`: what one hand-in costs with stock nbgrader, with otter-grader and with ours.

The hand-ins and the machine are the same, and all is measured in one run. Otter gets each notebook
as its own container would run it, by `otter run`, and tests that ask labkit which checks have
passed; it has no repair of its own, so that it gets repaired notebooks without their trainings.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from tqdm import tqdm

from autograder import notebooks, release_steps
from autograder.course import Assignment, Course
from autograder.notebooks import Cell
from autograder.submission import decode
from autograder.submission.parts import plan_of
from autograder.submission.repair import repair
from benchmarks import grading, made_up_class
from benchmarks.made_up_class import best_sandbox, make_course
from benchmarks.measure import Cost, measure
from benchmarks.measured import Page, Table, add_pages
from benchmarks.options import add_assignment, add_submissions

OTTER = Path(__file__).resolve().parent.parent / ".venv-otter" / "bin" / "otter"
# Otter sees only whether a test passed, so a task counts with all its points or with none.
TEST = """\
OK_FORMAT = True
test = {{"name": {name!r}, "points": 1, "suites": [{{"type": "doctest", "scored": True, "cases": [
    {{"code": ">>> import labkit.receipts\\n>>> labkit.receipts._shown[{name!r}].passed\\nTrue"}}
]}}]}}
"""
PAGE = Page(
    "peers",
    "Cost of a hand-in: stock nbgrader, otter-grader and ours",
    "make bench-peers",
    """\
The same hand-ins one after the other on the same machine, in one run, start-up included. Stock is
`nbgrader autograde` with a plain kernel for each, and with our repair, seed and judge as steps.
Otter is `otter run` from PyPI, without a container for each hand-in, which would cost more. It gets
repaired notebooks without their trainings, and executes the checks that students see, with the
public seed. *Differ*: tasks that are full with one of otter and ours alone. Otter measures no
weights that were handed in, so a right training is not full there; and grading draws another seed
and has probes that class does not show.
""",
)


def main() -> int:
    """Measure, print, and return the exit status: 1 if stock's points differ from ours."""
    options = _options()
    if not OTTER.exists():
        sys.exit(f"{OTTER} is not there: start this with make bench-peers, which installs it")
    number, name, sandbox = options.submissions, options.assignment, best_sandbox()
    with tempfile.TemporaryDirectory(prefix="labkit-peers-") as place:
        folder = Path(place)
        with_stock, with_ours = (
            make_course(folder / kind, name, number) for kind in ("stock", "ours")
        )
        costs = {
            "nbgrader autograde": grading.run_stock(with_stock, name),
            "autograder grade": grading.run_ours(with_ours, name, sandbox),
        }
        same = grading.compare(
            *(made_up_class.points(course, name) for course in (with_stock, with_ours))
        )
        costs["otter run"], full = run_otter(with_ours.assignment(name), folder / "otter")
        cells = sum(grading.cells_core_seconds(with_ours, name, sandbox)) / number
        differ = full ^ _full(with_ours, name)
    table = Table("grader", "seconds each", "core-seconds each", "of which cells", "differ")
    for title, cost in costs.items():
        each = f"{cost.seconds / number:.2f}", f"{cost.core_seconds / number:.2f}", f"{cells:.2f}"
        table.add(title, *each, str(len(differ)) if title == "otter run" else "0")
    PAGE.write({f"{number} submissions of {name}": str(table)}, options.pages)
    return 0 if same else 1


def run_otter(assignment: Assignment, folder: Path) -> tuple[Cost, set[tuple[str, str]]]:
    """Grade each hand-in with ``otter run``.

    Returns:
        What all of them cost together, and the pairs of student and check that passed.
    """
    folder.mkdir()
    tests, whole, full = _tests(assignment, folder), Cost(), set()
    handed_in = list(_prepared(assignment, folder))
    for student, path in tqdm(handed_in, desc="otter run", leave=False):
        command = [str(OTTER), "run", "--no-logo", "-a", str(tests), "-o", str(folder), str(path)]
        cost = measure(command, folder)
        whole.seconds += cost.seconds
        whole.core_seconds += cost.core_seconds
        results = json.loads((folder / "results.json").read_text("utf-8"))
        full |= {(student, test["name"]) for test in results["tests"] if test.get("score") == 1}
    return whole, full


def _tests(assignment: Assignment, folder: Path) -> Path:
    """Otter's zip: a configuration, and a test for each check."""
    path = folder / "autograder.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("otter_config.json", json.dumps({"lang": "python"}))
        for name in notebooks.checks(notebooks.read(assignment.solution)):
            made.writestr(f"tests/{name}.py", TEST.format(name=name))
    return path


def _prepared(assignment: Assignment, folder: Path) -> Iterator[tuple[str, Path]]:
    """Each student's notebook: repaired, and without the cells that grading leaves out."""
    solution = notebooks.read(assignment.solution)
    given = release_steps.released(assignment, assignment.course.languages[0])
    for student in assignment.students():
        handed_in = (assignment.submitted(student) / f"{assignment.id}.ipynb").read_bytes()
        notebook = repair(decode.parse(handed_in).notebook, solution, given).notebook
        skipped = plan_of(notebook).skipped
        notebook.cells = [cell for at, cell in enumerate(notebook.cells) if at not in skipped]
        path = folder / f"{student}.ipynb"
        notebooks.write(path, notebooks.as_text(notebook))
        yield student, path


def _full(course: Course, assignment: str) -> set[tuple[str, str]]:
    """The pairs of student and check with all points."""
    checks = notebooks.checks(notebooks.read(course.assignment(assignment).solution))
    worth = {
        notebooks.grade_id(cell): (name, Cell.of(cell).points) for name, cell in checks.items()
    }
    return {
        (student, worth[cell][0])
        for (student, cell), score in made_up_class.points(course, assignment).items()
        if cell in worth and score == worth[cell][1]
    }


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    add_assignment(parser, "02_int8_binary")
    add_submissions(parser, 20)
    add_pages(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
