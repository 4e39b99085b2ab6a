"""Signals over clocks, drawn as an oscilloscope for digital signals shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from labkit.messages import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_HEIGHT, _SLANT = 0.7, 0.1


def waveform(
    axes: Axes,
    signals: Mapping[str, Sequence[int | None]],
    *,
    first: int = 0,
    marked: Sequence[int] = (),
    clock: str = "",
) -> None:
    """Draw signals under each other: those of one bit as steps, others as boxes with their values.

    Args:
        axes: of matplotlib.
        signals: whole numbers by name, all of shape (n,), one for each clock; None is unknown.
        first: the number of the first clock.
        marked: clocks that are shaded, such as those where two signals differ.
        clock: the name of the clock, which is drawn above them; "" without one.

    >>> from matplotlib.figure import Figure
    >>> axes = Figure().subplots()
    >>> waveform(axes, {"valid": [0, 1, 1], "y": [0, 5, -3]}, marked=[2])
    >>> [label.get_text() for label in axes.get_yticklabels()]
    ['y', 'valid']
    """
    from matplotlib.ticker import MaxNLocator  # start-up time: a check draws nothing

    for place in marked:
        axes.axvspan(place, place + 1, color="#f0c674", alpha=0.5, linewidth=0)
    count = len(next(iter(signals.values())))
    bottoms = {name: row for row, name in enumerate(reversed([*filter(None, [clock]), *signals]))}
    if clock:
        # Low, then high: the inputs of a clock are there before its rising edge.
        edges = [first + half / 2 for half in range(2 * count + 1)]
        levels = [bottoms[clock] + _HEIGHT * (half % 2) for half in range(2 * count + 1)]
        axes.step(edges, levels, where="post", color="black", linewidth=1)
    for name, values in signals.items():
        numbers, low = [value if value is None else int(value) for value in values], bottoms[name]
        if set(numbers) <= {0, 1}:
            levels = [low + _HEIGHT * (value or 0) for value in (*numbers, numbers[-1])]
            axes.step(range(first, first + len(levels)), levels, where="post", color="black")
        else:
            _boxes(axes, numbers, low, first)
    axes.set(yticks=[low + _HEIGHT / 2 for low in bottoms.values()])
    axes.set_yticklabels(list(bottoms))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(say("c.clock"))
    axes.grid(visible=False)


def _boxes(axes: Axes, numbers: Sequence[int | None], low: int, first: int) -> None:
    """A box for each run of equal values."""
    changes = [n for n in range(len(numbers)) if not n or numbers[n] != numbers[n - 1]]
    for start, end in zip(changes, [*changes[1:], len(numbers)], strict=True):
        left, right, middle = first + start, first + end, low + _HEIGHT / 2
        x = [left, left + _SLANT, right - _SLANT, right, right - _SLANT, left + _SLANT, left]
        y = [middle, low + _HEIGHT, low + _HEIGHT, middle, low, low, middle]
        axes.plot(x, y, color="black", linewidth=1)
        text = "x" if numbers[start] is None else str(numbers[start])
        axes.text((left + right) / 2, middle, text, ha="center", va="center", size=8)
