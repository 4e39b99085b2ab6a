"""The list of participants that a platform hands out, entered into the roster."""

from __future__ import annotations

from pathlib import Path

from autograder.course import Course, CourseError
from autograder.intake.platforms import COLUMNS, PARTICIPANTS, Owner
from autograder.intake.roster import Roster
from autograder.intake.who import Question, Resolver, read_answers, who_path, write_questions
from autograder.records.store import only_grader
from autograder.spreadsheets import read_sheet


def enter_participants(course: Course, path: Path) -> tuple[list[str], list[Question], Path]:
    """Enter everybody of a list into the roster: who is there is known by email or id number.

    Args:
        course: the course directory.
        path: the list, with a column of email addresses or of id numbers.

    Returns:
        Who is new, of whom a person must say who they are, and the table to say it in.

    Raises:
        CourseError: the list cannot be read.
    """
    questions = who_path(course, PARTICIPANTS)
    with only_grader(course):
        roster = Roster(course)
        answers = read_answers(questions, roster) if questions.is_file() else {}
        resolver = Resolver(roster, {}, answers)
        owners = _read(path)
        resolver.resolve(owners)
        roster.save()
        files = {owner.key: path.name for owner in owners}
        write_questions(questions, resolver.questions, files)
    return sorted(roster.new), resolver.questions, questions


def _read(path: Path) -> list[Owner]:
    sheet = read_sheet(path, [])
    named = {column.strip().casefold().lstrip("#"): column for column in sheet.columns}
    found = {
        field: next((named[one] for one in names if one in named), "")
        for field, names in COLUMNS.items()
    }
    if not (found["email"] or found["id_number"]):
        raise CourseError(
            f"{path} has no column of email addresses or id numbers; its first line has: "
            f"{', '.join(sheet.columns)}. Nothing was changed."
        )
    owners = []
    for row in sheet.rows:
        cells = {field: row.get(column, "").lstrip("#") for field, column in found.items()}
        name = cells["name"] or f"{cells['first']} {cells['last']}".strip()
        identifier = cells["id_number"] or cells["email"]
        if identifier:
            told = {"email": cells["email"], "id_number": cells["id_number"]}
            owners.append(Owner(PARTICIPANTS, name=name, number=identifier, **told))
    return owners
