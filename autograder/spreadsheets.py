"""CSV files that people open in a spreadsheet: how they are written, and a cell as it was before.

A student may have written a text in them, and a spreadsheet runs what it takes for a formula.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping

# The last four are what a Japanese keyboard gives, and Excel takes them for the first four.
_FORMULA = "=+-@|%＝＋－＠"


def as_csv(columns: list[str], rows: Iterable[Mapping[str, object]]) -> str:
    """Rows as the text of a file; a column that a row lacks is empty.

    >>> as_csv(["student", "note"], [{"student": "=1+1"}])
    "student,note\\n'=1+1,\\n"
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: plain(value) for name, value in row.items()} for row in rows)
    return text.getvalue()


def plain(value: object) -> object:
    """A value that no spreadsheet takes for a formula.

    >>> plain("=1+1"), plain(-1.5), plain("s-17")
    ("'=1+1", -1.5, 's-17')
    """
    formula = isinstance(value, str) and value.lstrip()[:1] in tuple(_FORMULA)
    return f"'{value}" if formula else value


def as_given(text: str) -> str:
    """What :func:`plain` wrote, as it was.

    >>> as_given("'=1+1"), as_given("'t Hart")
    ('=1+1', "'t Hart")
    """
    return text[1:] if text == plain(text[1:]) else text
