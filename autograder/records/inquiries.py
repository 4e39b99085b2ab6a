"""What students ask about their points, and what a person answered: a table in the gradebook.

A line of text names what was graded, so that it can come back in a mail or through a platform. It
holds no name. Its code has a part for the person, the hand-in and the verdict, and a check.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from nbgrader.api import Comment, Grade, Gradebook, MissingEntry
from sqlalchemy import delete, inspect, select
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from autograder.course import Assignment, Course, CourseError
from autograder.judging.outcome import Outcome
from autograder.notebooks import CHECK
from autograder.records import database
from labkit.messages import message

MOST_LETTERS = 2000  # of a question
_CODE = r"[A-Z2-7]{8}-[A-Z2-7]{8}-[A-Z2-7]{4}-[A-Z2-7]{4}"
# A mail program may have broken the line, and written > in front of each.
_LINE = re.compile(rf"\[inquiry ([\w.-]+) (\w+)(?: (\w+))? ({_CODE})\]")
_QUOTED = re.compile(r"^[>\s]+", re.MULTILINE)


class _Base(DeclarativeBase):
    """The table of this module, apart from nbgrader's own."""


class Inquiry(_Base):
    """A question about the points of a task; it is open as long as no one has answered."""

    __tablename__ = "autograder_inquiry"
    id: Mapped[int] = mapped_column(primary_key=True)
    assignment: Mapped[str] = mapped_column(index=True)
    student: Mapped[str]
    task: Mapped[str]
    record: Mapped[str]
    code: Mapped[str]
    question: Mapped[str]
    asked: Mapped[datetime]
    answered: Mapped[datetime | None]
    teacher: Mapped[str] = mapped_column(default="")
    # What the answer gave; None: the points stay. Then what was there before, to undo it.
    points: Mapped[float | None]
    comment: Mapped[str] = mapped_column(default="")
    points_before: Mapped[float | None]
    waited_before: Mapped[bool | None]
    automatic: Mapped[float | None]

    @property
    def line(self) -> Line:
        """What the student's text named."""
        return Line(self.assignment, self.task, self.record, self.code)


@dataclass(frozen=True)
class Line:
    """The line of a text that names what it is about.

    Args:
        assignment: its id.
        task: id of the blank, or of the written answer.
        record: of the check; "" for all of them.
        code: as :func:`code_of` makes it.
    """

    assignment: str
    task: str
    record: str
    code: str

    @classmethod
    def about(cls, outcome: Outcome, task: str, record: str = "") -> Line:
        """The line of a page."""
        code = code_of(outcome)
        return cls(outcome.assignment, task, record, f"{code}-{_check(code, task, record)}")

    def __str__(self) -> str:
        words = filter(None, ("inquiry", self.assignment, self.task, self.record, self.code))
        return f"[{' '.join(words)}]"

    def is_of(self, outcome: Outcome) -> bool:
        """Whether it is of this person, whatever was handed in or graded since."""
        return self.code[:8] == code_of(outcome)[:8]

    def has_hand_in(self, submission: str) -> bool:
        """Whether it is of this hand-in, by the hash that its key has."""
        return self.code[9:17] == _letters(8, submission)

    def has_verdict_of(self, outcome: Outcome) -> bool:
        """Whether nothing was graded or judged again since."""
        return self.code[:22] == code_of(outcome)


def code_of(outcome: Outcome) -> str:
    """The code of what was graded: of the person, the hand-in and the verdict."""
    verdict = json.dumps(
        [outcome.key.solution, outcome.seed, outcome.points, outcome.failed], sort_keys=True
    )
    person = _letters(8, outcome.assignment, outcome.student)
    return f"{person}-{_letters(8, outcome.key.submission)}-{_letters(4, verdict)}"


def _check(code: str, task: str, record: str) -> str:
    return _letters(4, code, task, record)


def _letters(count: int, *parts: str) -> str:
    digest = hashlib.sha256(json.dumps(parts).encode()).digest()
    return base64.b32encode(digest).decode()[:count]


def parse(text: str) -> tuple[Line, str]:
    """The line in a student's text, and the rest: the question.

    Raises:
        CourseError: there is none, there are several, or it was changed on its way.

    >>> parse("Why?")
    Traceback (most recent call last):
    autograder.course.CourseError: the text has no line [inquiry ...] as a feedback page gives ...
    """
    plain = " ".join(_QUOTED.sub("", text).split())
    found = {match.groups(default="") for match in _LINE.finditer(plain)}
    if not found:
        raise CourseError(
            "the text has no line [inquiry ...] as a feedback page gives it, or the line is "
            "damaged. Ask the student to copy the whole text of the page."
        )
    if len(found) > 1:
        raise CourseError(
            f"the text has {len(found)} different lines [inquiry ...]. Leave one of them in it."
        )
    (groups,) = found
    line = Line(*groups)
    if line.code[23:] != _check(line.code[:22], line.task, line.record):
        raise CourseError(
            f"the line {line} was changed since the feedback page gave it. Ask the student to copy "
            "the whole text again."
        )
    return line, _LINE.sub("", plain).strip()[:MOST_LETTERS]


@contextmanager
def _opened(course: Course) -> Iterator[Gradebook]:
    with database.opened(course) as opened:
        _Base.metadata.create_all(opened.engine)
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
        if row := opened.db.scalars(query).first():
            return row
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


def decided(course: Course, student: str, assignment: str) -> set[str]:
    """The tasks of a student whose points a person decided on when asked."""
    with database.opened(course) as opened:
        if not inspect(opened.engine).has_table(Inquiry.__tablename__):
            return set()  # a course in which no one has asked gets no table
        query = select(Inquiry.task).filter_by(student=student, assignment=assignment)
        return {*opened.db.scalars(query.where(Inquiry.points.is_not(None)))}


def forget(course: Course, student: str) -> None:
    """Delete what a student has asked."""
    with _opened(course) as opened:
        opened.db.execute(delete(Inquiry).where(Inquiry.student == student))


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
