"""Trying answers: each goes into the solution notebook, and its blank's check is judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from nbformat import NotebookNode

from autograder import notebooks
from autograder.course import Course, CourseError
from autograder.evaluate.accuracy import Measurer
from autograder.evaluate.answers import Answer, with_answer
from autograder.evaluate.executor import Executor, engine_for
from autograder.evaluate.mistakes import Namer
from autograder.evaluate.references import draw_seed, execute_solution
from autograder.evaluate.verdicts import Judge
from labkit.judge import Verdict
from labkit.reference import PUBLIC_SEED


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
    namer = Namer(course, assignment, seed, executor.run_one)
    measurer = Measurer(lambda: reference, solution, seed, measure)
    # Filled in one by one as they are needed: all at once would be hundreds of notebooks.
    tasks = ((one, with_answer(solution, one, trains(one))) for one in tried)
    environment, preload = {"LABKIT_SEED": str(seed)}, course.assignment(assignment).preload
    for answer, execution in executor.run(tasks, environment, limits, preload):
        # The path stands for a student: it tells one answer's weights from another's.
        measurer.replace_accuracies(str(answer.path), execution.notebook)
        verdict = judge.verdicts(execution.notebook)[answer.blank]
        verdict = replace(verdict, mistake=namer.named(verdict, judge))
        yield Trial(answer, verdict, execution.state)


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
