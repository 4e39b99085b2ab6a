"""Training cells, and the trained weights that are handed in with them.

A training cell keeps weights in its output, and the notebook carries them to the grader. Where they
are there, grading does not run the cell. Weights are data, never code, and nothing here opens them.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import nbformat
from nbformat import NotebookNode

from autograder import metadata
from autograder.metadata import CellMetadata, Role
from autograder.notebooks import grade_id
from labkit.weights import LARGEST, MIME, Bundle

LONGEST_NAME = 100  # characters of a check's name, which a student may have made up


def is_training(cell: NotebookNode) -> bool:
    """A training cell, by metadata that is trusted in the solution and after the repair."""
    return metadata.of_cell(cell).role is Role.TRAINING


def kept_by(cell: NotebookNode) -> set[str]:
    """The checks for which a training cell keeps weights, as its source says."""
    return set(re.findall(r"""\bkeep\(\s*["'](\w+)["']""", cell.source))


def without_training(notebook: NotebookNode, but: str | None = None) -> NotebookNode:
    """A copy whose training cells are skipped, but for those that keep weights for one check."""
    copied = copy.deepcopy(notebook)
    for cell in copied.cells:
        if is_training(cell) and but not in kept_by(cell):
            metadata.put(cell, replace(metadata.of_cell(cell), skip=True))
    return copied


@dataclass(frozen=True)
class Weights:
    """The weights that a notebook carries, as JSON by check.

    They travel in outputs of cells, because nbgrader's own commands pass nothing else on.
    """

    by_check: dict[str, Bundle] = field(default_factory=dict)

    @classmethod
    def of(cls, notebook: dict[str, Any]) -> Weights:
        """The last weights for each check, in a notebook of any state."""
        cells = (cell for cell in notebook["cells"] if isinstance(cell, dict))
        # Any code cell counts: who trains in a cell of their own hands in good weights, too.
        outputs = (_outputs(cell) for cell in cells if cell.get("cell_type") == "code")
        bundles = (bundle for listed in outputs for bundle in _bundles(listed))
        return cls({bundle["check"]: bundle for bundle in bundles})

    def attach(self, notebook: NotebookNode, solution: NotebookNode) -> None:
        """Mark a submission's training cells; one whose weights are here gets them and is skipped.

        Args:
            notebook: repaired, or executed: the engine clears all outputs.
            solution: says which cells train. What the student's metadata says is not trusted.
        """
        training = {grade_id(cell): kept_by(cell) for cell in solution.cells if is_training(cell)}
        for cell in notebook.cells:
            checks = training.get(grade_id(cell))
            if checks is None:
                continue
            has_all = bool(checks) and checks <= self.by_check.keys()
            metadata.put(cell, CellMetadata(Role.TRAINING, skip=has_all))
            if has_all:
                cell.outputs = [_output(self.by_check[check]) for check in sorted(checks)]

    def without(self, check: str) -> Weights:
        """All but those for one check."""
        return Weights({name: one for name, one in self.by_check.items() if name != check})


def _outputs(cell: dict[str, Any]) -> list[Any]:
    outputs = cell.get("outputs")
    return outputs if isinstance(outputs, list) else []


def _bundles(outputs: list[Any]) -> Iterator[Bundle]:
    """The weights in outputs, whoever wrote these: only a name and a text are taken over."""
    datas = (output.get("data") for output in outputs if isinstance(output, dict))
    entries = (data.get(MIME) for data in datas if isinstance(data, dict))
    for bundle in entries:
        if isinstance(bundle, dict) and isinstance(text := bundle.get("safetensors"), str):
            # One character more than is allowed: what is too large is refused when it is measured.
            text = text[: LARGEST + 1] if text.isascii() else ""
            yield {"check": str(bundle.get("check"))[:LONGEST_NAME], "safetensors": text}


def _output(bundle: Bundle) -> NotebookNode:
    data = {MIME: bundle, "text/plain": f"weights of {bundle['check']}"}
    # nbformat's own function would check it against a schema, longer than all the rest takes.
    return nbformat.from_dict({"output_type": "display_data", "data": data, "metadata": {}})
