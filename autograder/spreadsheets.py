"""CSV files that people open in a spreadsheet: read as they are, and written so that none runs.

A student may have written a text in them, and a spreadsheet runs what it takes for a formula.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from autograder import notebooks
from autograder.course import CourseError
from autograder.texts import clean

# The last four are what a Japanese keyboard gives, and Excel takes them for the first four. Where
# another character separates cells than the one that was written, a formula begins in mid-cell.
_FORMULA = re.compile(r"((?:^|[;,])\s*)('*)(?=[=+\-@|%＝＋－＠].)")
_SEPARATORS = ",;\t"
# What spreadsheets write who do not write UTF-8; a guess, which is shown to a person.
_OLD_ENCODINGS = {"cp1252": "Windows-1252", "cp932": "Shift_JIS", "iso2022_jp": "ISO-2022-JP"}
_JIS = b"\x1b$"  # begins Japanese letters in seven bits, which are valid UTF-8 as well


@dataclass
class Sheet:
    """A table as a spreadsheet keeps it: cells by column, a row each.

    Args:
        columns: their names, in order.
        rows: cells by column.
        separator: between cells.
    """

    columns: list[str]
    rows: list[dict[str, str]]
    separator: str = ","

    def write(self, path: Path) -> None:
        """Write it with the mark by which spreadsheets know UTF-8."""
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
    """A value for a cell: a text is on one line, and no spreadsheet takes it for a formula.

    >>> for_table("=1+1"), for_table(";=1+1"), for_table(-1.5), for_table("s-17"), for_table("-")
    ("'=1+1", ";'=1+1", -1.5, 's-17', '-')
    """
    return _FORMULA.sub(r"\1'\2", clean(value)) if isinstance(value, str) else value


def from_table(text: str) -> str:
    """What :func:`for_table` wrote, as it was.

    >>> from_table("'=1+1"), from_table("'t Hart"), from_table(str(for_table("'=1+1")))
    ('=1+1', "'t Hart", "'=1+1")
    """
    return _FORMULA.sub(lambda match: match[1] + match[2].removeprefix("'"), clean(text))


def read_sheet(path: Path, needed: Collection[str]) -> Sheet:
    """Read a table that a person or a platform wrote.

    Args:
        path: a file in UTF-8 (or marked UTF-16), with commas, semicolons or tabs.
        needed: columns that must be in it.

    Raises:
        CourseError: it is not to be read without a guess; the message says what to do.
    """
    text = _text(path)
    headers = {one: [*chain(*_cells(text, one, path, most=1))] for one in _SEPARATORS}
    separator = max(headers, key=lambda one: ({*needed} <= {*headers[one]}, len(headers[one])))
    if missing := [column for column in needed if column not in headers[separator]]:
        raise CourseError(
            f"{path} has no column {missing[0]!r}; its first line has: "
            f"{', '.join(filter(None, headers[separator])) or 'nothing'}."
        )
    columns, *rows = _cells(text, separator, path)
    if len({*columns}) < len(columns):
        raise CourseError(f"{path} has two columns of one name. Leave one of them out.")
    if wide := next((row for row in rows if len(row) > len(columns)), None):
        raise CourseError(
            f"{path}: the line of {wide[0]!r} has {len(wide)} cells, the first line has "
            f"{len(columns)}. A text with {separator!r} in it needs quotes around it."
        )
    cells = (dict(zip(columns, [*row, *[""] * len(columns)], strict=False)) for row in rows)
    return Sheet(columns, [row for row in cells if any(row.values())], separator)


def _cells(text: str, separator: str, path: Path, most: int | None = None) -> list[list[str]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=not most)
    try:
        return [[from_table(cell) for cell in row] for row in islice(reader, most)]
    except csv.Error as error:
        raise CourseError(f"{path} cannot be read: {error}. Save it as CSV in UTF-8.") from None


def _text(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CourseError(f"{path} cannot be read: {error.strerror}.") from None
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text, wrong = data.decode(encoding), data.find(_JIS)
    except UnicodeDecodeError as error:
        text, wrong = "", error.start
    if wrong < 0:
        return text
    number = data.count(b"\n", 0, wrong)
    line = data.split(b"\n")[number]
    readings = [
        f"{name} it would be: {clean(line.decode(code, 'replace'))}"
        for code, name in _OLD_ENCODINGS.items()
    ]
    raise CourseError(
        f"{path} is not in UTF-8. No one can tell in what its line {number + 1} is: in "
        f'{"; in ".join(readings)}. Save it as UTF-8 (in Excel: "CSV UTF-8"); nothing was '
        "read from it, and nothing changed."
    )
