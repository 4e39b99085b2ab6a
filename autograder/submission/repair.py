"""Repair: from the notebook that a student handed in to one that can be executed and graded.

Colab, editors and students lose cell ids and metadata, delete, double and edit cells. Each change
made here is logged in words. What the student wrote in blanks and in cells of their own is never
changed; a cell that was split is joined again, and merged ones are taken apart.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from itertools import takewhile
from typing import Any, NamedTuple

import nbformat
from nbformat import NotebookNode

from autograder import editions, metadata, notebooks, states
from autograder.engine import fast_json
from autograder.metadata import CellMetadata, NotebookMetadata, Role
from autograder.notebooks import CHECK, Cell, language_of
from autograder.states import Why
from autograder.submission import cleaned
from autograder.submission.cleaned import Change, Submission, Templates, new_cell, text_of
from autograder.submission.training import Weights
from labkit.source import blank_named, bound_names, tree, trimmed

MAX_PIECES = 20  # limits split cells in one notebook: each is parsed with what is above it
SHORTEST_GIVEN = 40  # letters; a shorter text may also be in a student's cell
_STARTS = re.compile(r"""^labkit\.start\(["'](\w+)["']""", re.MULTILINE)


def repair(notebook: dict[str, Any], solution: NotebookNode, *released: NotebookNode) -> Submission:
    """Repair a submission and copy the checks' own source into it.

    Args:
        notebook: what :func:`~autograder.submission.decode.parse` read, or any of format 4;
            stays as it is.
        solution: the solution notebook; its check cells hold the hidden probes.
        released: what students were given, in each language; the first is for all others.
    """
    notebook, had_halves = fast_json.whole(notebook)
    clean = cleaned.cleaned(notebook)
    submission = Submission(clean, review=cleaned.without_long(clean))
    submission.changes += [("Unicode", Change.HALVES)] if had_halves else []
    submission.review += cleaned.conflicts(clean)
    language = language_of(clean)
    metadata.write(clean, NotebookMetadata(language))
    by_language = {
        metadata.of_notebook(edition).language: edition for edition in reversed(released)
    }
    given, solved = (
        notebooks.given_cells(by_language.get(language, released[0])),
        notebooks.given_cells(solution),
    )
    templates = cleaned.templates_of(given, language)
    # Parsed once: each step returns the cells that it has changed.
    present = notebooks.cells(clean)
    once_given = {
        (cell.id, trimmed(cell.source)) for cell in present if cleaned.is_of_a_release(cell.node)
    }
    # First the bounds of cells, then their names: a name is sought in the text of one cell.
    present = list(take_apart(present, submission, templates))
    present = join_split(present, submission)
    present = list(name_cells(present, submission, templates, given))
    # Without the model's answers: a student's may be the same.
    texts = [cell for edition in released for cell in notebooks.given_cells(edition)]
    texts += [cell for cell in solved if not cell.is_blank]
    if tasks(templates) & {cell.id for cell in present}:
        present = name_by_place(present, submission, templates, texts)
    else:  # it may be from another course: places say nothing there, and 0 would not be a verdict
        submission.review.append(states.because(Why.NO_TASK))
    present = list(restore_types(present, submission, templates))
    present = list(unname_duplicates(present, submission))
    present = split_off(present, submission, templates)
    present = insert_missing(present, submission, templates, solved)
    # After everything that reads what students made of given cells: now these are ours again.
    present = list(restore_sources(present, submission, templates, solved, once_given))
    mark_skipped(present, solved)
    clean.cells = [cell.node for cell in present]
    Weights.of(notebook).attach(clean, solution)
    cleaned.number_cells(clean)
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
    templates = cleaned.templates_of(notebooks.given_cells(released), None)
    present = notebooks.cells(cleaned.cleaned(notebook))
    known = {cell.id or by_first_words(cell, templates) for cell in present}
    return None if known & tasks(templates) else str(started[0])


def take_apart(present: list[Cell], submission: Submission, templates: Templates) -> Iterator[Cell]:
    """Given cells whose whole text is within a blank's cell become cells of their own again."""
    names = {cell.id for cell in present}
    given = [
        template
        for name, template in templates.items()
        if name not in names and template.is_code and not template.is_blank
        if len(template.source) >= SHORTEST_GIVEN
    ]
    # A stack: what was below a given cell may hold the next one.
    waiting = present[::-1]
    while waiting:
        cell = waiting.pop()
        for merged in given if cell.is_code else ():
            before, text, after = _around(cell.source, merged.source)
            if before or after:
                break
        else:
            yield cell
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


def join_split(present: list[Cell], submission: Submission) -> list[Cell]:
    """The halves of a cell that was split within a class or a function: apart, none is right."""
    joined: list[Cell] = []
    left = MAX_PIECES
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


def restore_types(
    present: list[Cell], submission: Submission, templates: Templates
) -> Iterator[Cell]:
    """Undo a key pressed by mistake, which turned code into text, or the other way round."""
    for cell in present:
        template = templates.get(cell.id)
        if template and template.is_blank and cell.kind != template.kind:
            node = new_cell(template.kind, cell.source, cell.node.metadata, cell.node.id)
            submission.changes.append((cell.id, Change.RETYPED))
            cell = Cell.of(node)
        yield cell


def split_off(present: list[Cell], submission: Submission, templates: Templates) -> list[Cell]:
    """What a student wrote above or below a given cell's text becomes a cell of their own."""
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
    # The blanks whose last name is bound in a cell that was not given.
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
                    submission.review.append(states.because(Why.NO_WRITTEN_ANSWER, name=name))
            place = names.index(previous) + 1 if previous else 0
            whole.insert(place, Cell.of(missing))
            names.insert(place, name)
        previous = name
    return whole


def restore_sources(
    present: list[Cell],
    submission: Submission,
    templates: Templates,
    solved: list[Cell],
    once_given: Set[tuple[str, str]],
) -> Iterator[Cell]:
    """Restore the solution's source in checks, and the given text in given cells.

    Args:
        present, submission, templates, solved: as in :func:`repair`.
        once_given: ids and sources of cells that an earlier release gave as they are.
    """
    sources = {name: cell for name, cell in templates.items() if not cell.is_blank}
    sources |= {cell.id: cell for cell in solved if cell.is_check}
    for cell in present:
        if original := sources.get(cell.id):
            # Compared with what students were given: they did not add the hidden tests.
            own = trimmed(cell.source)
            if own != trimmed(templates[cell.id].source) and (cell.id, own) not in once_given:
                submission.changes.append((cell.id, Change.EDITED))
            fresh = new_cell(original.kind, original.source, cell.node.metadata, cell.node.id)
            if original.role is Role.SETUP:
                metadata.write(fresh, CellMetadata(Role.SETUP))
            cell = Cell.of(fresh)
        yield cell


def mark_skipped(present: list[Cell], solved: list[Cell]) -> None:
    """Cells that no check depends on are skipped in grading."""
    skipped = texts_of(cell for cell in solved if cell.skip)
    for cell in present:
        # Only if they are as given: what a student added to one may be needed further down.
        if not cell.id and cell.is_code and trimmed(cell.source) in skipped:
            metadata.write(cell.node, CellMetadata(skip=True))


def texts_of(cells: Iterable[Cell]) -> set[str]:
    """The texts of cells in each language, and in all: earlier releases gave code like that."""
    texts = (editions.forms(cell.source) if cell.is_code else {cell.source} for cell in cells)
    return {trimmed(text) for some in texts for text in some}


_CHECKS = re.compile(r"""^(?:@|with )check\(["'](\w+)["']\)""", re.MULTILINE)


class ReleasedCells(NamedTuple):
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
        # The cells after it, up to its check. A written answer has no check, and may be the last.
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
) -> Iterator[Cell]:
    """Give every cell that can be recognized by its own text its id."""
    by_cell_id = {cell.node.id: cell.id for cell in released if cell.id}
    # Reversed, so that the first of two given cells with the same text wins.
    by_text = {
        (template.kind, trimmed(template.source)): name
        for name, template in reversed(templates.items())
    }
    for cell in present:
        name: str | None = cell.id
        if name not in templates:
            name = by_cell_id.get(cell.node.id) or by_first_words(cell, templates)
        name = name or by_text.get((cell.kind, trimmed(cell.source)))
        if name and name != cell.id:
            submission.changes.append((name, Change.RECOGNIZED))
        yield _named(cell, templates.get(name) if name else None)


def name_by_place(
    present: list[Cell], submission: Submission, templates: Templates, given_cells: list[Cell]
) -> list[Cell]:
    """Give a blank's id to the nearest unknown cell above what follows the blank.

    Args:
        given_cells: what students were given, and the solution without its answers.
    """
    # After all others have their names: only then is it clear which cells are still unknown.
    named = list(present)
    given = ReleasedCells(templates, texts_of(given_cells))
    # Texts that the student added, wherever. Not the title, to which release adds a badge, and a
    # word on AI tools, in each language; nor what still has its id: a file in an old encoding has
    # other letters in the texts that were given.
    given_ids = {cell.node.id for cell in given_cells}
    texts = (cell for cell in named[1:] if cell.kind == "markdown" and not cell.id)
    others = (trimmed(text.source) for text in texts if text.node.id not in given_ids)
    has_own_texts = any(text and text not in given.texts for text in others)
    next_to = _unname_as_given(named, submission, given, has_own_texts=has_own_texts)
    known = {cell.id for cell in named}
    for name, template in templates.items():
        if not template.is_blank:
            continue
        above_blank = given.unknown_above(named, name) if name not in known else []
        places = [place for place in above_blank if named[place].kind == template.kind]
        if places:
            named[places[0]] = _named(named[places[0]], template)
            how = Change.NEXT_TO if name in next_to else Change.BY_PLACE
            submission.changes.append((name, how))
            # Other code runs where it is; only a person can tell which text is the answer.
            if len(places) > 1 and template.kind == "markdown":
                submission.review.append(states.because(Why.SEVERAL_TEXTS, name=name))
    return named


def _unname_as_given(
    named: list[Cell], submission: Submission, given: ReleasedCells, *, has_own_texts: bool
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
            submission.review.append(states.because(Why.NO_WRITTEN_ANSWER, name=name))
    return next_to


def _is_prose(source: str, given: ReleasedCells) -> bool:
    """Whether a code cell holds words: comments, a string, or what is not Python."""
    if any(trimmed(source) in text for text in given.texts):
        return False  # a piece of a given cell that was split
    is_text = all(
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        for statement in tree(source).body
    )
    return not source.startswith("%%") and is_text


def unname_duplicates(present: list[Cell], submission: Submission) -> Iterator[Cell]:
    """The first of several cells with one id keeps it; the others run where they are."""
    first: dict[str, Cell] = {}
    for cell in present:
        original = first.setdefault(cell.id, cell)
        if not cell.id or original is cell:
            yield cell
            continue
        yield _named(cell, None)
        submission.changes.append((cell.id, Change.TWICE))
        # In Python the later definition counts, but it may not be the one that was meant. The
        # halves of a cell that was split bind different names, and are one answer.
        here, there = bound_names(cell.source), bound_names(original.source)
        is_split = here and there and not set(here) & set(there)
        if original.is_blank and not is_split and trimmed(cell.source) != trimmed(original.source):
            submission.review.append(states.because(Why.TWO_CELLS, name=cell.id))


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
