"""Before grades leave: the gradebook is whole, and a second judge looks at all the evidence."""

from __future__ import annotations

from autograder.cli import console
from autograder.cli.console import progress
from autograder.course import Course, CourseError
from autograder.engine.pool import Executor, Setting
from autograder.grading import agreements
from autograder.judging.outcome import Outcome
from autograder.judging.references import References
from autograder.records import gradebook
from autograder.records.store import evidence_files, outcomes


def make_ready(course: Course, assignments: list[str]) -> None:
    """Stop before grades are released that are not whole, or that the judges do not agree on.

    Raises:
        CourseError: as :func:`require_entered` and :func:`require_agreement` say.
    """
    for assignment in assignments:
        if graded := outcomes(course.assignment(assignment)):
            require_entered(course, assignment, graded)
            # What a person gave since it was graded changes what a late hand-in costs.
            gradebook.apply_deadlines(course.assignment(assignment))
    require_agreement(course, assignments)


def require_entered(course: Course, assignment: str, graded: list[Outcome]) -> None:
    """What a person gave, and late penalties, stand in the gradebook only.

    Raises:
        CourseError: the gradebook does not hold all that was graded.
    """
    students = {outcome.student for outcome in graded}
    lost = sorted(students - gradebook.entered(course.assignment(assignment)))
    if lost:
        raise CourseError(
            f"the gradebook holds nothing of {lost[0]} for {assignment} ({len(lost)} such "
            f"students), though it was graded. Restore it from a copy, or enter the automatic "
            f"points again: autograder grade {assignment}"
        )
    paths = evidence_files(course.assignment(assignment))
    if others := sorted({path.parent.parent.name for path in paths} - students):
        console.warn(
            f"not in it: {', '.join(others)}. What lies in autograded/ is not of this grader; "
            f"enter them: autograder grade {assignment}"
        )


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
    total = len(evidence_files(course.assignment(assignment)))
    if not total:
        return 0
    references, agreed = References(course.assignment(assignment), executor.run_one), 0
    with progress(f"Judging {assignment} twice", total, console.errors) as (bar, task):
        for _ in agreements(course.assignment(assignment), references):
            agreed += 1
            bar.advance(task)
    return agreed
