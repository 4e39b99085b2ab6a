"""The official Jupyter way to start a kernel by forking it: a kernel provisioner, named ``forked``.

Any Jupyter client that meets a kernelspec with this provisioner (``nbgrader autograde``, nbconvert,
JupyterLab) gets its kernels from a fork server of its own, in the sandbox that the kernelspec
names. :class:`autograder.engine.engine.Engine` uses the same class with its own fork server.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.provisioning.provisioner_base import KernelProvisionerBase
from traitlets import Bool, Dict, Instance, List, Unicode

from autograder.engine.launcher import ForkServer, Kernel
from autograder.engine.protocol import CHANNELS, INTERRUPT, KILL, Exit, LaunchRequest
from autograder.engine.stops import Stop, StopKind
from autograder.limits import MEGABYTE, Limits

# Of the caller's environment a kernel gets only these. By the NBGRADER variables nbgrader's tests
# know that they are graded.
PASSED_ON = ("LABKIT_", "NBGRADER_EXECUTION", "NBGRADER_VALIDATING")
LARGEST_FOLDER = 100 * MEGABYTE

# What notebooks of a course like this one import: there is no course.toml to name modules here.
USUAL = ("torch._dynamo", "torchvision")

_shared: dict[tuple[str, ...], ForkServer] = {}


def shared_fork_server(kind: str, public: tuple[str, ...]) -> ForkServer:
    """The fork server of this process for clients that bring none.

    Started at the first kernel, and again if the system has killed it; ended at exit.
    """
    key = (kind, *public)
    if key not in _shared or not _shared[key].alive:
        _shared[key] = ForkServer(kind, [Path(path) for path in public], USUAL)
        atexit.register(_shared[key].close)
    return _shared[key]


class ForkedProvisioner(KernelProvisionerBase):
    """Starts kernels by asking a fork server to fork.

    The traits are what the ``config`` of the kernelspec's ``kernel_provisioner`` may hold.
    """

    sandbox = Unicode("full", help="'full' or 'none'")
    public = List(Unicode(), help="files and folders that kernels may read")
    limits = Dict(help="limits, as in [limits] of course.toml; missing ones are the defaults")

    minimal_messages = Bool(False, help="send a client only the ends of cells and their outputs")
    server = Instance(ForkServer, allow_none=True)
    environment = Dict(
        default_value=None,
        allow_none=True,
        help="the kernel's variables; None: PASSED_ON and the kernelspec's",
    )
    files = Dict(
        default_value=None,
        allow_none=True,
        help="files for the work folder; None: those of the client's cwd",
    )
    kernel: Kernel | None = None

    @property
    def has_process(self) -> bool:
        """Whether a kernel was started and has not been seen to end."""
        return self.kernel is not None

    async def pre_launch(self, **kwargs: Any) -> dict[str, Any]:
        """Nothing to format: a forked kernel has no command line."""
        return await super().pre_launch(cmd=[], **kwargs)

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        """Fork a kernel and tell where it listens."""
        self.server = self.server or shared_fork_server(self.sandbox, tuple(self.public))
        environment = (
            self._passed_on(kwargs["env"]) if self.environment is None else self.environment
        )
        files = read_folder(kwargs.get("cwd")) if self.files is None else self.files
        key = self.parent.session.key.decode()
        limits = Limits(**self.limits).as_dict()
        self.kernel = self.server.fork(
            LaunchRequest(limits, environment, key, files, self.minimal_messages)
        )
        self.connection_info = connection_info(self.kernel.prefix, self.parent.session)
        return self.connection_info

    async def poll(self) -> int | None:
        """The exit code once the kernel has ended, else None."""
        ended = self.ended()
        return ended.code if ended else None

    def ended(self) -> Exit | None:
        """How the kernel ended, or None while it runs."""
        never_started = Exit(0, Stop(StopKind.NO_KERNEL))
        return self.kernel.control_pipe.poll() if self.kernel else never_started

    async def wait(self) -> int | None:
        """Wait for the end of the kernel."""
        while (code := await self.poll()) is None:
            await asyncio.sleep(0.01)
        self._forget()
        return code

    async def send_signal(self, signum: int) -> None:
        """Interrupt, or kill: a forked kernel knows no third signal."""
        if self.kernel:
            self.kernel.control_pipe.send(INTERRUPT if signum == signal.SIGINT else KILL)

    async def kill(self, restart: bool = False) -> None:
        """Kill the kernel with all its processes."""
        await self.send_signal(signal.SIGKILL)

    async def terminate(self, restart: bool = False) -> None:
        """The same: a forked kernel holds nothing that would be worth a farewell."""
        await self.kill(restart)

    async def shutdown_requested(self, restart: bool = False) -> None:
        """A polite request for shutdown need not be waited out."""
        await self.kill(restart)

    async def cleanup(self, restart: bool = False) -> None:
        """Remove the kernel's sockets."""
        self._forget()

    def _forget(self) -> None:
        if self.kernel and self.server:
            self.server.forget(self.kernel)
        self.kernel = None

    def _passed_on(self, environment: dict[str, str]) -> dict[str, str]:
        named = self.kernel_spec.env
        return {
            name: value
            for name, value in environment.items()
            if name.startswith(PASSED_ON) or name in named
        }


def connection_info(prefix: str, session: Any) -> KernelConnectionInfo:
    """What a Jupyter client needs to reach a forked kernel."""
    ports = {f"{name}_port": number for number, name in enumerate(CHANNELS, start=1)}
    return {
        "transport": "ipc",
        "ip": prefix,
        "key": session.key,
        "signature_scheme": session.signature_scheme,
        **ports,
    }


def read_folder(folder: str | None) -> dict[str, bytes]:
    """The ordinary files beside a notebook, by relative name; links and further notebooks stay out.

    Raises:
        ValueError: together they are larger than 100 MiB.
    """
    files = (
        {str(path.relative_to(folder)): path.read_bytes() for path in _ordinary_files(folder)}
        if folder
        else {}
    )
    if sum(map(len, files.values())) > LARGEST_FOLDER:
        raise ValueError(
            f"the files in {folder} are larger than 100 MiB together; grade without the large ones"
        )
    return files


def _ordinary_files(folder: str) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths = (
            Path(parent, name)
            for name in names
            if not name.startswith(".") and not name.endswith(".ipynb")
        )
        yield from (path for path in paths if path.is_file() and not path.is_symlink())
