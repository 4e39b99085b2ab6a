"""Reading the registry ``course.toml``, and writing the public repository's name into it.

Also nbgrader's own settings, which say where its exchange is.
"""

from __future__ import annotations

import contextlib
import difflib
import json
import logging
import re
import tomllib
from collections.abc import Callable
from dataclasses import fields, replace
from datetime import datetime
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast
from zoneinfo import ZoneInfo

from autograder import encodings
from autograder.course import (
    REGISTRY,
    AiPolicy,
    Assignment,
    Course,
    CourseError,
    Published,
)
from autograder.dates import read_beginning, read_date, read_zone
from autograder.encodings import Undecided
from autograder.engine.limits import Limits
from autograder.late import Late, LateDays

if TYPE_CHECKING:  # start-up time: --help need not wait for it
    from traitlets.config import Config

# What documents say in place of a public repository; nothing released may hold it.
PLACEHOLDER = "OWNER/REPOSITORY"
# What publish wrote last: the first cells of notebooks name it.
PUBLISHED = "published.json"
HOME = "home"  # the key by which the registry of a year names the repository
T = TypeVar("T")
# Under [course] they apply to every assignment that does not override them.
_DEFAULTS = ("attempts", "hand_ins_per_hour")
_COURSE_KEYS = ("id", "title", "languages", "repository", "timezone", "db_url", "late", *_DEFAULTS)
_YEAR_KEYS = ("due", "late", "extensions", "groups")
_LIMITS = tuple(field.name for field in fields(Limits))
_REPOSITORY = re.compile(r"^repository *=.*\n", re.MULTILINE)
_SLUG = re.compile(r"[\w.-]+/[\w.-]+")


def load(root: Path) -> Course:
    """Read the registry of a course directory, and that of the repository it refers to.

    Raises:
        CourseError: there is no registry, or something in it is missing or wrong.
    """
    root = root.resolve()
    own = _read(
        root,
        "is not a course directory: it has no",
        "Go to the course's folder, or use --course-dir.",
    )
    if HOME not in own:
        return _checked(root / REGISTRY, lambda: _course(root, root, own))
    home = _checked(root / REGISTRY, lambda: (root / own[HOME]).resolve())
    whole = _read(
        home,
        f"is not the course's repository ({HOME} in {root / REGISTRY}): it has no",
        "Correct the path.",
    )
    _checked(home / REGISTRY, lambda: _course(home, home, whole))
    return _checked(root / REGISTRY, lambda: _course(root, home, _of_year(whole, own)))


def _read(folder: Path, missing: str, next_step: str) -> dict[str, Any]:
    path = folder / REGISTRY
    if not path.is_file():
        raise CourseError(f"{folder} {missing} {REGISTRY}. {next_step}")
    try:
        return tomllib.loads(registry_text(folder))
    except tomllib.TOMLDecodeError as error:
        raise CourseError(
            f"{path}: {error}. Texts need quotes, and so does a student's id with anything but "
            "the letters A to Z, digits, _ and -."
        ) from error


def registry_text(folder: Path) -> str:
    """The text of a folder's registry, however an editor has saved it.

    Raises:
        CourseError: a person must say in which encoding it is.
    """
    path = folder / REGISTRY
    try:
        return encodings.decoded(path.read_bytes()).replace("\r\n", "\n")
    except Undecided as error:
        raise CourseError(f"{path} {error}, and run again.") from None


def _checked(path: Path, read: Callable[[], T]) -> T:
    try:
        return read()
    except (TypeError, ValueError) as error:
        raise CourseError(f"{path}: {error}") from error


def _of_year(whole: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The repository's registry with a year's entries, which take precedence. Its gradebook, its
    dates and what late costs are not inherited.
    """
    own = _table(own, "the file", (HOME, "course"), ("assignments", "ai", "limits"))
    not_inherited = ("db_url", *_YEAR_KEYS)
    inherited = {key: value for key, value in whole["course"].items() if key not in not_inherited}
    listed = own.get("assignments", [])
    entries = {_table(entry, "[[assignments]]", ("id",))["id"]: entry for entry in listed}
    ids = [entry["id"] for entry in whole["assignments"]]
    if unknown := [id for id in entries if id not in ids]:
        raise ValueError(
            f"the repository has no assignment {unknown[0]!r}, only {', '.join(ids)}. If it was "
            "dropped there, take its entry out of this file, too: the gradebook keeps its points. "
            f"For a year that is over, let {HOME} be a copy of the repository as it was then."
        )
    assignments = [
        {key: value for key, value in entry.items() if key not in _YEAR_KEYS}
        | entries.get(entry["id"], {})
        for entry in whole["assignments"]
    ]
    tables = {name: whole.get(name, {}) | own.get(name, {}) for name in ("ai", "limits")}
    return {
        "course": inherited | _table(own["course"], "[course]", ("id",), tuple(_COURSE_KEYS)),
        "assignments": assignments,
        **{name: table for name, table in tables.items() if table},
    }


def checked_repository(slug: str) -> str:
    """The name of a public repository, if it is valid.

    Raises:
        ValueError: it is no owner and name.
    """
    if not _SLUG.fullmatch(slug) or slug == PLACEHOLDER:
        raise ValueError(
            f'repository is {slug!r}; give owner/name of the public repository, or "" if there is '
            "none yet"
        )
    return slug


def with_repository(course: Course, slug: str) -> Course:
    """Write the public repository into the registry; returns the course that names it."""
    path = course.home / REGISTRY
    line = f'repository = "{checked_repository(slug)}"\n'
    text, replaced = _REPOSITORY.subn(line, registry_text(course.home))
    # At the head of its table, where a new line belongs as well.
    path.write_text(text if replaced else text.replace("[course]\n", f"[course]\n{line}"), "utf-8")
    return load(course.root)


def _course(root: Path, home: Path, data: dict[str, Any]) -> Course:
    data = _table(data, "the file", ("course", "assignments"), ("ai", "limits"))
    entry = _table(data["course"], "[course]", _COURSE_KEYS[:3], _COURSE_KEYS[3:])
    written = entry.get("timezone")
    zone = None if written is None else _named("timezone", lambda: read_zone(written))
    common = {key: entry[key] for key in _DEFAULTS if key in entry}
    late = entry.get("late")
    days = late and LateDays(**_table(late, "late of [course]", ("budget",), ("at_most",)))
    limits = _table(data.get("limits", {}), "[limits]", (), _LIMITS)
    course = Course(
        root=root,
        home=home,
        id=entry["id"],
        title=entry["title"],
        repository=checked_repository(slug) if (slug := entry.get("repository")) else "",
        languages=tuple(entry["languages"]),
        entries=tuple(_assignment(table, zone, common) for table in data["assignments"]),
        limits=_named("[limits]", lambda: Limits(**limits)),
        # nbgrader's own default is a file in the folder where a command is run.
        db_url=entry.get("db_url") or f"sqlite:///{root / 'gradebook.db'}",
        ai=AiPolicy(**_table(data["ai"], "[ai]", ("policy",), ("text",))) if "ai" in data else None,
        zone=zone,
        late=days,
        published=_published(home / PUBLISHED),
    )
    if course.ai and course.ai.text and set(course.ai.text) != set(course.languages):
        raise ValueError(f"the text of [ai] needs the languages {', '.join(course.languages)}")
    for assignment in course.assignments:  # a wrong value is reported now, not when it is used
        own = partial(replace, course.limits, **assignment.own_limits)
        _named(f"limits of {assignment.id}", own)
    return course


def _published(path: Path) -> Published | None:
    if not path.is_file():
        return None
    try:
        return Published(**json.loads(path.read_text("utf-8")))
    except (TypeError, ValueError) as error:
        raise CourseError(
            f"{path} is not as publish wrote it ({error}). Take it from the repository's history."
        ) from error


def _assignment(entry: object, zone: ZoneInfo | None, common: dict[str, Any]) -> Assignment:
    """An entry of the registry, and its dates in the course's zone where they name none."""
    optional = ("due", "published", "limits", "preload", "late", "extensions", "canvas", "groups")
    named = common | dict(
        _table(entry, "[[assignments]]", ("id", "title", "minutes"), (*optional, *_DEFAULTS))
    )
    id = named["id"]
    limits = _table(named.pop("limits", {}), f"limits of {id}", (), _LIMITS)
    if "due" in named:
        named["due"] = _date(named["due"], f"due of {id}", zone)
    if "published" in named:
        named["published"] = _date(named["published"], f"published of {id}", zone, read_beginning)
        if "due" in named and named["published"] >= named["due"]:
            raise ValueError(f"published of {id} is not before its due date")
    if "late" in named:
        costs = ("at_most", "grace_minutes")
        named["late"] = Late(**_table(named["late"], f"late of {id}", ("per_day",), costs))
    if "extensions" in named:
        dates = _table(named["extensions"], f"extensions of {id}")
        named["extensions"] = {
            student: _date(date, f"extension of {student} for {id}", zone)
            for student, date in dates.items()
        }
    if isinstance(groups := named.get("groups", ""), dict):
        for name, members in groups.items():
            if not (
                isinstance(members, list) and all(isinstance(member, str) for member in members)
            ):
                raise ValueError(f"group {name} of {id} is {members!r}; give a list of ids")
    elif not isinstance(groups, str):
        raise ValueError(f"groups of {id} is {groups!r}; give a table of groups")
    return Assignment(own_limits=limits, **named)


def _table(
    table: object, name: str, needed: tuple[str, ...] = (), optional: tuple[str, ...] | None = None
) -> dict[str, Any]:
    """A table of the registry, with everything that it needs and nothing unknown.

    Args:
        table: as TOML has it.
        name: for the error.
        needed: its keys.
        optional: keys that it may have; None: it may have any.
    """
    if not isinstance(table, dict):
        raise ValueError(f"{name} is {table!r}; write a table: {{ KEY = ..., KEY = ... }}")
    known = [*needed, *(optional or ())]
    if unknown := [key for key in table if key not in known and optional is not None]:
        near = difflib.get_close_matches(unknown[0], known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"it may have {', '.join(known)}"
        raise ValueError(f"{name} has {unknown[0]!r}, which is unknown; {hint}")
    if missing := [key for key in needed if key not in table]:
        raise ValueError(f"{name} has no {missing[0]!r}")
    return table


def _named(name: str, read: Callable[[], T]) -> T:
    """A value of the registry; an error begins with its name."""
    try:
        return read()
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _date(
    written: object,
    name: str,
    zone: ZoneInfo | None,
    read: Callable[[object, ZoneInfo | None], datetime] = read_date,
) -> datetime:
    if isinstance(written, dict):  # what TOML makes of a.b = "..."
        raise ValueError(f"{name} is {written!r}; an id with a dot in it needs quotes")
    return _named(name, lambda: read(written, zone))


def exchange_folder(root: Path) -> Path:
    """Where the hand-ins of a course lie in nbgrader's exchange.

    Args:
        root: the course directory; its nbgrader_config.py may name the exchange.
    """
    from nbgrader.exchange.default import ExchangeSubmit

    root = root.resolve()
    return Path(ExchangeSubmit(config=nbgrader_settings(root)).root, load(root).id, "inbound")


@lru_cache
def nbgrader_settings(root: Path) -> Config:
    """nbgrader's settings as its own commands find them: the system's, the user's, then the
    course's.

    Args:
        root: the course directory.
    """
    from nbgrader.apps.baseapp import NbGrader

    app = NbGrader()
    app.log.setLevel(logging.ERROR)
    # Otherwise it would continue without the settings that it could not read.
    app.raise_config_file_errors = True
    with contextlib.chdir(root):
        app.initialize([], root=str(root))
    return cast("Config", app.config)
