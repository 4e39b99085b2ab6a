"""Repair: from the notebook that a student handed in to one that can be executed and graded.

Colab, editors and students lose cell ids and metadata, delete, double and edit cells. Each change
made here is logged in words. What the student wrote in blanks and in cells of their own is never
changed; a cell that was split is joined again, and merged ones are taken apart.
"""

from __future__ import annotations

import copy
import re
from typing import Any

from nbformat import NotebookNode

from autograder import metadata
from autograder.metadata import CellMetadata, NotebookMetadata, Role
from autograder.notebooks import Cell, cells, language_of
from autograder.reasons import Why, because
from autograder.submission.cleaned import (
    Change,
    Submission,
    Templates,
    cleaned,
    new_cell,
    number_cells,
    templates_of,
    text_of,
    without_long,
)
from autograder.submission.recognize import (
    by_first_words,
    name_by_place,
    name_cells,
    tasks,
    unname_duplicates,
)
from autograder.submission.training import Weights
from labkit.source import bound_names, tree, trimmed

MOST_PIECES = 20  # of cells that were split, in one notebook: each is parsed with what is above it
SHORTEST_GIVEN = 40  # letters; less may well be in a student's cell, too
_STARTS = re.compile(r"""^labkit\.start\(["'](\w+)["']""", re.MULTILINE)


def repair(notebook: dict[str, Any], solution: NotebookNode, released: NotebookNode) -> Submission:
    """Repair a submission and copy the checks' own source into it.

    Args:
        notebook: what :func:`~autograder.submission.decode.parse` read, or any of format 4;
            stays as it is.
        solution: the solution notebook; its check cells hold the hidden probes.
        released: what students were given.
    """
    clean = cleaned(notebook)
    submission = Submission(clean, review=without_long(clean))
    language = language_of(clean)
    metadata.write(clean, NotebookMetadata(language))
    given, solved = cells(released), cells(solution)
    templates = templates_of(given, language)
    # Parsed once: each step gives back those that it has changed.
    present = cells(clean)
    # First the bounds of cells, then their names: a name is sought in the text of one cell.
    present = take_apart(present, submission, templates)
    present = join_split(present, submission)
    present = name_cells(present, submission, templates, given)
    present = name_by_place(present, submission, templates, [*given, *solved])
    # Before missing cells are inserted, which would be recognized.
    if not tasks(templates) & {cell.id for cell in present}:  # no points would be no verdict
        submission.review.append(because(Why.NO_TASK))
    present = restore_types(present, submission, templates)
    present = unname_duplicates(present, submission)
    present = split_off(present, submission, templates)
    present = insert_missing(present, submission, templates, solved)
    # After all that reads what students made of given cells: now these are ours to the letter.
    present = restore_sources(present, submission, templates, solved)
    mark_skipped(present, solved)
    clean.cells = [cell.node for cell in present]
    Weights.of(notebook).attach(clean, solution)
    number_cells(clean)
    return submission


def of_another(notebook: dict[str, Any], released: NotebookNode, assignment: str) -> str | None:
    """The id of the other assignment whose notebook this is; None if any task is of this one.

    Args:
        notebook: as for :func:`repair`.
        released: what students of this assignment were given.
        assignment: its id.
    """
    given = (cell for cell in notebook["cells"] if isinstance(cell, dict))
    started = [name for cell in given for name in _STARTS.findall(text_of(cell.get("source", "")))]
    if not started or assignment in started:
        return None
    templates = templates_of(cells(released), None)
    known = {cell.id or by_first_words(cell, templates) for cell in cells(cleaned(notebook))}
    return None if known & tasks(templates) else str(started[0])


def take_apart(present: list[Cell], submission: Submission, templates: Templates) -> list[Cell]:
    """Given cells whose whole text is within a blank's cell become cells of their own again."""
    names = {cell.id for cell in present}
    given = [
        one
        for name, one in templates.items()
        if name not in names and one.is_code and not one.is_blank
        if len(one.source) >= SHORTEST_GIVEN
    ]
    # A stack: what was below a given cell may hold the next one.
    waiting, apart = present[::-1], []
    while waiting:
        cell = waiting.pop()
        for merged in given if cell.is_code else ():
            before, text, after = _around(cell.source, merged.source)
            if before or after:
                break
        else:
            apart.append(cell)
            continue
        given.remove(merged)
        submission.changes.append((merged.id, Change.TAKEN_APART))
        own = cell.node.metadata
        parts = [
            new_cell("code", before, copy.deepcopy(own)),
            new_cell("code", text, copy.deepcopy(merged.node.metadata)),
            new_cell("code", after, NotebookNode() if before else copy.deepcopy(own)),
        ]
        waiting += [Cell.of(part) for part in reversed(parts) if part.source]
    return apart


def join_split(present: list[Cell], submission: Submission) -> list[Cell]:
    """The halves of a cell that was split within a class or a function: apart, none is right."""
    joined: list[Cell] = []
    left = MOST_PIECES
    for cell in present:
        if joined and left and _is_rest_of(joined[-1], cell):
            left -= 1
            above = joined[-1].node
            above.source += f"\n{cell.source}"
            joined[-1] = Cell.of(above)
            submission.changes.append((joined[-1].id, Change.JOINED))
        else:
            joined.append(cell)
    return joined


def _is_rest_of(above: Cell, cell: Cell) -> bool:
    if not (above.is_blank and above.is_code and cell.is_code):
        return False
    # Not every indented cell is a rest: it runs by itself, and may be the student's own.
    is_inner = re.match(r"[ \t]+(@|def |return\b)", cell.source) and not cell.id
    is_half = cell.source[:1] in " \t" and cell.id == above.id
    # Joined only if it makes Python: two broken halves may be two attempts.
    return bool((is_inner or is_half) and tree(f"{above.source}\n{cell.source}").body)


def restore_types(present: list[Cell], submission: Submission, templates: Templates) -> list[Cell]:
    """A key pressed by mistake makes a text of an answer in code, or the other way round."""
    restored = []
    for cell in present:
        template = templates.get(cell.id)
        if template and template.is_blank and cell.kind != template.kind:
            node = new_cell(template.kind, cell.source, cell.node.metadata, cell.node.id)
            submission.changes.append((cell.id, Change.RETYPED))
            cell = Cell.of(node)
        restored.append(cell)
    return restored


def split_off(present: list[Cell], submission: Submission, templates: Templates) -> list[Cell]:
    """What a student wrote above or below the text of a given cell becomes a cell of their own."""
    pieces: list[Cell] = []
    for cell in present:
        template = templates.get(cell.id)
        before = after = ""
        if template and cell.is_code and not template.is_blank:
            before, text, after = _around(cell.source, template.source)
            if before or after:
                submission.changes.append((cell.id, Change.SPLIT_OFF))
                cell.node.source = text
                cell = Cell.of(cell.node)
        pieces += [Cell.of(new_cell("code", before, NotebookNode()))] if before else []
        pieces.append(cell)
        pieces += [Cell.of(new_cell("code", after, NotebookNode()))] if after else []
    return pieces


def _around(source: str, given: str) -> tuple[str, str, str]:
    """The own lines above a given text, that text, and those below; empty where it is changed."""
    before, text, after = trimmed(source).partition(trimmed(given))
    is_whole = text and before[-1:] in ("", "\n") and after[:1] in ("", "\n")
    return (before.strip("\n"), text, after.strip("\n")) if is_whole else ("", "", "")


def insert_missing(
    present: list[Cell], submission: Submission, templates: Templates, solved: list[Cell]
) -> list[Cell]:
    """Insert each given cell that is not there, below the one that it follows."""
    names = [cell.id for cell in present]
    if templates.keys() <= set(names):
        return present
    # The blanks whose last name is bound in a cell that is none of the given ones.
    given = {trimmed(cell.source) for cell in templates.values()}
    bound = {
        name
        for cell in present
        if cell.is_code and not cell.is_check and trimmed(cell.source) not in given
        for name in bound_names(cell.source)
    }
    wanted = {
        cell.id: bound_names(cell.source) for cell in solved if cell.is_blank and cell.is_code
    }
    elsewhere = {blank for blank, names in wanted.items() if names and names[-1] in bound}
    whole, previous = list(present), ""
    for name, template in templates.items():
        if name not in names:
            missing = copy.deepcopy(template.node)
            if name in elsewhere:
                # The empty blank would raise, or overwrite what the student wrote in another cell.
                missing.source = f"# {name}: {Change.ELSEWHERE}"
                submission.changes.append((name, Change.ELSEWHERE))
            else:
                submission.changes.append((name, Change.MISSING))
                if template.is_blank and template.kind == "markdown":
                    # It may be in a code cell, or in a file of its own.
                    submission.review.append(because(Why.NO_WRITTEN_ANSWER, name=name))
            place = names.index(previous) + 1 if previous else 0
            whole.insert(place, Cell.of(missing))
            names.insert(place, name)
        previous = name
    return whole


def restore_sources(
    present: list[Cell], submission: Submission, templates: Templates, solved: list[Cell]
) -> list[Cell]:
    """Checks get the solution's source, given cells what was given, whatever was made of them."""
    sources = {name: cell for name, cell in templates.items() if not cell.is_blank}
    sources |= {cell.id: cell for cell in solved if cell.is_check}
    restored = []
    for cell in present:
        if original := sources.get(cell.id):
            # Compared with what students were given: they did not add the hidden tests.
            if trimmed(cell.source) != trimmed(templates[cell.id].source):
                submission.changes.append((cell.id, Change.EDITED))
            fresh = new_cell(original.kind, original.source, cell.node.metadata, cell.node.id)
            if original.role is Role.SETUP:
                metadata.write(fresh, CellMetadata(Role.SETUP))
            cell = Cell.of(fresh)
        restored.append(cell)
    return restored


def mark_skipped(present: list[Cell], solved: list[Cell]) -> None:
    """Cells that no check depends on are skipped in grading."""
    skipped = {trimmed(cell.source) for cell in solved if cell.skip}
    for cell in present:
        # Only as they were given: what a student added to one may be needed further down.
        if not cell.id and cell.is_code and trimmed(cell.source) in skipped:
            metadata.write(cell.node, CellMetadata(skip=True))
