"""References: the solution, executed once with each seed that was drawn.

They never leave the instructor's machine.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder import metadata, notebooks
from autograder.course import Course, CourseError
from autograder.engine.engine import Execution
from autograder.evaluate.training import TRAINING_MODULES, needs_training, without_training
from autograder.evaluate.verdicts import Judge, evidence_of, require_answers
from autograder.metadata import NotebookMetadata
from autograder.states import State
from labkit.reference import PUBLIC_SEED

Run = Callable[..., Execution]
LIST_MODULES = (
    "from autograder.engine.server.kernel import newly_imported\nprint(*newly_imported())"
)


def draw_seed() -> int:
    """The seed of a grading run, which no student can know beforehand."""
    return 1 + secrets.randbelow(2**31 - 1)


class References:
    """The references of one assignment, kept in the course's private folder.

    Args:
        course: the course directory.
        assignment: id of the assignment.
        run: executes a trusted notebook: :meth:`autograder.evaluate.executor.Executor.run_one`.
    """

    def __init__(self, course: Course, assignment: str, run: Run) -> None:
        self.solution = notebooks.read(course.solution(assignment))
        self._folder = course.private / "references" / assignment
        self._run = partial(run, limits=course.limits_of(assignment))
        self._known: dict[int, NotebookNode] = {}
        self._judges: dict[int, Judge] = {}
        self._trainings = 0

    def executed(self, seed: int) -> NotebookNode:
        """The solution executed with a seed.

        It is run now, and kept on disk, if it never was with this seed or has changed since.

        Raises:
            CourseError: the solution does not run to its end within the limits.
        """
        if seed not in self._known:
            path = self._path(seed)
            if not path.is_file():
                executed = execute_solution(self.solution, seed, self._run)
                notebooks.write(path, notebooks.as_text(executed))
            self._known[seed] = notebooks.read(path)
        return self._known[seed]

    def count_and_list_modules(self, seed: int, submission: NotebookNode) -> list[str]:
        """Count a submission, and list the modules that it imports and the next ones may, too."""
        trains = needs_training(submission)
        self._trainings += trains
        # What a training needs takes a second, in which no kernel can be started: the first
        # student who trains imports it alone.
        return modules(self._known.get(seed), training=trains and self._trainings > 1)

    def judge(self, seed: int) -> Judge:
        """Who compares submissions with the solution executed with this seed."""
        if seed not in self._judges:
            self._judges[seed] = Judge(self.executed(seed), self.executed(PUBLIC_SEED))
        return self._judges[seed]

    def _path(self, seed: int) -> Path:
        version = hashlib.sha256(notebooks.as_text(self.solution).encode()).hexdigest()[:16]
        return self._folder / f"{version}-{seed}.ipynb"


def execute_solution(solution: NotebookNode, seed: int, run: Run) -> NotebookNode:
    """Execute the solution with a seed.

    Raises:
        CourseError: it does not run to its end within the limits, or a check of its own has no
            answer to compare with.
    """
    # It need not train: its accuracies are not what others are compared with.
    listing = without_training(solution)
    listing.cells.append(new_code_cell(LIST_MODULES))
    execution = run(listing, {"LABKIT_SEED": str(seed)})
    if execution.state != State.GRADED:
        raise CourseError(
            f"the solution notebook itself was stopped: {execution.reason or execution.state}. "
            "Run it by hand, or raise the limits in course.toml."
        )
    imported = _printed_words(execution.notebook.cells.pop())
    metadata.put(execution.notebook, NotebookMetadata(modules=imported))
    for name, cell in notebooks.checks(execution.notebook).items():
        require_answers(name, evidence_of(cell))
    return execution.notebook


def modules(reference: NotebookNode | None, training: bool) -> list[str]:
    """The modules that the solution's own run imported, and what a training needs."""
    imported = metadata.of_notebook(reference).modules if reference else ()
    return [*imported, *(TRAINING_MODULES if training else ())]


def _printed_words(cell: NotebookNode) -> tuple[str, ...]:
    return tuple(word for output in cell.outputs for word in output.text.split())
