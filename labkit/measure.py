"""The accuracy of kept weights on held-out images."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache

import torch

from labkit import data, weights
from labkit.evidence import Failure

_BATCH = 100
# Cached, because in grading one kernel measures the weights of several students on the same images.
_held_out = lru_cache(maxsize=1)(data.held_out)


def measure(check: str, build: Callable[[], torch.nn.Module], seed: int) -> list[float | Failure]:
    """Load what is kept for a check into a fresh network, and measure it on digits of the seed.

    Returns:
        For each of the weights that are kept, the share of images whose class is predicted
        correctly, from 0 to 1; in a student's notebook there is one. A Failure where nothing was
        kept, the weights do not fit, or the network raises.
    """
    try:
        bundles = weights.kept(check)
    except weights.NotKept as error:
        return [Failure.of(error)]
    measured: list[float | Failure] = []
    for bundle in bundles:
        try:
            values = weights.from_json(bundle)
            # A fresh network draws weights: a check must not change the reader's random state.
            with torch.random.fork_rng(devices=[]):
                network = build()
            weights.load_into(network, values)
            network.eval()
            images, right = _held_out(seed), 0
            for batch, labels in images.batches(_BATCH):
                # Channels last in grading, where the solution's network counts: it takes half the
                # time. In class a student's own might call view(), which needs channels first.
                if "LABKIT_SEED" in os.environ:
                    batch = batch.contiguous(memory_format=torch.channels_last)
                with torch.no_grad():
                    right += int((network(batch).argmax(1) == labels).sum())
            measured.append(right / len(images))
        except Exception as error:  # the network is student code, too, and may raise anything
            measured.append(Failure.of(error))
    return measured
