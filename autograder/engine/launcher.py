"""The grader's handle on the fork server: start it, ask it for kernels, end it."""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import IO

from autograder.engine import protocol, sandbox
from autograder.engine.execution import EngineError
from autograder.engine.protocol import (
    COLLAPSE,
    NEW_KERNEL,
    NO_NAMESPACES,
    PRELOAD,
    READY,
    ControlPipe,
    LaunchRequest,
    write_json,
    write_request,
)
from autograder.engine.runtime import USUAL, Runtime

START_SECONDS = 120
CLOSE_SECONDS = 10
FOLDERS = "forked-kernels-"
SWEEP_AFTER_SECONDS = 60


@dataclass(frozen=True)
class Kernel:
    """A kernel that has been asked for.

    Args:
        control_pipe: ends with the kernel, and the kernel with it.
        connection: the engine's end of the pipe to it.
    """

    control_pipe: ControlPipe
    connection: socket.socket

    def close(self) -> None:
        """Kill it if it lives."""
        self.control_pipe.close()
        self.connection.close()


@dataclass(frozen=True)
class JupyterKernel:
    """A kernel for a Jupyter client.

    Args:
        control_pipe: ends with the kernel, and the kernel with it.
        prefix: what the paths of its five sockets begin with.
    """

    control_pipe: ControlPipe
    prefix: str

    def close(self) -> None:
        """Kill it if it lives, and remove its sockets from the file system."""
        self.control_pipe.close()
        for port in range(1, 6):
            Path(f"{self.prefix}-{port}").unlink(missing_ok=True)


class ForkServer:
    """One process that has imported everything, and forks kernels.

    It imports in the background: :meth:`await_ready` waits. Safe to use from several threads. It
    ends when :meth:`close` is called or when this process ends, in whatever way.

    Args:
        kind: "full" puts it and every kernel into a sandbox, "users" makes every kernel a user of
            its own, "none" does neither.
        runtime: what its kernels have.

    Raises:
        SandboxUnavailable: the full sandbox was asked for, and bubblewrap is not here.
    """

    def __init__(self, kind: str = "full", runtime: Runtime = USUAL) -> None:
        if kind not in sandbox.KINDS:
            raise ValueError(f"sandbox is {kind!r}; it must be one of {', '.join(sandbox.KINDS)}")
        self.kind = kind
        self.folder, self._folder_lock = _new_folder()
        self._names = count()
        self._is_lost = False
        self._is_ready: bool | None = None  # until it is waited for
        self._awaiting = threading.Lock()
        self._log = tempfile.TemporaryFile()
        self._parent_thread: threading.Thread | None = None
        self._control, server_end = socket.socketpair()
        # -P: without a sandbox, a module of the folder in which the grader was started, such as a
        # course's copy of the package, would take the place of what is installed.
        program = ["-P", "-m", "autograder.engine.server.fork_server"]
        arguments = [*program, str(server_end.fileno()), kind, *runtime.modules]
        try:
            if kind == "full":
                command, environment = sandbox.python_command(arguments, runtime), {}
            else:
                command = [sys.executable, *arguments]
                environment = sandbox.plain_environment(Path(self.folder), runtime)
            started = threading.Event()
            # bubblewrap ends with its parent, and to Linux the parent is the thread that started
            # it: so that thread must not end before.
            self._parent_thread = threading.Thread(
                target=self._run, args=(command, environment, server_end, started), daemon=True
            )
            self._parent_thread.start()
            started.wait()
        except BaseException:
            self.close()
            raise
        finally:
            server_end.close()

    def __enter__(self) -> ForkServer:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def alive(self) -> bool:
        """Whether it still runs; one that takes no more requests is being killed."""
        runs = self._parent_thread is not None and self._parent_thread.is_alive()
        return runs and not self._is_lost

    def await_ready(self) -> None:
        """Wait until everything is imported and the isolation of kernels was tested.

        Raises:
            SandboxUnavailable: the full sandbox was asked for and cannot be given.
            EngineError: it did not start.
        """
        with self._awaiting:
            if self._is_ready is None:
                self._is_ready = self._receive_ready()
            if self._is_ready:
                return
            self.close()  # which waits for its exit status
            problem = self.stderr_tail()
            # bubblewrap has no exit status of its own: its messages begin with its name.
            is_sandbox = self._process.returncode == NO_NAMESPACES or "bwrap:" in problem
            if self.kind != "none" and is_sandbox:
                raise sandbox.SandboxUnavailable(problem, self.kind)
            raise EngineError(f"the fork server did not start; {problem}")

    def preload(self, modules: Iterable[str]) -> bool:
        """Import modules for all future kernels; False if the fork server died of it.

        For one thread at a time.
        """
        self.await_ready()
        descriptor = write_json(list(modules))
        try:
            socket.send_fds(self._control, [PRELOAD], [descriptor])
            return self._receive_ready()
        except OSError:
            return False
        finally:
            os.close(descriptor)

    def collapse(self) -> None:
        """Make future forks cheaper, which takes as long as dozens of them save.

        For one thread at a time.
        """
        self.await_ready()
        with suppress(OSError):  # the next request finds out that the fork server has ended
            self._control.sendall(COLLAPSE)
            self._receive_ready()

    def fork(self, request: LaunchRequest) -> Kernel:
        """Ask for a kernel; it comes up while this returns.

        Raises:
            SandboxUnavailable, EngineError: as :meth:`await_ready`, or the fork server has ended.
        """
        connection, kernels_end = socket.socketpair()
        try:
            return Kernel(self._fork(request, [kernels_end]), connection)
        except BaseException:
            connection.close()
            raise

    def fork_for_jupyter(self, request: LaunchRequest) -> JupyterKernel:
        """The same for a Jupyter client."""
        prefix, listeners = protocol.listen(self.folder, str(next(self._names)))
        return JupyterKernel(self._fork(request, listeners), prefix)

    def _fork(self, request: LaunchRequest, sockets: list[socket.socket]) -> ControlPipe:
        self.await_ready()
        pipe, kernels_end = socket.socketpair()
        files = write_request(request)
        try:
            socket.send_fds(
                self._control,
                [NEW_KERNEL],
                [kernels_end.fileno(), *files, *map(socket.socket.fileno, sockets)],
            )
        except OSError as error:
            pipe.close()
            self._is_lost = True
            raise EngineError(f"the fork server has ended; {self.stderr_tail()}") from error
        finally:
            for descriptor in files:
                os.close(descriptor)
            # Copies of these are now in the message; the end of a pipe shows when all are closed.
            for sent in (kernels_end, *sockets):
                sent.close()
        return ControlPipe(pipe)

    def kill(self) -> None:
        """End it at once, with every kernel; for one that no longer responds."""
        self._is_lost = True  # it ends a moment later, and must get no request until then
        self._process.kill()

    def close(self) -> None:
        """End the fork server and every kernel; safe to call twice."""
        self._control.close()
        if self._parent_thread:  # it may never have been started
            self._parent_thread.join(CLOSE_SECONDS)
            if self._parent_thread.is_alive():  # it is stuck, and would outlive this process
                self.kill()
                self._parent_thread.join(CLOSE_SECONDS)
        shutil.rmtree(self.folder, ignore_errors=True)
        self._folder_lock.close()
        self._stderr = self._read_stderr()
        self._log.close()

    def stderr_tail(self) -> str:
        """What the fork server last wrote to its standard error, for an error message."""
        text = self._read_stderr().decode(errors="replace").strip()
        if not text:
            return "it wrote nothing to its standard error"
        return f"its standard error ends with:\n{text[-2000:]}"

    def _read_stderr(self) -> bytes:
        if self._log.closed:
            return self._stderr
        self._log.seek(0)
        return self._log.read()

    def _run(
        self,
        command: list[str],
        environment: dict[str, str],
        inherited: socket.socket,
        started: threading.Event,
    ) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                env=environment,
                pass_fds=[inherited.fileno()],
                start_new_session=True,
                stdin=subprocess.DEVNULL,
                stdout=self._log,
                stderr=self._log,
            )
        finally:
            started.set()
        self._process.wait()

    def _receive_ready(self) -> bool:
        self._control.settimeout(START_SECONDS)
        try:
            return self._control.recv(1) == READY
        except (TimeoutError, OSError):
            return False
        finally:
            self._control.settimeout(None)


def _new_folder() -> tuple[str, IO[str]]:
    """A new folder for sockets, and the lock that is held as long as its owner lives.

    Folders of graders that were killed are removed.
    """
    for path in Path(tempfile.gettempdir()).glob(f"{FOLDERS}*/lock"):
        try:
            # A younger one may not have its lock yet.
            if time.time() - path.stat().st_mtime > SWEEP_AFTER_SECONDS:
                with path.open("r+") as left:
                    fcntl.flock(left, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(path.parent, ignore_errors=True)
        except OSError:
            continue  # its grader lives, or it is another user's
    folder = tempfile.mkdtemp(prefix=FOLDERS)
    lock = Path(folder, "lock").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    return folder, lock
