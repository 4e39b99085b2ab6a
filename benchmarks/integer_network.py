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
from typing import Any

import torch
import torch.ao.nn.intrinsic.quantized as fused
import torch.ao.nn.quantized as quantized
from torch import nn

from labkit.c import program
from labkit.c.compiler import ProgramMissing
from reproduction.integer_network import executed

ROUNDS = 3


def main() -> int:
    """Measure and print; the exit status is 1 if a score in C differs from PyTorch's."""
    torch.set_num_threads(1)
    warnings.filterwarnings("ignore", ".*quantize_per_tensor")  # deprecated, without another yet
    with tempfile.TemporaryDirectory(prefix="labkit-bench-") as folder, contextlib.chdir(folder):
        with contextlib.redirect_stdout(io.StringIO()):  # what the notebook prints
            names = executed()
        differing = int((names["in_c"] != 32 * names["scores"]).sum())
        differing += int((names["int4_in_c"] != names["int4_expected"]).sum())
        differing += int((names["int8_in_c"] != names["expected"]).sum())
        print(f"\n{'microseconds for a digit':28}{'fastest':>9}{'median':>9}{'weights':>14}")
        for name, (network, images, size) in networks(names).items():
            fastest, median = times(network, images)
            print(f"{name:28}{fastest:9.0f}{median:9.0f}{size:8,} bytes")
        total = 3 * names["scores"].numel()
        print(f"\nscores that differ from PyTorch's: {differing} of {total:,}")
        differing += on_chip(names)
    return 1 if differing else 0


def networks(names: dict[str, Any]) -> dict[str, tuple[Callable[..., Any], Any, int]]:
    """Each network, what it is called with, and the bytes of its weights."""
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
    """The same layers as PyTorch's own int8 modules; their weights are any, their time is not."""
    widths = (3, 8, 16, 32, 64)
    blocks: list[nn.Module] = []
    for inputs, outputs in zip(widths, widths[1:], strict=False):
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


def on_chip(names: dict[str, Any]) -> int:
    """Print what each network costs on the microcontroller; return how many scores differ."""
    images = names["pixels"].to(torch.int8)
    signs = ("integer_network.c", {"binary_weights.h": names["binary_text"]})
    halves = ("int4_network.c", {"int4_weights.h": names["int4_text"]})
    bytes_ = ("int8_network.c", {"int8_weights.h": names["int8_text"]})
    differing = 0
    for (file, texts), blanks, here in (
        (signs, names["BINARY_BLANKS"], names["in_c"]),
        (halves, [names["REQUANTIZE"]], names["int4_in_c"]),
        (bytes_, [names["REQUANTIZE"]], names["int8_in_c"]),
    ):
        try:
            run = program.simulate(file, texts, *blanks, images=images)
        except ProgramMissing as error:
            print(error)
            return differing
        differing += int((run.scores != here).sum())
        count = run.instructions.double().mean().item()
        print(
            f"Cortex-M4, {file:18} flash {run.flash:6,} bytes, RAM {run.ram:5,} bytes, "
            f"{count:12,.0f} instructions for a digit; all {len(images)} as here: {differing == 0}"
        )
    return differing


if __name__ == "__main__":
    sys.exit(main())
