"""Decisions on written answers: rubric items, and for each answer those that apply.

Tables of our own in the gradebook. A decision is on a text, not on a student: equal texts get equal
points, and a student who hands in the same text again keeps them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from nbformat import NotebookNode
from nbgrader.api import Assignment as NbgraderAssignment
from nbgrader.api import BaseCell, Comment, Grade, Gradebook, SubmittedAssignment, SubmittedNotebook
from sqlalchemy import delete, select, true, tuple_, update
from sqlalchemy.orm import aliased

from autograder import notebooks
from autograder.course import Assignment, Course
from autograder.gradebook import by_hand, database, gradebook
from autograder.gradebook.tables import Decision, EnteredMark, Item
from autograder.metadata import Role
from autograder.notebooks import language_of
from autograder.texts import digest_of

FIRST, SECOND = 1, 2  # readings; points come from the first


@dataclass(frozen=True)
class Mark:
    """What is to be decided on a text: the ids of the items that hold, and a comment.

    >>> Mark((2, 1)) == Mark((1, 2))
    False
    """

    items: tuple[int, ...] = ()
    comment: str = ""


# A rubric as a teacher saw it: id, points and sentence of each item.
Rubric = Sequence[tuple[int, float, str]]
# By student: the digest of the answer, and the language of the notebook.
Students = Mapping[str, tuple[str, str | None]]


@dataclass(frozen=True)
class Changes:
    """What an act changed in the gradebook.

    Args:
        students: how many, by their points before and after; None waits for a person.
        kept: how many keep what a person gave them in the formgrader.
    """

    students: Mapping[tuple[float | None, float | None], int] = field(default_factory=dict)
    kept: int = 0


class MarkConflict(Exception):
    """Somebody else has changed what the teacher saw; nothing was written."""


@dataclass
class _Row:
    """What the gradebook holds of one student's answer.

    Args:
        opened: the gradebook.
        student: the id.
        grade: nbgrader's row of the points.
        comment: nbgrader's row of what the student reads.
        entered: what marking last wrote into both, if anything.
        decided: the points of inquiries and reviews about it.
    """

    opened: Gradebook
    student: str
    grade: Grade
    comment: Comment
    entered: EnteredMark | None
    decided: Set[float]

    @property
    def points(self) -> float | None:
        """What the student has for it; None if it waits for a person."""
        return self.grade.manual_score if _is_given(self.grade) else None

    @property
    def is_a_persons(self) -> bool:
        """Whether somebody has given points elsewhere, or changed there what was entered."""
        said, last = self.comment.manual_comment or "", self.entered
        has_points = last is not None and self.grade.manual_score == last.points
        is_as_entered = last and has_points and by_hand.holds(said, last.comment)
        is_elsewhere = self.grade.manual_score in self.decided
        return _is_given(self.grade) and (is_elsewhere or not is_as_entered)

    def write(self, answer: str, points: float, comment: str) -> None:
        """Enter what follows from a decision.

        Args:
            answer: the digest of the text that it is on.
            points: that it gives.
            comment: that the student reads, below what a person has written in the formgrader.
        """
        own = self._own()
        self.entered = self.entered or EnteredMark(grade=self.grade.id)
        self.entered.answer, self.entered.points, self.entered.comment = answer, points, comment
        self.grade.manual_score, self.grade.needs_manual_grade = points, False
        self.comment.manual_comment = f"{own}\n{comment}".strip()
        self.opened.db.add(self.entered)

    def take_back(self) -> None:
        """Make it wait for a person again, if marking has entered anything."""
        if self.entered is not None and _is_given(self.grade):
            self.grade.manual_score, self.grade.needs_manual_grade = None, True
            self.comment.manual_comment = self._own() or None
            self.opened.db.delete(self.entered)

    def _own(self) -> str:
        """What a person has written in the formgrader, without what marking has."""
        said = self.comment.manual_comment or ""
        return by_hand.without(said, self.entered.comment if self.entered else "")


class Marks:
    """The decisions on one question; every call is its own transaction.

    Args:
        assignment: graded.
        question: nbgrader's id of the answer's cell.
        worth: the points that it can give.
    """

    def __init__(self, assignment: Assignment, question: str, worth: float) -> None:
        self.assignment, self.question, self.worth = assignment, question, worth

    @contextmanager
    def _changing(self) -> Iterator[Gradebook]:
        """A transaction, during which no other teacher changes anything of the assignment."""
        with database.opened(self.assignment.course) as opened:
            # What is written first locks the row on a server, and the file where it is SQLite's.
            lock = update(NbgraderAssignment).where(NbgraderAssignment.name == self.assignment.id)
            lock = lock.values(name=self.assignment.id)
            opened.db.execute(lock, execution_options={"synchronize_session": False})
            yield opened
            opened.db.commit()

    @contextmanager
    def _reading(self) -> Iterator[Gradebook]:
        with database.opened(self.assignment.course) as opened:
            yield opened
            opened.db.expunge_all()

    def start(self, rubric: Sequence[tuple[float, str]]) -> None:
        """Give a question its first items, if it has none: points and sentences."""
        with self._changing() as opened:
            if not self._items(opened):
                opened.db.add_all(self._item(points, text) for points, text in rubric)

    def items(self) -> list[Item]:
        """The rubric, in the order in which its items were made."""
        with self._reading() as opened:
            return list(self._items(opened).values())

    def write_item(
        self,
        points: float,
        text: str,
        id: int | None,
        *,
        retired: bool = False,
        seen: Rubric | None = None,
        students: Students | None = None,
    ) -> tuple[int, Changes]:
        """Make an item, or change one: the points of all answers that have it follow.

        Args:
            points: that it gives.
            text: its sentence.
            id: None makes one.
            retired: whether it is offered no more.
            seen: the rubric that the teacher saw.
            students: as :meth:`enter` takes them.

        Returns:
            The item's id, and what changed.

        Raises:
            MarkConflict: the rubric is another by now.
        """
        with self._changing() as opened:
            self._require(opened, seen)
            item = opened.db.get(Item, id) if id is not None else None
            if item is None:
                item = self._item(points, text)
                opened.db.add(item)
            item.points, item.text, item.retired = points, text, retired
            opened.db.flush()
            return item.id, self._enter(opened, students or {})

    def latest(self, reading: int = FIRST) -> dict[str, Decision]:
        """The last decision on each text, by its digest; it may be one that takes another back."""
        with self._reading() as opened:
            return self._latest(opened, reading)

    def decide(
        self,
        marks: Mapping[str, Mark | None],
        versions: Mapping[str, int],
        teacher: str,
        reading: int = FIRST,
        *,
        seen: Rubric | None = None,
        students: Students | None = None,
    ) -> Changes:
        """Write decisions and the points that follow from them, all of it or nothing.

        Args:
            marks: by the digest of the text; None takes a decision back.
            versions: of the decisions that the teacher saw; 0 where there was none.
            teacher: who decides.
            reading: :data:`FIRST` or :data:`SECOND`.
            seen: the rubric that the teacher saw.
            students: as :meth:`enter` takes them, of the first reading.

        Raises:
            MarkConflict: there is a later version of one of them, or another rubric.
        """
        with self._changing() as opened:
            self._require(opened, seen)
            latest = self._latest(opened, reading)
            if any(
                versions[digest] != (latest[digest].version if digest in latest else 0)
                for digest in marks
            ):
                raise MarkConflict
            for answer, mark in marks.items():
                items = None if mark is None else sorted(mark.items)
                decision = Decision(
                    assignment=self.assignment.id, question=self.question, answer=answer,
                    reading=reading, version=versions[answer] + 1, teacher=teacher,
                    at=by_hand.now(), items=items, comment=mark.comment if mark else "",
                )  # fmt: skip
                opened.db.add(decision)
            return self._enter(opened, students or {})

    def enter(self, students: Students) -> Changes:
        """Bring nbgrader's rows up to date with the decisions of the first reading."""
        with self._changing() as opened:
            return self._enter(opened, students)

    def _enter(self, opened: Gradebook, students: Students) -> Changes:
        if not students:
            return Changes()
        decisions, items = self._latest(opened, FIRST), self._items(opened)
        changed, kept = Counter[tuple[float | None, float | None]](), 0
        for row in self._rows(opened, students):
            answer, language = students[row.student]
            decision, before = decisions.get(answer), row.points
            if row.is_a_persons:
                kept += 1
            elif decision is not None and decision.items is not None:
                chosen, said = decision.items, decision.comment
                sentences = self._sentences(chosen, said, items, language)
                row.write(answer, self.points(chosen, items), sentences)
            else:
                row.take_back()
            changed[before, row.points] += before != row.points
        return Changes(+changed, kept)

    def waiting(self) -> dict[str, bool]:
        """The students whose answer a person grades, and whether one has done so elsewhere.

        Who left the cell as it was given is not among them.
        """
        with self._reading() as opened:
            return {
                row.student: row.is_a_persons
                for row in self._rows(opened)
                if row.grade.needs_manual_grade or row.grade.manual_score is not None
            }

    def points(self, chosen: Sequence[int], items: Mapping[int, Item]) -> float:
        """The points of an answer with these items: no less than 0, no more than it can give."""
        total = sum(items[item_id].points for item_id in chosen if item_id in items)
        return round(min(max(0.0, total), self.worth), 2)

    def _sentences(
        self, chosen: Sequence[int], comment: str, items: Mapping[int, Item], language: str | None
    ) -> str:
        """What the student reads: each rubric item with a mark, and the teacher's comment."""
        languages = self.assignment.course.languages
        lines = [
            f"{'✓' if id in chosen else '✗'} {item.points:g}: {item.sentence(languages, language)}"
            for id, item in items.items()
            # Students need not read about points that they did not lose; retired items are only for
            # those who have them.
            if id in chosen or (item.points > 0 and not item.retired)
        ]
        return "\n".join([*lines, comment]).strip()

    def _rows(self, opened: Gradebook, students: Students | None = None) -> Iterator[_Row]:
        # nbgrader has a cell of this name for the grade, and one for the comment.
        graded, written = aliased(BaseCell), aliased(BaseCell)
        query = (
            select(SubmittedAssignment.student_id, Grade, Comment, EnteredMark)
            .join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
            .join(Grade, Grade.notebook_id == SubmittedNotebook.id)
            .join(Comment, Comment.notebook_id == SubmittedNotebook.id)
            .join(graded, graded.id == Grade.cell_id)
            .join(written, written.id == Comment.cell_id)
            .outerjoin(EnteredMark, EnteredMark.grade == Grade.id)
            .where(SubmittedAssignment.name == self.assignment.id)
            .where(graded.name == self.question, written.name == self.question)
            .order_by(SubmittedAssignment.student_id)
        )
        if students is not None:
            query = query.where(SubmittedAssignment.student_id.in_(students))
        decided = defaultdict[str, set[float]](set)
        for _, student, points, _ in by_hand.given_for(opened, self.assignment.id, self.question):
            decided[student].add(points)
        for student, grade, comment, entered in opened.db.execute(query):
            yield _Row(opened, student, grade, comment, entered, decided[student])

    def _items(self, opened: Gradebook) -> dict[int, Item]:
        return {item.id: item for item in opened.db.scalars(self._of(Item).order_by(Item.id))}

    def _latest(self, opened: Gradebook, reading: int) -> dict[str, Decision]:
        query = self._of(Decision).where(Decision.reading == reading)
        return {row.answer: row for row in opened.db.scalars(query.order_by(Decision.version))}

    def _require(self, opened: Gradebook, seen: Rubric | None) -> None:
        now = [
            (item.id, item.points, item.text)
            for item in self._items(opened).values()
            if not item.retired
        ]
        if seen is not None and list(seen) != now:
            raise MarkConflict

    def _item(self, points: float, text: str) -> Item:
        return Item(assignment=self.assignment.id, question=self.question, points=points, text=text)

    def _of(self, table: Any) -> Any:
        return select(table).filter_by(assignment=self.assignment.id, question=self.question)


def enter_decided(assignment: Assignment, student: str, executed: NotebookNode) -> None:
    """Give a student at once what was decided on the same texts; within ``database.connected``.

    Args:
        assignment: graded.
        student: whose submission was entered.
        executed: that submission.
    """
    written = {
        cell.id: cell for cell in notebooks.cells(executed) if cell.role is Role.WRITTEN_ANSWER
    }
    digests = {
        id: digest_of("".join(cell.source), cell.node.get("attachments"))
        for id, cell in written.items()
    }
    if not digests:
        return
    decided = (
        select(Decision.question)
        .filter_by(assignment=assignment.id, reading=FIRST)
        .where(tuple_(Decision.question, Decision.answer).in_(digests.items()))
    )
    with database.session(assignment.course) as opened:
        questions = set(opened.db.scalars(decided))
    language = language_of(executed)
    for question in questions:
        marks = Marks(assignment, question, written[question].points)
        marks.enter({student: (digests[question], language)})
    if questions:
        gradebook.penalize(student, assignment)


def share(assignment: Assignment, teams: list[list[str]]) -> None:
    """Give the points that a person gave one member to the others with the same hand-in who still
    wait.

    Args:
        assignment: graded.
        teams: of each group, the members.
    """
    with database.opened(assignment.course) as opened:
        for students in teams:
            rows = [
                opened.find_submission_notebook(assignment.id, assignment.id, student)
                for student in students
            ]
            comments = [{comment.name: comment for comment in row.comments} for row in rows]
            for name in [grade.name for grade in rows[0].grades]:
                grades = [next(grade for grade in row.grades if grade.name == name) for row in rows]
                both = list(zip(grades, comments, strict=True))
                given = {grade.manual_score: said for grade, said in both if _is_given(grade)}
                if len(given) != 1:
                    continue  # none, or what members were given on purpose
                ((points, source),) = given.items()
                for grade, said in both:
                    if grade.needs_manual_grade and grade.manual_score is None:
                        grade.manual_score, grade.needs_manual_grade = points, False
                        if name in said:
                            said[name].manual_comment = source[name].manual_comment
        opened.db.commit()


def forget(course: Course, student: str, assignment: str | None = None) -> None:
    """Delete what was entered for a student, before that goes from the gradebook.

    Args:
        course: the course directory.
        student: the id.
        assignment: only what is of it; without it also decisions from which no one else has points.
    """
    entered = (
        select(Grade.id)
        .join(SubmittedNotebook, SubmittedNotebook.id == Grade.notebook_id)
        .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
        .where(SubmittedAssignment.student_id == student)
        .where(SubmittedAssignment.name == assignment if assignment else true())
    )
    with database.opened(course) as opened:
        opened.db.execute(delete(EnteredMark).where(EnteredMark.grade.in_(entered)))
        if not assignment:
            # Including what was taken back, and decisions on their earlier texts.
            texts = select(EnteredMark.answer)
            opened.db.execute(delete(Decision).where(Decision.answer.not_in(texts)))
        opened.db.commit()


def _is_given(grade: Grade) -> bool:
    return grade.manual_score is not None and not grade.needs_manual_grade
