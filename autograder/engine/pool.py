"""Where submissions are executed: threads of this process, or the workers of a Dask cluster.

A task carries a submission's notebook and brings its executed notebook back. The solution is
executed in this process, whatever the cluster: neither it nor the gradebook leaves the instructor's
machine.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from functools import cached_property
from itertools import chain, islice
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Protocol, TypeVar

from nbformat import NotebookNode

from autograder.course import CourseError
from autograder.engine.engine import Engine, Execution
from autograder.engine.engines import (
    Setting,
    Work,
    engine_for,
    hold_engine,
    let_go_of_engine,
    run_with,
    use_server,
)
from autograder.engine.launcher import ForkServer
from autograder.limits import Limits

Tag = TypeVar("Tag")
RETRIES = 3
UNDER_WAY = 4  # notebooks for each kernel, and
AT_LEAST_UNDER_WAY = 16  # in all: while weights are measured, the kernels have something to do


class Workers(Protocol):
    """Who executes: :class:`Threads`, or a cluster."""

    @property
    def width(self) -> int:
        """How many notebooks are executed at a time."""

    def submit(self, task: Any, work: Work) -> None:
        """Begin with a notebook as soon as there is a free worker."""

    def wait(self) -> tuple[Any, Execution]:
        """The next one that is done, with the task that it was submitted with."""


class Threads:
    """Threads of this process over its one engine.

    Args:
        engine: executes.
        width: how many threads.
    """

    def __init__(self, engine: Engine, width: int) -> None:
        self.width = width
        self._engine = engine
        self._pool = ThreadPoolExecutor(width)
        self._done: SimpleQueue[tuple[Any, Future[Execution]]] = SimpleQueue()

    def submit(self, task: Any, work: Work) -> None:
        """Begin with a notebook as soon as there is a free thread."""
        future = self._pool.submit(self._execute, work)
        future.add_done_callback(lambda done: self._done.put((task, done)))

    def wait(self) -> tuple[Any, Execution]:
        """The next one that is done.

        Raises:
            CourseError: nothing can be executed here.
        """
        task, future = self._done.get()
        try:
            return task, future.result()
        except Exception as error:
            raise CourseError(
                f"a worker could not execute anything: {error}. Mend the worker and run again; "
                "what was finished is saved, nothing else was."
            ) from error

    def close(self) -> None:
        """Begin with no further notebook, and end those under way by stopping the engine."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._engine.stop()
        # The engine's sockets may be released only when no thread uses them.
        self._pool.shutdown(wait=True)

    def _execute(self, work: Work) -> Execution:
        # The system may kill the fork server while it forks; the engine then starts a new one.
        for _ in range(RETRIES):
            try:
                return run_with(self._engine, work)
            except Exception:
                continue
        return run_with(self._engine, work)


class Executor:
    """Executes notebooks, several at a time. Use it as a context manager.

    Args:
        setting: the sandbox and the limits.
        jobs: how many at a time on this machine; default: its cores.
        scheduler: address of a Dask scheduler whose workers execute instead of this machine.
        server: a fork server for this sandbox and the public resources that was started before.
    """

    def __init__(
        self,
        setting: Setting,
        jobs: int | None = None,
        scheduler: str | None = None,
        server: ForkServer | None = None,
    ) -> None:
        self.setting = setting
        if server:
            use_server(setting, server)
        self._jobs = jobs or os.cpu_count() or 1
        self._scheduler = scheduler
        self._open = ExitStack()

    def __enter__(self) -> Executor:
        hold_engine(self.setting)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open.close()
        let_go_of_engine(self.setting)

    def run(
        self,
        tasks: Iterable[tuple[Tag, NotebookNode]],
        environment: dict[str, str],
        limits: Limits | None = None,
        modules: Sequence[str] = (),
    ) -> Iterator[tuple[Tag, Execution]]:
        """Execute notebooks; each comes back as soon as it is done, with the tag that it had.

        Only a few are under way at once, so that memory stays flat however many there are. Those
        that were stopped because this process's memory grew, or the fork server ended, which
        another one may have caused, are executed once more in the end, one by one.

        Args:
            tasks: tags and notebooks.
            environment: variables for the kernels.
            limits: instead of the setting's.
            modules: names of modules that are imported once, for all of the notebooks.
        """

        def submit(task: tuple[Tag, NotebookNode]) -> None:
            work = Work(task[1], environment, self.setting, limits, tuple(modules))
            self._workers.submit(task, work)

        waiting, under_way = iter(tasks), 0
        # Before the engine is waited for: whoever gives the tasks may prepare many meanwhile.
        first = [*islice(waiting, 1)]
        retries: list[tuple[Tag, NotebookNode]] = []
        at_once = max(UNDER_WAY * self._workers.width, AT_LEAST_UNDER_WAY)
        for task in chain(first, islice(waiting, at_once - 1)):
            submit(task)
            under_way += 1
        while under_way:
            task, execution = self._workers.wait()
            # Before the caller judges this one, so that no kernel waits for that.
            if following := next(waiting, None):
                submit(following)
            else:
                under_way -= 1
            if execution.worth_retrying:
                retries.append(task)
            else:
                yield task[0], execution
        for task in retries:
            submit(task)
            yield task[0], self._workers.wait()[1]

    def run_one(
        self, notebook: NotebookNode, environment: dict[str, str], limits: Limits | None = None
    ) -> Execution:
        """Execute a trusted notebook in this process."""
        return engine_for(self.setting).execute(notebook, environment=environment, limits=limits)

    @cached_property
    def _workers(self) -> Workers:
        """Made when there is something to execute: a run that finds nothing to do is fast."""
        if self._scheduler:
            # Here for start-up time: nothing else in a run on one machine needs Dask.
            from autograder.engine.cluster import Cluster

            return self._open.enter_context(Cluster(self._scheduler, RETRIES))
        threads = Threads(engine_for(self.setting), self._jobs)
        self._open.callback(threads.close)
        return threads
