"""Whose work a file is, by the name that a learning platform gave it."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath


@dataclass(frozen=True)
class Pattern:
    """How a platform names what it hands out.

    Args:
        platform: its name; a column of the roster, where it knows students by an id.
        expression: of one part of a path. Its groups are fields of :class:`Owner`.
        examples: names as the platform makes them (``path``), and fields to be read from each.
    """

    platform: str
    expression: str
    examples: list[dict[str, str]]


@dataclass(frozen=True)
class Owner:
    """Who handed a file in, as far as its name tells.

    Args:
        platform: which made the name.
        student: the student's id here, if the name holds one.
        name: the student's name, as that platform writes it.
        lms: the platform's id of the student, or of the hand-in.
        time: when it was handed in, in the platform's words.
        attempt: of several files the one with the greatest number is the latest.
        file: the name that the student gave.
        late: whether the platform calls it late.
        is_guess: the name is any file's, and a student's only if there is one of that id.
    """

    platform: str
    student: str = ""
    name: str = ""
    lms: str = ""
    time: str = ""
    attempt: str = ""
    file: str = ""
    late: str = ""
    is_guess: bool = False


_TABLE = tomllib.loads(Path(__file__).with_name("names.toml").read_text("utf-8"))
PATTERNS = [Pattern(**entry) for entry in _TABLE["patterns"]]
# It stands first in the table; no other platform names the assignment, or has files of its own.
EXCHANGE = PATTERNS[0].platform
_COPIES = re.compile(_TABLE["copies"])
_ENDINGS = (".ipynb", ".c", ".html", ".py", ".zip")


def owner(path: PurePosixPath, assignment: str) -> Owner | None:
    """Who handed in the file at a path within what was downloaded; None if its name does not tell.

    Args:
        path: relative; folders of the platform come before those of the student.
        assignment: the id under which it is collected, which plain names may hold.

    >>> owner(PurePosixPath("Ada Lovelace_7_assignsubmission_file/a.ipynb"), "02").name
    'Ada Lovelace'
    >>> owner(PurePosixPath("ada/02.ipynb"), "02").student
    'ada'
    >>> owner(PurePosixPath("02_ada.ipynb"), "02").student
    'ada'
    >>> owner(PurePosixPath("02 (1).ipynb"), "02")
    """
    # The outermost first: what a platform adds stands around what the student named.
    for part in path.parts:
        if named := of_platform(part):
            return named if named.file else replace(named, file=path.name)
    return _plain(path, assignment)


def assignment_of(path: PurePosixPath) -> str | None:
    """The assignment that the exchange's name of a folder tells."""
    match = re.fullmatch(PATTERNS[0].expression, path.parts[0]) if path.parts else None
    return match["assignment"] if match else None


def of_platform(name: str) -> Owner | None:
    """What a platform's name of a file or a folder tells; None if no platform made it.

    >>> of_platform("lovelaceada_LATE_12_345_a.ipynb").lms
    '12'
    """
    for pattern in PATTERNS:
        if match := re.fullmatch(pattern.expression, name):
            fields = {field: value or "" for field, value in match.groupdict().items()}
            fields.pop("assignment", None)
            return Owner(pattern.platform, **fields)
    return None


def _plain(path: PurePosixPath, assignment: str) -> Owner | None:
    """A folder that is named like a student, or a student's id in the file's name."""
    whole = re.escape(assignment) + r"(?:-\d+)?"
    folders = [_bare(part) for part in path.parts[:-1]]
    students = [folder for folder in folders if not re.fullmatch(whole, folder)]
    if students:
        return Owner("plain", student=students[0], file=path.name)
    # Students write their name before or behind the assignment's.
    stem = _bare(path.name)
    beside = rf"(?:(?P<before>.+?)[ _+-]+)?{whole}(?:[ _+-]+(?P<after>.+))?"
    if apart := re.fullmatch(beside, stem):
        student = apart["before"] or apart["after"]
        return Owner("plain", student=student, file=path.name) if student else None
    return Owner("plain", student=stem, file=path.name, is_guess=True) if stem else None


def _bare(stem: str) -> str:
    """A name without what browsers, Drive and Colab add to copies."""
    for ending in _ENDINGS:
        stem = stem.removesuffix(ending)
    # Until nothing changes: a copy of a download of a copy carries all of it.
    before = None
    while before != stem:
        before, stem = stem, _COPIES.sub("", stem).removesuffix(".ipynb").strip()
    return stem


def same_name(name: str) -> str:
    """What is equal for two ways to write a name: width, case, order, spaces and marks.

    >>> same_name("Ada Lovelace") == same_name("LOVELACE, Ada") == same_name("Lovelace　Ada")
    True
    """
    return "".join(sorted(re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", name).casefold())))


def as_id(name: str) -> str:
    """A name as the id of a student, which is the name of a folder.

    >>> as_id("Ada  Lovelace"), as_id("../../etc/passwd"), as_id("山田　太郎")
    ('Ada_Lovelace', 'etc_passwd', '山田_太郎')
    """
    # No separator, no leading dot: whatever it says, it becomes a folder in `submitted/`.
    plain = unicodedata.normalize("NFKC", name)
    words = re.findall(r"[\w.@+-]+", plain)
    return "_".join(word.strip(".") for word in words if word.strip("."))[:100]
