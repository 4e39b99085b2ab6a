"""What the texts report of what a cell prints, or of the description of its figure, in English."""

import re

from kernels import text
from repository import ASSIGNMENTS

FIRST, INT8, UNIFORM, DESIGN, _, FORMATS, INTEGER, TRANSFORMER, GATES = ASSIGNMENTS
REPORTED = {
    (FIRST, "backprop"): [r"(\[8\.0, 12\.0, 4\.0\][^\[]*){3}"],
    (FIRST, "intermediate"): [
        r"retain_grad: +x \[0\.1, 0\.0, 0\.1\]  y \[0\.1, 0\.1, 0\.1\]",
        r"round: x \[-0\.1, 0\.0, -0\.1\]  y \[-0\.1, -0\.1, -0\.1\]",
        r"(8, 1).* 1\.0e\+00\n.*e-01\nLinear .*e-02\nSigmoid .*e-02\nLinear .*e-03",
    ],
    (FIRST, "adaptation-training"): [
        r"λ = 0, .* with the strip, [4-7]\d\.\d% to [4-7]\d\.\d% without",
        r"λ = 1, .* with the strip, [89]\d\.\d% to [89]\d\.\d% without",
    ],
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
    (INT8, "pipeline"): [
        r"1,797 digits: 1,438 for training, 359 for validation\n23 batches, .* of 30 images",
        r"\(64, 3, 32, 32\) \(64,\) values from -1 to 1",
    ],
    (INT8, "watching"): [
        r"beyond ±1: identity [5-7]\d%–[5-7]\d%, clipped [34]\d%–[34]\d%, tanh [34]\d%–[34]\d%",
    ],
    (INT8, "fresh-signs"): [
        r"same side of 0: +\['[89]\d%', '[67]\d%', '5\d%', '5\d%'\]",
        r"result: +\[0\.6\d, 0\.7\d, 0\.8\d, 0\.9\d\]",
    ],
    (INT8, "sides"): [r" 8× 8 .* 3,736 weights\n", r"result: +3\.96\n"],
    (INT8, "fresh-weights"): [r" 256 inputs: .*/32: .*/32: ", r"4,096 inputs: \+0/32: 100%"],
    (UNIFORM, "std-staircase"): [
        r"3\.3 times as fine; b = 8: .* 31% clipped; b = 4: .* 27% clipped; b = 2: .* 19% clipped",
    ],
    (UNIFORM, "calibrated"): [
        r"result: +min_max [78]\d\.\d to [78]\d.*; percentile [78]\d.* [78]\d.*; mse [78]\d",
    ],
    (UNIFORM, "taught"): [
        r"labels: [3-8]\d\.\d% to [5-8]\d\.\d%; .*teacher: 9\d\.\d% to 9\d\.\d%",
    ],
    (UNIFORM, "without-mask"): [
        r"weights: (8[5-9]|9\d)\.\d% to 9\d\.\d%; clipped at fc2: [12]\d% ",
        r"inputs: [1-7]\d\.\d% to [1-7]\d\.\d%; clipped at fc2: [4-8]\d% ",
    ],
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
    # What is compared with the figures of papers.
    (FORMATS, "float-format-dtypes"): [
        r"e4m3fn: 253 numbers, the smallest above 0 is 0\.00195; yours is .*: True",
        r"e5m2: 247 numbers, the smallest above 0 is 1\.53e-05; yours is .*: True",
    ],
    (FORMATS, "formats-error"): [
        r"normal, FixedPoint: .*? 4 bits 19\.2.* normal, E2M1, E2M3, E4M3: 4 bits 18\.9",
        r"normal, MXFP4, 6, 8: 4\.25 bits 18\.8.* normal, NVFP4: 4\.5 bits 20\.4",
        r"normal, INT4, MXINT8: 4\.5 bits 21\.3.* heavy-tailed, FixedPoint: .*? 4 bits 10\.8",
        r"heavy-tailed, E2M1, E2M3, E4M3: 4 bits 12\.7.* heavy-tailed, NVFP4: 4\.5 bits 20\.8",
        r"heavy-tailed, INT4, MXINT8: 4\.5 bits 18\.7",
    ],
    (FORMATS, "microscaling-formats"): [
        *(r"exactly: True; its last code is nan", r"NaN in each block \[0, 0, 32, 0\]"),
    ],
    (FORMATS, "trained"): [
        r"FixedPoint\(4, 4\) 9\d\.\d–9.* FloatFormat\(2, 1\) \d+\.\d–[1-8]?\d\.\d %",
        r"PowerOfTwo\(4, -1\) 9\d\.\d–9.* Ternary\(0\.05\) 9\d\.\d–9\d\.\d %",
    ],
    (FORMATS, "blocks-trained"): [
        r"E2M1 [1-8]?\d\.\d–[1-8]?\d\.\d %, E2M1 times 1/32 9[5-9]\.\d–",
        r"MXFP4 9\d\.\d–.* %, NVFP4 9\d\.\d–",
    ],
    (FORMATS, "search-network"): [r"(.*finest frac with which 3 bits hold them all: [12]\n){3}"],
    (FORMATS, "search-map"): [r"The best frac for each bit_width: .* 3: 3 \(9\d %\)"],
    (FORMATS, "gradients"): [
        r"E2M1, .* 2\^0 \d+–[1-8]?\d %, 2\^8 9\d–9\d %, 2\^16 \d+–[1-8]?\d %",
        r"E4M3, .*?; 2\^0 9\d–9\d %",
    ],
    (FORMATS, "stochastic-walk"): [
        r"float: [89]\d\.\d–9\d\.\d %; nearest, 2\^-4: .*–[1-5]?\d\.\d %",
        r"by chance, 2\^-4: [7-9]\d\.\d–[89]\d\.\d %",
        r"nearest, 2\^-6: .*–[1-5]?\d\.\d %; by chance, 2\^-6: [89]\d\.\d–9\d\.\d %",
    ],
    (INTEGER, "savings"): [r"result: +28\.0\n", r"62\.3 times .* 256 channels, 33\.9 with 8"],
    (INTEGER, "fixed-point"): [r"wrong by 2e-10 of itself"],
    (TRANSFORMER, "planted"): [
        r"as trained: .*?; 1\.42\d, .* outliers put in: .*?; 2\.\d",
        r"then smoothed: [\d.]+; 1\.42\d, 1\.4\d\d, 1\.[89]",
    ],
    (TRANSFORMER, "groups-figure"): [
        r"row: .* 3\.22 -> 1\.60\d.*; 32 weights: .* 3\.59 -> 1\.57\d"
    ],
    (TRANSFORMER, "rotated-figure"): [
        r"as trained, rounding: 1\.42\d, .* as trained, rotated, no signs: 1\.42\d, 1\.5",
        r"as trained, rotated: 1\.42\d, .* outliers put in, rounding: 2\.[45]\d*, 4",
        r"outliers put in, smoothed: 1\.42\d, 1\.4.* outliers put in, rotated: 1\.[45]\d*, [23]",
    ],
    (TRANSFORMER, "gptq-row"): [r"0 \['1\.0000 = 1\.0000', '(\S+) = \1', '(\S+) = \2'"],
    (TRANSFORMER, "cached-figure"): [
        r"as trained, keys by channel, values by token: -?0\.00\d, 0\.00\d, 0\.01\d",
        r"loud .*?, keys by channel, values by token: -?0\.00\d, 0\.00\d, 0\.01\d",
        r"loud channels in the keys, both by token: 0\.0\d\d, 0\.[23]\d\d, 1\.[5-9]",
    ],
    (TRANSFORMER, "ternary-figure"): [r"(9\d|100)% of these lie within 0\.1", r"130: 1\.[78]\d"],
    (TRANSFORMER, "every-method"): [r"'ternary, trained \(1\.58\)', 'GPTQ, rows \(3\.22\)'"],
    (GATES, "network-run"): [
        *(r"(: 0 of [\d,]+ values differ([^:]|from C: 0 differ)*){3}", r"result: +129"),
        r"(from C: 0 differ[^C]*){2}",
    ],
    (GATES, "narrow-training"): [
        *(r"rounded 9[5-9]\.\d–", r"trained for it 9\d\.\d–"),
        r"4 bits, truncated [4-7]\d\.\d–[4-7]\d\.\d %",
    ],
    (GATES, "narrow-run"): [r": 0 of 3,000 values differ"],
    (GATES, "network-hidden"): [r": 0 of 1,280 values differ"],
}


def missing(executed, assignment, cell):
    """The reports that a solution, executed in English, does not bear out, and what it shows."""
    (shown,) = (text(one) for one in executed.cells if one.id == cell)
    return [one for one in REPORTED[assignment, cell] if not re.search(one, shown)], shown
