"""The table of what was collected: a row for each file, and what became of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from autograder import notebooks
from autograder.course import Course
from autograder.spreadsheets import as_csv, read_sheet


class Status(StrEnum):
    """What became of a file."""

    TAKEN = "taken"
    UNCHANGED = "unchanged"
    EARLIER = "earlier try"
    LEFT_OUT = "left out"
    NO_NOTEBOOK = "no notebook"
    NOT_PLACED = "not placed"
    REFUSED = "refused"

    @property
    def needs_a_person(self) -> bool:
        """Whether somebody must look at it, or a student has no grade."""
        return self in (Status.NO_NOTEBOOK, Status.NOT_PLACED, Status.REFUSED)


@dataclass(frozen=True)
class Row:
    """A line of the table: a file, and what became of it."""

    status: Status
    student: str
    file: str
    note: str = ""
    time: str = ""
    platform: str = ""
    lms_name: str = ""
    lms: str = ""


def table(course: Course, assignment: str) -> list[Row]:
    """The rows that were written when an assignment was collected, if it was."""
    path = _table_path(course, assignment)
    if not path.is_file():
        return []
    rows = read_sheet(path, list(Row.__annotations__)).rows
    return [Row(Status(row.pop("status")), **row) for row in rows]


def write_table(course: Course, assignment: str, rows: list[Row]) -> None:
    """Write the table; rows of students who are not in it this time stay."""
    fresh = {row.student for row in rows if row.student}
    # A person may have said that it was somebody else's.
    ids = {(row.platform, row.lms) for row in rows if row.student and row.lms}
    before = [row for row in table(course, assignment) if row.student not in fresh | {""}]
    kept = [row for row in before if (row.platform, row.lms) not in ids]
    written = sorted([*kept, *rows], key=lambda row: (row.student, row.file))
    text = as_csv(list(Row.__annotations__), map(asdict, written))
    notebooks.write(_table_path(course, assignment), text)


def _table_path(course: Course, assignment: str) -> Path:
    return course.collected / f"{assignment}.csv"
