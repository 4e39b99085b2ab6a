"""Notebooks made of a few lines, engines to execute them, and what came out of their cells."""

import atexit
import copy
import inspect
import json
import os
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import nbformat.v4 as nbf
from nbformat import NotebookNode

from autograder.engine.engine import Engine
from autograder.engine.execution import Execution, StopKind
from autograder.engine.launcher import ForkServer
from autograder.engine.runtime import USUAL, Runtime
from autograder.engine.sandbox import SandboxUnavailable
from autograder.engine.server.watchdog import Snapshot

Value = TypeVar("Value")
# A fork server that imports nothing starts at once.
BARE = Runtime(modules=())
# One of a caller whose notebooks differentiate, and keep what they record.
TORCH = replace(
    USUAL,
    modules=(*USUAL.modules, "torch", "torch.fx.experimental.symbolic_shapes"),
    records=("application/vnd.records.",),
)


def notebook(*sources: str) -> NotebookNode:
    """A notebook with a code cell for each source."""
    made: NotebookNode = nbf.new_notebook(cells=[nbf.new_code_cell(source) for source in sources])
    return made


def best_engine(**options: Any) -> Engine:
    """An engine with the sandbox, or without where it cannot be built."""
    try:
        return Engine("full", **options)
    except SandboxUnavailable:
        return Engine("none", **options)


_servers: dict[tuple[str, Runtime], ForkServer] = {}


def lent_server(kind: str, runtime: Runtime = TORCH) -> ForkServer:
    """This process's own fork server, for an engine that leaves it running: starting one takes 2
    s."""
    key = (kind, runtime)
    if not (key in _servers and _servers[key].alive):
        _servers[key] = ForkServer(kind, runtime)
        atexit.register(_servers[key].close)
        _servers[key].await_ready()
    lent = copy.copy(_servers[key])
    vars(lent)["close"] = lambda: None
    return lent


def best_kind(runtime: Runtime = TORCH) -> str:
    """ "full" where there is a sandbox, else "none"; the lent server of that kind runs then."""
    try:
        return lent_server("full", runtime).kind
    except SandboxUnavailable:
        return lent_server("none", runtime).kind


def text(cell: NotebookNode) -> str:
    """What a cell printed and showed, as plain text."""
    return "".join(
        output.get("text", "") or output.get("data", {}).get("text/plain", "")
        for output in cell.outputs
    )


def kinds(execution: Execution) -> list[StopKind]:
    """What ended an execution early, without the details."""
    return [stop.kind for stop in execution.stops]


def texts(execution: Execution) -> list[str]:
    """All outputs of each cell, as JSON: whatever a cell put out can be searched for."""
    return [json.dumps(cell.outputs) for cell in execution.notebook.cells]


def outputs(executed: NotebookNode, kind: str) -> list[NotebookNode]:
    """The outputs of all cells that have one type: "error", "stream", "display_data"..."""
    return [
        output
        for cell in executed.cells
        for output in cell.get("outputs", [])
        if output.output_type == kind
    ]


def descendants() -> set[int]:
    """The ids of all processes that this one has started, and those have."""
    return {process.pid for process in Snapshot().tree(os.getpid())[1:]}


def eventually(condition: Callable[[], Value], seconds: float = 3000) -> Value:
    """Wait until a condition holds, and return its value, however busy the machine is.

    Raises:
        AssertionError: it did not hold in time; the condition's source says what was waited for.
    """
    end = time.monotonic() + seconds
    while not (value := condition()):
        text = inspect.getsource(condition).strip()
        assert time.monotonic() < end, f"waited {seconds} s in vain: {text}"
        time.sleep(0.05)
    return value
