"""The roster ``students.csv``: who the students are here, by name, and on each platform."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from autograder import encodings, notebooks, texts
from autograder.course import Course, CourseError
from autograder.people import platforms
from autograder.people.platforms import PLATFORMS, Owner, as_id
from autograder.spreadsheets import Sheet, read_sheet

COLUMNS = ["student", "name", "email", "id_number", "moodle", "canvas", "blackboard"]
# Columns whose values no two rows may share; a platform's may hold several, separated by spaces.
IDENTIFIERS = ["student", "email", "id_number", *PLATFORMS]
NEW = "new"  # stands for somebody who is not in the roster, and so is no one's id


def read_roster(path: Path, *further: str) -> Sheet:
    """The roster as it stands: not checked, so two rows may be of one student.

    Args:
        path: of the file; where there is none, no one is in it.
        further: columns that must be in it; then the file must exist.
    """
    if not path.is_file() and not further:
        return Sheet(COLUMNS[:], [])
    sheet = read_sheet(path, [*COLUMNS[:1], *further])
    sheet.rows = [row for row in sheet.rows if row["student"]]
    return sheet


def enrolled(course: Course) -> dict[str, dict[str, str]]:
    """The rows of the roster by id, if there is one."""
    return {row["student"]: row for row in read_roster(course.roster).rows}


class Roster:
    """Students by id; read from a course, changed here, written back with :meth:`save`.

    Other columns of the file stay as they are, and so do its separator and the order of its rows.

    Raises:
        CourseError: it cannot be read, or two rows share an identifier.
    """

    def __init__(self, course: Course) -> None:
        self._path = course.roster
        self._sheet = read_roster(self._path)
        self.rows = self._sheet.rows
        self.new: list[str] = []
        self._changed = False
        self._owners = _require_usable(self._path, self.rows)
        self._rows = {row["student"]: row for row in self.rows}
        submitted = course.root.glob("submitted/*")
        # Everyone known: with a row, or only with a folder in ``submitted/``.
        self.students = {folder.name for folder in submitted if folder.is_dir()} | {*self._rows}

    def known_text(self) -> frozenset[str]:
        """Names and ids, by which lists and file names are decoded."""
        names = [row.get("name", "") for row in self.rows]
        return encodings.pieces(
            *self.students,
            *names,
            *(spelling for name in names for spelling in platforms.joined(name)),
        )

    def row(self, student: str) -> dict[str, str]:
        """What is known about a student; empty texts where nothing is."""
        return defaultdict(str, self._rows.get(student, {}) | {"student": student})

    def with_identifier(self, column: str, identifier: str) -> str | None:
        """The student who has an identifier of a platform, an email address or an id number."""
        return self._owners[column].get(comparable(column, identifier))

    def enter(self, student: str, owner: Owner) -> None:
        """Note what a platform says about a student, who gets a row if there is none.

        Args:
            student: the id.
            owner: as the platform knows them.
        """
        row = self._rows.get(student)
        if row is None:
            row = self._rows[student] = {"student": student}
            self.rows.append(row)
            self.students.add(student)
            self.new.append(student)
            self._changed = True
        for column in ("name", "email", "id_number"):
            if (value := getattr(owner, column)) and not row.get(column):
                self._set(row, column, value)
        platform = PLATFORMS[owner.platform]
        identifier = owner.number or owner.user
        # A number of a single assignment is in that assignment's table.
        if not identifier or platform.per_assignment or identifier == student:
            return
        before = self.with_identifier(owner.platform, identifier)
        if before == student:
            return
        if before:  # a person said that both are this student
            rest = [
                listed
                for listed in self.row(before)[owner.platform].split()
                if listed != identifier
            ]
            self._set(self._rows[before], owner.platform, " ".join(rest))
        known = row.get(owner.platform, "").split()
        self._set(row, owner.platform, " ".join([*known, identifier]))

    def join(self, student: str, other: str, came: Iterable[tuple[str, str]] = ()) -> list[str]:
        """Merge another student's row into a student's row, and remove it.

        Args:
            student: the id that stays.
            other: the one that is no more.
            came: platforms, and the identifiers by which they knew the two.

        Returns:
            What the other row said differently and is lost, a sentence each.
        """
        left = self._rows.pop(other, {})
        self.rows[:] = [row for row in self.rows if row is not left]
        ids = {name: left[name].split() for name in PLATFORMS if left.get(name)}
        for platform, identifier in came:
            if self.with_identifier(platform, identifier) in (None, student, other):
                ids.setdefault(platform, []).append(identifier)
        if not (left or ids):
            return []
        row = self._rows.get(student)
        if row is None:
            row = self._rows[student] = {"student": student}
            self.rows.append(row)
        for column, several in ids.items():
            both = dict.fromkeys([*row.get(column, "").split(), *several])
            self._set(row, column, " ".join(both))
        differing = []
        for column, value in left.items():
            if not value or column in (*PLATFORMS, "student"):
                continue
            if not row.get(column):
                self._set(row, column, value)
            elif row[column] != value:
                differing.append(f"{column} of {other} was {value!r}; {row[column]!r} stays")
        self._changed = True
        return differing

    def new_id(self, owner: Owner) -> str | None:
        """An id for a student whom no one has entered; None if the platform's cannot be one."""
        if owner.user:
            is_id = as_id(owner.user) == owner.user != NEW
            return owner.user if is_id else None
        nameless = PLATFORMS[owner.platform].nameless_id.format(owner.number)
        wanted = as_id(owner.name) or as_id(nameless)
        # Some file systems ignore case.
        taken = {NEW, *(student.casefold() for student in self.students)}
        # For a group, the doubt holds the number.
        wishes = [wanted, f"{wanted}-{owner.number}" if owner.number else as_id(owner.doubt)]
        return next((wish for wish in wishes if wish and wish.casefold() not in taken), None)

    def save(self) -> None:
        """Write the file, if anything has changed.

        Raises:
            CourseError: it could not be read back as written; nothing is written.
        """
        if not self._changed:
            return
        with notebooks.written_whole(self._path) as fresh:
            self._sheet.write(fresh)
            read = read_roster(fresh).rows
            _require_usable(self._path, read)
            written = [
                {name: texts.clean(cell) for name, cell in row.items() if cell} for row in self.rows
            ]
            again = [{name: cell for name, cell in row.items() if cell} for row in read]
            pairs = zip(written, again, strict=True)
            if wrong := next((row for row, other in pairs if row != other), None):
                raise CourseError(
                    f"{self._path}: the row of {wrong['student']} would be different when read "
                    "back, perhaps because of unusual characters. Correct that row; nothing was "
                    "changed."
                )

    def _set(self, row: dict[str, str], column: str, value: str) -> None:
        if column not in self._sheet.columns:
            self._sheet.columns.append(column)
        row[column] = value
        own = dict.fromkeys(_identifiers(row, column), row["student"])
        self._owners.get(column, {}).update(own)
        self._changed = True


def _require_usable(path: Path, rows: list[dict[str, str]]) -> dict[str, dict[str, str]]:
    """See that each row has an id that can be a folder, and each identifier is of one row.

    Returns:
        For each column, the student by identifier.
    """
    for row in rows:
        student = row["student"]
        if student == NEW or student.startswith(".") or "/" in student:
            raise CourseError(
                f"{path}: {student!r} cannot be a student's id: it must work as a folder's name "
                f"and not be {NEW!r}. Choose a different id; nothing was changed."
            )
    owners: dict[str, dict[str, str]] = {column: {} for column in IDENTIFIERS}
    for column, known in owners.items():
        for row in rows:
            for identifier in _identifiers(row, column):
                if identifier in known:
                    raise CourseError(
                        f"{path} has {identifier!r} twice in the column {column!r} "
                        f"({known[identifier]}, {row['student']}), but it can belong to only one "
                        "student. Correct the file; nothing was changed."
                    )
                known[identifier] = row["student"]
    return owners


def _identifiers(row: dict[str, str], column: str) -> list[str]:
    cell = row.get(column, "")
    several = column in PLATFORMS
    return [comparable(column, part) for part in (cell.split() if several else [cell]) if part]


def comparable(column: str, identifier: str) -> str:
    """An identifier in comparable form: equal for all ways to write an email address."""
    return identifier.casefold() if column == "email" else identifier
