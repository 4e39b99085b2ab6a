"""The zip for Gradescope: the solution, the answers and the tools of one assignment.

There, ``setup.sh`` makes an image of it once, and ``run_autograder`` grades each hand-in in the
sandbox of own users, for a container has no namespaces.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
import zipfile
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import Any

import tomlkit
from packaging.requirements import Requirement

from autograder.course import REGISTRY, Assignment, CourseError
from autograder.engine.limits import Limits
from autograder.gradescope.results import not_graded
from autograder.release import tools
from autograder.release.publish import MANIFEST

# What the grading extra brings for other tasks of a week than grading one notebook.
LEFT_OUT = re.compile(
    r"distributed|psycopg|scikit-learn|watchfiles|jupyterlab|ipywidgets|triton|(cuda|nvidia)-.*"
)
# What in a solution needs which Debian packages.
PROGRAMS = {
    "from labkit.c ": ("gcc", "g++", "libc6-dev"),
    "verilog": ("yosys", "iverilog", "nextpnr-ice40"),
}
SCRIPTS = ("setup.sh", "run_autograder")
SECONDS = 570  # Gradescope ends a hand-in after 600, without what we have to say


def write_zip(assignment: Assignment, to: Path) -> None:
    """Write the zip that is uploaded to Gradescope; its owner alone may read it.

    Raises:
        CourseError: it would lie where it could be published, or is there already.
    """
    _require_place(assignment, to.resolve())
    name, wheel = _wheel(assignment)
    entries = {
        **{script: Path(__file__).with_name(script).read_text("utf-8") for script in SCRIPTS},
        "settings": _settings(assignment),
        "not_graded.json": json.dumps(not_graded(assignment.course.languages), ensure_ascii=False),
        "requirements.txt": "".join(_requirements(assignment.course.home)),
        f"course/{REGISTRY}": _registry(assignment),
    }
    secret = [assignment.solution, *sorted(assignment.answers.rglob("*"))]
    try:
        handle = os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise CourseError(f"{to} cannot be written: {error.strerror}.") from None
    with os.fdopen(handle, "wb") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for entry, text in entries.items():
            member = zipfile.ZipInfo(entry, (1980, 1, 1, 0, 0, 0))
            member.external_attr = (0o100755 if entry in SCRIPTS else 0o100600) << 16
            made.writestr(member, text)
        made.writestr(name, wheel)
        for path in secret:
            if path.is_file():
                made.write(path, f"course/{path.relative_to(assignment.course.home)}")


def _require_place(assignment: Assignment, to: Path) -> None:
    course = assignment.course
    for folder in (course.home, course.root):
        if to.is_relative_to(folder):
            raise CourseError(
                f"{to} lies in {folder}, and holds solutions and answers: name a place outside it."
            )
    for folder in to.parents:
        if any((folder / name).exists() for name in (MANIFEST, ".git")):
            raise CourseError(
                f"{to} lies in {folder}, which is published or pushed, and holds solutions and "
                "answers: name a different place."
            )


def _settings(assignment: Assignment) -> str:
    """What the scripts read: variables of bash."""
    solution = assignment.solution.read_text("utf-8")
    programs = [name for word, names in PROGRAMS.items() if word in solution for name in names]
    lock = (assignment.course.home / "requirements.lock").read_text("utf-8")
    (uv,) = re.findall(r"^uv==[\w.]+", lock, re.MULTILINE)
    said = {"assignment": assignment.id, "packages": f"({' '.join(programs)})", "uv": uv}
    return "".join(f"{name}={value}\n" for name, value in {**said, "seconds": SECONDS}.items())


def _registry(assignment: Assignment) -> str:
    """The course with this assignment's limits, without dates and what is of single students."""
    course = assignment.course
    said: dict[str, Any] = {
        "course": {"id": course.id, "title": course.title, "languages": [*course.languages]},
        "limits": {field.name: getattr(assignment.limits, field.name) for field in fields(Limits)},
        # The others by name, so that one of them is known where it is handed in here.
        "assignments": [
            {
                "id": listed.id,
                "title": listed.title,
                "minutes": listed.minutes,
                "preload": listed.preload,
            }
            for listed in course.assignments
        ],
    }
    return tomlkit.dumps(said)


def _requirements(home: Path) -> Iterator[str]:
    """The lines of the lock that grading needs; what only other tasks need is left out."""
    wanted = needed(_project(home)["name"], ("grading",))
    for line in (home / "requirements.lock").read_text("utf-8").splitlines(keepends=True):
        if (name := re.match(r"[\w.-]+(?===)", line)) and _key(name[0]) in wanted:
            yield line


@cache
def needed(package: str, extras: tuple[str, ...] = ()) -> frozenset[str]:
    """The names of a package and of all that it needs here, but for what is left out."""
    found: set[str] = set()
    queue = [(package, extras)]
    for name, extra in queue:  # grows while it is read
        try:
            lines = requires(name) or []
        except PackageNotFoundError:  # for another system
            continue
        found.add(_key(name))
        for requirement in map(Requirement, lines):
            is_meant = not requirement.marker or any(
                requirement.marker.evaluate({"extra": wanted}) for wanted in extra or ("",)
            )
            if (
                is_meant
                and not LEFT_OUT.fullmatch(_key(requirement.name))
                and _key(requirement.name) not in found
            ):
                queue.append((requirement.name, tuple(requirement.extras)))
    return frozenset(found)


def _key(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _wheel(assignment: Assignment) -> tuple[str, bytes]:
    """The grader, what students install, and the resources of the course, as one file."""
    home = assignment.course.home
    packed = {
        str(path.relative_to(root)): path.read_bytes()
        for root, folder in ((home, "autograder"), (home, "labkit"))
        for path in sorted((root / folder).rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }
    for path in sorted((home / "resources").rglob("*")):
        if path.is_file():
            packed[f"labkit/{path.relative_to(home)}"] = path.read_bytes()
    return tools.wheel(
        tools.distribution(assignment.course.id), _project(home)["version"], "", packed
    )


def _project(home: Path) -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((home / "pyproject.toml").read_text("utf-8"))["project"]
    return project
