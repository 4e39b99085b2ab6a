"""The sandbox: bubblewrap around the fork server.

What is visible inside is an allow-list: the system's programs and libraries, the Python
installation, the two packages, and the course's public files, all read-only. Everything else
does not exist there.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from autograder.engine.protocol import NO_NAMESPACES
from autograder.engine.server.namespaces import FONT_LISTS
from autograder.limits import MEGABYTE, TORCH_THREADS

SYSTEM_FOLDERS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SYSTEM_FILES = (
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/alternatives",
    "/etc/localtime",
)
PACKAGES = ("labkit", "autograder")
# Passed on to kernels where the grader has them: tests set them to imitate other processors.
PROCESSOR = ("ATEN_CPU_CAPABILITY", "ONEDNN_MAX_CPU_ISA", "MKL_ENABLE_INSTRUCTIONS", TORCH_THREADS)
STORAGE_BYTES = 64 * MEGABYTE  # of the fork server itself; a kernel gets its own


class SandboxUnavailable(RuntimeError):
    """The full sandbox was asked for and this machine cannot give it.

    Args:
        missing: what is missing, and why.
    """

    def __init__(self, missing: str) -> None:
        super().__init__(
            f"The full sandbox is not available here: {missing}. "
            "Two ways on: install what is missing (Debian, Ubuntu: `apt install bubblewrap`; "
            "`autograder doctor` shows the state), or type `--sandbox none` to run the students' "
            "code as your own user, with limits alone."
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
        *_new_namespaces(),
        *_root_rights(),
        *_file_system(),
        *_read_only(visible),
        *_font_lists(),
        *_environment(_variables(_python_path())),
        # /box stays writable: the fork server's home lies there, and each kernel mounts its own.
        *("--remount-ro", "/dev", "--remount-ro", "/tmp", "--remount-ro", "/", "--chdir", "/box"),
        *("--", sys.executable, *arguments),
    ]


def plain_environment(folder: Path) -> dict[str, str]:
    """The environment of a fork server without a sandbox: of the caller's, only ``PATH``."""
    return {
        **_variables(_python_path()),
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "PATH": os.environ.get("PATH", ""),
    }


def _new_namespaces() -> Iterator[str]:
    yield from (
        "--unshare-pid",
        "--unshare-net",
        "--unshare-ipc",
        "--unshare-uts",
        "--unshare-cgroup-try",
    )
    # A new session has no terminal: a program inside could otherwise type into the instructor's.
    yield from ("--die-with-parent", "--new-session", "--hostname", "kernel")


def _root_rights() -> tuple[str, ...]:
    """Rights that the fork server needs, if root starts it, to mount /proc and to become nobody."""
    if os.getuid() != 0:
        return ("--unshare-user", "--proc", "/proc")
    # The fork server mounts /proc, becomes nobody and so loses these: namespaces._become_nobody.
    capabilities = ("CAP_SYS_ADMIN", "CAP_SETUID", "CAP_SETGID")
    return ("--dir", "/proc", *(word for name in capabilities for word in ("--cap-add", name)))


def _file_system() -> Iterator[str]:
    for folder in ("/box", "/tmp"):
        yield from ("--perms", "1777", "--size", str(STORAGE_BYTES), "--tmpfs", folder)
    yield from ("--dev", "/dev")
    # /bin is a link to /usr/bin on most systems, and a folder of its own on others.
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
                "the root of the file system was named as a public folder; "
                "name the course's public folders"
            )
        if not path.is_relative_to("/usr"):
            # Parents that bubblewrap makes by itself are readable by its own user only.
            for parent in reversed(path.parents[:-1]):
                yield from ("--dir", str(parent))
            yield from ("--ro-bind", str(path), str(path))


def _font_lists() -> Iterator[str]:
    """matplotlib's lists of this machine's fonts; without one it reads every font at each start."""
    yield from ("--perms", "0755", "--dir", str(FONT_LISTS))
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(os.environ.get("MPLCONFIGDIR") or Path(cache, "matplotlib"))
    for file in folder.glob("fontlist-*.json"):
        yield from ("--ro-bind", str(file), str(FONT_LISTS / file.name))


def _python_folders() -> list[Path]:
    """The virtual environment, and the installation that its interpreter points to."""
    # base_prefix may itself be a link, such as one of pyenv's.
    real = Path(sys.executable).resolve().parent.parent
    return [Path(sys.prefix), Path(sys.base_prefix), real]


def _package_folders() -> list[Path]:
    """The packages' own folders: from a checkout, they lie outside the environment."""
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
        "OMP_WAIT_POLICY": "PASSIVE",  # kernels share the cores: a waiting thread must not hold one
        "PYTHONPATH": python_path,
        "PYTHONHASHSEED": "0",  # the same order of sets in every run
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONNOUSERSITE": "1",
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        # Each further arena reserves 64 MiB of the address space, which is limited.
        "MALLOC_ARENA_MAX": "2",
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
    no_sandbox, no_namespaces = _try_isolation()
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
            not no_sandbox,
            no_sandbox or "bubblewrap: no network, only what is named is visible, all read-only",
        ),
        Protection(
            "kernel namespaces",
            not no_namespaces,
            no_namespaces or "each kernel has its own processes, files, network; no capabilities",
        ),
    ]


def _try_isolation() -> tuple[str, str]:
    """Why the sandbox and the kernel namespaces cannot be built; empty strings if they can."""
    try:
        build = python_command(["-m", "autograder.engine.server.namespaces"])
    except SandboxUnavailable as error:
        return str(error), "it is inside the sandbox"
    tried = subprocess.run(build, capture_output=True, text=True, timeout=60, check=False)
    problem = f"{tried.stderr.strip()}; {_advice()}"
    if tried.returncode == 0:
        return "", ""
    if tried.returncode == NO_NAMESPACES:
        return "", problem
    return problem, "it is inside the sandbox"


def _advice() -> str:
    """What usually forbids namespaces, if it does so here."""
    if _setting("kernel/apparmor_restrict_unprivileged_userns") == "1":
        return (
            "AppArmor forbids user namespaces: "
            "`sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0`"
        )
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
