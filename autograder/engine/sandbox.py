"""The sandbox: bubblewrap around the fork server.

What is visible inside is an allow-list: the system's programs and libraries, the Python
installation, the engine, and what the caller's runtime names, all read-only. Everything else does
not exist there.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from autograder.engine.execution import EngineError
from autograder.engine.limits import MEGABYTE
from autograder.engine.protocol import NO_NAMESPACES
from autograder.engine.runtime import USUAL, Runtime
from autograder.engine.server.isolation import FONT_LISTS

SYSTEM_FOLDERS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SYSTEM_FILES = (
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/alternatives",
    "/etc/localtime",
)
OWN_PACKAGE = __name__.partition(".")[0]
# Settings of Linux that forbid namespaces: the value that does, and what mends it.
FORBIDDEN_BY = {
    "kernel/apparmor_restrict_unprivileged_userns": (
        "1",
        "AppArmor forbids user namespaces: "
        "`sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0`",
    ),
    "kernel/unprivileged_userns_clone": (
        "0",
        "user namespaces are switched off: `sudo sysctl kernel.unprivileged_userns_clone=1`",
    ),
    "user/max_user_namespaces": (
        "0",
        "user namespaces are switched off: `sudo sysctl user.max_user_namespaces=10000`",
    ),
}
IN_A_CONTAINER = (
    "inside a container, it has to be started so that it may create namespaces and mount /proc"
)
STORAGE_BYTES = 64 * MEGABYTE  # of the fork server itself; each kernel gets its own


KINDS = ("full", "users", "none")
_WAYS_ON = {
    "full": (
        "There are two ways: install what is missing (Debian, Ubuntu: `apt install bubblewrap`), "
        "or type `--sandbox none` to run the notebooks' code as your own user, with limits alone."
    ),
    "users": "It is for a container that is started for the grading alone; elsewhere leave "
    "`--sandbox users` out.",
}


class SandboxUnavailable(EngineError):
    """A sandbox was asked for and this machine cannot give it.

    Args:
        missing: what is missing, and why.
        kind: of the sandbox.
    """

    def __init__(self, missing: str, kind: str = "full") -> None:
        name = "full sandbox" if kind == "full" else f"sandbox {kind!r}"
        super().__init__(f"The {name} is not available here: {missing}. {_WAYS_ON[kind]}")


def require_bubblewrap() -> str:
    """The path of the ``bwrap`` program.

    Raises:
        SandboxUnavailable: it is not installed, or this is not Linux.
    """
    if sys.platform != "linux":
        raise SandboxUnavailable(f"it is made of Linux namespaces, and this is {sys.platform}")
    if not (program := shutil.which("bwrap")):
        raise SandboxUnavailable("the program `bwrap` (bubblewrap) is not installed")
    return program


def python_command(arguments: list[str], runtime: Runtime = USUAL) -> list[str]:
    """The command line that runs this Python inside bubblewrap as the parent of kernels.

    Args:
        arguments: what follows the interpreter.
        runtime: what is shown, read-only, and passed on.

    Raises:
        SandboxUnavailable: see :func:`require_bubblewrap`.
    """
    command = [require_bubblewrap(), "--unshare-pid", "--unshare-net", "--unshare-ipc"]
    command += ["--unshare-uts", "--unshare-cgroup-try"]
    # A new session has no terminal: a program inside could otherwise type into the caller's.
    command += ["--die-with-parent", "--new-session", "--hostname", "kernel"]
    if os.getuid() != 0:
        command += ["--unshare-user", "--proc", "/proc"]
    else:
        # The fork server mounts /proc itself, becomes nobody and so loses these rights
        # (isolation.prepare_fork_server).
        command += ["--dir", "/proc", "--cap-add", "CAP_SYS_ADMIN"]
        command += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    command += _file_system(runtime)
    command += ["--clearenv"]
    for name, value in _variables(runtime).items():
        command += ["--setenv", name, value]
    # /box stays writable: the fork server's home lies there, and each kernel mounts its own.
    command += ["--remount-ro", "/dev", "--remount-ro", "/tmp", "--remount-ro", "/"]
    return [*command, "--chdir", "/box", "--", sys.executable, *arguments]


def plain_environment(folder: Path, runtime: Runtime) -> dict[str, str]:
    """The environment of a fork server without a sandbox, which finds the caller's programs."""
    return {
        **_variables(runtime),
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "PATH": os.environ.get("PATH", ""),
    }


def _file_system(runtime: Runtime) -> Iterator[str]:
    """The arguments that show the allow-list and make all else empty."""
    for name in ("/box", "/tmp"):
        yield from ("--perms", "1777", "--size", str(STORAGE_BYTES), "--tmpfs", name)
    yield from ("--dev", "/dev")
    # /bin is a link to /usr/bin on most systems, and a folder of its own on others.
    for folder in map(Path, SYSTEM_FOLDERS):
        if folder.is_symlink():
            yield from ("--symlink", os.readlink(folder), str(folder))
        elif folder.exists():
            yield from ("--ro-bind", str(folder), str(folder))
    for name in SYSTEM_FILES:
        yield from ("--ro-bind-try", name, name)
    # The virtual environment, and the installation that its interpreter points to: base_prefix may
    # itself be a link, such as one of pyenv's.
    real = Path(sys.executable).resolve().parent.parent
    python = (Path(sys.prefix), Path(sys.base_prefix), real)
    shown = (*python, *_package_folders(runtime), *runtime.shown)
    for path in dict.fromkeys(Path(path).absolute() for path in shown):
        if path == Path("/"):
            raise ValueError(
                "the root of the file system was named as a public folder; "
                "name the folders that the notebooks need"
            )
        if not path.is_relative_to("/usr"):
            # Parents that bubblewrap makes by itself are readable by its own user only.
            for parent in reversed(path.parents[:-1]):
                yield from ("--dir", str(parent))
            yield from ("--ro-bind", str(path), str(path))
    # matplotlib's lists of this machine's fonts: without one it reads every font at each start.
    yield from ("--perms", "0755", "--dir", str(FONT_LISTS))
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(os.environ.get("MPLCONFIGDIR") or Path(cache, "matplotlib"))
    for file in folder.glob("fontlist-*.json"):
        yield from ("--ro-bind", str(file), str(FONT_LISTS / file.name))


def _package_folders(runtime: Runtime) -> list[Path]:
    """The packages' own folders: from a checkout, they lie outside the environment."""
    specs = map(importlib.util.find_spec, (OWN_PACKAGE, *runtime.packages))
    return [
        Path(folder) for spec in specs if spec for folder in spec.submodule_search_locations or ()
    ]


def _variables(runtime: Runtime) -> dict[str, str]:
    threads = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS")
    python_path = dict.fromkeys(str(folder.parent) for folder in _package_folders(runtime))
    return {
        **dict.fromkeys(threads, "1"),
        **{name: os.environ[name] for name in runtime.variables if name in os.environ},
        "PATH": "/usr/bin:/bin",
        "HOME": "/box/home",
        "TMPDIR": "/box/tmp",
        "USER": "user",
        "LOGNAME": "user",
        "LANG": "C.UTF-8",
        "OMP_WAIT_POLICY": "PASSIVE",  # kernels share the cores: a waiting thread must not hold one
        "PYTHONPATH": os.pathsep.join(python_path),
        "PYTHONHASHSEED": "0",  # the same order of sets in every run
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONNOUSERSITE": "1",
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        # Each further arena reserves 64 MiB of the address space, which is limited.
        "MALLOC_ARENA_MAX": "2",
    }


class Protection(NamedTuple):
    """One protection of the caller's machine.

    Args:
        name: what protects.
        available: whether this machine gives it.
        note: why not, and how to mend it; or what it does.
    """

    name: str
    available: bool
    note: str


def list_protections() -> list[Protection]:
    """What this machine can give, found out by trying.

    >>> [line.name for line in list_protections()][0]
    'resource limits'
    """
    no_sandbox, no_namespaces = _try_isolation()
    by_system = "processor time, address space, open files, file size, by the system"
    from_proc = "memory, processes and processor time of the whole tree, from /proc"
    sandbox = "bubblewrap: no network, only what is named is visible, all read-only"
    namespaces = "each kernel has its own processes, files, network; no capabilities"
    return [
        Protection("resource limits", True, by_system),
        Protection("watchdog", Path("/proc/self/stat").exists(), from_proc),
        Protection("sandbox", not no_sandbox, no_sandbox or sandbox),
        Protection("kernel namespaces", not no_namespaces, no_namespaces or namespaces),
    ]


def own_users() -> Protection:
    """Whether kernels can have users of their own here, for doctor; no command chooses it."""
    name = "own users"
    with tempfile.TemporaryDirectory() as folder:
        tried = subprocess.run(
            [sys.executable, "-P", "-m", "autograder.engine.server.isolation", "users"],
            env=plain_environment(Path(folder), USUAL),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    note = "--sandbox users, in a container without namespaces: files and processes by their owners"
    problem = f"only a container without namespaces needs them; here: {tried.stderr.strip()}"
    return Protection(name, not tried.returncode, problem if tried.returncode else note)


def _try_isolation() -> tuple[str, str]:
    """Why the sandbox and the kernel namespaces cannot be built; empty strings if they can."""
    unknown = "it can only be tried inside the sandbox"
    try:
        command = python_command(["-P", "-m", "autograder.engine.server.isolation"])
    except SandboxUnavailable as error:
        return str(error), unknown
    tried = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    if tried.returncode == 0:
        return "", ""
    advice = IN_A_CONTAINER
    for setting, (value, sentence) in FORBIDDEN_BY.items():
        with suppress(OSError):
            if Path("/proc/sys", setting).read_text().strip() == value:
                advice = sentence
                break
    problem = f"{tried.stderr.strip()}; {advice}"
    return ("", problem) if tried.returncode == NO_NAMESPACES else (problem, unknown)
