"""The doctor: what this machine has and lacks for the course, and how to mend it."""

from __future__ import annotations

import grp
import os
import platform
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from importlib.metadata import requires, version
from pathlib import Path

import numpy as np
from packaging.requirements import Requirement

from autograder import texts
from autograder.course import Course, cannot_write
from autograder.engine.provisioner import write_kernelspec
from autograder.engine.runtime import USUAL
from autograder.engine.sandbox import SandboxUnavailable, list_protections, own_users
from autograder.runtime import PASSED_ON, RUNTIME
from labkit.c import compiler, driver
from labkit.c.problems import explained
from labkit.c.signature import CArray, Function
from labkit.evidence import Failure
from labkit.language import ENGLISH

# With one of torchvision's own operators: mismatched versions can often be imported.
LOAD_PAIR = "import torch, torchvision; torchvision.ops.nms(torch.zeros(1, 4), torch.zeros(1), 0.5)"
TOO_FAR = """#include <stddef.h>
void copy(size_t N, const float src[], float dst[])
{ for (size_t i = 0; i <= N; i++) dst[i] = src[i]; }
"""
TOO_FAR_FUNCTION = Function("copy", (CArray("src"),), CArray("dst"))
PACKAGES = Path(__file__).parents[1] / "debian-packages.txt"
_LINE = re.compile(
    r"(?P<name>[a-z0-9+.-]+) +# (?:(?P<programs>[a-z0-9+-]+(?:, [a-z0-9+-]+)*): )?(?P<purpose>.+)"
)
TRIED = {"gcc", "g++", "bubblewrap"}  # by using them
# Where this Python's Jupyter tools look for kernels: another Python's lack the provisioner.
JUPYTER = Path(sys.prefix, "share", "jupyter")


@dataclass(frozen=True)
class Package:
    """A Debian package, the programs that it brings (none: a library), and what it is for."""

    name: str
    programs: tuple[str, ...]
    purpose: str

    @property
    def missing(self) -> list[str]:
        """Which of its programs are not here."""
        # Daemons are not on an ordinary user's path.
        path = f"{os.environ.get('PATH', '')}:/usr/sbin"
        return [program for program in self.programs if not shutil.which(program, path=path)]


def packages() -> dict[str, Package]:
    """The table of Debian packages that the course uses.

    >>> packages()["iverilog"].programs
    ('iverilog', 'vvp')
    """
    lines = filter(None, map(_LINE.match, PACKAGES.read_text("utf-8").splitlines()))
    return {
        name: Package(name, tuple(programs.split(", ")) if programs else (), purpose)
        for name, programs, purpose in (line.groups() for line in lines)
    }


@dataclass(frozen=True)
class Finding:
    """One finding. ``needed`` tells whether grading cannot do without it."""

    name: str
    good: bool
    detail: str
    needed: bool = True


def examine_machine(course: Course | None) -> Iterator[Finding]:
    """Look at everything that the course needs; what takes seconds, at the same time.

    Args:
        course: whose directory it is, or None outside a course.
    """
    with ThreadPoolExecutor() as pool:
        pair, sanitizers = pool.submit(_pair), pool.submit(_sanitizers)
        protected, users = pool.submit(list_protections), pool.submit(own_users)
        read = pool.submit(who_may_read, course.root) if course else None
        good = (3, 11) <= sys.version_info[:2] <= (3, 14)
        mend = "" if good else ": use Python 3.11, 3.12, 3.13 or 3.14"
        yield Finding("Python", good, platform.python_version() + mend)
        mend = "install the pair that requirements.lock names: run make"
        yield _attempt("torch and torchvision", pair.result, mend)
        mend = "install the grading extra: in the course's repository, make setup"
        yield _attempt("nbgrader", lambda: version("nbgrader"), mend)
        mend = "only the C homework needs one"
        yield _attempt("C compiler", lambda: " ".join(compiler.find()), mend, needed=False)
        mend = "only the blank in C++, of 04, needs one"
        source = Path("any.cpp")
        yield _attempt(
            "C++ compiler", lambda: " ".join(compiler.find_for(source)), mend, needed=False
        )
        mend = "the C homework cannot be graded without them: apt-get install gcc"
        yield _attempt("sanitizers", sanitizers.result, mend, needed=False)
        for name, good, detail in protected.result():
            yield Finding(name, good, detail, needed=False)
        yield Finding(*users.result(), needed=False)
        for package in packages().values():
            if package.programs and package.name not in TRIED:
                mend = f"; missing: apt-get install {package.name}" if package.missing else ""
                names = ", ".join(package.programs)
                yield Finding(names, not package.missing, package.purpose + mend, needed=False)
        if course and read:
            mend = "none yet, so nothing opens in Colab; autograder publish asks for it"
            slug = course.repository
            yield Finding("repository", bool(slug), slug or mend, needed=False)
            yield read.result()


def who_may_read(root: Path) -> Finding:
    """Which accounts of this machine may read a course directory: names, points, pages."""
    from autograder.intake import accounts  # start-up time: while torch loads
    from autograder.privacy import Rule, files_in, kind_of

    root = root.resolve()
    state = root.stat()
    names = [accounts.account(state.st_uid)]
    if state.st_mode & stat.S_IRGRP and _is_open(root, stat.S_IXGRP):
        names.append(f"the group {_group(state.st_gid)}")
    everybody = bool(state.st_mode & stat.S_IXOTH) and _is_open(root, stat.S_IXOTH)
    # Made before the commands kept others out, or by another program.
    opened = [
        path
        for path in files_in(root)
        if everybody
        and (root / path).stat().st_mode & stat.S_IROTH
        and (kind := kind_of(path))
        and kind.rule not in (Rule.COURSE, Rule.REGISTRY)
    ]
    if not opened:
        return Finding("course directory", True, f"read by {' and '.join(names)}", needed=False)
    detail = (
        f"every account may read {texts.counted(len(opened), 'file')} with students' work or "
        f"points, such as {opened[0]}: chmod -R o-rwx {root}"
    )
    return Finding("course directory", False, detail, needed=False)


def _is_open(root: Path, right: int) -> bool:
    """Whether others can reach a folder through all its parents; one of them may be closed to
    them."""
    others = stat.S_IXOTH
    return all(folder.stat().st_mode & (right | others) for folder in root.parents)


def _group(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def install_kernel(sandbox: str) -> Path:
    """Write a kernelspec by which nbconvert, nbclient, papermill and JupyterLab use the engine.

    Args:
        sandbox: "full" or "none".

    Returns:
        The file written.

    Raises:
        SandboxUnavailable: "full", where this machine cannot give it.
        CourseError: the file cannot be written.
    """
    missing = [line.note for line in list_protections() if not line.available]
    if sandbox == "full" and missing:
        raise SandboxUnavailable(missing[0])
    # A process of such a tool executes a notebook or two: importing torch for them would cost more.
    runtime = replace(RUNTIME, modules=USUAL.modules)
    try:
        return write_kernelspec(JUPYTER, sandbox, runtime=runtime, passed_on=PASSED_ON)
    except OSError as error:
        raise cannot_write(error, JUPYTER) from error


def _attempt(name: str, look: Callable[[], str], mend: str, needed: bool = True) -> Finding:
    try:
        return Finding(name, True, look(), needed)
    except Exception as error:  # the command reports whatever is wrong
        return Finding(name, False, f"{error}; {mend}", needed)


def _pair() -> str:
    # In its own process: what the libraries print when it exits is not for the reader.
    loaded = subprocess.run([sys.executable, "-P", "-c", LOAD_PAIR], capture_output=True, text=True)
    if loaded.returncode:
        raise RuntimeError((loaded.stderr.strip().splitlines() or ["torch cannot be loaded"])[-1])
    wanted = next(
        need for need in map(Requirement, requires("torchvision") or []) if need.name == "torch"
    )
    if not wanted.specifier.contains(version("torch"), prereleases=True):
        raise RuntimeError(
            f"torchvision {version('torchvision')} needs {wanted}, but torch is {version('torch')}"
        )
    return f"torch {version('torch')}, torchvision {version('torchvision')}"


def _sanitizers() -> str:
    """Run a loop that goes one step too far, as grading would run a student's."""
    # A compiler may know the option and lack the library; only a detected error proves both.
    case = driver.FunctionCall(TOO_FAR_FUNCTION, (np.ones(1, np.float32),))
    fault = driver.sanitize({"copy.c": TOO_FAR.encode()}, ["copy.c"], [case])
    if not isinstance(fault, Failure):
        raise RuntimeError("a write past the end of an array was not seen")
    if "heap-buffer-overflow" not in fault.message:
        raise RuntimeError(explained(fault, ENGLISH))
    return "AddressSanitizer and UndefinedBehaviorSanitizer"
