"""`python -m reproduction.weights cifar10` (or `digits`) trains the weights that the course ships.

It also prints the figures of their card.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import nn

from labkit import data
from reproduction import images, networks
from reproduction.images import Pictures
from reproduction.training import BATCH, Recipe, Training, accuracy, train

RECIPES = {
    "cifar10": Recipe(epochs=36, rate=0.1, average=0.003, bfloat16=True),
    "digits": Recipe(epochs=40, rate=0.05, average=0.05),
}
BATCHES = {"cifar10": BATCH, "digits": 64}


def main() -> None:
    """Train one network, write its weights, and print its accuracy on the test images."""
    options = _options()
    torch.manual_seed(0)
    splits = {split: _load(options.source, split, options.data) for split in data.SPLITS}
    network = networks.definitions()["Net"]().to(memory_format=torch.channels_last)
    file = networks.WEIGHTS / f"net_{options.source}.safetensors"
    trained = _train(network, splits["train"], options.source, options.checkpoints)
    file.parent.mkdir(parents=True, exist_ok=True)
    save_file({name: value.contiguous() for name, value in trained.state_dict().items()}, file)
    file.chmod(0o644)
    print(f"{file}: {file.stat().st_size / 1e6:.2f} MB")
    for split in ("validation", "test"):
        pictures = splits[split]
        print(f"{split}: {accuracy(trained, pictures):.2f} % of {len(pictures.labels):,} images")


def _train(network: nn.Module, pictures: Pictures, source: str, checkpoints: Path) -> nn.Module:
    checkpoints.mkdir(parents=True, exist_ok=True)
    size, steps = BATCHES[source], len(pictures.labels) // BATCHES[source]
    epoch = images.crops_and_flips(pictures, size, mirror=source != "digits")
    return train(
        Training(network, RECIPES[source], steps),
        epoch,
        steps,
        checkpoints / f"float-{source}.pt",
        source,
    )


def _load(source: str, split: str, folder: Path) -> Pictures:
    if source == "cifar10":
        return images.load(folder, images.default_cache(), split)
    digits = data.load("digits", split)
    return Pictures(_as_bytes(digits.images), digits.labels)


def _as_bytes(pixels: torch.Tensor) -> torch.Tensor:
    return ((pixels + 1) * 127.5).round().byte()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m reproduction.weights", description=__doc__)
    parser.add_argument("source", choices=RECIPES, help="the images to train on")
    parser.add_argument(
        "--data",
        type=Path,
        default=images.default_folder(),
        help="folder of the CIFAR-10 images (%(default)s)",
    )
    parser.add_argument(
        "--checkpoints",
        type=Path,
        default=networks.ROOT / "build" / "reproduce",
        help="where it can go on (%(default)s)",
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
