"""From the bytes that a student handed in to a notebook, or to the reason why there is none.

Editors, copies that were cut off, and "Save as" damage files. What can be read is read; what is
handed in as a notebook but is none (a page, a script) is reported, without guessing.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, field
from typing import Any

import nbformat

from autograder import encodings, states
from autograder.encodings import CANDIDATES, Known, Undecided, encoding_of
from autograder.states import Kind, Reason, Why
from autograder.submission.conflicts import without_conflicts

# Most of a large file is outputs, a few long texts, which grading does not look at. Text takes as
# much memory as the file; a million lists or dictionaries take some hundred megabytes.
LARGEST_NOTEBOOK = 100_000_000
LARGE_NOTEBOOK, MAX_VALUES = 20_000_000, 8_000_000
MAX_CELLS = 2000  # each is looked at and shown; the longest notebook of the course has 110
MAX_BREAKS = 20  # places where the text is broken; the search continues after each one
_BINARY = {
    b"%PDF": Kind.PDF,
    b"PK\x03\x04": Kind.ZIP,
    b"\x1f\x8b": Kind.GZIP,
    b"7z\xbc\xaf": Kind.SEVEN_ZIP,
    b"Rar!": Kind.RAR,
    b"\x89PNG": Kind.PICTURE,
    b"\xff\xd8\xff": Kind.PICTURE,
    b"{\\rtf": Kind.RTF,
}
_BROKEN = states.because(Why.BROKEN_LETTERS)
_MAX_REPORTED = 5  # of conflicts
_START = 4000  # characters, in which a page or a script says what made it
_CELLS = re.compile(r'"cells"\s*:\s*\[')
_NEXT = re.compile(r"[\s,]*(?=\{)")
_CELL_BEGINS = re.compile(
    r'\{\s*"(?:cell_type|attachments|id|metadata|execution_count|source)"\s*:'
)
# Raw line ends within a string, as editors leave them. Python reads no integer of more than 4300
# digits; none in a notebook matters.
_DECODER = json.JSONDecoder(strict=False, parse_int=lambda digits: int(digits[:4000]))


class Unreadable(ValueError):
    """The file is no notebook of the assignment.

    Args:
        why: what it is instead.
        values: for the sentence about it.
    """

    def __init__(self, why: Why, **values: Any) -> None:
        self.reason = states.because(why, **values)
        super().__init__(str(self.reason))


@dataclass(frozen=True)
class Decoded:
    """A file that was read.

    Args:
        notebook: of format 4; its cells may be in any state.
        changes: the formats that it had to be read from.
        review: what a person should look at.
    """

    notebook: dict[str, Any]
    changes: list[str] = field(default_factory=list)
    review: list[Reason] = field(default_factory=list)


def parse(submitted: bytes, known: Known = frozenset) -> Decoded:
    """Read the file that was handed in, of any format version.

    Args:
        submitted: the file.
        known: texts of the assignment, by which another encoding than UTF-8 is known.

    Raises:
        Unreadable: the file is not JSON, not a notebook, or too large.

    >>> parse(b'{"cells": [{"cell_type": "code", "source": "a"}]}').notebook["cells"][0]["source"]
    'a'
    >>> cut_off = parse(b'{"cells": [{"cell_type": "code", "source": "a"}, {"cell_ty')
    >>> len(cut_off.notebook["cells"]), str(*cut_off.review)
    (1, 'the file is broken (..., line 1): the 1 cells that could be read were graded')
    >>> parse(b"PK")
    Traceback (most recent call last):
    autograder.submission.decode.Unreadable: it is not JSON (Expecting value, line 1)
    """
    if len(submitted) > LARGEST_NOTEBOOK:
        raise Unreadable(Why.TOO_LARGE, size=len(submitted), most=LARGEST_NOTEBOOK)
    if len(submitted) > LARGE_NOTEBOOK and sum(map(submitted.count, b"[{,")) > MAX_VALUES:
        raise Unreadable(Why.TOO_MANY_VALUES, size=len(submitted))
    if kind := saved_as(submitted):
        raise Unreadable(Why.OTHER_KIND, kind=kind)
    decoded = Decoded({})
    data = _json(_text(submitted, known, decoded), decoded)
    if isinstance(data, str) and data.lstrip().startswith("{"):  # a JSON text of a JSON text
        decoded.changes.append("JSON")
        data = _json(data, decoded)
    inner = data.get("content") if isinstance(data, dict) else None
    if isinstance(inner, dict) and ("cells" in inner or "worksheets" in inner):
        decoded.changes.append("Jupyter API")  # a response of Jupyter's server
        data = inner
    if isinstance(data, dict) and "worksheets" in data:
        try:
            data = nbformat.convert(nbformat.from_dict(data), 4)
        except Exception as error:
            raise Unreadable(Why.OLD_FORMAT, error=str(error)) from None
        decoded.changes.append("nbformat 3")
    if not isinstance(data, dict) or not isinstance(data.get("cells"), list):
        raise Unreadable(Why.NO_CELLS)
    if (count := len(data["cells"])) > MAX_CELLS:
        decoded.review.append(states.because(Why.MANY_CELLS, count=count, most=MAX_CELLS))
        data = {**data, "cells": data["cells"][:MAX_CELLS]}
    decoded.notebook.update(data)
    return decoded


def saved_as(data: bytes) -> Kind | None:
    """What a file saved in place of a notebook is; None if nothing says so.

    >>> saved_as(b"%PDF-1.7"), saved_as(b'{"cells": []}')
    (<Kind.PDF: 'a PDF'>, None)
    >>> saved_as(b'# -*- coding: utf-8 -*-\\n\"\"\"a.ipynb\\n\\nAutomatically generated by Colab.')
    <Kind.COLAB_PYTHON: 'a notebook that Colab saved as a Python file'>
    """
    binary = next((kind for mark, kind in _BINARY.items() if data.startswith(mark)), None)
    if binary:
        return binary
    start = data[:_START].decode("utf-8", "replace").lstrip("\ufeff \r\n\t")
    if re.match(r"<(!doctype|html|head|\?xml)", start, re.IGNORECASE):
        is_notebook = re.search(r"jupyter|nbconvert|jp-Notebook|notebook-container|\.ipynb", start)
        return Kind.HTML if is_notebook else Kind.WEB_PAGE
    if re.search(r"^Automatically generated by Colab", start, re.MULTILINE):
        return Kind.COLAB_PYTHON
    if re.match(r"#.*", start) and re.search(r"^# (In\[|%%|---$)", start, re.MULTILINE):
        return Kind.PYTHON
    return None


def is_notebook(data: bytes) -> bool:
    """Whether a file of any name is a notebook, perhaps a damaged one.

    >>> is_notebook(b'{"cells": [], "nbformat": 4}'), is_notebook(b'{"cells": 4}'), is_notebook(b"")
    (True, False, False)
    """
    text = data.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \r\n\t")  # also in UTF-16
    return text.startswith(b"{") and b'"nbformat"' in text


def _text(submitted: bytes, known: Known, decoded: Decoded) -> str:
    try:
        encoding = encoding_of(submitted, known)
    except Undecided:
        decoded.review.append(_BROKEN)
        return encodings.replaced(submitted)
    if encoding != "utf-8":
        decoded.changes.append(CANDIDATES.get(encoding, encoding.upper()))
    text = submitted.decode(encoding).lstrip("\ufeff")
    # Zeros at the end are padding of a copy; those within are data that a copy has lost.
    decoded.review.extend([_BROKEN] if "\0" in text.rstrip("\0 \r\n") else [])
    return text


def _json(text: str, decoded: Decoded, *, is_resolved: bool = False) -> Any:
    begin = len(text) - len(text.lstrip())
    try:
        data, end = _DECODER.raw_decode(text, begin)
    except json.JSONDecodeError as error:
        # Once: with nested markers no one can tell which belong together.
        is_read = is_resolved or len(text) > LARGE_NOTEBOOK
        without, conflicts = (text, []) if is_read else without_conflicts(text)
        if not conflicts:
            return _salvaged(text, error, decoded)
        reasons = (
            states.because(Why.CONFLICT, **asdict(conflict))
            for conflict in conflicts[:_MAX_REPORTED]
        )
        decoded.review.extend(reasons)
        return _json(without, decoded, is_resolved=True)
    except RecursionError:
        raise Unreadable(Why.NESTED) from None
    rest = text[end : end + _START].strip("\0 \r\n\t\ufeff")
    if rest and isinstance(data, dict):
        decoded.review.append(states.because(Why.MORE_NOT_READ))
    elif rest:
        raise Unreadable(Why.MORE_AFTER_END)
    return data


def _salvaged(text: str, error: json.JSONDecodeError, decoded: Decoded) -> dict[str, Any]:
    """The whole cells of a file that is cut off, or broken in between."""
    where = {"error": error.msg, "line": error.lineno}
    start = _CELLS.search(text) if len(text) <= LARGE_NOTEBOOK else None
    cells: list[dict[str, Any]] = []
    # Not forever: a malicious file would be searched from each of a million places.
    place = start.end() if start else 0
    for _ in range(MAX_BREAKS if start else 0):
        try:
            while following := _NEXT.match(text, place):
                cell, place = _DECODER.raw_decode(text, following.end())
                # The metadata of a broken cell are whole, too, and name a type.
                cells += [cell] if "cell_type" in cell and "source" in cell else []
        except (json.JSONDecodeError, RecursionError):
            pass
        begin = _CELL_BEGINS.search(text, place + 1)
        if begin is None:
            break
        place = begin.start()
    if not cells:
        raise Unreadable(Why.NOT_JSON, **where) from None
    decoded.review.append(states.because(Why.BROKEN_FILE, count=len(cells), **where))
    return {"cells": cells}
