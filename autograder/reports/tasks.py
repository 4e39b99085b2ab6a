"""The tasks of a graded notebook: what each is called, what it got, and what there is to read."""

from __future__ import annotations

from dataclasses import dataclass, field

from nbformat import NotebookNode
from nbgrader.utils import compute_checksum

from autograder.headings import titles_of
from autograder.notebooks import Cell, cells


@dataclass(frozen=True)
class Task:
    """A check with its blank, or an answer in words.

    Args:
        id: of the blank.
        title: as Markdown, from the heading that stands above it.
        graded: the cell with the points: the check, or the answer itself.
        cells: what the student wrote.
    """

    id: str
    title: str
    graded: NotebookNode
    cells: list[NotebookNode] = field(default_factory=list)

    @property
    def points(self) -> float:
        return float(self.graded.metadata.nbgrader.get("score") or 0)

    @property
    def worth(self) -> float:
        return float(self.graded.metadata.nbgrader.get("points") or 0)

    @property
    def share(self) -> float:
        """Points as a part of what it is worth; a person may give more."""
        return min(1.0, max(0.0, self.points / self.worth)) if self.worth else 1.0

    @property
    def waits(self) -> bool:
        """Whether a person has still to grade it."""
        return bool(self.graded.metadata.nbgrader.get("waits"))

    @property
    def is_extra(self) -> bool:
        """Whether its points count on top of what the assignment is worth."""
        return Cell.of(self.graded).extra

    @property
    def is_full(self) -> bool:
        """Whether nothing is lacking; who leaves out what is extra lacks nothing."""
        return self.points >= self.worth or (self.is_extra and not self.written)

    @property
    def automatic(self) -> float | None:
        """What the check gave, where a person gave something else."""
        return self.graded.metadata.nbgrader.get("automatic")

    @property
    def untouched(self) -> bool:
        """Whether an answer in words was left as it was given."""
        return bool(self.graded.metadata.nbgrader.get("untouched"))

    @property
    def written(self) -> list[NotebookNode]:
        """The cells that are no longer as they were given."""
        return [cell for cell in self.cells if not _is_as_given(cell)]

    @property
    def in_words(self) -> bool:
        return Cell.of(self.graded).is_blank

    @property
    def comments(self) -> list[str]:
        """What a person wrote about it."""
        kept = (cell.metadata.nbgrader.get("comment") for cell in [*self.cells, self.graded])
        return list(dict.fromkeys(comment for comment in kept if comment))

    @property
    def needs_reading(self) -> bool:
        """Whether there is something for the student in it."""
        return bool(self.comments) or not (self.is_full or self.waits)


def tasks_of(notebook: NotebookNode) -> list[Task]:
    """The tasks in the order of the notebook."""
    blanks = {cell.id: cell.node for cell in cells(notebook) if cell.is_blank}
    titles = titles_of(notebook)
    # A blank without a check of its own is no task: it earns nothing by itself.
    return [
        Task(
            cell.blank,
            titles[cell.blank],
            cell.node,
            [blanks[cell.blank]] if cell.blank in blanks else [],
        )
        for cell in cells(notebook)
        if cell.is_graded and cell.blank
    ]


def _is_as_given(cell: NotebookNode) -> bool:
    # By release; nbgrader knows by the same whether an answer in words was left empty.
    return cell.metadata.nbgrader.get("checksum") == compute_checksum(cell)
