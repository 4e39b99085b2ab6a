"""Figures of the course: a function and its gradient as curves, the student's beside the rule's."""

from __future__ import annotations

from collections.abc import Callable

import matplotlib.pyplot as plt
import numpy as np
import torch
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from labkit import reference

# Colours of different brightness, and different marks: the curves stay apart when printed in grey.
_YOURS = {"color": "#d55e00", "linewidth": 2.5}
_STYLES = (
    {"color": "black", "linewidth": 1, "linestyle": ":"},
    {"color": "#d55e00", "linewidth": 2, "linestyle": "--"},
    {"color": "#0072b2", "linewidth": 1.5, "drawstyle": "steps-mid"},
)
_RULE = {
    "color": "#0072b2",
    "linestyle": "none",
    "marker": "o",
    "markersize": 4,
    "markerfacecolor": "none",
}


def forward_and_slope(
    function: Callable[[torch.Tensor], torch.Tensor],
    check: str | None,
    span: tuple[float, float],
    name: str = "yours",
    records: tuple[str, str] = ("y", "grad"),
) -> Figure:
    """Draw a function and the slope that its backward uses, over what the rule gives.

    Args:
        function: elementwise and differentiable; one that raises is drawn as "not filled in yet".
        check: the check whose shipped reference gives the rule's points; None draws no rule.
        span: the interval of inputs to draw.
        name: what the legend calls the function.
        records: names of the check's records for output and gradient.

    Returns:
        A figure with two panels over the input: the output, and the slope (gradient / upstream).

    >>> figure = forward_and_slope(torch.relu, None, (-1, 1))
    >>> [axes.get_ylabel() for axes in figure.axes]
    ['output y', 'slope that backward uses']
    """
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.2), layout="constrained")
    x = torch.linspace(*span, 2001)
    for axes, record, compute, label in (
        (left, records[0], lambda: function(x), "output y"),
        (right, records[1], lambda: _slope(function, x), "slope that backward uses"),
    ):
        _draw_rule(axes, check, record, span)
        _draw(axes, x, compute, name)
        axes.set(xlabel="input u", ylabel=label)
    if left.get_legend_handles_labels()[0]:  # an empty blank without a rule draws nothing
        left.legend(loc="upper left")
    # Closed, a figure is drawn once, as the cell's value; open, the notebook would draw it again.
    plt.close(figure)
    return figure


def staircase(weights: torch.Tensor, versions: dict[str, torch.Tensor]) -> Figure:
    """Draw versions of the same sorted weights, one over the other, to compare number formats.

    Args:
        weights: shape (n,), in rising order; gives the horizontal axis.
        versions: tensors of shape (n,), by the name that stands in the legend.
    """
    figure, axes = plt.subplots(figsize=(9, 3.6), layout="constrained")
    for style, (name, values) in zip(_STYLES, versions.items(), strict=False):
        axes.plot(weights.detach(), values.detach(), label=name, **style)
    axes.set_xlabel("weight")
    axes.set_ylabel("value that the network uses")
    axes.legend(loc="upper left")
    plt.close(figure)
    return figure


def _slope(function: Callable[[torch.Tensor], torch.Tensor], x: torch.Tensor) -> torch.Tensor:
    # With ones as the upstream gradient, the gradient is the slope itself.
    leaf = x.clone().requires_grad_()
    (slope,) = torch.autograd.grad(function(leaf), leaf, torch.ones_like(x))
    return slope


def _draw(axes: Axes, x: torch.Tensor, compute: Callable[[], torch.Tensor], name: str) -> None:
    try:
        axes.plot(x, compute().detach(), label=name, zorder=0, **_YOURS)
    except Exception as error:  # an unfilled blank must not stop the figure
        is_empty = isinstance(error, NotImplementedError)
        reason = "not filled in yet" if is_empty else type(error).__name__
        axes.set_title(f"{name}: {reason}", fontsize=10)


def _draw_rule(axes: Axes, check: str | None, record: str, span: tuple[float, float]) -> None:
    if check is not None:
        axes.plot(*_rule_points(check, record, span), label="the rule", **_RULE)


def _rule_points(
    check: str, record: str, span: tuple[float, float]
) -> tuple[np.ndarray, np.ndarray]:
    known = reference.load(check)
    if known is None:
        return np.empty(0), np.empty(0)
    recorded = known.evidence[record]
    inside = (recorded.at.values >= span[0]) & (recorded.at.values <= span[1])
    # A recorded gradient was multiplied by a random upstream gradient, which would hide its shape.
    upstream = 1.0 if recorded.upstream is None else recorded.upstream.values[inside]
    return recorded.at.values[inside], recorded.value.values[inside] / upstream
