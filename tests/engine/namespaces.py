"""Commands in a mount namespace of their own, by bubblewrap: without programs, as another user."""

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

NOBODY = 65534
# What Docker leaves to root of a container: no namespaces, no mounts, no look into processes.
OF_A_CONTAINER = (
    *("CHOWN", "DAC_OVERRIDE", "FSETID", "FOWNER", "MKNOD", "NET_RAW", "SETGID", "SETUID"),
    *("SETFCAP", "SETPCAP", "NET_BIND_SERVICE", "SYS_CHROOT", "KILL", "AUDIT_WRITE"),
)


def in_a_container(arguments: Iterable[str]) -> list[str]:
    """The command line that runs this Python as root with the rights of a container's alone.

    Others, too, reach this Python and the current folder, and may change neither. The network is
    the one that is here: what keeps a kernel from it is protection of its own. Processes are the
    container's: users of the same numbers are elsewhere on the machine, in other tests.
    """
    command = [
        "bwrap",
        "--bind",
        "/",
        "/",
        "--dev-bind",
        "/dev",
        "/dev",
        "--unshare-pid",
        "--proc",
        "/proc",
    ]
    for place in ("/tmp", "/var/tmp", "/dev/shm"):
        command += ["--perms", "1777", "--tmpfs", place]
    command += _reachable(Path(sys.prefix), Path(sys.base_prefix), Path.cwd())
    command += ["--tmpfs", "/var/lib/forked-kernels", "--die-with-parent"]
    command += ["--chdir", str(Path.cwd()), "--cap-drop", "ALL"]
    for name in OF_A_CONTAINER:
        command += ["--cap-add", f"CAP_{name}"]
    return [*command, sys.executable, *arguments]


def in_a_namespace(
    arguments: Iterable[str], hidden: Iterable[str | Path] = (), ordinary: bool = False
) -> list[str]:
    """The command line that runs another one in a file system that looks different.

    Args:
        arguments: of this Python.
        hidden: files, such as programs, that are not there.
        ordinary: whether it runs as an ordinary user, who can reach this Python and the current
            folder, and may change neither. For root, to whom this Python may belong.
    """
    command = ["bwrap", "--bind", "/", "/", "--dev-bind", "/dev", "/dev"]
    command += ["--bind", "/proc", "/proc"]
    if ordinary:
        command += _reachable(Path(sys.prefix), Path(sys.base_prefix), Path.cwd())
    for path in hidden:
        command += ["--ro-bind", "/dev/null", os.path.realpath(path)]  # it cannot mount on a link
    command += ["--die-with-parent", "--chdir", str(Path.cwd())]
    if ordinary:
        command += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
        command += ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--"]
    elif os.getuid() == 0:
        command += ["--cap-add", "ALL"]  # bubblewrap drops root's rights
    return [*command, sys.executable, *arguments]


def _reachable(*folders: Path) -> Iterator[str]:
    """Show folders read-only whose parents others may not enter."""
    above = sorted({f"/{path.parts[1]}" for path in folders} - {"/usr", "/opt", "/tmp"})
    parents = dict.fromkeys(parent for path in folders for parent in reversed(path.parents[:-1]))
    yield from (word for path in above for word in ("--tmpfs", path))
    yield from (word for path in parents for word in ("--dir", str(path)))
    for path in dict.fromkeys(map(str, folders)):
        yield from ("--ro-bind", path, path)
