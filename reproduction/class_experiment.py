"""Notebook 03's first experiment on CIFAR-10: 4 bits, trained as in the class of 2023.

The loop is the notebook's own: its cell is loaded by its id, as those of the networks are.
"""

from __future__ import annotations

import ast
import hashlib
import json
from typing import Any

import torch
from torch import nn

from labkit.data import SPLITS, Images
from labkit.progress_bar import progress
from reproduction import images, networks
from reproduction.rows import Places
from reproduction.training import accuracy

CELL = "class_training"
BIT_WIDTH = 4


def compute(places: Places) -> dict[str, Any]:
    """Accuracies before and after, and the curve in between; kept, and computed again on a change.

    Args:
        places: folders.
    """
    file = places.results / "class-experiment.json"
    kept = json.loads(file.read_text()) if file.exists() else {}
    if kept.get("fingerprint") != fingerprint():
        places.results.mkdir(parents=True, exist_ok=True)
        kept = {**_run(places), "fingerprint": fingerprint()}
        file.write_text(json.dumps(kept, indent=1))
    return kept


def fingerprint() -> str:
    """Changes when the result could: with the loop, the networks or the float weights."""
    code = "\n".join(map(networks.source, ((CELL,), networks.CELLS)))
    weights = (networks.WEIGHTS / "net_cifar10.safetensors").read_bytes()
    return hashlib.sha256(ast.dump(ast.parse(code)).encode() + weights).hexdigest()[:12]


def _run(places: Places) -> dict[str, Any]:
    train, validation, test = (images.load(places.data, places.cache, split) for split in SPLITS)
    names = networks.definitions()
    names["progress"] = progress
    exec(networks.source((CELL,)), names)
    network: nn.Module = names["QuantizedNet"](BIT_WIDTH)
    network.load_state_dict(networks.float_network().state_dict(), strict=True)
    before = accuracy(network, test)
    pictures = Images(images.normalized(train.images), train.labels, ())
    torch.manual_seed(0)
    curve = names[CELL](network, pictures, lambda network: accuracy(network, validation) / 100)
    return {"bits": BIT_WIDTH, "before": before, "after": accuracy(network, test), "curve": curve}
