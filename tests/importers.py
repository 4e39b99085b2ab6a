"""What platforms do with an exported zip and sheet, following their importers' rules.

Each reader takes the platform's own people, never ours, and tells who gets what.
"""

import csv
import re
import zipfile
from dataclasses import dataclass, field
from unittest.mock import patch

from autograder.gradebook.gradebook import Standing
from autograder.judging.outcome import Key, Outcome
from autograder.reports import export
from autograder.states import State


@dataclass
class Platform:
    """What a platform knows about an assignment.

    Args:
        people: who is behind each number of a person there.
        groups: where groups hand in, who is behind each number of a group.
        files: whose file has each number, where the importer looks for one.
    """

    people: dict[str, str]
    groups: dict[str, list[str]] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)


def exported(course, platform, assignment):
    """Export a grade and a page of everybody whose work was placed, and return the grades.

    Each page says whose it is, and no two grades are equal. What else a person is told is returned
    with the grades.
    """
    here = course.assignment(assignment)
    grades = {student: number / 4 for number, student in enumerate(here.students(), start=1)}
    for student in grades:
        page = here.feedback(student)
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(student)
    of = {"assignment": assignment, "state": State.GRADED, "seed": 0, "key": Key()}
    graded = [(Outcome(student, **of), Standing(score, 27.0)) for student, score in grades.items()]
    with patch.object(export, "results_of", lambda _: graded):
        done = export.exported_for(platform, [here], course.root / "exports")
    return grades, " ".join(done.notes)


def entries(path):
    """The entries of a zip with what is in them."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def pages_in(path):
    return {name: text.decode("utf-8", "replace") for name, text in entries(path).items()}


def rows_in(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def moodle_pages(path, moodle):
    """Who gets which page, by mod/assign/feedback/file/importziplib.php.

    Of the first part of a path that has a known number behind its first _; that is the id of a
    group where groups hand in.
    """
    given = {}
    known = moodle.groups or {number: [person] for number, person in moodle.people.items()}
    for name, text in pages_in(path).items():
        for part in name.split("/"):
            info = part.split("_", 4)
            if len(info) >= 4 and info[1].isdigit() and info[1] in known:
                assert info[2:4] == ["assignfeedback", "file"] and info[4:5] not in (["x"],)
                given |= dict.fromkeys(known[info[1]], text)
                break
    return given


def moodle_grades(path, moodle):
    """Who gets which grade, by mod/assign/feedback/offline/importgradeslib.php."""
    rows = rows_in(path)
    assert {"Identifier", "Grade", "Last modified (grade)"} <= rows[0].keys()
    start = len("Participant ")
    return {
        moodle.people[number]: float(row["Grade"].replace(",", "."))
        for row in rows
        if (number := row["Identifier"][start:]) in moodle.people and row["Grade"]
    }


def canvas_pages(path, canvas):
    """Who gets which page, by the first two numbers between _: the person's and the file's."""
    given = {}
    for name, text in pages_in(path).items():
        user, attachment = [part for part in name.split("_") if re.fullmatch(r"\d+", part)][:2]
        if canvas.files.get(attachment) == user and user in canvas.people:
            given[canvas.people[user]] = text
    return given


def canvas_grades(path, canvas):
    """Who gets which grade, by Canvas's own ID; the points possible are in the row above them."""
    worth, *rows = rows_in(path)
    assert worth["Student"].strip() == "Points Possible"
    (column,) = rows[0].keys() - {"Student", "ID", "SIS User ID", "SIS Login ID", "Section"}
    return {canvas.people[row["ID"]]: float(row[column]) for row in rows}


def brightspace_grades(path, brightspace):
    """Who gets which grade, by OrgDefinedId; each row ends with #."""
    rows = rows_in(path)
    (column,) = (name for name in rows[0] if name.endswith(" Points Grade"))
    assert all(row["End-of-Line Indicator"] == "#" for row in rows)
    return {
        brightspace.people[row["OrgDefinedId"].removeprefix("#")]: float(row[column])
        for row in rows
    }
