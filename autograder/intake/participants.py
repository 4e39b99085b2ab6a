"""A platform's list of participants, entered into the roster: identifiers tell who is known
already. Each row that is left out is named, and so is each difference from the roster.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from autograder import encodings, texts
from autograder.course import Course, CourseError
from autograder.intake.who import Resolver, WhoseFile, read_identities, who_path, write_questions
from autograder.lock import only_grader
from autograder.people import collected, platforms, roster
from autograder.people.platforms import PARTICIPANTS, PLATFORMS, Owner
from autograder.people.roster import Roster
from autograder.spreadsheets import Sheet, read_sheet

# The fields of an Owner that identify people; the last two are a platform's own.
_IDENTIFIERS = ("email", "id_number", "number", "user")
_LETTERS = 4  # of an identifier without digits; shorter ones are "n/a" and the like


@dataclass(frozen=True, kw_only=True)
class EnteredStudents:
    """What became of a list.

    Args:
        new: ids of the students who were entered.
        questions: the people whom a person must identify.
        table: in which to say it.
        notes: a sentence for each row that was left out, and for each that differs.
    """

    new: list[str]
    questions: list[WhoseFile]
    table: Path
    notes: list[str]


def enter_participants(course: Course, path: Path) -> EnteredStudents:
    """Enter everybody of a list into the roster.

    Args:
        course: the course directory.
        path: the list, with a column of email addresses, of id numbers, or of a platform's own ids.

    Raises:
        CourseError: the list cannot be read, or nobody in it can be told from others.
    """
    table = who_path(course, PARTICIPANTS)
    with only_grader(course):
        roster = Roster(course)
        identities = read_identities(table, roster) if table.is_file() else {}
        resolver = Resolver(roster, {}, identities, {}, is_list=True)
        notes: list[str] = []
        staff: list[dict[str, str]] = []
        # Who is in two sections has two rows.
        listed = [*dict.fromkeys(_read(path, roster, notes, staff))]
        owners = [owner for owner in _told_apart(listed) if owner.key[1]]
        if not owners:
            raise CourseError(
                f"{path}: none of its {texts.counted(len(listed), 'student')} has an email "
                "address, id number or platform id of their own. Download a list with these; "
                "nothing was changed."
            )
        notes += _left_out(listed)
        resolver.resolve(owners)
        people = {owner.key: owner for owner in owners}
        for key, student in resolver.students.items():
            notes += _differences(roster.row(student), people[key])
        roster.save()
        if staff:
            Sheet([*staff[0]], staff).write(collected.staff_path(course))
        write_questions(table, resolver.questions, {key: path.name for key in people})
    return EnteredStudents(
        new=sorted(roster.new), questions=resolver.questions, table=table, notes=notes
    )


def _read(
    path: Path, roster: Roster, notes: list[str], staff: list[dict[str, str]]
) -> Iterator[Owner]:
    """The students of a list, with whatever their rows say; others are noted, as staff."""
    headings = encodings.pieces(*chain(*platforms.PARTICIPANT_COLUMNS.values()))
    sheet = read_sheet(path, [], lambda: headings | roster.known_text(), _is_heading)
    named = _named(sheet.columns)
    found = {
        field: next((named[heading] for heading in names if heading in named), "")
        for field, names in platforms.PARTICIPANT_COLUMNS.items()
    }
    platform, listed = _whose(named)
    own = named[listed["id"]] if listed else ""
    if not (found["email"] or found["id_number"] or own):
        raise CourseError(
            f"{path} has no column of email addresses or id numbers; its first line has: "
            f"{', '.join(sheet.columns)}. Download a list with such a column; nothing was changed."
        )
    for row in sheet.rows:
        cells = {field: row.get(column, "").lstrip("#") for field, column in found.items()}
        if not any((*cells.values(), row.get(own, ""))):
            continue  # a line that says where the list ends
        name = cells["name"] or f"{cells['first']} {cells['last']}".strip()
        role = platforms.words(cells["role"])
        if (role and not {*role} & {*platforms.STUDENT_ROLES}) or name == listed.get("nobody"):
            notes.append(f"left out: {name}, who is not a student ({cells['role'] or platform})")
            staff.append({"name": name, "email": cells["email"]})
            continue
        person = PLATFORMS[platform].person if own else "number"
        yield Owner(
            platform,
            name=name,
            email=cells["email"],
            id_number=cells["id_number"],
            **{person: row.get(own, "")},
        )


def _named(columns: Iterable[str]) -> dict[str, str]:
    """The columns by normalized heading: those of manaba and Brightspace begin with #."""
    return {column.strip().lstrip("#").strip().casefold(): column for column in columns}


def _whose(headings: Collection[str]) -> tuple[str, dict[str, str]]:
    """The platform whose own list has these headings, and the list; none if it is no platform's."""
    return next(
        (
            (platform.name, listed)
            for platform in PLATFORMS.values()
            for listed in platform.listed
            if {listed["id"], listed["with"]} <= {*headings}
        ),
        (PARTICIPANTS, {}),
    )


def _is_heading(cells: Collection[str]) -> bool:
    """Whether a line names columns that tell people apart."""
    headings = _named(cells)
    columns = platforms.PARTICIPANT_COLUMNS
    own = bool(_whose(headings)[1])
    return own or not headings.keys().isdisjoint([*columns["email"], *columns["id_number"]])


def _told_apart(listed: list[Owner]) -> Iterator[Owner]:
    """The same people, each with only the real identifiers that no one else has. Two with one
    address or number are two persons, and it identifies neither.
    """
    counts = {
        name: Counter(roster.comparable(name, getattr(person, name)) for person in listed)
        for name in _IDENTIFIERS
    }
    for person in listed:
        own = {
            name: value
            for name in _IDENTIFIERS
            if (value := getattr(person, name)) and _is_identifier(value)
            if counts[name][roster.comparable(name, value)] == 1
        }
        kept = {name: own.get(name, "") for name in _IDENTIFIERS}
        if person.platform == PARTICIPANTS:
            kept["number"] = kept["id_number"] or kept["email"]
        # A name does not tell people apart, and is not a key.
        yield replace(person, **kept, name=person.name if any(kept.values()) else "")


def _is_identifier(text: str) -> bool:
    """Whether it is one, and not a placeholder.

    >>> [_is_identifier(text) for text in ("s-17", "ada@x.org", "yamada", "-", "0", "n/a")]
    [True, True, True, False, False, False]
    """
    letters = sum(letter.isalpha() for letter in text)
    has_digit = any(letter.isdigit() and letter != "0" for letter in text)
    return has_digit or letters >= _LETTERS or "@" in text


def _left_out(listed: list[Owner]) -> Iterator[str]:
    for before, now in zip(listed, _told_apart(listed), strict=True):
        if not now.key[1]:
            yield (
                f"left out: {before.name or 'a row without a name'}, with no email address or "
                "number of their own"
            )


def _differences(row: Mapping[str, str], owner: Owner) -> Iterator[str]:
    """What a list says differently from the roster, which stays as it is."""
    is_called = platforms.turned(row["name"]) & platforms.turned(owner.name)
    pairs = {name: (row[name], getattr(owner, name)) for name in ("email", "id_number")}
    pairs |= {} if is_called else {"name": (row["name"], owner.name)}
    for name, (here, there) in pairs.items():
        if here and there and roster.comparable(name, here) != roster.comparable(name, there):
            yield (
                f"{row['student']}: {name} is {there!r} in the list, but {here!r} in students.csv, "
                "which was not changed"
            )
