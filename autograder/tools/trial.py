"""Trying answers: each goes into the solution notebook, and its blank's check is judged."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from nbformat import NotebookNode

from autograder import metadata, notebooks
from autograder.course import Course, CourseError
from autograder.evaluate import c_files
from autograder.evaluate.accuracy import Measurer
from autograder.evaluate.executor import Executor, engine_for
from autograder.evaluate.references import draw_seed, execute_solution
from autograder.evaluate.training import without_training
from autograder.evaluate.verdicts import Judge
from autograder.metadata import CellMetadata
from autograder.notebooks import check_name, grade_id, is_blank, is_check
from labkit.judge import Verdict
from labkit.reference import PUBLIC_SEED


@dataclass(frozen=True)
class Answer:
    """An answer in a file ``<blank>/right/<name>.py`` or ``<blank>/wrong/<name>.py``.

    The file of a C blank is ``<name>.c``.
    """

    path: Path

    @property
    def blank(self) -> str:
        return self.path.parent.parent.name

    @property
    def is_right(self) -> bool:
        return self.path.parent.name == "right"

    @property
    def source(self) -> str:
        text = self.path.read_text("utf-8")
        return c_files.as_cell(self.blank, text) if self.path.suffix == ".c" else text

    @property
    def declared(self) -> list[str] | None:
        """The records that a wrong answer says it fails, in its first line ``# fails: a, b``.

        What stands in parentheses behind them is a remark.
        """
        names = self._first_line
        return [name for name in names if not name.endswith("?")] if names is not None else None

    @property
    def by_chance(self) -> list[str]:
        """Those that it fails with some random numbers only: ``# fails: a, accuracy?``."""
        return [name.rstrip("?") for name in self._first_line or () if name.endswith("?")]

    @property
    def _first_line(self) -> list[str] | None:
        match = re.match(r"(?:#|//) fails: *([^(\n]+)", self.path.read_text("utf-8"))
        return sorted(re.split(r"[,\s]+", match[1].strip())) if match else None


@dataclass(frozen=True)
class Trial:
    """How an answer fared. ``state`` is the engine's word on the run."""

    answer: Answer
    verdict: Verdict
    state: str

    @property
    def is_as_it_should_be(self) -> bool:
        """A right answer got full points, a wrong one did not."""
        return self.verdict.passed == self.answer.is_right

    @property
    def is_as_declared(self) -> bool:
        """It failed in what its first line names, if it has one, and in nothing else."""
        # Else a check could refuse a wrong answer for another mistake than the one in it.
        surely = sorted(set(self.verdict.failed) - set(self.answer.by_chance))
        return self.answer.declared in (None, surely)


def answers(folder: Path) -> list[Answer]:
    """All answers of a folder, by blank and name.

    Raises:
        CourseError: there are none.
    """
    paths = [
        path
        for path in folder.glob("*/*/*")
        if path.parent.name in ("right", "wrong") and path.suffix in (".py", ".c")
    ]
    if not paths:
        raise CourseError(
            f"{folder} holds no answers. "
            "Lay them out as <blank>/right/<name>.py and <blank>/wrong/<name>.py."
        )
    return sorted(
        (Answer(path) for path in paths),
        key=lambda answer: (answer.blank, not answer.is_right, answer.path.name),
    )


def try_answers(
    course: Course,
    assignment: str,
    tried: list[Answer],
    executor: Executor,
    trains: Callable[[Answer], bool] = lambda _: True,
    seed: int | None = None,
) -> Iterator[Trial]:
    """Execute and judge answers with one seed; trials come as they finish.

    Args:
        course, assignment: whose solution the answers go into.
        tried: the answers.
        executor: executes them.
        trains: whether an answer is trained with; without training its accuracy fails.
        seed: of what is random in the checks; drawn if there is none.
    """
    solution = notebooks.read(course.solution(assignment))
    _require_blanks(tried, solution)
    seed = draw_seed() if seed is None else seed
    limits = course.limits_of(assignment)
    run = partial(executor.run_one, limits=limits)
    reference = execute_solution(solution, seed, run)
    judge = Judge(reference, execute_solution(solution, PUBLIC_SEED, run))
    measure = engine_for(executor.setting).execute
    measurer = Measurer(lambda: reference, solution, seed, measure)
    # Filled in one by one as they are needed: all at once would be hundreds of notebooks.
    tasks = ((one, with_answer(solution, one, trains(one))) for one in tried)
    environment, preload = {"LABKIT_SEED": str(seed)}, course.assignment(assignment).preload
    for answer, execution in executor.run(tasks, environment, limits, preload):
        # The path stands for a student: it tells one answer's weights from another's.
        measurer.replace_accuracies(str(answer.path), execution.notebook)
        verdict = judge.verdicts(execution.notebook)[answer.blank]
        yield Trial(answer, verdict, execution.state)


def fill(notebook: NotebookNode, sources: dict[str, str]) -> NotebookNode:
    """A copy of a solution or a released notebook with other sources in its blanks.

    Args:
        notebook: stays as it is.
        sources: source of each blank's cell, by the blank's id.
    """
    filled = copy.deepcopy(notebook)
    for cell in filled.cells:
        if is_blank(cell) and grade_id(cell) in sources:
            cell.source = sources[grade_id(cell)]
    return filled


def with_answer(solution: NotebookNode, answer: Answer, train: bool = True) -> NotebookNode:
    """The solution with an answer in it, of which only what the answer's check needs is run.

    Args:
        solution: stays as it is.
        answer: goes into its blank.
        train: whether its training is run.
    """
    # Another blank's training takes seconds, and no other check is run.
    needed = without_training(solution, but=answer.blank if train else None)
    filled = fill(needed, {answer.blank: answer.source})
    _skip_others(filled, answer.blank)
    return filled


def _skip_others(notebook: NotebookNode, blank: str) -> None:
    """Skip all checks but one, and whatever comes after that one."""
    # Cells above it may define what it uses, whatever they are.
    passed = False
    for cell in notebook.cells:
        if is_check(cell) and check_name(cell) == blank:
            passed = True
        elif passed or is_check(cell):
            metadata.put(cell, CellMetadata(skip=True))


def _require_blanks(tried: list[Answer], solution: NotebookNode) -> None:
    # Before anything runs: a folder's name is easily misspelt.
    known = set(notebooks.checks(solution))
    unknown = sorted({answer.blank for answer in tried} - known)
    if unknown:
        folder = tried[0].path.parent.parent.parent
        raise CourseError(
            f"the folder {folder} has answers for {', '.join(unknown)}, "
            f"but the assignment's blanks are {', '.join(sorted(known))}. Rename the folders."
        )
