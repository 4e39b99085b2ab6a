"""Execution by the workers of a Dask cluster; imported only where a scheduler is named."""

from __future__ import annotations

from types import TracebackType
from typing import Any

import dask
from distributed import Client, KilledWorker, as_completed
from nbformat import NotebookNode

from autograder.course import CourseError
from autograder.engine.engine import Execution
from autograder.engine.engines import Work, execute
from autograder.engine.stops import Stop, StopKind

# Dask keeps messages for debugging; its default of 1,000, with notebooks in them, is hundreds of
# megabytes.
KEPT_MESSAGES = 10


class Cluster:
    """The workers of a Dask scheduler. Use it as a context manager.

    Args:
        scheduler: its address.
        retries: how often a notebook is tried again whose worker was lost.

    Raises:
        CourseError: no scheduler answers there.
    """

    def __init__(self, scheduler: str, retries: int) -> None:
        self._retries = retries
        dask.config.set({"distributed.admin.low-level-log-length": KEPT_MESSAGES})
        try:
            self._client = Client(scheduler, set_as_default=False, timeout="10s")
        except (OSError, ValueError) as error:
            raise CourseError(
                f"no Dask scheduler answers at {scheduler}: {error}. "
                "Start it, or correct the address."
            ) from error
        self._running = as_completed(with_results=True, raise_errors=False, loop=self._client.loop)
        self._tasks: dict[Any, tuple[Any, NotebookNode]] = {}

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
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
            CourseError: a worker cannot execute anything.
        """
        future, result = next(self._running)
        task, handed_in = self._tasks.pop(future.key)
        return task, self._execution(result, handed_in)

    def _execution(self, result: Any, handed_in: NotebookNode) -> Execution:
        """What came back."""
        # Not asked of the future: its status may be newer than its result, if its worker is lost.
        if isinstance(result, Execution):
            return result
        if not isinstance(result[1], KilledWorker):
            raise CourseError(
                f"a worker could not execute anything: {result[1]}. Mend the worker and run again; "
                "what was finished is saved, nothing else was."
            )
        failed = {"times": self._retries + 1, "error": f"{result!r:.300}"}
        return Execution(handed_in, [Stop(StopKind.WORKERS_FAILED, failed)], 0.0)
