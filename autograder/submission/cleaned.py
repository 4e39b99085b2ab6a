"""The notebook that is repaired: cells with their text and little else, and what was changed."""

from __future__ import annotations

import copy
import re
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_notebook
from nbgrader.utils import compute_checksum

from autograder import metadata, states
from autograder.metadata import Role
from autograder.notebooks import Cell, in_language
from autograder.states import Reason, Why
from autograder.submission.conflicts import without_conflicts
from labkit.source import trimmed, without_tools

# Letters of code in one cell and in all: parsing them takes seconds, outside the sandbox.
MAX_CELL_LETTERS, MAX_TOTAL_LETTERS = 100_000, 500_000
_MAX_REPORTED = 5  # limits how many left-out cells and conflicts are reported
_KINDS = ("code", "markdown", "raw")
_PICTURES = ("image/png", "image/jpeg", "image/gif", "image/svg+xml")
_TOOLS = re.compile(r"^# @title .*\n# >>> ", re.MULTILINE)
KERNELSPEC = {"name": "python3", "display_name": "Python 3", "language": "python"}
Templates = dict[str, Cell]  # the cells with an id as students were given them, in order


class Change(StrEnum):
    """What had happened to a cell; the name is the key of the student's message."""

    RECOGNIZED = "metadata lost, recognized"
    BY_PLACE = "metadata lost, recognized by place"
    NEXT_TO = "left as it was given; a text next to it was taken for it"
    TWICE = "there twice, both run where they are"
    SPLIT_OFF = "own lines in it, split off"
    ELSEWHERE = "missing, its names are defined in another cell"
    MISSING = "missing, put back as it was given"
    EDITED = "edited, restored"
    TAKEN_APART = "merged with another, taken apart"
    JOINED = "split in two, joined"
    RETYPED = "of another type, changed back"
    READ = "read from another format"
    HALVES = "half a letter in it, replaced"


@dataclass
class Submission:
    """A submission made fit for grading.

    Args:
        notebook: to be executed; graded and given cells hold the solution's own source.
        changes: what was repaired, as pairs of the cell's id and what had happened to it, or the
            file that it was taken from.
        review: what a person should look at.
    """

    notebook: NotebookNode
    changes: list[tuple[str, str]] = field(default_factory=list)
    review: list[Reason] = field(default_factory=list)

    @property
    def summary(self) -> str:
        """All changes in one line, by what happened."""
        return "; ".join(f"{what}: {', '.join(ids)}" for what, ids in self.by_change.items())

    @property
    def reasons(self) -> list[Reason]:
        """All changes, for instructors."""
        reasons = []
        for what, ids in self.by_change.items():
            if what in set(Change):
                values = {"change": Change(what).name.lower(), "cells": ", ".join(ids)}
                reasons.append(states.because(Why.REPAIRED, **values))
            else:
                reasons.append(states.because(Why.FROM_FILE, file=what, cells=", ".join(ids)))
        return reasons

    @property
    def by_change(self) -> dict[str, list[str]]:
        """The ids of the cells, by what had happened to them."""
        kinds = dict.fromkeys(str(what) for _, what in self.changes)
        return {kind: [name for name, what in self.changes if what == kind] for kind in kinds}


def templates_of(given: list[Cell], language: str | None) -> Templates:
    """The cells with an id, in the order and the language in which students get them."""
    templates = {cell.id: cell for cell in given if cell.id}
    for name, cell in templates.items():
        if cell.role is Role.SETUP:
            node = in_language(cell.node, language)
            templates[name] = Cell.of(NotebookNode(node, source=without_tools(node.source)))
    return templates


def cleaned(data: dict[str, Any]) -> NotebookNode:
    """A notebook with the text of each cell and little else; some cells have no id yet."""
    notebook: NotebookNode = new_notebook(metadata={"kernelspec": dict(KERNELSPEC)})
    notebook.metadata[metadata.KEY] = metadata.stored(data.get("metadata"))
    for cell in data["cells"]:
        if not isinstance(cell, dict):
            continue
        given = _dict(cell.get("metadata"))
        kept = nbformat.from_dict({"nbgrader": given["nbgrader"]} if "nbgrader" in given else {})
        # Only code has outputs; a raw cell does nothing, if it is neither.
        lost = "code" if "outputs" in cell else "raw"
        kind = cell["cell_type"] if cell.get("cell_type") in _KINDS else lost
        # Line ends as Jupyter makes them when it opens a file: IPython's magics know no others.
        # Grading has its own tools.
        text = text_of(cell.get("source", "")).replace("\r\n", "\n")
        source = without_fetching(text)
        # Colab's ids are in the metadata.
        clean = new_cell(kind, source, kept, str(cell.get("id") or given.get("id") or ""))
        if source != text and is_of_a_release(new_cell(kind, text, copy.deepcopy(kept))):
            trim = NotebookNode(clean, source=trimmed(source))
            clean.metadata.nbgrader.checksum = compute_checksum(trim)
        if kind == "markdown" and (pictures := _pictures(cell.get("attachments"))):
            clean.attachments = nbformat.from_dict(pictures)
        notebook.cells.append(clean)
    return notebook


def is_of_a_release(cell: NotebookNode) -> bool:
    """Whether it is as an earlier release gave it: it carries nbgrader's checksum, which
    matches."""
    try:
        released = NotebookNode(cell, source=trimmed(cell.source))
        return bool(cell.metadata.nbgrader.checksum == compute_checksum(released))
    except (AttributeError, KeyError, TypeError, ValueError):  # the author of the file wrote these
        return False


def without_fetching(source: str) -> str:
    """The source without the lines that fetch the tools, even below a student's own lines."""
    begin = _TOOLS.search(source)
    return source[: begin.start()] + without_tools(source[begin.start() :]) if begin else source


def _pictures(attachments: object) -> dict[str, dict[str, str]]:
    """Pictures pasted into a text: the answer to a question may be a drawing."""
    pictures: dict[str, dict[str, str]] = {}
    for name, data in _dict(attachments).items():
        texts = ((kind, text_of(text)) for kind, text in _dict(data).items() if kind in _PICTURES)
        picture = {kind: text for kind, text in texts if text.isascii()}
        if picture and name.isprintable():
            pictures[name] = picture
    return pictures


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def without_long(notebook: NotebookNode) -> list[Reason]:
    """Remove code that is longer than anyone writes, and report the first such cells."""
    reasons, left = [], MAX_TOTAL_LETTERS
    for number, cell in enumerate(notebook.cells, start=1):
        letters = len(cell.source) if cell.cell_type == "code" else 0
        if letters > min(MAX_CELL_LETTERS, left):
            reasons.append(states.because(Why.LONG_CELL, cell=number, letters=letters))
            cell.source = ""
        else:
            left -= letters
    return reasons[:_MAX_REPORTED]


def conflicts(notebook: NotebookNode) -> list[Reason]:
    """Conflict markers of git in cells; only a person can tell which side was meant."""
    found = [
        states.because(Why.CONFLICT_IN_CELL, cell=number, **asdict(conflict))
        for number, cell in enumerate(notebook.cells, start=1)
        for conflict in without_conflicts(cell.source)[1]
    ]
    return found[:_MAX_REPORTED]


def text_of(source: object) -> str:
    """A cell's text, which a file may hold as a list of lines."""
    if isinstance(source, list):
        return "".join(part for part in source if isinstance(part, str))
    return source if isinstance(source, str) else str(source)


def new_cell(kind: str, source: str, of_nbgrader: NotebookNode, id: str = "") -> NotebookNode:
    """A cell that has not run; without an id it gets one by :func:`number_cells`."""
    # nbformat's own functions check each cell against a schema, which takes longer than the rest.
    cell = NotebookNode(cell_type=kind, source=source, metadata=of_nbgrader, id=id)
    if kind == "code":
        cell.outputs, cell.execution_count = [], None
    return cell


def number_cells(notebook: NotebookNode) -> None:
    """Give an id to each cell whose own is missing, malformed, or another's."""
    seen: set[str] = set()
    for number, cell in enumerate(notebook.cells):
        usable = re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", cell.id or "") and cell.id not in seen
        cell.id = cell.id if usable else f"cell-{number}"
        seen.add(cell.id)
