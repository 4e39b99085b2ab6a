"""Intake: from the bytes that a student handed in to a notebook that can be executed and graded.

Colab, editors and students lose cell ids and metadata, delete, double and edit cells. Each change made here is logged
in words. What the student wrote in blanks and in cells of their own is never changed.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_notebook

from autograder import metadata
from autograder.evaluate import accuracy
from autograder.metadata import CellMetadata, NotebookMetadata, Role
from autograder.notebooks import (
    CHECK,
    grade_id,
    in_language,
    is_blank,
    is_check,
    is_setup,
    language_of,
)

LARGEST_NOTEBOOK = 20_000_000
_KINDS = ("code", "markdown", "raw")
_CHECKS = re.compile(r"""^with check\(["'](\w+)["']\)""", re.MULTILINE)
_BLANK = re.compile(r"\A\s*(?:#|%%writefile \S+\n\s*//) (\w+):")


class Unreadable(ValueError):
    """The file is no notebook; the message says why in one line."""


@dataclass
class Intake:
    """A submission made fit for grading.

    Args:
        notebook: to be executed; graded and given cells hold the solution's own source.
        changes: what was repaired, as pairs of the cell's id and what had happened to it.
        review: what a person should look at, a sentence each.
    """

    notebook: NotebookNode
    changes: list[tuple[str, str]] = field(default_factory=list)
    review: list[str] = field(default_factory=list)

    @property
    def summary(self) -> str:
        """All changes in one line, by what happened."""
        kinds = dict.fromkeys(what for _, what in self.changes)
        return "; ".join(
            f"{what}: {', '.join(name for name, why in self.changes if why == what)}"
            for what in kinds
        )


def take_in(submitted: bytes, solution: NotebookNode, released: NotebookNode) -> Intake:
    """Repair a submission and put the checks' own source into it.

    Args:
        submitted: the file as it was handed in.
        solution: the solution notebook; its check cells hold the hidden probes.
        released: what students were given.

    Raises:
        Unreadable: the file is not JSON, not a notebook, or too large.
    """
    notebook = parse(submitted)
    trained = accuracy.take_out(notebook)
    intake = Intake(notebook)
    language = language_of(notebook)
    metadata.put(notebook, NotebookMetadata(language))
    templates = {
        grade_id(cell): in_language(cell, language) for cell in released.cells if grade_id(cell)
    }
    _name_cells(intake, templates, released)
    _demote_doubles(intake)
    _insert_missing(intake, templates)
    _restore_sources(intake, templates, solution)
    _mark_skipped(notebook, solution)
    accuracy.put_in(notebook, trained, solution)
    _number_cells(notebook)
    return intake


def parse(submitted: bytes) -> NotebookNode:
    """Read a notebook of any format version into clean cells, of whose outputs only kept weights stay.

    >>> parse(b'{"cells": [{"cell_type": "code", "source": ["a\\\\n", "b"]}]}').cells[0].source
    'a\\nb'
    >>> parse(b"PK")
    Traceback (most recent call last):
    autograder.evaluate.repair.Unreadable: it is not JSON (Expecting value, line 1)
    """
    data = _json(submitted)
    if "worksheets" in data:
        data = _upgraded(data)
    cells = data.get("cells")
    if not isinstance(cells, list):
        raise Unreadable("it is JSON, but no notebook: it has no list of cells")
    kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = new_notebook(metadata={"kernelspec": kernelspec})
    if isinstance(data.get("metadata"), dict):
        notebook.metadata[metadata.KEY] = metadata.stored(data["metadata"])
    notebook.cells = [
        _clean(cell) for cell in cells if isinstance(cell, dict)
    ]  # some without an id as yet
    return notebook


def _json(submitted: bytes) -> dict[str, Any]:
    if len(submitted) > LARGEST_NOTEBOOK:
        raise Unreadable(f"it is too large: {len(submitted):,} bytes, at most {LARGEST_NOTEBOOK:,}")
    try:
        data = json.loads(submitted.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Unreadable("it is not text in UTF-8") from None
    except json.JSONDecodeError as error:
        raise Unreadable(f"it is not JSON ({error.msg}, line {error.lineno})") from None
    except RecursionError:
        raise Unreadable("it is not a notebook: its JSON is nested too deeply") from None
    if not isinstance(data, dict):
        raise Unreadable("it is JSON, but no notebook: it has no list of cells")
    return data


def _upgraded(data: dict[str, Any]) -> dict[str, Any]:
    try:
        return nbformat.convert(nbformat.from_dict(data), 4)
    except Exception as error:
        raise Unreadable(
            f"it is a notebook of an old format that cannot be converted ({error})"
        ) from None


def _clean(cell: dict[str, Any]) -> NotebookNode:
    source = cell.get("source", "")
    text = (
        "".join(part for part in source if isinstance(part, str))
        if isinstance(source, list)
        else str(source)
    )
    given = cell.get("metadata") if isinstance(cell.get("metadata"), dict) else {}
    kept = nbformat.from_dict({"nbgrader": given["nbgrader"]} if "nbgrader" in given else {})
    clean = _new_cell(cell["cell_type"] if cell.get("cell_type") in _KINDS else "raw", text, kept)
    if clean.cell_type == "code":
        clean.outputs = accuracy.carried(cell.get("outputs"))
    clean.id = str(cell.get("id") or given.get("id") or "")
    return clean


def _new_cell(kind: str, source: str, metadata: NotebookNode) -> NotebookNode:
    """A cell without an id. nbformat's own functions check each one against a schema, longer than all the rest takes."""
    results = {"outputs": [], "execution_count": None} if kind == "code" else {}
    return NotebookNode(cell_type=kind, source=source, metadata=metadata, **results)


def _name_cells(intake: Intake, templates: dict[str, NotebookNode], released: NotebookNode) -> None:
    """Give every cell that can be recognized its id: by metadata, cell id, text, and for blanks by place."""
    by_cell_id = {cell.id: grade_id(cell) for cell in released.cells if grade_id(cell)}
    by_text = {
        (template.cell_type, _bare(template.source)): name
        for name, template in reversed(templates.items())
    }
    for cell in intake.notebook.cells:
        kept = grade_id(cell)
        name = (
            kept
            if kept in templates
            else by_cell_id.get(cell.id) or _by_first_words(cell, templates)
        )
        name = name or by_text.get((cell.cell_type, _bare(cell.source)))
        if name and name != kept:
            intake.changes.append((name, "metadata lost, recognized"))
        _name(cell, templates.get(name))
    given, named = {_bare(cell.source) for cell in released.cells}, _names(intake.notebook.cells)
    for name, template in templates.items():
        if is_blank(template) and name not in named:
            _name_by_place(intake, template, given, templates)


def _by_first_words(cell: NotebookNode, templates: dict[str, NotebookNode]) -> str | None:
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


def _name_by_place(
    intake: Intake, template: NotebookNode, given: set[str], templates: Iterable[str]
) -> None:
    """A blank whose traces are all gone is the nearest unknown cell above what follows it, up to its check."""
    cells, name = intake.notebook.cells, str(grade_id(template))
    names, order = [grade_id(cell) for cell in cells], list(templates)
    followers = (
        order[order.index(name) + 1 : order.index(f"{name}{CHECK}") + 1]
        if f"{name}{CHECK}" in order
        else []
    )
    anchor = next((follower for follower in followers if follower in names), None)
    for cell in reversed(cells[: names.index(anchor)] if anchor else []):
        if grade_id(cell):
            return
        if cell.cell_type == template.cell_type and _bare(cell.source) not in given:
            _name(cell, template)
            intake.changes.append((name, "metadata lost, recognized by place"))
            return


def _name(cell: NotebookNode, template: NotebookNode | None) -> None:
    cell.metadata = nbformat.from_dict(
        {"nbgrader": dict(template.metadata.nbgrader)} if template else {}
    )


def _demote_doubles(intake: Intake) -> None:
    """Of several cells with one id the first keeps it; the others stay as plain cells and run where they stand."""
    first: dict[str, NotebookNode] = {}
    for cell in intake.notebook.cells:
        name = grade_id(cell)
        if name and first.setdefault(name, cell) is not cell:
            _name(cell, None)
            intake.changes.append((name, "there twice, both run where they stand"))
            if is_blank(first[name]) and _bare(cell.source) != _bare(first[name].source):
                intake.review.append(
                    f"two different cells for {name}: see which one the student meant"
                )


def _insert_missing(intake: Intake, templates: dict[str, NotebookNode]) -> None:
    cells, names = intake.notebook.cells, [grade_id(cell) for cell in intake.notebook.cells]
    previous: str | None = None
    for name, template in templates.items():
        if name not in names:
            place = names.index(previous) + 1 if previous else 0
            cells.insert(place, copy.deepcopy(template))
            names.insert(place, name)
            intake.changes.append((name, "missing, put back as it was given"))
        previous = name


def _restore_sources(
    intake: Intake, templates: dict[str, NotebookNode], solution: NotebookNode
) -> None:
    """Checks get the solution's source, given cells what was given, whatever the student made of them."""
    sources = {name: cell for name, cell in templates.items() if not is_blank(cell)}
    sources |= {grade_id(cell): cell for cell in solution.cells if is_check(cell)}
    for position, cell in enumerate(intake.notebook.cells):
        original = sources.get(grade_id(cell))
        if original is None:
            continue
        if _bare(cell.source) != _bare(templates[grade_id(cell)].source):
            intake.changes.append((str(grade_id(cell)), "edited, restored"))
        fresh = _new_cell(original.cell_type, original.source, cell.metadata)
        fresh.id = cell.id
        if is_setup(original):
            metadata.put(fresh, CellMetadata(Role.SETUP))
        intake.notebook.cells[position] = fresh


def _mark_skipped(notebook: NotebookNode, solution: NotebookNode) -> None:
    """Cells that no check depends on are skipped in grading, but only if the student left them as they were given."""
    skipped = {_bare(cell.source) for cell in solution.cells if metadata.of_cell(cell).skip}
    for cell in notebook.cells:
        if not grade_id(cell) and cell.cell_type == "code" and _bare(cell.source) in skipped:
            metadata.put(cell, CellMetadata(skip=True))


def _number_cells(notebook: NotebookNode) -> None:
    """Cell ids must be there, well formed and unique; students' tools do not always keep them so."""
    seen: set[str] = set()
    for number, cell in enumerate(notebook.cells):
        usable = re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", cell.id or "") and cell.id not in seen
        cell.id = cell.id if usable else f"cell-{number}"
        seen.add(cell.id)


def _names(cells: Iterable[NotebookNode]) -> set[str | None]:
    return {grade_id(cell) for cell in cells}


@lru_cache(maxsize=2048)
def _bare(source: str) -> str:
    return "\n".join(line.rstrip() for line in source.strip().splitlines())
