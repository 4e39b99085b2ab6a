"""The 60,000 images as two arrays, decoded once, and batches of random crops and flips."""

from __future__ import annotations

import os
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from torch import Tensor
from tqdm import tqdm

from labkit.data import HELD_OUT, last_of_each

ARCHIVE = "cifar10-jpeg.tar.gz"
SHIFT = 4


class Pictures(NamedTuple):
    """Images of one split.

    Args:
        images: uint8, (n, 3, 32, 32).
        labels: int64, (n,).
    """

    images: Tensor
    labels: Tensor


def default_folder() -> Path:
    """The folder of the images: ``LABKIT_DATA``, else ``shared/data`` next to the repository."""
    return Path(
        os.environ.get("LABKIT_DATA", Path(__file__).resolve().parents[2] / "shared" / "data")
    )


def default_cache() -> Path:
    """Where the decoded images are kept: the user's cache folder, outside the repository."""
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "labkit"


def load(folder: Path, cache: Path, split: str) -> Pictures:
    """The images of one split.

    Args:
        folder: holds ``cifar10-jpeg.tar.gz``, or what it unpacks to (``train/<class>/*.jpg`` and
            ``test/<class>/*.jpg``).
        cache: where the decoded arrays are kept from one run to the next.
        split: "train", "validation" (the last tenth of each class's training images) or "test".

    Raises:
        FileNotFoundError: the folder holds neither, and the cache nothing.
    """
    pictures = _decoded(folder, cache, "test" if split == "test" else "train")
    if split == "test":
        return pictures
    chosen = last_of_each(pictures.labels, HELD_OUT) == (split == "validation")
    return Pictures(pictures.images[chosen], pictures.labels[chosen])


def normalized(images: Tensor) -> Tensor:
    """Bytes as floats in [-1, 1], in the memory order that convolutions on a CPU like best."""
    return (images.float() / 127.5 - 1).contiguous(memory_format=torch.channels_last)


def crops_and_flips(
    pictures: Pictures, size: int, mirror: bool = True
) -> Callable[[torch.Generator], Iterator[tuple[Tensor, Tensor]]]:
    """Makes epochs of shuffled batches: images shifted by up to 4 pixels, half of them mirrored.

    Args:
        pictures: images to draw from.
        size: images in a batch; a smaller rest is left out.
        mirror: whether half of the images are mirrored; digits are not.
    """
    padded = F.pad(pictures.images.float(), (SHIFT,) * 4, mode="reflect").byte()
    windows = padded.unfold(2, 32, 1).unfold(3, 32, 1)

    def epoch(random: torch.Generator) -> Iterator[tuple[Tensor, Tensor]]:
        for chosen in torch.randperm(len(windows), generator=random).split(size):
            if len(chosen) == size:
                down, right = torch.randint(0, 2 * SHIFT + 1, (2, size), generator=random)
                shifted = windows[chosen, :, down, right]
                yield (
                    normalized(_flipped(shifted, random) if mirror else shifted),
                    pictures.labels[chosen],
                )

    return epoch


def _flipped(images: Tensor, random: torch.Generator) -> Tensor:
    mirrored = torch.rand(len(images), 1, 1, 1, generator=random) < 0.5
    return torch.where(mirrored, images.flip(3), images)


def _decoded(folder: Path, cache: Path, split: str) -> Pictures:
    kept = cache / f"cifar10-{split}.npz"
    if not kept.exists():
        _decode(folder, split, kept)
    with np.load(kept) as arrays:
        return Pictures(torch.from_numpy(arrays["images"]), torch.from_numpy(arrays["labels"]))


def _decode(folder: Path, split: str, kept: Path) -> None:
    if (folder / split).is_dir():
        return _keep(folder / split, kept)
    if not (folder / ARCHIVE).exists():
        raise FileNotFoundError(
            f"{folder} holds neither {ARCHIVE} nor a folder {split}/<class>/*.jpg. "
            "Name the folder that does: --data FOLDER, or the environment variable LABKIT_DATA."
        )
    with tempfile.TemporaryDirectory() as unpacked, tarfile.open(folder / ARCHIVE) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # from Python 3.11.4 on
        archive.extractall(unpacked)
        _keep(Path(unpacked, split), kept)


def _keep(folder: Path, kept: Path) -> None:
    classes = sorted(path.name for path in folder.iterdir() if path.is_dir())
    files = [
        (label, file)
        for label, name in enumerate(classes)
        for file in sorted((folder / name).iterdir())
    ]
    images = np.stack(
        [
            np.asarray(Image.open(file).convert("RGB"))
            for _, file in tqdm(files, f"decoding {folder.name}")
        ]
    )
    kept.parent.mkdir(parents=True, exist_ok=True)
    half = kept.with_suffix(".half.npz")
    np.savez(
        half, images=images.transpose(0, 3, 1, 2), labels=np.array([label for label, _ in files])
    )
    half.replace(kept)
