"""`make bench-c`: the C homework's solution next to memcpy and a naive loop, with gcc and clang."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measured import Page, markdown_table

HOMEWORK = Path(__file__).resolve().parent.parent / "c_exercise"
COMPILERS = ("gcc", "clang")
GOAL_TIMES_NAIVE, GOAL_OF_MEMCPY = 4, 0.8
PAGE = Page(
    "c_loop",
    "The C homework's solution next to memcpy and a naive loop",
    "make bench-c",
    """\
The solution should be 4 times as fast as the naive loop where the array fits into the cache, and
reach 0.8 of memcpy's speed where it does not.
""",
)
ROW = re.compile(r"^quantizeInt8InFloat +[\d.]+ +([\d.]+) +([\d.]+)$", re.MULTILINE)


def main() -> int:
    """Measure, print, and return the exit status: 1 if a goal was missed."""
    reached, rows = True, []
    for compiler in filter(shutil.which, COMPILERS):
        printed = bench(compiler)
        print(f"{compiler}\n{printed}", flush=True)
        (_, times_naive), (of_memcpy, _) = ROW.findall(printed)
        rows.append((compiler, times_naive, of_memcpy))
        reached = reached and float(times_naive) >= GOAL_TIMES_NAIVE
        reached = reached and float(of_memcpy) >= GOAL_OF_MEMCPY
    shown = markdown_table(
        ("compiler", "in the cache, times the naive loop", "in memory, of memcpy"), rows
    )
    print(f"{shown}\ngoals: {GOAL_TIMES_NAIVE} and {GOAL_OF_MEMCPY}")
    PAGE.write({"The solution": shown})
    return 0 if reached else 1


def bench(compiler: str) -> str:
    """What the homework's `make bench` prints, run in a copy: a student's build is left alone."""
    with tempfile.TemporaryDirectory(prefix="labkit-bench-") as folder:
        copy = shutil.copytree(
            HOMEWORK, Path(folder, "c_exercise"), ignore=shutil.ignore_patterns("build")
        )
        command = ["make", "--silent", "bench", f"CC={compiler}", "SOURCE=solution/quantize.c"]
        return subprocess.run(command, cwd=copy, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())
