"""`make bench-large-class`: what commands cost for a class that was graded before.

A small class is graded; then everybody else gets the hand-in and the result of one of its members.
Each command runs in an own process, the first one without anything new to grade.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from dataclasses import replace
from itertools import cycle
from pathlib import Path

from tqdm import tqdm

from autograder import notebooks
from autograder.course import Course
from autograder.gradebook import attempts, database, gradebook, store
from benchmarks.made_up_class import best_sandbox, make_course
from benchmarks.measure import LOG, measure
from benchmarks.measured import Page, Table, add_pages
from benchmarks.options import add_assignment, add_submissions

COMMANDS = {
    "grade, all unchanged": ("grade", "{assignment}"),
    "judge": ("judge", "{assignment}"),
    "report": ("report", "{assignment}"),
    "export": ("export",),
}
PAGE = Page(
    "large_class",
    "What commands cost for a large class",
    "make bench-large-class",
    """\
Everybody has the hand-in and the result of one member of a class of *different* ones, which was
graded. The goals for 10,000: 10 core-seconds for a run that finds nothing to grade, 60
core-seconds and 500 MB for each of the others.
""",
)


def main() -> int:
    """Make the class, measure, print."""
    options = _options()
    shown = Table("command", "seconds", "core-seconds", "MB at most")
    with tempfile.TemporaryDirectory(prefix="labkit-bench-") as folder:
        course = make_course(
            Path(folder, "class"), options.assignment, options.different, options.different
        )
        _enlarge(course, options.assignment, options.submissions)
        for name, arguments in COMMANDS.items():
            given = [argument.format(assignment=options.assignment) for argument in arguments]
            cost = measure(
                [sys.executable, "-m", "autograder", *given], course.root, with_memory=True
            )
            said = (course.root / LOG).read_text("utf-8")
            if "grade" in arguments and ": 0 graded, " not in said:
                raise RuntimeError(f"the class was graded anew: {said[-500:]}")
            shown.add(
                name, f"{cost.seconds:.1f}", f"{cost.core_seconds:.1f}", f"{cost.peak_mb:.0f}"
            )
    heading = f"{options.submissions:,} students of {options.assignment}"
    PAGE.write({f"{heading}, {options.different} different": str(shown)}, options.pages)
    return 0


def _enlarge(course: Course, assignment: str, number: int) -> None:
    """Grade those who are there, and give others their hand-ins and results."""
    graded = course.assignment(assignment)
    gradebook.register(graded)
    measure(
        [sys.executable, "-m", "autograder", "grade", assignment, "--sandbox", best_sandbox()],
        course.root,
    )
    first = graded.students()
    made = {
        student: (notebooks.read_evidence(path), outcome)
        for student in first
        if (outcome := attempts.outcome_of(path := graded.autograded(student)))
    }
    with database.connected(course):
        places = range(len(first), number)
        for place, student in tqdm(zip(places, cycle(first)), "class", len(places)):
            other = f"{place:05}-{student}"
            shutil.copytree(graded.submitted(student), graded.submitted(other))
            executed, outcome = made[student]
            store.save(graded, executed, replace(outcome, student=other))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure commands on a class that was graded.")
    add_assignment(parser, "01_custom_function")
    add_submissions(parser, 10_000)
    parser.add_argument(
        "--different", type=int, default=20, help="how many different ones (default: %(default)s)"
    )
    add_pages(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
