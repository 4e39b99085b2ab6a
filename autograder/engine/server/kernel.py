"""An IPython kernel prepared as far as possible before the fork, and finished in the child.

:func:`prepare` runs once in the fork server and starts no thread: imports, the kernel object,
IPython's shell, the drawing backend. :func:`serve` runs in the forked child: sockets, threads, the
loop.
"""

from __future__ import annotations

import gc
import importlib
import os
import random
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import zmq
from ipykernel import compiler
from ipykernel.ipkernel import IPythonKernel
from ipykernel.kernelapp import IPKernelApp
from IPython.core.application import BaseIPythonApplication
from traitlets import Dict, DottedObjectName, Type
from traitlets.config import Config
from zmq.eventloop.zmqstream import ZMQStream

from autograder.engine.protocol import CHANNELS
from autograder.engine.server.cells import (
    CachedCompiler,
    CachedShell,
    CachedTransformer,
    crc32_hash,
)
from autograder.engine.server.iopub import DeafIOPub, ForkedHeartbeat
from autograder.limits import TORCH_THREADS

# What every exercise needs; the first backward imports symbolic_shapes, an error stack_data.
# course.toml names what an assignment needs beside this.
PRELOADED = (
    "faulthandler",
    "tornado.platform.asyncio",
    "IPython.core.logger",
    "numpy.random",
    "stack_data",
    "torch",
    "torch.fx.experimental.symbolic_shapes",
    "torch.nested._internal.nested_tensor",
    "torch.utils._device",
    "matplotlib.pyplot",
    "matplotlib_inline.backend_inline",
    "labkit.blanks",
    "labkit.checks",
    "labkit.figures",
    "labkit.predictions",
    "labkit.setup",
    "tomllib",
)
SEED = 0


class NoThread:
    """Replaces ipykernel's thread for the shell channel, which only subshells need."""

    parent_thread = threading.main_thread()

    def __bool__(self) -> bool:
        return False


class OneShellKernel(IPythonKernel):
    """A kernel without subshells.

    With minimal messages it does not report that it is busy, nor repeat the cell's source.
    """

    shell_class = Type(CachedShell)
    compiler_class = Type(CachedCompiler)
    _supports_kernel_subshells = False
    # ipykernel waits after a cell for the thread that reads what was printed; here the flush reads.
    _execute_sleep = 0.0
    minimal_messages = False

    def _publish_status(self, status: str, *arguments: Any, **options: Any) -> None:
        if not (self.minimal_messages and status == "busy"):
            super()._publish_status(status, *arguments, **options)

    def _publish_execute_input(self, *arguments: Any, **options: Any) -> None:
        if not self.minimal_messages:
            super()._publish_execute_input(*arguments, **options)


class ForkedKernelApp(IPKernelApp):
    """The kernel application, split into what is done before the fork and what after it."""

    descriptors = Dict()
    kernel_class = Type(OneShellKernel)
    outstream_class = DottedObjectName("autograder.engine.server.iopub.DirectStream")

    def prepare(self) -> None:
        """Do all that needs neither sockets nor threads, the kernel object included."""
        BaseIPythonApplication.initialize(self, [])
        # The handler's level alone would have every message formatted first.
        self.log.setLevel(self.log_level)
        self.init_pdb()
        # A kernel looks at every loaded module when it is made. After the fork that would copy
        # thousands of pages, and take as long as all the rest.
        self.kernel = self.kernel_class.instance(
            parent=self,
            log=self.log,
            session=self.session,
            profile_dir=self.profile_dir,
            user_ns={},
        )
        self.init_shell()
        self.shell.input_transformer_manager = CachedTransformer(self.shell)
        # Saves 4 % of the core-seconds of 40 submissions (make bench).
        compiler.murmur2_x86 = crc32_hash

    def finish(self, descriptors: dict[str, int], key: str, minimal_messages: bool) -> None:
        """Open the channels on inherited descriptors, start the threads, connect the kernel."""
        self.kernel.minimal_messages = minimal_messages
        ports = {name: number for number, name in enumerate(CHANNELS, start=1)}
        self.descriptors = {ports[name]: descriptor for name, descriptor in descriptors.items()}
        self.session.key = key.encode()
        # Session drops messages whose pid differs from its creator's.
        self.session.pid = os.getpid()
        for name, port in ports.items():
            setattr(self, f"{name}_port", port)
        self.init_sockets()
        self.init_io()
        self.init_signal()
        self.shell_channel_thread = NoThread()
        if not minimal_messages:
            self.init_heartbeat()
            self.control_thread.start()
        self._join_kernel()
        self._join_shell()

    def init_control(self, context: zmq.Context[Any]) -> None:
        """Open the control channel, but not with minimal messages."""
        # The engine interrupts and ends a kernel by the control pipe.
        if self.kernel.minimal_messages:
            self.control_thread = self.control_socket = None
        else:
            super().init_control(context)

    def init_iopub(self, context: zmq.Context[Any]) -> None:
        """As ipykernel's own, without a listener for subscriptions."""
        self.iopub_socket = context.socket(zmq.PUB)
        self.iopub_socket.linger = 1000
        self.iopub_port = self._bind_socket(self.iopub_socket, self.iopub_port)
        self.iopub_thread = DeafIOPub(self.iopub_socket, pipe=True, session=self.session)
        self.iopub_thread.start()
        self.iopub_socket = self.iopub_thread.background_socket

    def _join_kernel(self) -> None:
        """Give the prepared kernel what IPKernelApp.init_kernel would have made it with."""
        # Apart from the debugger, which grading does not use.
        for name in (
            "control_thread",
            "shell_channel_thread",
            "iopub_thread",
            "iopub_socket",
            "stdin_socket",
        ):
            setattr(self.kernel, name, getattr(self, name))
        self.kernel.shell_stream = ZMQStream(self.shell_socket)
        if self.control_thread:
            self.kernel.control_stream = ZMQStream(self.control_socket, self.control_thread.io_loop)
        self.kernel._stdout, self.kernel._stderr = sys.stdout, sys.stderr
        self.displayhook.get_execution_count = lambda: self.kernel.execution_count

    def _join_shell(self) -> None:
        for publisher in (self.shell.displayhook, self.shell.display_pub):
            publisher.pub_socket = self.iopub_socket

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


def prepare(modules: Sequence[str] = ()) -> ForkedKernelApp:
    """Import what the exercises need and prepare the kernel, without any thread.

    Args:
        modules: names of further modules that will be needed.

    Raises:
        RuntimeError: as :func:`import_all`.
    """
    os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    app = ForkedKernelApp.instance(
        config=_config(), transport="ipc", ip="kernel", log_level="CRITICAL"
    )
    with _no_debugger():
        # Before matplotlib is imported, which connects itself to a shell that exists.
        app.prepare()
    import_all((*PRELOADED, *modules))
    return app


@contextmanager
def _no_debugger() -> Iterator[None]:
    """Keep ipykernel from importing the debugger, which no kernel here starts."""
    # It is 140 modules, which each fork would copy. Saves 4 % of the core-seconds of 40 submissions
    # (make bench).
    sys.modules["debugpy"] = None
    try:
        yield
    finally:
        del sys.modules["debugpy"]


def import_all(names: Sequence[str]) -> None:
    """Import modules before a fork, and set the random state with which every kernel starts.

    A module that is missing, or raises an error, is left to the kernels.

    Raises:
        RuntimeError: an import started a thread; a fork would then lose it and could deadlock.
    """
    # Imports make no garbage, and the collector would look at all that they make, again and again.
    gc.disable()
    for name in names:
        with suppress(Exception):
            importlib.import_module(name)
    gc.enable()
    _forget_hidden_fonts()
    _same_random_state()
    # A collection in a child would write to every page of the fork server, and so copy it.
    # Saves 6 % of the core-seconds of 40 submissions, and a tenth of the memory.
    gc.freeze()
    _refuse_threads(names)


def _forget_hidden_fonts() -> None:
    """Remove fonts that are not in the sandbox; matplotlib's list may come from outside it."""
    if module := sys.modules.get("matplotlib.font_manager"):
        module.fontManager.ttflist = [
            font for font in module.fontManager.ttflist if os.path.exists(font.fname)
        ]


def serve(
    app: ForkedKernelApp, descriptors: dict[str, int], key: str, minimal_messages: bool
) -> None:
    """Finish the kernel in the forked child and run it until it is told to stop or is killed."""
    random.seed(SEED)  # Python seeds it anew in every fork
    _start_torch_threads()
    app.finish(descriptors, key, minimal_messages)
    app.start()


def _start_torch_threads() -> None:
    """Set torch's number of threads; after the fork, because threads do not survive one."""
    if torch := sys.modules.get("torch"):
        torch.set_num_threads(int(os.environ.get(TORCH_THREADS, 1)))


def _config() -> Config:
    config = Config()
    config.HistoryManager.enabled = False
    # orjson, which jupyter_client would take, crashes where memory is limited and runs out.
    config.Session.packer = config.Session.unpacker = "json"
    config.Completer.use_jedi = False
    # IPython draws the tip by `random` for each kernel_info request, of which there may be two.
    config.InteractiveShell.enable_tip = False
    return config


def _refuse_threads(names: Sequence[str]) -> None:
    with suppress(FileNotFoundError):
        count = len(os.listdir("/proc/self/task"))
        if count > 1:
            raise RuntimeError(
                f"the fork server has {count} threads before a fork; one of the modules "
                f"{', '.join(names)} computes something when it is imported: "
                "move that into a function"
            )


def _same_random_state() -> None:
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed(SEED)
    if torch := sys.modules.get("torch"):
        torch.set_num_threads(1)
        torch.manual_seed(SEED)
