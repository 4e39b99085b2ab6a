"""`make margins` runs this, too: does GPTQ beat rounding at 3 bits, whatever was drawn?

Assignment 08's network is trained with several seeds (the first is the shipped one), and each is
quantized with several drawings of the calibration text, by the definitions of the solution.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from torch import nn

from benchmarks.measured import Page, add_pages, markdown_table
from reproduction.networks import ROOT, definitions
from reproduction.transformer import NOTEBOOK, TransformerTraining

CELLS = (
    "setup", "text", "transformer", "network", "groupwise_quantize", "in_groups", "calibration",
    "smooth_scales", "activation_aware", "awq", "gptq", "on_grid",
)  # fmt: skip
METHODS = ("rounding", "AWQ", "GPTQ")
COLUMNS = ("bits", *METHODS, "AWQ better", "by", "GPTQ better", "by")
PAGE = Page(
    "low_bits",
    "Rounding, AWQ and GPTQ in assignment 08",
    "make margins",
    """\
No points depend on these losses, but the notebook says which method is better. Its network is
trained with 4 seeds (the shipped one, and three with 1,000 steps), and each is quantized with 5
random samples of the calibration text. Losses are on unseen text, in nats per character, lowest to
highest; better means better than rounding, with groups of 32 weights for all three. This network
has no channels with large activations, which AWQ protects; the notebook adds some, and there AWQ
recovers nearly all that rounding loses. `python -m benchmarks.low_bits` takes four minutes.
""",
)


@dataclass(frozen=True)
class QuantizedRun:
    """Losses on unseen text, in nats for each character, by method and bit width."""

    seed: int
    drawing: int
    float_loss: float
    losses: dict[tuple[str, int], float]

    def gain(self, method: str, bits: int) -> float:
        """By how many nats a method is better than rounding."""
        return self.losses["rounding", bits] - self.losses[method, bits]


def main() -> int:
    """Train what is missing, quantize, print; the exit status is 1 if rounding wins once."""
    options = _options()
    options.results.mkdir(parents=True, exist_ok=True)
    names = definitions(NOTEBOOK, CELLS)
    runs = [
        measured(names, network, seed, drawing)
        for seed, network in _networks(names, options.seeds, options.steps, options.results)
        for drawing in range(options.drawings)
    ]
    text = losses(runs, names["BITS"])
    print(text)
    PAGE.write({f"{len(runs)} runs": text}, options.pages)
    return 0 if all(run.gain("GPTQ", 3) > 0 for run in runs) else 1


def measured(names: dict[str, Any], network: nn.Module, seed: int, drawing: int) -> QuantizedRun:
    """The losses of one network, quantized with one drawing of the calibration text."""
    inputs = names["inputs_of"](network, drawing)
    loss_of: Callable[[nn.Module], float] = names["loss_of"]
    by = {
        "rounding": lambda weight, x, bits: names["in_groups"](weight, bits),
        "AWQ": names["awq"],
        "GPTQ": names["by_gptq"],
    }

    def loss(method: str, bits: int) -> float:
        change = lambda name, weight: by[method](weight, inputs[name], bits)  # noqa: E731
        return loss_of(names["changed"](network, change))

    losses = {key: loss(*key) for key in product(METHODS, names["BITS"])}
    return QuantizedRun(seed, drawing, loss_of(network), losses)


def losses(runs: list[QuantizedRun], widths: tuple[int, ...]) -> str:
    """Markdown: for each bit width the losses, and how often and by how much rounding is beaten."""
    rows = []
    for bits in widths:
        row = [str(bits), *(_span([run.losses[name, bits] for run in runs]) for name in METHODS)]
        for method in METHODS[1:]:
            gains = [run.gain(method, bits) for run in runs]
            row += [f"{sum(gain > 0 for gain in gains)} of {len(runs)}", _span(gains)]
        rows.append(row)
    floats = _span([run.float_loss for run in runs])
    return f"{markdown_table(COLUMNS, rows)}\n\nIn floats: {floats} nats."


def _span(values: list[float]) -> str:
    return f"{min(values):.3f} to {max(values):.3f}"


def _networks(
    names: dict[str, Any], seeds: int, steps: int, folder: Path
) -> Iterator[tuple[int, nn.Module]]:
    yield 0, names["network"]
    for seed in range(1, seeds):
        training = TransformerTraining(names, seed, steps)
        yield seed, training.finish(folder / f"transformer_{seed}_{steps}.pt")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.low_bits", description=__doc__)
    parser.add_argument("--seeds", type=int, default=4, help="of the training (%(default)s)")
    parser.add_argument(
        "--steps", type=int, default=1000, help="of trainings after the first (%(default)s)"
    )
    parser.add_argument("--drawings", type=int, default=5, help="of the text (%(default)s)")
    parser.add_argument(
        "--results",
        type=Path,
        default=ROOT / "build" / "margins",
        help="folder; goes on there (%(default)s)",
    )
    add_pages(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
