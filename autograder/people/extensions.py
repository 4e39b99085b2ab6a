"""Who has more time: by the registry, or else as Moodle's worksheet tells it.

Moodle shows an extension in a row's status and, if anybody has an individual due date, the due
dates of all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path

from autograder.course import Assignment
from autograder.dates import in_full
from autograder.people.collected import (
    DUE,
    STATUS,
    Worksheet,
    numbers_in,
    rows_in,
    table_path,
    worksheet_path,
)
from autograder.people.groups import changed_at
from autograder.people.local_dates import dates_in
from autograder.people.roster import read_roster


@dataclass
class _OfWorksheet:
    """What a worksheet says of due dates.

    Args:
        dates: of single students, in no zone.
        different: the due date of everyone else, if it differs from the course's.
    """

    dates: dict[str, datetime] = field(default_factory=dict)
    different: datetime | None = None


def more_time(assignment: Assignment, student: str) -> timedelta:
    """How long after the due date a student's own is; an extension never makes it earlier."""
    date = assignment.extensions.get(student) or granted(assignment).get(student)
    return max(timedelta(), date - assignment.due) if date and assignment.due else timedelta()


def granted(assignment: Assignment) -> dict[str, datetime]:
    """The due dates that Moodle's worksheet has for single students; none without a zone."""
    zone = assignment.course.zone
    dates = _of_worksheet(assignment).dates if zone else {}
    return {student: date.replace(tzinfo=zone) for student, date in dates.items()}


def deadlines(assignment: Assignment) -> Iterator[str]:
    """The due date and the extensions as they were understood, a line each, for a person."""
    if assignment.due:
        yield f"{assignment.id}: due {in_full(assignment.due)}"
    for student, date in assignment.extensions.items():
        yield f"{assignment.id}: {student} has until {_shown(assignment, student, date)}"
    yield from of_platform(assignment)


def of_platform(assignment: Assignment) -> Iterator[str]:
    """What Moodle's worksheet says of due dates, a line each."""
    id, said = assignment.id, _of_worksheet(assignment)
    for student, date in granted(assignment).items():
        if student not in assignment.extensions:
            until = _shown(assignment, student, date)
            yield f"{id}: {student} has until {until}, according to Moodle's worksheet"
    if said.dates and not assignment.course.zone:
        students = ", ".join(sorted(said.dates))
        yield (
            f"{id}: Moodle's worksheet has individual due dates for {students}, without a time "
            "zone. They count once timezone is set under [course]."
        )
    if said.different:
        yield (
            f"{id}: Moodle's worksheet has the due date {said.different:%Y-%m-%d %H:%M}, but the "
            "date in course.toml is different, and counts. If individual students have their own "
            "due dates there, enter these under extensions."
        )


def _shown(assignment: Assignment, student: str, date: datetime) -> str:
    note = "" if more_time(assignment, student) else ", which is not after the due date"
    return f"{in_full(date)}{note}"


def _of_worksheet(assignment: Assignment) -> _OfWorksheet:
    course, id = assignment.course, assignment.id
    paths = worksheet_path(course, id), table_path(course, id), course.roster
    if not (assignment.due and paths[0].is_file()):
        return _OfWorksheet()
    # Moodle writes dates to the minute, in the time zone of whoever downloads the worksheet.
    due = assignment.due.astimezone(course.zone) if course.zone else assignment.due
    due = due.replace(tzinfo=None, second=0, microsecond=0)
    return _read(paths, tuple(map(changed_at, paths)), due)


# Cached, since it is called for each student.
@lru_cache(maxsize=8)
def _read(paths: tuple[Path, Path, Path], _changed: tuple[int, ...], due: datetime) -> _OfWorksheet:
    path, table, roster = paths
    worksheet = Worksheet(path)
    rows = worksheet.rows
    numbers = numbers_in(worksheet, rows_in(table), read_roster(roster).rows)
    dues = {number: next(dates_in(row.get(DUE, "")), None) for number, row in rows.items()}
    others = {*dues.values()} - {None, due}
    # It does not say which date is everyone's, unless it has the course's own.
    is_same = due in dues.values()
    said = _OfWorksheet(different=None if is_same else min(filter(None, others), default=None))
    for student, number in numbers.items():
        row, own = rows.get(number, {}), dues.get(number)
        dates = [*dates_in(row.get(STATUS, "")), *([own] if own and is_same and own != due else [])]
        if dates:
            said.dates[student] = max(dates)
    return said
