"""`make bench-account`: where the core-seconds of one graded notebook go.

Everybody hands in the same perfect notebook. Its whole cost is the slope between classes of two
sizes, each graded by the command; the rest of the small one is the start-up, of which each notebook
of a class bears a share. The parts are measured one by one: the engine with the notebook and with
an empty one (all processes), cells inside the kernel between IPython's events, and the grader's own
steps by the processor time of their thread. The rest is what no part explains.
"""

from __future__ import annotations

import argparse
import copy
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial, wraps
from pathlib import Path
from typing import Any
from unittest import mock

from nbformat.v4 import new_notebook

from autograder import grading, notebooks, release_steps
from autograder.course import Course
from autograder.engine.engine import Engine, Setting
from autograder.engine.pool import Executor
from autograder.gradebook import gradebook
from autograder.judging.verdicts import Judge
from autograder.runtime import RUNTIME
from autograder.submission import decode
from autograder.submission.parts import plan_of
from autograder.submission.repair import repair
from benchmarks import kernels
from benchmarks.grading import SEED, cells_core_seconds, run_ours
from benchmarks.made_up_class import best_sandbox, make_course
from benchmarks.measured import Table
from benchmarks.options import add_assignment, add_submissions

FEW_SUBMISSIONS = 2
# The grader's own steps: where each is looked up, and by which name.
STEPS: dict[str, tuple[Any, str]] = {
    "repair": (grading.Grader, "_try_to_repair"),
    "judging": (Judge, "verdicts"),
    "cards": (grading, "show_verdicts"),
    "gradebook": (gradebook, "save"),
    "evidence": (notebooks, "write"),
}


def main() -> int:
    """Measure each part, and print the account in core-milliseconds."""
    options = _options()
    number, sandbox = options.submissions, best_sandbox()
    with tempfile.TemporaryDirectory(prefix="labkit-bench-") as folder:
        few, many = (
            make_course(Path(folder, name), options.assignment, size, different=1)
            for name, size in (("few", FEW_SUBMISSIONS), ("many", number))
        )
        small, large = (
            run_ours(course, options.assignment, sandbox).core_seconds for course in (few, many)
        )
        cells = cells_core_seconds(many, options.assignment, sandbox)[0] / number
        empty, executed = _in_engine(few, options.assignment, sandbox, options.runs)
        steps = _steps(many, options.assignment, sandbox)
    each = (large - small) / (number - FEW_SUBMISSIONS)
    parts = {
        "cells": cells,
        "fork and death": empty,
        "client": executed - empty - cells,
        **{name: seconds / number for name, seconds in steps.items()},
    }
    rest = {"the rest": each - sum(parts.values())}
    share = {f"start-up, shared by {number}": (small - FEW_SUBMISSIONS * each) / number}
    whole = {f"one of {number}": large / number}
    shown = Table("part", "core-ms")
    for name, seconds in {**parts, **rest, **share, **whole}.items():
        shown.add(name, f"{1000 * seconds:.0f}")
    return 0


def _in_engine(course: Course, assignment: str, sandbox: str, runs: int) -> tuple[float, float]:
    """Core-seconds of all processes for a notebook without cells, and for the first hand-in."""
    graded = course.assignment(assignment)
    student = graded.students()[0]
    solution, given = (
        notebooks.read(graded.solution),
        release_steps.released(graded, course.languages[0]),
    )
    text = (graded.submitted(student) / f"{assignment}.ipynb").read_bytes()
    handed_in = repair(decode.parse(text).notebook, solution, given).notebook
    with Engine(sandbox, course.limits, RUNTIME) as engine:
        engine.preload(graded.preload)

        def run(notebook: Any) -> float:
            task = copy.deepcopy(notebook), {"LABKIT_SEED": str(SEED)}
            return kernels.timed(partial(engine.execute, *task, plan=plan_of(notebook)))[
                1
            ].core_seconds

        costs = [[run(notebook) for notebook in (new_notebook(), handed_in)] for _ in range(runs)]
    empty, executed = (sum(column) / runs for column in zip(*costs, strict=True))
    return empty, executed


def _steps(course: Course, assignment: str, sandbox: str) -> dict[str, float]:
    """Core-seconds of the grader's own steps, for all hand-ins together."""
    spent: dict[str, float] = defaultdict(float)
    graded = course.assignment(assignment)
    with Executor(Setting(sandbox, course.limits, RUNTIME), 1) as executor:
        grader = grading.Grader(graded, executor)
        grader.warm_up()  # the solution's own run is a part of the start-up
        with _counted(spent):
            list(grader.grade(grader.jobs(graded.students(), force=True)))
    return spent


@contextmanager
def _counted(spent: dict[str, float]) -> Iterator[None]:
    """Count what each step takes; other steps that it calls count only for themselves."""
    with ExitStack() as stack:
        for step, (owner, name) in STEPS.items():
            function = _timed_step(spent, step, getattr(owner, name))
            stack.enter_context(mock.patch.object(owner, name, function))
        yield


def _timed_step(
    spent: dict[str, float], step: str, function: Callable[..., Any]
) -> Callable[..., Any]:
    @wraps(function)
    def call(*arguments: Any, **options: Any) -> Any:
        begin, others = time.thread_time(), sum(spent.values())
        try:
            return function(*arguments, **options)
        finally:
            spent[step] += time.thread_time() - begin - (sum(spent.values()) - others)

    return call


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.account", description=__doc__)
    add_assignment(parser, "02_int8_binary")
    add_submissions(parser, 40)
    parser.add_argument(
        "--runs", type=int, default=9, help="of a notebook in the engine (default: %(default)s)"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
