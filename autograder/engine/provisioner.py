"""Forked kernels for any Jupyter client: a provisioner named ``forked``, and its kernelspec.

A client that finds such a kernelspec (``nbgrader autograde``, nbconvert, JupyterLab) gets its
kernels from a fork server of its own, in the sandbox that the kernelspec names.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import signal
from pathlib import Path
from typing import Any, cast

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.provisioning.provisioner_base import KernelProvisionerBase
from traitlets import Dict, List, Unicode

from autograder.engine.launcher import ForkServer, JupyterKernel
from autograder.engine.limits import MEGABYTE, Limits
from autograder.engine.protocol import CHANNELS, INTERRUPT, KILL, LaunchRequest
from autograder.engine.runtime import USUAL, Runtime

KERNEL = PROVISIONER = "forked"
LARGEST_FOLDER = 100 * MEGABYTE

_shared: dict[tuple[str, Runtime], ForkServer] = {}


def shared_fork_server(kind: str, runtime: Runtime) -> ForkServer:
    """The fork server of this process for clients that bring none.

    Started for the first kernel, and again if the system has killed it; ended at exit.
    """
    key = (kind, runtime)
    if key not in _shared or not _shared[key].alive:
        _shared[key] = ForkServer(kind, runtime)
        atexit.register(_shared[key].close)
    return _shared[key]


class ForkedProvisioner(KernelProvisionerBase):
    """Starts kernels by asking a fork server to fork.

    The traits are what the ``config`` of the kernelspec's ``kernel_provisioner`` may hold.
    """

    sandbox = Unicode("full", help="'full' or 'none'")
    limits = Dict(help="arguments of Limits; missing ones are the defaults")
    runtime = Dict(help="arguments of Runtime; missing ones are the defaults")
    passed_on = List(Unicode(), help="prefixes of the client's variables that kernels get")

    kernel: JupyterKernel | None = None

    @property
    def has_process(self) -> bool:
        """Whether a kernel was started and has not been seen to end."""
        return self.kernel is not None

    async def pre_launch(self, **kwargs: Any) -> dict[str, Any]:
        """Nothing to format: a forked kernel has no command line."""
        return await super().pre_launch(cmd=[], **kwargs)

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        """Fork a kernel and say where it listens."""
        environment = {
            name: value
            for name, value in kwargs["env"].items()
            if name.startswith(tuple(self.passed_on)) or name in self.kernel_spec.env
        }
        # Where an ordinary kernel would run.
        files = read_folder(kwargs.get("cwd") or os.getcwd())
        session = cast(Any, self.parent).session
        limits = vars(Limits(**self.limits))
        server = shared_fork_server(self.sandbox, Runtime.from_json(self.runtime))
        request = LaunchRequest(limits, environment, files, session.key.decode())
        self.kernel = server.fork_for_jupyter(request)
        ports = {f"{name}_port": number for number, name in enumerate(CHANNELS, start=1)}
        self.connection_info = cast(
            KernelConnectionInfo,
            {
                "transport": "ipc",
                "ip": self.kernel.prefix,
                "key": session.key,
                "signature_scheme": session.signature_scheme,
                **ports,
            },
        )
        return self.connection_info

    async def poll(self) -> int | None:
        """The exit code once the kernel has ended, else None."""
        if self.kernel is None:
            return 0
        ended = self.kernel.control_pipe.poll()
        return ended.code if ended else None

    async def wait(self) -> int | None:
        """Wait for the end of the kernel."""
        while (code := await self.poll()) is None:
            await asyncio.sleep(0.01)
        await self.cleanup()
        return code

    async def send_signal(self, signum: int) -> None:
        """Interrupt, or kill: a forked kernel knows no third signal."""
        if self.kernel:
            self.kernel.control_pipe.send(INTERRUPT if signum == signal.SIGINT else KILL)

    async def kill(self, restart: bool = False) -> None:
        """Kill the kernel with all its processes."""
        await self.send_signal(signal.SIGKILL)

    async def terminate(self, restart: bool = False) -> None:
        """The same: a forked kernel has nothing to save."""
        await self.kill(restart)

    async def shutdown_requested(self, restart: bool = False) -> None:
        """The same: there is nothing to wait for."""
        await self.kill(restart)

    async def cleanup(self, restart: bool = False) -> None:
        """Remove the kernel's sockets."""
        if self.kernel:
            self.kernel.close()
            self.kernel = None


def read_folder(folder: str | Path) -> dict[str, bytes]:
    """The ordinary files next to a notebook, by relative name, without links and notebooks.

    Raises:
        ValueError: together they are larger than 100 MiB.
    """
    files: dict[str, bytes] = {}
    size = 0
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = Path(parent, name)
            is_hidden = name.startswith(".") or name.endswith(".ipynb")
            if not is_hidden and path.is_file() and not path.is_symlink():
                # Before it is read: the folder may be somebody's home.
                size += path.stat().st_size
                if size > LARGEST_FOLDER:
                    raise ValueError(
                        f"the files in {folder} are larger than 100 MiB together; "
                        "execute the notebook without the large ones"
                    )
                files[str(path.relative_to(folder))] = path.read_bytes()
    return files


def kernelspec(
    sandbox: str = "full",
    limits: Limits | None = None,
    runtime: Runtime = USUAL,
    passed_on: tuple[str, ...] = (),
) -> dict[str, Any]:
    """The content of a ``kernel.json`` by which a Jupyter client gets forked kernels.

    Args:
        sandbox, limits, runtime: of its kernels.
        passed_on: prefixes of the client's variables that a kernel gets.

    >>> kernelspec("none")["metadata"]["kernel_provisioner"]["provisioner_name"]
    'forked'
    """
    config = {
        "sandbox": sandbox,
        "limits": vars(limits or Limits()),
        "runtime": runtime.as_json(),
        "passed_on": list(passed_on),
    }
    return {
        "argv": [],
        "display_name": f"Python 3 (forked, sandbox: {sandbox})",
        "language": "python",
        "interrupt_mode": "signal",
        "metadata": {"kernel_provisioner": {"provisioner_name": PROVISIONER, "config": config}},
    }


def write_kernelspec(directory: Path, *arguments: Any, **options: Any) -> Path:
    """Write the kernelspec into a folder that is listed in ``JUPYTER_PATH``.

    Args:
        directory: the folder; the kernelspec is written to ``kernels/forked`` in it.
        arguments, options: of :func:`kernelspec`.

    Returns:
        The file written.
    """
    target = Path(directory) / "kernels" / KERNEL / "kernel.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_suffix(f".{os.getpid()}")  # another process may be reading the old one
    fresh.write_text(json.dumps(kernelspec(*arguments, **options), indent=1) + "\n", "utf-8")
    os.replace(fresh, target)
    return target
