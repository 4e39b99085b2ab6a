"""What was given, put back: missing cells, changed ones, and their types."""

from __future__ import annotations

import copy

from nbformat import NotebookNode

from autograder import metadata
from autograder.metadata import CellMetadata, Role
from autograder.notebooks import grade_id, is_blank, is_check, is_setup
from autograder.reasons import Why, because
from autograder.submission.repair.cells import new_cell
from autograder.submission.repair.submission import Change, Submission, Templates
from labkit.source import bare, bound_names


def restore_types(submission: Submission, templates: Templates) -> None:
    """A key pressed by mistake makes a text of an answer in code, or the other way round."""
    for place, cell in enumerate(submission.notebook.cells):
        template = templates.get(grade_id(cell))
        if template is not None and cell.cell_type != template.cell_type and is_blank(template):
            fresh = new_cell(template.cell_type, cell.source, cell.metadata)
            fresh.id = cell.id
            submission.notebook.cells[place] = fresh
            submission.changes.append((str(grade_id(cell)), Change.RETYPED))


def insert_missing(submission: Submission, templates: Templates, solution: NotebookNode) -> None:
    cells = submission.notebook.cells
    names = [grade_id(cell) for cell in cells]
    if templates.keys() <= set(names):
        return
    elsewhere = _defined_elsewhere(cells, templates, solution)
    previous: str | None = None
    for name, template in templates.items():
        if name not in names:
            place = names.index(previous) + 1 if previous else 0
            cells.insert(place, copy.deepcopy(template))
            names.insert(place, name)
            if name in elsewhere:
                # The empty blank would raise, or overwrite what the student wrote in another cell.
                cells[place].source = f"# {name}: {Change.ELSEWHERE}"
                submission.changes.append((name, Change.ELSEWHERE))
            else:
                submission.changes.append((name, Change.MISSING))
                if is_blank(template) and template.cell_type == "markdown":
                    # It may stand in code, or in a file of its own.
                    submission.review.append(because(Why.NO_WRITTEN_ANSWER, name=name))
        previous = name


def _defined_elsewhere(
    cells: list[NotebookNode], templates: Templates, solution: NotebookNode
) -> set[str]:
    """The blanks whose last name is bound in a cell that is none of the given ones."""
    given = {bare(cell.source) for cell in templates.values()}
    written = [
        cell.source
        for cell in cells
        if cell.cell_type == "code" and not is_check(cell) and bare(cell.source) not in given
    ]
    bound = {name for source in written for name in bound_names(source)}
    wanted = {
        str(grade_id(cell)): bound_names(cell.source)
        for cell in solution.cells
        if is_blank(cell) and cell.cell_type == "code"
    }
    return {blank for blank, names in wanted.items() if names and names[-1] in bound}


def restore_sources(submission: Submission, templates: Templates, solution: NotebookNode) -> None:
    """Checks get the solution's source, given cells what was given, whatever was made of them."""
    sources = {name: cell for name, cell in templates.items() if not is_blank(cell)}
    sources |= {grade_id(cell): cell for cell in solution.cells if is_check(cell)}
    for position, cell in enumerate(submission.notebook.cells):
        original = sources.get(grade_id(cell))
        if original is None:
            continue
        # Compared with what students were given: hidden tests are no change of theirs.
        if bare(cell.source) != bare(templates[grade_id(cell)].source):
            submission.changes.append((str(grade_id(cell)), Change.EDITED))
        fresh = new_cell(original.cell_type, original.source, cell.metadata)
        fresh.id = cell.id
        if is_setup(original):
            metadata.put(fresh, CellMetadata(Role.SETUP))
        submission.notebook.cells[position] = fresh


def mark_skipped(notebook: NotebookNode, solution: NotebookNode) -> None:
    """Cells that no check depends on are skipped in grading."""
    skipped = {bare(cell.source) for cell in solution.cells if metadata.of_cell(cell).skip}
    for cell in notebook.cells:
        # Only as they were given: what a student added to one may be needed further down.
        if not grade_id(cell) and cell.cell_type == "code" and bare(cell.source) in skipped:
            metadata.put(cell, CellMetadata(skip=True))
