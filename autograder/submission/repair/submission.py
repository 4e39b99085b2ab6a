"""What repair makes of a hand-in, and what it says about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from nbformat import NotebookNode

from autograder.notebooks import Cell, cells, in_language
from autograder.reasons import Reason, Why, because

Templates = dict[str, Cell]  # the cells with an id as students were given them, in order


class Change(StrEnum):
    """What had happened to a cell; the name is the key of the student's message."""

    RECOGNIZED = "metadata lost, recognized"
    BY_PLACE = "metadata lost, recognized by place"
    BESIDE = "left as it was given, a text beside it taken for it"
    TWICE = "there twice, both run where they stand"
    SPLIT_OFF = "own lines in it, split off"
    ELSEWHERE = "missing, its names are defined in another cell"
    MISSING = "missing, put back as it was given"
    EDITED = "edited, restored"
    TAKEN_APART = "merged with another, taken apart"
    JOINED = "split in two, joined"
    RETYPED = "of another type, changed back"
    READ = "read from another format"


@dataclass
class Submission:
    """A submission made fit for grading.

    Args:
        notebook: to be executed; graded and given cells hold the solution's own source.
        changes: what was repaired, as pairs of the cell's id and what had happened to it, or the
            file that it was taken from.
        review: what a person should look at.
    """

    notebook: NotebookNode
    changes: list[tuple[str, str]] = field(default_factory=list)
    review: list[Reason] = field(default_factory=list)

    @property
    def summary(self) -> str:
        """All changes in one line, by what happened."""
        return "; ".join(f"{what}: {', '.join(ids)}" for what, ids in self.by_change.items())

    @property
    def reasons(self) -> list[Reason]:
        """All changes, for instructors."""
        reasons = []
        for what, ids in self.by_change.items():
            if what in set(Change):
                values = {"change": Change(what).name.lower(), "cells": ", ".join(ids)}
                reasons.append(because(Why.REPAIRED, **values))
            else:
                reasons.append(because(Why.FROM_FILE, file=what, cells=", ".join(ids)))
        return reasons

    @property
    def by_change(self) -> dict[str, list[str]]:
        """The ids of the cells, by what had happened to them."""
        kinds = dict.fromkeys(str(what) for _, what in self.changes)
        return {kind: [name for name, what in self.changes if what == kind] for kind in kinds}


def templates_of(released: NotebookNode, language: str | None) -> Templates:
    """The cells with an id, in the order and the language in which students get them."""
    given = (Cell.of(in_language(node, language)) for node in released.cells)
    return {cell.id: cell for cell in given if cell.id}


def names(notebook: NotebookNode) -> set[str]:
    """The names of all cells, and "" if one has none."""
    return {cell.id for cell in cells(notebook)}
