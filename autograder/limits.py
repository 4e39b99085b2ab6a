"""What one submission may use, and the resource limits of the operating system that enforce it.

Two things enforce these numbers: ``setrlimit`` values, set here inside the forked process before
any student code runs, and the watchdog of the fork server
(:mod:`autograder.engine.server.watchdog`), which sees the whole process tree from outside.
"""

from __future__ import annotations

import resource
from dataclasses import asdict, dataclass, fields
from typing import Any

MEGABYTE = 1024 * 1024
# RLIMIT_NPROC counts threads as processes, and a kernel has a dozen before the first cell.
THREADS_OF_A_KERNEL = 32
# Address space that these threads reserve, and hardly use: a heap of 64 MB, and stacks of 8.
RESERVED_BYTES = 128 * MEGABYTE
# The variable with the number of torch's threads in a kernel. One if it is not set, because several
# kernels share the cores.
TORCH_THREADS = "LABKIT_TORCH_THREADS"


@dataclass(frozen=True)
class Limits:
    """The limits of one submission.

    Args:
        cell_seconds: wall time of one cell; the cell is then interrupted and the next one runs.
        total_seconds: wall time of the whole notebook; the kernel is then killed.
        cpu_seconds: processor time of the kernel and all its children.
        memory_mb: memory, in MiB, that the process tree may take beyond what it was forked with.
        processes: number of processes, the kernel included.
        open_files: number of open files of one process.
        file_mb: size of one file, in MiB; all files together get four times as much.
        output_mb: size of all that the cells print and show, in MiB.
        sanitizers: the submission runs programs with AddressSanitizer, which reserves terabytes of
            addresses: then only the watchdog counts memory, not the system at each allocation.

    Raises:
        ValueError: a limit is not a positive number.

    >>> Limits(cell_seconds=5).total_seconds
    300
    """

    cell_seconds: float = 30
    total_seconds: float = 300
    cpu_seconds: int = 300
    memory_mb: int = 4096
    processes: int = 64
    open_files: int = 256
    file_mb: int = 100
    output_mb: float = 4
    sanitizers: bool = False

    def __post_init__(self) -> None:
        for field in fields(self):
            if field.name != "sanitizers":
                _require_positive(field.name, getattr(self, field.name))

    @property
    def output_bytes(self) -> int:
        """The output limit in bytes."""
        return int(self.output_mb * MEGABYTE)

    @property
    def memory_bytes(self) -> int:
        """The memory limit in bytes."""
        return int(self.memory_mb * MEGABYTE)

    @property
    def scratch_bytes(self) -> int:
        """Bytes of private temporary storage: room for four files of the largest size."""
        return int(4 * self.file_mb * MEGABYTE)

    def as_dict(self) -> dict[str, float]:
        """The limits as plain data, for a message to the fork server.

        >>> Limits(**Limits(processes=7).as_dict()).processes
        7
        """
        return asdict(self)


def _require_positive(name: str, value: Any) -> None:
    # To Python, True is an integer.
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0:
        raise ValueError(
            f"limit {name} is {value!r}; give a positive number in [limits] of course.toml"
        )


def apply(limits: Limits, *, inherited_bytes: int, own_user: bool) -> None:
    """Set the resource limits of the calling process, for good; its children inherit them.

    Args:
        limits: what the submission may use.
        inherited_bytes: size of the address space that the process already has.
        own_user: the process counter is the kernel's own (its own user namespace). Without it the
            counter would include every process of the instructor's desktop, so only the watchdog
            counts.
    """
    room = (
        resource.RLIM_INFINITY
        if limits.sanitizers
        else inherited_bytes + RESERVED_BYTES + limits.memory_bytes
    )
    wanted = {
        "RLIMIT_CORE": 0,  # a dump of the fork server's memory would fill the storage
        "RLIMIT_FSIZE": int(limits.file_mb * MEGABYTE),
        "RLIMIT_NOFILE": int(limits.open_files),
        # A second more than the watchdog allows, which can say what happened.
        "RLIMIT_CPU": int(limits.cpu_seconds) + 1,
        "RLIMIT_AS": room,
    }
    if own_user:
        wanted["RLIMIT_NPROC"] = int(limits.processes) + THREADS_OF_A_KERNEL
    for name, value in wanted.items():
        _lower(name, value)


def _lower(name: str, value: int) -> None:
    """Lower one limit; an administrator's lower hard limit stays."""
    number = getattr(resource, name, None)
    if number is None:  # macOS lacks some
        return
    _, hard = resource.getrlimit(number)
    if hard != resource.RLIM_INFINITY:
        value = hard if value == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(number, (value, value))
