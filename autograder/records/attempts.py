"""A student's hand-ins of an assignment: what each has earned, and which one counts.

``submitted/`` holds the last one, ``collected/earlier/`` the others as ``autograder collect`` has
kept them. As soon as there is more than one, the evidence of each is kept, so that another policy
needs no run. Which one counts is nowhere written down: it follows from the policy and the evidence.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from nbformat import NotebookNode

from autograder import notebooks
from autograder.course import Assignment, CourseError
from autograder.judging.outcome import Outcome, outcome_in
from autograder.submission import c_files
from autograder.submission.decode import LARGEST_NOTEBOOK
from autograder.submission.handed_in import notebook_in, submission_date


@dataclass(frozen=True)
class Attempt:
    """One hand-in.

    Args:
        folder: where it is.
        time: when it came, if that is known.
        outcome: what it has earned automatically; None as long as it is not graded.
        penalty: the points that it would lose for being late.
    """

    folder: Path
    time: datetime | None
    outcome: Outcome | None
    penalty: float = 0.0

    @property
    def rank(self) -> tuple[bool, bool, float]:
        """By this, of two attempts the better one is the greater."""
        if self.outcome is None:
            return False, False, 0.0
        return True, self.outcome.state.was_read, round(self.outcome.total - self.penalty, 2)


def folders(assignment: Assignment, student: str) -> list[Path]:
    """The hand-ins of a student, the last one at the end."""
    never = datetime.min.replace(tzinfo=UTC)
    earlier = (one for one in assignment.earlier(student).glob("*") if one.is_dir())
    last = assignment.submitted(student)
    return [
        *sorted(earlier, key=lambda one: (submission_date(one) or never, one.name)),
        *([last] if last.is_dir() else []),
    ]


def attempts(assignment: Assignment, student: str) -> list[Attempt]:
    """All hand-ins of a student, the last one at the end."""
    return [_attempt(assignment, student, one) for one in folders(assignment, student)]


def counting(assignment: Assignment, student: str) -> Path:
    """The folder of the hand-in that counts; of equally good ones the latest."""
    last = assignment.submitted(student)
    if assignment.attempts == "last" or not assignment.earlier(student).is_dir():
        return last
    known = attempts(assignment, student)
    best = max(enumerate(known), key=lambda one: (one[1].rank, one[0]), default=None)
    return best[1].folder if best and best[1].outcome else last


def is_waiting(assignment: Assignment, student: str) -> bool:
    """Whether the last hand-in is not graded yet."""
    last = digest(assignment, assignment.submitted(student))
    return evidence(assignment, student, last) is None


def handed_in(assignment: Assignment, folder: Path) -> bytes | None:
    """The notebook of a hand-in, as it is read for grading."""
    # A byte more than it may have, which `parse` then says: a file may be longer than memory.
    return notebook_in(folder, assignment.id, LARGEST_NOTEBOOK + 1)


def digest(assignment: Assignment, folder: Path) -> str:
    """What a hand-in is known by: a hash of the files that are graded."""
    solution = _solution(assignment.solution, assignment.solution.stat().st_mtime_ns)
    files = c_files.handed_in(folder, solution).items()
    c_parts = (part for name, text in files for part in (name.encode(), text))
    return hash_of(handed_in(assignment, folder) or b"", *c_parts)


def hash_of(*parts: bytes) -> str:
    # Each part is hashed by itself, so that no text can move from one part to the next unseen.
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def evidence(assignment: Assignment, student: str, submission: str) -> Path | None:
    """The executed notebook of a hand-in, by its digest."""
    current = assignment.autograded(student)
    for path in (_kept(assignment, student) / f"{submission}.ipynb", current):
        if (outcome := outcome_of(path)) and outcome.key.submission == submission:
            return path
    return None


def keep(assignment: Assignment, outcome: Outcome, text: str) -> None:
    """Keep the evidence of a hand-in that is one of several."""
    folder = _kept(assignment, outcome.student)
    notebooks.write(folder / f"{outcome.key.submission}.ipynb", text)


def keep_entered(assignment: Assignment, student: str) -> None:
    """Keep the evidence that another one replaces: it is of the first, or of stock nbgrader."""
    current = assignment.autograded(student)
    before = outcome_of(current)
    if before and not (_kept(assignment, student) / f"{before.key.submission}.ipynb").is_file():
        keep(assignment, before, current.read_text("utf-8"))


def kept(assignment: Assignment, student: str | None = None) -> Iterator[Path]:
    """The evidence that is kept of those who have handed in several times, or of one of them."""
    folder = assignment.course.private / "attempts" / assignment.id
    # A student's id may have any letters, also those of a pattern.
    yield from sorted(folder.glob("*/*.ipynb") if student is None else (folder / student).glob("*"))


def outcome_of(path: Path) -> Outcome | None:
    """The outcome in an executed notebook; None where there is none, or it is broken."""
    try:
        return outcome_in(notebooks.read_metadata(path)) if path.is_file() else None
    except CourseError:  # what a full disk has broken is graded again, and so is whole again
        return None


def _kept(assignment: Assignment, student: str) -> Path:
    return assignment.course.private / "attempts" / assignment.id / student


def _attempt(assignment: Assignment, student: str, folder: Path) -> Attempt:
    path = evidence(assignment, student, digest(assignment, folder))
    outcome, time = outcome_of(path) if path else None, submission_date(folder)
    if not (outcome and time and assignment.due and assignment.late):
        return Attempt(folder, time, outcome)
    seconds = (time - assignment.due - assignment.more_time(student)).total_seconds()
    penalty = assignment.late.penalty(outcome.total, seconds) if seconds > 0 else 0.0
    return Attempt(folder, time, outcome, penalty)


@lru_cache
def _solution(path: Path, _version: int) -> NotebookNode:
    return notebooks.read(path)
