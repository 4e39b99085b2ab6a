"""What the texts report about a cell's output, or its figure's description, in English."""

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
    (FIRST, "adaptation-figure"): [
        r"domain, three trainings\. λ = 0: 0\.\d–[0-3]\.\d\. λ = 1: [1-9]\d\.\d–",
    ],
    (FIRST, "autocast"): [
        r"Product +torch\.bfloat16 +y off by [12]\d\d\.\d.* RuntimeError",
        r"ProductInOneMode +torch\.bfloat16 +y off by [12]\d\d\.\d .* \[\d+\.\d, \d+\.\d\]",
        r"ProductInFloat32 +torch\.float32 +y off by 0\.0 .* \[0\.0, 0\.0\]",
    ],
    # What is asked for by hand: y is 2 - a, and the gradients are b and 1 - b.
    (FIRST, "shake-shake-shares"): [r"a = 0\.4437, b = 0\.9082"],
    (FIRST, "shake-shake-by-hand"): [r"result: +\[1\.5563, 0\.9082, 0\.0918\]"],
    (FIRST, "no-graph"): [r"with a graph: 10 MB kept", r"without: +0 MB kept, node None"],
    (FIRST, "gradcheck"): [
        *(r"SumDiffProd: +True", r"u = 300: True", r"u = 0.3: Jacobian mismatch"),
        *(r"numerical:tensor\(\[\[0\.\]\]", r"analytical:tensor\(\[\[1\.\]\]"),
    ],
    (FIRST, "accumulation"): [
        r"result: +\[5\.0, 15\.0, 10\.0, 1\.0, 4\.0\]",
    ],
    (FIRST, "naive-log1p-exp"): [r"y: +\[0\.0, .*, 80\.0, inf\]", r"result: +\[inf, nan\]"],
    (FIRST, "costs"): [
        *(r"deepcopy: +1\.0", r"state_dict: +\{\}", r"high = 2: +1\.0 <- .*high=2\.0"),
        r"pickle: +(PicklingError|AttributeError)",
    ],
    (FIRST, "assign-targets-figure"): [r"3 of 12 predictions have moved"],
    (FIRST, "in-place"): [r"result: +\[6\.0, 3\.0\]"],
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
        # One pair of draws: the first backward agrees, the second draws again.
        r"Function y = (\S+), backward twice: (\S+) (?!\2).*\n.* y = \1, backward twice: \2 \2\n",
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
        r"3\.3 times as fine\. b = 8: .* 31% clipped\. b = 4: .* 27% clipped",
        r"b = 2: .* 19% clipped",
    ],
    # Equal budgets are compared.
    (UNIFORM, "bit-budget"): [r"with 12\d kB by sensitivity, .* with 128 kB for all alike"],
    (UNIFORM, "calibrated"): [
        r"result: +min_max [78]\d\.\d to [78]\d.*; percentile [78]\d.* [78]\d.*; mse [78]\d",
    ],
    (UNIFORM, "taught"): [
        r"labels: [3-8]\d\.\d%–[5-8]\d\.\d%\. .*teacher: 9\d\.\d%–9\d\.\d%",
    ],
    (UNIFORM, "without-mask"): [
        r"accuracy\. both masks: (8[5-9]|9\d)\.\d–9\d\.\d\. .*weights: (8[5-9]|9\d)\.\d–9\d\.\d\. ",
        r"no mask at the inputs: [1-7]\d\.\d–[1-7]\d\.\d\. clipped inputs",
        r"fc2\. both masks: [12]\d\..* inputs: [4-8]\d\.\d–[4-8]\d\.\d\. weights",
        r"outside\. both masks: [1-5]\.\d–.* weights: [1-5]\.\d–.* inputs: [1-5]\.\d–",
    ],
    (UNIFORM, "lsq-training"): [
        r"trained\. one scale: 8\d.* per channel: 9[5-9].* \(LSQ\): [5-8]\d",
        r"epoch\. one scale: 9\d.* per channel: 9\d.* \(LSQ\): 9\d",
    ],
    (UNIFORM, "range-figure"): [
        r"b = 8, k = 4\.0: .* 0\.0% clipped",
        r"b = 2, k = 1\.6: marks from -2\.1\d to 1\.0\d, 5\.\d% clipped",
    ],
    (DESIGN, "grow"): [r"our y: +24\.0 .*\n.*\['Multiply', 'Add'\]"],
    (DESIGN, "order-figure"): [r"slope at x = 2: 44\.0"],
    (DESIGN, "compose"): [  # the column of releases that differ is left open
        *(r"Function, forward\(ctx, u\) +error +error +8 +8 ", r"generate_vmap_rule +8 +12 +8 +8 "),
        *(r"Function, vmap +-8 +12 +8 +8 ", r"register_vmap +-8 +error +8 +-8 +error"),
    ],
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
        r"A: .* 199: (0\.00\d)\d+\. pattern B: .* 199: \1\d+\. PyTorch: .* 199: \1\d+\.",
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
        r"normal, MXFP4, 6, 8: .*? 6\.25 bits 31\.0, 8\.25 bits 30\.6",
        r"heavy-tailed, PowerOfTwo: .*? 4 bits 13\.6",
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
        r"stochastic, 2\^-4: [7-9]\d\.\d–[89]\d\.\d %",
        r"nearest, 2\^-6: .*–[1-5]?\d\.\d %; stochastic, 2\^-6: [89]\d\.\d–9\d\.\d %",
    ],
    (INTEGER, "savings"): [r"result: +28\.0\n", r"62\.3 times .* 256 channels, 33\.9 with 8"],
    (INTEGER, "thresholds"): [r"flipped channels, layer by layer: \[0, 1, 0, 0, 0\]"],
    (INTEGER, "whole-run"): [r"result: +0\n"],
    (TRANSFORMER, "planted"): [
        r"as trained: .*?; 1\.42, .* outliers planted: .*?; 2\.[45]\d, 4",
        r"then smoothed: [\d.]+; 1\.42(–1\.42)?, 1\.4\d.*, 1\.[89]",
    ],
    # With AWQ and without differ by less than 0.01 as trained; planted outliers are undone.
    (TRANSFORMER, "awq-losses"): [
        r"as trained, 3 bits: rounding 1\.57\d nats, AWQ 1\.5[678]\d–1\.5[78]\d",
        r"planted, 3 bits: rounding 1\.8\d\d nats, AWQ 1\.57\d–1\.57\d",
        r"result: +\[\d, 3\]",
    ],
    (TRANSFORMER, "losses"): [
        r"rounding: 1\.420, 1\.443, 1\.57\d, .* GPTQ: 1\.420, 1\.43\d–.*, 1\.49\d–1\.49\d, 1\.9",
    ],
    (TRANSFORMER, "groups-figure"): [
        r"row: .* 3\.22 -> 1\.60\d.*; 32 weights: .* 3\.59 -> 1\.57\d"
    ],
    (TRANSFORMER, "rotated-figure"): [
        r"as trained, rounding: 1\.42, .* as trained, rotated, no signs: 1\.4[23], 1\.5",
        r"as trained, rotated: 1\.42.*, .* outliers planted, rounding: 2\.[45]\d, 4",
        r"outliers planted, rotated: 1\.[45]\d*.*, [23].* planted, smoothed: 1\.42.*, 1\.4",
    ],
    (TRANSFORMER, "gptq-row"): [r"0 \['1\.0000 = 1\.0000', '(\S+) = \1', '(\S+) = \2'"],
    (TRANSFORMER, "lattice-figure"): [r"in 200 of 200 rows", r"result: +7\d, 8\d\n"],
    (TRANSFORMER, "cached-costs"): [
        r"(.*: 4-bit [+-]0\.00\d, 3-bit [+-]0\.00\d, 2-bit \+0\.01\d, 1-bit \+0\.[5-9]\d*\n){3}"
    ],
    (TRANSFORMER, "codebook-figure"): [
        r"\(KIVI\): 2 -> 1\d\d–.*, 3 -> 10\.\d–.* codebook: 1\.5 -> 3\d\.\d–.*, 2\.5 -> 1[01]",
        r"result: +1[01]\.\d–1[01]\.\d\n",
    ],
    # GPTQ ends at 1.436 with 4 bits and 1.9 with 2, where rounding ends at 2.147.
    (TRANSFORMER, "qat-figure"): [
        r"float: 0: 1\.420, .* 130: 1\.4[234]\d; 4 bits: 0: 1\.443, .* 130: 1\.4[345]\d; 2 bits",
        r"2 bits: 0: 2\.147, .* 130: 1\.[56]\d\d\.",
        r"result: +1\.[56]\d(–1\.[56]\d)?\n",
    ],
    (TRANSFORMER, "ternary-figure"): [r"(9\d|100)% of these lie within 0\.1", r"130: 1\.[78]\d"],
    (TRANSFORMER, "every-method"): [
        r"'ternary, trained \(1\.58\)', 'trained in groups \(2\.56\)', 'GPTQ, rows \(3\.22\)'"
    ],
    (GATES, "cost-figure"): [
        *(r"result: +\[[12]\.\d, [345]\.\d\]",),
        r"multiplier 1, .*, \d{4}; dot product of signs 1, .*, \d\d\.",
    ],
    (GATES, "energy-table"): [
        r"float32 .* 99\.\d% correct\n8 bits .*\n4 bits .*\nsigns .* 9[89]\.\d% correct\n",
        r"result: +1 / 8\d, ",
    ],
    (GATES, "price"): [
        r"signs .* LUTs, .* flip-flops, .* MHz; +1,025 cycles or .* nJ per digit",
        *(r"4 bits .*; 32,769 cycles or", r"8 bits .*; 32,769 cycles or"),
        r"result: +\[[12]\.\d, 1\.[01]\]",
    ],
    (GATES, "price-figure"): [r"4 bits take 5\d% of the energy of 8"],
    (GATES, "unroll"): [r"4 bits +2 products .*; 16,385 cycles or", r"result: +\[1\.\d+, 0\.\d+\]"],
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
    (GATES, "chip-run"): [r": 0 of 20 values differ", r"(\[8, 2\]).* \1", r"result: +122664"],
    (GATES, "chip-place"): [
        *(r"31 of 32 block RAMs", r"result: +[23]\d%, 4 × mac: [56]\d%"),
        r"layer \d\d; xnor_popcount [12]\d\d; 4 × mac 1,[1-4]\d\d; given",
    ],
    (GATES, "forms-answers"): [
        r"(300 of 300 answers as in float32, 296 correct\n[^\n]*){4}",
        r"gates of all layers +2 of 2",
    ],
    (GATES, "forms-energy"): [
        *(r"result: +1\d,000–3\d,000", r"C, Cortex-M4: 1\.4–2\.9 mJ"),
        *(r"gates for float32, 45 nm: 6\.\d µJ", r"gates for signs, 45 nm: 0\.08\d µJ"),
        r"C takes 7\.\d instructions for each product",
    ],
    (GATES, "mask-training"): [
        r"exact sum: [123]\d\.\d–[123]\d\.\d\. no mask: 8\d\.\d–[89]\d\.\d\. yours.*: 9\d\.\d–",
    ],
}


def missing(executed, assignment, cell):
    """The reports that a solution, executed in English, does not confirm, and what it shows."""
    (shown,) = (text(ran) for ran in executed.cells if ran.id == cell)
    return [
        pattern for pattern in REPORTED[assignment, cell] if not re.search(pattern, shown)
    ], shown
