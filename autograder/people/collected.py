"""The tables of what was collected: a row for each file and what became of it; Moodle's worksheet.

The worksheet says who Moodle's numbers are, when they handed in, and who is in a group.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from autograder import notebooks
from autograder.course import Course, CourseError
from autograder.people.platforms import Owner, words
from autograder.spreadsheets import Sheet, as_csv, read_sheet


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


@dataclass(frozen=True, kw_only=True)
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
    return rows_in(table_path(course, assignment))


def rows_in(path: Path) -> list[Row]:
    """The rows of one such file; none where there is no file."""
    status, *others = Row.__annotations__
    rows = read_sheet(path, [status, *others]).rows if path.is_file() else []
    return [Row(status=Status(row[status]), **{name: row[name] for name in others}) for row in rows]


def write_table(course: Course, assignment: str, earlier: list[Row], rows: list[Row]) -> None:
    """Write the table; earlier rows of students who are not in it this time stay."""
    fresh = {row.student for row in rows if row.student}
    # A person may have said that it was somebody else's.
    ids = {(row.platform, row.lms) for row in rows if row.student and row.lms}
    fresh.add("")
    before = [row for row in earlier if row.student not in fresh]
    kept = [row for row in before if (row.platform, row.lms) not in ids]
    written = sorted([*kept, *rows], key=lambda row: (row.student, row.file))
    text = as_csv(list(Row.__annotations__), map(vars, written))
    notebooks.write(table_path(course, assignment), text)


def table_path(course: Course, assignment: str) -> Path:
    """Where the table of an assignment is."""
    return course.collected / f"{assignment}.csv"


IDENTIFIER, GRADE, MAXIMUM = "Identifier", "Grade", "Maximum grade"
FULL_NAME, EMAIL, ID_NUMBER, GROUP = "Full name", "Email address", "ID number", "Group"
TIME = "Last modified (submission)"
_WORKSHEET = "moodle-"
# Of Moodle in English, and in that of the United States; in the zone of whoever downloads it.
_TIMES = ("%A, %d %B %Y, %I:%M %p", "%A, %B %d, %Y, %I:%M %p")


class Worksheet:
    """A worksheet as Moodle gave it; one of anonymous submissions has no names.

    Args:
        path: the file.

    Raises:
        CourseError: it is none, or not one in English.
    """

    def __init__(self, path: Path) -> None:
        self.sheet: Sheet = read_sheet(path, [IDENTIFIER, GRADE, MAXIMUM])
        self.rows = {number_of(row): row for row in self.sheet.rows}
        try:
            self._times = {number: _time(row) for number, row in self.rows.items()}
        except ValueError as error:
            raise CourseError(
                f"{path}: {error}. Set your language in Moodle to English, and download it again; "
                "nothing was collected."
            ) from None

    def persons(self) -> list[Owner]:
        """All who are in the assignment, by name; none where it is anonymous."""
        everybody = [self._owner(number, Owner("moodle")) for number in self.rows]
        return [owner for owner in everybody if owner.name]

    def owners(self, owner: Owner) -> list[Owner]:
        """Whose hand-in it is: one person's, or that of all members of a group.

        The number of a group may be that of a person, so the name has to be the same.
        """
        row = self.rows.get(owner.number, {})
        if row and words(row.get(FULL_NAME, "")) == words(owner.name):
            return [self._owner(owner.number, owner)]
        group = words(owner.name)
        members = [
            number
            for number, row in self.rows.items()
            if group and words(row.get(GROUP, "")) == group
        ]
        return [self._owner(number, owner) for number in members] or [replace(owner, number="")]

    def number_with(self, student: Mapping[str, str]) -> str:
        """The number of a row of the roster by its email address or id number; else empty."""
        columns = (("email", EMAIL), ("id_number", ID_NUMBER))
        wanted = {
            there: value.casefold() for here, there in columns if (value := student.get(here))
        }
        of_student = (
            number
            for number, row in self.rows.items()
            if any(row.get(column, "").casefold() == value for column, value in wanted.items())
        )
        return next(of_student, "")

    def _owner(self, number: str, owner: Owner) -> Owner:
        row = self.rows[number]
        return replace(
            owner,
            number=number,
            name=row.get(FULL_NAME, ""),
            email=row.get(EMAIL, ""),
            id_number=row.get(ID_NUMBER, ""),
            time=self._times[number],
        )


def worksheet_path(course: Course, assignment: str) -> Path:
    """Where the worksheet that was collected is kept, for the export fills it in."""
    return course.collected / f"{_WORKSHEET}{assignment}.csv"


def collected_of(path: Path) -> str:
    """The assignment of a table or a worksheet, by its name."""
    return path.stem.removeprefix(_WORKSHEET)


def number_of(row: dict[str, str]) -> str:
    """The number of a row of the worksheet; empty where it has none.

    >>> number_of({"Identifier": "Participant 78"})
    '78'
    """
    number = re.search(r"\d+$", row[IDENTIFIER])
    return number[0] if number else ""


def _time(row: dict[str, str]) -> str:
    text = row.get(TIME, "")
    if text in ("", "-"):
        return ""
    for form in _TIMES:
        try:
            return f"{datetime.strptime(text, form):%Y-%m-%d %H:%M}"
        except ValueError:
            continue
    raise ValueError(f"the time {text!r} cannot be read")
