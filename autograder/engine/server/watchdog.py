"""How much a kernel's whole process tree uses, seen from outside it.

Reads ``/proc``; where there is none (macOS) nothing is counted and only the limits of
:func:`autograder.engine.server.isolation.limit_resources` hold. The tree follows parent ids: a
kernel adopts the orphans among its descendants, so none of its processes can leave the tree.
"""

from __future__ import annotations

import os
import signal
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from autograder.engine.execution import Stop, StopKind
from autograder.engine.limits import Limits
from autograder.engine.server.users import acting_as

RECHECK_SECONDS = 1.0
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
PF_EXITING = 4  # of the flags in /proc/PID/stat (Linux's sched.h)
NANOSECONDS = 10**9


@dataclass(frozen=True)
class Process:
    """One line of the process table.

    Args:
        pid: its number.
        parent: its parent's number.
        seconds: processor time, that of its ended children included.
        image: where its program lies in memory: equal in a process and its forks, different after
            an exec.
    """

    pid: int
    parent: int
    seconds: float
    image: int


class Thread(NamedTuple):
    """What Linux has counted for one thread.

    Args:
        id: its number.
        ran: seconds on a processor.
        waited: seconds in which it was ready, and waited for a processor.
        is_ready: it runs or waits for a processor now.
    """

    id: int
    ran: float
    waited: float
    is_ready: bool


@dataclass(frozen=True)
class Inherited:
    """What a kernel has before its first cell: the size of the fork server it was forked from.

    Args:
        address_space: in bytes.
        memory: bytes that belong to no file.
        image: see :class:`Process`.
    """

    address_space: int
    memory: int
    image: int


class Snapshot:
    """The process table at one moment.

    Args:
        left_out: ids of processes outside all watched trees; those that have ended are removed from
            it.
    """

    def __init__(self, left_out: set[int] | None = None) -> None:
        listed, left_out = process_ids(), set() if left_out is None else left_out
        left_out &= listed
        self._children: dict[int, list[Process]] = defaultdict(list)
        read = map(_process, listed - left_out)
        self._processes = {process.pid: process for process in read if process}
        for process in self._processes.values():
            self._children[process.parent].append(process)

    def tree(self, pid: int) -> list[Process]:
        """A process and all that descend from it, the process itself first."""
        tree = [self._processes[pid]] if pid in self._processes else []
        for process in tree:  # grows while it is read, so that children of children are added, too
            tree.extend(self._children[process.pid])
        return tree


def waiting_time(passed: float, ran: float, waited: float, *, is_ready: bool) -> float:
    """How long, of a time that has passed, a tree has waited for a processor, in seconds.

    Args:
        passed: the time.
        ran, waited: what Linux has counted in it, over all threads of the tree.
        is_ready: whether one of them runs or waits for a processor at its end.

    >>> waiting_time(1, 0.25, 0.75, is_ready=True), waiting_time(1, 0.25, 0, is_ready=False)
    (0.75, 0.0)
    >>> waiting_time(1, 1, 1, is_ready=True)  # two threads on one processor
    0.5

    What is ready and did not run waits, though Linux counts it only when it runs again, and under a
    quota not at all:

    >>> waiting_time(1, 0, 0, is_ready=True), waiting_time(1, 0.25, 0, is_ready=True)
    (1.0, 0.75)
    """
    awake = max(ran + waited, passed if is_ready else 0.0)
    return passed * (awake - ran) / max(awake, passed)


@dataclass
class WaitClock:
    """How long a process tree has waited for a processor: a time limit does not count it.

    A sleeping tree waits for nothing that an idle machine would give it, so its sleep counts.

    Args:
        seconds: so far.
    """

    seconds: float = 0.0
    _before: dict[int, Thread] = field(default_factory=dict, init=False)
    _looked_at: float = field(default_factory=time.monotonic, init=False)

    def look(self, tree: list[Process]) -> None:
        """Add what the tree has waited since the last look."""
        threads = [thread for process in tree for thread in _threads(process.pid)]
        now, before = time.monotonic(), self._before
        passed, self._looked_at = now - self._looked_at, now
        self._before = {thread.id: thread for thread in threads}
        fresh = Thread(0, 0.0, 0.0, False)
        ran = sum(thread.ran - before.get(thread.id, fresh).ran for thread in threads)
        waited = sum(thread.waited - before.get(thread.id, fresh).waited for thread in threads)
        is_ready = any(thread.is_ready for thread in threads)
        self.seconds += waiting_time(passed, ran, waited, is_ready=is_ready)


@dataclass
class Watch:
    """Watches one kernel.

    Args:
        pid: the kernel.
        limits: what its process tree may use.
        inherited: what does not count, because it was there before.
        user: of the tree, where each kernel has one of its own.
    """

    pid: int
    limits: Limits
    inherited: Inherited
    user: int | None = None
    _checked_at: float = field(default=-RECHECK_SECONDS, init=False)

    def passed_limit(self, snapshot: Snapshot) -> Stop | None:
        """The limit that the tree has passed, or None."""
        tree, limits = snapshot.tree(self.pid), self.limits
        if len(tree) > limits.processes:
            return Stop(StopKind.PROCESSES, {"count": limits.processes})
        if sum(process.seconds for process in tree) > limits.cpu_seconds:
            return Stop(StopKind.CPU_TIME, {"seconds": limits.cpu_seconds})
        if self.user is not None:
            # Linux shows the image of another user's process only to that user.
            with acting_as(self.user):
                tree = [_process(process.pid) or process for process in tree]
        if self._is_too_large(tree):
            return Stop(StopKind.MEMORY, {"mb": limits.memory_mb})
        return None

    def _is_too_large(self, tree: list[Process]) -> bool:
        """Whether the tree uses too much memory, by a fast sum and, if that is too large, exactly.

        The fast sum counts pages that the tree's processes share once for each of them.
        """
        used = 0
        for process in tree:
            status = _fields(f"/proc/{process.pid}/status")
            # A fork shares what the fork server had; a program started by exec has none of it.
            shared = self.inherited.memory if process.image == self.inherited.image else 0
            used += max(0, status.get("RssAnon", 0) - shared) + status.get("RssShmem", 0)
        if used <= self.limits.memory_bytes or len(tree) == 1:
            return used > self.limits.memory_bytes
        # The exact sum stops the tree and takes long: not at every poll.
        if time.monotonic() - self._checked_at < RECHECK_SECONDS:
            return False
        # On a loaded machine, a busy tree would leave this process no time to measure it.
        for process in tree:
            send_signal(process.pid, signal.SIGSTOP)
        try:
            with acting_as(self.user):
                rollups = [_fields(f"/proc/{process.pid}/smaps_rollup") for process in tree]
        finally:
            for process in tree:
                send_signal(process.pid, signal.SIGCONT)
        self._checked_at = time.monotonic()
        exact = sum(rollup.get("Pss_Anon", 0) + rollup.get("Pss_Shmem", 0) for rollup in rollups)
        return exact - self.inherited.memory > self.limits.memory_bytes


def is_ending(pid: int) -> bool:
    """Whether a process has begun to end; Linux marks it before it closes the process's files."""
    stat = _read(f"/proc/{pid}/stat")
    return bool(stat) and bool(int(_after_name(stat)[6]) & PF_EXITING)


def own_size() -> Inherited:
    """The size of the calling process."""
    status = _fields("/proc/self/status")
    process = _process(os.getpid())
    image = process.image if process else 0
    return Inherited(status.get("VmSize", 0), status.get("RssAnon", 0), image)


def process_ids() -> set[int]:
    """The ids of all processes that can be seen."""
    names = os.listdir("/proc") if os.path.isdir("/proc") else ()
    return {int(name) for name in names if name.isdigit()}


def send_signal(pid: int, number: int) -> None:
    """Send a signal to a process that may be gone."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def _fields(path: str) -> dict[str, int]:
    """The sizes in a file of ``Name:  123 kB`` lines, in bytes; none for a process that is gone."""
    sizes = {}
    for line in _read(path).splitlines():
        if line.endswith(b" kB"):
            name, _, value = line.partition(b":")
            sizes[name.decode()] = int(value[:-3]) * 1024
    return sizes


def _process(pid: int) -> Process | None:
    stat = _read(f"/proc/{pid}/stat")
    if not stat:
        return None
    after = _after_name(stat)
    seconds = sum(map(int, after[11:15])) / TICKS_PER_SECOND
    return Process(pid, int(after[1]), seconds, int(after[23]))


def _threads(pid: int) -> Iterator[Thread]:
    """The threads of a process; none where there is no ``/proc``."""
    folder = f"/proc/{pid}/task"
    try:
        names = os.listdir(folder)
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return
    for name in names:
        if stat := _read(f"{folder}/{name}/stat"):
            fields = _after_name(stat)
            times = _read(f"{folder}/{name}/schedstat").split()
            ran, waited = (int(time) / NANOSECONDS for time in times[:2] or (0, 0))
            # A Linux kernel that does not count it for each thread says 0.
            ran = ran or sum(map(int, fields[11:13])) / TICKS_PER_SECOND
            yield Thread(int(name), ran, waited, fields[0] == b"R")


def _after_name(stat: bytes) -> list[bytes]:
    """The fields that follow a command's name."""
    # The name is in parentheses, and may hold spaces and parentheses itself.
    return stat[stat.rindex(b")") + 2 :].split()


def _read(path: str) -> bytes:
    # The process may end at any moment, so a file that was listed may be gone.
    try:
        with open(path, "rb", buffering=0) as file:
            return file.read(16384)
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return b""
