"""This process's engines, one for each setting, and how they execute a submission."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from nbformat import NotebookNode

from autograder.engine.engine import Engine, Execution
from autograder.engine.launcher import ForkServer, SandboxKind
from autograder.engine.limits import Limits
from labkit import reference

_engines: dict[Setting, Engine] = {}
_starting_servers: dict[Setting, ForkServer] = {}
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
    """Execute a notebook in an engine that has imported what it names."""
    engine.preload(work.modules)
    return engine.execute(work.notebook, environment=work.environment, limits=work.limits)


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


def close_engine(setting: Setting) -> None:
    """Close the engine of a setting, if there is one."""
    with _lock:
        started = (_engines.pop(setting, None), _starting_servers.pop(setting, None))
        for one in filter(None, started):
            one.close()
