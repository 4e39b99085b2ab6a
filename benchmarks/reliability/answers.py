"""Right and wrong answers, with seeds and imitated processors."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from itertools import cycle
from typing import Any

from both_judges import BothJudges
from tqdm import tqdm

from autograder import notebooks, registry
from autograder.answers import blanks
from autograder.answers.known import KnownAnswer, known_answers
from autograder.answers.trial import try_answers
from autograder.engine.engine import Setting
from autograder.engine.pool import Executor
from autograder.runtime import RUNTIME
from autograder.submission.training import is_training, kept_by
from benchmarks import mistakes
from benchmarks.mistakes import FALSE, NO_NAME, OWN
from benchmarks.processors import VARIANTS
from benchmarks.reliability.rows import (
    ROOT,
    Results,
    Row,
    checks_of,
    digest_of,
    exercise_of,
    solution_of,
)
from benchmarks.two_graders import grade_stock

# A busy machine is no reason to stop an answer.
AMPLE: dict[str, Any] = {"cell_seconds": 250, "total_seconds": 500, "cpu_seconds": 500}


def measure_answers(results: Results, options: argparse.Namespace, sandbox: str) -> None:
    """Right and wrong answers, with seeds and imitated processors; trainings are left out."""
    for assignment in options.assignments:
        digest = digest_of(solution_of(assignment), *map(said_of, untrained(assignment)))
        # Each seed on one processor, in turn: a class meets many seeds, and one kind of machine.
        turns = zip(range(1, options.seeds + 1), cycle(options.processors), strict=False)
        wanted = {f"{assignment} seed {seed} {processor}": digest for seed, processor in turns}
        for name in tqdm(results.missing("answers", "ours", wanted), desc=assignment):
            _, _, seed, processor = name.split()
            result = _try_in_a_process(assignment, int(seed), processor)
            results.keep(Row("answers", "ours", name, digest, result))
        _measure_stock_answers(results, assignment, digest)


def untrained(assignment: str) -> list[KnownAnswer]:
    """The answers whose check measures no training."""
    trained = {
        check
        for cell in notebooks.read(solution_of(assignment)).cells
        if is_training(cell)
        for check in kept_by(cell)
    }
    tried = known_answers(registry.load(ROOT).assignment(assignment))
    return [answer for answer in tried if answer.blank not in trained]


def said_of(answer: KnownAnswer) -> str:
    """What a measurement depends on, without the sentences."""
    fails = sorted((answer.fails or frozenset()) | answer.by_chance)
    return " ".join((answer.blank, answer.name, answer.known_as, *fails, answer.source))


def _try_in_a_process(assignment: str, seed: int, processor: str) -> dict[str, Any]:
    """torch reads the variables that imitate a processor once, when it starts."""
    command = [sys.executable, "-m", "benchmarks.reliability", "--tried", assignment, str(seed)]
    environment = {**os.environ, **VARIANTS[processor]}
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True)
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def try_in_this_process(assignment: str, seed: str) -> int:
    """The part of :func:`measure_answers` for its own process; prints the result as JSON."""
    tried, course = untrained(assignment), registry.load(ROOT)
    course = replace(course, limits=replace(course.limits, **AMPLE))
    with Executor(Setting("none", course.limits, RUNTIME), jobs=1) as executor:
        trials = list(
            try_answers(
                course.assignment(assignment),
                tried,
                executor,
                lambda _: False,
                int(seed),
                BothJudges,
            )
        )
    result: dict[str, Any] = {"right": _count(tried, True), "wrong": _count(tried, False)}
    result["no"] = [name_of(trial.answer) for trial in trials if not trial.is_as_it_should_be]
    named = {
        name_of(trial.answer): mistakes.outcome(trial.answer, trial.verdict, trial.verdict.mistake)
        for trial in trials
    }
    result["own name"] = sum(name == OWN for name in named.values())
    for kind, start in (("no name", NO_NAME), ("false name", FALSE)):
        result[kind] = [answer for answer, name in named.items() if name.startswith(start)]
    print(json.dumps(result))
    return 0


def name_of(answer: KnownAnswer) -> str:
    return f"{answer.blank}/{'right' if answer.is_right else 'wrong'}/{answer.name}"


def _count(tried: Iterable[KnownAnswer], is_right: bool) -> int:
    return sum(answer.is_right == is_right for answer in tried)


def _measure_stock_answers(results: Results, assignment: str, digest: str) -> None:
    """Two students, one with a right answer in each blank, the other with a wrong one."""
    if not results.missing("answers", "stock", {assignment: digest}):
        return
    given = exercise_of(assignment)
    first = {(known.blank, known.is_right): known for known in reversed(untrained(assignment))}
    students = {
        f"all-{is_right}": blanks.fill(
            given,
            {blank: known.source for (blank, right), known in first.items() if right == is_right},
        )
        for is_right in (True, False)
    }
    graded = grade_stock(assignment, students)
    full = {cell: check.metadata.nbgrader.points for cell, check in checks_of(given).items()}
    result: dict[str, Any] = {"right": 0, "wrong": 0, "no": []}
    for (blank, is_right), answer in first.items():
        name = f"{blank}_check"
        reached = graded[f"all-{is_right}"].get(name, 0) >= full[name]
        result["right" if is_right else "wrong"] += 1
        if reached != is_right:
            result["no"].append(name_of(answer))
    results.keep(Row("answers", "stock", assignment, digest, result))
