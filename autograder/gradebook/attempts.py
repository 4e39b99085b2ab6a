"""The hand-ins that may count for a student: what each has earned, and which one counts.

``submitted/`` holds a student's last one, ``collected/earlier/`` the others as ``autograder
collect`` has kept them; where a group hands in together, those of each member may count for all.
As soon as there is more than one, the evidence of each is kept, so that another policy or group
needs no run. Which one counts is nowhere written down: it follows from the registry and the
evidence.

Where only so many are graded on arrival in an hour, the next one waits for its turn.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path

from autograder import notebooks
from autograder.course import Assignment, CourseError
from autograder.judging.outcome import Outcome, outcome_in
from autograder.people import groups
from autograder.people.extensions import more_time
from autograder.people.groups import PLATFORM, groups_of, moved_students
from autograder.submission import c_files
from autograder.submission.decode import LARGEST_NOTEBOOK
from autograder.submission.handed_in import notebook_in, submission_date

HOUR = timedelta(hours=1)


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
        """Sort key by which the better of two attempts is the greater."""
        if self.outcome is None:
            return False, False, 0.0
        return True, self.outcome.state.was_read, round(self.outcome.total - self.penalty, 2)


def students(assignment: Assignment) -> list[str]:
    """Ids of all for whom a hand-in may count, in order."""
    own = assignment.students()
    return sorted({member for student in own for member in _givers(assignment, student)})


def _givers(assignment: Assignment, student: str) -> list[str]:
    # A platform has given each member the group's hand-in.
    return [student] if assignment.groups == PLATFORM else groups.together(assignment, student)


def folders(assignment: Assignment, student: str) -> list[Path]:
    """The hand-ins of a student and of the other members of the group, the last one at the end."""

    givers = _givers(assignment, student)
    earlier = (folder for member in givers for folder in _folders_in(assignment.earlier(member)))
    return [*_by_time(earlier), *_by_time(assignment.submitted(member) for member in givers)]


def _folders_in(folder: Path) -> list[Path]:
    try:
        return [folder / name for name in os.listdir(folder)]
    except OSError:  # there is none, as for most students
        return []


def _by_time(folders: Iterable[Path]) -> list[Path]:
    def came(folder: Path) -> tuple[datetime, str]:
        return submission_date(folder) or datetime.min.replace(tzinfo=UTC), folder.name

    there = [folder for folder in folders if folder.is_dir()]
    # Where there is only one, as for most students, no file is read.
    return sorted(there, key=came) if len(there) > 1 else there


def giver(folder: Path) -> str:
    """Who handed something in."""
    return folder.parent.name


def attempts(assignment: Assignment, student: str, left: int | None = None) -> list[Attempt]:
    """All hand-ins that may count for a student, the last one at the end.

    Args:
        assignment, student: whose.
        left: the late days that are left of those before, if that is known already.
    """
    days = _left(assignment, student) if left is None else left
    return [_attempt(assignment, student, folder, days) for folder in folders(assignment, student)]


def counting(assignment: Assignment, student: str, left: int | None = None) -> Path:
    """The folder of the hand-in that counts; the latest of equally good ones.

    Args:
        assignment, student, left: as for :func:`attempts`.
    """
    several = assignment.attempts == "best" and len(folders(assignment, student)) > 1
    known = attempts(assignment, student, left) if several else []
    best = max(enumerate(known), key=lambda numbered: (numbered[1].rank, numbered[0]), default=None)
    return best[1].folder if best and best[1].outcome else last(assignment, student)


def shown(assignment: Assignment, student: str) -> Path | None:
    """The student's own hand-in whose grading a page shows; None where it is no longer there.

    If another member's counts, it is the student's last one: a page is only for its student.
    """
    graded, submitted = outcome_of(assignment.autograded(student)), assignment.submitted(student)
    if not (graded and graded.key.submission):  # by stock nbgrader, which knows only this
        return submitted
    same = [
        folder
        for folder in folders(assignment, student)
        if digest(assignment, folder) == graded.key.submission
    ]
    own = [folder for folder in same if giver(folder) == student]
    return own[-1] if own else submitted if same else None


def last(assignment: Assignment, student: str) -> Path:
    """The last hand-in; the student's own if no one knows which of the group's is the last."""
    found = folders(assignment, student)
    is_clear = found and not undecided(assignment, student)
    return found[-1] if is_clear else assignment.submitted(student)


def undecided(assignment: Assignment, student: str) -> list[str]:
    """Members of a group who handed in different work, where no one knows which is the latest."""
    submitted = {member: assignment.submitted(member) for member in _givers(assignment, student)}
    dates = {
        member: submission_date(folder)
        for member, folder in submitted.items()
        if folder.is_dir() and len(submitted) > 1
    }
    latest = max(filter(None, dates.values()), default=None)
    perhaps = [submitted[member] for member, date in dates.items() if date in (None, latest)]
    return [*dates] if len({digest(assignment, folder) for folder in perhaps}) > 1 else []


def is_waiting(assignment: Assignment, student: str) -> bool:
    """Whether the last hand-in is not graded yet."""
    folder = last(assignment, student)
    here = digest(assignment, folder) if folder.is_dir() else None
    return here is not None and evidence(assignment, student, here) is None


def news(assignment: Assignment) -> Iterator[str]:
    """Hand-ins of group members that are not entered yet, and what a person must decide. A sentence
    each.
    """
    id, groups = assignment.id, groups_of(assignment)
    fresh = {student for student in groups if not assignment.autograded(student).is_file()}
    yield from (f"{id}: {sentence}." for sentence in moved_students(assignment, fresh))
    for group, members in groups.members.items():
        by_last = assignment.attempts == "last"
        if by_last and (different := undecided(assignment, members[0])):
            yield (
                f"{id}: {group}: {', '.join(different)} handed in different work, and no one knows "
                "which is the latest, so each keeps their own. Enter the times (autograder "
                f"handed-in {id} DATE STUDENT), or move all but one away."
            )
        getting: dict[str, list[str]] = defaultdict(list)
        for member in members:
            own, folder = assignment.submitted(member), last(assignment, member)
            entered = outcome_of(assignment.autograded(member))
            is_new = not entered or entered.key.submission != digest(assignment, folder)
            if giver(folder) != member and is_new and (by_last or not own.is_dir()):
                came = submission_date(own)
                also = f", who handed in as well ({came:%Y-%m-%d %H:%M} UTC)" if came else ""
                getting[giver(folder)].append(member + also)
        for student, others in getting.items():
            yield f"{id}: {group}: what {student} handed in counts for {', '.join(others)}."


def sharing(assignment: Assignment, student: str) -> list[str]:
    """All members of a student's group who have the same hand-in; the student alone if none."""
    files = (assignment.autograded(member) for member in groups.together(assignment, student))
    teams = with_one_hand_in(assignment, filter(None, map(outcome_of, files)))
    return next((team for team in teams if student in team), [student])


def with_one_hand_in(assignment: Assignment, graded: Iterable[Outcome]) -> list[list[str]]:
    """The members of each group who share a hand-in, if there are several."""
    groups = groups_of(assignment)
    same: dict[tuple[str, str], list[str]] = defaultdict(list)
    for outcome in graded:
        if outcome.student in groups and outcome.key.submission:
            same[groups[outcome.student], outcome.key.submission].append(outcome.student)
    return [students for students in same.values() if len(students) > 1]


def handed_in(assignment: Assignment, folder: Path) -> bytes | None:
    """The notebook of a hand-in, as it is read for grading."""
    # One byte more than allowed, so that `parse` refuses it: a file may be larger than memory.
    return notebook_in(folder, assignment.id, LARGEST_NOTEBOOK + 1)


def digest(assignment: Assignment, folder: Path) -> str:
    """The identity of a hand-in: a hash of the files that are graded."""
    takes_c = _takes_c(assignment.solution, assignment.solution.stat().st_mtime_ns)
    files = c_files.files_in(folder).items() if takes_c else ()
    c_parts = (part for name, text in files for part in (name.encode(), text))
    return hash_of(handed_in(assignment, folder) or b"", *c_parts)


def hash_of(*parts: bytes) -> str:
    # Each part is hashed by itself, so that no text can move from one part to the next unseen.
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def evidence(assignment: Assignment, student: str, submission: str) -> Path | None:
    """The executed notebook of a hand-in, by its digest; the newest among those of a group."""
    found = [
        path
        for member in groups.together(assignment, student)
        for path in (
            _kept(assignment, member) / f"{submission}.ipynb",
            assignment.autograded(member),
        )
        if (outcome := outcome_of(path)) and outcome.key.submission == submission
    ]
    return max(found, key=lambda path: path.stat().st_mtime_ns, default=None)


def keep(assignment: Assignment, outcome: Outcome, text: str) -> None:
    """Keep the evidence of a hand-in that is one of several."""
    folder = _kept(assignment, outcome.student)
    notebooks.write(folder / f"{outcome.key.submission}.ipynb", text)


def keep_entered(assignment: Assignment, student: str) -> None:
    """Keep the evidence that is about to be replaced: that of the first hand-in, or of stock
    nbgrader."""
    current = assignment.autograded(student)
    before = outcome_of(current)
    if before and not (_kept(assignment, student) / f"{before.key.submission}.ipynb").is_file():
        keep(assignment, before, current.read_text("utf-8"))


def kept(assignment: Assignment, student: str | None = None) -> Iterator[Path]:
    """The evidence that is kept for those who handed in several times, or for one of them."""
    folder = assignment.course.private / "attempts" / assignment.id
    # A student's id may have any letters, also those of a pattern.
    yield from sorted(folder.glob("*/*.ipynb") if student is None else (folder / student).glob("*"))


def outcome_of(path: Path) -> Outcome | None:
    """The outcome in an executed notebook; None where there is none, or it is broken."""
    try:
        there = path.stat()
    except OSError:
        return None
    # A file is written by replacing the old one, so it has a new inode number.
    return _outcome(path, (there.st_ino, there.st_mtime_ns, there.st_size))


# Cached: a caller that asks which hand-in counts, and then for all outcomes, reads each file once.
@lru_cache(maxsize=16_384)
def _outcome(path: Path, _version: tuple[int, int, int]) -> Outcome | None:
    try:
        return outcome_in(notebooks.read_metadata(path))
    except CourseError:  # what a full disk has broken is graded again, and so restored
        return None


def _kept(assignment: Assignment, student: str) -> Path:
    return assignment.course.private / "attempts" / assignment.id / student


def _attempt(assignment: Assignment, student: str, folder: Path, left: int) -> Attempt:
    path = evidence(assignment, student, digest(assignment, folder))
    outcome, time = outcome_of(path) if path else None, submission_date(folder)
    if not (outcome and assignment.late):
        return Attempt(folder, time, outcome)
    seconds = _after_late_days(assignment, _seconds_late(assignment, student, folder), left)
    return Attempt(folder, time, outcome, assignment.late.penalty(outcome.total, seconds))


def _seconds_late(assignment: Assignment, student: str, folder: Path) -> float:
    """How late a hand-in is; 0 where that is not known."""
    time = submission_date(folder)
    if not (time and assignment.due):
        return 0.0
    return max(0.0, (time - assignment.due - more_time(assignment, student)).total_seconds())


def after_late_days(assignment: Assignment, student: str, seconds: float) -> float:
    """The seconds of lateness that cost something, after the student's late days."""
    return _after_late_days(assignment, seconds, _left(assignment, student))


def late_days(assignment: Assignment, student: str) -> tuple[int, int]:
    """The late days that a student has spent for an assignment, and has left after it."""
    left = _left(assignment, student)
    spent = _spent_there(assignment, student, left)
    return spent, left - spent


def _after_late_days(assignment: Assignment, seconds: float, left: int) -> float:
    return max(0.0, seconds - 86400 * _spent(assignment, seconds, left))


def _spent(assignment: Assignment, seconds: float, left: int) -> int:
    days = assignment.course.late
    grace = 60 * assignment.late.grace_minutes if assignment.late else 0.0
    return days.spent(seconds, left) if days and seconds > grace else 0


def _spent_there(assignment: Assignment, student: str, left: int) -> int:
    folder = counting(assignment, student, left)
    return _spent(assignment, _seconds_late(assignment, student, folder), left)


def _left(assignment: Assignment, student: str) -> int:
    """The late days that earlier assignments leave. Each is computed once, from the first on: what
    one spends decides about the next.
    """
    days = assignment.course.late
    if not (days and assignment.due):
        return 0
    left = days.budget
    for earlier in assignment.course.by_due_date:
        if earlier.id == assignment.id:
            break
        left -= _spent_there(earlier, student, left)
    return left


@lru_cache
def _takes_c(solution: Path, _version: int) -> bool:
    return c_files.takes_files(notebooks.read(solution))


def next_turn(assignment: Assignment, student: str) -> datetime | None:
    """When the next hand-in is graded on arrival; None if at once."""
    most = assignment.hand_ins_per_hour
    recent = _graded_at(assignment, student)[-most:] if most else []
    if not most or len(recent) < most:
        return None
    turn = recent[0] + HOUR
    return turn if turn > datetime.now(UTC) else None


def take_turn(assignment: Assignment, student: str) -> None:
    """Write down that a hand-in was graded now, so that a restarted watcher knows it."""
    if most := assignment.hand_ins_per_hour:
        times = [*_graded_at(assignment, student), datetime.now(UTC)][-most:]
        lines = "".join(f"{moment.timestamp()}\n" for moment in times)
        notebooks.write(_turns(assignment, student), lines)


def _graded_at(assignment: Assignment, student: str) -> list[datetime]:
    path = _turns(assignment, student)
    lines = path.read_text().split() if path.is_file() else []
    # A clock that was set back must not keep anybody waiting for longer than an hour.
    now = time.time()
    return [datetime.fromtimestamp(min(float(line), now), UTC) for line in lines]


def _turns(assignment: Assignment, student: str) -> Path:
    return assignment.course.private / "turns" / assignment.id / student / "times.txt"
