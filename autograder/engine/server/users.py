"""A user of its own for each kernel, for a container that has root and no namespaces.

Linux then keeps a kernel from files, processes and other kernels by their owners. No number is used
twice, so nothing of an earlier kernel ever belongs to a later one. For what only a sandbox of
namespaces prevents, see ``docs/maintainers/engine.md``.
"""

from __future__ import annotations

import fcntl
import os
import pwd
import shutil
import signal
import stat
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from autograder.engine.execution import Stop, StopKind
from autograder.engine.limits import Limits

FIRST, LAST = 20_000, 60_000  # Docker may give a container 65,536 users
USED = Path("/var/lib/forked-kernels/last-user")
SHARED = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run/lock")
"""Where everybody may write, by the standard of Linux's file system."""
MAX_FILES = 20_000
LOOK_SECONDS = 0.5


def require_root() -> None:
    """See that users can be given here.

    Raises:
        OSError: they cannot, and why.
    """
    if sys.platform != "linux" or os.getuid() != 0:
        raise OSError("only root of a Linux container can run each kernel as a user of its own")
    # A kernel's folder lies in the grader's, which nobody else may list. Never in the shared one.
    os.chmod(os.environ["TMPDIR"], 0o711)


def take() -> int:
    """The number of a user that nobody is, was or will be; the next number is the caller's, too.

    Raises:
        OSError: all are used.
    """
    USED.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with USED.open("a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        user = int(file.read() or FIRST) + 2
        while _is_known(user) or _is_known(user + 1):
            user += 2
        if user >= LAST:
            raise OSError(f"all users up to {LAST} were used here: take a fresh container")
        file.truncate(0)
        file.write(str(user))
    return user


def _is_known(user: int) -> bool:
    try:
        return bool(pwd.getpwuid(user))
    except KeyError:
        return False


def folder_of(user: int) -> Path:
    """Where a kernel's own storage is."""
    return Path(tempfile.gettempdir(), f"kernel-{user}")


def hand_over(folder: Path, user: int) -> None:
    """Give a folder and all that is in it to a user, who alone may look into it."""
    for place, _, names in os.walk(folder):
        for path in (place, *(os.path.join(place, name) for name in names)):
            os.chown(path, user, user)
    folder.chmod(0o700)


def become(user: int) -> None:
    """Be that user alone, for good."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


@contextmanager
def acting_as(user: int | None) -> Iterator[None]:
    """Look at processes as their own user: in a container root may not see another's memory."""
    if user is None:
        yield
        return
    os.setegid(user)
    os.seteuid(user)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


def end(user: int) -> None:
    """Kill every process of a user, at once and also those that are just being made."""
    while _processes(user):
        if (killer := os.fork()) == 0:
            try:
                # Only its effective user changes: none of those it kills may signal it.
                os.setgroups([])
                os.setresgid(user + 1, user + 1, user + 1)
                os.setresuid(user + 1, user, user + 1)
                os.kill(-1, signal.SIGKILL)
            finally:
                os._exit(0)
        os.waitpid(killer, 0)
        time.sleep(0.01)


def _processes(user: int) -> list[str]:
    """The ids of the processes of a user, without those that only wait to be waited for."""
    found = []
    for name in os.listdir("/proc"):
        with suppress(OSError):
            if name.isdigit() and os.stat(f"/proc/{name}").st_uid in (user, 0):
                status = Path(f"/proc/{name}/status").read_text()
                users = status.partition("\nUid:")[2].partition("\n")[0].split()
                is_dead = "\nState:\tZ" in status or "\nState:\tX" in status
                if str(user) in users and not is_dead:
                    found.append(name)
    return found


def clear(user: int) -> None:
    """Remove every file of a user whose processes have ended."""
    shutil.rmtree(folder_of(user), ignore_errors=True)
    for path, status in _files(user, SHARED):
        if stat.S_ISDIR(status.st_mode):
            shutil.rmtree(path, ignore_errors=True)
        else:
            Path(path).unlink(missing_ok=True)


class Storage:
    """Watches what a kernel stores, since it has no file system of its own with a size limit.

    Args:
        user: the kernel's.
        limits: what it may use.
    """

    def __init__(self, user: int, limits: Limits) -> None:
        self._user, self._limits = user, limits
        self._looked_at = time.monotonic()

    def passed_limit(self, processes: list[int]) -> Stop | None:
        """The limit that is passed, or None; of all its processes, open files without a name count.

        Args:
            processes: their ids.
        """
        if time.monotonic() - self._looked_at < LOOK_SECONDS:
            return None
        seen: dict[tuple[int, int], int] = {}
        for _, status in _files(self._user, (str(folder_of(self._user)), *SHARED)):
            seen[status.st_dev, status.st_ino] = status.st_blocks * 512
            if len(seen) > MAX_FILES:
                break
        with acting_as(self._user):
            for process in processes:
                for status in _open_files(process, self._user):
                    seen[status.st_dev, status.st_ino] = status.st_blocks * 512
        self._looked_at = time.monotonic()
        if len(seen) > MAX_FILES or sum(seen.values()) > self._limits.scratch_bytes:
            return Stop(StopKind.STORAGE, {"mb": 4 * self._limits.file_mb})
        return None


def _files(user: int, places: Iterable[str]) -> Iterator[tuple[str, os.stat_result]]:
    """A user's files in some places: wherever that user can have put any."""
    for place in places:
        with suppress(OSError), os.scandir(place) as entries:
            for entry in entries:
                with suppress(OSError):
                    status = entry.stat(follow_symlinks=False)
                    is_own = status.st_uid == user
                    if is_own:
                        yield entry.path, status
                    if stat.S_ISDIR(status.st_mode) and (is_own or status.st_mode & stat.S_IWOTH):
                        yield from _files(user, (entry.path,))


def _open_files(process: int, user: int) -> Iterator[os.stat_result]:
    with suppress(OSError):
        for name in os.listdir(f"/proc/{process}/fd"):
            with suppress(OSError):
                status = os.stat(f"/proc/{process}/fd/{name}")
                if stat.S_ISREG(status.st_mode) and not status.st_nlink and status.st_uid == user:
                    yield status
