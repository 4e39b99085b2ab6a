"""What students ask about their points, and what a person answered: a table in the gradebook."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from nbgrader.api import Comment, Grade, Gradebook, MissingEntry
from sqlalchemy import select

from autograder.course import Assignment, Course, CourseError
from autograder.judging.inquiry_line import Line
from autograder.messages import message
from autograder.notebooks import CHECK
from autograder.records import database
from autograder.records.tables import Inquiry


@contextmanager
def _opened(course: Course) -> Iterator[Gradebook]:
    with database.opened(course) as opened:
        yield opened
        opened.db.flush()
        opened.db.expunge_all()  # before the commit, after which rows would be read anew
        opened.db.commit()


def known(course: Course) -> list[Inquiry]:
    """All inquiries: the open ones first, each in the order in which they came."""
    with _opened(course) as opened:
        rows = opened.db.scalars(select(Inquiry)).all()
    return sorted(rows, key=lambda one: (one.answered is not None, one.id))


def enter(course: Course, student: str, line: Line, question: str) -> Inquiry:
    """Keep a question; one that is known already stays as it is."""
    same = {"student": student, "code": line.code, "task": line.task, "record": line.record}
    with _opened(course) as opened:
        query = select(Inquiry).filter_by(**same, assignment=line.assignment, question=question)
        known: Inquiry | None = opened.db.scalars(query).first()
        if known:
            return known
        row = Inquiry(
            **same, assignment=line.assignment, question=question, asked=datetime.now(UTC)
        )
        opened.db.add(row)
        opened.db.flush()
        opened.db.refresh(row)
        return row


def answer(
    assignment: Assignment,
    inquiry: Inquiry,
    points: float | None,
    sentence: str,
    teacher: str,
    language: str,
) -> None:
    """Answer in the gradebook: a comment, and the points, which a grading run does not change.

    Args:
        assignment: that it is about.
        inquiry: open, or answered: then its answer is taken back first.
        points: that count from now on; None leaves them as they are.
        sentence: that the student reads.
        teacher: who decides.
        language: the student's.

    Raises:
        CourseError: the gradebook has no such task of this student.
    """
    with _opened(assignment.course) as opened:
        row = opened.db.get_one(Inquiry, inquiry.id)
        grade, comment = _rows(opened, row)
        _take_back(row, grade, comment)
        key = "inquiry.stays" if points is None else "inquiry.decided"
        worth = grade.max_score
        row.comment = message(key, language, sentence=sentence, points=points or 0, max=worth)
        row.points, row.teacher, row.answered = points, teacher, datetime.now(UTC)
        row.points_before, row.waited_before = grade.manual_score, grade.needs_manual_grade
        row.automatic = grade.auto_score
        if points is not None:
            grade.manual_score, grade.needs_manual_grade = points, False
        comment.manual_comment = f"{comment.manual_comment or ''}\n{row.comment}".strip()


def undo(assignment: Assignment, inquiry: Inquiry) -> None:
    """Take an answer back: points and comment are as they were, and the question is open.

    Raises:
        CourseError: there is no answer, or a person has given other points since.
    """
    if inquiry.answered is None:
        raise CourseError(f"inquiry {inquiry.id} has no answer that could be taken back.")
    with _opened(assignment.course) as opened:
        row = opened.db.get_one(Inquiry, inquiry.id)
        _take_back(row, *_rows(opened, row))


def _take_back(row: Inquiry, grade: Grade, comment: Comment) -> None:
    if row.answered is None:
        return
    if row.points is not None:
        if grade.manual_score != row.points:
            raise CourseError(
                f"inquiry {row.id}: other points were given since ({grade.manual_score}, not "
                f"{row.points:g}). Change them where they were given; nothing was changed."
            )
        # Asked for again where it was, and where another answer came meanwhile.
        waits = row.points_before is not None and grade.needs_manual_grade
        grade.manual_score = row.points_before
        grade.needs_manual_grade = bool(waits or row.waited_before)
    left = (comment.manual_comment or "").replace(row.comment, "").strip()
    comment.manual_comment = left or None
    row.answered = row.points = None
    row.comment = row.teacher = ""


def points(assignment: Assignment, inquiry: Inquiry) -> tuple[float, float | None]:
    """What the task gives at most, and what the check gives now; None for a written answer."""
    with _opened(assignment.course) as opened:
        grade, _ = _rows(opened, inquiry)
        return float(grade.max_score), grade.auto_score


def _rows(opened: Gradebook, row: Inquiry) -> tuple[Grade, Comment]:
    """nbgrader's rows of the task: the points hang on its check, the comment on its blank."""
    place = (row.assignment, row.assignment, row.student)
    for cell in (f"{row.task}{CHECK}", row.task):
        try:
            return opened.find_grade(cell, *place), opened.find_comment(row.task, *place)
        except MissingEntry:
            continue
    raise CourseError(
        f"the gradebook holds nothing of {row.student} for the task {row.task} of "
        f"{row.assignment}. Run: autograder grade {row.assignment}"
    )
