"""Before grades leave: the second judge looks at the evidence of every submission once more."""

from __future__ import annotations

from autograder import console
from autograder.console import progress
from autograder.course import Course
from autograder.evaluate.executor import Executor, Setting
from autograder.evaluate.references import References
from autograder.grading import agreements
from autograder.store import evidence_files


def require_agreement(course: Course, assignments: list[str]) -> None:
    """Stop before any points are released that the second judge does not give as well.

    Raises:
        CourseError: the judges differ; it names the file and the records.
    """
    # The solution runs again only where it changed. It is trusted, so it needs no sandbox.
    with Executor(Setting("none", course.limits), 1) as executor:
        for assignment in assignments:
            count_agreements(course, assignment, executor)


def count_agreements(course: Course, assignment: str, executor: Executor) -> int:
    """The number of submissions of an assignment, if both judges agree on all."""
    total = len(evidence_files(course, assignment))
    if not total:
        return 0
    references, agreed = References(course, assignment, executor.run_one), 0
    with progress(f"Judging {assignment} twice", total, console.errors) as (bar, task):
        for _ in agreements(course, assignment, references):
            agreed += 1
            bar.advance(task)
    return agreed
