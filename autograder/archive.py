"""A year of a course in one file: all that cannot be made again, or only points without names."""

from __future__ import annotations

import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

from autograder import notebooks
from autograder.course import Course, CourseError
from autograder.privacy import Rule, files_in, is_of, kind_of
from autograder.records.store import only_grader
from autograder.reports.export import grade_row, graded
from autograder.spreadsheets import as_csv

_GRADES = ["student", "assignment", "state", "score", "max_score", "late_penalty"]
_CHECKS = ["student", "assignment", "check", "points", "max_points", "failed"]


def write_archive(course: Course, to: Path) -> int:
    """Write the hand-ins, the gradebook, the roster and all else that cannot be made again.

    Returns:
        The number of files.

    Raises:
        CourseError: it cannot be written, or a gradebook cannot be read.
    """
    with only_grader(course), notebooks.zipped(to) as archive:
        for path in files_in(course.root):
            if is_of(path, Rule.GRADEBOOK):
                archive.writestr(path, _copied(course.root / path))
            elif kind_of(path) and not is_of(path, Rule.MADE):
                archive.write(course.root / path, path)
        return len(archive.namelist())


def _copied(database: Path) -> bytes:
    """A database as it is at one moment, whoever writes to it."""
    try:
        with closing(sqlite3.connect(database, isolation_level=None)) as opened:
            opened.execute("begin")
            opened.execute("select count(*) from sqlite_master").fetchone()
            return opened.serialize()
    except sqlite3.Error as error:
        raise CourseError(
            f"{database} cannot be read: {error}. See that no other program holds it, or move it "
            "away if it is of no use; nothing was written."
        ) from None


def write_pseudonymous(course: Course, to: Path) -> int:
    """Write only points: no text of a student, since no one can tell what names are in it.

    Returns:
        The number of students. Nothing anywhere tells which pseudonym is whose.
    """
    of_all = [one for assignment in course.assignments for one in graded(assignment)]
    students = sorted({outcome.student for outcome, _ in of_all})
    # In no order that anybody could repeat.
    secrets.SystemRandom().shuffle(students)
    width = len(str(len(students)))
    names = {student: f"s{number:0{width}}" for number, student in enumerate(students, 1)}
    of_all.sort(key=lambda one: (one[0].assignment, names[one[0].student]))
    grades = [
        {name: row[name] for name in _GRADES} | {"student": names[outcome.student]}
        for outcome, standing in of_all
        for row in [grade_row(outcome, standing, course.languages[0])]
    ]
    checks: list[dict[str, object]] = [
        {
            "student": names[outcome.student],
            "assignment": outcome.assignment,
            "check": check,
            "points": outcome.points.get(check, 0),
            "max_points": worth,
            "failed": " ".join(outcome.failed.get(check, [])),
        }
        for outcome, _ in of_all
        for check, worth in outcome.max_points.items()
    ]
    with notebooks.zipped(to) as archive:
        archive.writestr("grades.csv", as_csv(_GRADES, grades))
        archive.writestr("checks.csv", as_csv(_CHECKS, checks))
    return len(students)
