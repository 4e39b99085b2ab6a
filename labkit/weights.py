"""Trained weights inside a notebook: kept by the training cell, measured by an accuracy check.

They are safetensors, which is data and never code, in base64. Reading them needs no torch.
"""

from __future__ import annotations

import base64
import binascii
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from labkit.messages import say

if TYPE_CHECKING:  # the grader passes weights on without torch
    import torch

MIME = "application/vnd.labkit.weights+json"
LARGEST = 3_000_000  # characters of base64
Bundle = dict[str, Any]  # weights as JSON data, as to_json makes it
# By check. A notebook keeps those of one network; the grader those of several students.
_KEPT: dict[str, list[Bundle]] = {}


class WeightsError(ValueError):
    """Weights that cannot be kept or loaded; the message says why."""


class NotKept(LookupError):
    """No weights were kept for a check."""


def keep(check: str, network: torch.nn.Module) -> None:
    """Keep a trained network's weights: in this process for the check, and in the cell's output.

    The output is saved with the notebook, so the weights are handed in with it.

    Args:
        check: the check that measures them.
        network: trained; its ``state_dict`` is kept.

    Raises:
        WeightsError: they are too large, or not finite.

    >>> import os, torch
    >>> os.environ["LABKIT_LANGUAGE"] = "en"
    >>> keep("example", torch.nn.Linear(2, 3))
    Saved 9 numbers (0 kB) of example in this notebook. Save the notebook: they are handed in ...
    >>> sorted(from_json(*kept("example")))
    ['bias', 'weight']
    >>> del os.environ["LABKIT_LANGUAGE"]
    """
    from IPython.display import display  # start-up time: the grader reads weights without IPython

    weights = {name: _stored(name, value) for name, value in network.state_dict().items()}
    _KEPT[check] = [to_json(check, weights)]
    display(_Kept(check, weights))


def keep_handed_in(file: str) -> None:
    """Keep what several students handed in, so that the next checks measure them all.

    Only the grader's own copy of the solution calls this (``autograder/judging/accuracy.py``).

    Args:
        file: JSON: for each check, a list of what :func:`to_json` made.
    """
    _KEPT.update(json.loads(Path(file).read_text("ascii")))


def kept(check: str) -> list[Bundle]:
    """The weights that are kept for a check in this process, not read yet.

    Raises:
        NotKept: there are none.
    """
    if check not in _KEPT:
        raise NotKept(f"no weights are kept for {check}")
    return _KEPT[check]


def load_into(network: torch.nn.Module, weights: dict[str, np.ndarray]) -> None:
    """Load weights into a network that has exactly these names and shapes.

    Raises:
        WeightsError: a name or a shape differs, or a number is not finite.

    >>> import torch
    >>> load_into(torch.nn.Linear(1, 1), {"weight": np.zeros((2, 1))})
    Traceback (most recent call last):
    labkit.weights.WeightsError: bias is missing; weight has shape (2, 1), not (1, 1)
    """
    import torch  # start-up time: the grader passes weights on without torch

    wanted = {name: tuple(value.shape) for name, value in network.state_dict().items()}
    shapes = {name: value.shape for name, value in weights.items()}
    both = [name for name in wanted if name in shapes]
    problems = [f"{name} is missing" for name in wanted if name not in shapes]
    # The names of handed-in weights are the student's, and of any length.
    problems += [f"{name[:80]} is not in the network" for name in shapes if name not in wanted]
    problems += [
        f"{name} has shape {shapes[name]}, not {wanted[name]}"
        for name in both
        if shapes[name] != wanted[name]
    ]
    problems += [
        f"{name} holds numbers that are not finite"
        for name in both
        if not np.isfinite(weights[name]).all()
    ]
    if problems:
        more = f" and {len(problems) - 3} more" if len(problems) > 3 else ""
        raise WeightsError("; ".join(problems[:3]) + more)
    tensors = {name: torch.from_numpy(value.copy()) for name, value in weights.items()}
    network.load_state_dict(tensors)


def to_json(check: str, weights: dict[str, np.ndarray]) -> Bundle:
    """Weights as JSON data, for the output of a cell.

    Raises:
        WeightsError: they are too large.
    """
    from safetensors.numpy import save  # start-up time: the grader only passes the text on

    # safetensors writes memory as it lies, which for a transposed array gives wrong values.
    in_order = {name: np.array(value, order="C") for name, value in weights.items()}
    text = base64.b64encode(save(in_order)).decode("ascii")
    return {"check": check, "safetensors": _bounded(text)}


def from_json(bundle: Any) -> dict[str, np.ndarray]:
    """Read what :func:`to_json` wrote.

    Raises:
        WeightsError: the data has another form, whoever wrote it.

    >>> from_json(to_json("example", {"w": np.zeros(3, dtype=np.float16)}))
    {'w': array([0., 0., 0.], dtype=float16)}
    >>> from_json({"check": "example", "safetensors": "nonsense"})
    Traceback (most recent call last):
    labkit.weights.WeightsError: the weights cannot be read: ...
    """
    # Start-up time: the grader passes the text on without reading it.
    from safetensors import SafetensorError
    from safetensors.numpy import load

    content = as_bytes(bundle)
    try:
        return load(content)
    except (SafetensorError, KeyError, TypeError, ValueError) as error:
        raise WeightsError(f"the weights cannot be read: {error}") from None


def as_bytes(bundle: Any) -> bytes:
    """The safetensors that a bundle carries, whatever they hold.

    Raises:
        WeightsError: it carries none, or too many.
    """
    try:
        return base64.b64decode(_bounded(bundle["safetensors"]), validate=True)
    except (binascii.Error, KeyError, TypeError) as error:
        raise WeightsError(f"the weights cannot be read: {error}") from None


class _Kept:
    def __init__(self, check: str, weights: dict[str, np.ndarray]) -> None:
        (self.bundle,) = _KEPT[check]
        size = sum(value.nbytes for value in weights.values()) / 1000
        count = sum(value.size for value in weights.values())
        self._values = {"check": check, "count": count, "kilobytes": size}

    def __repr__(self) -> str:
        return say("weights.kept", **self._values)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return {"text/plain": repr(self), MIME: self.bundle}


def _stored(name: str, value: Any) -> np.ndarray:
    """A tensor as it is stored: floats in 16 bits, if none of them overflows or becomes 0."""
    array: np.ndarray = value.detach().cpu().numpy()
    if array.dtype.kind != "f":
        return array.copy()
    if not np.isfinite(array).all():
        raise WeightsError(
            f"{name} holds numbers that are not finite (nan or inf): "
            "the training went wrong. Train again."
        )
    # Half the size, and the accuracy stays the same; only what 16 bits cannot hold keeps its 32.
    with np.errstate(all="ignore"):
        half: np.ndarray = array.astype(np.float16)
    enough = np.isfinite(half).all() and ((half == 0) == (array == 0)).all()
    return half if enough else array.astype(np.float32)


def _bounded(text: Any) -> str:
    if not isinstance(text, str) or not text.isascii():
        raise WeightsError("the weights cannot be read: they are no text in base64")
    if len(text) > LARGEST:
        raise WeightsError(
            f"the weights are too large: more than {LARGEST:,} characters in base64. "
            "Make the network smaller."
        )
    return text
