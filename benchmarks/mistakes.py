"""`make mistakes`: whether every answer in `answers/` gets the name of its own mistake, by seeds.

Each answer is executed twice with each seed, in different kernels: as the known one, and as what a
student hands in. A right answer must get no name, and a wrong one its own or none.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from pathlib import Path

from autograder import notebooks, registry
from autograder.answers.blanks import Namer, run_together
from autograder.answers.known import KnownAnswer, known_answers
from autograder.course import Course
from autograder.engine.engine import Setting
from autograder.engine.pool import Executor
from autograder.judging.references import execute_solution
from autograder.judging.verdicts import Judge
from autograder.runtime import RUNTIME
from benchmarks.options import known_assignment
from labkit.judge import Mistake, Verdict
from labkit.mistakes import failing
from labkit.reference import PUBLIC_SEED

ROOT = Path(__file__).resolve().parent.parent
OWN, FALSE, NO_NAME, NOTHING = "own name", "FALSE NAME", "no name", "nothing to name"


def named(
    course: Course, assignment: str, seed: int, executor: Executor, tried: list[KnownAnswer]
) -> Iterator[tuple[KnownAnswer, Verdict, Mistake | None]]:
    """Each answer with its verdict and the name that its mistake gets.

    Args:
        course, assignment: whose solution and whose known mistakes.
        seed: of the checks.
        executor: executes everything.
        tried: the answers, sorted by blank.
    """
    solution = notebooks.read(course.assignment(assignment).solution)
    executor.engine.preload(course.assignment(assignment).preload)
    limits = course.assignment(assignment).limits
    run = partial(executor.run_one, limits=limits)
    public, reference = (execute_solution(solution, number, run) for number in (PUBLIC_SEED, seed))
    judge, namer = (
        Judge(reference, public),
        Namer(course.assignment(assignment), seed, executor.run_one),
    )
    for blank, some in groupby(tried, key=lambda answer: answer.blank):
        for answer, executed in run_together(solution, list(some), seed, executor.run_one, limits):
            verdict = judge.verdicts(executed)[blank]
            yield answer, verdict, namer.named(verdict, judge)


def outcome(answer: KnownAnswer, verdict: Verdict, mistake: Mistake | None) -> str:
    """In a word, whether an answer got the right name."""
    if not mistake:
        # Without training, accuracy fails in right answers too; it says nothing about a mistake.
        return NO_NAME if failing(verdict) else NOTHING
    is_own = not answer.is_right and mistake.name == answer.known_as
    return OWN if is_own else f"{FALSE} {mistake.name}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "assignments", type=known_assignment, nargs="*", help="all, if none is named"
    )
    parser.add_argument("--seeds", type=int, default=20)
    options = parser.parse_args()
    course = registry.load(ROOT)
    with Executor(Setting("none", course.limits, RUNTIME), 1) as executor:
        for assignment in course.select(options.assignments):
            # In reverse order: in its kernel an answer then follows different ones than as a known
            # answer.
            tried = known_answers(assignment)[::-1]
            counts: Counter[str] = Counter()
            for seed in range(1, options.seeds + 1):
                for row in named(course, assignment.id, seed, executor, tried):
                    counts[said := outcome(*row)] += 1
                    if said not in (OWN, NOTHING):
                        print(f"  seed {seed}: {row[0].place}: {said}", flush=True)
            print(f"{assignment.id}, {options.seeds} seeds: {dict(counts)}", flush=True)


if __name__ == "__main__":
    main()
