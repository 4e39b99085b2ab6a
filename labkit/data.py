"""Images to train and measure on: every source gives the same kind of tensors.

The sources:

``digits``
    1,797 handwritten digits, 8x8 in grey, enlarged to 32x32 in three channels: the test part of
    "Optical Recognition of Handwritten Digits" (Alpaydin and Kaynak, UCI, CC BY 4.0), as in
    scikit-learn. They are a part of this package and need no network; grading always uses them.
``cifar10``
    CIFAR-10 by torchvision, in the folder ``~/.cache/labkit``, or in the one that the environment
    variable ``LABKIT_DATA`` names.
``folder:<path>``
    Any images, a folder for each class: ``<path>/<class>/*.png`` (also jpg and others), resized to
    32x32. Where ``<path>`` holds ``train/<class>/``, ``test/<class>/`` and perhaps
    ``validation/<class>/`` (or ``val/``), these are the splits; otherwise 80, 10 and 10 % are
    drawn, always the same. This is the layout of torchvision's ``ImageFolder``.

Where a source has training images and none for validation, the last tenth of each class is held out
for it. The shipped weights were trained without the same tenth.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from labkit.progress_bar import progress
from labkit.reference import resources

SOURCES = ("digits", "cifar10", "folder:<path>")
SPLITS = ("train", "validation", "test")
SIDE = 32
_DIGITS_SPLIT = (1197, 300, 300)
HELD_OUT = 0.1
_SHOWN = 12
_SUFFIXES = (".png", ".jpg", ".jpeg", ".bmp", ".gif", ".ppm", ".pgm", ".tif", ".tiff", ".webp")


class DataError(ValueError):
    """Data that cannot be had; the message says why, and what to do."""


@dataclass(frozen=True)
class Images:
    """Images with their labels.

    Args:
        images: float32 of shape (n, 3, 32, 32), from -1 to 1.
        labels: int64 of shape (n,), places in ``classes``.
        classes: the names of the classes.

    >>> test = load("digits", "test")
    >>> len(test), len(test[:10]), tuple(test.images.shape), test.classes[:3]
    (300, 10, (300, 3, 32, 32), ('0', '1', '2'))
    """

    images: torch.Tensor
    labels: torch.Tensor
    classes: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, part: slice) -> Images:
        return Images(self.images[part], self.labels[part], self.classes)

    def batches(self, size: int, generator: torch.Generator | None = None) -> Batches:
        """The images in batches, the last one perhaps smaller.

        Args:
            size: images in a batch.
            generator: shuffles them; without it they come in order.

        >>> [len(labels) for images, labels in load("digits", "test").batches(128)]
        [128, 128, 44]
        """
        count = len(self)
        shuffled = generator is not None
        order = torch.randperm(count, generator=generator) if shuffled else torch.arange(count)
        return Batches(self, order.split(size))


class Batches(Iterator[tuple[torch.Tensor, torch.Tensor]]):
    """One pass over images, in batches of (images, labels); its length is the number of batches."""

    def __init__(self, source: Images, places: tuple[torch.Tensor, ...]) -> None:
        self._source = source
        self._count = len(places)
        self._places = iter(places)

    def __len__(self) -> int:
        return self._count

    def __next__(self) -> tuple[torch.Tensor, torch.Tensor]:
        chosen = next(self._places)
        return self._source.images[chosen], self._source.labels[chosen]


def load(source: str = "digits", split: str = "train") -> Images:
    """Load one split of a source.

    Args:
        source: "digits", "cifar10" or "folder:<path>"; the module's text describes them.
        split: "train", "validation" or "test".

    Raises:
        DataError: there is no such source, split or folder, or the data cannot be fetched.

    >>> len(load("digits")), len(load("digits", "validation"))
    (1197, 300)
    >>> load("cifar")
    Traceback (most recent call last):
    labkit.data.DataError: there is no source 'cifar'. Did you mean 'cifar10'? There are: ...
    """
    if split not in SPLITS:
        raise DataError(_unknown("split", split, SPLITS))
    if source.startswith("folder:"):
        return _folder(Path(source.removeprefix("folder:")).expanduser(), split)
    if source not in SOURCES:
        raise DataError(_unknown("source", source, SOURCES))
    return _digits(split) if source == "digits" else _cifar10(split)


def held_out(seed: int, count: int = 300) -> Images:
    """The test digits, moved, turned, stretched, with noise: what accuracy checks measure on.

    Args:
        seed: draws the distortions; the same seed gives the same images on every machine.
        count: how many; after 300 the digits come again, distorted anew.

    >>> images = held_out(seed=0).images
    >>> tuple(images.shape), bool(images.abs().max() <= 1)
    ((300, 3, 32, 32), True)
    """
    test = _digits("test")
    chosen = torch.arange(count) % len(test)
    # RandomState, because NumPy guarantees that its numbers never change.
    random, images = np.random.RandomState(seed), test.images[chosen]
    angle, scale = np.deg2rad(random.uniform(-10, 10, count)), random.uniform(0.9, 1.1, count)
    shift = random.uniform(-2, 2, (count, 2)) / (SIDE / 2)
    cos, sin = np.cos(angle) / scale, np.sin(angle) / scale
    rows = [cos, -sin, shift[:, 0]], [sin, cos, shift[:, 1]]
    maps = torch.from_numpy(np.stack([np.stack(row, axis=1) for row in rows], axis=1)).float()
    grid = functional.affine_grid(maps, list(images.shape), align_corners=False)
    # One is added, because grid_sample fills what lies outside with 0, and 0 is to be black.
    moved = functional.grid_sample(images + 1, grid, align_corners=False)
    contrast = torch.from_numpy(random.uniform(0.8, 1.0, (count, 1, 1, 1))).float()
    noise = torch.from_numpy(random.normal(0, 0.1, (count, 1, SIDE, SIDE))).float()
    distorted = (moved * contrast - 1 + noise).clamp(-1, 1)
    return Images(distorted, test.labels[chosen], test.classes)


def _digits(split: str) -> Images:
    pixels, labels = _digits_file()
    chosen = _drawn_parts(len(labels), _DIGITS_SPLIT)[split]
    images = enlarged(torch.from_numpy(pixels[chosen]).float()[:, None])
    return Images(images, torch.from_numpy(labels[chosen]).long(), tuple("0123456789"))


def enlarged(grey: torch.Tensor) -> torch.Tensor:
    """Digits in the size and channels of CIFAR-10: one network of the course takes either.

    Args:
        grey: float32 of shape (n, 1, 8, 8), from 0 to 16.

    Returns:
        Images of shape (n, 3, 32, 32), from -1 to 1.

    >>> tuple(enlarged(torch.zeros(2, 1, 8, 8)).shape)
    (2, 3, 32, 32)
    """
    size = (SIDE, SIDE)
    return functional.interpolate(grey / 8 - 1, size=size, mode="bilinear").repeat(1, 3, 1, 1)


@lru_cache(maxsize=1)
def _digits_file() -> tuple[np.ndarray, np.ndarray]:
    """Pixels from 0 to 16 in (1797, 8, 8), and labels."""
    with np.load(resources() / "digits.npz") as arrays:
        return arrays["images"], arrays["labels"]


def _drawn_parts(count: int, sizes: tuple[int, int, int]) -> dict[str, np.ndarray]:
    """The indices of each split, always the same."""
    order = np.random.RandomState(0).permutation(count)
    return dict(zip(SPLITS, np.split(order, np.cumsum(sizes)[:2]), strict=True))


def _cifar10(split: str) -> Images:
    from torchvision.datasets import CIFAR10  # start-up time: torchvision takes a second

    root = Path(os.environ.get("LABKIT_DATA", "~/.cache/labkit")).expanduser()
    try:
        cifar10 = CIFAR10(root, train=split != "test")
    except RuntimeError:  # it is not there; only then is it downloaded
        try:
            cifar10 = CIFAR10(root, train=split != "test", download=True)
        except (OSError, RuntimeError) as error:
            raise DataError(
                f"cifar10 is not in {root} and cannot be fetched ({error}). "
                "Go on line and load it again, name the folder that holds cifar-10-batches-py "
                'in the variable LABKIT_DATA, or use load("digits").'
            ) from None
    pixels, labels = torch.from_numpy(cifar10.data), torch.tensor(cifar10.targets)
    if split != "test":
        part = last_of_each(labels, HELD_OUT) == (split == "validation")
        pixels, labels = pixels[part], labels[part]
    return Images(_from_pixels(pixels), labels, tuple(cifar10.classes))


def last_of_each(labels: torch.Tensor, share: float) -> torch.Tensor:
    """Whether each image is among the last ones of its class.

    Args:
        labels: shape (n,).
        share: of each class, rounded to whole images.

    >>> last_of_each(torch.tensor([0, 1, 0, 1]), 0.5).tolist()
    [False, False, True, True]
    """
    chosen = torch.zeros(len(labels), dtype=torch.bool)
    for label in labels.unique():
        members = (labels == label).nonzero().flatten()
        chosen[members[len(members) - round(share * len(members)) :]] = True
    return chosen


def _folder(root: Path, split: str) -> Images:
    if not root.is_dir():
        siblings = [path.name for path in root.parent.glob("*/")]
        raise DataError(_unknown("folder", root.name, sorted(siblings), f" in {root.parent}"))
    has_splits = (root / "train").is_dir()
    if has_splits:
        part, files = _files_of_split(root, split)
    else:
        part, files = root, _drawn(_image_files(root), split, (0.8, 0.1, 0.1))
    if not files:
        layout = f"Lay them out as {part}/<class>/<name>.png, or .jpg."
        raise DataError(f"{part} holds no images for {split}. {layout}")
    # From the training images, whatever the split: a split without one class keeps the same
    # numbers.
    training = _image_files(root / "train" if has_splits else root)
    classes = sorted({path.parent.name for path in training})
    labels = torch.tensor([classes.index(path.parent.name) for path in files])
    pixels = np.stack([_pixels(path) for path in progress(files, f"{root.name}/{split}", delay=2)])
    return Images(_from_pixels(torch.from_numpy(pixels)), labels, tuple(classes))


def _files_of_split(root: Path, split: str) -> tuple[Path, list[Path]]:
    """A split's folder and its files; without one for validation, training images are held out."""
    own = {"train": root / "train", "test": root / "test"}
    folders = (root / name for name in ("validation", "val"))
    own["validation"] = next((path for path in folders if path.is_dir()), own["train"])
    files = _image_files(own[split])
    if split == "test" or own["validation"] != own["train"]:
        return own[split], _drawn(files, "train", (1.0, 0.0, 0.0))
    _, labels = np.unique([path.parent.name for path in files], return_inverse=True)
    chosen = last_of_each(torch.from_numpy(labels), HELD_OUT) == (split == "validation")
    return own[split], _drawn(list(compress(files, chosen)), "train", (1.0, 0.0, 0.0))


def _drawn(files: list[Path], split: str, shares: tuple[float, float, float]) -> list[Path]:
    """A split's files, its share of all, in an order that mixes the classes."""
    # The rounding remainder goes to the first split, so that the three add up to all files.
    later = [round(len(files) * share) for share in shares[1:]]
    parts = _drawn_parts(len(files), (len(files) - sum(later), later[0], later[1]))
    return [files[index] for index in parts[split]]


def _image_files(folder: Path) -> list[Path]:
    # Sorted: the order in which a file system lists its files differs between machines.
    return sorted(path for path in folder.glob("*/*") if path.suffix.lower() in _SUFFIXES)


def _pixels(path: Path) -> np.ndarray:
    from PIL import Image  # start-up time: only folders of images need it

    try:
        with Image.open(path) as image:
            return np.asarray(image.convert("RGB").resize((SIDE, SIDE), Image.Resampling.BILINEAR))
    except OSError as error:
        message = f"{path} is no image that can be read ({error}). Mend it or take it away."
        raise DataError(message) from None


def _from_pixels(pixels: torch.Tensor) -> torch.Tensor:
    """From 0 to 255 in (n, height, width, 3) to -1 to 1 in (n, 3, height, width)."""
    return pixels.permute(0, 3, 1, 2).contiguous().float().div_(127.5).sub_(1)


def _unknown(what: str, name: str, known: Sequence[str], where: str = "") -> str:
    near = difflib.get_close_matches(name, known, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    shown = [*list(known)[:_SHOWN], "..."] if len(known) > _SHOWN else known
    return f"there is no {what} {name!r}{where}.{hint} There are: {', '.join(shown) or 'none'}."
