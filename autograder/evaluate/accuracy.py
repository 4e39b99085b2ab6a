"""Accuracy checks in grading: handed-in weights are measured in the solution's own network.

Weights are data, so a student may hand in what they like: what counts is how well it tells images that are drawn with the
seed of the run. What a student's process recorded as its accuracy never counts. A training cell is not run again where
its weights were handed in. Nothing here imports torch; the weights are opened in the kernel that measures them.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_output

from autograder import notebooks
from autograder.engine.engine import Execution
from autograder.evaluate import verdicts
from autograder.notebooks import OURS, check_name, is_check, ours
from labkit.evidence import Failure, Record
from labkit.weights import GIVEN, LARGEST, MIME, NotKept, WeightsError, as_bytes

Run = Callable[[NotebookNode, dict[str, str], dict[str, bytes]], Execution]
Bundle = dict[str, Any]  # weights as JSON
Key = tuple[str, str]  # a student and a check
Task = tuple[Key, Bundle]
TRAINING = "training"
_FILE = "weights.json"
TOGETHER = 20  # in one kernel, whose limits are those of one submission


def is_training(cell: NotebookNode) -> bool:
    """A training cell, by our metadata: trusted in the solution and after intake."""
    return ours(cell).get("role") == TRAINING


def kept_by(cell: NotebookNode) -> set[str]:
    """The checks for which a training cell keeps weights, as its source says."""
    return set(re.findall(r"""\bkeep\(\s*["'](\w+)["']""", cell.source))


def without_training(notebook: NotebookNode, but: str | None = None) -> NotebookNode:
    """A copy whose training cells are skipped, but for those that keep weights for one check."""
    copied = copy.deepcopy(notebook)
    for cell in copied.cells:
        if is_training(cell) and but not in kept_by(cell):
            cell.metadata[OURS] = ours(cell) | {"skip": True}
    return copied


def carried(outputs: Any) -> list[NotebookNode]:
    """The outputs that carry weights, made anew; whoever wrote them, only their name and text are taken over."""
    datas = (
        [output.get("data") for output in outputs if isinstance(output, dict)]
        if isinstance(outputs, list)
        else []
    )
    bundles = [data.get(MIME) for data in datas if isinstance(data, dict)]
    return [
        _output(bundle)
        for bundle in bundles
        if isinstance(bundle, dict) and isinstance(bundle.get("safetensors"), str)
    ]


def take_out(notebook: NotebookNode) -> dict[str, NotebookNode]:
    """Empty all outputs of a submission, and give the last one with weights for each check."""
    found: dict[str, NotebookNode] = {}
    for cell in _code(notebook):
        found |= {
            output.data[MIME]["check"]: output
            for output in cell.outputs
            if MIME in output.get("data", {})
        }
        cell.outputs = []
    return found


def put_in(notebook: NotebookNode, found: dict[str, NotebookNode], solution: NotebookNode) -> None:
    """Mark a submission's training cells as the solution knows them; one whose weights are there holds them and is skipped."""
    training = {
        notebooks.grade_id(cell): kept_by(cell) for cell in solution.cells if is_training(cell)
    }
    for cell in notebook.cells:
        names = training.get(notebooks.grade_id(cell))
        if names is not None:
            has_all = bool(names) and names <= set(found)
            cell.metadata[OURS] = {"role": TRAINING, "skip": has_all}
            cell.outputs = [found[name] for name in sorted(names)] if has_all else []


def put_back(executed: NotebookNode, handed_in: NotebookNode) -> None:
    """Give skipped training cells the weights that were handed in, which the engine has cleared away."""
    for after, before in zip(executed.cells, handed_in.cells, strict=True):
        if is_training(after) and ours(after).get("skip"):
            after.outputs = copy.deepcopy(before.outputs)


class Measurer:
    """Replaces every accuracy that a submission recorded by the one that is measured here.

    A kernel costs more than a measurement, so weights that were announced wait until some are needed; then all that wait
    are measured by one run of the solution, one after the other, each in a network of its own.

    Args:
        reference: gives the solution's notebook, executed with the same seed: it says which records are accuracies.
        solution: the solution notebook.
        seed: of the grading run.
        run: executes a notebook on this machine, with variables and files: :meth:`autograder.engine.engine.Engine.execute`.
    """

    def __init__(
        self, reference: Callable[[], NotebookNode], solution: NotebookNode, seed: int, run: Run
    ) -> None:
        self._reference, self._solution, self._seed, self._run = reference, solution, seed, run
        self._waiting: dict[Key, Bundle] = {}
        self._measured: dict[Key, Any] = {}

    @cached_property
    def _wanted(self) -> dict[str, list[Record]]:
        checks = notebooks.checks(self._reference())
        return {name: records for name, cell in checks.items() if (records := _accuracies(cell))}

    def announce(self, student: str, notebook: NotebookNode) -> None:
        """Weights that will have to be measured. Of those announced twice the first count."""
        for check, bundle in _bundles(notebook).items():
            if (student, check) not in self._measured:
                self._waiting.setdefault((student, check), bundle)

    def verify(self, student: str, executed: NotebookNode) -> None:
        """Put the measured accuracies into an executed submission."""
        if self._wanted:
            self.announce(student, executed)  # what was trained in grading
            submitted = notebooks.checks(executed)
            for check in self._wanted.keys() & submitted.keys():
                measured = self._take((student, check))
                _replace(
                    submitted[check],
                    [_verified(record, measured) for record in self._wanted[check]],
                )

    def measure_all(self) -> None:
        """Measure all weights that wait."""
        waiting = {key: bundle for key, bundle in self._waiting.items() if key[1] in self._wanted}
        self._waiting = {}
        self._measured |= {
            key: failure for key, bundle in waiting.items() if (failure := _refused(bundle))
        }
        usable = [task for task in waiting.items() if task[0] not in self._measured]
        for start in range(0, len(usable), TOGETHER):
            self._measured |= dict(self._try(usable[start : start + TOGETHER]))

    def _take(self, key: Key) -> Any:
        """Values by record, or a Failure for all of them; None where no weights were handed in."""
        if key in self._waiting:
            self.measure_all()
        return self._measured.pop(key, None)

    def _try(self, tasks: list[Task]) -> Iterator[tuple[Key, Any]]:
        """Measure together; where the check did not come to its end, measure each by itself."""
        execution, checks = self._execute(tasks)
        measured = {name: iter(_measured(cell)) for name, cell in checks.items()}
        for task in tasks:
            (_, check), _ = task
            values = next(measured[check], None)
            if values is None and len(tasks) > 1:
                yield from self._try([task])
            else:
                yield task[0], values or Failure(WeightsError.__name__, _not_measured(execution))

    def _execute(self, tasks: list[Task]) -> tuple[Execution, dict[str, NotebookNode]]:
        """Run the solution without the checks that measure nothing; gives the others."""
        given: dict[str, list[Bundle]] = {}
        for (_, check), bundle in tasks:
            given.setdefault(check, []).append(bundle)
        notebook = without_training(self._solution)
        notebook.cells = [
            cell for cell in notebook.cells if not is_check(cell) or check_name(cell) in given
        ]
        environment = {"LABKIT_SEED": str(self._seed), GIVEN: _FILE}
        execution = self._run(notebook, environment, {_FILE: json.dumps(given).encode()})
        return execution, notebooks.checks(execution.notebook)


def _accuracies(check: NotebookNode) -> list[Record]:
    found = verdicts.evidence_of(check)
    return [record for record in found.records if record.at_least is not None] if found else []


def _measured(check: NotebookNode) -> list[dict[str, Any]]:
    """For each of the weights that were given to a check, the accuracies by record."""
    records = _accuracies(check)
    lists = [record.value if isinstance(record.value, list) else [] for record in records]
    return [
        dict(zip((record.name for record in records), values, strict=True))
        for values in zip(*lists, strict=False)
    ]


def _bundles(executed: NotebookNode) -> dict[str, dict[str, Any]]:
    outputs = (output for cell in _code(executed) for output in carried(cell.outputs))
    return {output.data[MIME]["check"]: output.data[MIME] for output in outputs}


def _refused(bundle: dict[str, Any]) -> Failure | None:
    try:
        as_bytes(bundle)
    except WeightsError as error:
        return Failure.of(error)
    return None


def _not_measured(execution: Execution) -> str:
    return f"they could not be measured: {execution.reason or 'nothing was recorded'}"


def _verified(record: Record, measured: Any) -> Record:
    if measured is None:
        return replace(record, value=Failure(NotKept.__name__, "no weights were handed in"))
    return replace(
        record, value=measured if isinstance(measured, Failure) else measured.get(record.name)
    )


def _replace(check: NotebookNode, records: Iterable[Record]) -> None:
    """Put records in the place of all of their names; a check that recorded nothing at all stays so."""
    found = verdicts.answers_of(check)
    if found is not None:
        new = {record.name: record for record in records}
        kept = tuple(record for record in found.records if record.name not in new)
        verdicts.put(check, replace(found, records=(*kept, *new.values())))


def _output(bundle: dict[str, Any]) -> NotebookNode:
    name, text = str(bundle.get("check"))[:100], bundle["safetensors"][: LARGEST + 1]
    text = text if text.isascii() else ""
    return new_output(
        "display_data",
        {MIME: {"check": name, "safetensors": text}, "text/plain": f"weights of {name}"},
    )


def _code(notebook: NotebookNode) -> Iterator[NotebookNode]:
    return (cell for cell in notebook.cells if cell.cell_type == "code")
