"""Hand-ins that wait for a person, and what is decided on them.

A decision is about a hand-in and the reasons why it waits: if both are the same after grading
again, it stays. Other files or another reason wait again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from nbgrader.api import Gradebook
from sqlalchemy import select

from autograder import notebooks
from autograder.course import Assignment, CourseError
from autograder.gradebook import attempts, by_hand, database
from autograder.gradebook.attempts import hash_of
from autograder.gradebook.by_hand import PointsChange
from autograder.gradebook.tables import Review
from autograder.judging.outcome import Outcome
from autograder.states import State


@dataclass(frozen=True)
class Waiting:
    """A hand-in that a person has to look at, or has looked at.

    Args:
        assignment: that it is of.
        outcome: as it was graded.
        review: what was decided, or asked, if anything was.
    """

    assignment: Assignment
    outcome: Outcome
    review: Review | None

    @property
    def is_open(self) -> bool:
        """Whether no one has decided on it."""
        return not (self.review and self.review.closes)

    @property
    def said(self) -> str:
        """What was decided, in a few words."""
        if not (review := self.review):
            return "open"
        kind = "decided" if review.closes else "open: the student is asked"
        given = [f"{task} {decided['points']:g}" for task, decided in review.given.items()]
        what = ", ".join(given) or "the points stay"
        return f"{kind} by {review.teacher}, {what}. {review.sentence}".strip()

    def shown(self, language: str) -> Iterator[tuple[str, str]]:
        """Each reason in a language, and the source of the cell that it names, if it names one."""
        path = self.assignment.autograded(self.outcome.student)
        cells = notebooks.read(path).cells if path.is_file() else []
        for reason in self.outcome.reasons:
            number = int(reason.values.get("cell") or 0)
            is_there = 0 < number <= len(cells)
            yield reason.text(language), cells[number - 1].source if is_there else ""


def waiting(assignment: Assignment, outcomes: list[Outcome]) -> list[Waiting]:
    """All hand-ins that wait or waited for a person, the open ones first."""
    known = _decisions(assignment)
    found = [
        Waiting(assignment, outcome, known.get(_key(outcome)))
        for outcome in outcomes
        if outcome.state.is_waiting
    ]
    return sorted(found, key=lambda pending: (not pending.is_open, pending.outcome.student))


def seen(assignment: Assignment, outcomes: list[Outcome]) -> list[Outcome]:
    """The outcomes, with the state "reviewed" where a person has decided."""
    closed = {
        pending.outcome.student for pending in waiting(assignment, outcomes) if not pending.is_open
    }
    return [
        replace(outcome, state=State.REVIEWED) if outcome.student in closed else outcome
        for outcome in outcomes
    ]


def of(assignment: Assignment, outcome: Outcome) -> Review | None:
    """What was decided on a graded hand-in."""
    return _decisions(assignment, student=outcome.student).get(_key(outcome))


def tasks(assignment: Assignment) -> list[str]:
    """Ids of all that gives points."""
    solution = notebooks.read(assignment.solution)
    return [cell.blank for cell in notebooks.cells(solution) if cell.is_graded and cell.blank]


def changes(pending: Waiting, points: Mapping[str, str | None]) -> list[PointsChange]:
    """What points would change for all who have the hand-in: see :func:`by_hand.changes`.

    Raises:
        CourseError: the assignment has no such task, or they do not fit.
    """
    known, students = (
        tasks(pending.assignment),
        attempts.sharing(pending.assignment, pending.outcome.student),
    )
    for task in points:
        if task not in known:
            raise CourseError(
                f"{pending.assignment.id} has no task {task!r}. It has: {', '.join(known)}."
            )
    return by_hand.changes(pending.assignment, students, points)


def decide(
    pending: Waiting,
    points: Mapping[str, str | None],
    sentence: str,
    teacher: str,
    *,
    closes: bool,
    tries: bool = False,
) -> list[PointsChange]:
    """Decide on a hand-in, for all who have it, in the place of an earlier decision.

    Args:
        pending: what waits.
        points: by task, as for :func:`changes`; those of other tasks stay, also where an earlier
            decision gave them.
        sentence: that the students read.
        teacher: who decides.
        closes: whether that is all, and the student is not only asked.
        tries: whether only to say what it would change.

    Returns:
        What all who have the hand-in had and have of each task.

    Raises:
        CourseError: something does not fit; nothing is changed.
    """
    if not (closes or sentence):
        raise CourseError("write what the student is asked: --sentence TEXT.")
    assignment, outcome = pending.assignment, pending.outcome
    planned = {(each.student, each.task): each.after for each in changes(pending, points)}
    language = outcome.language or assignment.course.languages[0]
    about = ("review.decided", language, sentence)
    submission, reasons = _key(outcome)[1:]
    students = attempts.sharing(assignment, outcome.student)
    with by_hand.deciding(assignment, students, tasks(assignment), tries=tries) as (opened, made):
        for student in students:
            earlier = _withdrawn(opened, outcome, student)
            given = {}
            for task in [*earlier, *(task for task in points if task not in earlier)]:
                place = by_hand.StudentTask(opened, assignment.id, student, task)
                was = earlier.get(task)
                if task in points:
                    if was is not None:
                        place.take_back(was)
                    given[task] = place.give(planned[student, task], *about)
                elif was is not None and (kept := place.keep(was, *about)):
                    given[task] = kept
            opened.db.add(
                Review(
                    assignment=assignment.id,
                    student=student,
                    submission=submission,
                    reasons=reasons,
                    closes=closes,
                    sentence=sentence,
                    teacher=teacher,
                    at=by_hand.now(),
                    given={task: _as_kept(each) for task, each in given.items()},
                )
            )
    return made


def _withdrawn(opened: Gradebook, outcome: Outcome, student: str) -> dict[str, by_hand.PointsGiven]:
    """What earlier decisions on these files gave; they are gone then."""
    earlier: dict[str, by_hand.PointsGiven] = {}
    for review in _reviews(opened, outcome, student):
        if review.submission == outcome.key.submission:
            earlier |= _given(review)
            opened.db.delete(review)
    opened.db.flush()
    return earlier


def undo(pending: Waiting, *, tries: bool = False) -> list[PointsChange]:
    """Take a decision back, for all who have the hand-in: points are as they were.

    What was decided later on files that were replaced goes as well; where nothing is decided on
    these files, it is the last decision on others.

    Args:
        pending: what is graded, whether it waits or not.
        tries: whether only to say what it would change.

    Returns:
        What all who have the hand-in had and have of each task.

    Raises:
        CourseError: there is none, or a later decision gave points.
    """
    assignment, outcome = pending.assignment, pending.outcome
    students = attempts.sharing(assignment, outcome.student)
    with by_hand.deciding(assignment, students, tasks(assignment), tries=tries) as (opened, made):
        own = _reviews(opened, outcome, outcome.student)
        if not own:
            raise CourseError(
                f"there is no decision about {outcome.student} that could be withdrawn."
            )
        files = [each.submission for each in own]
        here = outcome.key.submission
        gone = set(files[files.index(here) if here in files else -1 :])
        for student in students:
            for review in reversed(_reviews(opened, outcome, student)):
                if review.submission in gone:
                    _take_back(opened, review)
    return made


def _take_back(opened: Gradebook, review: Review) -> None:
    for task, given in _given(review).items():
        by_hand.StudentTask(opened, review.assignment, review.student, task).take_back(given)
    opened.db.delete(review)
    opened.db.flush()


def _reviews(opened: Gradebook, outcome: Outcome, student: str) -> list[Review]:
    """All decisions on a student's work, on other files too, the latest last."""
    own = select(Review).filter_by(assignment=outcome.assignment, student=student)
    return [*opened.db.scalars(own.order_by(Review.at, Review.id))]


def _given(review: Review) -> dict[str, by_hand.PointsGiven]:
    return {
        task: by_hand.PointsGiven(
            points=decided["points"],
            said=decided["said"],
            before=decided["before"],
            waited=decided["waited"],
            at=by_hand.given_at(decided, review),
        )
        for task, decided in review.given.items()
    }


def _as_kept(given: by_hand.PointsGiven) -> dict[str, Any]:
    return asdict(given) | {"at": given.at.isoformat()}


def _decisions(assignment: Assignment, **of: str) -> dict[tuple[str, str, str], Review]:
    with database.opened(assignment.course) as opened:
        found = opened.db.scalars(select(Review).filter_by(assignment=assignment.id, **of)).all()
        opened.db.expunge_all()
    return {(row.student, row.submission, row.reasons): row for row in found}


def _key(outcome: Outcome) -> tuple[str, str, str]:
    """What a decision is on; the values of reasons, such as seconds, may differ in another run."""
    whys = sorted({str(reason.why) for reason in outcome.reasons})
    return outcome.student, outcome.key.submission, hash_of(*map(str.encode, whys))
