"""The roster ``students.csv``: who the students are here, by name, and on each platform."""

from __future__ import annotations

import csv
import io
import re
from itertools import permutations
from pathlib import Path

from autograder import notebooks
from autograder.course import Course, CourseError
from autograder.intake.names import Owner, as_id, same_name
from autograder.spreadsheets import as_csv, from_table

COLUMNS = ["student", "name", "email", "moodle", "canvas", "blackboard", "classroom"]
MOST_WORDS = 5  # of a name, whose orders are tried


class Ambiguous(Exception):
    """Several students have that name."""


class Roster:
    """Students by id; read from a course, changed here, written back with :meth:`save`.

    Other columns of the file stay as they are. Moodle numbers a student anew for each assignment,
    so a cell may hold several ids, with spaces between.
    """

    def __init__(self, course: Course) -> None:
        self._path = course.root / "students.csv"
        self.columns, self.rows = _read(self._path)
        known = {folder.name for folder in course.root.glob("submitted/*") if folder.is_dir()}
        self._known = known - {row["student"] for row in self.rows}

    def find(self, owner: Owner) -> str | None:
        """The id of a student who is known.

        Raises:
            Ambiguous: several are called like that.
        """
        for matches in (self._by_id(owner), self._by_name(owner)):
            if len(matches) > 1:
                raise Ambiguous(", ".join(sorted(matches)))
            if matches:
                return matches.pop()
        return owner.student if owner.student in self._known else None

    def enter(self, owner: Owner) -> str:
        """The id of a student, who is entered if need be, with what the platform calls them."""
        student = self.find(owner) or self._new_id(owner)
        row = next((row for row in self.rows if row["student"] == student), None)
        if row is None:
            row = dict.fromkeys(self.columns, "") | {"student": student}
            self.rows.append(row)
        row["name"] = row["name"] or owner.name or owner.student
        ids = row.get(owner.platform, "").split()
        if owner.lms and owner.platform in self.columns and owner.lms not in ids:
            row[owner.platform] = " ".join([*ids, owner.lms])
        return student

    def row(self, student: str) -> dict[str, str]:
        """What is known of a student; empty texts where nothing is."""
        matching = (row for row in self.rows if row["student"] == student)
        return next(matching, dict.fromkeys(self.columns, "") | {"student": student})

    def save(self) -> None:
        """Write the file, sorted by id."""
        rows = sorted(self.rows, key=lambda row: row["student"])
        notebooks.write(self._path, as_csv(self.columns, rows))

    def _by_id(self, owner: Owner) -> set[str]:
        column = owner.platform if owner.platform in self.columns else "student"
        ids = {owner.student, owner.lms} - {""}
        return {
            row["student"]
            for row in self.rows
            if row["student"] == owner.student or ids & set(row[column].split())
        }

    def _by_name(self, owner: Owner) -> set[str]:
        name = same_name(owner.name or owner.student)
        if not name:  # nothing but signs
            return {row["student"] for row in self.rows if row["name"] == owner.student}
        return {row["student"] for row in self.rows if self._has_name(row, name, owner)}

    def _has_name(self, row: dict[str, str], name: str, owner: Owner) -> bool:
        # Canvas knows a person by one number; another number is another person.
        if owner.platform == "canvas" and row["canvas"]:
            return False
        same = (same_name(row["name"]), same_name(row["student"]))
        return name in same or (owner.platform == "canvas" and name in _run_together(row["name"]))

    def _new_id(self, owner: Owner) -> str:
        wanted = as_id(owner.student or owner.name) or f"{owner.platform}-{owner.lms or 0}"
        taken = {row["student"] for row in self.rows}
        return f"{wanted}-{owner.lms}" if wanted in taken else wanted


def _run_together(name: str) -> set[str]:
    """A name as Canvas writes it, whichever word is the surname."""
    words = re.findall(r"\w+", name.casefold())[:MOST_WORDS]
    return {"".join(order) for order in permutations(words)}


def _read(path: Path) -> tuple[list[str], list[dict[str, str]]]:
    if not path.is_file():
        return COLUMNS, []
    try:
        # What Excel writes: marked UTF-8, or in Japan Shift_JIS.
        reader = csv.DictReader(io.StringIO(_text(path.read_bytes()), newline=""))
        columns = [*(reader.fieldnames or [])]
        rows = [{key: (row[key] or "").strip() for key in columns} for row in reader]
    except (csv.Error, UnicodeDecodeError) as error:
        raise CourseError(f"{path} cannot be read: {error}. Save it as CSV in UTF-8.") from None
    if "student" not in columns:
        raise CourseError(f"{path} has no column 'student'. It needs: {', '.join(COLUMNS)}.")
    missing = [column for column in COLUMNS if column not in columns]
    for row in rows:
        row.update(dict.fromkeys(missing, ""))
        row.update({name: from_table(text) for name, text in row.items()})
    return [*columns, *missing], [row for row in rows if row["student"]]


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp932")
