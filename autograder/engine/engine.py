"""The engine executes untrusted notebooks in kernels forked from one fork server.

A :class:`Setting` makes engines, and a :class:`Work` is a notebook for one of them, both as data.
"""

from __future__ import annotations

import asyncio
import copy
import logging
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path

import zmq.asyncio
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from nbformat import NotebookNode

from autograder.engine import provisioner
from autograder.engine.client import NotebookRun
from autograder.engine.execution import Execution, Plan, Stop, StopKind
from autograder.engine.launcher import ForkServer
from autograder.engine.limits import Limits
from autograder.engine.outputs import remove_unstorable
from autograder.engine.provisioner import ForkedProvisioner
from autograder.engine.runtime import USUAL, Runtime

MOST_LEFT_OUT = 2  # cells of one notebook without which it is executed again
# A kernel that ended so may have been ended by what an earlier cell had arranged, in a thread or a
# process: another run waits after each cell, to see after which one it ends.
ENDED_BY_ITSELF = (StopKind.EXIT_CODE, StopKind.SIGNAL)
SETTLE_SECONDS = 0.5

log = logging.getLogger(__name__)


class Engine:
    """Owns one fork server and executes notebooks in kernels forked from it.

    Safe to use from several threads, not from inside a running event loop. Use it as a context
    manager.

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
        self._closed = False
        self._context = zmq.asyncio.Context()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def stop(self) -> None:
        """End the fork server and every kernel; what is being executed ends with its kernel."""
        self._closed = True
        self._server.close()
        with self._restarting:  # a new one may have been on its way
            self._server.close()

    def close(self) -> None:
        """Stop, and release the sockets; for when nothing is being executed any more."""
        self.stop()
        # In a thread: ZeroMQ takes a second to release the kernels' sockets.
        threading.Thread(target=self._context.destroy, kwargs={"linger": 0}, daemon=True).start()

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
        manager = AsyncKernelManager(
            context=self._context, transport="ipc", kernel_name=provisioner.KERNEL
        )
        manager._kernel_spec = KernelSpec(**provisioner.kernelspec(server.kind, limits=limits))
        manager.connection_file = str(Path(server.folder, f"{id(manager)}.json"))
        manager.provisioner = ForkedProvisioner(
            parent=manager,
            kernel_spec=manager._kernel_spec,
            server=server,
            limits=vars(limits),
            minimal_messages=True,
            environment=dict(environment or {}),
            files=dict(files or {}),
        )
        run = NotebookRun(
            copy.deepcopy(notebook),
            manager,
            manager.provisioner,
            limits,
            plan or Plan(),
            self._runtime.records,
        )
        asyncio.run(run.run())
        if remove_unstorable(run.nb):
            run.note(Stop(StopKind.BAD_OUTPUT))
        seconds = time.monotonic() - begin
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
    """

    notebook: NotebookNode
    environment: dict[str, str]
    setting: Setting
    _: KW_ONLY
    limits: Limits | None = None
    modules: tuple[str, ...] = ()
    plan: Plan = field(default_factory=Plan)

    def execute(self, engine: Engine) -> Execution:
        """Execute the notebook.

        Where the kernel dies in an expendable cell, or has to be killed because that cell does not
        end, the notebook is executed again without it. All runs together get the time of one.
        """
        engine.preload(self.modules)
        limits, plan, seconds = self.limits or engine.limits, self.plan, 0.0

        def run(plan: Plan) -> Execution:
            nonlocal seconds
            left = replace(limits, total_seconds=max(1, limits.total_seconds - seconds))
            execution = engine.execute(self.notebook, self.environment, limits=left, plan=plan)
            seconds += execution.seconds
            return execution

        last = run(plan)
        stops = last.stops
        for _ in range(MOST_LEFT_OUT):
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
