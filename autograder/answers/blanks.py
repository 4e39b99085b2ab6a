"""Answers in the blanks of a notebook, and a few of them executed in one kernel."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Generic, Protocol, TypeVar

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder import metadata
from autograder.judging.references import Run
from autograder.limits import Limits
from autograder.metadata import CellMetadata
from autograder.notebooks import cells
from autograder.submission.parts import plan_of
from autograder.submission.training import without_training

TOGETHER = 10  # answers in one kernel; what they record must stay within its limit of output
# Names, history and random numbers: what an answer defines or draws, the next one must not see.
_REMEMBER = """\
import torch as _torch
_random = _torch.get_rng_state()
_before, _cells = dict(globals()), len(get_ipython().history_manager.input_hist_raw)"""
_FORGET = """\
for _name in [name for name in globals() if name not in _before and name[0] != "_"]:
    del globals()[_name]
globals().update(_before)
_torch.set_rng_state(_random)
del get_ipython().history_manager.input_hist_raw[_cells:]"""


class Attempt(Protocol):
    """What can go into a blank: a known answer, or a change to what a student wrote."""

    @property
    def blank(self) -> str:
        """The blank's id."""

    @property
    def source(self) -> str:
        """The whole source of its cell."""


Tried = TypeVar("Tried", bound=Attempt)


def fill(notebook: NotebookNode, sources: dict[str, str]) -> NotebookNode:
    """A copy of a solution or a released notebook with other sources in its blanks.

    Args:
        notebook: stays as it is.
        sources: source of each blank's cell, by the blank's id.
    """
    filled = copy.deepcopy(notebook)
    for cell in cells(filled):
        if cell.is_blank:
            cell.node.source = sources.get(cell.id, cell.source)
    return filled


def with_answer(solution: NotebookNode, answer: Attempt, train: bool = True) -> NotebookNode:
    """The solution with an answer in it, of which only what the answer's check needs is run.

    Args:
        solution: stays as it is.
        answer: goes into its blank.
        train: whether its training is run.
    """
    # Another blank's training takes seconds, and no other check is run.
    needed = without_training(solution, but=answer.blank if train else None)
    filled = fill(needed, {answer.blank: answer.source})
    # All other checks are skipped, and what comes after this one. Cells above it may define what it
    # uses, whatever they are.
    passed = False
    for cell in cells(filled):
        if cell.is_check and cell.blank == answer.blank:
            passed = True
        elif passed or cell.is_check:
            metadata.write(cell.node, CellMetadata(skip=True))
    return filled


def run_together(
    solution: NotebookNode, tried: list[Tried], seed: int, run: Run, train: bool = False
) -> Iterator[tuple[Tried, NotebookNode]]:
    """Execute answers to one blank, a few in each kernel, one after the other.

    A kernel costs more than what most answers do in it.

    Args:
        solution: stays as it is.
        tried: the answers.
        seed: of the checks.
        run: executes a trusted notebook.
        train: whether each answer's training is run.

    Returns:
        Each with a notebook as if it had been executed alone.
    """
    # Ten at once unless one ends the kernel, and then each alone: that one must not
    # decide about its neighbours.
    for row in rows(solution, tried, train):
        execution = run(row.notebook, {"LABKIT_SEED": str(seed)}, plan=plan_of(row.notebook))
        if not execution.stops or len(row.answers) == 1:
            yield from zip(row.answers, row.split(execution.notebook), strict=True)
        else:  # one of them ended the kernel
            for one in row.answers:
                yield from run_together(solution, [one], seed, run, train)


def rows(
    solution: NotebookNode, tried: Sequence[Tried], train: bool = False
) -> Iterator[Row[Tried]]:
    """Answers to one blank in notebooks of a few each."""
    for start in range(0, len(tried), TOGETHER):
        yield Row(solution, tried[start : start + TOGETHER], train)


def of_a_row(limits: Limits) -> Limits:
    """A row has the time, and the room for outputs, of all of its answers."""
    return replace(
        limits,
        total_seconds=TOGETHER * limits.total_seconds,
        output_mb=TOGETHER * limits.output_mb,
    )


class Row(Generic[Tried]):
    """A notebook with a row of answers: what they need, then each answer up to its check."""

    def __init__(self, solution: NotebookNode, some: Sequence[Tried], train: bool) -> None:
        self.answers = some
        alone = [with_answer(solution, answer, train) for answer in some]
        needed = [[cell for cell in cells(one) if not cell.skip] for one in alone]
        # Everything above the blank runs once; it is the same for all.
        self._above = [cell.id for cell in needed[0]].index(some[0].blank)
        self._length = len(needed[0]) - self._above
        self.notebook = alone[0]
        above = [cell.node for cell in needed[0][: self._above]]
        self.notebook.cells = [*above, new_code_cell(_REMEMBER)]
        for one in needed:
            own = [cell.node for cell in one[self._above :]]
            self.notebook.cells += [*own, new_code_cell(_FORGET)]

    def split(self, executed: NotebookNode) -> Iterator[NotebookNode]:
        """The executed notebook of each answer."""
        above, rest = executed.cells[: self._above], executed.cells[self._above + 1 :]
        for start in range(0, len(rest), self._length + 1):
            one = copy.copy(executed)
            one.cells = above + rest[start : start + self._length]
            yield one
