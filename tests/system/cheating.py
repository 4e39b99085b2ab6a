"""Cheats as data: what a student hands in to get points without the work.

A file of cheats/ holds those of one family. A cheat is a notebook in the percent format. Its first
lines say its name, which assignment, what is tried, and how many points are deserved. Then come
cells:

    # == ast_transformer        the cheat of this name begins
    # %% own                    a code cell of the student's own, after the set-up cell
    # %% own last               the same, at the end; or `before NAME`, `after NAME`
    # %% text last              a Markdown cell
    # %% blank mul_scalar       what is in that blank; the other blanks are as they were given
    # %% right mul_scalar       the first of the right answers in answers/ is there
    # %% wrong mul_scalar NAME  the known wrong answer of that name is there
    # %% damage                 Python that the test runs on the notebook `nb`, not the student
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import nbformat.v4 as nbf
from nbformat import NotebookNode
from repository import REPOSITORY, answers_of

from autograder import notebooks
from autograder.answers.blanks import fill
from autograder.notebooks import grade_id, is_setup

CHEATS = Path(__file__).parent / "cheats"
_CHEAT = re.compile(r"^# == (\w+)\n", re.MULTILINE)
_CELL = re.compile(r"^# %% (.+)\n", re.MULTILINE)
_HEADER = re.compile(r"^# (\w+): (.+(?:\n#   .+)*)$", re.MULTILINE)


@dataclass(frozen=True)
class Cheat:
    """One cheat of a file, and the first lines of the file, which name the family."""

    name: str
    family: str
    text: str

    @property
    def header(self) -> dict[str, str]:
        """assignment, family, what, deserved; `often: yes` for those that `make test` runs.

        `begins_like` names another cheat, all cells of which but the last come first.
        """
        return dict(_HEADER.findall(self.family + _CELL.split(self.text)[0]))

    @property
    def assignment(self) -> str:
        return self.header["assignment"]

    @property
    def deserved(self) -> float:
        return float(self.header["deserved"])

    @property
    def cells(self) -> list[tuple[str, str]]:
        """Where a cell goes, and its source."""
        _, *parts = _CELL.split(self.text)
        sources = (source.strip("\n") for source in parts[1::2])
        base = self.header.get("begins_like")
        first = _all_by_name()[base].cells[:-1] if base else []
        return [*first, *zip(parts[::2], sources, strict=True)]

    def notebook(self) -> NotebookNode:
        """What is handed in."""
        path = REPOSITORY / "exercises" / "en" / self.assignment / f"{self.assignment}.ipynb"
        notebook = notebooks.read(path)
        for place, source in self.cells:
            kind, _, where = place.partition(" ")
            if kind == "blank":
                notebook = fill(notebook, {where: source})
            elif kind in ("right", "wrong"):
                blank, _, name = where.partition(" ")
                notebook = fill(notebook, {blank: _answer(self.assignment, blank, name)})
            elif kind == "damage":
                exec(source, {"nb": notebook, "cell": _named(notebook), "nbf": nbf})
            else:
                is_text = kind == "text"
                new = nbf.new_markdown_cell(source) if is_text else nbf.new_code_cell(source)
                notebook.cells.insert(_position(notebook, where), new)
        return notebook


def cheats() -> list[Cheat]:
    """All cheats, in the order of their names."""
    return [cheat for _, cheat in sorted(_all_by_name().items())]


@cache
def _all_by_name() -> dict[str, Cheat]:
    found: dict[str, Cheat] = {}
    for path in CHEATS.glob("*.py"):
        family, *parts = _CHEAT.split(path.read_text("utf-8"))
        for name, text in zip(parts[::2], parts[1::2], strict=True):
            assert name not in found, f"{path.name}: {name} is there twice"
            found[name] = Cheat(name, family, text)
    return found


def _answer(assignment: str, blank: str, name: str) -> str:
    """The source of a known answer; of the first right one if no name is given."""
    known = (answer for answer in answers_of(assignment) if answer.blank == blank)
    return next(answer.source for answer in known if name in ("", answer.name))


def _named(notebook: NotebookNode) -> Callable[[str], NotebookNode]:
    return lambda name: next(cell for cell in notebook.cells if grade_id(cell) == name)


def _position(notebook: NotebookNode, where: str) -> int:
    side, _, name = where.partition(" ")
    if side == "last":
        return len(notebook.cells)
    positions = (
        position
        for position, cell in enumerate(notebook.cells)
        if (grade_id(cell) == name if name else is_setup(cell))
    )
    return next(positions) if side == "before" else next(positions) + 1
