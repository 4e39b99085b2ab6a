"""What one notebook may use."""

from __future__ import annotations

from dataclasses import dataclass, fields

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits of one notebook.

    Args:
        cell_seconds: time of one cell, without the time in which its processes wait for a processor
            (but at most 20 times as long); it is then interrupted and the next one runs.
        total_seconds: the same of the whole notebook; the kernel is then killed.
        cpu_seconds: processor time of the kernel and all its children.
        memory_mb: memory, in MiB, that the process tree may take beyond what it was forked with.
        processes: number of processes, the kernel included.
        open_files: number of open files of one process.
        file_mb: size of one file, in MiB; all files together get four times as much.
        output_mb: size of all that the cells print and show, in MiB.
        sanitizers: the notebook runs programs with AddressSanitizer, which reserves terabytes of
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
        for name in (field.name for field in fields(self) if field.name != "sanitizers"):
            value = getattr(self, name)
            # To Python, True is an integer.
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0:
                raise ValueError(f"limit {name} is {value!r}; give a positive number")

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
