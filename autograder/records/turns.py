"""How often hand-ins of one student are graded on arrival: so many in an hour, then the next waits.

Only the times are kept, a line each, so that a watcher that was killed knows them.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from autograder import notebooks
from autograder.course import Assignment

HOUR = timedelta(hours=1)


def next_turn(assignment: Assignment, student: str) -> datetime | None:
    """When the next hand-in is graded; None if at once."""
    most = assignment.hand_ins_per_hour
    recent = _times(assignment, student)[-most:] if most else []
    if not most or len(recent) < most:
        return None
    turn = recent[0] + HOUR
    return turn if turn > datetime.now(UTC) else None


def take(assignment: Assignment, student: str) -> None:
    """Write down that a hand-in was graded now."""
    if most := assignment.hand_ins_per_hour:
        times = [*_times(assignment, student), datetime.now(UTC)][-most:]
        lines = "".join(f"{one.timestamp()}\n" for one in times)
        notebooks.write(_path(assignment, student), lines)


def _times(assignment: Assignment, student: str) -> list[datetime]:
    path = _path(assignment, student)
    lines = path.read_text().split() if path.is_file() else []
    # A clock that was set back must not keep anybody waiting for longer than an hour.
    now = time.time()
    return [datetime.fromtimestamp(min(float(line), now), UTC) for line in lines]


def _path(assignment: Assignment, student: str) -> Path:
    return assignment.course.private / "turns" / assignment.id / student / "times.txt"
