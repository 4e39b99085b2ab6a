"""The doctor: what this machine has and lacks for the course, and how to mend it."""

from __future__ import annotations

import importlib
import platform
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import requires, version

from packaging.requirements import Requirement

PLACEHOLDER = "OWNER/REPOSITORY"


@dataclass(frozen=True)
class Finding:
    """One thing looked at. ``needed`` tells whether grading cannot do without it."""

    name: str
    good: bool
    detail: str
    needed: bool = True


def examine(repository: str | None) -> Iterator[Finding]:
    """Look at everything that the course needs; ``repository`` is the slug in course.toml, or None outside a course."""
    from autograder.engine.sandbox import protections

    yield _python()
    yield _attempt("torch and torchvision", _pair, "install the pair that requirements.lock names: run make")
    yield _attempt("nbgrader", lambda: version("nbgrader"), "install the grading extra: pip install 'labkit[grading]'")
    yield _program("gcc", "the C homework", "install gcc, or clang as cc")
    yield from (Finding(name, good, detail, needed=False) for name, good, detail in protections())
    for program, purpose in (("psql", "the gradebook in PostgreSQL"), ("chromium", "pictures of pages in tests")):
        yield _program(program, purpose, "install it from debian-packages.txt")
    if repository is not None:
        mend = "set repository in course.toml to owner/name of the public repository; Colab fetches labkit from there"
        yield Finding("repository", repository != PLACEHOLDER, repository if repository != PLACEHOLDER else mend, needed=False)


def _python() -> Finding:
    good = (3, 11) <= sys.version_info[:2] <= (3, 13)
    return Finding("Python", good, platform.python_version() + ("" if good else ": use Python 3.11, 3.12 or 3.13"))


def _attempt(name: str, look: Callable[[], str], mend: str) -> Finding:
    try:
        return Finding(name, True, look())
    except Exception as error:
        return Finding(name, False, f"{error}; {mend}")


def _pair() -> str:
    torch, torchvision = importlib.import_module("torch"), importlib.import_module("torchvision")
    torchvision.ops.nms(torch.zeros(1, 4), torch.zeros(1), 0.5)
    wanted = next(need for need in map(Requirement, requires("torchvision") or []) if need.name == "torch")
    if not wanted.specifier.contains(version("torch"), prereleases=True):
        raise RuntimeError(f"torchvision {version('torchvision')} needs {wanted}, but torch is {version('torch')}")
    return f"torch {version('torch')}, torchvision {version('torchvision')}"


def _program(name: str, purpose: str, mend: str) -> Finding:
    path = shutil.which(name)
    return Finding(name, path is not None, path or f"missing, needed for {purpose}: {mend}", needed=False)
