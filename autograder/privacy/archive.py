"""An archive of a year: everything that no command makes again, or points under pseudonyms."""

from __future__ import annotations

import random
import secrets
import zipfile
from pathlib import Path

from autograder.course import Course
from autograder.judging.outcome import Outcome
from autograder.privacy.kinds import Rule, files_in, kind_of
from autograder.records.store import prepare_for_release
from autograder.reports.export import grade_row, graded
from autograder.spreadsheets import as_csv

_GRADES = ["student", "assignment", "state", "score", "max_score", "late_penalty"]
_CHECKS = ["student", "assignment", "check", "points", "max_points", "failed"]


def write_archive(course: Course, to: Path) -> int:
    """Write the hand-ins, the gradebook, the roster and all else that cannot be made again.

    Returns:
        The number of files.
    """
    paths = [
        path
        for path in files_in(course.root)
        if (kind := kind_of(path)) and kind.rule is not Rule.MADE
    ]
    with zipfile.ZipFile(to, "x", zipfile.ZIP_DEFLATED) as archive:
        for path in paths:
            archive.write(course.root / path, path)
    return len(paths)


def write_pseudonymous(course: Course, to: Path) -> int:
    """Write only points: no text of a student, since nobody can tell what names are in it.

    Returns:
        The number of students. Nothing anywhere tells which pseudonym is whose.
    """
    prepare_for_release(course.assignments)
    of_all = [one for assignment in course.assignments for one in graded(assignment)]
    students = sorted({outcome.student for outcome, _ in of_all})
    # In no order that anybody could repeat.
    random.Random(secrets.randbits(128)).shuffle(students)
    width = len(str(len(students)))
    names = {student: f"s{number:0{width}}" for number, student in enumerate(students, 1)}
    of_all.sort(key=lambda one: (one[0].assignment, names[one[0].student]))
    grades = [
        {name: row[name] for name in _GRADES} | {"student": names[outcome.student]}
        for outcome, standing in of_all
        for row in [grade_row(outcome, standing, course.languages[0])]
    ]
    checks = [row for outcome, _ in of_all for row in _checks(names, outcome)]
    with zipfile.ZipFile(to, "x", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("grades.csv", as_csv(_GRADES, grades))
        archive.writestr("checks.csv", as_csv(_CHECKS, checks))
    return len(students)


def _checks(names: dict[str, str], outcome: Outcome) -> list[dict[str, object]]:
    return [
        {
            "student": names[outcome.student],
            "assignment": outcome.assignment,
            "check": check,
            "points": outcome.points.get(check, 0),
            "max_points": worth,
            "failed": " ".join(outcome.failed.get(check, [])),
        }
        for check, worth in outcome.max_points.items()
    ]
