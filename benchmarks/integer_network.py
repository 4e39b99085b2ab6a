"""`make bench-integer`: assignment 07's networks in C next to PyTorch, in time, memory and bits.

Every digit of the test set goes through each network, one at a time, on one core. Then both go to
the simulated microcontroller, all digits, and every score is compared.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import torch
import torch.ao.nn.intrinsic.quantized as fused
import torch.ao.nn.quantized as quantized
from torch import nn

from benchmarks.measured import Page, Table
from labkit.c import program
from labkit.c.compiler import ProgramMissing
from reproduction.integer_network import executed

ROUNDS = 3
PAGE = Page(
    "integer_network",
    "The networks of assignment 07 in C, in PyTorch and on the chip",
    "make bench-integer",
    """\
Each of the 300 test digits goes through a network by itself, three times, on one core; on a busy
machine the fastest time says more than the median. The int8 network of PyTorch's own modules has
arbitrary weights, since only its time is measured. On the simulated microcontroller, flash is the
network's code and constants, RAM its variables and deepest stack, and instructions the mean of all
digits: they depend on the compiler, not on the machine.
""",
)


def main() -> int:
    """Measure and print; the exit status is 1 if a score in C differs from PyTorch's."""
    torch.set_num_threads(1)
    warnings.filterwarnings("ignore", ".*quantize_per_tensor")  # deprecated, without a replacement
    with tempfile.TemporaryDirectory(prefix="labkit-bench-") as folder, contextlib.chdir(folder):
        with contextlib.redirect_stdout(io.StringIO()):  # what the notebook prints
            names = executed()
        differing = int((names["in_c"] != 32 * names["scores"]).sum())
        differing += int((names["int4_in_c"] != names["int4_expected"]).sum())
        differing += int((names["int8_in_c"] != names["expected"]).sum())
        here = Table("network", "microseconds, fastest", "median", "bytes of weights")
        for name, (network, images, size) in networks(names).items():
            here.add(name, *(f"{seconds:,.0f}" for seconds in times(network, images)), f"{size:,}")
        total = 3 * names["scores"].numel()
        sentence = f"Scores in C that differ from PyTorch's: {differing} of {total:,}."
        print(sentence)
        sections = {"On this machine": f"{here}\n\n{sentence}"}
        try:
            sections["On the simulated Cortex-M4"], more = on_chip(names)
            differing += more
        except ProgramMissing as error:
            print(error)
    PAGE.write(sections)
    return 1 if differing else 0


def networks(names: dict[str, Any]) -> dict[str, tuple[Callable[..., Any], Any, int]]:
    """Each network, its input, and the bytes of its weights."""
    pixels, floats = names["pixels"].to(torch.int8), names["pixels"] / 128
    weights = sum(value.numel() for value in names["network"].parameters() if value.ndim > 1)
    bytes_of = {"binary": 0, "int4_packed": 0, "int8": 0}
    for kind in bytes_of:
        words = [value for name, value in names[kind].items() if name.startswith("weights")]
        # Words of 32 bits are kept as int64.
        bytes_of[kind] = sum(v.numel() * min(v.element_size(), 4) for v in words)
    library, int8_library = names["library"], names["int8_library"]
    int4_library = names["int4_library"]
    in_c = {
        "C, signs": (library.integer_network, bytes_of["binary"]),
        "C, 4 bits": (int4_library.int4_network, bytes_of["int4_packed"]),
        "C, 8 bits": (int8_library.int8_network, bytes_of["int8"]),
    }
    inputs = torch.quantize_per_tensor(floats, 1 / 128, 128, torch.quint8)
    return {
        "PyTorch, floats": (names["network"], floats.split(1), 4 * weights),
        "PyTorch, int8": (pytorch_int8(), [inputs[i : i + 1] for i in range(len(floats))], weights),
    } | {
        name: (lambda image, call=call: names["run"](call, image), pixels.split(1), size)
        for name, (call, size) in in_c.items()
    }


def pytorch_int8() -> nn.Module:
    """The same layers as PyTorch's own int8 modules; only their time matters, not their weights."""
    widths = (3, 8, 16, 32, 64)
    blocks: list[nn.Module] = []
    for inputs, outputs in pairwise(widths):
        blocks += [fused.ConvReLU2d(inputs, outputs, 3, padding=1), nn.MaxPool2d(2)]
    layers = [*blocks, nn.Flatten(), fused.LinearReLU(256, 128), quantized.Linear(128, 10)]
    return nn.Sequential(*layers).eval()


@torch.inference_mode()
def times(network: Callable[[Any], Any], images: Any) -> tuple[float, float]:
    """Microseconds for a digit, one at a time: the fastest of all, and the median."""
    taken = []
    for _ in range(ROUNDS):
        for image in images:
            started = time.perf_counter()
            network(image)
            taken.append(1e6 * (time.perf_counter() - started))
    return min(taken), sorted(taken)[len(taken) // 2]


def on_chip(names: dict[str, Any]) -> tuple[str, int]:
    """What each network costs on the microcontroller, and how many scores differ from those here.

    Raises:
        ProgramMissing: the compiler or the simulator is not installed.
    """
    images = names["pixels"].to(torch.int8)
    signs = ("integer_network.c", {"binary_weights.h": names["binary_text"]})
    halves = ("int4_network.c", {"int4_weights.h": names["int4_text"]})
    bytes_ = ("int8_network.c", {"int8_weights.h": names["int8_text"]})
    differing, scores = 0, 0
    shown = Table("network", "flash, bytes", "RAM, bytes", "instructions for a digit")
    for name, (file, texts), blanks, here in (
        ("signs", signs, names["BINARY_BLANKS"], names["in_c"]),
        ("4 bits", halves, [names["REQUANTIZE"]], names["int4_in_c"]),
        ("8 bits", bytes_, [names["REQUANTIZE"]], names["int8_in_c"]),
    ):
        run = program.simulate(file, texts, *blanks, images=images)
        differing += int((run.scores != here).sum())
        scores += run.scores.numel()
        count = run.instructions.double().mean().item()
        shown.add(name, f"{run.flash:,}", f"{run.ram:,}", f"{count:,.0f}")
    sentence = f"Scores that differ from those of this machine: {differing} of {scores:,}."
    print(sentence)
    return f"{shown}\n\n{sentence}", differing


if __name__ == "__main__":
    sys.exit(main())
