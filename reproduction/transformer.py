"""`python -m reproduction.transformer` trains the network of assignment 08, in a minute or two.

It has the layers of the solution, and learns from the text in resources. A stopped run continues
after its last checkpoint, and a finished one only writes the weights again.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from torch import nn
from torch.nn import functional as F
from tqdm import tqdm

from reproduction.networks import ROOT, WEIGHTS, definitions

NOTEBOOK = ROOT / "solutions" / "08_low_bit_transformer" / "08_low_bit_transformer.ipynb"
CELLS = ("setup", "text", "transformer")
WEIGHTS_FILE = WEIGHTS / "transformer.safetensors"
STEPS, BATCH, RATE, WARM_UP = 3500, 16, 4e-3, 50
CHECKPOINT = 250  # steps
PARTS = ("learned", "unseen")


class TransformerTraining:
    """The network in training, with everything that a checkpoint needs to resume.

    Args:
        names: what the notebook's cells define.
        seed: of the first weights and of the order of the text.
        steps: optimizer steps; the learning rate falls to 0 over them.
    """

    def __init__(self, names: dict[str, Any], seed: int = 0, steps: int = STEPS) -> None:
        torch.manual_seed(seed)
        self.names, self.steps, self.done = names, steps, 0
        self.network = names["Transformer"]()
        self.optimizer = torch.optim.AdamW(
            self.network.parameters(), lr=RATE, betas=(0.9, 0.98), weight_decay=0.01
        )
        self.random = torch.Generator().manual_seed(seed)

    def finish(self, checkpoint: Path | None = None) -> nn.Module:
        """Train to the last step, from a checkpoint if there is one; the network in eval mode."""
        if checkpoint and checkpoint.exists():
            self._resume(torch.load(checkpoint, weights_only=True))
        for step in tqdm(range(self.done, self.steps), initial=self.done, total=self.steps):
            self._step(step)
            if checkpoint and self.done % CHECKPOINT == 0:
                self._save(checkpoint)
        return self.network.eval()

    def _step(self, step: int) -> None:
        learned, context = self.names["learned"], self.names["CONTEXT"]
        starts = torch.randint(len(learned) - context, (BATCH,), generator=self.random)
        seen, wanted = self.names["windows"](learned, starts)
        loss = F.cross_entropy(self.network(seen).flatten(0, 1), wanted.flatten())
        self.optimizer.param_groups[0]["lr"] = _rate(step, self.steps)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.done = step + 1

    def _save(self, path: Path) -> None:
        """Write a checkpoint whole or not at all."""
        half = path.with_suffix(".half")
        states = {"network": self.network.state_dict(), "optimizer": self.optimizer.state_dict()}
        torch.save({**states, "random": self.random.get_state(), "done": self.done}, half)
        half.replace(path)

    def _resume(self, state: dict[str, Any]) -> None:
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.random.set_state(state["random"])
        self.done = state["done"]


def _rate(step: int, steps: int) -> float:
    """The learning rate: up in a straight line, then down along half a cosine."""
    return RATE * min(1, (step + 1) / WARM_UP) * (1 + math.cos(math.pi * step / steps)) / 2


def main() -> None:
    """Train what is not finished, write the weights, and print the figures of their card."""
    options = _options()
    options.results.mkdir(parents=True, exist_ok=True)
    names = definitions(NOTEBOOK, CELLS)
    network = TransformerTraining(names).finish(options.results / "transformer.pt")
    # Half of 32 bits: what rounding to 16 changes is far below any quantizer's steps.
    save_file({key: value.half() for key, value in network.state_dict().items()}, WEIGHTS_FILE)
    WEIGHTS_FILE.chmod(0o644)
    losses = ", ".join(f"{names['loss_of'](network, names[part]):.4f}" for part in PARTS)
    print(f"{WEIGHTS_FILE.stat().st_size:,} bytes; nats on {' and '.join(PARTS)} text: {losses}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m reproduction.transformer", description=__doc__)
    parser.add_argument(
        "--results",
        type=Path,
        default=ROOT / "build" / "reproduce",
        help="folder of the checkpoint (%(default)s)",
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
