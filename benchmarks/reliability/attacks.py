"""Attacks on points and on the machine."""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

from cheating import Cheat, cheats
from namespaces import in_a_container
from tqdm import tqdm

from benchmarks.reliability import rows
from benchmarks.reliability.rows import ROOT, Results, Row, digest_of, solution_of
from benchmarks.two_graders import grade_ours, grade_stock

# What of the repository grading needs: what every kernel may read, and what root alone may.
PUBLIC = ("autograder", "labkit", "resources")
SECRET = ("answers", "benchmarks", "exercises", "solutions", "tests")
MACHINE = {
    "ours": ("test_isolation.py", "an_attack_ends_in_time"),
    "users": ("test_users.py", "an_attack_changes_nothing"),
}
FILES = ("course.toml", "nbgrader_config.py", "pyproject.toml")


def measure_attacks(results: Results, options: argparse.Namespace, sandbox: str) -> None:
    """The attacks on points: what they deserve, what they got, and whether a person has to look."""
    known = {cheat.name: cheat for cheat in cheats()}
    digests = {
        name: digest_of(cheat.text, solution_of(cheat.assignment)) for name, cheat in known.items()
    }
    results.forget_all_but("attacks", known)
    drawn = random.Random(0).sample(sorted(known), min(options.stock_attacks, len(known)))
    wanted_of = {
        "ours": digests,
        "users": digests,
        "stock": {name: digests[name] for name in drawn},
    }
    for grader, wanted in wanted_of.items():
        missing = results.missing("attacks", grader, wanted) if grader in options.graders else []
        for assignment in rows.assignments():
            tried = [known[name] for name in missing if known[name].assignment == assignment]
            for part in tqdm(list(_parts(tried, 40)), desc=f"attacks on {assignment}, {grader}"):
                for name, result in _attacked(part, grader, sandbox):
                    results.keep(Row("attacks", grader, name, wanted[name], result))


def _attacked(tried: list[Cheat], grader: str, sandbox: str) -> Iterator[tuple[str, Any]]:
    assignment = tried[0].assignment
    handed_in = {cheat.name: cheat.notebook() for cheat in tried}
    if grader == "ours":
        graded, flagged = grade_ours(assignment, handed_in, sandbox)
    elif grader == "users":
        graded, flagged = _grade_in_a_container(assignment, list(handed_in))
    else:
        graded, flagged = grade_stock(assignment, handed_in), {}
    for cheat in tried:
        total = sum(graded.get(cheat.name, {}).values())
        yield (
            cheat.name,
            {
                "family": cheat.header["family"],
                "deserved": cheat.deserved,
                "points": round(total, 2),
                "flagged": flagged.get(cheat.name, "") == "needs review",
            },
        )


def _grade_in_a_container(assignment: str, names: list[str]) -> Any:
    """As :func:`grade_ours` does, in the sandbox of own users, where root alone reads secrets."""
    folder = ROOT / "build" / "reliability" / "container"
    shutil.rmtree(folder, ignore_errors=True)
    for name in (*PUBLIC, *SECRET):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, folder)
    for name in SECRET:
        (folder / name).chmod(0o700)
    with chdir(folder):
        arguments = ["-m", "benchmarks.reliability", "--attacked", assignment, *names]
        done = subprocess.run(
            in_a_container(arguments),
            env={**os.environ, "PYTHONPATH": f"{folder}"},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    return json.loads(done.stdout.splitlines()[-1])


def attack_in_this_process(assignment: str, *names: str) -> int:
    """Grade some attacks, as root of a container."""
    handed_in = {cheat.name: cheat.notebook() for cheat in cheats() if cheat.name in names}
    print(f"\n{json.dumps(grade_ours(assignment, handed_in, 'users'))}")
    return 0


def _parts(tried: list[Cheat], size: int) -> Iterator[list[Cheat]]:
    yield from (tried[start : start + size] for start in range(0, len(tried), size))


def measure_sandbox(results: Results, options: argparse.Namespace, sandbox: str) -> None:
    """The attacks on the machine, by their own tests: each must end as its row says."""
    for grader, (file, tests) in MACHINE.items():
        test = ROOT / "tests" / "engine" / file
        digest = digest_of(test, *sorted((test.parent / "attacks").glob("*.toml")))
        if grader in options.graders and results.missing("sandbox", grader, {"all": digest}):
            _try_machine(results, grader, test, tests, digest)


def _try_machine(results: Results, grader: str, test: Path, tests: str, digest: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "report.xml")
        command = [sys.executable, "-m", "pytest", "-q", "--no-header", f"--junitxml={file}"]
        command += ["-k", tests, str(test)]
        subprocess.run(command, cwd=ROOT, check=False)
        cases = list(ET.parse(file).iter("testcase"))
    if all(case.find("skipped") is not None for case in cases):
        print(f"attacks on the machine, {grader}: not measured, for want of a sandbox here")
        return
    held = [not list(case) for case in cases]
    results.keep(Row("sandbox", grader, "all", digest, {"tried": len(held), "held": sum(held)}))
