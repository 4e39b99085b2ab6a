"""`make bench-notebooks`: the time that each notebook and its checks need, filled, on one thread.

A solution is executed from its first cell to its last in an empty folder, as *Run All Cells* does,
with its trainings and figures. Starting Jupyter's `nbconvert` and the kernel is part of it.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from autograder import notebooks, registry
from benchmarks.measure import Cost, measure, seconds_of
from benchmarks.measured import Page, Table, add_pages
from benchmarks.options import known_assignment

ROOT = Path(__file__).parent.parent
LONGEST_CELL = 1800
PAGE = Page(
    "notebooks",
    "How long each notebook runs",
    "make bench-notebooks",
    """\
Every solution from its first cell to its last, with its trainings and figures, on one thread.
Core-seconds are the processor time of Jupyter, the kernel and what it starts (compilers, the
simulator), and hardly depend on what else the machine does; seconds do. *Check* is how long a
student waits for the card of a check, in the middle and for the slowest twentieth. A run of some
notebooks (`make bench-notebooks BENCH="06_number_formats"`) prints its rows, and leaves the page as
it is.
""",
)
GOAL_CHECK = 0.2  # seconds, in the middle


def main() -> int:
    """Execute the notebooks one after the other, and print a row of a table for each."""
    options, course = _options(), registry.load(ROOT)
    shown = Table("assignment", "core-seconds", "seconds", "checks", "check, s", "slowest 5 %, s")
    waited: list[float] = []
    for assignment in course.select(options.assignments):
        cost, checks = executed(assignment.solution, options.language)
        whole = f"{cost.core_seconds:.0f}", f"{cost.seconds:.0f}"
        shown.add(assignment.id, *whole, *_waiting(checks))
        waited += checks
    shown.add("together", "", "", *_waiting(waited))
    if not options.assignments:
        PAGE.write({"All assignments": str(shown)}, options.pages)
    print(f"goal: a check in the middle at most {GOAL_CHECK} s")
    return 0


def _waiting(checks: list[float]) -> tuple[str, str, str]:
    """Their number, the median and the 95th percentile."""
    slowest = sorted(checks)[round(0.95 * (len(checks) - 1))]
    return str(len(checks)), f"{statistics.median(checks):.2f}", f"{slowest:.2f}"


def executed(notebook: Path, language: str) -> tuple[Cost, list[float]]:
    """What one run of a notebook took, and the seconds of each of its checks.

    Raises:
        RuntimeError: a cell failed; the message is the end of its traceback.
    """
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", notebook.name]
    command.append(f"--ExecutePreprocessor.timeout={LONGEST_CELL}")
    # On one thread core-seconds mean the same on every machine, however busy it is.
    variables = {"OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT), "LABKIT_LANGUAGE": language}
    with tempfile.TemporaryDirectory(prefix="labkit-bench-") as folder:
        shutil.copy(notebook, folder)
        cost = measure(command, Path(folder), variables)
        run = notebooks.read(Path(folder, f"{notebook.stem}.nbconvert.ipynb"))
    return cost, [seconds_of(cell, cell) for cell in notebooks.checks(run).values()]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.notebooks", description=__doc__)
    parser.add_argument("assignments", type=known_assignment, nargs="*", help="without any, all")
    parser.add_argument("--language", default="en", help="of texts and figures (%(default)s)")
    add_pages(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
