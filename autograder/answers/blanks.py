"""Answers in the blanks of a notebook: a few of them executed in one kernel.

Known mistakes are recognized this way: by what the course's wrong answers make a check record.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Generic, Protocol, TypeVar

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder import metadata, notebooks
from autograder.answers.known import KnownAnswer, checked_blanks, known_answers_in
from autograder.course import Assignment
from autograder.engine.limits import Limits
from autograder.judging.outcome import Outcome
from autograder.judging.references import Run
from autograder.judging.verdicts import Judge
from autograder.metadata import CellMetadata
from autograder.submission.parts import plan_of
from autograder.submission.training import without_training
from labkit.judge import Mistake, Verdict
from labkit.mistakes import Known, failing, fingerprints, may_be, recognized

TOGETHER = 25  # answers in one kernel
# Names, history and random numbers: the next answer must not see what one defines or draws.
REMEMBER = """\
import torch as _torch
_random = _torch.get_rng_state()
_before, _cells = dict(globals()), len(get_ipython().history_manager.input_hist_raw)"""
FORGET = """\
for _name in [name for name in globals() if name not in _before and name[0] != "_"]:
    del globals()[_name]
globals().update(_before)
_torch.set_rng_state(_random)
del get_ipython().history_manager.input_hist_raw[_cells:]"""


class Tryable(Protocol):
    """What can go into a blank: a known answer, or a changed version of what a student wrote."""

    @property
    def blank(self) -> str:
        """The blank's id."""

    @property
    def source(self) -> str:
        """The whole source of its cell."""


Tried = TypeVar("Tried", bound=Tryable)


def fill(notebook: NotebookNode, sources: dict[str, str]) -> NotebookNode:
    """A copy of a solution or a released notebook with other sources in its blanks.

    Args:
        notebook: stays as it is.
        sources: source of each blank's cell, by the blank's id.
    """
    filled = copy.deepcopy(notebook)
    for cell in notebooks.cells(filled):
        if cell.is_blank:
            cell.node.source = sources.get(cell.id, cell.source)
    return filled


def with_answer(solution: NotebookNode, answer: Tryable, *, train: bool = True) -> NotebookNode:
    """The solution with an answer in it; only what the answer's check needs is run.

    Args:
        solution: stays as it is.
        answer: goes into its blank.
        train: whether its training is run.
    """
    # Another blank's training takes seconds, and no other check is run.
    filled = without_training(solution, but=answer.blank if train else None)
    # All other checks are skipped, and what comes after this one. Cells above it may define what it
    # uses, whatever they are.
    passed = False
    for cell in notebooks.cells(filled):
        if cell.is_blank and cell.id == answer.blank:
            cell.node.source = answer.source
        if cell.is_check and cell.blank == answer.blank:
            passed = True
        elif passed or cell.is_check:
            metadata.write(cell.node, CellMetadata(skip=True))
    return filled


def run_together(
    solution: NotebookNode,
    tried: list[Tried],
    seed: int,
    run: Run,
    limits: Limits,
    *,
    train: bool = False,
) -> Iterator[tuple[Tried, NotebookNode]]:
    """Execute answers to one blank, a few in each kernel, one after the other.

    A kernel costs more than most answers do.

    Args:
        solution: stays as it is.
        tried: the answers.
        seed: of the checks.
        run: executes a trusted notebook.
        limits: of each of them.
        train: whether each answer's training is run.

    Returns:
        Each with a notebook as if it had been executed alone.
    """
    # A row runs at once. If an answer ends the kernel, each runs alone: it must not decide about
    # its neighbours.
    for row in rows(solution, tried, train=train):
        environment, plan = {"LABKIT_SEED": str(seed)}, plan_of(row.notebook)
        execution = run(row.notebook, environment, plan=plan, limits=of_a_row(limits))
        if not execution.stops or len(row.answers) == 1:
            yield from zip(row.answers, row.split(execution.notebook), strict=True)
        else:  # one of them ended the kernel
            for answer in row.answers:
                yield from run_together(solution, [answer], seed, run, limits, train=train)


def rows(
    solution: NotebookNode, tried: Sequence[Tried], *, train: bool = False
) -> Iterator[AnswerRow[Tried]]:
    """Answers to one blank in notebooks of a few each."""
    for start in range(0, len(tried), TOGETHER):
        yield AnswerRow(solution, tried[start : start + TOGETHER], train=train)


def of_a_row(limits: Limits) -> Limits:
    """A row has the time, and the room for outputs, of all of its answers."""
    return replace(
        limits, total_seconds=TOGETHER * limits.total_seconds, output_mb=TOGETHER * limits.output_mb
    )


class AnswerRow(Generic[Tried]):
    """A notebook with a row of answers: what they need, then each answer up to its check."""

    def __init__(self, solution: NotebookNode, some: Sequence[Tried], *, train: bool) -> None:
        self.answers = some
        self.notebook = with_answer(solution, some[0], train=train)
        needed = [cell for cell in notebooks.cells(self.notebook) if not cell.skip]
        # Everything above the blank runs once; it is the same for all.
        self._above = [cell.id for cell in needed].index(some[0].blank)
        self._length = len(needed) - self._above
        above, blank_and_below = needed[: self._above], needed[self._above :]
        self.notebook.cells = [*(cell.node for cell in above), new_code_cell(REMEMBER)]
        for answer in some:
            own = [copy.deepcopy(cell.node) for cell in blank_and_below]
            own[0].source = answer.source
            self.notebook.cells += [*own, new_code_cell(FORGET)]

    def split(self, executed: NotebookNode) -> Iterator[NotebookNode]:
        """The executed notebook of each answer."""
        above, rest = executed.cells[: self._above], executed.cells[self._above + 1 :]
        for start in range(0, len(rest), self._length + 1):
            part = copy.copy(executed)
            part.cells = above + rest[start : start + self._length]
            yield part


def wrong_answers(assignment: Assignment) -> dict[str, list[KnownAnswer]]:
    """The known wrong answers to the blanks of an assignment that have some."""
    known = {
        blank: [
            answer
            for answer in known_answers_in(assignment.answers / blank, cell)
            if not answer.is_right
        ]
        for blank, cell in checked_blanks(assignment).items()
    }
    return {blank: wrong for blank, wrong in known.items() if wrong}


class Namer:
    """Names the mistakes of submissions: the known wrong answers that behave like them.

    A wrong answer runs when the first submission fails in the records that it fails, too.

    Args:
        assignment: whose answers.
        seed: of the submissions' run.
        run: executes a trusted notebook.
    """

    def __init__(self, assignment: Assignment, seed: int, run: Run) -> None:
        self._solution = notebooks.read(assignment.solution)
        self._wrong = wrong_answers(assignment)
        self._seed, self._run, self._limits = seed, run, assignment.limits
        self._known: dict[KnownAnswer, Known] = {}

    def named(self, verdict: Verdict, judge: Judge) -> Mistake | None:
        """The known mistake that a verdict shows; None where that is not certain.

        Args:
            verdict: on a submission's check.
            judge: who gave it.
        """
        if not failing(verdict):
            return None
        candidates = [
            wrong for wrong in self._wrong.get(verdict.check, ()) if _may_be(wrong, verdict)
        ]
        waiting = [wrong for wrong in candidates if wrong not in self._known]
        known = run_together(self._solution, waiting, self._seed, self._run, self._limits)
        for answer, executed in known:
            self.learn({answer: judge.verdicts(executed)[answer.blank]})
        found = recognized(verdict, [self._known[wrong] for wrong in candidates])
        return found if found and found.words else None

    def learn(self, verdicts: dict[KnownAnswer, Verdict]) -> None:
        """Take over verdicts of answers that have already run, so that they need not run again.

        One with sentences replaces the course's answer of that name: it may come from elsewhere.
        """
        for answer in verdicts:
            if not answer.is_right and answer.sentences:
                known = [*self._wrong.get(answer.blank, ()), answer]
                self._wrong[answer.blank] = [*{wrong.name: wrong for wrong in known}.values()]
        for answer, verdict in verdicts.items():
            words = words_of(self._wrong.get(answer.blank, ()), answer.known_as)
            records = fingerprints(verdict, answer.source)
            self._known[answer] = Known(Mistake(words, answer.known_as), records)


def with_mistakes(verdicts: dict[str, Verdict], before: Outcome) -> dict[str, Verdict]:
    """New verdicts with the mistakes that were found before, where the same records fail."""
    # Nothing runs again for them: the values that they were found by are the same.
    return {
        name: replace(verdict, mistake=Mistake(**before.mistakes[name]))
        if name in before.mistakes and verdict.failed == before.failed[name]
        else verdict
        for name, verdict in verdicts.items()
    }


def words_of(wrong: Iterable[KnownAnswer], name: str) -> dict[str, str]:
    """The sentences of the wrong answer with that name, by language."""
    return next((answer.sentences for answer in wrong if answer.name == name), {})


def _may_be(known: KnownAnswer, verdict: Verdict) -> bool:
    """Whether the records that failed are those that a wrong answer is known to fail."""
    accuracies = {
        record.name for record in verdict.records if record.reference.at_least is not None
    }
    surely = (known.fails or frozenset()) - accuracies
    return bool(surely) and may_be(verdict, surely, surely | known.by_chance)
