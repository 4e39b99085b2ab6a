"""What students ask about their points, and what a person replied: a table in the gradebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from nbgrader.api import Gradebook
from sqlalchemy import select

from autograder.course import Assignment, Course, CourseError
from autograder.gradebook import by_hand, database
from autograder.gradebook.by_hand import PointsChange
from autograder.gradebook.tables import Inquiry
from autograder.judging.inquiry_line import Line


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
    return sorted(rows, key=lambda row: (row.answered is not None, row.id))


def key(course: Course) -> str:
    """The course's key."""
    with _opened(course) as opened:
        return database.key_of(opened)


def enter(course: Course, student: str, line: Line, question: str) -> Inquiry:
    """Keep a question; one that is known already stays as it is."""
    with _opened(course) as opened:
        return _entered(opened, student, line, question)


def _entered(opened: Gradebook, student: str, line: Line, question: str) -> Inquiry:
    known = _found(opened, student, line, question)
    if known:
        return known
    row = Inquiry(**_same(student, line, question), asked=datetime.now(UTC))
    opened.db.add(row)
    opened.db.flush()
    opened.db.refresh(row)
    return row


def _found(opened: Gradebook, student: str, line: Line, question: str) -> Inquiry | None:
    found: Inquiry | None = opened.db.scalars(
        select(Inquiry).filter_by(**_same(student, line, question))
    ).first()
    return found


def _same(student: str, line: Line, question: str) -> dict[str, str]:
    same = {"student": student, "code": line.whole_code, "task": line.task, "record": line.record}
    return same | {"assignment": line.assignment, "question": question}


def reply(
    assignment: Assignment,
    inquiry: Inquiry,
    points: Mapping[str, float | None],
    sentence: str,
    teacher: str,
    language: str,
    *,
    tries: bool = False,
) -> list[PointsChange]:
    """Reply in the gradebook: a comment, and the points, which a grading run does not change.

    Args:
        assignment: that it is about.
        inquiry: open, or answered: then this replaces the reply.
        points: that count from now on, by student: who asked, and the others of the group. None
            leaves them as they are, also where an earlier reply gave them.
        sentence: that the student reads.
        teacher: who decides.
        language: the student's.
        tries: whether only to say what it would change.

    Raises:
        CourseError: the gradebook has no such task of this student, or a later decision gave
            points.
    """
    with by_hand.deciding(assignment, points, [inquiry.task], tries=tries) as (opened, made):
        for student, given in points.items():
            row = opened.db.get_one(Inquiry, inquiry.id)
            if student != row.student:
                row = _entered(opened, student, row.line, row.question)
            _write_reply(opened, row, given, sentence, language)
            row.teacher = teacher
    return made


def _write_reply(
    opened: Gradebook, row: Inquiry, points: float | None, sentence: str, language: str
) -> None:
    place, earlier = _place(opened, row), _given(row)
    given = None
    if earlier and points is None:
        given = place.keep(earlier, "inquiry.decided", language, sentence)
    elif earlier:
        _take_back(opened, row, earlier)
    if given is None:
        kind = "inquiry.stays" if points is None else "inquiry.decided"
        given = place.give(points, kind, language, sentence)
        row.automatic = place.automatic
    row.points, row.comment, row.answered = given.points, given.said, given.at
    row.points_before, row.waited_before = given.before, given.waited


def undo(
    assignment: Assignment, inquiry: Inquiry, students: Sequence[str], *, tries: bool = False
) -> list[PointsChange]:
    """Take a reply back: points and comment are as they were, and the question is open.

    Args:
        assignment: that it is about.
        inquiry: answered.
        students: who asked, and the others of the group.
        tries: whether only to say what it would change.

    Raises:
        CourseError: there is no reply, or a later decision gave points.
    """
    if inquiry.answered is None:
        raise CourseError(f"inquiry {inquiry.id} has no reply that could be withdrawn.")
    with by_hand.deciding(assignment, students, [inquiry.task], tries=tries) as (opened, made):
        for student in students:
            row = _found(opened, student, inquiry.line, inquiry.question)
            if row and (earlier := _given(row)):
                _take_back(opened, row, earlier)
    return made


def _take_back(opened: Gradebook, row: Inquiry, earlier: by_hand.PointsGiven) -> None:
    try:
        _place(opened, row).take_back(earlier)
    except CourseError as error:
        raise CourseError(f"inquiry {row.id}: {error}") from None
    row.answered = row.points = None
    row.comment = row.teacher = ""


def _given(row: Inquiry) -> by_hand.PointsGiven | None:
    """What its reply wrote, if it has one."""
    if row.answered is None:
        return None
    return by_hand.PointsGiven(
        points=row.points,
        said=row.comment,
        before=row.points_before,
        waited=bool(row.waited_before),
        at=row.answered,
    )


def _place(opened: Gradebook, row: Inquiry) -> by_hand.StudentTask:
    return by_hand.StudentTask(opened, row.assignment, row.student, row.task)
