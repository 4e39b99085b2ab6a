"""What assignment 07's solution defines: its networks, their C, and what they compute."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from reproduction.networks import ROOT

NOTEBOOK = ROOT / "solutions" / "07_integer_network" / "07_integer_network.ipynb"
CELLS = (
    "setup", "float-network", "thresholds", "whole-run", "fixed-point", "int8-network",
    "int4-network", "q4k-packed", "q4k-figure",
)  # fmt: skip


def executed() -> dict[str, Any]:
    """The names that the notebook's cells define; its C is written into the current folder."""
    names: dict[str, Any] = {"__name__": "assignment_07"}
    for cell in json.loads(NOTEBOOK.read_text())["cells"]:
        source = "".join(cell["source"])
        first, _, rest = source.partition("\n")
        if first.startswith("%%writefile "):
            Path(first.split()[1]).write_text(rest, "utf-8")
        elif cell["cell_type"] == "code" and cell["id"] in CELLS:
            exec(compile(source, cell["id"], "exec"), names)
    return names
