"""The tables of attacks and faults, and how a run of one of their rows may end."""

import tomllib
from pathlib import Path

from autograder.engine.execution import StopKind

FOLDER = Path(__file__).parent
FAULTS = tomllib.loads((FOLDER / "faults.toml").read_text("utf-8"))
# What attacks the sandbox, in the files' order.
ATTACKS = [
    attack
    for file in sorted((FOLDER / "attacks").glob("*.toml"))
    for attack in tomllib.loads(file.read_text("utf-8"))["attack"]
]
# By any other kind of stop the kernel has died.
TIME = (
    *(StopKind.NOTEBOOK_TIME, StopKind.CELL_TIME),
    *(StopKind.NOT_INTERRUPTED, StopKind.CPU_TIME),
)
MEMORY = (StopKind.MEMORY, StopKind.CELL_MEMORY)
OUTPUT = (StopKind.OUTPUT_SIZE, StopKind.LARGE_MESSAGE, StopKind.ENDLESS_MESSAGE)
ENDS = {"timed out": TIME, "out of memory": MEMORY, "too much output": OUTPUT}


def end_of(stops):
    """The word of the tables for how a run ended; the first stop decides."""
    if not stops:
        return "whole"
    ends = (end for end, kinds in ENDS.items() if stops[0].kind in kinds)
    return next(ends, "kernel died")
