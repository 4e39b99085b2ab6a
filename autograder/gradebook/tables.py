"""Our own tables in the gradebook's database, next to nbgrader's: decisions of persons."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from autograder.judging import inquiry_line
from autograder.judging.inquiry_line import Line


class Base(DeclarativeBase):
    """Our tables, which are made where a gradebook is opened for the first time."""


class Item(Base):
    """A rubric item of a question: a sentence, and the points that it gives or takes."""

    __tablename__ = "autograder_rubric_item"
    id: Mapped[int] = mapped_column(primary_key=True)
    assignment: Mapped[str] = mapped_column(index=True)
    question: Mapped[str]
    points: Mapped[float]
    text: Mapped[str]
    retired: Mapped[bool] = mapped_column(default=False)

    def sentence(self, languages: Sequence[str], language: str | None) -> str:
        """Its text in one language, if " / " separates as many texts as the course has languages.

        >>> Item(text="a sign / 符号").sentence(("en", "ja"), "ja")
        '符号'
        """
        parts = self.text.split(" / ")
        if language in languages and len(parts) == len(languages):
            return parts[languages.index(language)]
        return self.text


class Decision(Base):
    """What a teacher decided on a text; a later version replaces an earlier one."""

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


class EnteredMark(Base):
    """What marking wrote last into one of nbgrader's rows; if the row differs, a person changed
    it."""

    __tablename__ = "autograder_entered"
    grade: Mapped[str] = mapped_column(primary_key=True)  # its id
    answer: Mapped[str]
    points: Mapped[float]
    comment: Mapped[str]


class Secret(Base):
    """The key with which this course seals the lines of its pages; there is one row."""

    __tablename__ = "autograder_secret"
    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str]


class Inquiry(Base):
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
    # What the reply gave; None: the points stay. Then what was there before, to undo it.
    points: Mapped[float | None]
    comment: Mapped[str] = mapped_column(default="")
    points_before: Mapped[float | None]
    waited_before: Mapped[bool | None]
    automatic: Mapped[float | None]

    @property
    def line(self) -> Line:
        """What the student's text named."""
        return Line(self.assignment, self.task, self.record, *inquiry_line.split(self.code))


class Review(Base):
    """What a person decided on a hand-in that needed review, or asked its student."""

    __tablename__ = "autograder_review"
    id: Mapped[int] = mapped_column(primary_key=True)
    assignment: Mapped[str] = mapped_column(index=True)
    student: Mapped[str]
    # What it is about: graded again, the same files with the same reasons stay decided.
    submission: Mapped[str]
    reasons: Mapped[str]
    closes: Mapped[bool]  # not where the student is asked
    sentence: Mapped[str]
    teacher: Mapped[str]
    at: Mapped[datetime]
    # By task: the points, what the student reads about them, and what was there before, to undo it.
    given: Mapped[dict[str, dict[str, Any]]] = mapped_column(JSON)
