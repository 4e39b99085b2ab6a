"""`make bench-first-cell`: the seconds to the first check in an environment like Colab's.

The first cell fetches the course's tools from the public repository, which a web server of this
machine hands out. The first machine fills pip's cache and does not count. Then the cells run once
more: the tools are there.
"""

from __future__ import annotations

import resource
import sys
import tempfile
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder import registry
from autograder.notebooks import is_check
from autograder.release import publish
from benchmarks import colab
from benchmarks.colab import Machine
from benchmarks.measure import seconds_of
from benchmarks.measured import Page, Table

REPOSITORY = Path(__file__).parent.parent
NOTEBOOK = "exercises/en/02_int8_binary/02_int8_binary.ipynb"
GOAL_FIRST, GOAL_CHECK = 20, 60
PAGE = Page(
    "first_cell",
    "Seconds to the first check in Colab's environment",
    "make bench-first-cell",
    """\
The first cell fetches the course's tools from the public repository, which a web server of this
machine hands out; pip's cache is filled before. Seconds from the first cell's begin; core-seconds
include the kernel's start. The goals on a fresh machine are 20 seconds for the first cell and 60 to
the first check.
""",
)


def main() -> int:
    """Measure, print, and return the exit status: 1 if the first cell or check misses its goal."""
    files = publish.publication(replace(registry.load(REPOSITORY), repository="owner/course"))
    notebook = to_the_first_check(nbformat.reads(files[NOTEBOOK].decode(), as_version=4))
    with (
        tempfile.TemporaryDirectory(prefix="labkit-bench-") as name,
        colab.served(files) as address,
    ):
        folder = Path(name)
        cache = {"PIP_CACHE_DIR": str(folder / "cache"), "LABKIT_SOURCE": address}
        (folder / "empty").mkdir()
        Machine(folder / "fills the cache", cache).run(deepcopy(notebook), folder / "empty")
        machine = Machine(folder / "fresh", cache)
        shown = Table("machine", "first cell", "first check after", "core-seconds")
        first, check = show("fresh", shown, machine, notebook, folder / "empty")
        show("once more, the tools are there", shown, machine, notebook, folder / "empty")
    PAGE.write({Path(NOTEBOOK).stem: str(shown)})
    print(
        f"goals on a fresh machine: at most {GOAL_FIRST} s for the first cell, "
        f"{GOAL_CHECK} s to the first check"
    )
    return 0 if first <= GOAL_FIRST and check <= GOAL_CHECK else 1


def show(
    what: str, shown: Table, machine: Machine, notebook: NotebookNode, folder: Path
) -> tuple[float, float]:
    """Run the cells, add a row, and return the seconds to the end of the first and of the last."""
    before = core_seconds()
    first, last = seconds(machine.run(deepcopy(notebook), folder))
    shown.add(what, f"{first:.1f}", f"{last:.1f}", f"{core_seconds() - before:.1f}")
    return first, last


def core_seconds() -> float:
    """Processor time of all kernels that have ended. Other work on the machine hardly matters."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def to_the_first_check(notebook: NotebookNode) -> NotebookNode:
    """A notebook of which the cells to the first check are left."""
    end = next(place for place, cell in enumerate(notebook.cells) if is_check(cell))
    notebook.cells = notebook.cells[: end + 1]
    return notebook


def seconds(executed: NotebookNode) -> tuple[float, float]:
    """When the first cell and the last one ended, from the first one's begin, as the kernel says.

    Raises:
        RuntimeError: a cell failed; the message holds its output.
    """
    cells = [cell for cell in executed.cells if cell.cell_type == "code"]
    for cell in cells:
        if any(output.output_type == "error" for output in cell.outputs):
            raise RuntimeError(str(cell.outputs))
    return seconds_of(cells[0], cells[0]), seconds_of(cells[0], cells[-1])


if __name__ == "__main__":
    sys.exit(main())
