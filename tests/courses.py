"""Course directories that a test may change: made, handed in to, graded by commands, and read."""

import contextlib
import csv
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import nbformat
from kernels import best_kind, lent_server
from nbformat import NotebookNode
from repository import HALF_WRITTEN, REPOSITORY, registry_text
from sqlalchemy import Engine, event
from typer import Typer, testing
from typer.main import get_command

from autograder import notebooks, registry
from autograder.cli import app, console
from autograder.engine import engine, launcher, sandbox
from autograder.gradebook import database, rows
from autograder.nbgrader_plugins import feedback
from autograder.notebooks import grade_id
from autograder.runtime import RUNTIME

# All commands with their options: making them takes as long as most of them.
patch.object(testing, "_get_command", cache(get_command)).start()


@event.listens_for(Engine, "connect")
def _need_not_outlive_a_power_cut(connection: object, _: object) -> None:
    """For a test's gradebook: a fifth of grading time is spent waiting for the disk."""
    if isinstance(connection, sqlite3.Connection):
        connection.execute("PRAGMA synchronous = OFF")


SHORT = "02_int8_binary"
PROGRAMS = Path(sys.executable).parent
# Caches of what a process reads once; clearing them lets a command start like a new process.
KEPT_BY_A_PROCESS = (
    *(database._opened_once, rows._settings),
    *(registry.nbgrader_settings, feedback._exporter),
)


def copy_course(folder: Path, whole: bool = False) -> Path:
    """Copy the course's folder, with 02 shortened: three blanks show all that grading does."""
    folder.mkdir()
    half_written = shutil.ignore_patterns(*(f"{name}*" for name in HALF_WRITTEN))
    for name in ("solutions", "resources", "exercises"):
        shutil.copytree(REPOSITORY / name, folder / name, ignore=half_written)
    (folder / "course.toml").write_text(registry_text())
    for name in ("nbgrader_config.py", registry.PUBLISHED):
        if (REPOSITORY / name).exists():  # the latter only after the first publication
            shutil.copy(REPOSITORY / name, folder)
    for path in () if whole else folder.rglob(f"{SHORT}.ipynb"):
        path.write_text(_shortened_text(REPOSITORY / path.relative_to(folder)), "utf-8")
    return folder


@cache
def _shortened_text(path: Path) -> str:
    text: str = nbformat.writes(shortened(notebooks.read(path)))
    return text


# Those of the shortened notebook: what its other cells give to students is not known there.
SHORT_BLANKS = ("int8_backward", "int8_float", "binary_sign")


def copy_repository(folder: Path) -> Path:
    """Copy what a course's repository holds, with a single assignment, a short one."""
    copy_course(folder)
    answers = (f"answers/{SHORT}/{blank}" for blank in SHORT_BLANKS)
    for name in ("labkit", "c_exercise", "docs", *answers):
        ignored = shutil.ignore_patterns("__pycache__", "build")
        shutil.copytree(REPOSITORY / name, folder / name, ignore=ignored)
    for name in ("LICENSE", "pyproject.toml"):
        shutil.copy(REPOSITORY / name, folder / name)
    path = folder / "course.toml"
    only = re.compile(r"\[\[assignments\]\]\nid = \"(?!02_).*?\n\n", re.DOTALL)
    path.write_text(only.sub("", path.read_text()))
    return folder


def shortened(notebook: NotebookNode) -> NotebookNode:
    """The first three blanks of 02 and its written answer, which is graded by hand."""
    names = [grade_id(cell) for cell in notebook.cells]
    end, written = names.index("binary_sign_check") + 1, names.index("find_the_cheat")
    notebook.cells = [*notebook.cells[:end], notebook.cells[written]]
    return notebook


def hand_in(
    folder: Path, student: str, notebook: NotebookNode | str, assignment: str = SHORT
) -> None:
    """Put a notebook, or text in its place, where nbgrader looks for a student's submission."""
    path = folder / "submitted" / student / assignment / f"{assignment}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(notebook if isinstance(notebook, str) else nbformat.writes(notebook))


def change_a_share(folder: Path, blank: str = "binary_sign") -> None:
    """Let a check give one more point, which changes every verdict."""
    path = folder / "solutions" / SHORT / f"{SHORT}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if grade_id(cell) == f"{blank}_check":
            cell.metadata.nbgrader.points += 1
    nbformat.write(notebook, path)


class Completed(subprocess.CompletedProcess[str]):
    """A command that has run here; ``error`` is what ended it."""

    error: BaseException | None = None


def autograder(*arguments: object, cwd: Path | str = REPOSITORY, program: Typer = app) -> Completed:
    """Run our command, or another one of typer's, here: ``autograder("grade", "02", cwd=...)``.

    An error that the command does not turn into one line is raised in the test. Otherwise it is the
    result's attribute ``error``.
    """
    for kept in KEPT_BY_A_PROCESS:
        kept.cache_clear()
    words = [*map(str, arguments)]
    for console_ in (
        console.console,
        console.errors,
    ):  # made at import, whoever imported them first
        console_.width = 250
    with contextlib.chdir(cwd), _lent_servers():
        done = testing.CliRunner().invoke(program, words, catch_exceptions=False)
    completed = Completed(words, done.exit_code, done.stdout, done.stderr)
    completed.error = done.exception
    return completed


def succeeded(done: Completed) -> None:
    """See that our command succeeded; if a program was missing, skip (tests/programs.py)."""
    if done.returncode:
        raise AssertionError(done.stderr) from done.error


@contextlib.contextmanager
def _lent_servers() -> Iterator[None]:
    """Meanwhile every new fork server is this process's own, which takes no time to start."""
    with patch.object(launcher, "ForkServer", lent_server):
        with patch.object(engine, "ForkServer", lent_server):
            yield


def autograder_at_a_terminal(
    *arguments: object, cwd: Path, answer: str
) -> subprocess.CompletedProcess[str]:
    """Run our command as a person at a terminal does, who answers its question."""
    terminal, its_end = os.openpty()
    os.write(terminal, f"{answer}\n".encode())
    try:
        return _run("autograder", arguments, {}, cwd=cwd, stdin=its_end)
    finally:
        os.close(terminal)
        os.close(its_end)


def nbgrader(
    *arguments: object, cwd: Path, variables: Mapping[str, str] | None = None, **options: Any
) -> subprocess.CompletedProcess[str]:
    """Run one of nbgrader's commands, with the environment's programs on the path."""
    path = f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"
    return _run("nbgrader", arguments, {"PATH": path, **(variables or {})}, cwd=cwd, **options)


def _run(
    program: str, arguments: tuple[object, ...], variables: dict[str, str], **options: Any
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(PROGRAMS / program), *map(str, arguments)],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        **options,
    )


def sandbox_option() -> tuple[str, str]:
    """The option of our commands by which they run, as on most machines, in the sandbox."""
    return "--sandbox", best_kind(RUNTIME)


def sandbox_variables() -> dict[str, str]:
    """Variables for nbgrader's commands: they use the sandbox, unless a machine without says so."""
    is_complete = all(line.available for line in sandbox.list_protections())
    return {} if is_complete else {"LABKIT_SANDBOX": "none"}


def graded_notebook(folder: Path, student: str, assignment: str = SHORT) -> NotebookNode:
    """A student's executed notebook, as grading keeps it."""
    path = folder / "autograded" / student / assignment / f"{assignment}.ipynb"
    return notebooks.read(path)


def exported_grades(folder: Path) -> dict[str, dict[str, str]]:
    """The rows of grades.csv, by student."""
    with (folder / "grades.csv").open() as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def points(folder: Path) -> dict[tuple[str, str], float]:
    """The points in the gradebook, by student and check."""
    query = """select student_id, grade_cell.name, auto_score from grade
               join submitted_notebook as notebook on grade.notebook_id = notebook.id
               join submitted_assignment as assignment on notebook.assignment_id = assignment.id
               join base_cell as grade_cell on grade.cell_id = grade_cell.id"""
    with sqlite3.connect(folder / "gradebook.db") as gradebook:
        return {(student, cell): score for student, cell, score in gradebook.execute(query)}


def totals(folder: Path) -> dict[str, float]:
    """The points in the gradebook, by student."""
    sums: dict[str, float] = {}
    for (student, _), score in points(folder).items():
        sums[student] = sums.get(student, 0) + score
    return sums
