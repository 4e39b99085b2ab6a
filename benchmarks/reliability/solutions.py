"""Every check of the solutions with many seeds, on each processor against the first.

Checks draw their inputs. If a drawn value can lie on the border between two results, as a sum of
whole numbers on a rounding tie, some seed makes the processor decide. A class with such a seed
loses points for right answers.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

from both_judges import BothJudges
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell
from tqdm import tqdm

from autograder import notebooks, registry
from autograder.engine.engine import Engine
from autograder.judging.outcome import in_words
from autograder.runtime import RUNTIME
from autograder.submission.parts import plan_of
from benchmarks import processors
from benchmarks.reliability.rows import ROOT, Results, Row, digest_of, solution_of

# Checks with many seeds are many times a student's notebook.
AMPLE: dict[str, Any] = dict(cell_seconds=250, total_seconds=3000, cpu_seconds=3000, output_mb=4000)


def measure_solutions(results: Results, options: argparse.Namespace, sandbox: str) -> None:
    """A row for each assignment and processor: verdicts, and which of them are not full."""
    for assignment in tqdm(options.assignments, desc="solutions"):
        digest = digest_of(solution_of(assignment)) + f" {options.check_seeds}"
        first, *others = options.processors
        wanted = {f"{assignment} {other} against {first}": digest for other in others}
        missing = results.missing("solutions", "ours", wanted)
        with tempfile.TemporaryDirectory(prefix="labkit-seeds-") as folder:
            used = [first, *(name.split()[1] for name in missing)] if missing else []
            for processor in used:
                _execute_in_a_process(assignment, processor, options.check_seeds, Path(folder))
            for name in missing:
                expected, got = (
                    read_each_seed(Path(folder) / processor)
                    for processor in (first, name.split()[1])
                )
                results.keep(Row("solutions", "ours", name, digest, compare(expected, got)))


def _execute_in_a_process(assignment: str, processor: str, seeds: int, folder: Path) -> None:
    """torch reads the variables that imitate a processor once, when it starts."""
    environment = dict(os.environ)
    processors.imitate(processor, environment)
    seeded = [assignment, str(seeds), str(folder / processor)]
    command = [sys.executable, "-m", "benchmarks.reliability", "--seeded", *seeded]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


def execute_in_this_process(assignment: str, seeds: str, file: str) -> int:
    """The part of :func:`measure_solutions` for its own process; writes the executed notebooks."""
    course = registry.load(ROOT)
    limits = replace(course.assignment(assignment).limits, **AMPLE)
    solution = notebooks.read(solution_of(assignment))
    with Engine("none", limits, RUNTIME) as engine:
        engine.preload(course.assignment(assignment).preload)
        seeded = with_seeds(solution, range(1, int(seeds) + 1))
        execution = engine.execute(seeded, plan=plan_of(seeded))
    if execution.stops:
        raise SystemExit(f"the solution of {assignment} was stopped: {in_words(execution.stops)}")
    notebooks.write(Path(file), notebooks.as_text(execution.notebook))
    return 0


def with_seeds(solution: NotebookNode, seeds: Sequence[int]) -> NotebookNode:
    """A notebook in which each check is run once for each seed; the rest is run once."""
    seeded = deepcopy(solution)
    seeded.cells = []
    for cell in deepcopy(solution.cells):
        for seed in seeds if notebooks.is_check(cell) else ():
            seeded.cells += [with_seed(seed), NotebookNode(cell | {"id": f"{cell.id}-{seed}"})]
        seeded.cells += [] if notebooks.is_check(cell) else [cell]
    return seeded


def with_seed(seed: int) -> NotebookNode:
    """A cell after which checks draw with a seed."""
    # Otherwise the check would restore the environment.
    cell: NotebookNode = new_code_cell(
        "import os; from labkit import process_settings; process_settings._begun.clear(); "
        f"os.environ['LABKIT_SEED'] = '{seed}'"
    )
    return cell


def read_each_seed(file: Path) -> list[NotebookNode]:
    """For each seed a notebook as if it had been executed with it alone."""
    executed = notebooks.read(file)
    rows: dict[str, list[NotebookNode]] = {}
    for cell in notebooks.cells(executed):
        if cell.is_check:
            rows.setdefault(cell.blank, []).append(cell.node)
    others = [cell for cell in executed.cells if not notebooks.is_check(cell)]
    return [
        NotebookNode(executed | {"cells": [*others, *checks]})
        for checks in zip(*rows.values(), strict=True)
    ]


def compare(expected: list[NotebookNode], got: list[NotebookNode]) -> dict[str, object]:
    """How many verdicts there are, and the records that failed, with their seed.

    Args:
        expected: the solution's notebook, executed with each seed.
        got: the same from another processor.
    """
    judged = [
        (seed, verdict)
        for seed, (reference_, executed) in enumerate(zip(expected, got, strict=True), start=1)
        for verdict in BothJudges(reference_).verdicts(executed).values()
    ]
    refused = [
        f"{verdict.check}.{record} with seed {seed}"
        for seed, verdict in judged
        for record in verdict.failed or ([] if verdict.passed else ["nothing recorded"])
    ]
    return {"checks": len(judged), "refused": refused}
