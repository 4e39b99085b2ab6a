"""Whether the same hand-in gets the same points with every seed.

Each known answer is executed with many seeds, and each check that depends on it is judged with
each: its own and, for a wrong answer, those of later blanks, which have right answers. At first
weights count as good, so that the record that backs an accuracy decides. Where it passes, the
weights are trained once, and measured with each seed.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from symtable import SymbolTable, symtable
from typing import Any

from both_judges import BothJudges
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell
from tqdm import tqdm

from autograder import notebooks, registry
from autograder.answers import blanks
from autograder.answers.blanks import FORGET, REMEMBER
from autograder.answers.known import KnownAnswer, known_answers
from autograder.course import Assignment
from autograder.engine.engine import Setting
from autograder.engine.execution import Execution
from autograder.engine.pool import Executor
from autograder.judging import verdicts
from autograder.judging.accuracy import Measurer
from autograder.notebooks import Cell
from autograder.runtime import RUNTIME
from autograder.submission.parts import plan_of
from autograder.submission.training import is_training, kept_by, without_training
from benchmarks.reliability.answers import name_of, said_of
from benchmarks.reliability.rows import ROOT, Results, Row, digest_of
from benchmarks.reliability.solutions import AMPLE, with_seed
from benchmarks.wordless import without_words
from labkit.judge import Verdict
from labkit.reference import PUBLIC_SEED
from labkit.source import bound_names

IN_A_KERNEL = 10  # seeds
# As in grading, where `torch.compile` compiles nothing; the cells of `with_seed` set others.
GRADED = {"LABKIT_SEED": str(PUBLIC_SEED)}


def measure_luck(results: Results, options: argparse.Namespace, sandbox: str) -> None:
    """A row for each blank: how many answers and checks, and which records depend on the seed."""
    course = registry.load(ROOT)
    course = replace(course, limits=replace(course.limits, **AMPLE))
    with Executor(Setting("none", course.limits, RUNTIME), options.jobs) as executor:
        for name in options.assignments:
            trial = Trial(course.assignment(name), executor)
            seeds = trial.seeds(*options.luck_seeds)
            trained = not options.untrained
            wanted = {
                f"{name} {blank}": trial.digest(blank, count, trained=trained)
                for blank, count in seeds.items()
                if not options.blanks or blank in options.blanks
            }
            for row in tqdm(results.missing("luck", "ours", wanted), desc=f"luck in {name}"):
                blank = row.split()[1]
                found = trial.row(blank, range(1, seeds[blank] + 1), trained=trained)
                results.keep(Row("luck", "ours", row, wanted[row], found))
                print(*found["differ"], sep="\n", flush=True)


def resting_on(solution: NotebookNode) -> dict[str, list[str]]:
    """For each blank the checks that depend on it, by the names that cells bind and read."""
    used = [(cell, _Names.of(cell)) for cell in notebooks.cells(solution) if cell.is_code]
    behind: dict[str, set[str]] = {}  # the blanks behind each name
    for _ in used:  # so often, because a function may read what a cell below it binds
        for _, names in used:
            for name in names.bound:
                behind[name] = behind.get(name, set()) | names.blanks_by(behind)
    found: dict[str, list[str]] = {}
    for cell, names in used:
        for blank in names.blanks_by(behind) if cell.is_check else ():
            found.setdefault(blank, []).append(cell.blank)
    return found


@dataclass(frozen=True)
class _Names:
    """The blank that a cell is or checks, and the names that it binds and reads."""

    blanks: frozenset[str]
    bound: tuple[str, ...]
    read: frozenset[str]

    @classmethod
    def of(cls, cell: Cell) -> _Names:
        own = {cell.id} if cell.is_blank else {cell.blank} if cell.is_check else ()
        is_python = not cell.skip and not cell.source.startswith("%%")
        source = cell.source if is_python else ""
        # The check that measures weights reads what the training cell keeps.
        kept = tuple(kept_by(cell.node)) if is_training(cell.node) else ()
        bound = kept if cell.is_check or kept else bound_names(source)
        read = {*names_read(symtable(source, cell.id, "exec"))}
        return cls(frozenset(own), bound, frozenset(read | {cell.blank} if cell.is_check else read))

    def blanks_by(self, behind: Mapping[str, set[str]]) -> set[str]:
        """The blanks that the cell depends on, by those behind each name."""
        return {*self.blanks}.union(*(behind.get(name, ()) for name in self.read))


def names_read(table: SymbolTable) -> Iterator[str]:
    """The names that code reads and that are not local."""
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (symbol.is_global() or table.get_type() == "module"):
            yield symbol.get_name()
    for inner in table.get_children():
        yield from names_read(inner)


@dataclass(frozen=True)
class Seeded:
    """A notebook in which the cells from a blank to the last check run once for each seed.

    Args:
        notebook: to execute.
        seeds: in this order.
        above: how many cells run before, once.
        length: how many run for each seed.
    """

    notebook: NotebookNode
    seeds: Sequence[int]
    above: int
    length: int

    @classmethod
    def of(
        cls, filled: NotebookNode, blank: str, checks: Iterable[str], seeds: Sequence[int]
    ) -> Seeded:
        """Make it from a notebook with answers in its blanks, which stays as it is, without other
        checks."""
        made, wanted = without_training(filled), {*checks}
        kept = [
            cell
            for cell in notebooks.cells(made)
            if cell.is_code and not cell.skip and (not cell.is_check or cell.blank in wanted)
        ]
        above = next(place for place, cell in enumerate(kept) if cell.id == blank)
        last = max(place for place, cell in enumerate(kept) if cell.is_check)
        again = [cell.node for cell in kept[above : last + 1]]
        made.cells = [*(cell.node for cell in kept[:above]), new_code_cell(REMEMBER)]
        for seed in seeds:
            made.cells += [with_seed(seed), *deepcopy(again), new_code_cell(FORGET)]
        return cls(made, seeds, above + 1, len(again))

    def split(self, executed: NotebookNode) -> Iterator[tuple[int, NotebookNode]]:
        """For each seed a notebook as if it had been executed with it alone."""
        for place, seed in enumerate(self.seeds):
            start = self.above + place * (self.length + 2) + 1
            yield seed, NotebookNode(executed | {"cells": executed.cells[start:][: self.length]})


class Trial:
    """Answers to one assignment, tried with many seeds.

    Args:
        assignment: whose solution, and whose answers.
        executor: executes them.
    """

    def __init__(self, assignment: Assignment, executor: Executor) -> None:
        self._assignment, self._executor = assignment, executor
        self._solution = notebooks.read(assignment.solution)
        self._resting = resting_on(self._solution)
        self._answers: dict[str, list[KnownAnswer]] = {}
        for answer in known_answers(assignment):
            self._answers.setdefault(answer.blank, []).append(answer)
        self._references: dict[int, NotebookNode] = {}
        self._judges: dict[int, BothJudges] = {}
        training = [cell for cell in self._solution.cells if is_training(cell)]
        self._measured = set[str]().union(*map(kept_by, training))

    def seeds(self, few: int, many: int) -> dict[str, int]:
        """How many each blank gets: more if a check that measures weights depends on it."""
        return {
            blank: many if self._measured & {*self._resting[blank]} else few
            for blank in self._answers
        }

    def digest(self, blank: str, seeds: int, *, trained: bool) -> str:
        """A digest of what a row depends on: of all that is executed, and of what answers say."""
        checks = self._resting[blank]
        executed = Seeded.of(self._solution, blank, checks, [PUBLIC_SEED]).notebook
        code = (without_words(cell.source) for cell in executed.cells)
        said = map(said_of, self._answers[blank])
        trains = trained and not self._measured.isdisjoint(checks)
        return f"{digest_of(*code, *said)} {seeds} {trains}"

    def row(self, blank: str, seeds: Sequence[int], *, trained: bool) -> dict[str, Any]:
        """The results of a blank's answers with each seed.

        Args:
            blank, seeds: of the row.
            trained: whether weights are trained where a check may give points for them.
        """
        checks = {
            answer: [blank] if answer.is_right else self._resting[blank]
            for answer in self._answers[blank]
        }
        judged: dict[tuple[KnownAnswer, str], list[Verdict]] = {}
        for answer, seed, executed in self._executed(checks, seeds):
            verdicts_on = self._judge(seed, seeds).verdicts(with_good_weights(executed))
            for check in checks[answer]:
                judged.setdefault((answer, check), []).append(verdicts_on[check])
        over = len(judged) - len(checks)
        found = [(answer, by_luck(given)) for (answer, _), given in judged.items()]
        for check in self._measured if trained else ():
            paid = [
                other for other in checks if _is_paid_for_weights(judged.get((other, check), ()))
            ]
            measured = self._trained(paid, check, seeds)
            found += [(answer, by_luck(given)) for answer, given in measured.items()]
        differ = [f"`{name_of(answer)}` in {line}" for answer, line in found if line]
        return {"answers": len(checks), "over": over, "seeds": len(seeds), "differ": differ}

    def _trained(
        self, tried: Sequence[KnownAnswer], check: str, seeds: Sequence[int]
    ) -> dict[KnownAnswer, list[Verdict]]:
        """With each seed the verdicts on a check of the solution that has an answer's weights."""
        filled = (blanks.fill(self._solution, {known.blank: known.source}) for known in tried)
        tasks = zip(tried, (only_training(training, check) for training in filled), strict=True)
        trained = {answer: run.notebook for answer, run in self._run(tasks)}
        judged: dict[KnownAnswer, list[Verdict]] = {answer: [] for answer in trained}
        for seed in seeds:
            reference = self._references[seed]
            run = partial(self._executor.run_one, limits=self._assignment.limits)
            measurer = Measurer(
                partial(self._references.__getitem__, seed), self._solution, seed, run
            )
            for answer, notebook in trained.items():
                measurer.add(answer.place, notebook)
            for answer in trained:
                measurer.replace_accuracies(answer.place, copied := deepcopy(reference))
                judged[answer].append(self._judges[seed].verdicts(copied)[check])
        return judged

    def _run(self, tasks: Iterable[tuple[Any, NotebookNode]]) -> Iterator[tuple[Any, Execution]]:
        limits, preload = self._assignment.limits, self._assignment.preload
        return self._executor.run(tasks, GRADED, limits, preload, plan_of)

    def _run_one(self, seeded: Seeded) -> Iterator[tuple[int, NotebookNode]]:
        plan, limits = plan_of(seeded.notebook), self._assignment.limits
        run = self._executor.run_one(seeded.notebook, GRADED, plan=plan, limits=limits)
        return seeded.split(run.notebook)

    def _executed(
        self, checks: dict[KnownAnswer, list[str]], seeds: Sequence[int]
    ) -> Iterator[tuple[KnownAnswer, int, NotebookNode]]:
        """Answers with each seed, as they finish, in any order."""
        parts = [seeds[start:][:IN_A_KERNEL] for start in range(0, len(seeds), IN_A_KERNEL)]
        tasks = (
            ((answer, seeded), seeded.notebook)
            for answer in checks
            for part in parts
            for seeded in [self._seeded(answer, checks[answer], part)]
        )
        for (answer, seeded), run in self._run(tasks):
            alone = seeded.seeds if run.stops else []  # one of them may have ended the kernel
            for seed, executed in [] if alone else seeded.split(run.notebook):
                yield answer, seed, executed
            for seed in alone:
                yield answer, *next(self._run_one(self._seeded(answer, checks[answer], [seed])))

    def _seeded(self, answer: KnownAnswer, checks: Iterable[str], seeds: Sequence[int]) -> Seeded:
        filled = blanks.fill(self._solution, {answer.blank: answer.source})
        return Seeded.of(filled, answer.blank, checks, seeds)

    def _judge(self, seed: int, seeds: Sequence[int]) -> BothJudges:
        """The judge that compares with the solution executed with the same seed."""
        if seed not in self._judges:
            every, checks = [PUBLIC_SEED, *seeds], notebooks.checks(self._solution)
            seeded = Seeded.of(self._solution, next(iter(checks)), checks, every)
            self._references |= self._run_one(seeded)
            public = self._references[PUBLIC_SEED]
            self._judges |= {
                number: BothJudges(self._references[number], public) for number in seeds
            }
        return self._judges[seed]


def only_training(notebook: NotebookNode, check: str) -> NotebookNode:
    """A copy that trains for a check, and checks nothing."""
    made = without_training(notebook, but=check)
    made.cells = [cell.node for cell in notebooks.cells(made) if cell.is_code and not cell.is_check]
    last = next(place for place, cell in enumerate(made.cells) if check in kept_by(cell))
    made.cells = made.cells[: last + 1]
    return made


def _is_paid_for_weights(judged: Sequence[Verdict]) -> bool:
    """Whether good weights bring points with every seed."""
    records = [record for verdict in judged for record in verdict.records]
    accuracies = [record.passed for record in records if record.reference.at_least is not None]
    return bool(accuracies) and all(accuracies)


def with_good_weights(executed: NotebookNode) -> NotebookNode:
    """The executed notebook, in which every accuracy is as high as it can be."""
    for cell in notebooks.checks(executed).values():
        if evidence := verdicts.evidence_of(cell):
            records = (
                record if record.at_least is None else replace(record, value=1.0)
                for record in evidence.records
            )
            verdicts.replace_evidence(cell, replace(evidence, records=tuple(records)))
    return executed


def by_luck(judged: Sequence[Verdict]) -> str:
    """The records of a check that pass with some seeds only, and with how many; else empty."""
    passed = Counter(
        record.name for verdict in judged for record in verdict.records if record.passed
    )
    some = [f"{name} {count}" for name, count in passed.items() if count < len(judged)]
    return f"{judged[0].check} with {len(judged)} seeds: {', '.join(some)}" if some else ""
