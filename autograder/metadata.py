"""What this course writes into a notebook's metadata, under one key next to nbgrader's.

A cell carries :class:`CellMetadata`, a notebook :class:`NotebookMetadata`. An executed submission
carries its :class:`~autograder.judging.outcome.Outcome` instead, whose language is read alike.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the command line shows outcomes, and its --help should not wait for nbformat
    from nbformat import NotebookNode

KEY = "labkit"


class Role(StrEnum):
    """What a cell is there for; the first three are written into its metadata."""

    SETUP = "setup"  # starts labkit
    TRAINING = "training"  # keeps trained weights, which can be handed in instead of running it
    OWN = "own"  # the student's; nothing was given there, and no points are written on it
    BLANK = "blank"  # code that the student fills in
    WRITTEN_ANSWER = "answer"  # the student's own words, graded by hand
    CHECK = "check"  # graded by the judge
    OTHER = "other"  # text, and code that is given


@dataclass(frozen=True)
class CellMetadata:
    """Of a cell.

    Args:
        role: what it is there for, if it is one of the cells that the grader must know.
        skip: grading does not run it.
        extra: the points of this check count on top of what the assignment is worth.
    """

    role: Role | None = None
    skip: bool = False
    extra: bool = False


NOTHING = CellMetadata()
_WRITTEN = (Role.SETUP, Role.TRAINING, Role.OWN)


@dataclass(frozen=True)
class NotebookMetadata:
    """Of a notebook.

    Args:
        language: in which its texts are; release writes it.
    """

    language: str | None = None


def of_cell(cell: NotebookNode) -> CellMetadata:
    """Read a cell's metadata; whatever has another form, whoever wrote it, counts as absent.

    >>> from nbformat import NotebookNode
    >>> of_cell(NotebookNode(metadata={"labkit": {"role": "setup", "skip": "yes"}}))
    CellMetadata(role=<Role.SETUP: 'setup'>, skip=False, extra=False)
    """
    entry = stored(cell["metadata"])
    if not entry:  # most cells, and this is asked many times
        return NOTHING
    role = next((role for role in _WRITTEN if role == entry.get("role")), None)
    return CellMetadata(role, entry.get("skip") is True, entry.get("extra") is True)


def of_notebook(notebook: NotebookNode) -> NotebookMetadata:
    """Read a notebook's metadata, as :func:`of_cell` does."""
    entry = stored(notebook["metadata"])
    language = entry.get("language")
    return NotebookMetadata(language if isinstance(language, str) else None)


def write(node: NotebookNode, entry: CellMetadata | NotebookMetadata) -> None:
    """Write the metadata of a cell or a notebook over what was there."""
    node.metadata[KEY] = {name: value for name, value in asdict(entry).items() if value}


def stored(metadata: object) -> dict[str, Any]:
    """This course's part of metadata, whoever wrote it.

    >>> stored({"labkit": {"language": "ja"}}), stored({"labkit": 3}), stored(None)
    ({'language': 'ja'}, {}, {})
    """
    entry = metadata.get(KEY) if isinstance(metadata, dict) else None
    return entry if isinstance(entry, dict) else {}
