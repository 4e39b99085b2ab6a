"""The engine: executes untrusted notebooks in kernels forked from one fork server."""

from __future__ import annotations

import asyncio
import copy
import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

import nbformat
import zmq.asyncio
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from nbformat import NotebookNode
from nbformat.validator import get_validator

from autograder import fast_json, metadata
from autograder.engine import kernelspec
from autograder.engine.client import NotebookRun
from autograder.engine.launcher import ForkServer, SandboxKind
from autograder.engine.provisioner import ForkedProvisioner
from autograder.engine.stops import Stop, StopKind
from autograder.limits import Limits

MOST_NESTED = 100  # values within values that a notebook keeps; no figure needs as many

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Execution:
    """What came of executing one notebook.

    Args:
        notebook: the executed copy; all its outputs come from this run.
        stops: what ended the run early, or what it went on after; none if nothing was wrong.
        seconds: wall time.
        worth_retrying: it was stopped because the grader's memory grew, or the fork server ended,
            which another run may have caused.
        fatal_cell: index of the cell in which the kernel died, or had to be killed because the cell
            did not stop or put out without end.
    """

    notebook: NotebookNode
    stops: list[Stop]
    seconds: float
    worth_retrying: bool = False
    fatal_cell: int | None = None


class Engine:
    """Owns one fork server and executes notebooks in kernels forked from it.

    Safe to use from several threads, not from inside a running event loop. Use it as a context
    manager.

    Args:
        sandbox: "full" (bubblewrap and namespaces) or "none" (limits only).
        limits: what a submission may use, unless a call says otherwise.
        public: files and folders that the notebooks may read, under their own paths.
        server: a fork server that was started before, for the same sandbox and files.

    Raises:
        SandboxUnavailable: "full" was asked for and this machine cannot give it.

    >>> from nbformat.v4 import new_code_cell, new_notebook
    >>> with Engine() as engine:  # doctest: +SKIP
    ...     engine.execute(new_notebook(cells=[new_code_cell("6 * 7")])).stops
    []
    """

    def __init__(
        self,
        sandbox: SandboxKind = "full",
        limits: Limits | None = None,
        public: Iterable[Path | str] = (),
        server: ForkServer | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self._settings = (sandbox, [Path(path) for path in public])
        self._server = server or ForkServer(*self._settings)
        self._server.await_ready()
        self._restarting = threading.Lock()
        self._preloaded: set[str] = set()
        self._closed = False
        self._context = zmq.asyncio.Context()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
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
    ) -> Execution:
        """Execute a copy of a notebook.

        Cells with ``metadata["labkit"]["skip"]`` true are not executed. A cell that raises does not
        end the run.

        Args:
            notebook: stays as it is.
            environment: variables for the kernel, besides the few that every kernel has.
            files: files for the work folder, by relative name.
            limits: instead of the engine's.

        Raises:
            ValueError: a file's name leads out of the work folder.
        """
        limits = limits or self.limits
        for name in files or ():
            _require_inside(name)
        begin = time.monotonic()
        run = NotebookRun(
            copy.deepcopy(notebook), self._manager(environment, files, limits), limits
        )
        asyncio.run(run.run(_is_wanted))
        _make_storable(run)
        seconds = time.monotonic() - begin
        return Execution(run.nb, run.stops, seconds, run.worth_retrying, run.fatal_cell)

    def _living_process(self) -> ForkServer:
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
        self._server = ForkServer(*self._settings)

    def _manager(
        self,
        environment: Mapping[str, str] | None,
        files: Mapping[str, bytes] | None,
        limits: Limits,
    ) -> AsyncKernelManager:
        server = self._living_process()
        manager = AsyncKernelManager(
            context=self._context, transport="ipc", kernel_name=kernelspec.NAME
        )
        manager._kernel_spec = KernelSpec(**kernelspec.specification(server.kind, limits=limits))
        manager.connection_file = str(Path(server.folder, f"{id(manager)}.json"))
        manager.provisioner = ForkedProvisioner(
            parent=manager,
            kernel_spec=manager._kernel_spec,
            server=server,
            limits=limits.as_dict(),
            minimal_messages=True,
            environment=dict(environment or {}),
            files=dict(files or {}),
        )
        return manager


def execute(notebook: NotebookNode, sandbox: SandboxKind = "full", **options: object) -> Execution:
    """Execute a single notebook with an engine of its own; for several, keep an :class:`Engine`.

    Args:
        notebook: stays as it is.
        sandbox: as for :class:`Engine`.
        options: arguments of :meth:`Engine.execute`.
    """
    with Engine(sandbox) as engine:
        return engine.execute(notebook, **options)


def _is_wanted(cell: NotebookNode) -> bool:
    return cell.cell_type == "code" and not metadata.of_cell(cell).skip


def _require_inside(name: str) -> None:
    if Path(name).is_absolute() or ".." in Path(name).parts:
        raise ValueError(
            f"file name {name!r} leads out of the work folder; give a relative name without '..'"
        )


def _make_storable(run: NotebookRun) -> None:
    """Remove outputs that no notebook may hold: a hostile kernel may send anything."""
    # First all at once, which is enough for an honest notebook.
    if _is_storable(run.nb, get_validator(run.nb.nbformat, run.nb.nbformat_minor).validate):
        return
    for cell in run.nb.cells:
        if cell.get("outputs") and not _is_storable(cell, _require_good_outputs):
            cell.outputs, cell.execution_count = [], None
            run.note(Stop(StopKind.BAD_OUTPUT))


def _is_storable(node: NotebookNode, require_valid: Callable[[NotebookNode], Any]) -> bool:
    # What the validator does with hostile data is not known: any exception means no.
    try:
        require_valid(node)
        _require_shallow(node)
        fast_json.dumps(node)
    except Exception:
        return False
    return True


def _require_shallow(node: NotebookNode) -> None:
    """Whoever reads the file, from however deep within a program, must come to its end."""
    nodes: list[Any] = [node]
    for _ in range(MOST_NESTED):
        inside = (one.values() if isinstance(one, dict) else one for one in nodes)
        nodes = [one for several in inside for one in several if isinstance(one, (dict, list))]
        if not nodes:
            return
    raise ValueError("values within values, too deep")


def _require_good_outputs(cell: NotebookNode) -> None:
    for output in cell.outputs:
        nbformat.validate(output, ref="output", version=4)
