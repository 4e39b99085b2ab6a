"""CSV files that people open in a spreadsheet: read as they are, and written so that nothing in
them runs. Students may have written texts in them, and a spreadsheet runs what it takes for a
formula.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from autograder import encodings, notebooks, texts
from autograder.course import CourseError
from autograder.encodings import Known, Undecided

# The last four come from a Japanese keyboard, and Excel takes them for the first four. If a
# spreadsheet splits cells at a different character than the one written, a formula may begin in
# mid-cell.
_FORMULA = re.compile(r"((?:^|[;,])\s*)('*)(?=[=+\-@|%＝＋－＠].)")
_SEPARATORS = ",;\t"
_MAX_ABOVE = 20  # lines that may be above the headings
# Excel's conventions: a first line that names the separator, a number marked as text, and how its
# workbooks and those of older programs begin.
_SAID = re.compile(r"""\A\s*"?sep=(?P<separator>[,;\t])"?[,;\t]*\r?\n""", re.IGNORECASE)
_FORCED_TEXT = re.compile(r"""\s*="([^"]*)"\s*""")
_WORKBOOKS = (b"PK\3\4", b"\xd0\xcf\x11\xe0")


@dataclass
class Sheet:
    """A table as a spreadsheet keeps it: a row each, with cells by column.

    Args:
        columns: their names, in order.
        rows: cells by column.
        separator: between cells.
    """

    columns: list[str]
    rows: list[dict[str, str]]
    separator: str = ","

    def write(self, path: Path) -> None:
        """Write it with the byte-order mark by which spreadsheets recognize UTF-8."""
        notebooks.write(path, "\ufeff" + as_csv(self.columns, self.rows, self.separator))


def as_csv(columns: list[str], rows: Iterable[Mapping[str, object]], separator: str = ",") -> str:
    """Rows as the text of a file; a column that a row lacks is empty.

    >>> as_csv(["student", "note"], [{"student": "=1+1", "note": "a\\rb"}])
    "student,note\\n'=1+1,a b\\n"
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n", delimiter=separator)
    writer.writeheader()
    writer.writerows({name: for_table(value) for name, value in row.items()} for row in rows)
    return text.getvalue()


def for_table(value: object) -> object:
    """A value for a cell: text on one line, which no spreadsheet takes for a formula.

    >>> for_table("=1+1"), for_table(";=1+1"), for_table(-1.5), for_table("s-17"), for_table("-")
    ("'=1+1", ";'=1+1", -1.5, 's-17', '-')
    """
    return _FORMULA.sub(r"\1'\2", texts.clean(value)) if isinstance(value, str) else value


def from_table(text: str) -> str:
    """What :func:`for_table` wrote, as it was.

    >>> from_table("'=1+1"), from_table("'t Hart"), from_table(str(for_table("'=1+1")))
    ('=1+1', "'t Hart", "'=1+1")
    """
    return _FORMULA.sub(lambda match: match[1] + match[2].removeprefix("'"), texts.clean(text))


def read_sheet(
    path: Path,
    needed: Collection[str],
    known: Known = frozenset,
    is_heading: Callable[[Collection[str]], bool] | None = None,
) -> Sheet:
    """Read a table that a person or a platform wrote.

    Args:
        path: a file with commas, semicolons or tabs.
        needed: columns that must be in it.
        known: texts that may be in it, by which an encoding other than UTF-8 is recognized.
        is_heading: recognizes the line of headings if titles may be above it.

    Raises:
        CourseError: it cannot be read without guessing; the message says what to do.
    """
    _require_no_workbook(path)
    text = _text(path, lambda: {*encodings.pieces(*needed), *known()})
    said = _SAID.match(text)
    text = text[said.end() :] if said else text
    separators = said["separator"] if said else _SEPARATORS
    found = is_heading or {*needed}.issubset
    headers = {mark: _heading(text, mark, path, is_heading) for mark in separators}
    separator = max(headers, key=lambda mark: (found(headers[mark]), len(headers[mark])))
    if missing := [column for column in needed if column not in headers[separator]]:
        raise CourseError(
            f"{path} has no column {missing[0]!r}; its first line has: "
            f"{', '.join(filter(None, headers[separator])) or 'nothing'}."
        )
    if not (lines := _cells(text, separator, path)):
        raise CourseError(f"{path} is empty.")
    columns, *rows = lines[lines.index(headers[separator]) :]
    while columns and not columns[-1]:  # a spreadsheet may write more commas after the last one
        columns.pop()
    _require_a_table(path, columns, rows, separator)
    cells = (dict(zip(columns, [*row, *[""] * len(columns)], strict=False)) for row in rows)
    return Sheet(columns, [row for row in cells if any(row.values())], separator)


def _require_a_table(path: Path, columns: list[str], rows: list[list[str]], separator: str) -> None:
    """See that each column has its own name, and each cell a column.

    Raises:
        CourseError: one has not.
    """
    if len({*columns}) < len(columns):
        raise CourseError(f"{path} has two columns with the same name. Remove one of them.")
    if wide := next((row for row in rows if any(row[len(columns) :])), None):
        raise CourseError(
            f"{path}: the line of {wide[0]!r} has {texts.counted(len(wide), 'cell')}, the "
            f"first line has {len(columns)}. A text with {separator!r} in it needs quotes."
        )


def _heading(
    text: str, separator: str, path: Path, is_heading: Callable[[Collection[str]], bool] | None
) -> list[str]:
    """The line of headings: the first line, or the first that is recognized as one."""
    lines = _cells(text, separator, path, most=_MAX_ABOVE if is_heading else 1)
    return next(filter(is_heading, lines), lines[0]) if is_heading and lines else [*chain(*lines)]


def _cells(text: str, separator: str, path: Path, most: int | None = None) -> list[list[str]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=not most)
    try:
        return [[*map(_read, row)] for row in islice(reader, most)]
    except csv.Error as error:
        raise CourseError(f"{path} cannot be read: {error}. Save it as CSV in UTF-8.") from None


def _read(cell: str) -> str:
    forced = _FORCED_TEXT.fullmatch(cell)
    return texts.clean(forced[1]) if forced else from_table(cell)


def _require_no_workbook(path: Path) -> None:
    """See that a file is text, as far as one can tell.

    Raises:
        CourseError: it is a workbook.
    """
    with suppress(OSError), path.open("rb") as file:  # which reading reports
        if file.read(4).startswith(_WORKBOOKS):
            raise CourseError(
                f'{path} is a workbook. Open it, save the list as CSV (in Excel: "CSV UTF-8"), and '
                "give that; nothing was read from it, and nothing changed."
            )


def _text(path: Path, known: Known) -> str:
    try:
        return encodings.decoded(path.read_bytes(), known)
    except OSError as error:
        raise CourseError(f"{path} cannot be read: {error.strerror}.") from None
    except Undecided as error:
        raise CourseError(
            f"{path} {error}; nothing was read from it, and nothing changed."
        ) from None
