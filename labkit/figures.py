"""Figures of the course: a function and its gradient as curves, the student's next to the rule's.

Each figure has a text for readers who cannot see it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any, cast

import matplotlib.pyplot as plt
import numpy as np
import torch
from IPython.core.pylabtools import print_figure
from IPython.display import display
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from labkit import reference
from labkit.evidence import Failure, Record
from labkit.language import words
from labkit.messages import mark, say

# Colours of different brightness, and different marks: the curves stay apart when printed in grey.
_YOURS: dict[str, Any] = {"color": "#d55e00", "linewidth": 2.5}
_STYLES = (
    {"color": "black", "linewidth": 1, "linestyle": ":"},
    {"color": "#d55e00", "linewidth": 2, "linestyle": "--"},
    {"color": "#0072b2", "linewidth": 1.5, "drawstyle": "steps-mid"},
)
_MARKS = {":": "colon", ",": "comma", ";": "semicolon"}
_RULE: dict[str, Any] = {"color": "#0072b2", "linestyle": "none", "marker": "o"}
_RULE |= {"markersize": 4, "markerfacecolor": "none"}


_Curve = Callable[[torch.Tensor], torch.Tensor]


class DescribedFigure(Figure):
    """A figure that a notebook shows together with its description."""

    description = ""

    def _ipython_display_(self) -> None:
        plt.close(self)
        _display(self, self.description)


def show(figure: Figure, **texts: str) -> None:
    """Show a figure, with a text for a reader who cannot see it, and close it.

    Args:
        figure: any figure of matplotlib.
        texts: what it shows, in each language: ``en="..."``, ``ja="..."``.
    """
    plt.close(figure)
    # Lists of numbers are written in all texts as in English: they get the marks of the language
    # between words. Those inside of parentheses, (1, 2), stay.
    for sign, name in _MARKS.items():
        between = re.compile(rf"{sign} (?![^(]*\))")
        texts = {key: between.sub(mark(name, key), text) for key, text in texts.items()}
    _display(figure, words(**texts))


def forward_and_slope(
    function: Callable[[torch.Tensor], torch.Tensor],
    check: str | None,
    span: tuple[float, float],
    name: str | None = None,
    records: tuple[str, str] = ("y", "grad"),
) -> Figure:
    """Draw a function and the slope that its backward uses, over what the rule gives.

    Args:
        function: elementwise and differentiable; one that raises is drawn as "not filled in yet".
        check: the check whose shipped reference gives the rule's points; None draws no rule.
        span: the interval of inputs to draw.
        name: what the legend calls the function; by default "yours", in the student's language.
        records: names of the check's records for output and gradient.

    Returns:
        A figure with two panels over the input: the output, and the slope (gradient / upstream).
        The title of a panel says at how many of the rule's points the function meets it.

    >>> from labkit.language import use
    >>> use("en")
    >>> figure = forward_and_slope(torch.relu, None, (-1, 1))
    >>> [axes.get_ylabel() for axes in figure.axes]
    ['output y', 'slope that backward uses']
    >>> figure.description
    'Two panels, for inputs u from -1 to 1. output y: yours lies between 0 and 1. ...'
    >>> use(None)
    """
    figure, (left, right) = described(1, 2, figsize=(9, 3.2))
    x, name = torch.linspace(*span, 2001), name or say("card.yours")
    sentences = [say("figures.panels", low=span[0], high=span[1])]
    for axes, record, compute, label in (
        (left, records[0], function, say("figures.output")),
        (right, records[1], lambda x: _slope(function, x), say("figures.slope")),
    ):
        rule = _rule(check, record, span)
        if rule is not None:
            axes.plot(rule.at, rule.values / rule.upstream, label=say("card.rule_values"), **_RULE)
        sentences.append(_draw(axes, x, compute, name, label, rule))
        axes.set(xlabel=say("figures.input"), ylabel=label)
    if left.get_legend_handles_labels()[0]:  # an empty blank without a rule draws nothing
        left.legend(loc="upper left")
    figure.description = " ".join([*sentences, *([say("figures.circles")] if check else [])])
    return figure


def staircase(weights: torch.Tensor, versions: dict[str, torch.Tensor]) -> Figure:
    """Draw versions of the same sorted weights, one over the other, to compare number formats.

    Args:
        weights: shape (n,), in rising order; gives the horizontal axis.
        versions: tensors of shape (n,), by the name in the legend.
    """
    figure, axes = described(figsize=(9, 3.6))
    for style, (name, values) in zip(_STYLES, versions.items(), strict=False):
        axes.plot(weights.detach(), values.detach(), label=name, **style)
    axes.set(xlabel=say("figures.weight"), ylabel=say("figures.used"))
    axes.legend(loc="upper left")
    sentences = [say("figures.staircase", count=len(versions), **_ends(weights))]
    sentences += [
        say("figures.values", name=name, count=len(values.unique()), **_ends(values))
        for name, values in versions.items()
    ]
    figure.description = " ".join(sentences)
    return figure


def described(*grid: int, figsize: tuple[float, float]) -> tuple[DescribedFigure, Any]:
    """A figure that waits for its description, and its axes, as from ``plt.subplots``."""
    figure, axes = plt.subplots(
        *grid, FigureClass=DescribedFigure, figsize=figsize, layout="constrained"
    )
    # Closed, a figure is drawn once, as the cell's value; open, the notebook would draw it again.
    plt.close(figure)
    return cast(DescribedFigure, figure), axes


def _display(figure: Figure, description: str) -> None:
    png = print_figure(figure, "png", base64=True)
    # JupyterLab and Colab read a description in HTML alone; LaTeX and GitHub need the PNG.
    html = f'<img alt="{escape(description)}" src="data:image/png;base64,{png}">'
    data = {"image/png": png, "text/html": html, "text/plain": description}
    display(data, metadata={"image/png": {"alt": description}}, raw=True)


def _ends(values: torch.Tensor) -> dict[str, float]:
    return {"low": values.min().item(), "high": values.max().item()}


def _slope(function: Callable[[torch.Tensor], torch.Tensor], x: torch.Tensor) -> torch.Tensor:
    # With ones as the upstream gradient, the gradient is the slope itself.
    leaf = x.clone().requires_grad_()
    (slope,) = torch.autograd.grad(function(leaf), leaf, torch.ones_like(x))
    return slope


@dataclass(frozen=True)
class _Rule:
    """What the solution gave at some inputs; what it recorded was multiplied by ``upstream``."""

    record: Record
    at: np.ndarray
    values: np.ndarray
    upstream: np.ndarray

    def missed(self, compute: _Curve) -> int:
        """The number of inputs at which a curve is further off than the check allows."""
        got = compute(torch.from_numpy(self.at)).detach().numpy() * self.upstream
        record = self.record
        near = np.isclose(got, self.values, rtol=record.rtol, atol=record.atol, equal_nan=True)
        return int((~near).sum())


def _draw(
    axes: Axes, x: torch.Tensor, compute: _Curve, name: str, label: str, rule: _Rule | None
) -> str:
    """Draw a curve, and return a description of it."""
    try:
        values = compute(x).detach()
        axes.plot(x, values, label=name, zorder=0, **_YOURS)
        sentence = say("figures.curve", label=label, name=name, **_ends(values))
        if rule is None:
            return sentence
        # Above the curve, whether it meets the rule.
        missed, count = rule.missed(compute), len(rule.at)
        met = say("figures.met", count=count)
        met = say("figures.missed", missed=missed, count=count) if missed else met
        axes.set_title(met, fontsize=10)
        return f"{sentence} {say('figures.compared', title=met)}"
    except Exception as error:  # an unfilled blank must not stop the figure
        is_empty = Failure.of(error).empty_blank
        reason = say("figures.not_filled") if is_empty else type(error).__name__
        axes.set_title(f"{name}: {reason}", fontsize=10)
        return say("figures.nothing", label=label, name=name, reason=reason)


def _rule(check: str | None, record: str, span: tuple[float, float]) -> _Rule | None:
    known = reference.load(check) if check else None
    recorded = known.evidence[record] if known else None
    if recorded is None or recorded.at is None:
        return None
    at, values = recorded.at.values, recorded.value.values
    inside = (at >= span[0]) & (at <= span[1])
    # A recorded gradient was multiplied by a random upstream gradient, which would hide its shape.
    upstream = np.ones_like(values) if recorded.upstream is None else recorded.upstream.values
    return _Rule(recorded, at[inside], values[inside], upstream[inside])
