"""Where notebooks are executed: threads of this process, or the workers of a Dask cluster.

A task carries a notebook and brings the executed notebook back. What no other machine may see is
executed by this process, whatever the cluster (:meth:`Executor.run_one`).
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import cached_property
from itertools import chain, islice
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

from nbformat import NotebookNode

from autograder.engine.engine import Engine, Setting, Work
from autograder.engine.execution import EngineError, Execution, Plan, Stop, StopKind
from autograder.engine.launcher import ForkServer
from autograder.engine.limits import Limits

if TYPE_CHECKING:
    import distributed

Tag = TypeVar("Tag")
RETRIES = 3
# Notebooks under way: for each kernel, and at least. While the caller judges one or measures
# weights, the kernels stay busy.
UNDER_WAY = 4
AT_LEAST_UNDER_WAY = 16
# Dask keeps messages for debugging; its default of 1,000, with notebooks in them, is hundreds of
# megabytes.
KEPT_MESSAGES = 10
SAVED = "what was finished is saved, the rest is not."

# The engines of a cluster's worker; they live as long as its process.
_engines: dict[Setting, Engine] = {}
_starting = threading.Lock()


class Batch:
    """The notebooks of one run, in threads; a cluster's has the same methods.

    Results that come after a run was abandoned reach no other run.

    Args:
        begin: executes a notebook as soon as there is a free thread.
    """

    def __init__(self, begin: Callable[[Work], Future[Execution]]) -> None:
        self._begin = begin
        self._done: SimpleQueue[Future[Execution]] = SimpleQueue()
        self._tasks: dict[Future[Execution], Any] = {}

    def submit(self, task: Any, work: Work) -> None:
        """Start a notebook as soon as a thread is free."""
        future = self._begin(work)
        self._tasks[future] = task
        future.add_done_callback(self._done.put)

    def wait(self) -> tuple[Any, Execution]:
        """The next one that is done.

        Raises:
            EngineError: nothing can be executed here.
        """
        future = self._done.get()
        try:
            return self._tasks.pop(future), future.result()
        except Exception as error:
            raise _failed(error) from error

    def close(self) -> None:
        """Begin with no further notebook of this run."""
        for future in list(self._tasks):
            future.cancel()


class Threads:
    """Threads of this process over its one engine; a cluster has the same methods.

    Args:
        engine: executes.
        width: how many threads.
    """

    def __init__(self, engine: Engine, width: int) -> None:
        self.width = width
        self._engine = engine
        self._pool = ThreadPoolExecutor(width)

    def batch(self) -> Batch:
        """The notebooks of a run, none yet."""
        return Batch(lambda work: self._pool.submit(self._execute, work))

    def close(self) -> None:
        """Begin with no further notebook, and end those under way by stopping the engine."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._engine.close()
        self._pool.shutdown(wait=True)

    def _execute(self, work: Work) -> Execution:
        # The system may kill the fork server while it forks; the engine then starts a new one.
        for _ in range(RETRIES):
            try:
                return work.execute(self._engine)
            except Exception:
                continue
        return work.execute(self._engine)


def execute(work: Work) -> Execution:
    """The task that a worker of a cluster runs."""
    with _starting:
        if work.setting not in _engines:
            _engines[work.setting] = work.setting.engine()
    return work.execute(_engines[work.setting])


class ClusterBatch:
    """The notebooks of one run, on a cluster, with the methods of :class:`Batch`.

    Args:
        client: of the scheduler.
    """

    def __init__(self, client: distributed.Client) -> None:
        # Here for start-up time: a run on one machine needs no Dask.
        from distributed import KilledWorker, as_completed

        self._client, self._lost = client, KilledWorker
        self._running = as_completed(with_results=True, raise_errors=False, loop=client.loop)
        self._tasks: dict[distributed.Future[Any], tuple[Any, NotebookNode]] = {}

    def submit(self, task: Any, work: Work) -> None:
        """Start a notebook as soon as a worker is free."""
        future = self._client.submit(execute, work, pure=False, retries=RETRIES)
        self._tasks[future] = (task, work.notebook)
        self._running.add(future)

    def wait(self) -> tuple[Any, Execution]:
        """The next one that is done; one whose workers were lost too often is a dead kernel.

        Raises:
            EngineError: a worker cannot execute anything, or the scheduler is lost.
        """
        future, result = next(self._running)
        task, notebook = self._tasks.pop(future)
        # Not read from the future: if its worker is lost, its status may be newer than its result.
        if isinstance(result, Execution):
            return task, result
        # A future gives a bare error when it was cancelled: with its scheduler.
        if isinstance(result, BaseException):
            raise EngineError(f"the Dask scheduler is lost. Start it and run again; {SAVED}")
        if not isinstance(result[1], self._lost):
            raise _failed(result[1])
        values = {"times": RETRIES + 1, "error": f"{result!r:.300}"}
        return task, Execution(notebook, [Stop(StopKind.WORKERS_FAILED, values)], 0.0)

    def close(self) -> None:
        """Begin with no further notebook of this run."""
        if self._client.status == "running":  # and has not lost its scheduler
            self._client.cancel(list(self._tasks))


class Cluster:
    """The workers of a Dask scheduler, with the methods of :class:`Threads`.

    Args:
        scheduler: its address.

    Raises:
        EngineError: no scheduler answers there.
    """

    def __init__(self, scheduler: str) -> None:
        # Here for start-up time: a run on one machine needs no Dask.
        import dask
        from distributed import Client

        dask.config.set({"distributed.admin.low-level-log-length": KEPT_MESSAGES})
        # They log each failed attempt to reach a lost scheduler, with a traceback, from several
        # modules, of which some have levels of their own.
        for name in list(logging.root.manager.loggerDict):
            if name.startswith(("distributed", "tornado")):
                logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            self._client = Client(scheduler, set_as_default=False, timeout="10s")
        except (OSError, ValueError) as error:
            raise EngineError(
                f"no Dask scheduler answers at {scheduler}: {error}. "
                "Start it, or correct the address."
            ) from error

    @property
    def width(self) -> int:
        """The threads of all workers that are there now."""
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def batch(self) -> ClusterBatch:
        """The notebooks of a run, none yet."""
        return ClusterBatch(self._client)

    def close(self) -> None:
        """Leave the cluster; no one needs what its workers still execute."""
        self._client.close()


def _failed(error: BaseException) -> EngineError:
    """A thread or a worker of a cluster cannot execute anything."""
    return EngineError(
        f"a worker could not execute anything: {error}. Fix the worker and run again; {SAVED}"
    )


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
        self._jobs = jobs or os.cpu_count() or 1
        self._scheduler = scheduler
        self._server = server
        self._started: Engine | None = None
        self._starting = threading.Lock()
        self._open = ExitStack()

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()

    def run(
        self,
        tasks: Iterable[tuple[Tag, NotebookNode]],
        environment: dict[str, str],
        limits: Limits | None = None,
        modules: Sequence[str] = (),
        plan: Callable[[NotebookNode], Plan] | None = None,
        count: int = 0,
    ) -> Iterator[tuple[Tag, Execution]]:
        """Execute notebooks; each comes back as soon as it is done, with the tag that it had.

        Only a few are under way at once, so that memory stays flat however many there are. Those
        that another one may have stopped (this process's memory grew, or the fork server ended) are
        executed again at the end, one by one.

        Args:
            tasks: tags and notebooks.
            environment: variables for the kernels.
            limits: instead of the setting's.
            modules: names of modules that are imported once, for all of the notebooks.
            plan: what is done with the cells of a notebook; default: all are executed.
            count: how many there are, as far as is known.
        """
        options: dict[str, Any] = {"limits": limits, "modules": (*modules,)}
        # A worker of a cluster executes some of them.
        options["expected"] = 0 if self._scheduler else count

        def submit(task: tuple[Tag, NotebookNode]) -> None:
            planned = plan(task[1]) if plan else Plan()
            work = Work(task[1], environment, self.setting, plan=planned, **options)
            batch.submit(task, work)

        waiting, under_way = iter(tasks), 0
        # Before the engine is waited for, so that the tasks can be prepared meanwhile.
        first = [*islice(waiting, 1)]
        retries: list[tuple[Tag, NotebookNode]] = []
        at_once = max(UNDER_WAY * self._workers.width, AT_LEAST_UNDER_WAY)
        with closing(self._workers.batch()) as batch:
            for task in chain(first, islice(waiting, at_once - 1)):
                submit(task)
                under_way += 1
            while under_way:
                task, execution = batch.wait()
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
                yield task[0], batch.wait()[1]

    def run_one(self, notebook: NotebookNode, *arguments: Any, **options: Any) -> Execution:
        """Execute a trusted notebook in this process, whatever the cluster.

        The arguments are those of :meth:`autograder.engine.engine.Engine.execute`.
        """
        return self.engine.execute(notebook, *arguments, **options)

    @property
    def engine(self) -> Engine:
        """The engine of this process, started when it is first needed."""
        with self._starting:  # several threads may execute their first notebook at once
            if self._started is None:
                self._started = self._open.enter_context(self.setting.engine(self._server))
            return self._started

    @cached_property
    def _workers(self) -> Threads | Cluster:
        """Made when there is something to execute: a run that finds nothing to do is fast."""
        workers = Cluster(self._scheduler) if self._scheduler else Threads(self.engine, self._jobs)
        self._open.callback(workers.close)
        return workers
