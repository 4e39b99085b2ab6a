"""The gradebook: nbgrader's own database, written by nbgrader's own steps."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader.api import (
    BaseCell,
    Comment,
    Grade,
    Gradebook,
    MissingEntry,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.preprocessors import AssignLatePenalties, SaveAutoGrades
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from traitlets.config import Config, PyFileConfigLoader

from autograder.course import Assignment, Course, CourseError
from autograder.release.steps import RELEASE_STEPS, converted

_WHOLE = ("is locked", "readonly", "is full")  # what SQLite says of a database that is in order


@contextmanager
def opened(course: Course) -> Iterator[Gradebook]:
    """Open the course's gradebook; it is created if it is not there."""
    with connected(course), _session(course) as gradebook:
        yield gradebook


@contextmanager
def connected(course: Course) -> Iterator[None]:
    """Keep the connection from one submission to the next, and close it in the end.

    Raises:
        CourseError: the database is broken, full or away.
    """
    try:
        try:
            yield
        finally:
            _opened_once(course.db_url, course.id).engine.dispose()
    except SQLAlchemyError as error:
        _opened_once.cache_clear()  # a watcher tries again, perhaps where the tables are to be made
        address = make_url(course.db_url).render_as_string(hide_password=True)
        reason = str(getattr(error, "orig", error)).splitlines()[0]
        next_step = (
            "Nothing in it is lost: see that no other program holds it, and run again."
            if any(words in reason for words in _WHOLE)
            else "See that it is there and restore it from a copy. Without one, move it away and "
            "grade again; what was graded by hand is only in it."
        )
        raise CourseError(
            f"the gradebook {address} cannot be used: {reason}. {next_step}"
        ) from error


@contextmanager
def _session(course: Course) -> Iterator[Gradebook]:
    gradebook = _opened_once(course.db_url, course.id)
    try:
        yield gradebook
    finally:
        gradebook.db.remove()


# Kept for the next session, with the statements that SQLAlchemy has compiled: they are half of a
# short session's work.
@lru_cache(maxsize=1)
def _opened_once(url: str, course_id: str) -> Gradebook:
    # To create one, nbgrader calls the program ``alembic``, which is in this Python's folder and
    # perhaps not on the path.
    programs = str(Path(sys.executable).parent)
    if programs not in os.environ["PATH"].split(os.pathsep):
        os.environ["PATH"] = programs + os.pathsep + os.environ["PATH"]
    return Gradebook(url, course_id)


def register(assignment: Assignment) -> NotebookNode:
    """Enter an assignment's cells, points and due date, as ``nbgrader generate_assignment`` does.

    Returns:
        The notebook that students get, in the course's first language.
    """
    with opened(assignment.course) as gradebook:
        gradebook.update_or_create_assignment(assignment.id, duedate=assignment.due)
        _apply_deadlines(gradebook, assignment)
    # SaveCells among the steps enters the cells. One language is enough: checks and points are the
    # same in all of them.
    return converted(assignment, assignment.course.languages[0], RELEASE_STEPS)


def save(student: str, assignment: Assignment, judged: NotebookNode, timestamp: Any) -> None:
    """Enter one submission's points; within :func:`connected`.

    Args:
        judged: the executed notebook with its verdicts shown.
        timestamp: when it was handed in, or None.
    """
    with _session(assignment.course) as gradebook:
        with _one_transaction(gradebook):
            gradebook.update_or_create_student(student)
            details = {"timestamp": timestamp} if timestamp else {}
            # nbgrader links a submission's rows before it adds them to the session: a flush
            # between the two would leave some out.
            with gradebook.db.no_autoflush:
                submission = gradebook.update_or_create_submission(
                    assignment.id, student, **details
                )
            _extend(submission, assignment)
            step = SaveAutoGrades()
            # Cell by cell, since its ``preprocess`` would open another session.
            step.gradebook = _Rows(gradebook, submission.notebooks[0])
            step.student_id = step.assignment_id = step.notebook_id = ""  # for the joins
            for number, cell in enumerate(judged.cells):
                step.preprocess_cell(cell, {}, number)
        # A penalty of an earlier grading remains until nbgrader's step takes it away.
        penalty = any(notebook.late_submission_penalty for notebook in submission.notebooks)
        is_late = submission.total_seconds_late > 0
    if is_late or penalty:
        names = {
            "student": student,
            "assignment": assignment.id,
            "notebook": assignment.id,
            "db_url": assignment.course.db_url,
        }
        AssignLatePenalties(config=_settings(assignment.course.root)).preprocess(
            judged, {"nbgrader": names}
        )


def apply_deadlines(assignment: Assignment) -> None:
    """Bring extensions and penalties of what is graded already up to date."""
    with opened(assignment.course) as gradebook:
        _apply_deadlines(gradebook, assignment)


def _apply_deadlines(gradebook: Gradebook, assignment: Assignment) -> None:
    """Bring extensions and penalties of what is graded already up to date with the registry."""
    if not assignment.late and not assignment.extensions:
        return
    for submission in gradebook.assignment_submissions(assignment.id):
        _extend(submission, assignment)
        if assignment.late:
            for notebook in submission.notebooks:
                penalty = assignment.late.penalty(notebook.score, submission.total_seconds_late)
                notebook.late_submission_penalty = penalty or None
    gradebook.db.commit()


def _extend(submission: SubmittedAssignment, assignment: Assignment) -> None:
    """Give a student the due date of the registry, and no other."""
    submission.extension = assignment.more_time(submission.student_id) or None


def entered(assignment: Assignment) -> set[str]:
    """The students of whom the gradebook holds a submission of an assignment."""
    with opened(assignment.course) as gradebook:
        students = gradebook.db.query(SubmittedAssignment.student_id)
        return {one for (one,) in students.filter(SubmittedAssignment.name == assignment.id)}


@dataclass(frozen=True)
class Standing:
    """What the gradebook knows of a submission beyond its points.

    Args:
        waits: a person has still to grade something in it.
        late: it came after the due date.
    """

    waits: bool
    late: bool


def standings(assignment: Assignment) -> dict[str, Standing]:
    """The standing of each submission of an assignment, by student."""
    with opened(assignment.course) as gradebook:
        try:
            submissions = gradebook.find_assignment(assignment.id).submissions
        except MissingEntry:  # the gradebook is another's, or was begun anew
            return {}
        return {
            one.student.id: Standing(bool(one.needs_manual_grade), one.total_seconds_late > 0)
            for one in submissions
        }


@lru_cache
def _settings(root: Path) -> Config:
    """What the course's own nbgrader_config.py says, such as the penalty for a late hand-in."""
    if not (root / "nbgrader_config.py").is_file():
        return Config()
    return PyFileConfigLoader("nbgrader_config.py", path=str(root)).load_config()


@contextmanager
def _one_transaction(gradebook: Gradebook) -> Iterator[None]:
    """Everything or nothing."""
    # nbgrader commits after every cell; a crash between two would leave half of the points.
    session = gradebook.db
    commit, session.commit = session.commit, session.flush
    try:
        yield
    finally:
        session.commit = commit
    commit()


class _Rows:
    """Answers what SaveAutoGrades asks a gradebook."""

    # The gradebook itself would join six tables for each cell, and each row would ask for its name
    # in a query of its own.
    def __init__(self, gradebook: Gradebook, notebook: SubmittedNotebook) -> None:
        self.db = self
        cells = gradebook.db.query(BaseCell.id, BaseCell.name)
        names = dict(map(tuple, cells.filter_by(notebook_id=notebook.notebook_id)))
        self._grades = {names[row.cell_id]: row for row in notebook.grades}
        self._comments = {names[row.cell_id]: row for row in notebook.comments}

    def find_grade(self, cell: str, *_: str) -> Grade:
        """The row of a graded cell."""
        return self._grades[cell]

    def find_comment(self, cell: str, *_: str) -> Comment:
        """The row of a cell that a student fills in."""
        return self._comments[cell]

    def commit(self) -> None:
        """Leave it to the transaction."""
