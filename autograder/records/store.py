"""What grading stores on disk: executed notebooks as evidence, with the outcomes in them."""

from __future__ import annotations

import difflib
import fcntl
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from nbformat import NotebookNode

from autograder import notebooks
from autograder.course import REGISTRY, Assignment, Course, CourseError
from autograder.judging.outcome import Outcome, outcome_in, write_outcome
from autograder.records import gradebook
from autograder.spreadsheets import read_sheet


@contextmanager
def only_grader(course: Course) -> Iterator[None]:
    """Hold the course's lock: one writer to the gradebook.

    Raises:
        CourseError: another grader is at work on this course, or the folder cannot be written.
    """
    try:
        course.private.mkdir(exist_ok=True)
        lock = (course.private / "lock").open("w")
    except OSError as error:
        raise CourseError(
            f"{course.root} cannot be written: {error.strerror}. "
            "Make the folder writable and run again."
        ) from error
    with lock:
        try:
            # The system lets go of it when the process ends, however it ends.
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CourseError(
                f"another grader is at work on {course.root}. "
                "Wait until it has finished, then run again."
            ) from None
        yield


def save(assignment: Assignment, executed: NotebookNode, outcome: Outcome) -> Outcome:
    """Make an outcome safe whose verdicts are shown: in the gradebook, and as evidence."""
    write_outcome(executed, outcome)
    gradebook.save(outcome.student, assignment, executed)
    # The evidence last: it says that this is done. After a crash before it, it is graded again.
    notebooks.write(assignment.autograded(outcome.student), notebooks.as_short_text(executed))
    return outcome


def evidence_files(assignment: Assignment) -> list[Path]:
    """The executed notebooks that were saved, by student."""
    return sorted(
        assignment.course.root.glob(f"autograded/*/{assignment.id}/{assignment.id}.ipynb")
    )


def require_entered(assignment: Assignment, graded: list[Outcome]) -> list[str]:
    """See that the gradebook holds all that was graded: only it knows what a person gave.

    Returns:
        Students of whom autograded/ holds something that this grader did not write.

    Raises:
        CourseError: the gradebook lacks someone.
    """
    students = {outcome.student for outcome in graded}
    lost = sorted(students - gradebook.entered(assignment))
    if lost:
        raise CourseError(
            f"the gradebook holds nothing of {lost[0]} for {assignment.id} ({len(lost)} such "
            "students), though it was graded. Restore it from a copy, or enter the automatic "
            f"points again: autograder grade {assignment.id}"
        )
    return sorted({path.parent.parent.name for path in evidence_files(assignment)} - students)


def require_known(assignment: Assignment) -> None:
    """See that each extension is somebody's: with a slip in the id it would be nobody's.

    Raises:
        CourseError: neither the roster nor submitted/ has the id.
    """
    course = assignment.course
    known = {folder.name for folder in course.root.glob("submitted/*")}
    if assignment.extensions and course.roster.is_file():
        known |= {row["student"] for row in read_sheet(course.roster, ["student"]).rows}
    for student in assignment.extensions:
        if student not in known:
            near = difflib.get_close_matches(student, known, n=1)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise CourseError(
                f"{course.root / REGISTRY}: an extension for {assignment.id} is for {student!r}, "
                f"whom neither {course.roster.name} nor submitted/ has.{hint} Correct the id, or "
                f"add a row with it to {course.roster.name}."
            )


def prepare_for_release(assignments: Iterable[Assignment]) -> dict[str, list[str]]:
    """Before grades leave: see that the gradebook is whole, and bring penalties up to date.

    Returns:
        By assignment, what :func:`require_entered` returns, where it is something.
    """
    others = {}
    for assignment in assignments:
        if graded := outcomes(assignment):
            require_known(assignment)
            others[assignment.id] = require_entered(assignment, graded)
            # What a person gave since it was graded changes what a late hand-in costs, and the
            # registry may have changed as well.
            gradebook.apply_dates(assignment)
    return {name: students for name, students in others.items() if students}


def outcomes(assignment: Assignment) -> list[Outcome]:
    """The outcomes of all graded submissions of an assignment, by student."""
    paths = evidence_files(assignment)
    saved = (outcome_in(notebooks.read_metadata(path)) for path in paths)
    return [outcome for outcome in saved if outcome is not None]
