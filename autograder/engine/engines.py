"""This process's engines, one for each setting, and how they execute a submission."""

from __future__ import annotations

import copy
import threading
from collections import Counter
from dataclasses import dataclass, replace

from nbformat import NotebookNode

from autograder import metadata
from autograder.engine.engine import Engine, Execution
from autograder.engine.launcher import ForkServer, SandboxKind
from autograder.engine.stops import Stop, StopKind
from autograder.limits import Limits
from autograder.metadata import CellMetadata, Role
from labkit import reference

MOST_LEFT_OUT = 2  # cells of one notebook without which it is executed again

_engines: dict[Setting, Engine] = {}
_starting_servers: dict[Setting, ForkServer] = {}
_users: Counter[Setting] = Counter()
_lock = threading.Lock()


@dataclass(frozen=True)
class Setting:
    """How notebooks are executed: the sandbox and the limits."""

    sandbox: SandboxKind = "full"
    limits: Limits = Limits()


# A class of its own, because Dask takes bare lists and dictionaries apart and rebuilds them.
@dataclass(frozen=True)
class Work:
    """What a worker needs to know to execute a notebook."""

    notebook: NotebookNode
    environment: dict[str, str]
    setting: Setting
    limits: Limits | None
    modules: tuple[str, ...]


def execute(work: Work) -> Execution:
    """The task that a worker of a cluster runs."""
    return run_with(engine_for(work.setting), work)


def run_with(engine: Engine, work: Work) -> Execution:
    """Execute a notebook in an engine that has imported what it names.

    Where the kernel dies in a cell of the student's own, or has to be killed because that cell does
    not end, the notebook is executed again without that cell. All runs together get the time that
    one has.
    """
    engine.preload(work.modules)
    limits, notebook = work.limits or engine.limits, work.notebook
    execution = _run(engine, work, notebook, limits)
    for _ in range(MOST_LEFT_OUT):
        if not _is_own(notebook, execution.fatal_cell) or execution.worth_retrying:
            break
        limits = replace(limits, total_seconds=max(1, limits.total_seconds - execution.seconds))
        notebook = _without(notebook, execution.fatal_cell)
        execution = _after(execution, _run(engine, work, notebook, limits))
    return execution


def _run(engine: Engine, work: Work, notebook: NotebookNode, limits: Limits) -> Execution:
    return engine.execute(notebook, environment=work.environment, limits=limits)


def _is_own(notebook: NotebookNode, index: int | None) -> bool:
    return index is not None and metadata.of_cell(notebook.cells[index]).role is Role.OWN


def _without(notebook: NotebookNode, index: int) -> NotebookNode:
    left = copy.copy(notebook)
    left.cells = list(notebook.cells)
    left.cells[index] = copy.deepcopy(notebook.cells[index])
    metadata.put(left.cells[index], CellMetadata(Role.OWN, skip=True))
    return left


def _after(first: Execution, then: Execution) -> Execution:
    """A second run without a cell: what it recorded, and why there were two."""
    again = Stop(StopKind.AGAIN_WITHOUT, {"cell": first.fatal_cell + 1})
    stops = [*first.stops, again, *then.stops]
    return replace(then, stops=stops, seconds=first.seconds + then.seconds)


def engine_for(setting: Setting) -> Engine:
    """This process's engine: its fork server is started once and serves every thread."""
    with _lock:
        if setting not in _engines:
            server = _starting_servers.pop(setting, None)
            _engines[setting] = Engine(
                setting.sandbox,
                limits=setting.limits,
                public=[reference.resources()],
                server=server,
            )
        return _engines[setting]


def use_server(setting: Setting, server: ForkServer) -> None:
    """Make the engine of a setting with a fork server that was started before."""
    _starting_servers[setting] = server


def hold_engine(setting: Setting) -> None:
    """Keep the engine of a setting open until as many users have let go of it."""
    with _lock:
        _users[setting] += 1


def let_go_of_engine(setting: Setting) -> None:
    """Close the engine of a setting, if there is one and nobody else holds it."""
    with _lock:
        _users[setting] -= 1
        if _users[setting] > 0:
            return
        started = (_engines.pop(setting, None), _starting_servers.pop(setting, None))
        for one in filter(None, started):
            one.close()
