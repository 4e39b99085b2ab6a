"""What has arrived: whose hand-ins in submitted/ are to be graded, and what is in nbgrader's
exchange."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from autograder.course import Assignment, Course, is_text
from autograder.gradebook import attempts
from autograder.intake.collect import collect
from autograder.notebooks import given_text
from autograder.people import collected, groups
from autograder.people.collected import CollectedRow
from autograder.people.platforms import EXCHANGE, assignment_of
from autograder.submission import decode
from autograder.submission.decode import Unreadable
from autograder.submission.handed_in import NBGRADER_FILES, SUBMISSION_DATE

# Seconds. A file that is not readable may still be arriving: it may pause for this long.
SETTLE = 2.0


class Arrivals:
    """The students of whom something arrived in submitted/, until all of it is graded."""

    def __init__(self) -> None:
        # Until when each student is looked at.
        self._recent: dict[str, float] = {}
        # By assignment and student: the time of the hand-in that was graded,
        self._seen: dict[tuple[str, str], int] = {}
        # and, for those who have handed in too often, when it is their turn.
        self._held: dict[tuple[str, str], float] = {}
        self._late: set[str] = set()

    def __bool__(self) -> bool:
        return bool(self._recent)

    def look_at(self, *students: str) -> None:
        """Look at these for a while, since a folder is seen before its content."""
        self._recent |= dict.fromkeys(filter(is_text, students), time.monotonic() + SETTLE)

    def look_again(self, at: float) -> None:
        """After a failure, treat everything under watch as if it had arrived at a given time."""
        self._recent = dict.fromkeys(self._recent, at + SETTLE)
        self._seen.clear()
        self._held.clear()

    def begin(self, assignments: Iterable[Assignment]) -> None:
        """Begin a round: with those whose turn has come, and with the others of each group."""
        now = time.monotonic()
        for turn in [turn for turn, until in self._held.items() if until < now]:
            del self._held[turn]
            self._seen.pop(turn, None)
            self.look_at(turn[1])
        for assignment in assignments:
            for student, until in list(self._recent.items()):
                for member in groups.together(assignment, student):
                    self._recent.setdefault(member, until)
        self._late = {student for student, until in self._recent.items() if until < now}

    def end(self, assignments: Collection[Assignment]) -> None:
        """End a round: students whose time is over and who have nothing new are dropped."""
        for student in self._late:
            if not any(self._is_new(assignment, student) for assignment in assignments):
                del self._recent[student]

    def new(self, assignment: Assignment) -> list[str]:
        """The students with something to grade, or a page to write."""
        new = [student for student in self._recent if self._is_new(assignment, student)]
        # After a start all are looked at: what is graded already, or an earlier try was, comes
        # last.
        new.sort(key=lambda student: is_graded(assignment, student))
        return new

    def whole(self, assignment: Assignment, students: Iterable[str]) -> Iterator[str]:
        """The students whose hand-in is complete, as far as one can tell."""
        return (
            student
            for student in students
            if student in self._late or _is_readable(assignment, student)
        )

    def see(self, assignment: Assignment, student: str) -> None:
        """Note what is there, before it is read: later changes are looked at again."""
        self._seen[assignment.id, student] = _came(assignment, student)

    def hold(self, assignment: Assignment, student: str, turn: datetime) -> None:
        """Let somebody wait for their turn."""
        self.see(assignment, student)
        seconds = (turn - datetime.now(UTC)).total_seconds()
        self._held[assignment.id, student] = time.monotonic() + seconds

    def is_held(self, assignment: Assignment, student: str) -> bool:
        """Whether somebody waits for their turn."""
        return (assignment.id, student) in self._held

    def let_all_go(self) -> None:
        """Let no one wait beyond the next round: the hourly limit has changed."""
        self._held = dict.fromkeys(self._held, 0.0)

    def _is_new(self, assignment: Assignment, student: str) -> bool:
        came = _came(assignment, student)
        is_known = self._seen.get((assignment.id, student)) == came
        return came > 0 and not (is_known and has_page(assignment, student))


def changed(path: Path) -> int:
    """When a file, or anything in a folder, was changed; 0 where there is none."""
    try:
        files = [path, *path.iterdir()] if path.is_dir() else [path]
        return max(file.lstat().st_ctime_ns for file in files)
    except OSError:
        return 0


def is_graded(assignment: Assignment, student: str) -> bool:
    """Whether a student has handed in nothing since the last grading."""
    return _came(assignment, student) < changed(assignment.autograded(student))


def has_page(assignment: Assignment, student: str) -> bool:
    """Whether the student's page shows what was graded last, if anything was."""
    return changed(assignment.feedback(student)) >= changed(assignment.autograded(student))


def _came(assignment: Assignment, student: str) -> int:
    """When the last hand-in that may count for a student came; 0 where there is none."""
    return max(map(changed, attempts.folders(assignment, student)), default=0)


def _is_readable(assignment: Assignment, student: str) -> bool:
    """Whether a notebook was handed in that can be read without loss."""
    try:
        folder = attempts.last(assignment, student)
        handed_in = attempts.handed_in(assignment, folder) or b""
        return not decode.parse(handed_in, partial(given_text, assignment)).review
    except Unreadable:
        return False


class Inbound:
    """The folder of hand-ins in nbgrader's exchange.

    Args:
        folder: where it is; each hand-in is a folder in it, which never changes once it is whole.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._there: set[str] = set()
        self._taken: set[str] = set()  # collected already

    def look_at(self, path: Path) -> None:
        """Look at the hand-in that a path is of."""
        self._there |= set(path.relative_to(self.folder).parts[:1])

    def look_at_everything(self) -> None:
        """Look at all hand-ins."""
        if self.folder.is_dir():
            self._there |= {hand_in.name for hand_in in self.folder.iterdir()}

    def know(self, assignment: Assignment) -> None:
        """Leave out what an earlier run has collected."""
        files = (
            row.file.split("/")
            for row in collected.table(assignment.course, assignment.id)
            if not row.status.needs_a_person and assignment.submitted(row.student).is_dir()
        )
        self._taken |= {parts[1] for parts in files if parts[0] == EXCHANGE}

    def collected(self, course: Course, names: Collection[str]) -> Iterator[CollectedRow | str]:
        """Collect what has arrived in full for these assignments, and say what became of each file.

        A text is a warning of the exchange.
        """
        for name in names:
            waiting = self._there - self._taken
            mine = {folder for folder in waiting if assignment_of(folder) == name}
            if whole := {folder for folder in mine if _is_whole(self.folder / folder)}:
                fresh = collect(course, name, [EXCHANGE], whole)
                self._taken |= whole
                yield from fresh.warnings
                yield from fresh.rows
        waiting = self._there - self._taken
        self._there = {folder for folder in waiting if assignment_of(folder) in names}


def _is_whole(hand_in: Path) -> bool:
    """Whether nbgrader has written its last file, or nothing for a while."""
    try:
        age = time.time() - (hand_in / SUBMISSION_DATE).lstat().st_mtime
        return age > SETTLE or (hand_in / NBGRADER_FILES[-1]).lstat().st_size > 0
    except OSError:
        return False
