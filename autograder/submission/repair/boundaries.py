"""Where one cell ends and the next begins: cells that were merged, split, or written into."""

from __future__ import annotations

import copy
import re

from nbformat import NotebookNode

from autograder.notebooks import Cell
from autograder.submission.repair.clean import new_cell
from autograder.submission.repair.submission import Change, Submission, Templates, names
from labkit.source import tree, trimmed

MOST_PIECES = 20  # of cells that were split, in one notebook: each is parsed with what is above it
SHORTEST_GIVEN = 40  # letters; less may well be in a student's cell, too


def take_apart(submission: Submission, templates: Templates) -> None:
    """Given cells whose whole text is within a blank's cell become cells of their own again."""
    there = names(submission.notebook)
    given = [
        one
        for name, one in templates.items()
        if name not in there and one.is_code and not one.is_blank
        if len(one.source) >= SHORTEST_GIVEN
    ]
    # A stack: what was below a given cell may hold the next one.
    waiting, cells = list(reversed(submission.notebook.cells)), []
    while waiting:
        cell = waiting.pop()
        for merged in given if cell.cell_type == "code" else ():
            before, text, after = _around(cell.source, merged.source)
            if before or after:
                break
        else:
            cells.append(cell)
            continue
        given.remove(merged)
        submission.changes.append((merged.id, Change.TAKEN_APART))
        parts = [
            new_cell("code", before, copy.deepcopy(cell.metadata)),
            new_cell("code", text, copy.deepcopy(merged.node.metadata)),
            new_cell("code", after, NotebookNode() if before else copy.deepcopy(cell.metadata)),
        ]
        waiting += reversed([part for part in parts if part.source])
    submission.notebook.cells = cells


def join_split(submission: Submission) -> None:
    """The halves of a cell that was split within a class or a function: apart, none is right."""
    cells: list[NotebookNode] = []
    left = MOST_PIECES
    for node in submission.notebook.cells:
        above = Cell.of(cells[-1]) if cells else None
        if above and left and _is_rest_of(above, Cell.of(node)):
            left -= 1
            submission.changes.append((above.id, Change.JOINED))
            above.node.source += f"\n{node.source}"
        else:
            cells.append(node)
    submission.notebook.cells = cells


def _is_rest_of(above: Cell, cell: Cell) -> bool:
    if not (above.is_blank and above.is_code and cell.is_code):
        return False
    # Not every indented cell is a rest: it runs by itself, and may be the student's own.
    is_inner = re.match(r"[ \t]+(@|def |return\b)", cell.source) and not cell.id
    is_half = cell.source[:1] in " \t" and cell.id == above.id
    # Joined only if it makes Python: two broken halves may be two attempts.
    return bool((is_inner or is_half) and tree(f"{above.source}\n{cell.source}").body)


def split_off(submission: Submission, templates: Templates) -> None:
    """What a student wrote above or below the text of a given cell becomes a cell of their own."""
    cells: list[NotebookNode] = []
    for node in submission.notebook.cells:
        cell = Cell.of(node)
        template = templates.get(cell.id)
        before = after = ""
        if template and cell.is_code and not template.is_blank:
            before, text, after = _around(cell.source, template.source)
            if before or after:
                submission.changes.append((cell.id, Change.SPLIT_OFF))
                node.source = text
        cells += [new_cell("code", before, NotebookNode())] * bool(before)
        cells.append(node)
        cells += [new_cell("code", after, NotebookNode())] * bool(after)
    submission.notebook.cells = cells


def _around(source: str, given: str) -> tuple[str, str, str]:
    """The own lines above a given text, that text, and those below; empty where it is changed."""
    before, text, after = trimmed(source).partition(trimmed(given))
    is_whole = text and before[-1:] in ("", "\n") and after[:1] in ("", "\n")
    return (before.strip("\n"), text, after.strip("\n")) if is_whole else ("", "", "")
