"""Who the nameless participants are, after Moodle has revealed their identities.

Its worksheet then has the number of each with a name and an email address.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from autograder import texts
from autograder.course import Course, CourseError
from autograder.gradebook import gradebook
from autograder.intake.who import Resolver, WhoseFile, read_identities, who_path, write_questions
from autograder.lock import only_grader
from autograder.people import roster
from autograder.people.collected import Worksheet
from autograder.people.platforms import PLATFORMS, Owner
from autograder.people.roster import Roster

_REVEALED = "revealed"  # as the table of questions is called


@dataclass(frozen=True, kw_only=True)
class Revealed:
    """Who is who.

    Args:
        students: the student's id, by the id that the participant had here.
        owners: what Moodle says about the person, by the same id.
        new: ids of students who are not in the roster.
        questions: of those of whom a person must say who they are.
        table: to say it in.
    """

    students: Mapping[str, str]
    owners: Mapping[str, Owner]
    new: list[str]
    questions: list[WhoseFile]
    table: Path


def find_revealed(course: Course, path: Path) -> Revealed:
    """Find the students to the participants without a name; only the table is written.

    Args:
        course: the course directory.
        path: Moodle's grading worksheet, downloaded after *Reveal student identities*.

    Raises:
        CourseError: it is none, names no one, or knows none of the participants here.
    """
    table = who_path(course, _REVEALED)
    with only_grader(course):
        roster = Roster(course)
        persons = Worksheet(path, roster.known_text).persons()
        owners = _participants(course, roster, persons, path)
        identities = read_identities(table, roster) if table.is_file() else {}
        # All of them: a name that two people share does not tell them apart.
        resolver = Resolver(roster, {}, identities, {}, is_list=True)
        resolver.resolve(persons)
        found = {id: resolver.students.get(owner.key, "") for id, owner in owners.items()}
        doubtful = [
            WhoseFile(owners[id], f"its {name} differs from {who}'s", who)
            for id, who in found.items()
            if who and owners[id].key not in identities
            if (name := _differing_identifier(roster.row(who), owners[id]))
        ]
        keys = {owner.key: id for id, owner in owners.items()}
        questions = [
            question for question in resolver.questions if question.owner.key in keys
        ] + doubtful
        write_questions(table, questions, keys)
    asked = {keys[question.owner.key] for question in questions}
    students = {id: who for id, who in found.items() if who not in ("", id) and id not in asked}
    return Revealed(
        students=students,
        owners={id: owners[id] for id in students},
        new=[student for student in roster.new if student in students.values()],
        questions=questions,
        table=table,
    )


def _participants(
    course: Course, roster: Roster, persons: list[Owner], path: Path
) -> dict[str, Owner]:
    """The nameless participants here, by their id."""
    if not persons:
        raise CourseError(
            f"{path} contains no names. Choose Reveal student identities in Moodle, download the "
            "worksheet again, and give that; nothing was changed."
        )
    here = roster.students | gradebook.students(course)
    nameless = PLATFORMS["moodle"].nameless_id
    owners = {nameless.format(person.number): person for person in persons if person.number}
    if here.isdisjoint(owners):
        raise CourseError(
            f"{path}: none of its {texts.counted(len(persons), 'participant')} is known here by "
            f"number, such as {nameless.format(persons[0].number)}. Is it the worksheet of a "
            "different assignment? Nothing was changed."
        )
    return {id: owner for id, owner in owners.items() if id in here}


def _differing_identifier(row: Mapping[str, str], owner: Owner) -> str:
    """The identifier of a student that differs from Moodle's; empty if none does."""
    pairs = {name: (row[name], getattr(owner, name)) for name in ("email", "id_number")}
    differing = (
        name.replace("_", " ")
        for name, (here, there) in pairs.items()
        if here and there and roster.comparable(name, here) != roster.comparable(name, there)
    )
    return next(differing, "")
