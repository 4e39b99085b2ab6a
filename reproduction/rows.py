"""The rows of the table: one quantized network each, before and after fine-tuning.

What is finished is kept, and skipped by the next run.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import threading
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context, parent_process
from multiprocessing.queues import Queue
from pathlib import Path

import torch
from torch import nn
from tqdm import tqdm

from reproduction import images, networks
from reproduction.training import BATCH, Recipe, Training, accuracy, train

BIT_WIDTHS = (8, 6, 5, 4, 3, 2)
FROM_THE_LARGEST = ("per tensor", "per channel")
FINE_TUNING = Recipe(epochs=5, rate=0.02, warm_up=0.1, decay=1e-4, bfloat16=True)
# glibc returns large tensors to the system when they are freed. Without that a run is a seventh
# shorter.
KEEP_MEMORY = {"MALLOC_MMAP_THRESHOLD_": "2000000000", "MALLOC_TRIM_THRESHOLD_": "8000000000"}
_place = 0


@dataclass(frozen=True)
class Row:
    """A quantized network of the table.

    Args:
        kind: one of ``networks.KINDS``.
        bit_width: bits of weights and inputs.
    """

    kind: str
    bit_width: int

    @property
    def name(self) -> str:
        """As in ``per-channel-lsq-4``: names its files."""
        return f"{self.kind.lower().replace(', ', '-').replace(' ', '-')}-{self.bit_width}"


@dataclass(frozen=True)
class Result:
    """Accuracy of a row, in percent.

    Args:
        row: which.
        before: on the test images, without training.
        after: on the test images, fine-tuned.
        validation: on the validation images, fine-tuned; recipes are chosen by it.
    """

    row: Row
    before: float
    after: float
    validation: float


@dataclass(frozen=True)
class Places:
    """Folders: the images, their decoded cache, and the results."""

    data: Path
    cache: Path
    results: Path


def compute(rows: Iterable[Row], places: Places, jobs: int) -> list[Result]:
    """Compute what is not there yet, several rows at once, each on one core.

    Args:
        rows: in the order in which they are wanted.
        places: folders.
        jobs: processes.

    Raises:
        Exception: that of a row that failed, after the others have been kept.
    """
    rows = list(rows)
    places.results.mkdir(parents=True, exist_ok=True)
    missing = [row for row in rows if finished(row, places.results) is None]
    os.environ.update(KEEP_MEMORY)  # read when a process starts
    context = get_context("spawn")
    tqdm.set_lock(context.RLock())
    free: Queue[int] = context.Queue()
    for place in range(jobs):
        free.put(place + 1)
    with ProcessPoolExecutor(jobs, context, _start_worker, (free, tqdm.get_lock())) as pool:
        work = [pool.submit(compute_row, row, places) for row in missing]
        for done in tqdm(as_completed(work), "rows", len(work)):
            tqdm.write(describe(done.result()))
    return [result for row in rows if (result := finished(row, places.results))]


def describe(result: Result) -> str:
    """A result in one line."""
    row, tuned = result.row, f"fine-tuned {result.after:.2f} %"
    return f"{row.kind}, {row.bit_width} bits: {result.before:.2f} %, {tuned}"


def compute_row(row: Row, places: Places) -> Result:
    """Measure, fine-tune for five epochs and measure again.

    A fine-tuning that was interrupted continues after its last whole epoch.
    """
    pictures, validation, test = (
        images.load(places.data, places.cache, split) for split in ("train", "validation", "test")
    )
    network, recipe = starting_network(row, pictures), recipe_of(row)
    before = accuracy(network, test)
    steps = len(pictures.labels) // BATCH
    training = Training(network, recipe, steps, networks.float_network())
    checkpoint = places.results / f"{row.name}-{fingerprint(row)}.pt"
    epoch = images.crops_and_flips(pictures, BATCH)
    tuned = train(training, epoch, steps, checkpoint, row.name, _place)
    return _keep(
        Result(row, before, accuracy(tuned, test), accuracy(tuned, validation)), places.results
    )


def starting_network(row: Row, pictures: images.Pictures) -> nn.Module:
    """The quantized network with the shipped float weights; its steps fit 512 training images."""
    chosen = torch.randperm(len(pictures.labels), generator=torch.Generator().manual_seed(0))[:512]
    weights = networks.float_network().state_dict()
    return networks.quantized_network(
        row.kind, row.bit_width, weights, images.normalized(pictures.images[chosen])
    )


def recipe_of(row: Row) -> Recipe:
    """The fine-tuning of a row: fewer bits are further from float, and need larger steps.

    Outliers are penalized where an input's scale follows from its largest value. Static and learned
    ranges clip them.

    Thirty other recipes did not bring the course's dynamic ranges within 2 points of float at 4
    bits (78.6 to 79.5 %): other rates and penalties, weights clipped or equalized between layers,
    running averages, AdamW, imitated layers, three times the epochs, other float networks. Whatever
    the penalty, the largest input of a batch stays about ten times the root mean square, and half
    of the levels lie below 0, where ReLU leaves nothing. Hence the static ranges.
    """
    rate = {3: 0.03, 2: 0.05}.get(row.bit_width, FINE_TUNING.rate)
    return replace(FINE_TUNING, rate=rate, outliers=0.003 if row.kind in FROM_THE_LARGEST else 0.0)


def fingerprint(row: Row) -> str:
    """Changes when the row's result could: with definitions, recipe or float weights."""
    weights = (networks.WEIGHTS / "net_cifar10.safetensors").read_bytes()
    definitions = ast.dump(ast.parse(networks.source()))  # comments do not count
    parts = definitions.encode(), repr((row, recipe_of(row))).encode(), weights
    return hashlib.sha256(b"".join(parts)).hexdigest()[:12]


def finished(row: Row, results: Path) -> Result | None:
    """The kept result of a row, if its definitions, weights and recipe are those of today."""
    file = results / f"{row.name}.json"
    kept = json.loads(file.read_text()) if file.exists() else {}
    return (
        Result(row, kept["before"], kept["after"], kept["validation"])
        if kept.get("fingerprint") == fingerprint(row)
        else None
    )


def _keep(result: Result, results: Path) -> Result:
    file = results / f"{result.row.name}.json"
    half = file.with_suffix(".half")
    half.write_text(
        json.dumps(
            {
                **asdict(result),
                "recipe": asdict(recipe_of(result.row)),
                "fingerprint": fingerprint(result.row),
            },
            indent=1,
        )
    )
    half.replace(file)
    return result


def _start_worker(free: Queue[int], lock: object) -> None:
    global _place
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _place = free.get()
    tqdm.set_lock(lock)
    torch.set_num_threads(1)


def _end_with_parent() -> None:
    """A killed command must not leave its trainings running; each epoch is kept."""
    if parent := parent_process():
        parent.join()
        os._exit(1)
