"""Forking a kernel into namespaces of its own, and taking away what it must not have.

Called in the fork server and, after the fork, in the child, before any of a notebook's code and
before any thread. Linux only where marked. What cannot be built raises an error: a protection that
is missing without notice is worse than none.
"""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import NoReturn

from autograder.engine.limits import MEGABYTE, Limits
from autograder.engine.protocol import NO_NAMESPACES
from autograder.engine.server import seccomp, users
from autograder.engine.server.watchdog import Snapshot, send_signal

LINUX = sys.platform == "linux"
# Numbers of the Linux kernel's interface (sched.h, mount.h, prctl.h, capability.h).
CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC = 0x20000, 0x2000000, 0x4000000, 0x8000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
CLONE_CHILD_CLEARTID, CLONE_CHILD_SETTID = 0x200000, 0x1000000
SYS_CLONE = {"x86_64": 56, "aarch64": 220}
OWN_NAMESPACES = (
    CLONE_NEWUSER
    | CLONE_NEWNS
    | CLONE_NEWPID
    | CLONE_NEWNET
    | CLONE_NEWIPC
    | CLONE_NEWUTS
    | CLONE_NEWCGROUP
)
MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_BIND, MS_REC, MS_PRIVATE = 2, 4, 8, 4096, 16384, 1 << 18
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP = 1, 4, 24
PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS, PR_GET_TID_ADDRESS = 36, 38, 40
LINUX_CAPABILITY_VERSION_3 = 0x20080522
UNPRIVILEGED = 65534
LONGEST_REPORT = 1000  # bytes of the reason why a child was not prepared: less than a pipe holds

# RLIMIT_NPROC counts threads as processes, and a kernel has a dozen before the first cell.
THREADS_OF_A_KERNEL = 32
# Address space that these threads reserve, and hardly use: a heap of 64 MB, and stacks of 8.
RESERVED_BYTES = 128 * MEGABYTE

BOX = Path("/box")
"""Where a kernel's private storage is mounted: its home, work and temporary folder."""
FONT_LISTS = BOX / "fonts"
"""Where the fork server, and no kernel, finds matplotlib's lists of this machine's fonts."""


def prepare_fork_server(*, isolated: bool) -> None:
    """Adopt orphans; if isolated and started by root, mount ``/proc`` and become nobody."""
    if LINUX:
        _prctl(PR_SET_CHILD_SUBREAPER, 1)
    if not isolated:
        return
    if os.getuid() == 0:  # with rights that bubblewrap has left
        _mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
        os.setgroups([])
        os.setresgid(UNPRIVILEGED, UNPRIVILEGED, UNPRIVILEGED)
        os.setresuid(UNPRIVILEGED, UNPRIVILEGED, UNPRIVILEGED)
        # A change of user clears it, and with it the right to write the process's own uid_map.
        _prctl(PR_SET_DUMPABLE, 1)
    for folder in ("home", "tmp"):
        (BOX / folder).mkdir(exist_ok=True)
    with suppress(OSError):
        shutil.copytree(FONT_LISTS, BOX / "home" / ".cache" / "matplotlib")


def fork(prepare: Callable[[int], Callable[[], None]], *, isolated: bool) -> tuple[int, int]:
    """Fork a child that prepares itself, and then runs what the preparation returns.

    Isolated, the child is process 1 of new namespaces. A process enters a new pid namespace only by
    being created in it. A child that made one for a child of its own would be a second copy of the
    fork server, and cost as much as the kernel.

    Args:
        prepare: gets the descriptor by which the child reports, and keeps it open.
        isolated: give the child namespaces of its own; without, it dies with the fork server.

    Returns:
        The child's number, and the descriptor of what its preparation reports: nothing, or why it
        has failed. It ends before the child runs.

    Raises:
        OSError: the namespaces could not be created.
    """
    reader, writer = os.pipe()
    parent, user, group = os.getpid(), os.getuid(), os.getgid()
    try:
        pid = _clone(OWN_NAMESPACES) if isolated else os.fork()
        if pid == 0:

            def begin() -> Callable[[], None]:
                _enter(parent, user, group, isolated=isolated)
                return prepare(writer)

            _run_and_exit(begin, writer)
    except OSError:
        os.close(reader)
        raise
    finally:
        os.close(writer)
    return pid, reader


def _enter(parent: int, user: int, group: int, *, isolated: bool) -> None:
    """What a child does first."""
    # In the old process group, kill(0, ...) would reach the fork server.
    os.setsid()
    if isolated:
        # The same user and group in the new namespaces; an ordinary user may write gid_map only
        # where setgroups is denied.
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    elif LINUX:
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        _prctl(PR_SET_CHILD_SUBREAPER, 1)
    # The parent may have died before the lines above that ask for its death.
    if not isolated and os.getppid() != parent:
        os._exit(1)


def _clone(namespaces: int) -> int:
    """As ``os.fork``, but with new namespaces; for a process of one thread, with glibc."""
    machine, thread_id = os.uname().machine, ctypes.c_void_p()
    if machine not in SYS_CLONE:
        raise OSError(
            f"kernels are isolated on {' and '.join(SYS_CLONE)} only, and this is {machine}"
        )
    _libc().prctl(PR_GET_TID_ADDRESS, ctypes.byref(thread_id))
    flags = namespaces | signal.SIGCHLD
    if thread_id:
        flags |= CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID
    # PyDLL, unlike CDLL, keeps the interpreter's lock: the child must own it.
    clone = ctypes.PyDLL(None, use_errno=True).syscall
    ctypes.pythonapi.PyOS_BeforeFork()
    # Linux writes the child's thread id where the C library keeps it, as fork(2) does. The address
    # is the last argument or the one before it, by processor; the other is not read.
    pid: int = clone(SYS_CLONE[machine], ctypes.c_ulong(flags), None, None, thread_id, thread_id)
    if pid == 0:
        ctypes.pythonapi.PyOS_AfterFork_Child()
    else:
        ctypes.pythonapi.PyOS_AfterFork_Parent()
    _check(pid, "clone")
    return pid


def private_storage(limits: Limits) -> Path:
    """Mount storage that only this kernel sees, over every folder that kernels could share.

    Returns:
        The kernel's work folder.
    """
    _mount(None, "/", None, MS_REC | MS_PRIVATE)
    size = f"size={limits.scratch_bytes},nr_inodes=20000,mode=700"
    _mount("tmpfs", str(BOX), "tmpfs", MS_NOSUID | MS_NODEV, size)
    for folder in ("home", "tmp", "work", "shm"):
        (BOX / folder).mkdir()
    _mount(str(BOX / "shm"), "/dev/shm", None, MS_BIND)
    # Not empty if the Python installation itself lies there; it then stays read-only.
    if not os.listdir("/tmp"):
        _mount(str(BOX / "tmp"), "/tmp", None, MS_BIND)
    terminals = "newinstance,ptmxmode=0666,mode=620"
    _mount("devpts", "/dev/pts", "devpts", MS_NOSUID | MS_NOEXEC, terminals)
    _mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    # In a user namespace of its own the kernel could mount again.
    Path("/proc/sys/user/max_user_namespaces").write_text("0")
    return BOX / "work"


def plain_storage(user: int | None = None) -> Path:
    """A fresh folder for a kernel without namespaces; the grader removes it with its run folder.

    Args:
        user: whose it will be, where each kernel has one of its own.
    """
    folder = Path(tempfile.mkdtemp(prefix="kernel-")) if user is None else users.folder_of(user)
    for name in ("home", "tmp", "work"):
        (folder / name).mkdir(parents=True)
    os.environ.update(HOME=str(folder / "home"), TMPDIR=str(folder / "tmp"))
    tempfile.tempdir = None
    return folder / "work"


def self_test(*, own_user: bool = False) -> None:
    """Isolate a process that does nothing, in all the ways in which kernels are.

    Args:
        own_user: by a user of its own, and not by namespaces.

    Raises:
        OSError: one of them fails here.
    """
    user = users.take() if own_user else None

    def isolate(report: int) -> Callable[[], None]:
        close_all_but({report})
        storage = private_storage(Limits()) if user is None else plain_storage(user)
        if user is not None:
            users.hand_over(storage.parent, user)
        give_up_privileges(user)
        seccomp.refuse_calls(own_user=own_user)
        os.listdir(storage)
        os.stat(os.path.realpath(sys.executable))  # other users can run this Python, too
        return lambda: None

    pid, report = fork(isolate, isolated=not own_user)
    _, status = os.waitpid(pid, 0)
    if user is not None:
        users.clear(user)
    with os.fdopen(report) as pipe:
        if (problem := pipe.read()) or status:
            raise OSError(problem or f"the self-test of the kernel namespaces ended with {status}")


def close_all_but(kept: set[int]) -> None:
    """Close the fork server's descriptors of other kernels, and point the standard streams
    nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    for descriptor in {int(name) for name in os.listdir("/dev/fd")} - kept - {0, 1, 2}:
        with suppress(OSError):  # the descriptor of the listing itself
            os.close(descriptor)


def lower_priority() -> None:
    """Let the grader and the watchdog have the processor first."""
    os.nice(10)
    if LINUX:
        # When the machine runs out of memory, Linux kills the kernel rather than the grader.
        Path("/proc/self/oom_score_adj").write_text("1000")


def limit_resources(limits: Limits, *, inherited_bytes: int, own_user: bool) -> None:
    """Set the resource limits of the calling process, for good; its children inherit them.

    Args:
        limits: what the notebook may use.
        inherited_bytes: size of the address space that the process already has.
        own_user: the process counter is the kernel's own (its own user namespace). Without it the
            counter would include every process of the caller's desktop, so only the watchdog
            counts.
    """
    unlimited = resource.RLIM_INFINITY
    addresses = inherited_bytes + RESERVED_BYTES + limits.memory_bytes
    wanted = {
        "RLIMIT_CORE": 0,  # a dump of the fork server's memory would fill the storage
        "RLIMIT_FSIZE": int(limits.file_mb * MEGABYTE),
        "RLIMIT_NOFILE": int(limits.open_files),
        # A second more than the watchdog allows, which reports what happened.
        "RLIMIT_CPU": int(limits.cpu_seconds) + 1,
        "RLIMIT_AS": unlimited if limits.sanitizers else addresses,
    }
    if own_user:
        wanted["RLIMIT_NPROC"] = int(limits.processes) + THREADS_OF_A_KERNEL
    for name, value in wanted.items():
        number = getattr(resource, name, None)
        if number is None:  # macOS lacks some
            continue
        _, hard = resource.getrlimit(number)
        if hard != unlimited:  # an administrator's lower limit stays
            value = hard if value == unlimited else min(value, hard)
        resource.setrlimit(number, (value, value))


def give_up_privileges(user: int | None = None) -> None:
    """Drop every capability for good and refuse new ones. Linux only; elsewhere nothing.

    Args:
        user: to become first, if any.
    """
    if not LINUX:
        return
    _prctl(PR_SET_NO_NEW_PRIVS, 1)
    last = int(Path("/proc/sys/kernel/cap_last_cap").read_text())
    for capability in range(last + 1):
        # Not checked: it is refused where there is nothing to drop.
        _libc().prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    if user is not None:
        parent = os.getppid()
        users.become(user)
        # A change of user clears both.
        _prctl(PR_SET_DUMPABLE, 1)
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
    header = (ctypes.c_uint32 * 2)(LINUX_CAPABILITY_VERSION_3, 0)
    _check(_libc().capset(header, (ctypes.c_uint32 * 6)()), "capset")


def kill_tree(pid: int, *, isolated: bool) -> None:
    """Kill a kernel and every process it has started."""
    # Process 1 takes its pid namespace along; without one, each process has to be killed.
    if not isolated:
        for process in reversed(Snapshot().tree(pid)[1:]):
            send_signal(process.pid, signal.SIGKILL)
    send_signal(pid, signal.SIGKILL)


def kill_orphans(known: Iterable[int]) -> None:
    """Kill what a dead kernel without a sandbox has left; the fork server has adopted it."""
    snapshot = Snapshot()
    children = {
        process.pid for process in snapshot.tree(os.getpid()) if process.parent == os.getpid()
    }
    for orphan in children - set(known):
        for process in snapshot.tree(orphan):
            send_signal(process.pid, signal.SIGKILL)


def _run_and_exit(prepare: Callable[[], Callable[[], None]], report: int) -> NoReturn:
    """Run the child's part and end: it must never return into the parent's loop."""
    code = 1
    try:
        try:
            run = prepare()
        except BaseException as error:
            os.write(report, f"{type(error).__name__}: {error}".encode()[:LONGEST_REPORT])
            os._exit(code)
        os.close(report)  # a notebook's code never gets it
        run()
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


@lru_cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _mount(
    source: str | None, target: str, kind: str | None, flags: int, data: str | None = None
) -> None:
    arguments = [text.encode() if text is not None else None for text in (source, target, kind)]
    result = _libc().mount(*arguments, ctypes.c_ulong(flags), data.encode() if data else None)
    _check(result, f"mount {target}")


def _prctl(option: int, value: int) -> None:
    _check(_libc().prctl(option, value, 0, 0, 0), f"prctl {option}")


def _check(result: int, what: str) -> None:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def main() -> None:
    """For :mod:`~.sandbox`: ``python -m autograder.engine.server.isolation [users]``."""
    own_user = sys.argv[1:] == ["users"]
    try:
        if own_user:
            users.require_root()
        prepare_fork_server(isolated=not own_user)
        self_test(own_user=own_user)
    except OSError as error:
        print(error, file=sys.stderr)
        sys.exit(NO_NAMESPACES)


if __name__ == "__main__":
    main()
