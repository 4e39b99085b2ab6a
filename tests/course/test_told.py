"""What the texts of 01 to 04 and 06 to 08 say about a cell's outcome is what the cell shows.

`NUDGED=20 pytest tests/course/test_told.py` asks it of 20 trainings more, whose first weights
differ by a millionth, as other processors make them differ: what is told must not be a matter of
chance.
"""

import os
import re
import subprocess
from functools import cache

import pytest
from kernels import notebook, text
from repository import ASSIGNMENTS, COLAB, REPOSITORY, solution

from autograder import metadata
from autograder.engine.engine import Engine
from autograder.metadata import Role
from autograder.notebooks import is_check

ENGLISH = {"LABKIT_LANGUAGE": "en"}
FIRST, INT8, UNIFORM, DESIGN, _, FORMATS, INTEGER, TRANSFORMER = ASSIGNMENTS
# The cells that show something and that others, of the same notebook, need or that are told of.
SHOWN = {
    FIRST: (
        *("power", "no-graph", "gradcheck", "accumulation", "naive-log1p-exp", "costs"),
        *("assign-targets-figure", "in-place", "access", "setup-context", "double-backward"),
        *("detach", "where"),
    ),
    INT8: ("fresh-signs", "fresh-weights"),
    UNIFORM: ("range-figure",),
    DESIGN: (
        *("grow", "order-figure", "draw-graph", "referee", "static-forward", "saved-by-torch"),
        *("tie", "modules", "cpp-a", "cpp-b", "cpp-run", "cube", "func"),
    ),
    FORMATS: (
        *("float-format-dtypes", "search-network", "trained", "microscaling-formats"),
        *("formats-error", "blocks-trained", "gradients", "stochastic-walk"),
    ),
    INTEGER: ("float-network", "thresholds", "savings", "fixed-point"),
    TRANSFORMER: ("network-loss", "outliers-figure", "planted"),
}
TOLD = {
    (FIRST, "no-graph"): [r"with a graph: 10 MB kept", r"without: +0 MB kept, node None"],
    (FIRST, "gradcheck"): [
        *(r"SumDiffProd: +True", r"u = 300: True", r"u = 0.3: Jacobian mismatch"),
        *(r"numerical:tensor\(\[\[0\.\]\]", r"analytical:tensor\(\[\[1\.\]\]"),
    ],
    (FIRST, "accumulation"): [
        r"twice: +5\.0\n.*backward: +15\.0\n.*reset: +10\.0\n",
        r"sums: +1\.00 times .*\n.*means: +4\.00 times",
    ],
    (FIRST, "naive-log1p-exp"): [r"y: +\[0\.0, .*, 80\.0, inf\]", r"gradient: .*nan\]"],
    (FIRST, "costs"): [
        *(r"deepcopy: +1\.0", r"state_dict: +\{\}", r"high = 2: +1\.0 <- .*high=2\.0"),
        r"pickle: +(PicklingError|AttributeError)",
    ],
    (FIRST, "assign-targets-figure"): [r"3 of 12 predictions have moved"],
    (FIRST, "in-place"): [r"Double_ .* gradient of a = 6\.0", r"Unmarked_ .* gradient of a = 3\.0"],
    (FIRST, "access"): [
        *(r"SquareSaved +RuntimeError: .* modified by an inplace operation",),
        *(r"SquareAttribute gradient 26\.0", r"DoubleUpstream +gradient 4\.0"),
    ],
    (FIRST, "setup-context"): [
        r"Power +RuntimeError: .* setup_context",
        r"PowerForFunc \[3\.0, 12\.0, 27\.0\]",
    ],
    (FIRST, "double-backward"): [
        r"Cube +\(1\) 480\n +\(2\) 36 +gradgradcheck: True",
        r"CubeNumpy +\(1\) 288\n +\(2\) 12 +gradgradcheck: False",
        r"CubeOnce +\(1\) RuntimeError: .*once_differentiable\n +\(2\) 12 +gradgradcheck: False",
    ],
    (FIRST, "detach"): [
        r"u = 2\.3: Function (\(.*\)) +detach \1\n",
        r"u = 300\.0: Function (\(.*\)) +detach \1\n",
        r"reversal: +Function (\(.*\)) +detach \1\n",
        r"Function backward twice: (\S+) (?!\1)",
        r"detach +backward twice: (\S+) \1\n",
        r"u = 1e9, s = u: 128\.0",
    ],
    (FIRST, "where"): [r"unsafe_root .*\[nan, nan, 0\.25\]", r"safe_root .*\[0\.0, 0\.0, 0\.25\]"],
    (INT8, "fresh-signs"): [r"result: +\[0\.6\d, 0\.7\d, 0\.8\d, 0\.9\d\]"],
    (INT8, "fresh-weights"): [r" 256 inputs: .*/32: .*/32: ", r"4,096 inputs: \+0/32: 100%"],
    (UNIFORM, "range-figure"): [
        r"b = 8, k = 4\.0: .* 0\.0% clipped",
        r"b = 2, k = 1\.6: marks from -2\.1\d to 1\.0\d, 5\.\d% clipped",
    ],
    (DESIGN, "grow"): [r"our y: +24\.0 .*\n.*\['Multiply', 'Add'\]"],
    (DESIGN, "order-figure"): [r"slope at x = 2: 44\.0"],
    (DESIGN, "referee"): [r"difference to PyTorch: (0\.0e\+00|\d\.\de-0[6-9])"],
    (DESIGN, "static-forward"): [
        r"Round\.apply\(u\) +2\.0 node RoundBackward gradient 1\.0",
        r"Round\.forward\(None, u\) +2\.0 node RoundBackward0 gradient 0\.0",
    ],
    (DESIGN, "saved-by-torch"): [
        *(r"x \* w +MulBackward0 +keeps other, self", r"x \+ w +AddBackward0 +keeps -"),
        *(r"relu\(x\) +ReluBackward0 +keeps result", r"exp\(x\) +ExpBackward0 +keeps result"),
        r"share their memory: True",
    ],
    (DESIGN, "tie"): [r"3 - 2 = 1, gradient of a: \+1, gradient of b: \+1"],
    (DESIGN, "modules"): [
        r"pattern A: (0\.00\d)\d+, pattern B: \1\d+, PyTorch: \1\d+",
    ],
    (DESIGN, "cpp-run"): [r"\A(y = 6, dy/dx = 3\s+){2}\Z"],
    (DESIGN, "func"): [
        r"cube, \.backward\(\) +12\n",
        r"cube, torch\.func\.grad +RuntimeError: .* setup_context",
        r"cube, torch\.func\.jvp +0\n",
        r"CubeFunction, torch\.func\.grad +12\n",
    ],
    # What stands beside the figures of papers.
    (FORMATS, "float-format-dtypes"): [
        r"e4m3fn: 253 numbers, the smallest above 0 is 0\.00195; yours is .*: True",
        r"e5m2: 247 numbers, the smallest above 0 is 1\.53e-05; yours is .*: True",
    ],
    (FORMATS, "formats-error"): [
        *(r"normal, FixedPoint: .* 4 bits 16\.8", r"normal, E2M1, E2M3, E4M3: 4 bits 18\.9"),
        *(r"normal, NVFP4: 4\.5 bits 20\.4", r"heavy-tailed, NVFP4: 4\.5 bits 20\.8"),
        r"heavy-tailed, E2M1, E2M3, E4M3: 4 bits 12\.7",
    ],
    (FORMATS, "blocks-trained"): [r"E2M1 [1-8]?\d\.\d%, MXFP4 9[5-9]\.\d%, NVFP4 9[5-9]\.\d%"],
    (FORMATS, "gradients"): [
        r"E2M1, .* 2\^4 \d %, 2\^8 9\d %, 2\^12 [1-8]?\d %",
        r"E4M3, .*?; 2\^0 9\d %",
    ],
    (FORMATS, "stochastic-walk"): [
        r"float: 9\d\.\d %; nearest, 2\^-4: [1-4]?\d\.\d %; by chance, 2\^-4: 9\d\.\d %; "
        r"nearest, 2\^-6: [1-4]?\d\.\d %; by chance, 2\^-6: 9\d\.\d %",
    ],
    (INTEGER, "savings"): [r"result: +28\.0\n", r"62\.3 times .* 256 channels, 33\.9 with 8"],
    (INTEGER, "fixed-point"): [r"wrong by 2e-10 of itself"],
    (TRANSFORMER, "planted"): [
        r"as trained: .*?; 1\.42\d, .* outliers put in: .*?; 2\.\d",
        r"then smoothed: [\d.]+; 1\.42\d, 1\.4\d\d, 1\.[89]",
    ],
}


def is_needed(cell, assignment):
    """What defines something, and the cells whose outcome is told; checks define nothing."""
    given = not metadata.of_cell(cell).skip and not is_check(cell)
    is_code = cell.cell_type == "code" and metadata.of_cell(cell).role != Role.TRAINING
    return is_code and (given or cell.id in SHOWN[assignment])


TENSORFLOW = (
    r"TensorFlow 2\.\d+\.\d+\n"
    r"int8 STE: \[-128\.0, -3\.0, 2\.0, 127\.0, 127\.0\] "
    r"gradient \[0\.0, 10\.0, 100\.0, 1000\.0, 0\.0\]\n"
    r"tf\.round: gradient None\n"
    r"the registry ties Relu -> _ReluGrad\n"
)


@pytest.mark.slow
@pytest.mark.skipif(not COLAB.exists(), reason="no .venv-colab: it needs Python 3.13")
def test_tensorflow_says_what_the_text_says():
    (cell,) = (cell for cell in solution(DESIGN).cells if cell.id == "tensorflow")
    variables = ENGLISH | {"PYTHONPATH": str(REPOSITORY), "CUDA_VISIBLE_DEVICES": "-1"}
    command = [COLAB, "-c", f"from labkit import when_installed, words\n{cell.source}"]
    done = subprocess.run(command, env=os.environ | variables, capture_output=True, text=True)
    assert re.match(TENSORFLOW, done.stdout), done.stdout + done.stderr


NUDGES = range(1 + int(os.environ.get("NUDGED", "0")))
NUDGED = """
import torch

generator_of_nudges = torch.Generator().manual_seed({nudge})


def nudged(reset):
    def reset_parameters(layer):
        reset(layer)
        with torch.no_grad():
            for values in layer.parameters(recurse=False):
                # Towards 0: fresh weights never leave their range, on no processor.
                values.mul_(1 - 1e-6 * torch.rand(values.shape, generator=generator_of_nudges))
    return reset_parameters


for kind in (torch.nn.Linear, torch.nn.Conv2d) if {nudge} else ():
    kind.reset_parameters = nudged(kind.reset_parameters)
"""


@cache
def shown(assignment, nudge):
    """What the cells of a solution print, and how their figures are described, by their ids."""
    cells = [cell for cell in solution(assignment).cells if is_needed(cell, assignment)]
    sources = [NUDGED.format(nudge=nudge), *(cell.source for cell in cells)]
    with Engine("none") as engine:
        _, *done = engine.execute(notebook(*sources), ENGLISH).notebook.cells
    return {cell.id: text(after) for cell, after in zip(cells, done, strict=True)}


@pytest.mark.slow
@pytest.mark.parametrize("nudge", NUDGES, ids=lambda nudge: f"nudge {nudge}")
@pytest.mark.parametrize(("assignment", "cell"), TOLD, ids=lambda name: name)
def test_a_cell_shows_what_the_text_says(assignment, cell, nudge):
    told = shown(assignment, nudge)[cell]
    assert [one for one in TOLD[assignment, cell] if not re.search(one, told)] == [], told
