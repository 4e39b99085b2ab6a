"""The course directory of a new year: it refers to the repository, and copies nothing of it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from autograder import notebooks, registry
from autograder.course import REGISTRY, Course, CourseError
from autograder.intake.exchange import exchange_folder

_CONFIG = """\
# Makes stock nbgrader commands work in this folder. What can be set is in course.toml.
from pathlib import Path

from autograder.nbgrader_plugins.settings import serve_stock

serve_stock(get_config(), Path(__file__).resolve().parent)  # nbgrader defines get_config
"""
_REGISTRY = """\
# One year of the course. The repository has all else: titles, limits, notebooks, answers. What is
# written here counts for this year; docs/reference.md explains each key.
{home} = {path}

[course]
id = {id}
# timezone = "Asia/Tokyo"
# db_url = "postgresql+psycopg://USER@HOST/DATABASE"
"""
_ASSIGNMENT = """
[[assignments]]
id = {id}
# due = "{year}-04-20 23:59"
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
            f"{folder.name} names no year. Give the year's course id: --id {own_id}2028"
        )
    inbound = exchange_folder(course.root).parents[1] / own_id / "inbound"
    if own_id == course.id or inbound.is_dir() and any(inbound.iterdir()):
        raise CourseError(
            f"the course id {own_id!r} is in use, and its hand-ins ({inbound}) would be collected "
            "again. Give another one with --id."
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
