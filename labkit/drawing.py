"""A pad in the notebook: a digit that is drawn or chosen goes to a network, live.

:func:`pad` needs the package anywidget, which Colab has; nothing else here does, and grading never
shows a pad. drawing.js next to this file is what runs in the page.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
import traitlets
from torch.nn import functional

from labkit.data import Images, enlarged
from labkit.messages import say

SIDE = 64  # of the drawing, in pixels; drawing.js has the same number
DRAWN = -1  # the digit that is drawn, instead of the place of a given one
_INK = 9  # a pixel of the drawing is a character from 0 to 9


def as_digit(ink: torch.Tensor) -> torch.Tensor:
    """A drawing in the form of ``data.load("digits")``: in the middle, from edge to edge, 8 x 8.

    Args:
        ink: of shape (height, width), from 0 for paper to 1 for ink.

    Returns:
        An image of shape (3, 32, 32), from -1 to 1; all -1 if there is no ink.

    >>> ink = torch.zeros(64, 64)
    >>> ink[10:40, 50:56] = 1  # a 1, drawn on the right
    >>> image = as_digit(ink)
    >>> tuple(image.shape), image.amin(dim=(0, 2)).tolist() == [-1] * 32
    ((3, 32, 32), True)
    >>> columns = (image[0] > 0).any(dim=0).nonzero().flatten()
    >>> columns.min().item() + columns.max().item()  # in the middle of 0 to 31
    31
    """
    rows, columns = ink.any(dim=1).nonzero(), ink.any(dim=0).nonzero()
    if len(rows) == 0:
        return torch.full((3, 32, 32), -1.0)
    ink = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].float()
    height, width = ink.shape
    side = max(height, width)
    above, left = (side - height) // 2, (side - width) // 2
    square = functional.pad(ink, (left, side - width - left, above, side - height - above))
    grey = functional.adaptive_avg_pool2d(square[None, None], 8)
    return enlarged(torch.round(16 * grey))[0]


def pad(
    read: Callable[[torch.Tensor, int], torch.Tensor],
    digits: Images,
    bits: tuple[int, int] = (1, 1),
) -> Any:
    """A widget on which a digit is drawn, or chosen by keyboard, and which says what is read.

    Args:
        read: takes an image of shape (3, 32, 32), from -1 to 1, and a number of bits; gives 10
            scores.
        digits: those to choose from; the first is read at once.
        bits: the fewest and the most that the slider offers; it begins at the most. Without a
            slider if both are the same.

    Raises:
        ModuleNotFoundError: anywidget is not installed.
    """
    import anywidget  # start-up time, and an optional package: the cell says how to get it

    class Pad(anywidget.AnyWidget):
        _esm = Path(__file__).with_name("drawing.js").read_text("utf-8")
        given = traitlets.Dict().tag(sync=True)
        ink = traitlets.Unicode("0" * SIDE**2).tag(sync=True)
        chosen = traitlets.Int(0).tag(sync=True)
        bit_width = traitlets.Int(bits[1]).tag(sync=True)
        answer = traitlets.Dict().tag(sync=True)

        def __repr__(self) -> str:  # what a page without the widget shows
            return str(self.answer["text"])

    def renew(_: object = None) -> None:
        number = widget.bit_width
        said = "drawing.reads" if bits[0] < bits[1] else "drawing.reads_it"
        widget.answer = _answer(read, digits, widget.ink, widget.chosen, number, said)

    options = [
        say("drawing.option", number=place, label=digits.classes[label])
        for place, label in enumerate(digits.labels.tolist())
    ]
    words = {
        "pad": say("drawing.pad"),
        "canvas": say("drawing.canvas"),
        "seen": say("drawing.seen"),
        "choose": say("drawing.choose"),
        "own": say("drawing.own"),
        "bits": say("drawing.bits"),
        "clear": say("drawing.clear"),
    }
    widget = Pad(given={"words": words, "options": options, "bits": bits})
    renew()
    widget.observe(renew, ["ink", "chosen", "bit_width"])
    return widget


def _answer(
    read: Callable[[torch.Tensor, int], torch.Tensor],
    digits: Images,
    drawn: str,
    chosen: int,
    bits: int,
    said: str,
) -> dict[str, Any]:
    """What the page shows: a sentence, the scores from 0 to 1, and the pixels from 0 to 255."""
    if chosen == DRAWN and not drawn.strip("0"):
        return {"text": say("drawing.empty"), "scores": [], "pixels": []}
    if chosen == DRAWN:
        ink = torch.tensor([int(letter) for letter in drawn]).view(SIDE, SIDE) / _INK
        image = as_digit(ink)
    else:
        image = digits.images[chosen]
    scores = read(image, bits).flatten().double()
    first, second = scores.topk(2).indices.tolist()
    text = say(said, bits=bits, first=first, second=second)
    if chosen != DRAWN:
        text += " " + say("drawing.label", label=digits.classes[digits.labels[chosen]])
    heights = (scores - scores.min()) / (scores.max() - scores.min()).clamp(min=1e-9)
    pixels = ((image[0] + 1) * 127.5).round().int().flatten().tolist()
    return {"text": text, "scores": heights.tolist(), "pixels": pixels}
