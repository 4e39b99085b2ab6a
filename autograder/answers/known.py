"""Right and wrong answers as data.

A right answer is a file ``<blank>/right/<name>.py`` (C: ``.c``, C++: ``.cpp``), the whole source of
the blank's cell, or its difference from another one, in ``<blank>/right.toml``. A wrong answer is
its difference from a right one, in ``<blank>/wrong.toml``::

    [strict_bounds]
    replace = [["x.abs() <= 1", "x.abs() < 1"]]
    fails = ["bounds"]
    en = "At 1 and at -1 your gradient is 0, but the window includes both."

or a file ``<blank>/wrong/<name>.py``, about which nothing is known except that it is wrong.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from pathlib import Path
from typing import Any

from autograder import editions, notebooks
from autograder.course import Assignment, CourseError
from autograder.notebooks import Cell
from autograder.submission import c_files
from labkit.language import ENGLISH

RIGHT, WRONG = "right.toml", "wrong.toml"
_KEYS = frozenset(("from", "replace", "source"))
_WRONG_KEYS = frozenset(
    ("fails", "by_chance", "only_in_grading", "values_vary", "same", "in_class")
)
_LANGUAGE = re.compile("[a-z]{2}")  # no other key is that short
_MARK = re.compile(r"^.*### (?:BEGIN|END) SOLUTION\n", re.MULTILINE)


class DoesNotFitError(Exception):
    """A text that is to be replaced is not in a source exactly once."""


@dataclass(frozen=True, kw_only=True)
class KnownAnswer:
    """An answer to a blank.

    Args:
        blank: the blank's id.
        name: what the answer does, as in ``mask_on_output``.
        is_right: whether it should get full points.
        source: the whole source of the cell.
        place: where it is, for messages.
        fails: the records that a wrong answer fails with every seed; None where it is not said.
        by_chance: those that it fails with some seeds.
        only_in_grading: all of them are in hidden probes.
        values_vary: what it records differs between two runs, or between two processors, so in
            class no value identifies it.
        same: the wrong answer that records the same values and has the sentences for both.
        in_class: the same for class, where fewer records tell two wrong answers apart.
        sentences: the mistake in words, by language.
    """

    blank: str
    name: str
    is_right: bool
    source: str
    place: str = ""
    fails: frozenset[str] | None = None
    by_chance: frozenset[str] = frozenset()
    only_in_grading: bool = False
    values_vary: bool = False
    same: str = ""
    in_class: str = ""
    sentences: dict[str, str] = field(default_factory=dict, hash=False)

    @property
    def known_as(self) -> str:
        """The wrong answer whose sentences students read."""
        return self.same or self.name

    @property
    def known_as_in_class(self) -> str:
        """The same, in class."""
        return self.in_class or self.known_as

    @property
    def has_sentences(self) -> bool:
        """It has its own sentences, or shares those of another answer."""
        return bool(self.sentences or self.same)


def known_answers(
    assignment: Assignment, folder: Path | None = None, blank: str = ""
) -> list[KnownAnswer]:
    """The answers to an assignment's blanks, by blank; right ones come first.

    Args:
        assignment: whose solution the differences start from.
        folder: holds a folder for each blank; ``answers/<assignment>`` if None.
        blank: only the answers to this one.

    Raises:
        CourseError: there are none, a folder's name is no blank, or a TOML file is wrong.
    """
    folder, cells = folder or assignment.answers, checked_blanks(assignment)
    if blank and blank not in cells:
        near = difflib.get_close_matches(blank, cells, n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise CourseError(
            f"{assignment.id} has no blank {blank!r} with a check.{hint} "
            f"It has: {', '.join(cells)}."
        )
    folders = [folder / blank] if blank else sorted(folder.glob("*"))
    folders = [place for place in folders if any(place.glob("*.toml")) or any(_files(place))]
    if unknown := [place.name for place in folders if place.name not in cells]:
        raise CourseError(
            f"the folder {folder} has answers for {', '.join(unknown)}, "
            f"but the assignment's blanks are {', '.join(sorted(cells))}. Rename the folders."
        )
    found = [answer for place in folders for answer in known_answers_in(place, cells[place.name])]
    if not found:
        raise CourseError(
            f"{folder / blank} holds no answers. Lay them out as {'' if blank else '<blank>/'}"
            f"right/<name>.py, {RIGHT} and {WRONG}, or wrong/<name>.py."
        )
    return found


def checked_blanks(assignment: Assignment) -> dict[str, Cell]:
    """The cells of the solution that are blanks with a check, by id."""
    cells = notebooks.cells(notebooks.read(assignment.solution))
    checks = {cell.blank for cell in cells if cell.is_check}
    return {str(cell.id): cell for cell in cells if cell.is_blank and cell.id in checks}


def known_answers_in(folder: Path, cell: Cell) -> list[KnownAnswer]:
    """The answers in the folder of a blank.

    Args:
        folder: named after the blank; may hold none.
        cell: of the blank, in the solution.

    Raises:
        CourseError: one of its TOML files is wrong.
    """
    of_files, file = [], c_files.file_name(cell.node)
    for path in _files(folder):
        text, is_right = path.read_text("utf-8"), path.parent.name == "right"
        source = text if path.suffix == ".py" else c_files.as_cell(file, text)
        of_files.append(
            KnownAnswer(
                blank=folder.name, name=path.stem, is_right=is_right, source=source, place=str(path)
            )
        )
    right, wrong = (
        [answer for answer in of_files if answer.is_right is kind] for kind in (True, False)
    )
    # Comments of answers are in English alone.
    solved = replace(cell, source=editions.with_comments_in(cell.source, ENGLISH))
    bases = {"": as_answer(solved)} | {answer.name: answer.source for answer in right}
    right += _differences(folder / RIGHT, bases, file)
    bases |= {answer.name: answer.source for answer in right}
    right.sort(key=attrgetter("name"))  # however an answer is written
    return [*right, *_differences(folder / WRONG, bases, file), *wrong]


def as_answer(cell: Cell) -> str:
    """What a student would write to answer as the solution does: without marks and the task's line.

    >>> from autograder.metadata import Role
    >>> source = "# twice: write it\\n### BEGIN SOLUTION\\ny = 2 * x\\n### END SOLUTION"
    >>> as_answer(Cell(id="twice", kind="code", role=Role.BLANK, source=source))
    'y = 2 * x\\n'
    """
    task = re.compile(rf"^(?:#|//) {cell.id}: .*\n", re.MULTILINE)
    return task.sub("", _MARK.sub("", f"{cell.source}\n"), count=1)


def apply_replacements(source: str, pairs: Iterable[Sequence[str]]) -> str:
    """A source after replacements, one after the other.

    Args:
        source: of an answer.
        pairs: old text, which is in the source exactly once, and new text.

    Raises:
        DoesNotFitError: an old text is not there exactly once.

    >>> apply_replacements("y = a + b", [("a", "2 * a"), ("+", "-")])
    'y = 2 * a - b'
    """
    for old, new in pairs:
        if (count := source.count(old)) != 1:
            raise DoesNotFitError(f"{old.strip()!r} is there {count} times")
        source = source.replace(old, new)
    return source


def _files(folder: Path) -> list[Path]:
    # Editors and compilers leave other files next to them.
    paths = (path for kind in ("right", "wrong") for path in sorted((folder / kind).glob("*")))
    return [path for path in paths if path.suffix in (".py", ".c", ".cpp", ".v")]


def _differences(path: Path, bases: Mapping[str, str], file: str) -> list[KnownAnswer]:
    """The answers of a ``right.toml`` or a ``wrong.toml``; none without such a file."""
    try:
        entries = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    except ValueError as error:
        raise CourseError(f"{path} is not valid TOML: {error}.") from None
    blank = path.parent.name
    made, misfits = [], {}
    for name, entry in entries.items():
        _require_form(path, name, entry, bases)
        start, source = entry.get("from", ""), entry.get("source", "")
        try:
            if "replace" in entry:
                source = apply_replacements(bases[start], entry["replace"])
            elif file:
                source = c_files.as_cell(file, source)
        except DoesNotFitError as error:
            misfits[name] = f"{error} in {start or 'the solution'}"
            continue
        said: dict[str, Any] = {
            key: frozenset(value) if key in ("fails", "by_chance") else value
            for key, value in entry.items()
            if key in _WRONG_KEYS
        }
        said["sentences"] = {key: text for key, text in entry.items() if _LANGUAGE.fullmatch(key)}
        made.append(
            KnownAnswer(
                blank=blank,
                name=name,
                is_right=path.name == RIGHT,
                source=source,
                place=f"{path}, {name}",
                **said,
            )
        )
    # A change of the solution may affect many of them: all are named.
    if misfits:
        raise CourseError(
            f"{path} does not fit in {', '.join(misfits)}: {next(iter(misfits.values()))}. Give "
            "`replace` a text that occurs exactly once, or start `from` a different right answer."
        )
    return made


def _require_form(path: Path, name: str, entry: Any, bases: Mapping[str, str]) -> None:
    """Raise a clear error about what is easily written wrong."""
    keys = set(entry) if isinstance(entry, dict) else set()
    known = _KEYS if path.name == RIGHT else _KEYS | _WRONG_KEYS
    unknown = sorted(key for key in keys - known if not _LANGUAGE.fullmatch(key))
    if unknown or not keys:
        wrong = (
            f"has unknown keys: {', '.join(unknown)}. It may have {', '.join(sorted(known))}, and "
            "languages"
        )
    elif ("replace" in keys) == ("source" in keys):
        wrong = "needs either `replace` or `source`"
    elif not all(isinstance(pair, list) and len(pair) == 2 for pair in entry.get("replace", ())):
        wrong = 'needs pairs: replace = [["old text", "new text"]]'
    elif entry.get("from", "") not in bases:
        wrong = f"starts from {entry['from']}, which is not a right answer"
    else:
        return
    raise CourseError(f"{path}, {name} {wrong}.")
