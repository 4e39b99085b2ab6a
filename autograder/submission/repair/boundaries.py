"""Where one cell ends and the next begins: cells that were merged, split, or written into."""

from __future__ import annotations

import copy
import re

from nbformat import NotebookNode

from autograder.notebooks import grade_id, is_blank
from autograder.submission.repair.cells import new_cell
from autograder.submission.repair.submission import Change, Submission, Templates, names
from labkit.source import bare, tree

MOST_PIECES = 20  # of cells that were split, in one notebook: each is parsed with what stands above
SHORTEST_GIVEN = 40  # letters; less may well stand in a student's cell, too


def take_apart(submission: Submission, templates: Templates) -> None:
    """Given cells whose whole text stands in a blank's cell become cells of their own again."""
    # A stack: what stood below a given cell may hold the next one.
    waiting, cells = list(reversed(submission.notebook.cells)), []
    there = names(submission.notebook)
    given = [cell for name, cell in templates.items() if name not in there and not is_blank(cell)]
    while waiting:
        cell = waiting.pop()
        merged = next((one for one in given if _is_within(one, cell)), None) if given else None
        if merged is None:
            cells.append(cell)
            continue
        before, text, after = _around(cell.source, merged.source)
        given.remove(merged)
        submission.changes.append((str(grade_id(merged)), Change.TAKEN_APART))
        parts = [
            _part(cell, before),
            _part(merged, text),
            _part(cell if not before else None, after),
        ]
        waiting += reversed([part for part in parts if part.source])
    submission.notebook.cells = cells


def _is_within(given: NotebookNode, cell: NotebookNode) -> bool:
    """Whether a code cell holds a given one's text, and more."""
    if cell.cell_type != "code" or given.cell_type != "code" or len(given.source) < SHORTEST_GIVEN:
        return False
    before, _, after = _around(cell.source, given.source)
    return bool(before or after)


def _part(cell: NotebookNode | None, source: str) -> NotebookNode:
    part = new_cell("code", source, copy.deepcopy(cell.metadata) if cell else NotebookNode())
    part.id = ""
    return part


def join_split(submission: Submission) -> None:
    """The halves of a cell that was split within a class or a function: apart, none is right."""
    cells: list[NotebookNode] = []
    left = MOST_PIECES
    for cell in submission.notebook.cells:
        if cells and left and _is_rest_of(cells[-1], cell):
            left -= 1
            submission.changes.append((str(grade_id(cells[-1])), Change.JOINED))
            cells[-1].source += f"\n{cell.source}"
        else:
            cells.append(cell)
    submission.notebook.cells = cells


def _is_rest_of(above: NotebookNode, cell: NotebookNode) -> bool:
    if not is_blank(above) or cell.cell_type != "code" or above.cell_type != "code":
        return False
    # Not every indented cell is a rest: it runs by itself, and may be the student's own.
    is_inner = re.match(r"[ \t]+(@|def |return\b)", cell.source) and not grade_id(cell)
    is_half = cell.source[:1] in " \t" and grade_id(cell) == grade_id(above)
    if not (is_inner or is_half):
        return False
    # Joined only if it makes Python: two broken halves may be two attempts.
    return bool(tree(f"{above.source}\n{cell.source}").body)


def split_off(submission: Submission, templates: Templates) -> None:
    """What a student wrote above or below the text of a given cell becomes a cell of their own."""
    cells: list[NotebookNode] = []
    for cell in submission.notebook.cells:
        template = templates.get(grade_id(cell))
        is_given = template is not None and not is_blank(template) and cell.cell_type == "code"
        before, text, after = _around(cell.source, template.source) if is_given else ("", "", "")
        own = [new_cell("code", part, NotebookNode()) for part in (before, after)]
        for new in own:
            new.id = ""
        if before or after:
            submission.changes.append((str(grade_id(cell)), Change.SPLIT_OFF))
            cell.source = text
        cells += [own[0]] * bool(before) + [cell] + [own[1]] * bool(after)
    submission.notebook.cells = cells


def _around(source: str, given: str) -> tuple[str, str, str]:
    """The own lines above a given text, that text, and those below; empty where it is changed."""
    before, text, after = bare(source).partition(bare(given))
    is_whole = text and before[-1:] in ("", "\n") and after[:1] in ("", "\n")
    return (before.strip("\n"), text, after.strip("\n")) if is_whole else ("", "", "")
