"""`make bench-notebooks`: the minutes that each notebook needs to run, filled, on one thread.

A solution is executed from its first cell to its last in an empty folder, as *Run All Cells* does,
with its trainings and figures. Starting Jupyter's `nbconvert` and the kernel is part of it.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from autograder import registry
from benchmarks.measure import Cost, measure
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
simulator), and hardly depend on what else the machine does; seconds do. A run of some of them
(`make bench-notebooks BENCH="06_number_formats"`) prints its rows, and leaves the page as it is.
""",
)


def main() -> int:
    """Execute the notebooks one after the other, and print a row of a table for each."""
    options, course = _options(), registry.load(ROOT)
    shown = Table("assignment", "core-seconds", "seconds")
    for assignment in course.select(options.assignments):
        cost = executed(assignment.solution, options.language)
        shown.add(assignment.id, f"{cost.core_seconds:.0f}", f"{cost.seconds:.0f}")
    if not options.assignments:
        PAGE.write({"All assignments": str(shown)}, options.pages)
    return 0


def executed(notebook: Path, language: str) -> Cost:
    """What one run of a notebook took.

    Raises:
        RuntimeError: a cell failed; the message is the end of its traceback.
    """
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", notebook.name]
    command.append(f"--ExecutePreprocessor.timeout={LONGEST_CELL}")
    # On one thread core-seconds mean the same on every machine, however busy it is.
    variables = {"OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT), "LABKIT_LANGUAGE": language}
    with tempfile.TemporaryDirectory(prefix="labkit-bench-") as folder:
        shutil.copy(notebook, folder)
        return measure(command, Path(folder), variables)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.notebooks", description=__doc__)
    parser.add_argument("assignments", type=known_assignment, nargs="*", help="without any, all")
    parser.add_argument("--language", default="en", help="of texts and figures (%(default)s)")
    add_pages(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
