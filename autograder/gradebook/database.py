"""The gradebook's database: opening it, keeping it open, and reporting one that cannot be used."""

from __future__ import annotations

import logging
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path

from nbgrader import api
from nbgrader.api import Gradebook, InvalidEntry, MissingEntry
from sqlalchemy import create_engine, insert, inspect, select
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from tornado.log import app_log

from autograder.course import MAKE_ROOM, Course, CourseError
from autograder.gradebook.tables import Base, Secret

# All errors that a database may raise: nbgrader turns some of SQLAlchemy's into its own.
ERRORS = (SQLAlchemyError, InvalidEntry, MissingEntry)
# What SQLite says although a database is intact, and what to do then.
_WHOLE = {
    "is locked": (
        "Nothing in it is lost: make sure that no other program has it open, and run again."
    ),
    "readonly": "Nothing in it is lost: make it and its folder writable, and run again.",
    "is full": MAKE_ROOM,
    "disk I/O error": MAKE_ROOM,
}


@contextmanager
def opened(course: Course) -> Iterator[Gradebook]:
    """Open the course's gradebook; it is created if it is not there."""
    with connected(course), session(course) as gradebook:
        yield gradebook


@contextmanager
def connected(course: Course) -> Iterator[None]:
    """Keep the connection from one submission to the next, and close it in the end.

    Raises:
        CourseError: the database is broken, full or away.
    """
    try:
        try:
            yield
        finally:
            _opened_once(course.db_url, course.id).engine.dispose()
    except ERRORS as error:
        _opened_once.cache_clear()  # a watcher tries again, perhaps when the tables must be created
        reason = str(getattr(error, "orig", error)).splitlines()[0]
        next_step = next(
            (step for words, step in _WHOLE.items() if words in reason),
            "Check that it exists, or restore it from a copy. If there is no copy, move it away "
            "and grade again; points given by hand are stored only there.",
        )
        raise CourseError(
            f"the gradebook {address(course)} cannot be used: {reason}. {next_step}"
        ) from error


def address(course: Course) -> str:
    """Where the gradebook is, for a person."""
    return make_url(course.db_url).render_as_string(hide_password=True)


def is_within(course: Course, folder: Path) -> bool:
    """Whether the gradebook is a file in a folder, and not a server's or elsewhere."""
    file = file_of(course)
    return file is not None and file.is_relative_to(folder)


def file_of(course: Course) -> Path | None:
    """The file of the gradebook; None where it is on a server."""
    url = make_url(course.db_url)
    return Path(url.database or "") if url.drivername.startswith("sqlite") else None


@contextmanager
def session(course: Course) -> Iterator[Gradebook]:
    """The gradebook for one unit of work; within :func:`connected`."""
    gradebook = _opened_once(course.db_url, course.id)
    try:
        yield gradebook
    finally:
        gradebook.db.remove()


# Kept for the next session, with the statements that SQLAlchemy has compiled: they are half of a
# short session's work.
@lru_cache(maxsize=1)
def _opened_once(url: str, course_id: str) -> Gradebook:
    # It logs the traceback of what it raises again, and what it raises ends in one line.
    app_log.setLevel(logging.CRITICAL)
    # Before anything is written to it.
    engine = create_engine(url)
    try:
        _require_usable(engine)
    finally:
        engine.dispose()
    gradebook = Gradebook(url, course_id)  # which makes nbgrader's tables
    _keep_private(make_url(url))
    Base.metadata.create_all(gradebook.engine)
    _make_key(gradebook)
    return gradebook


def _require_usable(engine: Engine) -> None:
    """See that a database can hold all names, and has nbgrader's tables as they are today."""
    if engine.dialect.name == "postgresql":
        with engine.connect() as connection:
            encoding = connection.exec_driver_sql("SHOW server_encoding").scalar()
        if encoding != "UTF8":
            raise CourseError(
                f"the database of the gradebook is in {encoding}, which cannot hold all names and "
                "comments. Create one in UTF8: createdb --encoding=UTF8 --template=template0 NAME"
            )
    there = inspect(engine).get_multi_columns()
    for name, table in api.Base.metadata.tables.items():
        columns = {column["name"] for column in there.get((None, name), ())}
        if columns and (
            lacking := [column for column in table.columns.keys() if column not in columns]
        ):
            raise CourseError(
                f"the gradebook {engine.url.render_as_string(hide_password=True)} is from an older "
                f"nbgrader: its table {name} has no {lacking[0]}. Nothing in it is lost, and "
                "nothing was changed: copy it, and run in the course's folder: nbgrader db upgrade"
            )


def _make_key(gradebook: Gradebook) -> None:
    """Draw the course's key, once: it lies here, so that every copy of the gradebook has it."""
    with gradebook.engine.begin() as connection:
        if connection.execute(select(Secret.id)).first():
            return
    # Another process may have been faster.
    with suppress(IntegrityError), gradebook.engine.begin() as connection:
        connection.execute(insert(Secret).values(id=1, key=secrets.token_hex(32)))


def key_of(gradebook: Gradebook) -> str:
    """The key with which the lines of pages are sealed."""
    return str(gradebook.db.execute(select(Secret.key)).scalar_one())


def _keep_private(url: URL) -> None:
    """Keep others out of a gradebook file, even one that nbgrader has made."""
    if url.drivername.startswith("sqlite") and url.database:
        file = Path(url.database)
        of_group = file.parent.stat().st_mode & stat.S_ISGID
        with suppress(OSError):  # it is a colleague's
            file.chmod(0o660 if of_group else 0o600)


def _newest_tables() -> str | None:
    """The version of nbgrader's tables, for a new gradebook."""
    from alembic.script import ScriptDirectory  # inside, for the start-up time of commands

    return ScriptDirectory(str(Path(api.__file__).parent / "alembic")).get_current_head()


# nbgrader's own function runs ``alembic``, which takes a second and must be on the path.
api.get_alembic_version = _newest_tables
