"""Where one cell ends and the next begins: cells that were merged, split, or written into."""

from __future__ import annotations

import copy
import re

from nbformat import NotebookNode

from autograder.notebooks import Cell, cells
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
    waiting, apart = list(reversed(submission.notebook.cells)), []
    while waiting:
        cell = waiting.pop()
        for merged in given if cell.cell_type == "code" else ():
            before, text, after = _around(cell.source, merged.source)
            if before or after:
                break
        else:
            apart.append(cell)
            continue
        given.remove(merged)
        submission.changes.append((merged.id, Change.TAKEN_APART))
        parts = [
            new_cell("code", before, copy.deepcopy(cell.metadata)),
            new_cell("code", text, copy.deepcopy(merged.node.metadata)),
            new_cell("code", after, NotebookNode() if before else copy.deepcopy(cell.metadata)),
        ]
        waiting += reversed([part for part in parts if part.source])
    submission.notebook.cells = apart


def join_split(submission: Submission) -> None:
    """The halves of a cell that was split within a class or a function: apart, none is right."""
    joined: list[Cell] = []
    left = MOST_PIECES
    for cell in cells(submission.notebook):
        if joined and left and _is_rest_of(joined[-1], cell):
            left -= 1
            above = joined[-1].node
            above.source += f"\n{cell.source}"
            joined[-1] = Cell.of(above)
            submission.changes.append((joined[-1].id, Change.JOINED))
        else:
            joined.append(cell)
    submission.notebook.cells = [cell.node for cell in joined]


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
    pieces: list[NotebookNode] = []
    for cell in cells(submission.notebook):
        template = templates.get(cell.id)
        before = after = ""
        if template and cell.is_code and not template.is_blank:
            before, text, after = _around(cell.source, template.source)
            if before or after:
                submission.changes.append((cell.id, Change.SPLIT_OFF))
                cell.node.source = text
        pieces += [new_cell("code", before, NotebookNode())] * bool(before)
        pieces.append(cell.node)
        pieces += [new_cell("code", after, NotebookNode())] * bool(after)
    submission.notebook.cells = pieces


def _around(source: str, given: str) -> tuple[str, str, str]:
    """The own lines above a given text, that text, and those below; empty where it is changed."""
    before, text, after = trimmed(source).partition(trimmed(given))
    is_whole = text and before[-1:] in ("", "\n") and after[:1] in ("", "\n")
    return (before.strip("\n"), text, after.strip("\n")) if is_whole else ("", "", "")
