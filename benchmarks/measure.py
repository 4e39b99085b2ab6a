"""What a command and the processes that it starts cost: wall time, processor time and memory."""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import psutil
from nbformat import NotebookNode

POLL_SECONDS = 1.0
MEGABYTE = 1024**2
LOG = ".benchmark.log"  # what the command prints, where it ran
PR_SET_CHILD_SUBREAPER = 36


@dataclass
class Cost:
    """What one run of a command took.

    Args:
        seconds: wall time.
        core_seconds: processor time, user and system, of all processes; the system counts it when
            each of them ends.
        memory: samples (seconds since the start, resident MB of the command's own process, MB of
            all its processes with shared pages counted once); empty if none were taken.
    """

    seconds: float = 0.0
    core_seconds: float = 0.0
    memory: list[tuple[float, float, float]] = field(default_factory=list)

    @property
    def peak_mb(self) -> float:
        """The largest sample of all processes together; pages that they share count once (PSS)."""
        return max((whole for _, _, whole in self.memory), default=0.0)


def measure(
    command: Sequence[str],
    cwd: Path,
    environment: Mapping[str, str] | None = None,
    with_memory: bool = False,
) -> Cost:
    """Run a command and measure it.

    Args:
        command: program and arguments.
        cwd: where it runs.
        environment: variables besides those of this process.
        with_memory: look at the memory of all processes once a second, which slows them down.

    Raises:
        RuntimeError: it failed; the message ends with the end of its output.
    """
    _adopt_orphans()
    before, begin = _core_seconds(), time.monotonic()
    output = cwd / LOG
    with output.open("w") as log:
        process = subprocess.Popen(
            command, cwd=cwd, env={**os.environ, **(environment or {})}, stdout=log, stderr=log
        )
        cost = Cost()
        watcher = threading.Thread(target=_watch, args=(process, begin, cost.memory))
        if with_memory:
            watcher.start()
        process.wait()
    cost.seconds = time.monotonic() - begin
    if with_memory:
        watcher.join()
    _await_orphans()
    cost.core_seconds = _core_seconds() - before
    if process.returncode != 0:
        raise RuntimeError(
            f"{' '.join(command)} failed; its output ends with:\n{output.read_text()[-3000:]}"
        )
    return cost


def _adopt_orphans() -> None:
    """Wait for the processes inside bubblewrap, which itself does not: only then is their time
    counted."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _await_orphans() -> None:
    with suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)


def _core_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _watch(
    process: subprocess.Popen[bytes], begin: float, samples: list[tuple[float, float, float]]
) -> None:
    watched = psutil.Process(process.pid)
    while process.poll() is None:
        whole = sum(map(_megabytes, [watched, *_children(watched)]))
        samples.append((time.monotonic() - begin, _resident(watched), whole))
        time.sleep(POLL_SECONDS)


def _children(process: psutil.Process) -> list[psutil.Process]:
    try:
        return [*process.children(recursive=True)]
    except psutil.Error:
        return []


def _resident(process: psutil.Process) -> float:
    try:
        return float(process.memory_info().rss / MEGABYTE)
    except psutil.Error:
        return 0.0  # it has just ended


def _megabytes(process: psutil.Process) -> float:
    """The process's share of memory; resident memory where the system shows no shares."""
    try:
        return float(process.memory_full_info().pss / MEGABYTE)
    except (AttributeError, psutil.AccessDenied):
        return _resident(process)
    except (psutil.Error, OSError):
        return 0.0


def seconds_of(first: NotebookNode, last: NotebookNode) -> float:
    """From the begin of one executed cell to the end of another, as the kernel said it."""
    begin = datetime.fromisoformat(first.metadata.execution["iopub.status.busy"])
    end = datetime.fromisoformat(last.metadata.execution["iopub.status.idle"])
    return (end - begin).total_seconds()
