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
from nbformat.v4 import new_code_cell, new_output

from autograder import evidence, notebooks
from autograder.engine.execution import Execution
from autograder.notebooks import OURS, check_name, is_check, ours
from labkit.evidence import Failure, Record
from labkit.weights import GIVEN, LARGEST, MIME, NotKept, WeightsError, as_bytes

Run = Callable[[NotebookNode, dict[str, str], dict[str, bytes]], Execution]
Task = tuple[str, str, dict[str, Any]]  # a student, a check, and weights for it
TRAINING = "training"
_FILE = "weights-{}.json"
TOGETHER = 10  # in one kernel, whose limits are those of one submission


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
    datas = [output.get("data") for output in outputs if isinstance(output, dict)] if isinstance(outputs, list) else []
    bundles = [data.get(MIME) for data in datas if isinstance(data, dict)]
    return [_output(bundle) for bundle in bundles if isinstance(bundle, dict) and isinstance(bundle.get("safetensors"), str)]


def take_out(notebook: NotebookNode) -> dict[str, NotebookNode]:
    """Empty all outputs of a submission, and give the last one with weights for each check."""
    found: dict[str, NotebookNode] = {}
    for cell in _code(notebook):
        found |= {output.data[MIME]["check"]: output for output in cell.outputs if MIME in output.get("data", {})}
        cell.outputs = []
    return found


def put_in(notebook: NotebookNode, found: dict[str, NotebookNode], solution: NotebookNode) -> None:
    """Mark a submission's training cells as the solution knows them; one whose weights are there holds them and is skipped."""
    training = {notebooks.grade_id(cell): kept_by(cell) for cell in solution.cells if is_training(cell)}
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
    are measured in one kernel, one after the other, each in a network of its own.

    Args:
        reference: gives the solution's notebook, executed with the same seed: it says which records are accuracies.
        solution: the solution notebook.
        seed: of the grading run.
        run: executes a notebook on this machine, with variables and files: :meth:`autograder.engine.execution.Engine.execute`.
    """

    def __init__(self, reference: Callable[[], NotebookNode], solution: NotebookNode, seed: int, run: Run) -> None:
        self._reference, self._solution, self._seed, self._run = reference, solution, seed, run
        self._waiting: dict[str, dict[str, Any]] = {}
        self._measured: dict[str, dict[str, Any]] = {}

    @cached_property
    def _wanted(self) -> dict[str, list[Record]]:
        checks = notebooks.checks(self._reference())
        return {name: records for name, cell in checks.items() if (records := _accuracies(cell))}

    def announce(self, student: str, handed_in: NotebookNode) -> None:
        """Weights that will have to be measured, if the submission brings some along."""
        if bundles := _bundles(handed_in):
            self._waiting[student] = bundles

    def verify(self, student: str, executed: NotebookNode) -> None:
        """Put the measured accuracies into an executed submission."""
        if self._wanted:
            measured, submitted = self._of(student, executed), notebooks.checks(executed)
            for name in self._wanted.keys() & submitted.keys():
                _replace(submitted[name], [_verified(record, measured.get(name)) for record in self._wanted[name]])

    def _of(self, student: str, executed: NotebookNode) -> dict[str, Any]:
        if student not in self._measured:
            self._waiting[student] = _bundles(executed)  # what was trained in grading has not been announced
            self._measure(self._waiting)
            self._waiting = {}
        return self._measured.pop(student)

    def _measure(self, waiting: dict[str, dict[str, Any]]) -> None:
        """What each check's accuracies are with these weights: values by record, or a Failure for all of them."""
        self._measured |= {student: {} for student in waiting}
        usable: list[Task] = []
        for student, bundles in waiting.items():
            for check in bundles.keys() & self._wanted.keys():
                if failure := _refused(bundles[check]):
                    self._measured[student][check] = failure
                else:
                    usable.append((student, check, bundles[check]))
        for start in range(0, len(usable), TOGETHER):
            for (student, check, _), found in self._try(usable[start : start + TOGETHER]):
                self._measured[student][check] = found

    def _try(self, tasks: list[Task]) -> Iterator[tuple[Task, Any]]:
        """Measure together; where the kernel ended before the last of them, measure those that are left by themselves."""
        execution, checks = self._execute(tasks)
        for task, check in zip(tasks, checks, strict=True):
            values = {record.name: record.value for record in _accuracies(check)}
            if not values and len(tasks) > 1:
                yield from self._try([task])
            else:
                yield task, values or Failure(WeightsError.__name__, _not_measured(execution))

    def _execute(self, tasks: list[Task]) -> tuple[Execution, list[NotebookNode]]:
        """Run the solution with one copy of a check for each task, and give these copies in the order of the tasks."""
        notebook, copies = without_training(self._solution), {}
        cells: list[NotebookNode] = []
        for cell in notebook.cells:
            mine = [number for number, (_, check, _) in enumerate(tasks) if is_check(cell) and check == check_name(cell)]
            for number in mine:
                copies[number] = len(cells) + 1
                cells += [_opens(number), copy.deepcopy(cell)]
            if not is_check(cell):
                cells.append(cell)
        notebook.cells = cells
        files = {_FILE.format(number): json.dumps({check: bundle}).encode() for number, (_, check, bundle) in enumerate(tasks)}
        execution = self._run(notebook, {"LABKIT_SEED": str(self._seed)}, files)
        return execution, [execution.notebook.cells[copies[number]] for number in range(len(tasks))]


def _accuracies(check: NotebookNode) -> list[Record]:
    found = evidence.evidence_of(check)
    return [record for record in found.records if record.at_least is not None] if found else []


def _bundles(executed: NotebookNode) -> dict[str, dict[str, Any]]:
    outputs = (output for cell in _code(executed) for output in carried(cell.outputs))
    return {output.data[MIME]["check"]: output.data[MIME] for output in outputs}


def _refused(bundle: dict[str, Any]) -> Failure | None:
    try:
        as_bytes(bundle)
    except WeightsError as error:
        return Failure.of(error)
    return None


def _opens(number: int) -> NotebookNode:
    return new_code_cell(f"import os\nos.environ[{GIVEN!r}] = {_FILE.format(number)!r}")


def _not_measured(execution: Execution) -> str:
    return f"they could not be measured: {execution.reason or 'nothing was recorded'}"


def _verified(record: Record, measured: Any) -> Record:
    if measured is None:
        return replace(record, value=Failure(NotKept.__name__, "no weights were handed in"))
    return replace(record, value=measured if isinstance(measured, Failure) else measured.get(record.name))


def _replace(check: NotebookNode, records: Iterable[Record]) -> None:
    """Put records in the place of all of their names; a check that recorded nothing at all stays so."""
    found = evidence.evidence_of(check)
    if found is not None:
        new = {record.name: record for record in records}
        kept = tuple(record for record in found.records if record.name not in new)
        evidence.put(check, replace(found, records=(*kept, *new.values())))


def _output(bundle: dict[str, Any]) -> NotebookNode:
    name, text = str(bundle.get("check"))[:100], bundle["safetensors"][: LARGEST + 1]
    text = text if text.isascii() else ""
    return new_output("display_data", {MIME: {"check": name, "safetensors": text}, "text/plain": f"weights of {name}"})


def _code(notebook: NotebookNode) -> Iterator[NotebookNode]:
    return (cell for cell in notebook.cells if cell.cell_type == "code")
