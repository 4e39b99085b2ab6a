"""What was given is restored: missing cells, changed ones, and their types."""

from __future__ import annotations

import copy

from nbformat import NotebookNode

from autograder import metadata
from autograder.metadata import CellMetadata, Role
from autograder.notebooks import Cell, cells
from autograder.reasons import Why, because
from autograder.submission.repair.clean import new_cell
from autograder.submission.repair.submission import Change, Submission, Templates
from labkit.source import bound_names, trimmed


def restore_types(submission: Submission, templates: Templates) -> None:
    """A key pressed by mistake makes a text of an answer in code, or the other way round."""
    for place, cell in enumerate(cells(submission.notebook)):
        template = templates.get(cell.id)
        if template and template.is_blank and cell.kind != template.kind:
            fresh = new_cell(template.kind, cell.source, cell.node.metadata, cell.node.id)
            submission.notebook.cells[place] = fresh
            submission.changes.append((cell.id, Change.RETYPED))


def insert_missing(submission: Submission, templates: Templates, solved: list[Cell]) -> None:
    """Insert each given cell that is not there, below the one that it follows."""
    present = cells(submission.notebook)
    names = [cell.id for cell in present]
    if templates.keys() <= set(names):
        return
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
    previous: str | None = None
    for name, template in templates.items():
        if name not in names:
            place = names.index(previous) + 1 if previous else 0
            missing = copy.deepcopy(template.node)
            submission.notebook.cells.insert(place, missing)
            names.insert(place, name)
            if name in elsewhere:
                # The empty blank would raise, or overwrite what the student wrote in another cell.
                missing.source = f"# {name}: {Change.ELSEWHERE}"
                submission.changes.append((name, Change.ELSEWHERE))
            else:
                submission.changes.append((name, Change.MISSING))
                if template.is_blank and template.kind == "markdown":
                    # It may be in a code cell, or in a file of its own.
                    submission.review.append(because(Why.NO_WRITTEN_ANSWER, name=name))
        previous = name


def restore_sources(submission: Submission, templates: Templates, solved: list[Cell]) -> None:
    """Checks get the solution's source, given cells what was given, whatever was made of them."""
    sources = {name: cell for name, cell in templates.items() if not cell.is_blank}
    sources |= {cell.id: cell for cell in solved if cell.is_check}
    for position, cell in enumerate(cells(submission.notebook)):
        original = sources.get(cell.id)
        if original is None:
            continue
        # Compared with what students were given: they did not add the hidden tests.
        if trimmed(cell.source) != trimmed(templates[cell.id].source):
            submission.changes.append((cell.id, Change.EDITED))
        fresh = new_cell(original.kind, original.source, cell.node.metadata, cell.node.id)
        if original.role is Role.SETUP:
            metadata.write(fresh, CellMetadata(Role.SETUP))
        submission.notebook.cells[position] = fresh


def mark_skipped(notebook: NotebookNode, solved: list[Cell]) -> None:
    """Cells that no check depends on are skipped in grading."""
    skipped = {trimmed(cell.source) for cell in solved if cell.skip}
    for cell in cells(notebook):
        # Only as they were given: what a student added to one may be needed further down.
        if not cell.id and cell.is_code and trimmed(cell.source) in skipped:
            metadata.write(cell.node, CellMetadata(skip=True))
