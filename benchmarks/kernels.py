"""A notebook in a fresh kernel and in one of the engine's, without the course.

Written to ``docs/measured/engine.md``.
"""

from __future__ import annotations

import argparse
import copy
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import nbclient
import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from autograder.engine.engine import Engine
from autograder.engine.runtime import USUAL
from autograder.engine.sandbox import list_protections
from autograder.engine.server.watchdog import Snapshot
from benchmarks.measure import Cost, measure
from benchmarks.measured import Page, Table, add_pages

Result = TypeVar("Result")
ROOT = Path(__file__).parent.parent
TORCH = ("torch", "torch.fx.experimental.symbolic_shapes")
FIGURE = "import numpy as np, matplotlib.pyplot as plt\nplt.plot(np.arange(9) ** 2)\nplt.show()"
GRADIENT = "import torch\nx = torch.ones(3, requires_grad=True)\n(x * x).sum().backward()\nx.grad"
NOTEBOOKS = {
    "one line": new_notebook(cells=[new_code_cell("6 * 7")]),
    "numpy and a figure": new_notebook(cells=[new_code_cell(FIGURE)]),
    "torch, a gradient and a figure": new_notebook(
        cells=[new_code_cell(GRADIENT), new_code_cell(FIGURE)]
    ),
}
PAGE = Page(
    "engine",
    "The engine next to a fresh kernel",
    "make bench-engine",
    """\
All ways take turns, and each figure is the median of the runs. Core-seconds are those of the client
and the kernel, and of the engine's fork server; under other load they tell more than seconds. The
last row is one notebook as a command, `jupyter execute` next to `python -m autograder.engine`, for
which the engine has to start first.
""",
)
FRESH = "a fresh kernel"
FORKED = {"none": "forked, without a sandbox", "full": "forked, in the sandbox"}


def main() -> int:
    """Measure each notebook in each way, and write the page."""
    options = _options()
    os.environ["OMP_NUM_THREADS"] = "1"  # as in the engine's kernels
    is_there = all(line.available for line in list_protections())
    kinds = [kind for kind in FORKED if kind == "none" or is_there]
    starts: list[str] = []
    ways: dict[str, Callable[[NotebookNode], object]] = {FRESH: _fresh}
    with ExitStack() as stack:
        for kind in kinds:
            starting = partial(Engine, kind, None, replace(USUAL, modules=USUAL.modules + TORCH))
            engine, cost = timed(starting)
            ways[FORKED[kind]] = stack.enter_context(engine).execute
            starts.append(f"The fork server starts, {FORKED[kind]}, in {_shown([cost])}.")
        table = Table("notebook", *ways)
        for name, notebook in NOTEBOOKS.items():
            runs = [partial(_executed, way, notebook) for way in ways.values()]
            table.add(name, *_costs(runs, options.runs))
    runs = [partial(_command, notebook, kind) for kind in (None, *kinds)]
    table.add("the last one, as a command", *_costs(runs, options.runs))
    text = "\n".join([str(table), "", *starts])
    PAGE.write({f"The median of {options.runs} runs": text}, options.pages)
    return 0


def _costs(runs: Sequence[Callable[[], Cost]], count: int) -> Iterator[str]:
    costs = [[run() for run in runs] for _ in range(count)]
    return map(_shown, zip(*costs, strict=True))


def _shown(costs: list[Cost] | tuple[Cost, ...]) -> str:
    seconds = statistics.median(cost.seconds for cost in costs)
    core_seconds = statistics.median(cost.core_seconds for cost in costs)
    return f"{seconds:.2f} s, {core_seconds:.2f} core-s"


def _executed(way: Callable[[NotebookNode], object], notebook: NotebookNode) -> Cost:
    return timed(partial(way, copy.deepcopy(notebook)))[1]


def _fresh(notebook: NotebookNode) -> None:
    quiet = ["--log-level=ERROR"]  # it would warn about its ports each time
    nbclient.NotebookClient(notebook, kernel_name="python3", extra_arguments=quiet).execute()


def timed(run: Callable[[], Result]) -> tuple[Result, Cost]:
    """The result, and its cost for this process and its descendants, including those that live
    on."""
    begin, before = time.monotonic(), _core_seconds()
    result = run()
    return result, Cost(time.monotonic() - begin, _core_seconds() - before)


def _core_seconds() -> float:
    return sum(process.seconds for process in Snapshot().tree(os.getpid()))


def _command(notebook: NotebookNode, kind: str | None) -> Cost:
    with tempfile.TemporaryDirectory() as folder:
        nbformat.write(notebook, Path(folder, "a.ipynb"))
        ours = ["-m", "autograder.engine", "a.ipynb", "--sandbox", str(kind)]
        stock = ["-m", "jupyter", "execute", "a.ipynb"]
        command = [sys.executable, *(ours if kind else stock)]
        return measure(command, Path(folder), {"PYTHONPATH": str(ROOT)})


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kernels", description=__doc__)
    parser.add_argument("--runs", type=int, default=9, help="of each kind (%(default)s)")
    add_pages(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
