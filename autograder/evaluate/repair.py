"""Repair: from the notebook that a student handed in to one that can be executed and graded.

Colab, editors and students lose cell ids and metadata, delete, double and edit cells. Each change
made here is logged in words. What the student wrote in blanks and in cells of their own is never
changed; a cell that was split is joined again, and merged ones are taken apart.
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_notebook

from autograder import metadata
from autograder.evaluate.training import Weights
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
from labkit.names import bare, bound_names
from labkit.source import tree

Templates = dict[str, NotebookNode]  # the cells with an id as students were given them, in order
SHORTEST_GIVEN = 40  # letters; less may well stand in a student's cell, too
_KINDS = ("code", "markdown", "raw")
_KERNELSPEC = {"name": "python3", "display_name": "Python 3", "language": "python"}
_CHECKS = re.compile(r"""^(?:@|with )check\(["'](\w+)["']\)""", re.MULTILINE)
_STARTS = re.compile(r"""^labkit\.start\(["'](\w+)["']""", re.MULTILINE)
_BLANK = re.compile(r"\A\s*(?:#|%%writefile \S+\n\s*//) (\w+):")


class Change(StrEnum):
    """What had happened to a cell; the name is the key of the student's message."""

    RECOGNIZED = "metadata lost, recognized"
    BY_PLACE = "metadata lost, recognized by place"
    TWICE = "there twice, both run where they stand"
    SPLIT_OFF = "own lines in it, split off"
    ELSEWHERE = "missing, its names are defined in another cell"
    MISSING = "missing, put back as it was given"
    EDITED = "edited, restored"
    TAKEN_APART = "merged with another, taken apart"
    JOINED = "split in two, joined"
    RETYPED = "of another type, changed back"
    READ = "read from another format"


@dataclass
class Submission:
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
        return "; ".join(f"{what}: {', '.join(ids)}" for what, ids in self.by_change.items())

    @property
    def by_change(self) -> dict[str, list[str]]:
        """The ids of the cells, by what had happened to them."""
        kinds = dict.fromkeys(str(what) for _, what in self.changes)
        return {kind: [name for name, what in self.changes if what == kind] for kind in kinds}


def repair(notebook: dict[str, Any], solution: NotebookNode, released: NotebookNode) -> Submission:
    """Repair a submission and put the checks' own source into it.

    Args:
        notebook: what :func:`~autograder.evaluate.decode.parse` read, or any notebook of format 4;
            stays as it is.
        solution: the solution notebook; its check cells hold the hidden probes.
        released: what students were given.
    """
    clean = _clean(notebook)
    submission = Submission(clean)
    language = language_of(clean)
    metadata.put(clean, NotebookMetadata(language))
    templates = {
        grade_id(cell): in_language(cell, language) for cell in released.cells if grade_id(cell)
    }
    _take_apart(submission, templates)
    _join_split(submission)
    _name_cells(submission, templates, released)
    _require_some(submission, templates)
    _restore_types(submission, templates)
    _unname_duplicates(submission)
    _split_off(submission, templates)
    _insert_missing(submission, templates, solution)
    _restore_sources(submission, templates, solution)
    _mark_skipped(clean, solution)
    Weights.of(notebook).attach(clean, solution)
    _number_cells(clean)
    return submission


def of_another(notebook: dict[str, Any], released: NotebookNode, assignment: str) -> str | None:
    """The id of the other assignment whose notebook this is; None if any task is of this one.

    Args:
        notebook: as for :func:`repair`.
        released: what students of this assignment were given.
        assignment: its id.
    """
    given = (cell for cell in notebook["cells"] if isinstance(cell, dict))
    started = [name for cell in given for name in _STARTS.findall(_text(cell.get("source", "")))]
    if not started or assignment in started:
        return None
    templates = {grade_id(cell): cell for cell in released.cells if grade_id(cell)}
    cells = _clean(notebook).cells
    known = {grade_id(cell) or _by_first_words(cell, templates) for cell in cells}
    return None if known & _tasks(templates) else str(started[0])


def _clean(data: dict[str, Any]) -> NotebookNode:
    """A notebook with the text of each cell and little else; some cells without an id as yet."""
    notebook = new_notebook(metadata={"kernelspec": dict(_KERNELSPEC)})
    notebook.metadata[metadata.KEY] = metadata.stored(data.get("metadata"))
    notebook.cells = [_clean_cell(cell) for cell in data["cells"] if isinstance(cell, dict)]
    return notebook


def _clean_cell(cell: dict[str, Any]) -> NotebookNode:
    given = cell.get("metadata") if isinstance(cell.get("metadata"), dict) else {}
    kept = nbformat.from_dict({"nbgrader": given["nbgrader"]} if "nbgrader" in given else {})
    lost = "code" if "outputs" in cell else "raw"
    kind = cell["cell_type"] if cell.get("cell_type") in _KINDS else lost
    # Line ends as Jupyter makes them when it opens a file: IPython's magics know no others.
    source = _text(cell.get("source", "")).replace("\r\n", "\n")
    clean = _new_cell(kind, source, kept)
    clean.id = str(cell.get("id") or given.get("id") or "")  # Colab's ids stand in the metadata
    return clean


def _text(source: Any) -> str:
    if isinstance(source, list):
        return "".join(part for part in source if isinstance(part, str))
    return str(source)


def _new_cell(kind: str, source: str, of_nbgrader: NotebookNode) -> NotebookNode:
    """A cell without an id."""
    # nbformat's own functions check each cell against a schema, which takes longer than the rest.
    results = {"outputs": [], "execution_count": None} if kind == "code" else {}
    return NotebookNode(cell_type=kind, source=source, metadata=of_nbgrader, **results)


def _name_cells(submission: Submission, templates: Templates, released: NotebookNode) -> None:
    """Give every cell that can be recognized its id."""
    by_cell_id = {cell.id: grade_id(cell) for cell in released.cells if grade_id(cell)}
    by_text = {_look(template): name for name, template in reversed(templates.items())}
    for cell in submission.notebook.cells:
        kept = grade_id(cell)
        if kept in templates:
            name = kept
        else:
            name = by_cell_id.get(cell.id) or _by_first_words(cell, templates)
        name = name or by_text.get(_look(cell))
        if name and name != kept:
            submission.changes.append((name, Change.RECOGNIZED))
        _name(cell, templates.get(name))
    # Only now: which cells are still unknown depends on all the others.
    given, named = {bare(cell.source) for cell in released.cells}, _names(submission.notebook)
    for name, template in templates.items():
        if is_blank(template) and name not in named:
            _name_by_place(submission, template, given, list(templates))


def _take_apart(submission: Submission, templates: Templates) -> None:
    """Given cells whose whole text stands in a blank's cell become cells of their own again."""
    waiting, cells = list(reversed(submission.notebook.cells)), []
    there = _names(submission.notebook)
    given = [cell for name, cell in templates.items() if name not in there and not is_blank(cell)]
    while waiting:
        cell = waiting.pop()
        merged = next((one for one in given if _is_within(one, cell)), None) if given else None
        if merged is None:
            cells.append(cell)
            continue
        before, text, after = _around(cell.source, merged.source)
        given.remove(merged)
        submission.changes.append((str(grade_id(merged)), "merged with another cell, taken apart"))
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
    part = _new_cell("code", source, copy.deepcopy(cell.metadata) if cell else NotebookNode())
    part.id = ""
    return part


def _join_split(submission: Submission) -> None:
    """The halves of a cell that was split within a class or a function: apart, none is right."""
    cells: list[NotebookNode] = []
    for cell in submission.notebook.cells:
        if cells and _is_rest_of(cells[-1], cell):
            submission.changes.append((str(grade_id(cells[-1])), Change.JOINED))
            cells[-1].source += f"\n{cell.source}"
        else:
            cells.append(cell)
    submission.notebook.cells = cells


def _is_rest_of(above: NotebookNode, cell: NotebookNode) -> bool:
    if not is_blank(above) or cell.cell_type != "code" or above.cell_type != "code":
        return False
    # An indented cell runs by itself, and may be the student's own.
    is_inner = re.match(r"[ \t]+(@|def |return\b)", cell.source) and not grade_id(cell)
    is_half = cell.source[:1] in " \t" and grade_id(cell) == grade_id(above)
    if not (is_inner or is_half):
        return False
    return bool(tree(f"{above.source}\n{cell.source}").body)


def _restore_types(submission: Submission, templates: Templates) -> None:
    """A key pressed by mistake makes a text of an answer in code, or the other way round."""
    for place, cell in enumerate(submission.notebook.cells):
        template = templates.get(grade_id(cell))
        if template is not None and cell.cell_type != template.cell_type and is_blank(template):
            fresh = _new_cell(template.cell_type, cell.source, cell.metadata)
            fresh.id = cell.id
            submission.notebook.cells[place] = fresh
            submission.changes.append((str(grade_id(cell)), Change.RETYPED))


def _require_some(submission: Submission, templates: Templates) -> None:
    """Where nothing of the assignment was recognized, no points are no verdict."""
    if not _tasks(templates) & _names(submission.notebook):
        submission.review.append(
            "no task of the assignment was recognized in the file: see what was handed in"
        )


def _tasks(templates: Templates) -> set[str]:
    return {name for name, cell in templates.items() if is_blank(cell) or is_check(cell)}


def _look(cell: NotebookNode) -> tuple[str, str]:
    return cell.cell_type, bare(cell.source)


def _by_first_words(cell: NotebookNode, templates: Templates) -> str | None:
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
    submission: Submission, template: NotebookNode, given: set[str], order: list[str]
) -> None:
    """Name the nearest unknown cell above what follows the blank, up to its check."""
    cells, name = submission.notebook.cells, str(grade_id(template))
    for cell in reversed(cells[: _place_of_follower(cells, name, order)]):
        if grade_id(cell):
            return
        if cell.cell_type == template.cell_type and bare(cell.source) not in given:
            _name(cell, template)
            submission.changes.append((name, Change.BY_PLACE))
            return


def _place_of_follower(cells: list[NotebookNode], blank: str, order: list[str]) -> int:
    """Where the first known cell after a blank stands; 0 if none is known up to its check."""
    if f"{blank}{CHECK}" not in order:
        return 0
    followers = order[order.index(blank) + 1 : order.index(f"{blank}{CHECK}") + 1]
    names = [grade_id(cell) for cell in cells]
    return next((names.index(name) for name in followers if name in names), 0)


def _name(cell: NotebookNode, template: NotebookNode | None) -> None:
    """Give a cell the nbgrader metadata of its template, and take all other away."""
    entry = {"nbgrader": dict(template.metadata.nbgrader)} if template else {}
    cell.metadata = nbformat.from_dict(entry)


def _unname_duplicates(submission: Submission) -> None:
    """Of several cells with one id the first keeps it; the others run where they stand."""
    first: dict[str, NotebookNode] = {}
    for cell in submission.notebook.cells:
        name = grade_id(cell)
        if name and first.setdefault(name, cell) is not cell:
            _name(cell, None)
            submission.changes.append((name, Change.TWICE))
            # In Python the later definition counts, and it may not be the one that was meant.
            if is_blank(first[name]) and _differ(cell, first[name]):
                submission.review.append(
                    f"two different cells for {name}: see which one the student meant"
                )


def _differ(cell: NotebookNode, other: NotebookNode) -> bool:
    """Whether two cells give different answers; the halves of one that was split do not."""
    here, there = bound_names(cell.source), bound_names(other.source)
    is_split = here and there and not set(here) & set(there)
    return bare(cell.source) != bare(other.source) and not is_split


def _split_off(submission: Submission, templates: Templates) -> None:
    """What a student wrote above or below the text of a given cell becomes a cell of their own."""
    cells: list[NotebookNode] = []
    for cell in submission.notebook.cells:
        template = templates.get(grade_id(cell))
        is_given = template is not None and not is_blank(template) and cell.cell_type == "code"
        before, text, after = _around(cell.source, template.source) if is_given else ("", "", "")
        own = [_new_cell("code", part, NotebookNode()) for part in (before, after)]
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


def _insert_missing(submission: Submission, templates: Templates, solution: NotebookNode) -> None:
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


def _restore_sources(submission: Submission, templates: Templates, solution: NotebookNode) -> None:
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
        fresh = _new_cell(original.cell_type, original.source, cell.metadata)
        fresh.id = cell.id
        if is_setup(original):
            metadata.put(fresh, CellMetadata(Role.SETUP))
        submission.notebook.cells[position] = fresh


def _mark_skipped(notebook: NotebookNode, solution: NotebookNode) -> None:
    """Cells that no check depends on are skipped in grading."""
    skipped = {bare(cell.source) for cell in solution.cells if metadata.of_cell(cell).skip}
    for cell in notebook.cells:
        # Only as they were given: what a student added to one may be needed further down.
        if not grade_id(cell) and cell.cell_type == "code" and bare(cell.source) in skipped:
            metadata.put(cell, CellMetadata(skip=True))


def _number_cells(notebook: NotebookNode) -> None:
    """Give an id to each cell whose own is missing, badly formed, or another's."""
    seen: set[str] = set()
    for number, cell in enumerate(notebook.cells):
        usable = re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", cell.id or "") and cell.id not in seen
        cell.id = cell.id if usable else f"cell-{number}"
        seen.add(cell.id)


def _names(notebook: NotebookNode) -> set[str | None]:
    return {grade_id(cell) for cell in notebook.cells}
