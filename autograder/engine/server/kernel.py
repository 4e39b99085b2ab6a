"""An IPython kernel prepared as far as possible before the fork, and finished in the child.

:func:`prepare` runs once in the fork server and starts no thread: imports, the kernel object,
IPython's shell, the drawing backend. :func:`finish` runs in the forked child: sockets, threads, the
loop.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import os
import random
import select
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import zmq
from ipykernel import compiler
from ipykernel.heartbeat import Heartbeat
from ipykernel.iostream import IOPubThread, OutStream
from ipykernel.ipkernel import IPythonKernel
from ipykernel.kernelapp import IPKernelApp
from IPython.core.application import BaseIPythonApplication
from tornado.ioloop import IOLoop
from traitlets import DottedObjectName, Type
from traitlets.config import Config
from zmq.eventloop.zmqstream import ZMQStream

from autograder.engine.protocol import CHANNELS, TORCH_THREADS
from autograder.engine.server import messages
from autograder.engine.server.cells import (
    CachedCompiler,
    CachedShell,
    CachedTransformer,
    crc32_hash,
)
from autograder.engine.server.messages import FlushTimer, PipeSession

SEED = 0
LARGEST_PIECE = 250_000  # characters of printed text in one message


class NoThread:
    """Replaces ipykernel's thread for the shell channel, which only subshells need."""

    parent_thread = threading.main_thread()

    def __bool__(self) -> bool:
        return False


class ForkedHeartbeat(Heartbeat):
    """Answers the client's pings on a socket that the grader has opened."""

    descriptor: int

    def _try_bind_socket(self) -> None:
        self.socket.setsockopt(zmq.USE_FD, self.descriptor)
        self.socket.bind(f"ipc://{self.ip}-{self.port}")


class SilentIOPub(IOPubThread):
    """Sends without reading subscriptions: the socket has none to give."""

    def _setup_xpub_listener(self) -> None:
        """Nothing."""


class DirectStream(OutStream):
    """Standard output or error, flushed by the thread that asks for it.

    ipykernel leaves what compiled code prints to a thread, and does not wait for it when a cell
    ends.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._reading, self._sending = threading.RLock(), threading.RLock()
        self._written = 0
        super().__init__(*args, **kwargs)
        os.register_at_fork(after_in_child=self._renew_locks)

    def _renew_locks(self) -> None:
        """For a process that a cell has forked: there, a lock that another thread held stays
        locked."""
        self._buffer_lock = threading.RLock()
        self._reading, self._sending = threading.RLock(), threading.RLock()
        self._rotate_buffers()  # what the cell has printed is its own to send

    def write(self, string: str) -> int:
        """As ipykernel's own; long text is sent in pieces, of which the grader keeps some."""
        super().write(string)
        self._written += len(string)
        if self._written > LARGEST_PIECE and self._is_master_process():
            self._written = 0
            self._flush()
        return len(string)

    def flush(self) -> None:
        """Send what was printed."""
        if self._should_watch and self._is_master_process():
            self._read_pipe()
        self._flush()

    def _flush(self) -> None:
        """As ipykernel's own; what another thread has taken to send goes first."""
        if not self._is_master_process():
            # Only the kernel sends messages, and it reads what its children write there.
            self._subprocess_flush_pending = False
            for _, text in self._flush_buffers():
                os.write(self._original_stdstream_fd, text.encode(errors="replace"))
            return
        # Otherwise the cell could end first, and the grader would not wait for what comes then.
        with self._sending:
            super()._flush()

    def _watch_pipe_fd(self) -> None:
        """Read at once what compiled code prints while a cell runs."""
        pipe: Any = self._fid
        while self._should_watch:
            select.select([pipe], [], [])
            self._read_pipe()

    def _read_pipe(self) -> None:
        pipe: Any = self._fid
        with self._reading:
            # Another thread may have emptied it, and a read would then block: look first.
            while self._should_watch and select.select([pipe], [], [], 0)[0]:
                self.write(os.read(pipe, select.PIPE_BUF).decode(errors="replace"))


class OneShellKernel(IPythonKernel):
    """A kernel without subshells."""

    shell_class = Type(CachedShell)
    compiler_class = Type(CachedCompiler)
    _supports_kernel_subshells = False
    # ipykernel waits after a cell for the thread that reads what was printed; here the flush reads.
    # Saves 18 ms of a run.
    _execute_sleep = 0.0


class ForkedKernelApp(IPKernelApp):
    """The kernel application, split into what is done before the fork and what after it."""

    shell: CachedShell
    kernel_class = Type(OneShellKernel)
    outstream_class = DottedObjectName("autograder.engine.server.kernel.DirectStream")
    descriptors: dict[int, int]
    pipe_session: PipeSession

    def prepare(self) -> None:
        """Do all that needs neither sockets nor threads, the kernel object included."""
        BaseIPythonApplication.initialize(self, [])
        self.init_pdb()
        # Creating a kernel looks at every loaded module. After the fork that would copy thousands
        # of pages, and take as long as everything else.
        self.kernel = self.kernel_class.instance(
            parent=self,
            log=self.log,
            session=self.session,
            profile_dir=self.profile_dir,
            user_ns={},
        )
        self.init_shell()
        self.pipe_session = PipeSession()
        self.shell.input_transformer_manager = CachedTransformer(self.shell)
        # Saves 4 % of the core-seconds of 40 submissions (make bench).
        compiler.murmur2_x86 = crc32_hash

    def connect_pipe(self, descriptor: int) -> None:
        """Talk to the engine, over one inherited socket."""
        self.session = self.pipe_session
        self.session.connect(descriptor)
        self.iopub_thread = FlushTimer()
        self._finish()
        publishers: tuple[Any, ...] = (self.kernel, self.shell.displayhook, self.shell.display_pub)
        for publisher in publishers:
            publisher.session = self.session
        IOLoop.current().add_callback(self._answer_requests)

    async def _answer_requests(self) -> None:
        """One after the other. Between them, asyncio tasks of the cells continue."""
        loop, session = asyncio.get_running_loop(), self.pipe_session
        has_come = asyncio.Event()
        loop.add_reader(session, has_come.set)
        while await has_come.wait() and (request := session.receive()):
            has_come.clear()
            await self.kernel.dispatch_shell([request, b""])
        loop.remove_reader(session)

    def connect_channels(self, descriptors: Sequence[int], key: str) -> None:
        """Talk to any Jupyter client, over its five inherited channels."""
        self.descriptors = dict(enumerate(descriptors, start=1))
        for port, name in enumerate(CHANNELS, start=1):
            setattr(self, f"{name}_port", port)
        self.session.key, self.session.pack = key.encode(), messages.pack
        # Session drops messages whose pid differs from its creator's.
        self.session.pid = os.getpid()
        self.init_sockets()
        self._finish()
        self.init_heartbeat()
        self.control_thread.start()
        kernel = self.kernel
        kernel.control_thread = self.control_thread
        kernel.iopub_socket = self.iopub_socket
        kernel.stdin_socket = self.stdin_socket
        kernel.shell_stream = ZMQStream(self.shell_socket)
        kernel.control_stream = ZMQStream(self.control_socket, self.control_thread.io_loop)
        publishers: tuple[Any, Any] = (self.shell.displayhook, self.shell.display_pub)
        for publisher in publishers:
            publisher.pub_socket = self.iopub_socket

    def _finish(self) -> None:
        """Set what IPKernelApp.init_kernel would have set, except the debugger."""
        self.init_io()
        self.init_signal()
        kernel = self.kernel
        self.shell_channel_thread = kernel.shell_channel_thread = NoThread()
        kernel.iopub_thread = self.iopub_thread
        kernel._stdout, kernel._stderr = sys.stdout, sys.stderr
        self.displayhook.get_execution_count = lambda: kernel.execution_count

    def init_iopub(self, context: zmq.Context[Any]) -> None:
        """As ipykernel's own, without a listener for subscriptions."""
        self.iopub_socket = context.socket(zmq.PUB)
        self.iopub_socket.linger = 1000
        self.iopub_port = self._bind_socket(self.iopub_socket, self.iopub_port)
        self.iopub_thread = SilentIOPub(self.iopub_socket, pipe=True, session=self.session)
        self.iopub_thread.start()
        self.iopub_socket = self.iopub_thread.background_socket

    def init_heartbeat(self) -> None:
        """Start the heartbeat on its inherited socket."""
        self.heartbeat = ForkedHeartbeat(zmq.Context(), (self.transport, self.ip, self.hb_port))
        self.heartbeat.descriptor = self.descriptors[self.hb_port]
        self.heartbeat.start()

    def _try_bind_socket(self, s: zmq.Socket[Any], port: int) -> int:
        s.setsockopt(zmq.USE_FD, self.descriptors[port])
        s.bind(f"ipc://{self.ip}-{port}")
        return port

    def _apply_curve_client_options(self, socket: zmq.Socket[Any]) -> None:
        """Never reconnect the debugger's shell socket."""
        # It would try ten times a second to reach a path that does not exist.
        socket.reconnect_ivl = -1


def prepare(modules: Sequence[str]) -> ForkedKernelApp:
    """Prepare the kernel and import modules, without any thread.

    Raises:
        RuntimeError: as :func:`import_all`.
    """
    os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    config = Config()
    config.HistoryManager.enabled = False
    # orjson, which jupyter_client would take, crashes where memory is limited and runs out.
    config.Session.packer = config.Session.unpacker = "json"
    config.Completer.use_jedi = False
    # Magics need their % sign, so that what a cell does can be read without running it.
    config.InteractiveShell.automagic = False
    # IPython draws the tip with `random` for each kernel_info request, and there may be two.
    config.InteractiveShell.enable_tip = False
    app = ForkedKernelApp.instance(
        config=config, transport="ipc", ip="kernel", log_level="CRITICAL"
    )
    # ipykernel must not import the debugger, which no kernel here starts: 140 modules, which each
    # fork would copy. Saves 4 % of the core-seconds of 40 submissions (make bench).
    known: dict[str, Any] = sys.modules
    known["debugpy"] = None
    try:
        # Before matplotlib is imported, which connects itself to a shell that exists.
        app.prepare()
    finally:
        del known["debugpy"]
    import_all(modules)
    return app


def import_all(names: Sequence[str]) -> None:
    """Import modules before a fork, and set the random state with which every kernel starts.

    A module that is missing, or raises an error, is left to the kernels.

    Raises:
        RuntimeError: an import started a thread; a fork would then lose it and could deadlock.
    """
    # Imports make no garbage, and the collector would look at their objects again and again: saves
    # 0.4 s of the start.
    gc.disable()
    for name in names:
        with suppress(Exception):
            importlib.import_module(name)
    gc.enable()
    if fonts := sys.modules.get("matplotlib.font_manager"):
        # matplotlib's list may come from outside the sandbox, in which some fonts are not.
        manager = fonts.fontManager
        manager.ttflist = [font for font in manager.ttflist if os.path.exists(font.fname)]
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed(SEED)
    if torch := sys.modules.get("torch"):
        torch.set_num_threads(1)
        torch.manual_seed(SEED)
    # A collection in a child would write to every page of the fork server, and so copy it.
    # Saves 6 % of the core-seconds of 40 submissions, and a tenth of the memory.
    gc.freeze()
    with suppress(FileNotFoundError):
        count = len(os.listdir("/proc/self/task"))
        if count > 1:
            raise RuntimeError(
                f"the fork server has {count} threads before a fork; one of the modules "
                f"{', '.join(names)} computes something when it is imported: "
                "move that into a function"
            )


def finish(app: ForkedKernelApp, sockets: Sequence[int], key: str) -> Callable[[], None]:
    """Finish the kernel in the forked child; returns what runs it until it ends or is killed.

    Args:
        app: as it was prepared.
        sockets: one for the engine, or five for a Jupyter client.
        key: signs the messages to and from a Jupyter client.
    """
    random.seed(SEED)  # Python seeds it anew in every fork
    sys.path.insert(0, "")  # the work folder, as in an ordinary kernel
    if torch := sys.modules.get("torch"):  # threads do not survive a fork
        torch.set_num_threads(int(os.environ.get(TORCH_THREADS, 1)))
    if len(sockets) == 1:
        app.connect_pipe(sockets[0])
    else:
        app.connect_channels(sockets, key)
    return app.start
