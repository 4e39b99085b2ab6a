"""Trying answers: each goes into the solution notebook, and its blank's check is judged."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, groupby
from typing import Any

from nbformat import NotebookNode

from autograder import notebooks
from autograder.answers import blanks
from autograder.answers.blanks import AnswerRow, Namer, of_a_row, with_answer
from autograder.answers.known import KnownAnswer
from autograder.course import Assignment
from autograder.engine.execution import Execution
from autograder.engine.pool import Executor
from autograder.judging.accuracy import Measurer
from autograder.judging.outcome import state_of
from autograder.judging.references import draw_seed, execute_solution
from autograder.judging.verdicts import Judge
from autograder.states import State
from autograder.submission.parts import plan_of
from autograder.submission.training import kept_by
from labkit import reference
from labkit.judge import Verdict
from labkit.mistakes import failing
from labkit.reference import PUBLIC_SEED


@dataclass(frozen=True)
class Trial:
    """How an answer fared.

    Args:
        answer: what was tried.
        verdict: on its check.
        state: how the run ended, by the engine.
        unknown: the accuracies that are unknown, since nothing was trained.
    """

    answer: KnownAnswer
    verdict: Verdict
    state: State
    unknown: frozenset[str] = frozenset()

    @property
    def failed(self) -> list[str]:
        """The records that the answer itself failed."""
        return [name for name in self.verdict.failed if name not in self.unknown]

    @property
    def is_as_it_should_be(self) -> bool:
        """A right answer failed nothing, a wrong one something."""
        is_only_unknown = bool(self.verdict.failed) and not self.failed
        return self.answer.is_right == (self.verdict.passed or is_only_unknown)

    @property
    def is_as_declared(self) -> bool:
        """It failed in the records that it declares, if it declares any, and in no others."""
        # Otherwise a check could refuse a wrong answer for a different mistake than the one in it.
        if self.answer.fails is None:
            return True
        return self.answer.fails - self.unknown == {*self.failed} - self.answer.by_chance

    @property
    def what_fails(self) -> str:
        """What ``wrong.toml`` must say of the records in which it failed."""
        failed = [record for record in self.failed if record not in self.answer.by_chance]
        shipped = reference.load(self.answer.blank)
        shown = {record.name for record in shipped.evidence.records} if shipped else {*failed}
        line = f"fails = {json.dumps(failed)}"
        is_hidden = not shown & {*failed, *self.answer.by_chance}
        return f"{line} and only_in_grading = true" if is_hidden else line

    @property
    def is_named(self) -> bool:
        """A wrong answer got the name of its own mistake, if behaviour can tell; others none."""
        if not self.answer.is_right and (self.answer.values_vary or not self.answer.has_sentences):
            return True
        own = not self.answer.is_right and failing(self.verdict)
        expected = self.answer.known_as if own else None
        return (self.verdict.mistake.name if self.verdict.mistake else None) == expected

    @property
    def is_in_order(self) -> bool:
        """Everything is as declared. A name may be missing with this one seed only."""
        has_false_name = self.verdict.mistake is not None and not self.is_named
        return self.is_as_it_should_be and self.is_as_declared and not has_false_name


def try_answers(
    assignment: Assignment,
    tried: list[KnownAnswer],
    executor: Executor,
    trains: Callable[[KnownAnswer], bool] = lambda _: True,
    seed: int | None = None,
    judge: type[Judge] = Judge,
) -> Iterator[Trial]:
    """Execute and judge answers with one seed; the trials of a blank come when all are done.

    Args:
        assignment: whose solution the answers go into.
        tried: the answers.
        executor: executes them.
        trains: whether an answer is trained; without training its accuracy is unknown.
        seed: of what is random in the checks; drawn if None.
        judge: who gives the verdicts.
    """
    run = TrialRun(assignment, executor, draw_seed() if seed is None else seed, judge)
    left = Counter(answer.blank for answer in tried)
    done: dict[str, list[Trial]] = {}
    for trial in run.trials(tried, trains):
        blank = trial.answer.blank
        done.setdefault(blank, []).append(trial)
        left[blank] -= 1
        # Those of a blank when all are done: each may name the mistake of another.
        if not left[blank]:
            yield from run.named(done.pop(blank))


class TrialRun:
    """Executes and judges answers with one seed: in rows, and those in doubt once more, alone.

    Args:
        assignment, executor, seed, judge: as `try_answers` takes them.
    """

    def __init__(
        self, assignment: Assignment, executor: Executor, seed: int, judge: type[Judge]
    ) -> None:
        self._solution = notebooks.read(assignment.solution)
        self._executor, self._seed = executor, seed
        self._preload = assignment.preload
        self._one_limits = assignment.limits
        self._namer = Namer(assignment, seed, executor.run_one)
        self._judge_class = judge

    def named(self, trials: list[Trial]) -> Iterator[Trial]:
        """The trials of a blank with the mistakes that they show."""
        self._namer.learn({trial.answer: trial.verdict for trial in trials})
        for trial in trials:
            mistake = self._namer.named(trial.verdict, self._judge)
            yield replace(trial, verdict=replace(trial.verdict, mistake=mistake))

    @cached_property
    def _reference(self) -> NotebookNode:
        return self._executed_solution(self._seed)

    @cached_property
    def _judge(self) -> Judge:
        return self._judge_class(self._reference, self._executed_solution(PUBLIC_SEED))

    @cached_property
    def _measurer(self) -> Measurer:
        run = self._executor.run_one
        return Measurer(lambda: self._reference, self._solution, self._seed, run)

    def _executed_solution(self, seed: int) -> NotebookNode:
        run = partial(self._executor.run_one, limits=self._one_limits)
        return execute_solution(self._solution, seed, run)

    def trials(
        self, tried: list[KnownAnswer], trains: Callable[[KnownAnswer], bool]
    ) -> Iterator[Trial]:
        """The trials, each as soon as it is known, and without the mistakes that it shows.

        Args:
            tried, trains: as `try_answers` takes them.
        """
        trained = {check for cell in self._solution.cells for check in kept_by(cell)}
        training = [answer for answer in tried if answer.blank in trained and trains(answer)]
        others = [answer for answer in tried if answer not in training]
        in_rows = chain(self._rows(training, train=True), self._rows(others))
        doubtful: list[KnownAnswer] = []
        for row, execution in self._execute((row, row.notebook) for row in in_rows):
            if execution.stops:  # one of them ended the kernel
                doubtful += row.answers
                continue
            for answer, executed in zip(row.answers, row.split(execution.notebook), strict=True):
                trial = self._judged(answer, executed, State.GRADED, trained=answer in training)
                if trial.is_as_it_should_be and trial.is_as_declared:
                    yield trial
                else:  # another answer may have been in its way
                    doubtful.append(answer)
        # Filled in one by one as they are needed: all at once would be hundreds of notebooks.
        tasks = (
            (answer, with_answer(self._solution, answer, train=answer in training))
            for answer in doubtful
        )
        for answer, execution in self._execute(tasks):
            state = state_of(execution.stops)
            yield self._judged(answer, execution.notebook, state, trained=answer in training)

    def _rows(
        self, answers: list[KnownAnswer], *, train: bool = False
    ) -> Iterator[AnswerRow[KnownAnswer]]:
        for _, group in groupby(answers, key=lambda answer: answer.blank):
            yield from blanks.rows(self._solution, list(group), train=train)

    def _execute(
        self, tasks: Iterable[tuple[Any, NotebookNode]]
    ) -> Iterator[tuple[Any, Execution]]:
        environment = {"LABKIT_SEED": str(self._seed)}
        limits = of_a_row(self._one_limits)
        return self._executor.run(tasks, environment, limits, self._preload, plan_of)

    def _judged(
        self, answer: KnownAnswer, executed: NotebookNode, state: State, *, trained: bool
    ) -> Trial:
        # The place stands for a student's id: it keeps the answers' weights apart.
        self._measurer.replace_accuracies(answer.place, executed)
        verdict = self._judge.verdicts(executed)[answer.blank]
        accuracies = (
            record.name for record in verdict.records if record.reference.at_least is not None
        )
        return Trial(answer, verdict, state, frozenset() if trained else frozenset(accuracies))
