"""The tables of what was collected: a row for each file and what became of it; Moodle's worksheet.

The worksheet says who Moodle's numbers are, when they handed in, and who is in a group.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path, PurePosixPath

from autograder import notebooks
from autograder.course import Course, CourseError
from autograder.encodings import Known
from autograder.people import roster
from autograder.people.local_dates import read_local
from autograder.people.platforms import PLATFORMS, WORKSHEET_HEADINGS, Owner, as_filed
from autograder.spreadsheets import Sheet, as_csv, read_sheet


class Status(StrEnum):
    """What became of a file."""

    TAKEN = "taken"
    UNCHANGED = "unchanged"
    EARLIER = "earlier try"
    LEFT_OUT = "left out"
    SET_ASIDE = "set aside"
    NO_NOTEBOOK = "no notebook"
    NOT_PLACED = "not placed"
    REFUSED = "refused"

    @property
    def needs_a_person(self) -> bool:
        """Whether somebody must look at it, or a student has no grade."""
        return self in (Status.NO_NOTEBOOK, Status.NOT_PLACED, Status.REFUSED)


SET_ASIDE = "a person decided that a different hand-in of this student counts"


@dataclass(frozen=True, kw_only=True)
class CollectedRow:
    """A line of the table: a file, and what became of it."""

    status: Status
    student: str
    file: str
    note: str = ""
    time: str = ""
    zone: str = ""
    platform: str = ""
    lms_name: str = ""
    lms: str = ""

    @property
    def handed_out_as(self) -> str:
        """The name that the platform gave to the file, or to the folder it lies in."""
        return (*PurePosixPath(self.file).parts[1:2], "")[0]


def table(course: Course, assignment: str) -> list[CollectedRow]:
    """The rows that were written when an assignment was collected, if it was."""
    return rows_in(table_path(course, assignment))


def placed_last(rows: Iterable[CollectedRow]) -> list[CollectedRow]:
    """The rows, with those of files that are in their places at the end.

    For a student whom a platform knows by two numbers, the last row is then the one that counts.
    """
    return sorted(rows, key=lambda row: row.status in (Status.TAKEN, Status.UNCHANGED))


def set_aside(course: Course, assignment: str, student: str) -> None:
    """Say in the table that what a student has sent does not count, as a person decided."""
    rows = table(course, assignment)
    handed_in = (Status.TAKEN, Status.UNCHANGED, Status.EARLIER)
    said = [
        replace(row, status=Status.SET_ASIDE, note=SET_ASIDE)
        if row.student == student and row.status in handed_in
        else row
        for row in rows
    ]
    if said != rows:
        write_table(course, assignment, [], said)


def is_blind(course: Course, assignment: str) -> bool:
    """Whether nameless participants handed in: no one can tell who in the roster has not."""
    return any(
        row.student == platform.nameless_id.format(row.lms) and not row.lms_name
        for row in table(course, assignment)
        if (platform := PLATFORMS.get(row.platform)) and platform.nameless and row.lms
    )


def rows_in(path: Path) -> list[CollectedRow]:
    """The rows of one such file; none where there is no file."""
    status, *others = CollectedRow.__annotations__
    rows = read_sheet(path, [status]).rows if path.is_file() else []
    # A table of an earlier release has fewer columns.
    known = ({name: row.get(name, "") for name in others} for row in rows)
    return [
        CollectedRow(status=Status(row[status]), **cells)
        for row, cells in zip(rows, known, strict=True)
    ]


def write_table(
    course: Course, assignment: str, earlier: list[CollectedRow], rows: list[CollectedRow]
) -> None:
    """Write the table; earlier rows of students who are not in it this time stay."""
    fresh = {row.student for row in rows if row.student}
    # A person may have said that a file is a different student's.
    ids = {(row.platform, row.lms) for row in rows if row.student and row.lms}
    fresh.add("")
    # What a person has set aside stays so, whether it came this time or not.
    files = {row.file for row in rows}
    before = [
        row
        for row in earlier
        if row.student not in fresh
        or (row.status is Status.SET_ASIDE and row.student and row.file not in files)
    ]
    kept = [row for row in before if (row.platform, row.lms) not in ids]
    written = sorted([*kept, *rows], key=lambda row: (row.student, row.file))
    text = as_csv(list(CollectedRow.__annotations__), map(vars, written))
    notebooks.write(table_path(course, assignment), text)


def staff(course: Course) -> set[str]:
    """The addresses of those whom a list of participants marks as not students."""
    path = staff_path(course)
    rows = read_sheet(path, ["email"]).rows if path.is_file() else []
    return {roster.comparable("email", row["email"]) for row in rows if row["email"]}


def staff_path(course: Course) -> Path:
    """Where they are kept, since staff hand in on platforms to try things out."""
    return course.collected / "staff.csv"


def table_path(course: Course, assignment: str) -> Path:
    """Where the table of an assignment is."""
    return course.collected / f"{assignment}.csv"


IDENTIFIER, GRADE, MAXIMUM = "Identifier", "Grade", "Maximum grade"
FULL_NAME, EMAIL, ID_NUMBER, GROUP = "Full name", "Email address", "ID number", "Group"
STATUS, DUE, TIME = "Status", "Due date", "Last modified (submission)"
# The columns of what tells people apart there, and in the roster.
_IN_WORKSHEET = {"email": EMAIL, "id_number": ID_NUMBER}
_IN_ROSTER = {name: name for name in _IN_WORKSHEET}
_WORKSHEET = "moodle-"
LANGUAGES = "English, Japanese, German, French, Spanish or Chinese"


class Worksheet:
    """A worksheet as Moodle gave it; one of anonymous submissions has no names.

    Args:
        path: the file.
        known: as for :func:`~autograder.spreadsheets.read_sheet`.

    Rows have the English headings, whichever the file has.

    Raises:
        CourseError: it is none, or in a language that is not known.
    """

    def __init__(self, path: Path, known: Known = frozenset) -> None:
        self.sheet: Sheet = read_sheet(path, [], known)
        self._headings = headings_in(self.sheet.columns)
        if not self._headings:
            raise CourseError(
                f"{path} is not a Moodle grading worksheet in {LANGUAGES}. Set one of these as "
                "your language there, and download it again."
            )
        rows = (in_english(row, self._headings) for row in self.sheet.rows)
        self.rows = {number_of(row): row for row in rows}
        try:
            self._times = {number: _time(row) for number, row in self.rows.items()}
        except ValueError as error:
            raise CourseError(
                f"{path}: {error}. Set your language in Moodle to {LANGUAGES}, and download it "
                "again; nothing was collected."
            ) from None

    def persons(self) -> list[Owner]:
        """All who are in the assignment, by name; none where it is anonymous."""
        everybody = [self._owner(number, Owner("moodle")) for number in self.rows]
        return [owner for owner in everybody if owner.name]

    def owners(self, owner: Owner) -> list[Owner]:
        """Whose hand-in it is: one person's, or that of all members of a group. Where groups hand
        in, a number in a file's name is never a person's, though it may look like one. An owner
        that this worksheet does not know may be a group of another assignment.
        """
        if owner.platform != "moodle":
            return [owner]
        if self.is_of_groups:
            known = replace(owner, doubt="")
            members = [self._owner(number, known) for number in self._members(owner.name)]
            return members or [owner.of_a_group()]
        if self.has(owner.number, owner.name):
            return [self._owner(owner.number, owner)]
        return [owner.of_a_group()]

    def has(self, number: str, name: str) -> bool:
        """Whether a number belongs to a person with this name in files; otherwise it may be a
        group's. The number tells who it is, and the name that it is from this worksheet.
        """
        row = self.rows.get(number)
        return row is not None and as_filed(row.get(FULL_NAME, "")) == as_filed(name)

    @property
    def is_of_groups(self) -> bool:
        """Whether groups hand in there."""
        return GROUP in self._headings

    def as_text(self) -> str:
        """What Moodle imports, under the headings that it gave; without comments and texts. Moodle
        would delete a teacher's comments where the column is empty.
        """
        headings = self._headings.values()
        rows = (
            {heading: row[name] for name, heading in self._headings.items()}
            for row in self.rows.values()
        )
        columns = [column for column in self.sheet.columns if column in headings]
        return as_csv(columns, rows, self.sheet.separator)

    def _members(self, group: str) -> list[str]:
        """The numbers of a group's members; none if two groups have this name."""
        named = {
            number: row[GROUP]
            for number, row in self.rows.items()
            if as_filed(group) and as_filed(row[GROUP]) == as_filed(group)
        }
        return [*named] if len({*named.values()}) == 1 else []

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


def headings_in(columns: Collection[str]) -> dict[str, str]:
    """The headings of a worksheet by the English ones; empty where it is none.

    >>> headings_in(["ID", "Vollständiger Name", "Bewertung", "Bestwertung"])["Full name"]
    'Vollständiger Name'
    """
    for names in WORKSHEET_HEADINGS.values():
        known = {alias.casefold(): name for name, ones in names.items() for alias in ones}
        found = {
            known[column.casefold()]: column for column in columns if column.casefold() in known
        }
        if {IDENTIFIER, GRADE, MAXIMUM} <= found.keys():
            return found
    return {}


def in_english(row: Mapping[str, str], headings: Mapping[str, str]) -> dict[str, str]:
    """A row of a worksheet under the English headings."""
    return {name: row[heading] for name, heading in headings.items()}


def group_numbers(course: Course, assignment: str) -> dict[str, str]:
    """Moodle's number of each group, by its name as in files, from the names of what it sent."""
    read = (
        PLATFORMS["moodle"].read(row.handed_out_as)
        for row in table(course, assignment)
        if row.platform == "moodle"
    )
    return {as_filed(group.name): group.number for group in read if group and group.number}


def numbers_in(
    worksheet: Worksheet, rows: Iterable[CollectedRow], roster: Iterable[Mapping[str, str]]
) -> dict[str, str]:
    """The number of each student in a worksheet: as it was collected, or by email or id number."""
    by_identifier = {
        identifier: number
        for number, row in worksheet.rows.items()
        for identifier in _identifiers(row, _IN_WORKSHEET)
    }
    numbers = {
        row["student"]: by_identifier[identifier]
        for row in roster
        for identifier in _identifiers(row, _IN_ROSTER)
        if identifier in by_identifier
    }
    numbers |= {
        row.student: row.lms
        for row in placed_last(rows)
        if row.platform == "moodle" and row.student and worksheet.has(row.lms, row.lms_name)
    }
    return numbers


def worksheet_path(course: Course, assignment: str) -> Path:
    """Where the collected worksheet is kept; the export fills it in."""
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


def is_of(row: Mapping[str, str], student: Mapping[str, str]) -> bool:
    """Whether a row of the worksheet has the email or the id number of a row of the roster."""
    return not _identifiers(row, _IN_WORKSHEET).isdisjoint(_identifiers(student, _IN_ROSTER))


def _identifiers(row: Mapping[str, str], columns: Mapping[str, str]) -> set[tuple[str, str]]:
    found = {name: row.get(column) for name, column in columns.items()}
    return {(name, roster.comparable(name, value)) for name, value in found.items() if value}


def _time(row: dict[str, str]) -> str:
    text = row.get(TIME, "")
    if text in ("", "-"):
        return ""
    return f"{read_local(text):%Y-%m-%d %H:%M}"
