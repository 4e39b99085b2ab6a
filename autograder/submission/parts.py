"""The parts in which a submission is executed: the whole, its C alone, and without strange cells.

What runs in one process with a student's Python can be made to say anything. So C is compiled and
called in a kernel in which nothing else of the student runs. And a submission with suspicious
access is executed a second time without the statements that have it.
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from typing import Any

from nbformat import NotebookNode

from autograder import metadata, notebooks, states
from autograder.engine.execution import Execution, Plan, StopKind
from autograder.metadata import Role
from autograder.states import Reason, Why
from autograder.submission import c_files
from autograder.submission.names import imported_names, written_module
from autograder.submission.suspicious import Access, suspicious, without_statements
from labkit.judge import Verdict
from labkit.source import digest

_MAX_REPORTED = 5  # places of one submission
# A module that a cell writes, from the text that was read: other code may write its file anew.
_IN_MEMORY = """\
import sys
sys.modules[{0!r}] = type(sys)({0!r})
exec({1!r}, vars(sys.modules[{0!r}]))"""
_ASKS = re.compile(r"\bt\.watched\(|\bopcheck\(")


class Part(StrEnum):
    """One execution of a submission, in a kernel of its own."""

    WHOLE = "whole"
    C = "C alone"
    PLAIN = "without what is suspicious"


@dataclass(frozen=True)
class Parts:
    """The parts of one submission.

    Args:
        notebooks: what to execute, by part.
        suspicious: why there is a part without some statements.
    """

    notebooks: dict[Part, NotebookNode]
    suspicious: tuple[Access, ...] = ()


def parts_of(submission: NotebookNode, *released: NotebookNode) -> Parts:
    """Take a repaired submission apart.

    Args:
        submission: stays as it is.
        released: what students were given, in each language, and once.
    """
    present, given = notebooks.cells(submission), notebooks.given_cells(released[0])
    c_blanks = {cell.id: cell.node for cell in given if cell.is_blank and c_files.is_c(cell.node)}
    # The code that the student wrote, by position from 1. By digest: space that an editor adds
    # makes no given cell the student's own.
    all_given = (cell for notebook in released for cell in notebooks.given_cells(notebook))
    digests = {digest(cell.source) for cell in all_given if cell.is_code}
    student_cells = {
        position: cell
        for position, cell in enumerate(present, start=1)
        if cell.is_code
        and cell.role not in (Role.CHECK, Role.SETUP)
        and (cell.is_blank or digest(cell.source) not in digests)
    }
    # What a given cell imports, the student's may use by that name, and give it no other meaning.
    given_first = sorted(enumerate(present, start=1), key=lambda pair: pair[0] in student_cells)
    imported = imported_names(cell.source for _, cell in given_first if cell.is_code)
    asking = wants_own_function(released[0])
    sources = [(position, cell.source) for position, cell in student_cells.items()]
    found = suspicious(sources, imported, asking=asking)
    own = {position for position, cell in student_cells.items() if not cell.is_blank}
    whole = _marked(submission, own, role=Role.OWN)
    by_part: dict[Part, NotebookNode] = {}
    if c_blanks:
        by_part[Part.C] = _c_alone(submission, c_blanks)
        # What C earns is decided in its own part; here a cell could fake what the check calls.
        in_c = {n for n, cell in enumerate(present, 1) if cell.is_check and cell.blank in c_blanks}
        whole = _marked(whole, in_c, skip=True)
    by_part[Part.WHOLE] = whole
    if found:
        by_part[Part.PLAIN] = _without(whole, found)
    return Parts(by_part, tuple(found))


def wants_own_function(notebook: NotebookNode) -> bool:
    """Whether a check asks for a Function, or an operator, of the student's own."""
    return any(_ASKS.search(cell.source) for cell in notebooks.checks(notebook).values())


def plan_of(notebook: NotebookNode) -> Plan:
    """What the engine does with each cell of a notebook.

    The source of a check, with its hidden probes, stays out of `In`. Where the kernel dies in a
    cell, the notebook is executed again without it: the end costs no cell after it.

    >>> code = NotebookNode(cell_type="code", source="1", metadata={})
    >>> left_out = NotebookNode(code, metadata={"labkit": {"role": "own", "skip": True}})
    >>> check = NotebookNode(code, metadata={"nbgrader": {"grade_id": "a_check", "grade": True}})
    >>> plan_of(NotebookNode(cells=[code, left_out, check]))
    Plan(skipped=frozenset({1}), unstored=frozenset({2}), expendable=frozenset({0, 1, 2}), ...)
    """
    cells = list(enumerate(notebooks.cells(notebook)))
    return Plan(
        skipped=frozenset(index for index, cell in cells if cell.skip),
        unstored=frozenset(index for index, cell in cells if cell.is_check),
        expendable=frozenset(index for index, cell in cells if cell.role is not Role.SETUP),
    )


def merge(whole: Execution, c_alone: Execution | None) -> None:
    """Complete an executed notebook, with what the checks of C recorded by themselves.

    Cells without which it was executed again are marked as skipped.
    """
    for stop in whole.stops:
        if stop.kind is StopKind.AGAIN_WITHOUT:
            cell = whole.notebook.cells[stop.values["cell"] - 1]
            metadata.write(cell, replace(metadata.of_cell(cell), skip=True))
    apart = notebooks.checks(c_alone.notebook) if c_alone else {}
    for name, cell in notebooks.checks(whole.notebook).items():
        if name in apart:
            cell.outputs = apart[name].outputs


def vanished(
    whole: dict[str, Verdict], plain: dict[str, Verdict], found: tuple[Access, ...]
) -> list[Reason]:
    """The reasons for a review if points rest on what is suspicious."""
    # More points without it are no gain by it.
    lost = [
        states.because(Why.POINTS_REST, check=name, points=cell.points, without=plain[name].points)
        for name, cell in whole.items()
        if plain[name].points < cell.points
    ]
    return [*(access.reason for access in found[:_MAX_REPORTED]), *lost] if lost else []


def _c_alone(submission: NotebookNode, c_blanks: dict[str, NotebookNode]) -> NotebookNode:
    """The set-up cell, the C that the student wrote, and its checks."""
    alone = copy.copy(submission)
    alone.cells = []
    for index, cell in enumerate(notebooks.cells(submission)):
        # No cell of the student's in Python: it could replace what compiles and calls.
        if cell.role is Role.SETUP:
            alone.cells.append(copy.deepcopy(cell.node))
        elif cell.is_check and cell.blank in c_blanks:
            blank = copy.deepcopy(c_blanks[cell.blank])
            file = c_files.file_name(blank)
            text = c_files.written(submission.cells[:index], file)
            if text is not None:
                # The first line, which IPython reads, is never the student's.
                blank.source = f"%%writefile {file}\n{text}"
            alone.cells += [blank, copy.deepcopy(cell.node)]
    return alone


def _without(notebook: NotebookNode, found: list[Access]) -> NotebookNode:
    """A copy without the statements that are suspicious; helpers beside them stay."""
    left = _marked(notebook, {access.cell for access in found})
    for position, places in groupby(found, key=lambda access: access.cell):
        cell = left.cells[position - 1]
        module, source = written_module(cell.source), without_statements(cell.source, [*places])
        # Where nothing is left the cell stays: places in the reasons are those of the hand-in.
        cell.source = _IN_MEMORY.format(module, source) if module else source
    return left


def _marked(notebook: NotebookNode, positions: set[int], **marks: Any) -> NotebookNode:
    """A copy in which the cells at some positions, from 1, have marks in their metadata."""
    marked = copy.copy(notebook)
    marked.cells = list(notebook.cells)
    for position in positions:
        cell = copy.deepcopy(notebook.cells[position - 1])
        metadata.write(cell, replace(metadata.of_cell(cell), **marks))
        marked.cells[position - 1] = cell
    return marked
