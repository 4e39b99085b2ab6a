"""The seeds of an assignment graded on arrival, and which student saw values of which seed."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from autograder.course import Assignment
from autograder.engine.pool import Executor
from autograder.grading import Grader
from autograder.watch import arrivals

# Seconds. A page shows values that its seed drew. No submission of that student is graded with it
# again, and after this time no one else's, who might have seen the page.
SEED = 60.0
MAX_SEEDS = 4  # for one assignment, each with the solution's results: the oldest is dropped


@dataclass
class Seed:
    """A grader, whose seed is its own, and to whom pages have shown values of that seed."""

    grader: Grader
    shown_to: set[str] = field(default_factory=set)
    until: float = math.inf

    def show(self, students: Iterable[str]) -> None:
        """Note that pages show these students values of this seed."""
        self.shown_to.update(students)
        self.until = min(self.until, time.monotonic() + SEED)


class Seeds:
    """The seeds of one assignment; each is drawn, and the solution run with it, when needed.

    Args:
        assignment: watched.
        executor: where notebooks are executed.
        names: whether known mistakes are named, for which wrong answers run first.
    """

    def __init__(self, assignment: Assignment, executor: Executor, *, names: bool) -> None:
        self._assignment, self._executor, self._names = assignment, executor, names
        self._seeds: list[Seed] = []
        self._version = 0  # of the solution, when the seeds were drawn

    def unshown(self, student: str | None = None) -> Seed:
        """A seed that the student was not shown; without a student, one that no one was."""
        seeds = self._valid()
        for seed in seeds:
            if not (seed.shown_to & {student} if student else seed.shown_to):
                return seed
        grader = Grader(self._assignment, self._executor, names=self._names)
        grader.warm_up()
        self._seeds = [*seeds, Seed(grader)][-MAX_SEEDS:]
        return self._seeds[-1]

    def are_all_shown(self) -> bool:
        """Whether every seed was shown to somebody."""
        return all(seed.shown_to for seed in self._valid())

    def _valid(self) -> list[Seed]:
        """The seeds that may be used: of the current solution, and not shown long ago."""
        version, now = arrivals.changed(self._assignment.solution), time.monotonic()
        is_same, self._version = self._version == version, version
        self._seeds = [seed for seed in self._seeds if is_same and now < seed.until]
        return self._seeds
