"""What goes wrong without ill will: notebooks that are damaged, graders that are killed."""

from __future__ import annotations

import argparse
import copy
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from damages import BLANK, DAMAGES, UNREADABLE
from kills import STUDENTS, course_with, evidence, killed_at_random
from nbformat import NotebookNode
from tqdm import tqdm

from autograder import registry
from autograder.answers import blanks
from autograder.course import Course
from benchmarks import made_up_class
from benchmarks.reliability import answers
from benchmarks.reliability.rows import (
    ROOT,
    Results,
    Row,
    checks_of,
    digest_of,
    exercise_of,
    solution_of,
)
from benchmarks.two_graders import (
    grade_ours,
    grade_stock,
    grade_with_stock,
    start_stock,
    stock_course,
)

DAMAGED = "02_int8_binary"


def measure_damages(results: Results, options: argparse.Namespace, sandbox: str) -> None:
    """A solved notebook, damaged: the points of what is left, and what is reported."""
    digest = digest_of(ROOT / "tests" / "unit" / "damages.py", solution_of(DAMAGED))
    wanted = dict.fromkeys([*DAMAGES, *(f"a file: {name}" for name in UNREADABLE)], digest)
    for grader in ("ours", "stock"):
        missing = results.missing("damages", grader, wanted)
        handed_in, deserved = _damaged(missing)
        if grader == "ours":
            graded, states = grade_ours(DAMAGED, handed_in, sandbox)
        else:
            graded, states = grade_stock(DAMAGED, handed_in), {}
        for name in missing:
            student = _student(name)
            total = round(sum(graded[student].values()), 2) if graded.get(student) else None
            result = {"deserved": deserved[student], "points": total, "state": states.get(student)}
            results.keep(Row("damages", grader, name, digest, result))


def _damaged(names: Iterable[str]) -> tuple[dict[str, NotebookNode | bytes], dict[str, float]]:
    """What is handed in, by student, and the points of the answers that it still holds."""
    right = {
        answer.blank: answer.source
        for answer in reversed(answers.untrained(DAMAGED))
        if answer.is_right
    }
    perfect = blanks.fill(exercise_of(DAMAGED), right)
    worth = {
        name: check.metadata.nbgrader.points
        for name, check in checks_of(perfect).items()
        if name.removesuffix("_check") in right
    }
    handed_in: dict[str, NotebookNode | bytes] = {}
    deserved = {}
    for name in names:
        student = _student(name)
        if name in DAMAGES:
            handed_in[student] = notebook = copy.deepcopy(perfect)
            DAMAGES[name][0](notebook)
            is_there = any(right[BLANK] in cell.source for cell in notebook.cells)
            deserved[student] = sum(worth.values()) - (0 if is_there else worth[f"{BLANK}_check"])
        else:
            handed_in[student] = UNREADABLE[name.removeprefix("a file: ")]
            deserved[student] = 0.0
    return handed_in, deserved


def _student(name: str) -> str:
    return name.replace(" ", "-").replace(":", "")


def measure_kills(results: Results, options: argparse.Namespace, sandbox: str) -> None:
    """Graders killed at drawn moments and run again, and whether points differ from undisturbed."""
    digest = digest_of(ROOT / "tests" / "system" / "test_resume.py")
    wanted = {f"seed {seed}": digest for seed in range(1, options.kill_seeds + 1)}
    for grader, survive in (("ours", _survive), ("stock", _survive_stock)):
        for name in tqdm(results.missing("kills", grader, wanted), desc=f"kills of {grader}"):
            with tempfile.TemporaryDirectory() as folder:
                result = survive(Path(folder), random.Random(name), options.kills)
            results.keep(Row("kills", grader, name, digest, result))


def _survive(folder: Path, moments: random.Random, kills: int) -> dict[str, Any]:
    go_on = folder / "go on"
    undisturbed, disturbed = (course_with(folder / name, go_on) for name in ("whole", "killed"))
    for kill in range(kills):
        killed_at_random(disturbed, moments, *(["--force"] if kill % 2 else []))
    go_on.touch()
    for course in (undisturbed, disturbed):
        command = [sys.executable, "-m", "autograder", "grade", DAMAGED, "--sandbox", "none"]
        subprocess.run(command, cwd=course, check=True, capture_output=True)
    return _compared(registry.load(undisturbed), registry.load(disturbed), kills)


def _survive_stock(folder: Path, moments: random.Random, kills: int) -> dict[str, Any]:
    """As for ours; a grader that is killed early has saved nothing yet."""
    whole, killed = (
        stock_course(course_with(folder / name, folder / "go on"), DAMAGED)
        for name in ("whole", "killed")
    )
    (folder / "go on").touch()
    for _ in range(kills):
        already = min(len(evidence(killed)), len(STUDENTS))  # the fifth may be done, too
        grading = start_stock(killed, DAMAGED)
        to_come = moments.randint(already, len(STUDENTS))
        while len(evidence(killed)) < to_come and grading.poll() is None:
            time.sleep(0.05)
        time.sleep(moments.uniform(0, 3))
        os.killpg(grading.pid, signal.SIGKILL)
        grading.wait()
    for course in (whole, killed):
        grade_with_stock(course, DAMAGED)
    return _compared(registry.load(whole), registry.load(killed), kills)


def _compared(whole: Course, killed: Course, kills: int) -> dict[str, Any]:
    first, second = (made_up_class.points(course, DAMAGED) for course in (whole, killed))
    different = {
        student for student, cell in first if first[student, cell] != second.get((student, cell))
    }
    return {
        "kills": kills,
        "students": len({student for student, _ in first}),
        "lost": len(different),
    }
