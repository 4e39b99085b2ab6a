"""`make bench-first-cell`: the seconds that the first cell takes in an environment like Colab's.

The cell installs labkit from the last commit, packed as the public repository packs it, so pip
builds the package as it does in Colab. The first machine fills pip's cache and does not count.
Then the cell runs once more: labkit is there, and what it takes are the imports.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from datetime import datetime
from pathlib import Path

from nbformat import NotebookNode

from autograder import notebooks
from benchmarks.colab import Machine

REPOSITORY = Path(__file__).parent.parent
NOTEBOOK = REPOSITORY / "exercises" / "en" / "02_int8_binary" / "02_int8_binary.ipynb"
GOAL = 20


def main() -> int:
    """Measure, print, and return the exit status: 1 if the first cell misses the goal."""
    with tempfile.TemporaryDirectory(prefix="labkit-bench-") as name:
        folder = Path(name)
        pack(folder / "main.zip")
        cache = {"PIP_CACHE_DIR": str(folder / "cache"), "LABKIT_SOURCE": str(folder / "main.zip")}
        Machine(folder / "fills the cache", cache).run(first_cell(), folder)
        machine = Machine(folder / "fresh", cache)
        fresh = show("on a fresh machine", machine, folder)
        show("once more, labkit is there", machine, folder)
    print(f"goal: at most {GOAL} s on a fresh machine")
    return 0 if fresh <= GOAL else 1


def show(what: str, machine: Machine, folder: Path) -> float:
    """Run the first cell, print what it took, and return the seconds of wall time."""
    before = core_seconds()
    taken = seconds(machine.run(first_cell(), folder))
    print(
        f"first cell {what}: {taken:.1f} s; with its kernel {core_seconds() - before:.1f} core-s",
        flush=True,
    )
    return taken


def core_seconds() -> float:
    """Processor time of all kernels that have ended. Other work on the machine hardly matters."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def pack(file: Path) -> None:
    """The last commit as an archive with one folder in it."""
    command = [
        "git",
        "archive",
        "--format=zip",
        "--prefix=labkit-main/",
        f"--output={file}",
        "HEAD",
    ]
    subprocess.run(command, cwd=REPOSITORY, check=True)


def first_cell() -> NotebookNode:
    """A released notebook of which the set-up cell alone is left."""
    notebook = notebooks.read(NOTEBOOK)
    notebook.cells = [*filter(notebooks.is_setup, notebook.cells)]
    return notebook


def seconds(executed: NotebookNode) -> float:
    """How long the only cell was busy, as the kernel says.

    Raises:
        RuntimeError: it failed; the message holds its output.
    """
    (cell,) = executed.cells
    if any(output.output_type == "error" for output in cell.outputs):
        raise RuntimeError(str(cell.outputs))
    begin, end = (cell.metadata.execution[f"iopub.status.{state}"] for state in ("busy", "idle"))
    return (datetime.fromisoformat(end) - datetime.fromisoformat(begin)).total_seconds()


if __name__ == "__main__":
    sys.exit(main())
