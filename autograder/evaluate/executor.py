"""Where submissions are executed: a Dask cluster, by default threads of this machine over one fork server.

A task carries a submission's notebook and brings its executed notebook back. The solution is executed in this process,
whatever the cluster: neither it nor the gradebook leaves the instructor's machine.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from types import TracebackType
from typing import Any, TypeVar

import dask
from distributed import Client, KilledWorker, LocalCluster, as_completed
from nbformat import NotebookNode

from autograder.course import CourseError
from autograder.engine.engine import Engine, Execution
from autograder.engine.launcher import ForkServer, SandboxKind
from autograder.engine.limits import Limits
from autograder.states import State
from labkit import reference

Tag = TypeVar("Tag")
RETRIES = 3
UNDER_WAY = 4  # notebooks for each kernel, and
AT_LEAST_UNDER_WAY = 16  # in all: while weights are measured, the kernels have something to do
KEPT_MESSAGES = 10  # by Dask, for debugging; its default of 1,000 notebooks going in and out is hundreds of megabytes
QUIET = {  # Dask looks a hundred times a second at what its threads are doing, a tenth of the grader's processor time
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.tick.limit": "1h",
    "distributed.worker.memory.terminate": False,
}
_engines: dict[Setting, Engine] = {}
_on_their_way: dict[Setting, ForkServer] = {}
_starting = threading.Lock()


@dataclass(frozen=True)
class Setting:
    """How notebooks are executed: the sandbox and the limits."""

    sandbox: SandboxKind = "full"
    limits: Limits = Limits()


@dataclass(frozen=True)
class Work:
    """What a worker needs to know to execute a notebook; Dask looks into bare lists and dictionaries, and rebuilds them."""

    notebook: NotebookNode
    environment: dict[str, str]
    setting: Setting
    limits: Limits | None
    modules: tuple[str, ...]


class Executor:
    """Executes notebooks, several at a time. Use it as a context manager.

    Args:
        setting: the sandbox and the limits.
        jobs: how many at a time on this machine; default: its cores.
        scheduler: address of a Dask scheduler whose workers execute instead of this machine.
        server: a fork server for this sandbox and the public resources that is on its way already.
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
            _on_their_way[setting] = server
        self._jobs = jobs or os.cpu_count() or 1
        self._scheduler = scheduler
        self._open = ExitStack()

    def __enter__(self) -> Executor:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open.close()
        with _starting:
            for started in (
                _engines.pop(self.setting, None),
                _on_their_way.pop(self.setting, None),
            ):
                if started:
                    started.close()

    def run(
        self,
        tasks: Iterable[tuple[Tag, NotebookNode]],
        environment: dict[str, str],
        limits: Limits | None = None,
        modules: Callable[[NotebookNode], Sequence[str]] = lambda notebook: (),
    ) -> Iterator[tuple[Tag, Execution]]:
        """Execute notebooks; each comes back as soon as it is done, with the tag that it went in with.

        Only a few are under way at once, so that memory stays flat however many there are. Those that were stopped because
        this process's memory grew, which may have been a neighbour's doing, are executed once more in the end, one by one.

        Args:
            tasks: tags and notebooks.
            environment: variables for the kernels.
            limits: instead of the setting's.
            modules: gives the names of modules that a notebook will import.
        """

        def submit(task: tuple[Tag, NotebookNode]) -> Any:
            work = Work(task[1], environment, self.setting, limits, tuple(modules(task[1])))
            future = self._client.submit(execute, work, pure=False, retries=RETRIES)
            under_way[future.key] = task
            return future

        waiting = iter(tasks)
        under_way: dict[Any, tuple[Tag, NotebookNode]] = {}
        retries: list[tuple[Tag, NotebookNode]] = []
        running = as_completed(with_results=True, raise_errors=False, loop=self._client.loop)
        if not self._scheduler:
            engine_for(self.setting)  # a sandbox that cannot be had is told here, once
        for task in islice(waiting, max(UNDER_WAY * self._width(), AT_LEAST_UNDER_WAY)):
            running.add(submit(task))
        for future, result in running:
            if following := next(waiting, None):
                running.add(submit(following))
            tag, notebook = under_way.pop(future.key)
            execution = _execution(result, notebook)
            if execution.perhaps_innocent:
                retries.append((tag, notebook))
            else:
                yield tag, execution
        for tag, notebook in retries:
            running.add(submit((tag, notebook)))
            _, result = next(running)
            yield tag, _execution(result, notebook)

    def run_one(
        self, notebook: NotebookNode, environment: dict[str, str], limits: Limits | None = None
    ) -> Execution:
        """Execute a trusted notebook in this process."""
        return engine_for(self.setting).execute(notebook, environment=environment, limits=limits)

    @cached_property
    def _client(self) -> Client:
        """Connected when there is something to execute, so that a run that finds nothing to do is quick."""
        dask.config.set({"distributed.admin.low-level-log-length": KEPT_MESSAGES})
        cluster = self._scheduler or self._open.enter_context(_threads(self._jobs))
        try:
            return self._open.enter_context(Client(cluster, set_as_default=False, timeout="10s"))
        except (OSError, ValueError) as error:
            raise CourseError(
                f"no Dask scheduler answers at {self._scheduler}: {error}. Start it, or mend the address."
            ) from error

    def _width(self) -> int:
        return max(1, sum(self._client.nthreads().values()))


def execute(work: Work) -> Execution:
    """The task that a worker runs."""
    engine = engine_for(work.setting)
    engine.preload(work.modules)
    return engine.execute(work.notebook, environment=work.environment, limits=work.limits)


def engine_for(setting: Setting) -> Engine:
    """This process's engine: its fork server is started once and serves every thread."""
    with _starting:
        if setting not in _engines:
            server = _on_their_way.pop(setting, None)
            _engines[setting] = Engine(
                setting.sandbox,
                limits=setting.limits,
                public=[reference.resources()],
                server=server,
            )
        return _engines[setting]


def _threads(jobs: int) -> LocalCluster:
    dask.config.set(QUIET)
    return LocalCluster(
        n_workers=1,
        threads_per_worker=jobs,
        processes=False,
        dashboard_address="127.0.0.1:0",
        memory_limit=0,
        silence_logs=40,
    )


def _execution(result: Any, handed_in: NotebookNode) -> Execution:
    """What came back; a future's own status may be newer than its result, when the worker that held it is lost."""
    if isinstance(result, Execution):
        return result
    if not isinstance(result[1], KilledWorker):
        raise CourseError(
            f"a worker could not execute anything: {result[1]}. Mend the worker and run again; "
            "what was finished is saved, nothing else was."
        )
    reason = f"the workers that executed it failed {RETRIES + 1} times: {result!r:.300}"
    return Execution(handed_in, State.KERNEL_DIED, reason, 0.0)
