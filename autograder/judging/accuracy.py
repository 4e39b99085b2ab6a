"""Accuracy checks in grading: handed-in weights are measured in the solution's own network.

A student may hand in whatever weights they like. What counts is how well these recognize images
that are drawn with the run's seed. An accuracy that a student's process recorded never counts.
Nothing here imports torch; the weights are opened in the kernel that measures them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder import notebooks
from autograder.judging import verdicts
from autograder.judging.outcome import in_words
from autograder.judging.references import Run
from autograder.submission.parts import plan_of
from autograder.submission.training import Weights, without_training
from labkit.evidence import Failure, Record
from labkit.weights import Bundle, NotKept, WeightsError

Key = tuple[str, str]  # a student and a check
Task = tuple[Key, Bundle]
Accuracies = dict[str, Any] | Failure  # values by record, or why there are none

# A kernel costs more than a measurement, so one measures many. Its limits are those of one
# submission, so the number is bounded.
BATCH_SIZE = 20
_FILE = "weights.json"
_LOAD_WEIGHTS = f"import labkit.weights\nlabkit.weights.keep_handed_in({_FILE!r})"


class Measurer:
    """Replaces every accuracy that a submission recorded by the one that is measured here.

    Weights wait until an accuracy is needed. Then all that wait are measured by one run of the
    solution, one after the other, each in a network of its own.

    Args:
        reference: gives the solution, executed with the same seed; it says what is an accuracy.
        solution: the solution notebook.
        seed: of the grading run.
        run: :meth:`autograder.engine.engine.Engine.execute` of an engine on this machine.
    """

    def __init__(
        self, reference: Callable[[], NotebookNode], solution: NotebookNode, seed: int, run: Run
    ) -> None:
        self._reference, self._solution, self._seed, self._run = reference, solution, seed, run
        self._waiting: dict[Key, Bundle] = {}
        self._measured: dict[Key, Accuracies] = {}

    def add(self, student: str, notebook: NotebookNode) -> None:
        """Let a submission's weights wait. If they are added twice, the first ones count."""
        for check, bundle in Weights.of(notebook).by_check.items():
            if (student, check) not in self._measured:
                self._waiting.setdefault((student, check), bundle)

    def replace_accuracies(self, student: str, executed: NotebookNode) -> None:
        """Write the measured accuracies into an executed submission."""
        if not self._records:
            return
        self.add(student, executed)  # what was trained in grading
        submitted = notebooks.checks(executed)
        for check in self._records.keys() & submitted.keys():
            if (student, check) in self._waiting:
                self.measure_all()
            nothing = Failure(NotKept.__name__, "no weights were handed in")
            measured = self._measured.pop((student, check), nothing)
            evidence = verdicts.submitted_evidence(submitted[check])
            if evidence is None:
                continue  # a check that recorded nothing stays that way, and scores nothing
            records = [
                replace(
                    record,
                    value=measured if isinstance(measured, Failure) else measured.get(record.name),
                )
                for record in self._records[check]
            ]
            names = {record.name for record in records}
            others = [record for record in evidence.records if record.name not in names]
            new = replace(evidence, records=(*others, *records))
            verdicts.replace_evidence(submitted[check], new)

    def measure_all(self) -> None:
        """Measure all weights that wait."""
        # A student can name checks that do not exist, or that record no accuracy.
        tasks = [task for task in self._waiting.items() if task[0][1] in self._records]
        self._waiting = {}
        for start in range(0, len(tasks), BATCH_SIZE):
            self._measured |= dict(self._measure(tasks[start : start + BATCH_SIZE]))

    @cached_property
    def _records(self) -> dict[str, list[Record]]:
        """The records of accuracies, by check, as the solution makes them."""
        # The reference may not be executed yet when the first weights are added.
        checks = notebooks.checks(self._reference())
        return {name: records for name, cell in checks.items() if (records := _accuracies(cell))}

    def _measure(self, tasks: Sequence[Task]) -> Iterator[tuple[Key, Accuracies]]:
        """Measure a batch; if the check did not finish, measure each by itself."""
        given: dict[str, list[Bundle]] = {}
        for (_, check), bundle in tasks:
            given.setdefault(check, []).append(bundle)
        # The solution without the checks that measure nothing.
        notebook = without_training(self._solution)
        parsed = notebooks.cells(notebook)
        needed = (cell.node for cell in parsed if not cell.is_check or cell.blank in given)
        notebook.cells = [new_code_cell(_LOAD_WEIGHTS), *needed]
        environment = {"LABKIT_SEED": str(self._seed)}
        files = {_FILE: json.dumps(given).encode()}
        execution = self._run(notebook, environment, files, plan=plan_of(notebook))
        # By check: for each set of weights, the accuracies by record.
        measured: dict[str, Iterator[dict[str, Any]]] = {}
        for name, cell in notebooks.checks(execution.notebook).items():
            values: dict[str, list[Any]] = {}
            for record in _accuracies(cell):
                values.setdefault(record.name, []).append(record.value)
            rows = zip(*values.values(), strict=False)
            measured[name] = iter([dict(zip(values, row, strict=True)) for row in rows])
        reason = in_words(execution.stops) or "nothing was recorded"
        failure = Failure(WeightsError.__name__, f"they could not be measured: {reason}")
        for key, bundle in tasks:
            accuracies = next(measured[key[1]], None)
            if accuracies is None and len(tasks) > 1:
                yield from self._measure([(key, bundle)])
            else:
                yield key, accuracies or failure


def _accuracies(check: NotebookNode) -> list[Record]:
    evidence = verdicts.evidence_of(check)
    records = evidence.records if evidence else ()
    return [record for record in records if record.at_least is not None]
