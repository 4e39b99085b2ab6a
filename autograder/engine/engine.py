"""The engine executes untrusted notebooks in kernels forked from one fork server.

A :class:`Setting` makes engines, and a :class:`Work` is a notebook for one of them, both as data.
"""

from __future__ import annotations

import copy
import logging
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace

from nbformat import NotebookNode

from autograder.engine.client import NotebookRun
from autograder.engine.execution import Execution, Plan, Stop, StopKind
from autograder.engine.launcher import ForkServer
from autograder.engine.limits import Limits
from autograder.engine.outputs import remove_unstorable
from autograder.engine.protocol import LaunchRequest
from autograder.engine.runtime import USUAL, Runtime

MAX_LEFT_OUT = 2  # cells of one notebook without which it is executed again
# A kernel that ended this way may have been ended by a thread or process that an earlier cell left:
# another run waits after each cell, to see which one it was.
ENDED_BY_ITSELF = (StopKind.EXIT_CODE, StopKind.SIGNAL)
SETTLE_SECONDS = 0.5
# From this number of notebooks on, it pays to collapse the fork server's memory first: it takes 0.8
# core-seconds, and saves 15 ms of each notebook.
WORTH_COLLAPSING = 60

log = logging.getLogger(__name__)


class Engine:
    """Owns one fork server and executes notebooks in kernels forked from it.

    Safe to use from several threads. Use it as a context manager.

    Args:
        sandbox: "full" (bubblewrap and namespaces) or "none" (limits only).
        limits: what a notebook may use, unless a call says otherwise.
        runtime: what its kernels have.
        server: a fork server that was started before, for the same sandbox and runtime.

    Raises:
        SandboxUnavailable: "full" was asked for and this machine cannot give it.

    >>> from nbformat.v4 import new_code_cell, new_notebook
    >>> with Engine() as engine:  # doctest: +SKIP
    ...     engine.execute(new_notebook(cells=[new_code_cell("6 * 7")])).stops
    []
    """

    def __init__(
        self,
        sandbox: str = "full",
        limits: Limits | None = None,
        runtime: Runtime = USUAL,
        server: ForkServer | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self._sandbox, self._runtime = sandbox, runtime
        self._server = server or ForkServer(sandbox, runtime)
        self._server.await_ready()
        self._restarting = threading.Lock()
        self._preloaded: set[str] = set()
        self._is_collapsed = False
        self._closed = False

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the fork server and every kernel; what is being executed ends with its kernel."""
        self._closed = True
        self._server.close()
        with self._restarting:  # a new one may have been starting
            self._server.close()

    def preload(self, modules: Iterable[str]) -> None:
        """Import modules once for all kernels to come, that would otherwise import them one by one.

        Args:
            modules: their names; those that cannot be imported are left out.
        """
        with self._restarting:
            fresh = [name for name in modules if name not in self._preloaded]
            self._preloaded.update(fresh)
            if fresh and not self._server.preload(fresh):
                log.warning(
                    "Each kernel imports by itself, which is slower: %s", self._server.stderr_tail()
                )
                self._restart()

    def expect(self, count: int) -> None:
        """Prepare for a number of notebooks, if there are enough that it saves more than it
        takes."""
        with self._restarting:
            if count >= WORTH_COLLAPSING and not self._is_collapsed:
                self._is_collapsed = True
                self._server.collapse()

    def execute(
        self,
        notebook: NotebookNode,
        environment: Mapping[str, str] | None = None,
        files: Mapping[str, bytes] | None = None,
        limits: Limits | None = None,
        plan: Plan | None = None,
    ) -> Execution:
        """Execute a copy of a notebook. A cell that raises does not end the run.

        Args:
            notebook: stays as it is.
            environment: variables for the kernel, besides the few that every kernel has.
            files: files for the work folder, by relative name; trusted.
            limits: instead of the engine's.
            plan: what is done with each cell; default: all are executed.
        """
        begin = time.monotonic()
        limits, server = limits or self.limits, self._living_server()
        request = LaunchRequest(vars(limits), dict(environment or {}), dict(files or {}))
        executed = copy.deepcopy(notebook)
        records = self._runtime.records
        run = NotebookRun(executed, server, request, limits, plan or Plan(), records)
        run.run()
        if remove_unstorable(run.nb):
            run.note(Stop(StopKind.BAD_OUTPUT))
        seconds = time.monotonic() - begin - run.waited
        return Execution(
            run.nb, run.stops, seconds, worth_retrying=run.worth_retrying, fatal_cell=run.fatal_cell
        )

    def _living_server(self) -> ForkServer:
        """The fork server; a new one if the system has killed the old."""
        with self._restarting:
            if not self._server.alive:
                self._restart()
                self._preloaded.clear()
            return self._server

    def _restart(self) -> None:
        if self._closed:
            raise RuntimeError("the engine is closed")
        self._server.close()
        self._server = ForkServer(self._sandbox, self._runtime)
        self._is_collapsed = False


@dataclass(frozen=True)
class Setting:
    """How notebooks are executed: the arguments of :class:`Engine` that can be sent elsewhere."""

    sandbox: str = "full"
    limits: Limits = Limits()
    runtime: Runtime = USUAL

    def engine(self, server: ForkServer | None = None) -> Engine:
        """A new engine."""
        return Engine(self.sandbox, self.limits, self.runtime, server)


# A class, because Dask takes plain lists and dictionaries apart and rebuilds them.
@dataclass(frozen=True)
class Work:
    """What a worker needs to know to execute a notebook.

    Args:
        notebook: stays as it is.
        environment: variables for the kernel.
        setting: of the engine that executes it.
        limits: instead of the setting's.
        modules: names of modules to import before the kernel is forked.
        plan: what is done with each cell.
        expected: how many notebooks the same engine is to execute, as far as is known.
    """

    notebook: NotebookNode
    environment: dict[str, str]
    setting: Setting
    _: KW_ONLY
    limits: Limits | None = None
    modules: tuple[str, ...] = ()
    plan: Plan = field(default_factory=Plan)
    expected: int = 0

    def execute(self, engine: Engine) -> Execution:
        """Execute the notebook.

        Where the kernel dies in an expendable cell, or has to be killed because that cell does not
        end, the notebook is executed again without it. All runs together get the time of one.
        """
        engine.preload(self.modules)
        engine.expect(self.expected)
        limits, plan, seconds = self.limits or engine.limits, self.plan, 0.0

        def run(plan: Plan) -> Execution:
            nonlocal seconds
            left = replace(limits, total_seconds=max(1, limits.total_seconds - seconds))
            execution = engine.execute(self.notebook, self.environment, limits=left, plan=plan)
            seconds += execution.seconds
            return execution

        last = run(plan)
        stops = last.stops
        for _ in range(MAX_LEFT_OUT):
            cell = last.fatal_cell
            if cell is None or cell not in plan.expendable or last.worth_retrying:
                break
            if any(stop.kind in ENDED_BY_ITSELF for stop in last.stops):
                ended_in = run(replace(plan, settle_seconds=SETTLE_SECONDS)).fatal_cell
                cell = cell if ended_in is None else ended_in
            plan = replace(plan, skipped=plan.skipped | {cell})
            last = run(plan)
            stops = [*stops, Stop(StopKind.AGAIN_WITHOUT, {"cell": cell + 1}), *last.stops]
        return replace(last, stops=stops, seconds=seconds)
