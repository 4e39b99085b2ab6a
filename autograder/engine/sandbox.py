"""The sandbox: bubblewrap around the fork server or around any other program.

What is visible inside is a list of what may be, never a list of what may not: the system's programs and libraries, the
Python installation, the two packages, and the course's public files, all read-only. Everything else does not exist there.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from autograder.engine.limits import MEGABYTE, TORCH_THREADS, Limits
from autograder.engine.protocol import NO_NAMESPACES
from autograder.engine.server.namespaces import FONT_LISTS

SYSTEM_FOLDERS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SYSTEM_FILES = (
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/alternatives",
    "/etc/localtime",
)
PACKAGES = ("labkit", "autograder")
# Where these are set for the grader they hold for its kernels, which then compute as on another processor.
PROCESSOR = ("ATEN_CPU_CAPABILITY", "ONEDNN_MAX_CPU_ISA", "MKL_ENABLE_INSTRUCTIONS", TORCH_THREADS)
NOBODY = 65534
STORAGE_BYTES = 64 * 1024 * 1024  # of the fork server itself; a kernel gets its own


class SandboxUnavailable(RuntimeError):
    """The full sandbox was asked for and this machine cannot give it.

    Args:
        missing: what is missing, and why.
    """

    def __init__(self, missing: str) -> None:
        super().__init__(
            f"The full sandbox is not available here: {missing}. "
            "Two ways on: install what is missing (Debian, Ubuntu: `apt install bubblewrap`; `autograder doctor` shows the "
            "state), or type `--sandbox none` to run the students' code as your own user, without walls."
        )


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


def python_command(arguments: list[str], public: Iterable[Path] = ()) -> list[str]:
    """The command line that runs this Python inside bubblewrap as the parent of kernels.

    Args:
        arguments: what follows the interpreter.
        public: files and folders to show read-only, under their own paths.

    Raises:
        SandboxUnavailable: see :func:`require_bubblewrap`.
    """
    visible = [*_python_folders(), *_package_folders(), *public]
    return [
        require_bubblewrap(),
        *_walls(),
        *_root_rights(),
        *_file_system(),
        *_read_only(visible),
        *_font_lists(),
        *_environment(_variables(_python_path())),
        *("--remount-ro", "/dev", "--remount-ro", "/tmp", "--remount-ro", "/", "--chdir", "/box"),
        *("--", sys.executable, *arguments),
    ]


def command(
    argv: Sequence[str],
    *,
    work: Path,
    limits: Limits | None = None,
    public: Iterable[Path] = (),
    bound_address_space: bool = True,
) -> list[str]:
    """Wrap any program in walls: no network, no other process, nothing to read but the system and what is named.

    The program sees ``work`` as its home and current folder, may change it, and nothing else. Run the result with
    ``subprocess.run(..., timeout=...)``: when bubblewrap is killed, all that runs inside dies. Each process is limited by
    itself; there is no watchdog over the tree, so keep ``processes`` small.

    Args:
        argv: program and arguments; paths inside ``work`` relative to it.
        work: the folder that the program may change. If this runs as root, it is given to the user nobody, who then
            runs the program.
        limits: processor time, memory, processes, open files, file size; wall time is the caller's.
        public: further files and folders to show read-only, under their own paths.
        bound_address_space: False for programs built with AddressSanitizer, which reserves terabytes.

    Returns:
        The command line.

    Raises:
        SandboxUnavailable: see :func:`require_bubblewrap`.
    """
    limits = limits or Limits()
    return [
        require_bubblewrap(),
        *_walls(),
        *_command_rights(Path(work)),
        *_file_system(limits.scratch_bytes),
        *_read_only(public),
        *("--bind", str(Path(work).absolute()), "/box/work"),
        *_environment(
            {"PATH": "/usr/bin:/bin", "HOME": "/box/work", "TMPDIR": "/tmp", "LANG": "C.UTF-8"}
        ),
        *(
            "--remount-ro",
            "/dev",
            "--remount-ro",
            "/box",
            "--remount-ro",
            "/",
            "--chdir",
            "/box/work",
            "--",
        ),
        *_limiter(limits, bound_address_space),
        *argv,
    ]


def plain_environment(folder: Path) -> dict[str, str]:
    """The environment of a fork server without a sandbox: nothing of the instructor's but where Python is."""
    return {
        **_variables(_python_path()),
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "PATH": os.environ.get("PATH", ""),
    }


def _walls() -> Iterator[str]:
    yield from (
        "--unshare-pid",
        "--unshare-net",
        "--unshare-ipc",
        "--unshare-uts",
        "--unshare-cgroup-try",
    )
    yield from ("--die-with-parent", "--new-session", "--hostname", "kernel")


def _root_rights() -> tuple[str, ...]:
    """Started by root, the fork server becomes nobody by itself, after mounting what only root may; see namespaces."""
    if os.getuid() != 0:
        return ("--unshare-user", "--proc", "/proc")
    capabilities = ("CAP_SYS_ADMIN", "CAP_SETUID", "CAP_SETGID")
    return ("--dir", "/proc", *(word for name in capabilities for word in ("--cap-add", name)))


def _command_rights(work: Path) -> Iterator[str]:
    """Root keeps for a moment what it needs to become nobody; _limiter then drops it."""
    yield from ("--proc", "/proc")
    if os.getuid() != 0:
        yield from ("--unshare-user", "--cap-drop", "ALL")
        return
    for name in ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"):
        yield from ("--cap-add", name)
    for path in (work, *work.rglob("*")):
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)


def _limiter(limits: Limits, bound_address_space: bool) -> Iterator[str]:
    """Programs of util-linux that set limits, and drop root's rights, and become the program."""
    yield from (
        "prlimit",
        "--core=0",
        f"--cpu={int(limits.cpu_seconds)}",
        f"--nofile={int(limits.open_files)}",
    )
    yield from (f"--nproc={int(limits.processes)}", f"--fsize={int(limits.file_mb * MEGABYTE)}")
    if bound_address_space:
        yield f"--as={limits.memory_bytes}"
    yield "--"
    if os.getuid() == 0:
        yield from (
            "setpriv",
            f"--reuid={NOBODY}",
            f"--regid={NOBODY}",
            "--clear-groups",
            "--bounding-set=-all",
        )
        yield from ("--inh-caps=-all", "--no-new-privs", "--")


def _file_system(scratch_bytes: int = STORAGE_BYTES) -> Iterator[str]:
    for folder in ("/box", "/tmp"):
        yield from ("--perms", "1777", "--size", str(scratch_bytes), "--tmpfs", folder)
    yield from ("--dev", "/dev")
    for folder in map(Path, SYSTEM_FOLDERS):
        if folder.is_symlink():
            yield from ("--symlink", os.readlink(folder), str(folder))
        elif folder.exists():
            yield from ("--ro-bind", str(folder), str(folder))
    for file in SYSTEM_FILES:
        yield from ("--ro-bind-try", file, file)


def _read_only(paths: Iterable[Path]) -> Iterator[str]:
    for path in dict.fromkeys(Path(path).absolute() for path in paths):
        if path == Path("/"):
            raise ValueError(
                "the root of the file system was named as a public folder; name the course's public folders"
            )
        if not path.is_relative_to("/usr"):
            for parent in reversed(
                path.parents[:-1]
            ):  # bubblewrap would make them for its own user alone
                yield from ("--dir", str(parent))
            yield from ("--ro-bind", str(path), str(path))


def _font_lists() -> Iterator[str]:
    """matplotlib's lists of this machine's fonts; without one it looks at every font again, at each start."""
    yield from ("--perms", "0755", "--dir", str(FONT_LISTS))
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    for file in Path(os.environ.get("MPLCONFIGDIR") or Path(cache, "matplotlib")).glob(
        "fontlist-*.json"
    ):
        yield from ("--ro-bind", str(file), str(FONT_LISTS / file.name))


def _python_folders() -> list[Path]:
    """The virtual environment, and the installation that its interpreter points to."""
    real = Path(sys.executable).resolve().parent.parent
    return [Path(sys.prefix), Path(sys.base_prefix), real]


def _package_folders() -> list[Path]:
    """Folders of the packages that are not installed in the environment but used from a checkout."""
    specs = (importlib.util.find_spec(name) for name in PACKAGES)
    return [
        Path(folder) for spec in specs if spec for folder in spec.submodule_search_locations or ()
    ]


def _python_path() -> str:
    return os.pathsep.join(dict.fromkeys(str(folder.parent) for folder in _package_folders()))


def _variables(python_path: str) -> dict[str, str]:
    threads = dict.fromkeys(
        ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS"), "1"
    )
    return {
        **threads,
        **{name: os.environ[name] for name in PROCESSOR if name in os.environ},
        "PATH": "/usr/bin:/bin",
        "HOME": "/box/home",
        "TMPDIR": "/box/tmp",
        "USER": "student",
        "LOGNAME": "student",
        "LANG": "C.UTF-8",
        "OMP_WAIT_POLICY": "PASSIVE",  # a kernel's threads share the cores with other kernels, and may not hold one to wait
        "PYTHONPATH": python_path,
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONNOUSERSITE": "1",
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "MALLOC_ARENA_MAX": "2",  # each further arena reserves 64 MiB of the limited address space
    }


def _environment(variables: Mapping[str, str]) -> Iterator[str]:
    yield "--clearenv"
    for name, value in variables.items():
        yield from ("--setenv", name, value)


class Protection(NamedTuple):
    """One line of ``autograder doctor``.

    Args:
        name: what protects.
        available: whether this machine gives it.
        note: why not, and how to mend it; or what it does.
    """

    name: str
    available: bool
    note: str


def protections() -> list[Protection]:
    """What this machine can give, found out by trying.

    >>> [line.name for line in protections()][0]
    'resource limits'
    """
    outer, inner = _try_walls()
    watched = Path("/proc/self/stat").exists()
    return [
        Protection(
            "resource limits",
            True,
            "processor time, address space, open files, file size, by the system",
        ),
        Protection(
            "watchdog",
            watched,
            "memory, processes and processor time of the whole tree, from /proc",
        ),
        Protection(
            "sandbox",
            not outer,
            outer or "bubblewrap: no network, only what is named is visible, all read-only",
        ),
        Protection(
            "kernel namespaces",
            not inner,
            inner or "each kernel has its own processes, files, network; no capabilities",
        ),
    ]


def _try_walls() -> tuple[str, str]:
    """Why the sandbox and the kernel namespaces cannot be built; empty strings if they can."""
    try:
        build = python_command(["-m", "autograder.engine.server.namespaces"])
    except SandboxUnavailable as error:
        return str(error), "it stands inside the sandbox"
    tried = subprocess.run(build, capture_output=True, text=True, timeout=60, check=False)
    words = tried.stderr.strip()
    if tried.returncode == 0:
        return "", ""
    if tried.returncode == NO_NAMESPACES:
        return "", f"{words}; {_advice()}"
    return f"{words}; {_advice()}", "it stands inside the sandbox"


def _advice() -> str:
    """What usually forbids namespaces, if it does so here."""
    if _setting("kernel/apparmor_restrict_unprivileged_userns") == "1":
        return "AppArmor forbids user namespaces: `sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0`"
    if _setting("kernel/unprivileged_userns_clone") == "0":
        return "user namespaces are switched off: `sudo sysctl kernel.unprivileged_userns_clone=1`"
    if _setting("user/max_user_namespaces") == "0":
        return "user namespaces are switched off: `sudo sysctl user.max_user_namespaces=10000`"
    return (
        "inside a container, it has to be started so that it may create namespaces and mount /proc"
    )


def _setting(name: str) -> str:
    try:
        return Path("/proc/sys", name).read_text().strip()
    except OSError:
        return ""
