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
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_output

from autograder import evidence, notebooks
from autograder.engine.execution import Execution
from autograder.notebooks import OURS, check_name, is_check, ours
from labkit.evidence import Failure, Record
from labkit.weights import GIVEN, LARGEST, MIME, NotKept, WeightsError, as_bytes

Run = Callable[[NotebookNode, dict[str, str], dict[str, bytes]], Execution]
TRAINING = "training"
_FILE = "weights.json"


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


def verify(executed: NotebookNode, reference: NotebookNode, solution: NotebookNode, seed: int, run: Run) -> None:
    """Replace every accuracy that a submission recorded by the one that is measured here.

    Args:
        executed: the submission's executed notebook, which is changed.
        reference: the solution's, executed with the same seed: it says which records are accuracies.
        solution: the solution notebook.
        seed: of the grading run.
        run: executes a notebook on this machine, with variables and files: :meth:`autograder.engine.execution.Engine.execute`.
    """
    wanted = {name: records for name, cell in notebooks.checks(reference).items() if (records := _accuracies(cell))}
    if wanted:
        found = {name: bundle for name, bundle in _bundles(executed).items() if name in wanted}
        measured = _measured(found, solution, seed, run)
        submitted = notebooks.checks(executed)
        for name in wanted.keys() & submitted.keys():
            _replace(submitted[name], [_verified(record, measured.get(name)) for record in wanted[name]])


def _accuracies(check: NotebookNode) -> list[Record]:
    found = evidence.evidence_of(check)
    return [record for record in found.records if record.at_least is not None] if found else []


def _bundles(executed: NotebookNode) -> dict[str, dict[str, Any]]:
    outputs = (output for cell in _code(executed) for output in carried(cell.outputs))
    return {output.data[MIME]["check"]: output.data[MIME] for output in outputs}


def _measured(bundles: dict[str, dict[str, Any]], solution: NotebookNode, seed: int, run: Run) -> dict[str, Any]:
    """What each check's accuracies are with these weights: values by record, or a Failure for all of them."""
    unfit = {name: failure for name, bundle in bundles.items() if (failure := _refused(bundle))}
    usable = {name: bundle for name, bundle in bundles.items() if name not in unfit}
    return unfit | (_measure(usable, solution, seed, run) if usable else {})


def _refused(bundle: dict[str, Any]) -> Failure | None:
    try:
        as_bytes(bundle)
    except WeightsError as error:
        return Failure.of(error)
    return None


def _measure(bundles: dict[str, dict[str, Any]], solution: NotebookNode, seed: int, run: Run) -> dict[str, Any]:
    notebook = without_training(solution)
    for cell in notebook.cells:
        if is_check(cell) and check_name(cell) not in bundles:
            cell.metadata[OURS] = {"skip": True}
    execution = run(notebook, {"LABKIT_SEED": str(seed), GIVEN: _FILE}, {_FILE: json.dumps(bundles).encode()})
    checks = notebooks.checks(execution.notebook)
    stopped = Failure(WeightsError.__name__, f"they could not be measured: {execution.reason or 'nothing was recorded'}")
    values = {name: {record.name: record.value for record in _accuracies(checks[name])} for name in bundles}
    return {name: found or stopped for name, found in values.items()}


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
