"""Trying answers: the source of a blank's cell goes into the solution notebook, and the blank's check is judged."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from nbformat import NotebookNode

from autograder import notebooks
from autograder.course import Course, CourseError
from autograder.evaluate import accuracy, c_files
from autograder.evaluate.executor import Executor, engine_for
from autograder.evaluate.references import draw_seed, execute_solution
from autograder.evaluate.verdicts import Judge
from autograder.notebooks import OURS, check_name, grade_id, is_blank, is_check
from labkit.judge import Verdict


@dataclass(frozen=True)
class Answer:
    """An answer in a file ``<blank>/right/<name>.py`` or ``<blank>/wrong/<name>.py``, of a C blank ``<name>.c``."""

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
        """The records that a wrong answer says it fails, in its first line ``# fails: a, b`` or ``// fails: a, b``."""
        found = self._first_line
        return [name for name in found if not name.endswith("?")] if found is not None else None

    @property
    def by_chance(self) -> list[str]:
        """Those that it may fail: ``# fails: a, accuracy?``, where a training ends well with some random numbers only."""
        return [name.rstrip("?") for name in self._first_line or () if name.endswith("?")]

    @property
    def _first_line(self) -> list[str] | None:
        found = re.match(r"(?:#|//) fails: *(.+)", self.path.read_text("utf-8"))
        return sorted(re.split(r"[,\s]+", found[1].strip())) if found else None


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
        surely = sorted(set(self.verdict.failed) - set(self.answer.by_chance))
        return self.answer.declared in (None, surely)


def answers(folder: Path) -> list[Answer]:
    """All answers of a folder, by blank and name.

    Raises:
        CourseError: there are none.
    """
    found = [
        path
        for path in folder.glob("*/*/*")
        if path.parent.name in ("right", "wrong") and path.suffix in (".py", ".c")
    ]
    if not found:
        raise CourseError(
            f"{folder} holds no answers. Lay them out as <blank>/right/<name>.py and <blank>/wrong/<name>.py."
        )
    return sorted(
        (Answer(path) for path in found),
        key=lambda answer: (answer.blank, not answer.is_right, answer.path.name),
    )


def try_answers(
    course: Course,
    assignment: str,
    found: list[Answer],
    executor: Executor,
    trains: Callable[[Answer], bool] = lambda _: True,
) -> Iterator[Trial]:
    """Execute and judge answers with a drawn seed; trials come as they finish.

    Args:
        course, assignment: whose solution the answers go into.
        found: the answers.
        executor: executes them.
        trains: whether an answer is trained with; without training its accuracy fails.
    """
    solution = notebooks.read(course.solution(assignment))
    _require_blanks(found, solution)
    seed = draw_seed()
    limits = course.limits_of(assignment)
    reference = execute_solution(solution, seed, partial(executor.run_one, limits=limits))
    filled = (
        fill(solution, {one.blank: one.source}, only=one.blank, train=trains(one)) for one in found
    )
    tasks = zip(found, filled, strict=True)
    judge = Judge(reference)
    measurer = accuracy.Measurer(
        lambda: reference, solution, seed, engine_for(executor.setting).execute
    )
    for answer, execution in executor.run(
        tasks, {"LABKIT_SEED": str(seed)}, limits, course.assignment(assignment).preload
    ):
        measurer.verify(str(answer.path), execution.notebook)
        verdict = judge.verdicts(execution.notebook)[answer.blank]
        yield Trial(answer, verdict, execution.state)


def fill(
    notebook: NotebookNode, sources: dict[str, str], only: str | None = None, train: bool = True
) -> NotebookNode:
    """A copy of a notebook with other sources in its blanks.

    Args:
        notebook: a solution or a released notebook.
        sources: source of each blank's cell, by the blank's id.
        only: run the check of this blank alone, nothing after it, and no other training.
        train: whether its own training is run.
    """
    filled = (
        accuracy.without_training(notebook, but=only if train else None)
        if only
        else copy.deepcopy(notebook)
    )
    for cell in filled.cells:
        if is_blank(cell) and grade_id(cell) in sources:
            cell.source = sources[grade_id(cell)]
    if only:
        _skip_others(filled, only)
    return filled


def _skip_others(notebook: NotebookNode, blank: str) -> None:
    """Skip all checks but one, and whatever comes after that one."""
    passed = False
    for cell in notebook.cells:
        if is_check(cell) and check_name(cell) == blank:
            passed = True
        elif passed or is_check(cell):
            cell.metadata[OURS] = {"skip": True}


def _require_blanks(found: list[Answer], solution: NotebookNode) -> None:
    known = set(notebooks.checks(solution))
    unknown = sorted({answer.blank for answer in found} - known)
    if unknown:
        raise CourseError(
            f"the folder {found[0].path.parent.parent.parent} has answers for {', '.join(unknown)}, "
            f"but the assignment's blanks are {', '.join(sorted(known))}. Rename the folders."
        )
