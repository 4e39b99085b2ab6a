"""Which of the given cells a cell is, where its name was lost, and which of several keeps it."""

from __future__ import annotations

import ast
import re
from itertools import takewhile

import nbformat
from nbformat import NotebookNode

from autograder.notebooks import CHECK, grade_id, is_blank, is_check
from autograder.reasons import Why, because
from autograder.submission.repair.submission import Change, Submission, Templates, names
from labkit.source import bare, bound_names, tree

_CHECKS = re.compile(r"""^(?:@|with )check\(["'](\w+)["']\)""", re.MULTILINE)
_BLANK = re.compile(r"\A\s*(?:#|%%writefile \S+\n\s*//) (\w+):")


def name_cells(
    submission: Submission, templates: Templates, released: NotebookNode, solution: NotebookNode
) -> None:
    """Give every cell that can be recognized its id."""
    by_cell_id = {cell.id: grade_id(cell) for cell in released.cells if grade_id(cell)}
    # Reversed, so that of two given cells with one text the first keeps it.
    by_text = {_look(template): name for name, template in reversed(templates.items())}
    for cell in submission.notebook.cells:
        kept = grade_id(cell)
        if kept in templates:
            name = kept
        else:
            name = by_cell_id.get(cell.id) or by_first_words(cell, templates)
        name = name or by_text.get(_look(cell))
        if name and name != kept:
            submission.changes.append((name, Change.RECOGNIZED))
        _name(cell, templates.get(name))
    # Only now: which cells are still unknown depends on all the others.
    all_given = (*released.cells, *solution.cells)  # in all languages
    given = {bare(cell.source) for cell in all_given}
    own = _own_texts(submission.notebook, given, {cell.id for cell in all_given})
    blanks = [template for template in templates.values() if is_blank(template)]
    beside = [one for one in blanks if _is_beside(submission, one, given, list(templates), own)]
    named = names(submission.notebook)
    for template in blanks:
        if grade_id(template) not in named:
            how = Change.BESIDE if template in beside else Change.BY_PLACE
            _name_by_place(submission, template, given, list(templates), how)


def require_some(submission: Submission, templates: Templates) -> None:
    """Where nothing of the assignment was recognized, no points are no verdict."""
    if not tasks(templates) & names(submission.notebook):
        submission.review.append(because(Why.NO_TASK))


def unname_duplicates(submission: Submission) -> None:
    """Of several cells with one id the first keeps it; the others run where they stand."""
    first: dict[str, NotebookNode] = {}
    for cell in submission.notebook.cells:
        name = grade_id(cell)
        if name and first.setdefault(name, cell) is not cell:
            _name(cell, None)
            submission.changes.append((name, Change.TWICE))
            # In Python the later definition counts, and it may not be the one that was meant.
            if is_blank(first[name]) and _differ(cell, first[name]):
                submission.review.append(because(Why.TWO_CELLS, name=name))


def tasks(templates: Templates) -> set[str]:
    return {name for name, cell in templates.items() if is_blank(cell) or is_check(cell)}


def by_first_words(cell: NotebookNode, templates: Templates) -> str | None:
    """The check or the blank that a code cell without a name was made from."""
    if cell.cell_type != "code":
        return None
    checks = (f"{blank}{CHECK}" for blank in _CHECKS.findall(cell.source))
    blanks = (
        name
        for name in _BLANK.findall(cell.source)
        if name in templates and is_blank(templates[name])
    )
    return next((name for name in (*checks, *blanks) if name in templates), None)


def _look(cell: NotebookNode) -> tuple[str, str]:
    return cell.cell_type, bare(cell.source)


def _own_texts(notebook: NotebookNode, given: set[str], given_ids: set[str]) -> list[NotebookNode]:
    """Texts that the student added, wherever."""
    # Not the title, to which release adds a badge, and a word on AI tools, in each language; nor
    # what kept its id: a file in an old encoding has other letters in the texts that were given.
    return [
        cell
        for cell in notebook.cells[1:]
        if cell.cell_type == "markdown"
        and not grade_id(cell)
        and cell.id not in given_ids
        and bare(cell.source) not in {"", *given}
    ]


def _is_beside(
    submission: Submission,
    template: NotebookNode,
    given: set[str],
    order: list[str],
    own_texts: list[NotebookNode],
) -> bool:
    """Whether a written answer stands beside its cell; that one, left as it was given, lets go.

    nbgrader gives 0 to an answer that is as it was given, and nobody reads what stands beside it.
    """
    cells, name = submission.notebook.cells, grade_id(template)
    own = [cell for cell in cells if grade_id(cell) == name]
    is_written = template.cell_type == "markdown"
    if not is_written or len(own) != 1 or bare(own[0].source) != bare(template.source):
        return False
    _name(own[0], None)
    unknown = [one for one in _unknown_above(cells, template, given, order) if bare(one.source)]
    if any(cell.cell_type == "markdown" for cell in unknown):
        return True
    _name(own[0], template)
    if own_texts or any(_is_prose(cell, given) for cell in unknown):
        submission.review.append(because(Why.NO_WRITTEN_ANSWER, name=name))
    return False


def _is_prose(cell: NotebookNode, given: set[str]) -> bool:
    """Whether somebody wrote words where code stands: comments, a text, or what is no Python."""
    if any(bare(cell.source) in text for text in given):
        return False  # a piece of a given cell that was split
    is_text = all(
        isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
        for one in tree(cell.source).body
    )
    return not cell.source.startswith("%%") and is_text


def _name_by_place(
    submission: Submission,
    template: NotebookNode,
    given: set[str],
    order: list[str],
    how: Change,
) -> None:
    """Name the nearest unknown cell above what follows the blank, up to its check if it has one."""
    name = str(grade_id(template))
    above = _unknown_above(submission.notebook.cells, template, given, order)
    unknown = [cell for cell in above if cell.cell_type == template.cell_type]
    if not unknown:
        return
    _name(unknown[0], template)
    submission.changes.append((name, how))
    # Other code runs where it stands; which text is the answer, only a person can tell.
    if len(unknown) > 1 and template.cell_type == "markdown":
        submission.review.append(because(Why.SEVERAL_TEXTS, name=name))


def _unknown_above(
    cells: list[NotebookNode], template: NotebookNode, given: set[str], order: list[str]
) -> list[NotebookNode]:
    """The student's cells between what follows a blank and what is known above; empty ones last."""
    above = reversed(cells[: _place_of_follower(cells, str(grade_id(template)), order)])
    unknown = [
        cell
        for cell in takewhile(lambda cell: not grade_id(cell), above)
        if bare(cell.source) not in given
    ]
    return [one for one in unknown if bare(one.source)] or unknown


def _place_of_follower(cells: list[NotebookNode], blank: str, order: list[str]) -> int:
    """Where the first known cell after a blank stands; 0 if none is known up to its check.

    A written answer has no check, and may be the last of all cells.
    """
    followers, check = order[order.index(blank) + 1 :], f"{blank}{CHECK}"
    if check in followers:
        followers = followers[: followers.index(check) + 1]
    names = [grade_id(cell) for cell in cells]
    nowhere = 0 if check in order else len(cells)
    return next((names.index(name) for name in followers if name in names), nowhere)


def _name(cell: NotebookNode, template: NotebookNode | None) -> None:
    """Give a cell the nbgrader metadata of its template, and take all other away."""
    entry = {"nbgrader": dict(template.metadata.nbgrader)} if template else {}
    cell.metadata = nbformat.from_dict(entry)


def _differ(cell: NotebookNode, other: NotebookNode) -> bool:
    """Whether two cells give different answers; the halves of one that was split do not."""
    here, there = bound_names(cell.source), bound_names(other.source)
    is_split = here and there and not set(here) & set(there)
    return bare(cell.source) != bare(other.source) and not is_split
