"""`make reliability`: attacks, answers, damaged files and kills, through ours and stock nbgrader.

Each part measures rows of data that tests use too: tests/system/cheats, tests/engine/attacks,
answers/, tests/unit/damages.py, and the kills of tests/system/test_resume.py. What is measured is
kept in a file, a line for each row, and not measured again as long as its data stay the same.
docs/measured/reliability.md is made of these rows and of those that it was made of before.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from benchmarks.made_up_class import best_sandbox
from benchmarks.measured import add_pages
from benchmarks.processors import VARIANTS
from benchmarks.reliability import page, rows
from benchmarks.reliability.answers import measure_answers, try_in_this_process
from benchmarks.reliability.attacks import (
    attack_in_this_process,
    measure_attacks,
    measure_sandbox,
)
from benchmarks.reliability.luck import measure_luck
from benchmarks.reliability.mishaps import measure_damages, measure_kills
from benchmarks.reliability.rows import ROOT, Results, Row
from benchmarks.reliability.solutions import execute_in_this_process, measure_solutions

PARTS: dict[str, Callable[[Results, argparse.Namespace, str], None]] = {
    "solutions": measure_solutions,
    "answers": measure_answers,
    "luck": measure_luck,
    "attacks": measure_attacks,
    "sandbox": measure_sandbox,
    "damages": measure_damages,
    "kills": measure_kills,
}


def main() -> int:
    """Measure what is missing, and write the page."""
    options = _options()
    if options.tried:
        return try_in_this_process(*options.tried)
    if options.seeded:
        return execute_in_this_process(*options.seeded)
    if options.attacked:
        return attack_in_this_process(*options.attacked)
    published = [Row(**row) for row in page.recorded(options.measured)]
    results, sandbox = Results(options.results, published), best_sandbox()
    for part in options.parts:
        PARTS[part](results, options, sandbox)
    page.write(options.pages, options.measured, [asdict(row) for row in results.rows])
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "make reliability", description=(__doc__ or "").partition("\n\n")[0]
    )
    add = parser.add_argument
    add("--parts", nargs="+", choices=list(PARTS), default=list(PARTS), help="default: all")
    add(
        "--assignments",
        nargs="+",
        choices=rows.assignments(),
        default=rows.assignments(),
        help="whose solutions and answers (default: all)",
    )
    add("--seeds", type=int, default=1, help="for the answers (default: %(default)s)")
    add(
        "--processors",
        nargs="+",
        choices=list(VARIANTS),
        default=["all-1", "sse41-2"],
        help="imitated for solutions and answers (default: %(default)s)",
    )
    add("--check-seeds", type=int, default=5, help="for the solutions (default: %(default)s)")
    add("--blanks", nargs="+", help="whose answers luck is measured with (default: all)")
    luck = "for luck: of most blanks, and of those that trained weights rest on (default: 5 20)"
    add("--luck-seeds", type=int, nargs=2, default=[5, 20], metavar="SEEDS", help=luck)
    add("--untrained", action="store_true", help="luck trains nothing (trainings take an hour)")
    add("--jobs", type=int, default=os.cpu_count(), help="kernels for luck (default: %(default)s)")
    graders = "ours", "users", "stock"
    add("--graders", nargs="+", choices=graders, default=graders, help="of attacks (default: all)")
    add("--stock-attacks", type=int, default=10, help="drawn for stock (default: %(default)s)")
    add("--kills", type=int, default=20, help="in each run (default: %(default)s)")
    add("--kill-seeds", type=int, default=1, help="runs that are killed (default: %(default)s)")
    results = ROOT / "build" / "reliability" / "results.jsonl"
    add("--results", type=Path, default=results, help="newer rows (default: %(default)s)")
    add_pages(parser)
    measured = page.MEASURED
    add("--measured", type=Path, default=measured, help="rows of the page (default: %(default)s)")
    # What a process of its own measures.
    add("--tried", nargs=2, help=argparse.SUPPRESS)
    add("--seeded", nargs=3, help=argparse.SUPPRESS)
    add("--attacked", nargs="+", help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
