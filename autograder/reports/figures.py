"""The pictures that a student handed in, for the cells that grading does not run."""

from __future__ import annotations

from typing import Any

import nbformat
from nbformat import NotebookNode

from autograder.reports.safe import shown
from autograder.submission.decode import Unreadable, parse
from labkit.source import trimmed

MOST = 8_000_000  # letters of all pictures of a page: a mail with a larger one does not arrive
_KINDS = ("image/png", "image/jpeg", "image/svg+xml")


def figures_in(handed_in: bytes) -> dict[str, list[NotebookNode]]:
    """The pictures in a notebook, by the source of their cell; none where it cannot be read."""
    try:
        cells = parse(handed_in).notebook["cells"]
    except Unreadable:
        return {}
    room, by_cell = MOST, {}
    for cell in cells:
        pictures = _pictures(cell)
        room -= sum(len(text) for one in pictures for text in one.data.values())
        # By the source, since an editor may have taken the ids of cells away.
        if pictures and room >= 0:
            by_cell[trimmed(_text(cell.get("source")))] = pictures
    return by_cell


def _pictures(cell: Any) -> list[NotebookNode]:
    outputs = cell.get("outputs") if isinstance(cell, dict) else None
    data = [output.get("data") for output in outputs or () if isinstance(output, dict)]
    kept = [shown({kind: one[kind] for kind in _KINDS if kind in one}) for one in data if one]
    return [
        nbformat.from_dict({"output_type": "display_data", "data": one, "metadata": {}})
        for one in kept
        if one
    ]


def _text(source: Any) -> str:
    return "".join(map(str, source)) if isinstance(source, list) else str(source)
