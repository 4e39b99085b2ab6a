"""Which of the given cells a cell is, where its name was lost, and which of several has it."""

from __future__ import annotations

import ast
import re
from itertools import takewhile
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode

from autograder.notebooks import CHECK, Cell, cells
from autograder.reasons import Why, because
from autograder.submission.repair.submission import Change, Submission, Templates, names
from labkit.source import bound_names, tree, trimmed

_CHECKS = re.compile(r"""^(?:@|with )check\(["'](\w+)["']\)""", re.MULTILINE)
_BLANK = re.compile(r"\A\s*(?:#|%%writefile \S+\n\s*//) (\w+):")


class Given(NamedTuple):
    """What students were given.

    Args:
        templates: the cells with an id.
        texts: of all cells, in all languages.
    """

    templates: Templates
    texts: set[str]

    def unknown_above(self, notebook: NotebookNode, blank: str) -> list[Cell]:
        """The student's cells between what follows a blank and what is known above it.

        Empty ones are left out if there are others.
        """
        # What follows it, as far as its check. A written answer has no check, and may be the last.
        order, check = list(self.templates), f"{blank}{CHECK}"
        followers = order[order.index(blank) + 1 :]
        if check in followers:
            followers = followers[: followers.index(check) + 1]
        present = cells(notebook)
        ids = [cell.id for cell in present]
        nowhere = 0 if check in order else len(ids)
        follower = next((ids.index(name) for name in followers if name in ids), nowhere)
        above = takewhile(lambda cell: not cell.id, reversed(present[:follower]))
        unknown = [cell for cell in above if trimmed(cell.source) not in self.texts]
        return [one for one in unknown if trimmed(one.source)] or unknown


def name_cells(submission: Submission, templates: Templates, released: list[Cell]) -> None:
    """Give every cell that can be recognized by its own text its id."""
    by_cell_id = {cell.node.id: cell.id for cell in released if cell.id}
    # Reversed, so that of two given cells with one text the first is meant.
    by_text = {_look(template): name for name, template in reversed(templates.items())}
    for cell in cells(submission.notebook):
        name: str | None = cell.id
        if name not in templates:
            name = by_cell_id.get(cell.node.id) or by_first_words(cell, templates)
        name = name or by_text.get(_look(cell))
        if name and name != cell.id:
            submission.changes.append((name, Change.RECOGNIZED))
        _name(cell.node, templates.get(name) if name else None)


def name_by_place(
    submission: Submission, templates: Templates, released: list[Cell], solved: list[Cell]
) -> None:
    """Give a blank's id to the nearest unknown cell above what follows the blank."""
    # After all others have their names, on which it depends which cells are still unknown.
    given = Given(templates, {trimmed(cell.source) for cell in (*released, *solved)})
    given_ids = {cell.node.id for cell in (*released, *solved)}
    # Texts that the student added, wherever. Not the title, to which release adds a badge, and a
    # word on AI tools, in each language; nor what still has its id: a file in an old encoding has
    # other letters in the texts that were given.
    has_own_texts = any(
        cell.kind == "markdown"
        and not cell.id
        and cell.node.id not in given_ids
        and trimmed(cell.source) not in {"", *given.texts}
        for cell in cells(submission.notebook)[1:]
    )
    blanks = {name: template for name, template in templates.items() if template.is_blank}
    next_to = {
        name
        for name, template in blanks.items()
        if template.kind == "markdown" and _is_next_to(submission, name, given, has_own_texts)
    }
    present = names(submission.notebook)
    for name, template in blanks.items():
        above = given.unknown_above(submission.notebook, name) if name not in present else []
        unknown = [cell for cell in above if cell.kind == template.kind]
        if unknown:
            _name(unknown[0].node, template)
            how = Change.BESIDE if name in next_to else Change.BY_PLACE
            submission.changes.append((name, how))
            # Other code runs where it is; which text is the answer, only a person can tell.
            if len(unknown) > 1 and template.kind == "markdown":
                submission.review.append(because(Why.SEVERAL_TEXTS, name=name))


def _is_next_to(submission: Submission, blank: str, given: Given, has_own_texts: bool) -> bool:
    """Whether a written answer is next to its cell; that one, left as it was given, loses its name.

    nbgrader gives 0 to an answer that is as it was given, and no one reads what is next to it.
    """
    template = given.templates[blank]
    own = [cell for cell in cells(submission.notebook) if cell.id == blank]
    if len(own) != 1 or trimmed(own[0].source) != trimmed(template.source):
        return False
    _name(own[0].node, None)
    above = given.unknown_above(submission.notebook, blank)
    unknown = [cell for cell in above if trimmed(cell.source)]
    if any(cell.kind == "markdown" for cell in unknown):
        return True
    _name(own[0].node, template)
    if has_own_texts or any(_is_prose(cell.source, given) for cell in unknown):
        submission.review.append(because(Why.NO_WRITTEN_ANSWER, name=blank))
    return False


def _is_prose(source: str, given: Given) -> bool:
    """Whether a code cell holds words: comments, a text, or what is no Python."""
    if any(trimmed(source) in text for text in given.texts):
        return False  # a piece of a given cell that was split
    is_text = all(
        isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
        for one in tree(source).body
    )
    return not source.startswith("%%") and is_text


def require_some(submission: Submission, templates: Templates) -> None:
    """Where nothing of the assignment was recognized, no points are no verdict."""
    if not tasks(templates) & names(submission.notebook):
        submission.review.append(because(Why.NO_TASK))


def unname_duplicates(submission: Submission) -> None:
    """Of several cells with one id the first has it; the others run where they are."""
    first: dict[str, Cell] = {}
    for cell in cells(submission.notebook):
        original = first.setdefault(cell.id, cell)
        if not cell.id or original is cell:
            continue
        _name(cell.node, None)
        submission.changes.append((cell.id, Change.TWICE))
        # In Python the later definition counts, and it may not be the one that was meant. The
        # halves of a cell that was split bind different names, and are one answer.
        here, there = bound_names(cell.source), bound_names(original.source)
        is_split = here and there and not set(here) & set(there)
        if original.is_blank and not is_split and trimmed(cell.source) != trimmed(original.source):
            submission.review.append(because(Why.TWO_CELLS, name=cell.id))


def tasks(templates: Templates) -> set[str]:
    """The ids of the blanks and the checks."""
    return {name for name, cell in templates.items() if cell.is_blank or cell.is_check}


def by_first_words(cell: Cell, templates: Templates) -> str | None:
    """The check or the blank that a code cell without a name was made from."""
    if not cell.is_code:
        return None
    names = [f"{blank}{CHECK}" for blank in _CHECKS.findall(cell.source)]
    for name in _BLANK.findall(cell.source):
        names += [name] if name in templates and templates[name].is_blank else []
    return next((name for name in names if name in templates), None)


def _look(cell: Cell) -> tuple[str, str]:
    return cell.kind, trimmed(cell.source)


def _name(node: NotebookNode, template: Cell | None) -> None:
    """Give a cell the nbgrader metadata of its template, and take all other away."""
    entry = {"nbgrader": dict(template.node.metadata.nbgrader)} if template else {}
    node.metadata = nbformat.from_dict(entry)
