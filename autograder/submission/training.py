"""Training cells, and the trained weights that are handed in with them.

A training cell keeps weights in its output, and the notebook carries them to the grader. If they
are there, grading does not run the cell. Weights are data, never code, and nothing here opens them.
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, field, replace
from typing import Any

from nbformat import NotebookNode

from autograder import metadata, notebooks
from autograder.metadata import CellMetadata, Role
from autograder.notebooks import new_output
from labkit.weights import LARGEST, MIME, Bundle

LONGEST_NAME = 100  # characters of a check's name, which a student may have made up


def is_training(cell: NotebookNode) -> bool:
    """Whether it is a training cell, by metadata that is trusted in the solution and after
    repair."""
    return metadata.of_cell(cell).role is Role.TRAINING


def kept_by(cell: NotebookNode) -> set[str]:
    """The checks for which a training cell keeps weights, as its source says."""
    return set(re.findall(r"""\bkeep\(\s*["'](\w+)["']""", cell.source))


def without_training(notebook: NotebookNode, but: str | None = None) -> NotebookNode:
    """A copy whose training cells are skipped, except those that keep weights for one check."""
    copied = copy.deepcopy(notebook)
    for cell in copied.cells:
        if is_training(cell) and but not in kept_by(cell):
            metadata.write(cell, replace(metadata.of_cell(cell), skip=True))
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
        # Any code cell counts: weights from a student's own training cell are good, too.
        by_check: dict[str, Bundle] = {}
        for cell in notebook["cells"]:
            is_code = isinstance(cell, dict) and cell.get("cell_type") == "code"
            outputs = cell.get("outputs") if is_code else None
            for output in outputs if isinstance(outputs, list) else ():
                data = output.get("data") if isinstance(output, dict) else None
                bundle = data.get(MIME) if isinstance(data, dict) else None
                text = bundle.get("safetensors") if isinstance(bundle, dict) else None
                # It may be forged: only a name and a text are taken over.
                if isinstance(bundle, dict) and isinstance(text, str):
                    check = str(bundle.get("check"))[:LONGEST_NAME]
                    # One character more than is allowed: what is too large is refused when it is
                    # measured.
                    text = text[: LARGEST + 1] if text.isascii() else ""
                    by_check[check] = {"check": check, "safetensors": text}
        return cls(by_check)

    def attach(self, notebook: NotebookNode, solution: NotebookNode) -> None:
        """Mark a submission's training cells; one whose weights are here gets them and is skipped.

        Args:
            notebook: repaired, or executed: the engine clears all outputs.
            solution: says which cells train. What the student's metadata says is not trusted.
        """
        solved = (cell for cell in notebooks.given_cells(solution) if cell.role is Role.TRAINING)
        training = {cell.id: kept_by(cell.node) for cell in solved}
        for cell in notebooks.cells(notebook):
            checks = training.get(cell.id)
            if checks is None:
                continue
            has_all = bool(checks) and checks <= self.by_check.keys()
            metadata.write(cell.node, CellMetadata(Role.TRAINING, skip=has_all))
            if has_all:
                cell.node.outputs = []
                for check in sorted(checks):
                    data = {MIME: self.by_check[check], "text/plain": f"weights of {check}"}
                    cell.node.outputs.append(new_output("display_data", data=data, metadata={}))
