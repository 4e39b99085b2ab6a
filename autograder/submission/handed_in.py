"""Reading what was handed in without following anything: a link could lead to any of our files."""

from __future__ import annotations

import os
import stat
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from autograder import notebooks
from autograder.course import Assignment
from autograder.dates import read_date

SUBMISSION_DATE = "timestamp.txt"
# What nbgrader adds to a notebook: the date, and whose page it gives back. Written last.
NBGRADER_FILES = (SUBMISSION_DATE, "submission_secret.txt")
_WITHOUT_WAITING = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK


class NoPlainFile(Exception):
    """What should be a file is a link, a device or a pipe, or cannot be read."""


def open_plain(path: Path | str, folder: int | None = None) -> BinaryIO:
    """Open a plain file without following a link or waiting for a pipe's other end.

    Args:
        path: of the file.
        folder: a descriptor of the folder where the path begins; default: this process's.

    Raises:
        NoPlainFile: it is none.
    """
    name = os.path.basename(path)
    try:
        descriptor = os.open(path, _WITHOUT_WAITING, dir_fd=folder)
    except OSError as error:
        raise NoPlainFile(f"{name!r} in it is a link, or cannot be read ({error})") from None
    file = os.fdopen(descriptor, "rb")
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        file.close()
        raise NoPlainFile(f"{name!r} in it is not a plain file")
    return file


def is_plain(path: Path) -> bool:
    """Whether this is a plain file, not a link, device or pipe, in a hand-in's folder.

    Args:
        path: ``submitted/<student>/<assignment>/<file>``; the two folders may be no links either.
    """
    assignment = path.parent
    linked = assignment.is_symlink() or assignment.parent.is_symlink()
    try:
        return not linked and stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def read_plain(path: Path, most: int | None = None) -> bytes | None:
    """The bytes of a plain file of a hand-in; None where there is none.

    Args:
        path: as for :func:`is_plain`.
        most: so many bytes at most.
    """
    if not is_plain(path):
        return None
    try:
        with open_plain(path) as file:
            return file.read(-1 if most is None else most)
    except NoPlainFile:  # it was replaced meanwhile
        return None


def notebook_in(folder: Path, assignment: str, most: int | None = None) -> bytes | None:
    """The bytes of the notebook with the assignment's name, or of the only one there.

    Args:
        folder: ``submitted/<student>/<assignment>``.
        assignment: id of the assignment.
        most: so many bytes at most.
    """
    # The only one may have another name: browsers rename downloads.
    paths = [path for path in folder.glob("*.ipynb") if is_plain(path)]
    right = [path for path in paths if path.stem == assignment] or paths
    return read_plain(right[0], most) if len(right) == 1 else None


def submission_date(folder: Path) -> datetime | None:
    """When a hand-in came, according to the file next to it; None if that is not certain.

    Args:
        folder: ``submitted/<student>/<assignment>``.
    """
    text = read_plain(folder / SUBMISSION_DATE, most=100) or b""
    try:
        return read_date(text.decode()).astimezone(UTC)
    except ValueError:  # a student may have written the file
        return None


def write_submission_date(folder: Path, date: datetime) -> None:
    """Write down when a hand-in came, as nbgrader does.

    Args:
        folder: ``submitted/<student>/<assignment>``.
        date: in any zone.
    """
    notebooks.write(folder / SUBMISSION_DATE, in_utc(date))


def in_utc(date: datetime) -> str:
    """A date as nbgrader writes it.

    >>> in_utc(read_date("2027-04-20 09:00+09:00"))
    '2027-04-20 00:00:00 UTC'
    """
    return f"{date.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"


def undated(assignment: Assignment) -> list[str]:
    """The students whose hand-in has no known time, if it matters: `late` is set."""
    students = assignment.students() if assignment.needs_times else []
    return [
        student for student in students if submission_date(assignment.submitted(student)) is None
    ]
