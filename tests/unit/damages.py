"""Damage to notebooks as data: what Colab, an editor or a student does to a file."""

import copy
from collections.abc import Callable

from nbformat import NotebookNode

from autograder.notebooks import grade_id
from autograder.submission import decode

Damage = Callable[[NotebookNode], None]
BLANK, CHECK = "int8_backward", "int8_backward_check"


def place(notebook: NotebookNode, name: str) -> int:
    return [grade_id(cell) for cell in notebook.cells].index(name)


def delete(name: str) -> Damage:
    def damage(notebook: NotebookNode) -> None:
        del notebook.cells[place(notebook, name)]

    return damage


def duplicate(name: str, source: str | None = None) -> Damage:
    def damage(notebook: NotebookNode) -> None:
        at = place(notebook, name)
        twin = copy.deepcopy(notebook.cells[at])
        twin.source = source or twin.source
        notebook.cells.insert(at + 1, twin)

    return damage


def strip(name: str, keep_id: bool = False, source: str | None = None) -> Damage:
    def damage(notebook: NotebookNode) -> None:
        cell = notebook.cells[place(notebook, name)]
        cell.metadata, cell.id = {}, cell.id if keep_id else "other"
        cell.source = source or cell.source

    return damage


def edit(name: str) -> Damage:
    def damage(notebook: NotebookNode) -> None:
        notebook.cells[place(notebook, name)].source = "pass  # no check"

    return damage


def strip_everything(notebook: NotebookNode) -> None:
    for number, cell in enumerate(notebook.cells):
        cell.metadata, cell.id = {}, f"c{number}"


DAMAGES: dict[str, tuple[Damage, list[str]]] = {
    "a deleted check": (delete(CHECK), ["missing"]),
    "a deleted blank": (delete(BLANK), ["missing"]),
    "a deleted setup": (delete("setup"), ["missing"]),
    "a duplicated check": (duplicate(CHECK), ["twice"]),
    "a duplicated blank": (duplicate(BLANK), ["twice"]),
    "a stripped check": (strip(CHECK), ["metadata"]),
    "a stripped blank": (strip(BLANK), ["metadata"]),
    "a stripped blank that kept its cell id": (
        strip(BLANK, keep_id=True, source="mine = 1"),
        ["metadata"],
    ),
    "a stripped blank with nothing to know it by": (strip(BLANK, source="mine = 1"), ["by place"]),
    "an edited check": (edit(CHECK), ["edited"]),
    "no metadata at all": (strip_everything, ["metadata"]),
}

UNREADABLE = {
    "empty": b"",
    "cut off": b'{"cells": [',
    "binary": b"\xff\xfe\x00",
    "a zip": b"PK\x03\x04",
    "a list": b"[]",
    "no cells": b"{}",
    "cells of text": b'{"cells": "x"}',
    "deep": b"[" * 100_000,
    "huge": b" " * (decode.LARGEST_NOTEBOOK + 1),
    "old and broken": b'{"worksheets": 3, "nbformat": 3, "nbformat_minor": 0, "metadata": {}}',
}
