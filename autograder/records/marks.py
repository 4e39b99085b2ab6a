"""What persons decide on written answers: rubric items, and for each answer those that hold.

Tables of our own in the gradebook. A decision is on a text, not on a student: equal texts get equal
points, and who hands in the same text again keeps them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from nbgrader.api import (
    BaseCell,
    Comment,
    Grade,
    Gradebook,
    SubmittedAssignment,
    SubmittedNotebook,
)
from sqlalchemy import JSON, UniqueConstraint, delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import DeclarativeBase, Mapped, aliased, mapped_column

from autograder.course import Assignment, Course
from autograder.records import gradebook

FIRST, SECOND = 1, 2  # readings; points come from the first


class _Base(DeclarativeBase):
    """The tables of this module, apart from nbgrader's own."""


class Item(_Base):
    """A rubric item of a question: a sentence, and the points that it gives or takes."""

    __tablename__ = "autograder_rubric_item"
    id: Mapped[int] = mapped_column(primary_key=True)
    assignment: Mapped[str] = mapped_column(index=True)
    question: Mapped[str]
    points: Mapped[float]
    text: Mapped[str]
    retired: Mapped[bool] = mapped_column(default=False)

    def sentence(self, languages: Sequence[str], language: str | None) -> str:
        """Its text in one language, where " / " separates as many as the course has.

        >>> Item(text="a sign / 符号").sentence(("en", "ja"), "ja")
        '符号'
        """
        parts = self.text.split(" / ")
        if language in languages and len(parts) == len(languages):
            return parts[languages.index(language)]
        return self.text


class Decision(_Base):
    """What a teacher decided on a text; a later version takes the place of an earlier one."""

    __tablename__ = "autograder_decision"
    __table_args__ = (UniqueConstraint("assignment", "question", "answer", "reading", "version"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    assignment: Mapped[str] = mapped_column(index=True)
    question: Mapped[str]
    answer: Mapped[str]  # digest of the text
    reading: Mapped[int]
    version: Mapped[int]
    teacher: Mapped[str]
    at: Mapped[datetime]
    items: Mapped[list[int] | None] = mapped_column(JSON(none_as_null=True))  # None: taken back
    comment: Mapped[str]


class Entered(_Base):
    """What this module last wrote into a row of nbgrader's: what differs is a person's own."""

    __tablename__ = "autograder_entered"
    grade: Mapped[str] = mapped_column(primary_key=True)  # its id
    answer: Mapped[str]
    points: Mapped[float]
    comment: Mapped[str]


@dataclass(frozen=True)
class Mark:
    """What is to be decided on a text: the ids of the items that hold, and a comment.

    >>> Mark((2, 1)) == Mark((1, 2))
    False
    """

    items: tuple[int, ...] = ()
    comment: str = ""


class Conflict(Exception):
    """Somebody else has decided on one of these texts meanwhile; nothing was written."""


class Marks:
    """The decisions on one question; every call is a transaction of its own.

    Args:
        assignment: graded.
        question: nbgrader's id of the answer's cell.
        worth: the points that it can give.
    """

    def __init__(self, assignment: Assignment, question: str, worth: float) -> None:
        self.assignment, self.question, self.worth = assignment, question, worth
        with gradebook.opened(assignment.course) as opened:
            _Base.metadata.create_all(opened.engine)

    @contextmanager
    def _opened(self) -> Iterator[Gradebook]:
        with gradebook.opened(self.assignment.course) as opened:
            try:
                yield opened
                opened.db.commit()
            except IntegrityError:  # another program was faster by a moment
                raise Conflict from None

    def items(self, start: Sequence[tuple[float, str]] = ()) -> list[Item]:
        """The rubric, in the order in which its items were made.

        Args:
            start: the points and sentences that a question without items gets.
        """
        with self._opened() as opened:
            found = list(opened.db.scalars(self._of(Item).order_by(Item.id)))
            if not found:
                found = [self._item(points, text) for points, text in start]
                opened.db.add_all(found)
                opened.db.flush()
            opened.db.expunge_all()
            return found

    def write_item(self, points: float, text: str, id: int | None, retired: bool = False) -> None:
        """Make an item, or change one: the points of all answers that have it follow."""
        with self._opened() as opened:
            item = opened.db.get(Item, id) if id is not None else None
            if item is None:
                opened.db.add(self._item(points, text))
            else:
                item.points, item.text, item.retired = points, text, retired

    def latest(self, reading: int = FIRST) -> dict[str, Decision]:
        """The last decision on each text, by its digest; it may be one that takes another back."""
        with self._opened() as opened:
            query = self._of(Decision).where(Decision.reading == reading)
            rows = list(opened.db.scalars(query.order_by(Decision.version)))
            opened.db.expunge_all()
            return {row.answer: row for row in rows}

    def decide(
        self,
        marks: Mapping[str, Mark | None],
        versions: Mapping[str, int],
        teacher: str,
        reading: int = FIRST,
    ) -> None:
        """Write decisions, all of them or none.

        Args:
            marks: by the digest of the text; None takes a decision back.
            versions: of the decisions that the teacher saw; 0 where there was none.
            teacher: who decides.
            reading: :data:`FIRST` or :data:`SECOND`.

        Raises:
            Conflict: there is a later version of one of them.
        """
        latest = self.latest(reading)
        if any(versions[one] != (latest[one].version if one in latest else 0) for one in marks):
            raise Conflict
        with self._opened() as opened:
            for answer, mark in marks.items():
                items = None if mark is None else sorted(mark.items)
                decision = Decision(
                    assignment=self.assignment.id, question=self.question, answer=answer,
                    reading=reading, version=versions[answer] + 1, teacher=teacher,
                    at=datetime.now(UTC), items=items, comment=mark.comment if mark else "",
                )  # fmt: skip
                opened.db.add(decision)

    def enter(self, students: Mapping[str, tuple[str, str | None]]) -> int:
        """Bring nbgrader's rows up to date with the decisions of the first reading.

        Args:
            students: the digest of each one's answer, and the language of the notebook.

        Returns:
            How many keep what a person gave them in the formgrader.
        """
        decisions, items = self.latest(), {item.id: item for item in self.items()}
        kept = 0
        with self._opened() as opened:
            entered = {row.grade: row for row in opened.db.scalars(select(Entered))}
            for student, grade, comment in self._rows(opened):
                if student not in students:
                    continue
                before, (answer, language) = entered.get(grade.id), students[student]
                decision = decisions.get(answer)
                if _is_given(grade) and not _is_as_entered(grade, comment, before):
                    kept += 1
                elif decision is not None and decision.items is not None:
                    row = before or Entered(grade=grade.id)
                    chosen, said = decision.items, decision.comment
                    row.answer, row.points = answer, self.points(chosen, items)
                    row.comment = self._sentences(chosen, said, items, language)
                    grade.manual_score, grade.needs_manual_grade = row.points, False
                    comment.manual_comment = row.comment
                    opened.db.add(row)
                elif before is not None and _is_given(grade):
                    grade.manual_score, grade.needs_manual_grade = None, True
                    comment.manual_comment = None
                    opened.db.delete(before)
        return kept

    def waiting(self) -> dict[str, bool]:
        """The students whose answer a person grades, and whether one has done so elsewhere.

        Who left the cell as it was given is not among them.
        """
        with self._opened() as opened:
            entered = {row.grade: row for row in opened.db.scalars(select(Entered))}
            return {
                student: _is_given(grade)
                and not _is_as_entered(grade, comment, entered.get(grade.id))
                for student, grade, comment in self._rows(opened)
                if grade.needs_manual_grade or grade.manual_score is not None
            }

    def points(self, chosen: Sequence[int], items: Mapping[int, Item]) -> float:
        """The points of an answer with these items: no less than 0, no more than it can give."""
        total = sum(items[one].points for one in chosen if one in items)
        return round(min(max(0.0, total), self.worth), 2)

    def _sentences(
        self, chosen: Sequence[int], comment: str, items: Mapping[int, Item], language: str | None
    ) -> str:
        """What the student reads: each rubric item with a mark, and the teacher's comment."""
        languages = self.assignment.course.languages
        lines = [
            f"{'✓' if id in chosen else '✗'} {item.points:g}: {item.sentence(languages, language)}"
            for id, item in items.items()
            # Who did not lose points need not read for what; a retired item is over for others.
            if id in chosen or (item.points > 0 and not item.retired)
        ]
        return "\n".join([*lines, comment]).rstrip()

    def _rows(self, opened: Gradebook) -> Iterator[tuple[str, Grade, Comment]]:
        # nbgrader has a cell of this name for the grade, and one for the comment.
        graded, written = aliased(BaseCell), aliased(BaseCell)
        query = (
            select(SubmittedAssignment.student_id, Grade, Comment)
            .join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
            .join(Grade, Grade.notebook_id == SubmittedNotebook.id)
            .join(Comment, Comment.notebook_id == SubmittedNotebook.id)
            .join(graded, graded.id == Grade.cell_id)
            .join(written, written.id == Comment.cell_id)
            .where(SubmittedAssignment.name == self.assignment.id)
            .where(graded.name == self.question, written.name == self.question)
            .order_by(SubmittedAssignment.student_id)
        )
        for row in opened.db.execute(query):
            yield row[0], row[1], row[2]

    def _item(self, points: float, text: str) -> Item:
        return Item(assignment=self.assignment.id, question=self.question, points=points, text=text)

    def _of(self, table: Any) -> Any:
        return select(table).filter_by(assignment=self.assignment.id, question=self.question)


def forget(course: Course, student: str) -> None:
    """Delete what is known of a student's answers, and decisions on texts that are nobody else's.

    Before the student is deleted from the gradebook.
    """
    with gradebook.opened(course) as opened:
        _Base.metadata.create_all(opened.engine)
        session = opened.db
        theirs = (
            select(Grade.id)
            .join(SubmittedNotebook, SubmittedNotebook.id == Grade.notebook_id)
            .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
            .where(SubmittedAssignment.student_id == student)
        )
        own = set(session.scalars(select(Entered.answer).where(Entered.grade.in_(theirs))))
        session.execute(delete(Entered).where(Entered.grade.in_(theirs)))
        own -= set(session.scalars(select(Entered.answer)))
        session.execute(delete(Decision).where(Decision.answer.in_(own)))
        session.commit()


def _is_given(grade: Grade) -> bool:
    return grade.manual_score is not None and not grade.needs_manual_grade


def _is_as_entered(grade: Grade, comment: Comment, before: Entered | None) -> bool:
    return before is not None and (grade.manual_score, comment.manual_comment) == (
        before.points,
        before.comment,
    )
