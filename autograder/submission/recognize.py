"""Which of the given cells a cell is, where its name was lost, and which of several has it."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

import nbformat

from autograder.notebooks import CHECK, Cell
from autograder.reasons import Why, because
from autograder.submission.cleaned import Change, Submission, Templates
from labkit.source import blank_named, bound_names, tree, trimmed

_CHECKS = re.compile(r"""^(?:@|with )check\(["'](\w+)["']\)""", re.MULTILINE)


class Given(NamedTuple):
    """What students were given.

    Args:
        templates: the cells with an id.
        texts: of all cells, in all languages.
    """

    templates: Templates
    texts: set[str]

    def unknown_above(self, present: list[Cell], blank: str) -> list[int]:
        """The places of the student's cells between what follows a blank and what is above it.

        Empty ones are left out if there are others.
        """
        # What follows it, as far as its check. A written answer has no check, and may be the last.
        order, check = list(self.templates), f"{blank}{CHECK}"
        followers = order[order.index(blank) + 1 :]
        if check in followers:
            followers = followers[: followers.index(check) + 1]
        ids = [cell.id for cell in present]
        nowhere = 0 if check in order else len(ids)
        follower = next((ids.index(name) for name in followers if name in ids), nowhere)
        above = takewhile(lambda place: not ids[place], reversed(range(follower)))
        texts = {place: trimmed(present[place].source) for place in above}
        unknown = [place for place, text in texts.items() if text not in self.texts]
        return [place for place in unknown if texts[place]] or unknown


def name_cells(
    present: list[Cell], submission: Submission, templates: Templates, released: list[Cell]
) -> list[Cell]:
    """Give every cell that can be recognized by its own text its id."""
    by_cell_id = {cell.node.id: cell.id for cell in released if cell.id}
    # Reversed, so that of two given cells with one text the first is meant.
    by_text = {
        (template.kind, trimmed(template.source)): name
        for name, template in reversed(templates.items())
    }
    named = []
    for cell in present:
        name: str | None = cell.id
        if name not in templates:
            name = by_cell_id.get(cell.node.id) or by_first_words(cell, templates)
        name = name or by_text.get((cell.kind, trimmed(cell.source)))
        if name and name != cell.id:
            submission.changes.append((name, Change.RECOGNIZED))
        named.append(_named(cell, templates.get(name) if name else None))
    return named


def name_by_place(
    present: list[Cell], submission: Submission, templates: Templates, given_cells: list[Cell]
) -> list[Cell]:
    """Give a blank's id to the nearest unknown cell above what follows the blank.

    Args:
        given_cells: of what students were given, and of the solution.
    """
    # After all others have their names, on which it depends which cells are still unknown.
    named = list(present)
    given = Given(templates, {trimmed(cell.source) for cell in given_cells})
    # Texts that the student added, wherever. Not the title, to which release adds a badge, and a
    # word on AI tools, in each language; nor what still has its id: a file in an old encoding has
    # other letters in the texts that were given.
    given_ids = {cell.node.id for cell in given_cells}
    texts = (cell for cell in named[1:] if cell.kind == "markdown" and not cell.id)
    others = (trimmed(text.source) for text in texts if text.node.id not in given_ids)
    has_own_texts = any(text and text not in given.texts for text in others)
    next_to = _unname_as_given(named, submission, given, has_own_texts)
    known = {cell.id for cell in named}
    for name, template in templates.items():
        if not template.is_blank:
            continue
        above_blank = given.unknown_above(named, name) if name not in known else []
        places = [place for place in above_blank if named[place].kind == template.kind]
        if places:
            named[places[0]] = _named(named[places[0]], template)
            how = Change.BESIDE if name in next_to else Change.BY_PLACE
            submission.changes.append((name, how))
            # Other code runs where it is; which text is the answer, only a person can tell.
            if len(places) > 1 and template.kind == "markdown":
                submission.review.append(because(Why.SEVERAL_TEXTS, name=name))
    return named


def _unname_as_given(
    named: list[Cell], submission: Submission, given: Given, has_own_texts: bool
) -> set[str]:
    """Take its name from each written answer that is as it was given, and has a text next to it.

    nbgrader gives 0 to an answer that is as it was given, and no one reads what is next to it.
    """
    next_to = set()
    for name, template in given.templates.items():
        own = [place for place, cell in enumerate(named) if cell.id == name]
        if template.kind != "markdown" or not template.is_blank or len(own) != 1:
            continue
        (place,) = own
        if trimmed(named[place].source) != trimmed(template.source):
            continue
        without = [*named[:place], replace(named[place], id=""), *named[place + 1 :]]
        above = [without[other] for other in given.unknown_above(without, name)]
        unknown = [cell for cell in above if trimmed(cell.source)]
        if any(cell.kind == "markdown" for cell in unknown):
            next_to.add(name)
            named[place] = _named(named[place], None)
        elif has_own_texts or any(_is_prose(cell.source, given) for cell in unknown):
            submission.review.append(because(Why.NO_WRITTEN_ANSWER, name=name))
    return next_to


def _is_prose(source: str, given: Given) -> bool:
    """Whether a code cell holds words: comments, a text, or what is no Python."""
    if any(trimmed(source) in text for text in given.texts):
        return False  # a piece of a given cell that was split
    is_text = all(
        isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
        for one in tree(source).body
    )
    return not source.startswith("%%") and is_text


def unname_duplicates(present: list[Cell], submission: Submission) -> list[Cell]:
    """Of several cells with one id the first has it; the others run where they are."""
    first: dict[str, Cell] = {}
    unnamed = []
    for cell in present:
        original = first.setdefault(cell.id, cell)
        if not cell.id or original is cell:
            unnamed.append(cell)
            continue
        unnamed.append(_named(cell, None))
        submission.changes.append((cell.id, Change.TWICE))
        # In Python the later definition counts, and it may not be the one that was meant. The
        # halves of a cell that was split bind different names, and are one answer.
        here, there = bound_names(cell.source), bound_names(original.source)
        is_split = here and there and not set(here) & set(there)
        if original.is_blank and not is_split and trimmed(cell.source) != trimmed(original.source):
            submission.review.append(because(Why.TWO_CELLS, name=cell.id))
    return unnamed


def tasks(templates: Templates) -> set[str]:
    """The ids of the blanks and the checks."""
    return {name for name, cell in templates.items() if cell.is_blank or cell.is_check}


def by_first_words(cell: Cell, templates: Templates) -> str | None:
    """The check or the blank that a code cell without a name was made from."""
    if not cell.is_code:
        return None
    names = [f"{blank}{CHECK}" for blank in _CHECKS.findall(cell.source)]
    name = blank_named(cell.source)
    names += [name] if name in templates and templates[name].is_blank else []
    return next((name for name in names if name in templates), None)


def _named(cell: Cell, template: Cell | None) -> Cell:
    """A cell with the nbgrader metadata of its template, and no other."""
    entry = {"nbgrader": dict(template.node.metadata.nbgrader)} if template else {}
    cell.node.metadata = nbformat.from_dict(entry)
    return Cell.of(cell.node)
