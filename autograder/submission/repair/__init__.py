"""Repair: from the notebook that a student handed in to one that can be executed and graded.

Colab, editors and students lose cell ids and metadata, delete, double and edit cells. Each change
made here is logged in words. What the student wrote in blanks and in cells of their own is never
changed; a cell that was split is joined again, and merged ones are taken apart.
"""

from __future__ import annotations

import re
from typing import Any

from nbformat import NotebookNode

from autograder import metadata
from autograder.metadata import NotebookMetadata
from autograder.notebooks import cells, language_of
from autograder.submission.repair.boundaries import join_split, split_off, take_apart
from autograder.submission.repair.clean import cleaned, number_cells, text_of, without_long
from autograder.submission.repair.recognize import (
    by_first_words,
    name_by_place,
    name_cells,
    require_some,
    tasks,
    unname_duplicates,
)
from autograder.submission.repair.restore import (
    insert_missing,
    mark_skipped,
    restore_sources,
    restore_types,
)
from autograder.submission.repair.submission import Submission, templates_of
from autograder.submission.training import Weights

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
    templates = templates_of(released, language)
    given, solved = cells(released), cells(solution)
    # First the bounds of cells, then their names: a name is sought in the text of one cell.
    take_apart(submission, templates)
    join_split(submission)
    name_cells(submission, templates, given)
    name_by_place(submission, templates, given, solved)
    # Before missing cells are inserted, which would be recognized.
    require_some(submission, templates)
    restore_types(submission, templates)
    unname_duplicates(submission)
    split_off(submission, templates)
    insert_missing(submission, templates, solved)
    # After all that reads what students made of given cells: now these are ours to the letter.
    restore_sources(submission, templates, solved)
    mark_skipped(clean, solved)
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
    templates = templates_of(released, None)
    known = {cell.id or by_first_words(cell, templates) for cell in cells(cleaned(notebook))}
    return None if known & tasks(templates) else str(started[0])
