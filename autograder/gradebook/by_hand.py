"""Points that a person gives for a task: from what, to what, and back again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from nbgrader.api import Comment, Grade, Gradebook, MissingEntry
from sqlalchemy import select

from autograder.course import Assignment, CourseError
from autograder.gradebook import database
from autograder.gradebook.tables import Decision, EnteredMark, Inquiry, Review
from autograder.messages import message
from autograder.notebooks import CHECK

_POINTS = re.compile(r"([+-]?)(\d+(?:\.\d+)?)")


@dataclass(frozen=True, kw_only=True)
class PointsChange:
    """What somebody has for a task now, and would have.

    Args:
        student: the id.
        task: the id of its blank.
        before: the points that count now.
        after: those that would.
        worth: what the task gives at most.
        automatic: what its check gives; None for a written answer.
    """

    student: str
    task: str
    before: float
    after: float
    worth: float
    automatic: float | None

    def __str__(self) -> str:
        return f"{self.task}: {self.before:g} -> {self.after:g} of {self.worth:g}"


def changes(
    assignment: Assignment, students: Iterable[str], points: Mapping[str, str | None]
) -> list[PointsChange]:
    """What giving points would change, for each task and student.

    Args:
        assignment: graded.
        students: ids.
        points: by task, those that count from then on; with a sign, by which they change. None:
            they stay.

    Raises:
        CourseError: they are no points, or too many; or the gradebook has no such task.
    """
    with database.opened(assignment.course) as opened:
        return [
            _change(opened, assignment.id, student, task, given)
            for task, given in points.items()
            for student in students
        ]


def _change(
    opened: Gradebook, assignment: str, student: str, task: str, points: str | None
) -> PointsChange:
    grade, _ = rows(opened, assignment, student, task)
    before, worth, automatic = float(grade.score), float(grade.max_score), grade.auto_score
    after = _after(before, points)
    if points is not None and not 0 <= after <= worth:
        raise CourseError(
            f"{task} gives 0 to {worth:g} points, not {after:g}; {student} has {before:g}. "
            "Nothing was changed."
        )
    made = {"before": before, "after": after, "worth": worth, "automatic": automatic}
    return PointsChange(student=student, task=task, **made)


def _after(before: float, points: str | None) -> float:
    if points is None:
        return before
    parts = _POINTS.fullmatch(points.strip())
    if not parts:
        raise CourseError(
            f"{points!r} is not a number of points; give the points that count, such as 2.5, or a "
            "change with a sign, such as +0.5 or -0.5. Nothing was changed."
        )
    sign, number = parts.groups()
    return round(before + float(sign + number), 2) if sign else float(number)


@contextmanager
def deciding(
    assignment: Assignment, students: Iterable[str], tasks: Iterable[str], *, tries: bool
) -> Iterator[tuple[Gradebook, list[PointsChange]]]:
    """A transaction, and a list that in the end holds its changes.

    Args:
        assignment: graded.
        students: whose points may change.
        tasks: for which they may.
        tries: whether only to say it: then nothing is written.
    """
    changed: list[PointsChange] = []
    wanted = [(student, task, None) for task in tasks for student in students]
    with database.opened(assignment.course) as opened:
        before = [_change(opened, assignment.id, *request) for request in wanted]
        yield opened, changed
        opened.db.flush()
        opened.db.expire_all()  # nbgrader's scores are the database's
        for was, request in zip(before, wanted, strict=True):
            changed.append(replace(was, after=_change(opened, assignment.id, *request).after))
        if tries:
            opened.db.rollback()
        else:
            opened.db.expunge_all()
            opened.db.commit()


@dataclass(frozen=True, kw_only=True)
class PointsGiven:
    """What a decision wrote for a task, and what it takes to take it back.

    Args:
        points: that count since; None: they stayed.
        said: what the student reads of it.
        before: the points by hand that were there before.
        waited: whether the task waited for a person.
        at: when the points were given.
    """

    points: float | None
    said: str
    before: float | None
    waited: bool
    at: datetime


@dataclass(frozen=True)
class StudentTask:
    """A task of a student in an open gradebook, for which a person gives points."""

    opened: Gradebook
    assignment: str
    student: str
    task: str

    @cached_property
    def _rows(self) -> tuple[Grade, Comment]:
        return rows(self.opened, self.assignment, self.student, self.task)

    @property
    def automatic(self) -> float | None:
        """What the check gives."""
        gives: float | None = self._rows[0].auto_score
        return gives

    def give(self, points: float | None, key: str, language: str, sentence: str) -> PointsGiven:
        """Write points and what the student reads into nbgrader's rows.

        Args:
            points: without them they stay.
            key: of the message about it.
            language: the student's.
            sentence: in that message.
        """
        grade, comment = self._rows
        given = PointsGiven(
            points=points,
            said="",
            before=grade.manual_score,
            waited=bool(grade.needs_manual_grade),
            at=now(),
        )
        given = replace(given, said=self._said(given, key, language, sentence))
        if points is not None:
            grade.manual_score, grade.needs_manual_grade = points, False
        comment.manual_comment = f"{comment.manual_comment or ''}\n{given.said}".strip()
        return given

    def keep(
        self, given: PointsGiven, key: str, language: str, sentence: str
    ) -> PointsGiven | None:
        """Leave points as an earlier decision gave them, with another sentence.

        Returns:
            The same points; None if others were given since, which stay.
        """
        comment = self._rows[1]
        left = without(comment.manual_comment or "", given.said)
        if given.points is None or not (self._counts(given) or self._later(given)):
            comment.manual_comment = left or None
            return None
        given = replace(given, said=self._said(given, key, language, sentence))
        comment.manual_comment = f"{left}\n{given.said}".strip() or None
        return given

    def take_back(self, given: PointsGiven) -> None:
        """Write what was there before; points that somebody gave since in the formgrader stay.

        Raises:
            CourseError: a later decision gave points, which would be lost.
        """
        grade, comment = self._rows
        if given.points is not None:
            if command := self._later(given):
                raise CourseError(
                    f"points that {self.student} was given later for {self.task} would be lost. "
                    f"Take those back first: {command}. Nothing was changed."
                )
            if self._counts(given):
                # It waits for a person again if it did before, or if another reply came meanwhile.
                waits = given.before is not None and grade.needs_manual_grade
                grade.manual_score = given.before
                grade.needs_manual_grade = bool(waits or given.waited)
        comment.manual_comment = without(comment.manual_comment or "", given.said) or None
        self.opened.db.flush()

    def _said(self, given: PointsGiven, key: str, language: str, sentence: str) -> str:
        """The text as a comment keeps it: without space at its ends."""
        grade = self._rows[0]
        before = grade.auto_score or 0.0 if given.before is None else given.before
        before += grade.extra_credit or 0.0
        if given.points == before and key in _UNSAID:
            return ""
        values = {"before": before, "points": given.points, "max": grade.max_score}
        return message(key, language, sentence=sentence, **values).strip()

    def _counts(self, given: PointsGiven) -> bool:
        """Whether the points that count are those of a decision."""
        grade = self._rows[0]
        if grade.manual_score != given.points:
            return False
        # Equal points may come from a later mark.
        entered = self.opened.db.get(EnteredMark, grade.id)
        if entered is None or entered.points != given.points:
            return True
        marks = select(Decision).filter_by(assignment=self.assignment, question=self.task)
        found = self.opened.db.scalars(marks.filter_by(answer=entered.answer, reading=1)).all()
        return all(decision.at < given.at for decision in found)

    def _later(self, given: PointsGiven) -> str | None:
        """The command that takes a later decision back."""
        found = given_for(self.opened, self.assignment, self.task, student=self.student)
        later = [decided for decided in found if decided[0] > given.at]
        return max(later)[-1] if later else None


# A student whose points have not changed need not read about them.
_UNSAID = ("review.decided",)


def given_for(
    opened: Gradebook, assignment: str, task: str, **of: str
) -> list[tuple[datetime, str, float, str]]:
    """What persons decided of a task: when, whose, the points, and how it is taken back."""
    found = []
    asked = select(Inquiry).filter_by(assignment=assignment, task=task, **of)
    for row in opened.db.scalars(asked).all():
        if row.answered is not None and row.points is not None:
            command = f"autograder inquiry {row.id} --undo"
            found.append((row.answered, row.student, row.points, command))
    for review in opened.db.scalars(select(Review).filter_by(assignment=assignment, **of)).all():
        if decided := review.given.get(task):
            command = f"autograder review {assignment} {review.student} --undo"
            found.append((given_at(decided, review), review.student, decided["points"], command))
    return found


def given_at(decided: Mapping[str, Any], review: Review) -> datetime:
    """When a review gave points for a task; a later one may have kept them."""
    return datetime.fromisoformat(decided["at"]) if "at" in decided else review.at


def now() -> datetime:
    """The time in UTC, without a zone: so every database keeps it, and decisions are in order."""
    return datetime.now(UTC).replace(tzinfo=None)


def without(comment: str, written: str) -> str:
    r"""A comment without what we wrote into it: whole lines, the last equal ones. What a person has
    written next to it stays, even if it contains the same words.

    >>> without("Fine.\nNot Fine. yet\nFine.", "Fine.")
    'Fine.\nNot Fine. yet'
    """
    place = _place(comment, written)
    lines = comment.split("\n")
    if place is not None:
        del lines[place : place + len(_lines(written.strip()))]
    return "\n".join(lines).strip()


def holds(comment: str, written: str) -> bool:
    """Whether what we wrote into a comment is still there unchanged."""
    return not written.strip() or _place(comment, written) is not None


def _place(comment: str, written: str) -> int | None:
    """The last line at which a text begins that is not empty."""
    lines, own = _lines(comment), _lines(written.strip())
    places = range(len(lines) - len(own), -1, -1) if any(own) else ()
    return next((place for place in places if lines[place : place + len(own)] == own), None)


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.split("\n")]


def rows(opened: Gradebook, assignment: str, student: str, task: str) -> tuple[Grade, Comment]:
    """nbgrader's rows of a task: the points hang on its check, the comment on its blank.

    Raises:
        CourseError: the gradebook has none.
    """
    place = (assignment, assignment, student)
    for cell in (f"{task}{CHECK}", task):
        try:
            return opened.find_grade(cell, *place), opened.find_comment(task, *place)
        except MissingEntry:
            continue
    raise CourseError(
        f"the gradebook holds nothing of {student} for the task {task} of {assignment}. "
        f"Run: autograder grade {assignment}"
    )
