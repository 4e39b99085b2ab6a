"""A year of a course: its directory, and in the end an archive.

The directory refers to the repository, and copies nothing of it. The archive has everything that
cannot be made again, or only points without names.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from autograder import notebooks, registry
from autograder.course import REGISTRY, Course, CourseError
from autograder.lock import only_grader
from autograder.privacy import Rule, files_in, is_of, kind_of
from autograder.reports.export import grade_row, results_of
from autograder.spreadsheets import as_csv

_CONFIG = """\
# Makes stock nbgrader commands work in this folder. What can be set is in course.toml.
from pathlib import Path

from autograder.nbgrader_plugins.settings import serve_stock

serve_stock(get_config(), Path(__file__).resolve().parent)  # nbgrader defines get_config
"""
_REGISTRY = """\
# One year of the course. The repository has everything else: titles, limits, notebooks, answers.
# What is written here counts for this year; docs/instructors/reference.md explains each key.
{home} = {path}

[course]
id = {id}
# timezone = "Asia/Tokyo"
# db_url = "postgresql+psycopg://USER@HOST/DATABASE"
"""
_ASSIGNMENT = """
[[assignments]]
id = {id}
# published = {year}-04-06
# due = "{year}-04-20 23:59"
# late = {{ per_day = 0.1, at_most = 0.5 }}
"""


def new_year(course: Course, folder: Path, course_id: str | None = None) -> Course:
    """Make a course directory without students, hand-ins, points or seeds.

    Args:
        course: the repository, or an earlier year of it.
        folder: must not be there yet, or be empty.
        course_id: must be new in the exchange, or last year's hand-ins would be collected; default:
            the course's id with the number in the folder's name.

    Raises:
        CourseError: the folder or the id cannot be taken.
    """
    folder = folder.resolve()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CourseError(f"{folder} holds something already. Name a new folder.")
    if folder.is_relative_to(course.home):
        raise CourseError(
            f"{folder} lies in the repository, and students' work could be pushed with it. Name a "
            "folder next to it."
        )
    numbers = re.findall(r"\d{4}", folder.name) or [""]
    of_course = re.sub(r"-\d{4}$", "", registry.load(course.home).id)
    own_id = course_id or f"{of_course}-{numbers[-1]}"
    if not course_id and not numbers[-1]:
        raise CourseError(
            f"{folder.name} does not contain a year. Give the year's course id: --id {own_id}2028"
        )
    inbound = registry.exchange_folder(course.root).parents[1] / own_id / "inbound"
    if own_id == course.id or (inbound.is_dir() and any(inbound.iterdir())):
        raise CourseError(
            f"the course id {own_id!r} is in use, and its hand-ins ({inbound}) would be collected "
            "again. Give a different id with --id."
        )
    text = _REGISTRY.format(
        home=registry.HOME, path=_quoted(os.path.relpath(course.home, folder)), id=_quoted(own_id)
    )
    for assignment in course.assignments:
        text += _ASSIGNMENT.format(id=_quoted(assignment.id), year=numbers[-1] or "2028")
    notebooks.write(folder / REGISTRY, text)
    notebooks.write(folder / "nbgrader_config.py", _CONFIG)
    return registry.load(folder)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # as TOML does


_GRADES = ["student", "assignment", "state", "score", "max_score", "late_penalty"]
_CHECKS = ["student", "assignment", "check", "points", "max_points", "failed"]


def write_archive(course: Course, to: Path) -> int:
    """Write the hand-ins, the gradebook, the roster and everything else that cannot be made again.

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


def restore(archive: Path, folder: Path) -> int:
    """Write what :func:`write_archive` has kept into a folder that is new or empty.

    Returns:
        The number of files.

    Raises:
        CourseError: the archive is not one of a course, or the folder is not empty.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CourseError(f"{folder} holds something already. Name a new folder.")
    try:
        with ZipFile(archive) as opened:
            names = opened.namelist()
            if REGISTRY not in names:
                raise CourseError(
                    f"{archive} has no {REGISTRY}, so it is not the archive of a year. Nothing was "
                    "written."
                )
            if broken := opened.testzip():
                raise CourseError(f"{archive} is damaged, at {broken}. Nothing was written.")
            if strange := [name for name in names if not kind_of(name)]:
                raise CourseError(
                    f"{archive} holds {strange[0]}, which is not part of a year's archive. Nothing "
                    "was written."
                )
            opened.extractall(folder)  # which stays in the folder, whatever a name says
    except (OSError, BadZipFile) as error:
        raise CourseError(f"{archive} cannot be read: {error}. Nothing was written.") from None
    return len(names)


def _copied(database: Path) -> bytes:
    """A consistent copy of a database, even while something writes to it."""
    try:
        with closing(sqlite3.connect(database, isolation_level=None)) as opened:
            opened.execute("begin")
            opened.execute("select count(*) from sqlite_master").fetchone()
            return opened.serialize()
    except sqlite3.Error as error:
        raise CourseError(
            f"{database} cannot be read: {error}. Make sure that no other program has it open, or "
            "move it away if you do not need it; nothing was written."
        ) from None


def write_pseudonymous(course: Course, to: Path) -> int:
    """Write only points: no student's text, since no one can tell which names it holds.

    Returns:
        The number of students. Nothing anywhere tells which pseudonym is whose.
    """
    of_all = [row for assignment in course.assignments for row in results_of(assignment)]
    students = sorted({outcome.student for outcome, _ in of_all})
    # In an order that nobody can reproduce.
    secrets.SystemRandom().shuffle(students)
    width = len(str(len(students)))
    names = {student: f"s{number:0{width}}" for number, student in enumerate(students, 1)}
    of_all.sort(key=lambda row: (row[0].assignment, names[row[0].student]))
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
