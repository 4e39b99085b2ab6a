"""An inquiry: what a student's text is about, with the evidence, the rule and the student's code.

A person replies; :mod:`autograder.inquiries.table` keeps the question and the reply.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nbformat import NotebookNode

from autograder import notebooks
from autograder.answers.blanks import with_mistakes
from autograder.course import Assignment, Course, CourseError
from autograder.gradebook import attempts, by_hand, store
from autograder.gradebook.by_hand import PointsChange
from autograder.gradebook.store import enter_all_counting
from autograder.gradebook.tables import Inquiry
from autograder.inquiries import table
from autograder.judging import inquiry_line
from autograder.judging.inquiry_line import Line
from autograder.judging.outcome import Outcome
from autograder.judging.references import kept_judge, version_of
from autograder.notebooks import Cell, given_text, titles_by_language
from autograder.people.roster import Roster
from labkit import card
from labkit.judge import Verdict
from labkit.language import choose
from labkit.messages import record_title


@dataclass(frozen=True)
class Case:
    """An inquiry with everything that a reply needs.

    Args:
        inquiry: as it is kept.
        assignment: that it is about.
        outcome: of what is graded now.
        changed: what counts only since just now, a sentence each.
    """

    inquiry: Inquiry
    assignment: Assignment
    outcome: Outcome
    changed: tuple[str, ...] = ()

    @property
    def is_replaced(self) -> bool:
        """Whether it is about a hand-in that no longer counts."""
        return not self.inquiry.line.has_hand_in(self.outcome.key.submission)

    @property
    def is_certain(self) -> bool:
        """Whether the text comes from somebody who has seen the student's page."""
        return self.inquiry.line.is_sealed(table.key(self.assignment.course))

    def since(self) -> Iterator[str]:
        """Who may have asked, and what has happened since the page was made, a sentence each."""
        inquiry, assignment, outcome = self.inquiry, self.assignment, self.outcome
        yield from self.changed
        if not self.is_certain and inquiry.answered is None:
            yield (
                "No current page of this course has this line: it comes from an old page, or "
                f"someone else wrote it. Ask {inquiry.student}, then reply with --asked."
            )
        if self.is_replaced:
            folders = attempts.folders(assignment, outcome.student)
            digests = {attempts.digest(assignment, folder): folder for folder in folders}
            kept = [
                folder for digest, folder in digests.items() if inquiry.line.has_hand_in(digest)
            ]
            places = [f"kept in {folder.relative_to(assignment.course.root)}" for folder in kept]
            place = places[0] if places else "not kept here"
            yield f"The inquiry is about an earlier hand-in, which was replaced and is {place}."
        elif not inquiry.line.has_verdict_of(outcome):
            yield "Graded again since the page was made."
        if attempts.is_waiting(assignment, outcome.student):
            yield f"The latest hand-in is not graded yet: run autograder grade {assignment.id}."
        if outcome.key.solution != version_of(notebooks.read(assignment.solution)):
            yield (
                "The solution has changed since this was graded: run autograder grade "
                f"{assignment.id}."
            )
        gives = None
        if inquiry.points is not None:
            (now,) = by_hand.changes(assignment, [inquiry.student], {inquiry.task: None})
            gives = now.automatic
        if gives is not None and gives != inquiry.automatic:
            yield f"The check gave {inquiry.automatic:g} points then and gives {gives:g} now."

    @property
    def language(self) -> str:
        """The student's."""
        return self.outcome.language or self.assignment.course.languages[0]

    def title(self, language: str) -> str:
        """The task, and the record if one was chosen."""
        solution = notebooks.read(self.assignment.solution)
        task = choose(titles_by_language(solution)[self.inquiry.task], language)
        record = self.inquiry.record
        name = record_title(self.inquiry.task, record, language) if record else ""
        return f"{task} / {name} ({record})" if record else task

    @property
    def verdict(self) -> Verdict | None:
        """As it was given; None for a written answer, and where no reference is kept."""
        outcome = self.outcome
        judge = kept_judge(self.assignment, outcome.key.solution, outcome.seed)
        verdicts = judge.verdicts(self._executed) if judge else {}
        return with_mistakes(verdicts, outcome).get(self.inquiry.task)

    def evidence(self, language: str) -> Iterator[str]:
        """What was recorded and what was expected; of a written answer, the model answer."""
        if verdict := self.verdict:
            yield card.text(verdict, language)
            for record in verdict.records:
                if record.name == self.inquiry.record:
                    passed = "passed" if record.passed else "failed"
                    rule = choose(record.reference.rule, language) or "no rule of its own"
                    yield f"{record.name}: {passed}. {rule}"
        elif self.inquiry.task in self.outcome.max_points:
            yield (
                "The reference that this was compared with is no longer kept. Grade the hand-in "
                "again to see it."
            )
        else:
            solved = notebooks.read(self.assignment.solution)
            yield from (cell.source for cell in self._cells_of(notebooks.cells(solved)))

    @property
    def student_text(self) -> str:
        """What the student wrote into the blank."""
        return "\n\n".join(cell.source for cell in self._cells_of(notebooks.cells(self._executed)))

    def _cells_of(self, parsed: list[Cell]) -> list[Cell]:
        return [cell for cell in parsed if cell.is_blank and cell.id == self.inquiry.task]

    @property
    def _executed(self) -> NotebookNode:
        return notebooks.read(self.assignment.autograded(self.outcome.student))


def read(course: Course, text: str) -> Case:
    """Find what a text is about, and keep its question.

    Raises:
        CourseError: the text does not fit: no line, a changed one, or one of nobody here.
    """
    line, question = inquiry_line.parse(text)
    assignment = course.assignment(line.assignment)
    changed = (*enter_all_counting(assignment),)
    outcome = _outcome(assignment, line)
    tasks = {
        cell.blank
        for cell in notebooks.cells(notebooks.read(assignment.solution))
        if cell.is_graded
    }
    if line.task not in tasks:
        raise CourseError(
            f"{assignment.id} no longer has a task {line.task!r}: it was removed or renamed after "
            "the page was made. Answer the student directly."
        )
    by_hand.changes(assignment, [outcome.student], {line.task: None})  # it has the task, too
    inquiry = table.enter(course, outcome.student, line, question)
    return Case(inquiry, assignment, outcome, changed)


def known_text(course: Course) -> frozenset[str]:
    """Texts that a student may quote, by which an encoding other than UTF-8 is recognized."""
    given = (given_text(assignment) for assignment in course.assignments)
    return Roster(course).known_text().union(*given)


def of_number(course: Course, number: int) -> Case:
    """The inquiry of a number, as :func:`~autograder.inquiries.table.known` lists them.

    Raises:
        CourseError: there is none.
    """
    found = [inquiry for inquiry in table.known(course) if inquiry.id == number]
    if not found:
        raise CourseError(f"there is no inquiry {number}. See: autograder inquiry --list")
    assignment = course.assignment(found[0].assignment)
    changed = (*enter_all_counting(assignment),)
    return Case(found[0], assignment, _outcome(assignment, found[0].line), changed)


def all_of(course: Course) -> list[tuple[Inquiry, str]]:
    """All inquiries, the open ones first, each with what has happened since."""
    listed = []
    for inquiry in table.known(course):
        try:
            assignment = course.assignment(inquiry.assignment)
            since = " ".join(Case(inquiry, assignment, _outcome(assignment, inquiry.line)).since())
        except CourseError as error:  # the hand-in or the assignment was taken away
            since = str(error)
        listed.append((inquiry, since))
    return listed


def changes(case: Case, points: str | None) -> list[PointsChange]:
    """What a reply would make of the points of all who have the hand-in.

    Args:
        case: with the question.
        points: that count from then on; with a sign, by which they change. None: they stay.

    Raises:
        CourseError: they do not fit, or the hand-in counts no more.
    """
    inquiry, assignment = case.inquiry, case.assignment
    if points is not None and case.is_replaced:
        raise CourseError(
            f"inquiry {inquiry.id} is about a hand-in that was replaced and no longer counts. "
            "Reply without --points; the student can ask about the later hand-in."
        )
    sharing = attempts.sharing(assignment, inquiry.student)
    return by_hand.changes(assignment, sharing, {inquiry.task: points})


def reply(
    case: Case,
    points: str | None,
    sentence: str,
    teacher: str,
    *,
    asked: bool = False,
    tries: bool = False,
) -> list[PointsChange]:
    """Reply: a sentence for the student, and points that stay when it is graded again.

    Args:
        case: with the question.
        points: as for :func:`changes`.
        sentence: for the student.
        teacher: who decides.
        asked: whether a person knows that the student has asked, where the text does not show it.
        tries: whether only to say what it would change.

    Raises:
        CourseError: the points do not fit, the hand-in counts no more, or no one knows whether the
            student has asked; nothing is written.
    """
    require_certain(case, asked=asked)
    if not sentence.strip():
        raise CourseError("write a sentence for the student: --sentence TEXT.")
    after = {change.student: change.after for change in changes(case, points)}
    given = {who: None if points is None else after[who] for who in _of_group(case)}
    about = (sentence.strip(), teacher, case.language)
    return table.reply(case.assignment, case.inquiry, given, *about, tries=tries)


def require_certain(case: Case, *, asked: bool) -> None:
    """See that the student has asked: by the text's seal, or because a person says so."""
    if not (asked or case.is_certain):
        raise CourseError(
            f"inquiry {case.inquiry.id} has no valid seal of this course, so anyone could have "
            f"written it. Ask {case.inquiry.student}, then add --asked; the question is kept."
        )


def undo(case: Case, *, tries: bool = False) -> list[PointsChange]:
    """Take a reply back, as :func:`~autograder.inquiries.table.undo` does.

    Raises:
        CourseError: there is none, or a later decision gave points.
    """
    return table.undo(case.assignment, case.inquiry, _of_group(case), tries=tries)


def _of_group(case: Case) -> list[str]:
    """Who asked, and each other member who has the hand-in."""
    asked = case.inquiry.student
    others = (who for who in attempts.sharing(case.assignment, asked) if who != asked)
    return [asked, *others]


def _outcome(assignment: Assignment, line: Line) -> Outcome:
    graded = store.outcomes(assignment)
    found = [outcome for outcome in graded if line.is_of(outcome)]
    if not found:
        raise CourseError(
            f"the line {line} belongs to no student who is graded for {assignment.id} here. Does "
            "it come from a different year or course?"
        )
    return found[0]
