"""Attacks on points and on the machine."""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cheating import Cheat, cheats
from tqdm import tqdm

from benchmarks.reliability import rows
from benchmarks.reliability.rows import ROOT, Results, Row, digest_of, solution_of
from benchmarks.two_graders import grade_ours, grade_stock


def measure_attacks(results: Results, options: argparse.Namespace, sandbox: str) -> None:
    """The attacks on points: what they deserve, what they got, and whether a person has to look."""
    known = {cheat.name: cheat for cheat in cheats()}
    digests = {
        name: digest_of(cheat.path, solution_of(cheat.assignment)) for name, cheat in known.items()
    }
    results.forget_all_but("attacks", known)
    drawn = random.Random(0).sample(sorted(known), min(options.stock_attacks, len(known)))
    for grader, wanted in (("ours", digests), ("stock", {name: digests[name] for name in drawn})):
        missing = results.missing("attacks", grader, wanted)
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


def _parts(tried: list[Cheat], size: int) -> Iterator[list[Cheat]]:
    yield from (tried[start : start + size] for start in range(0, len(tried), size))


def measure_sandbox(results: Results, options: argparse.Namespace, sandbox: str) -> None:
    """The attacks on the machine, by their own test: each must end as its row says."""
    test = ROOT / "tests" / "engine" / "test_isolation.py"
    digest = digest_of(test, *sorted((test.parent / "attacks").glob("*.toml")))
    if not results.missing("sandbox", "ours", {"all": digest}):
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "report.xml")
        command = [sys.executable, "-m", "pytest", "-q", "--no-header", f"--junitxml={file}"]
        command += ["-k", "an_attack_ends_in_time", str(test)]
        subprocess.run(command, cwd=ROOT, check=False)
        cases = list(ET.parse(file).iter("testcase"))
    if all(case.find("skipped") is not None for case in cases):
        print("attacks on the machine: not measured, for want of a sandbox here")
        return
    held = [not list(case) for case in cases]
    results.keep(Row("sandbox", "ours", "all", digest, {"tried": len(held), "held": sum(held)}))
