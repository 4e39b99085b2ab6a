"""Charts of results: lines, bars, dots and images, described by their own titles and values."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from labkit.figures import described
from labkit.language import current
from labkit.messages import mark, say

# They differ in colour, in mark and in dashes, so that they stay apart when printed in grey.
LINES: tuple[dict[str, Any], ...] = (
    {"color": "#0072b2", "marker": "o", "linestyle": "-"},
    {"color": "#d55e00", "marker": "s", "linestyle": "--"},
    {"color": "black", "marker": "^", "linestyle": ":"},
    {"color": "#009e73", "marker": "D", "linestyle": "-."},
    {"color": "#cc79a7", "marker": "v", "linestyle": "-"},
)
_MOST_MARKS = 20


class Charts:
    """Panels side by side, filled from the left; what they draw becomes the description.

    Settings of a panel, such as ``title``, ``xlabel`` or ``yscale``, are those of ``axes.set``.

    Args:
        count: panels.
        size: width and height in inches.
        title: above all panels.

    >>> from labkit.language import use
    >>> use("en")
    >>> charts = Charts()
    >>> axes = charts.lines([2, 4, 8], {"rounded": [0.3, 0.8, 0.9]}, title="It rises")
    >>> charts.figure.description
    'It rises. rounded: 2: 0.3, 4: 0.8, 8: 0.9.'
    >>> use(None)
    """

    def __init__(
        self, count: int = 1, size: tuple[float, float] | None = None, title: str = ""
    ) -> None:
        size = size or (min(10, 4 + 3 * count), 3)
        self.figure, panels = described(1, count, figsize=size)
        self._panels = iter(np.atleast_1d(panels))
        if title:
            self.figure.suptitle(title, fontsize=11)
            self._tell(title)

    def lines(self, x: Sequence[Any], curves: Mapping[str, Any], **settings: Any) -> Axes:
        """Draw a line for each name; for several runs, the mean and a bar from lowest to highest.

        Args:
            x: numbers or texts, shape (n,).
            curves: values of shape (n,), or (runs, n), by name.
            settings: of the panel.
        """
        axes = self.panel(**settings)
        for style, (name, values) in zip(itertools.cycle(LINES), curves.items(), strict=False):
            runs = np.atleast_2d(np.asarray(values, dtype=float))
            style = style if len(x) <= _MOST_MARKS else style | {"marker": ""}
            told = draw_means(axes, style, name, x, runs.mean(0), runs.min(0), runs.max(0))
            # A curve of many points is described by its ends.
            self._tell_values(name, told if len(x) <= _MOST_MARKS else [told[0], told[-1]])
        if len(curves) > 1:
            axes.legend(fontsize=8)
        return axes

    def bars(self, values: Mapping[str, float], form: str = "{:.3g}", **settings: Any) -> Axes:
        """Draw a horizontal bar for each name, with its number, written as ``form`` says."""
        axes = self.panel(**settings)
        numbers = [form.format(value) for value in values.values()]
        bars = axes.barh(list(values), list(values.values()), color=LINES[0]["color"])
        axes.bar_label(bars, numbers, padding=3)
        axes.margins(x=0.2)
        axes.invert_yaxis()
        for name, number in zip(values, numbers, strict=True):
            self._tell_values(name, [number])
        return axes

    def dots(
        self, groups: Mapping[str, Sequence[float]], form: str = "{:.1f}", **settings: Any
    ) -> Axes:
        """Draw a row of dots for each name: several trainings of one kind, for example."""
        axes = self.panel(**settings)
        for style, (name, values) in zip(itertools.cycle(LINES), groups.items(), strict=False):
            dots = style | {"linestyle": "none", "markersize": 8, "alpha": 0.7}
            axes.plot(values, [name] * len(values), **dots)
            low, high = form.format(min(values)), form.format(max(values))
            self._tell_values(name, [f"{low}–{high}"])
        axes.set_ylim(len(groups) - 0.4, -0.6)
        return axes

    def panel(self, **settings: Any) -> Axes:
        """The next panel, still empty; its title is told."""
        axes: Axes = next(self._panels)
        axes.set_title(title := settings.pop("title", ""), fontsize=10)
        axes.set(**settings)
        if title:
            self._tell(title.replace("\n", " "))
        return axes

    def tell(self, sentence: str) -> None:
        """Add a sentence to the description."""
        self.figure.description = f"{self.figure.description} {sentence}".strip()

    def show(self) -> None:
        """Show the figure, from within a block."""
        self.figure._ipython_display_()

    def _tell(self, title: str) -> None:
        self.tell(say("figures.title", title=title))

    def _tell_values(self, name: str, values: Sequence[str]) -> None:
        name = name.replace("\n", " ")
        self.tell(say("figures.line", label=name, pairs=mark("comma", current()).join(values)))


def draw_means(
    axes: Axes,
    style: Mapping[str, Any],
    label: str,
    x: Sequence[Any],
    means: Sequence[float],
    lows: Sequence[float],
    highs: Sequence[float],
) -> list[str]:
    """Draw a line of means, and at each place a bar from lowest to highest.

    Args:
        axes, style, label: where, and of the line.
        x: numbers or texts, shape (n,).
        means, lows, highs: of each, shape (n,).

    Returns:
        What stands at each place, in words.
    """
    axes.plot(x, means, label=label, **style)
    axes.vlines(x, lows, highs, color=style["color"], linewidth=4)
    colon = mark("colon", current())
    return [
        (f"{place:.4g}" if isinstance(place, float) else str(place))
        + f"{colon}{mean:.4g}"
        + (f" ({low:.4g}–{high:.4g})" if low < high else "")
        for place, mean, low, high in zip(x, means, lows, highs, strict=True)
    ]


def show_images(
    pixels: Any, titles: Sequence[str], title: str, rows: int = 2, wrong: Sequence[int] = ()
) -> None:
    """Show images in rows, each under its title.

    Args:
        pixels: images of shape (n, 3, height, width), from -1 to 1.
        titles: n texts.
        title: above all of them.
        rows: how many.
        wrong: places whose titles are coloured.
    """
    columns = -(-len(titles) // rows)
    figure, panels = described(rows, columns, figsize=(9, 1.3 * rows + 0.4))
    for place, (panel, image) in enumerate(zip(panels.flat, pixels, strict=False)):
        panel.imshow(image.permute(1, 2, 0).numpy() / 2 + 0.5)
        panel.set_title(titles[place], fontsize=9, color="#b3261e" if place in wrong else "black")
        panel.axis("off")
    figure.suptitle(title, fontsize=11)
    pairs = mark("semicolon", current()).join(titles)
    figure.description = say("figures.line", label=title, pairs=pairs)
    figure._ipython_display_()
