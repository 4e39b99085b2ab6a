"""Execution by the workers of a Dask cluster; imported only where a scheduler is named."""

from __future__ import annotations

import threading
from typing import Any

import dask
from distributed import Client, KilledWorker, as_completed
from nbformat import NotebookNode

from autograder.engine.engine import Engine, Setting, Work
from autograder.engine.execution import (
    EngineError,
    Execution,
    Stop,
    StopKind,
    WorkerFailed,
)

# Dask keeps messages for debugging; its default of 1,000, with notebooks in them, is hundreds of
# megabytes.
KEPT_MESSAGES = 10

_engines: dict[Setting, Engine] = {}
_starting = threading.Lock()


def execute(work: Work) -> Execution:
    """The task that a worker runs; its engines live as long as its process."""
    with _starting:
        if work.setting not in _engines:
            _engines[work.setting] = work.setting.engine()
    return work.execute(_engines[work.setting])


class Cluster:
    """The workers of a Dask scheduler. Use it as a context manager.

    Args:
        scheduler: its address.
        retries: how often a notebook is tried again whose worker was lost.

    Raises:
        EngineError: no scheduler answers there.
    """

    def __init__(self, scheduler: str, retries: int) -> None:
        self._retries = retries
        dask.config.set({"distributed.admin.low-level-log-length": KEPT_MESSAGES})
        try:
            self._client = Client(scheduler, set_as_default=False, timeout="10s")
        except (OSError, ValueError) as error:
            raise EngineError(
                f"no Dask scheduler answers at {scheduler}: {error}. "
                "Start it, or correct the address."
            ) from error
        self._running = as_completed(with_results=True, raise_errors=False, loop=self._client.loop)
        self._tasks: dict[Any, tuple[Any, NotebookNode]] = {}

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *error: object) -> None:
        self._client.close()

    @property
    def width(self) -> int:
        """The threads of all workers that are there now."""
        return max(1, sum(self._client.nthreads().values()))

    def submit(self, task: Any, work: Work) -> None:
        """Begin with a notebook as soon as there is a free worker."""
        future = self._client.submit(execute, work, pure=False, retries=self._retries)
        self._tasks[future.key] = (task, work.notebook)
        self._running.add(future)

    def wait(self) -> tuple[Any, Execution]:
        """The next one that is done; one whose workers were lost too often is a dead kernel.

        Raises:
            EngineError: a worker cannot execute anything.
        """
        future, result = next(self._running)
        task, notebook = self._tasks.pop(future.key)
        # Not asked of the future: its status may be newer than its result, if its worker is lost.
        if isinstance(result, Execution):
            return task, result
        if not isinstance(result[1], KilledWorker):
            raise WorkerFailed(result[1])
        values = {"times": self._retries + 1, "error": f"{result!r:.300}"}
        return task, Execution(notebook, [Stop(StopKind.WORKERS_FAILED, values)], 0.0)
