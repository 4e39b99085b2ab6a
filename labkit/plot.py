"""The drawing in a card: the student's values and the rule's over the input, as SVG.

It takes its colour from the text around it, so it suits light and dark notebooks; in grey print
rings and dots still differ.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Any, TypeVar

import numpy as np

from labkit.evidence import Array, Record
from labkit.language import ENGLISH
from labkit.messages import mark, message

_FEWEST = 16  # points: fewer are better said in words
_CROWDED = 20  # on so small a part of an axis marks cover each other
_WIDTH, _HEIGHT = 360, 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 350, 26, 164  # the frame, in units of the view box
_DOT = "#e03131"  # 4.5 : 1 against white and against black
_STYLE = "display:block;width:100%;max-width:25em"
_LETTER = 7.8  # units of the view box: a digit, or a sign, of the widest usual font
_LETTER_HEIGHT = 12
_RING = 4  # radius
_FEWEST_TICKS = 3
_FRAME = f"M{_LEFT} {_TOP}V{_BOTTOM}H{_RIGHT}"


@dataclass(frozen=True)
class Curve:
    """Two answers over the same inputs.

    Args:
        x, rule, yours: of shape (n,).
        is_slope: they are gradients, divided by their upstream gradients.
    """

    x: np.ndarray
    rule: np.ndarray
    yours: np.ndarray
    is_slope: bool


def curve(reference: Record, got: Any) -> Curve | None:
    """The curve to draw for a record; None if it is no curve.

    >>> x = Array("tensor", "float32", np.linspace(-1, 1, 20, dtype=np.float32))
    >>> curve(Record("y", x, given={"x": x}), x).is_slope, curve(Record("y", x), x)
    (False, None)
    """
    upstream = reference.upstream
    wanted = [reference.at, reference.value, got] + ([upstream] if upstream else [])
    arrays = (array.values for array in wanted if isinstance(array, Array))
    rows = (row for row in arrays if row.ndim == 1 and row.dtype.kind == "f")
    curves = [row.astype(np.float64) for row in rows if row.size >= _FEWEST]
    if len(curves) < len(wanted) or len({row.shape for row in curves}) > 1:
        return None
    x, rule, yours, *slopes = curves
    # For a gradient, draw the slope: random upstream gradients would hide the shape of the mask.
    for slope in slopes:
        with np.errstate(divide="ignore", invalid="ignore"):
            rule, yours = rule / slope, yours / slope
    known = np.isfinite(x) & np.isfinite(rule)
    return Curve(x[known], rule[known], yours[known], bool(slopes)) if known.any() else None


def shows_a_mistake(drawn: Curve) -> bool:
    """Whether some dot lies outside its ring: a drawing in which none does looks right.

    >>> x = np.linspace(-128, 127, 40)
    >>> [shows_a_mistake(Curve(x, x.round(), yours, False)) for yours in (np.trunc(x), x / 2)]
    [False, True]
    """
    low, high = _y_range(drawn)
    apart = np.abs(drawn.yours - drawn.rule) / (high - low) * (_BOTTOM - _TOP)
    return bool((~(apart <= _RING)).any())  # NaN is not within a ring either


def svg(drawn: Curve, language: str | None) -> str:
    """The drawing, with what it shows in words for those who do not see it."""
    language = language or ENGLISH  # there is no room for all
    linear = _linear_part(drawn.x)
    along = np.arcsinh(drawn.x / linear) if linear else drawn.x
    x_span, (low, high) = _widened(along.min(), along.max()), _y_range(drawn)
    x = _scaled(along, x_span, (_LEFT, _RIGHT))
    inside = (drawn.yours >= low) & (drawn.yours <= high)  # which NaN is not
    y_ticks = _y_ticks(low, high)
    shapes = (
        _axes(_x_ticks(drawn.x, linear), x_span, y_ticks, (low, high))
        # Rings first: a dot inside its ring is a right answer, and stays visible.
        + _rings(x, _scaled(drawn.rule, (low, high), (_BOTTOM, _TOP)))
        + _dots(x[inside], _scaled(drawn.yours[inside], (low, high), (_BOTTOM, _TOP)))
        + _words(drawn, int((~inside).sum()), language)
    )
    room = _room_for(y_ticks.values())  # left of what there always is
    size = f'viewBox="{-room} 0 {_WIDTH + room} {_HEIGHT}" style="{_STYLE}"'
    shown = drawn.yours[np.isfinite(drawn.yours)]
    ends = {"low": f"{drawn.x.min():.4g}", "high": f"{drawn.x.max():.4g}"}
    ends["rule"] = f"{drawn.rule.min():.4g} … {drawn.rule.max():.4g}"
    ends["yours"] = f"{shown.min():.4g} … {shown.max():.4g}" if shown.size else "–"
    axis = message("card.slope" if drawn.is_slope else "card.value_axis", language)
    words = escape(message("card.plot", language, axis=axis, **ends))
    return f'<svg {size} role="img" aria-label="{words}">{shapes}</svg>'


def _linear_part(x: np.ndarray) -> float | None:
    """The end of the linear part of an axis that is logarithmic beyond; None if all of it is
    linear.

    >>> _linear_part(np.array([-3e9, -4, -2, -1, 0, 1, 2, 4, 8, 3e9])), _linear_part(np.arange(9))
    (1.0, None)
    """
    sizes, room = np.abs(x), (x.max() - x.min()) / _CROWDED / 2
    # Otherwise most marks would be on one line.
    if not room or np.quantile(sizes, 0.8, method="inverted_cdf") > room:
        return None
    return float(min(room, np.quantile(sizes[sizes > 0], 0.1)))


def _y_range(drawn: Curve) -> tuple[float, float]:
    """The rule's range, and the student's as far as it does not make the rule's flat."""
    low, high = drawn.rule.min(), drawn.rule.max()
    # A slope is read against 0, where nothing passes, and 1, where all does.
    if drawn.is_slope:
        low, high = min(low, 0.0), max(high, 1.0)
    room = (high - low) or 1.0
    near = drawn.yours[(drawn.yours >= low - room) & (drawn.yours <= high + room)]
    return _widened(min(low, *near), max(high, *near)) if near.size else _widened(low, high)


def _widened(low: float, high: float) -> tuple[float, float]:
    margin = (high - low) / 20 or 0.5  # a constant has no range of its own
    return float(low - margin), float(high + margin)


_Numbers = TypeVar("_Numbers", float, np.ndarray)


def _scaled(values: _Numbers, span: tuple[float, float], to: tuple[int, int]) -> _Numbers:
    return to[0] + (values - span[0]) / (span[1] - span[0]) * (to[1] - to[0])


def _ticks(low: float, high: float) -> np.ndarray:
    """Round numbers within a range: at least three, so that values can be read off.

    >>> _ticks(-0.05, 1.05).tolist(), _ticks(-4.2, 4.2).tolist()
    ([0.0, 0.5, 1.0], [-4.0, -2.0, 0.0, 2.0, 4.0])
    """
    power = 10.0 ** math.floor(math.log10(high - low))
    steps = (power * factor for factor in (5, 2, 1, 0.5, 0.2))
    all_ticks = (
        np.arange(math.ceil(low / step), math.floor(high / step) + 1) * step + 0.0 for step in steps
    )
    return next(ticks for ticks in all_ticks if ticks.size >= _FEWEST_TICKS)


def _y_ticks(low: float, high: float) -> dict[float, str]:
    """Numbers along the y axis, with their labels: round ones, and those of the dashed lines.

    >>> _y_ticks(-4.2, 4.2)
    {-4.0: '-4', -2.0: '-2', 0.0: '0', 2.0: '2', 4.0: '4', 1.0: '1'}
    >>> _y_ticks(-3.4e38, 3.4e38)[2e38]
    '2e+38'
    """
    ticks = _ticks(low, high)
    room = (high - low) / (_BOTTOM - _TOP) * _LETTER_HEIGHT
    lines = [level for level in _levels(low, high) if np.abs(ticks - level).min() > room]
    return {float(tick): f"{tick:.4g}" for tick in (*ticks, *lines)}


def _levels(low: float, high: float) -> list[float]:
    """Where dashed lines are: 0, where nothing passes, and 1, where all does."""
    return [level for level in (0.0, 1.0) if low < level < high]


def _room_for(labels: Iterable[str]) -> int:
    """By how much the longest label is wider than the room left of the frame.

    >>> _room_for(["-128", "1"]), _room_for(["-1.5e+38"])
    (0, 23)
    """
    return max(0, math.ceil(_LETTER * max(map(len, labels), default=0)) - (_LEFT - 6))


def _x_ticks(x: np.ndarray, linear: float | None) -> list[tuple[float, float]]:
    """Round numbers along the x axis, each with its place; powers of ten if it is logarithmic.

    >>> [tick for tick, _ in _x_ticks(np.array([-128.0, 0, 128, 3e9]), 128)]
    [0.0, 100000.0, 1000000000.0]
    """
    if not linear:
        return [(tick, tick) for tick in _ticks(*_widened(x.min(), x.max()))]
    bottom, top = (math.floor(math.log10(size)) for size in (linear, np.abs(x).max()))
    each = 2 if x.min() < 0 < x.max() else 4  # of either side
    powers = 10.0 ** np.arange(top, bottom, -math.ceil((top - bottom) / each))
    ticks = [tick for tick in (*-powers, 0.0, *powers[::-1]) if x.min() <= tick <= x.max()]
    return [(float(tick), float(np.arcsinh(tick / linear))) for tick in ticks]


def _axes(
    x_ticks: list[tuple[float, float]],
    x_span: tuple[float, float],
    y_ticks: dict[float, str],
    y_span: tuple[float, float],
) -> str:
    frame = f'<path d="{_FRAME}" fill="none" stroke="currentColor"/>'
    across = [
        _label(_scaled(place, x_span, (_LEFT, _RIGHT)), _BOTTOM + 16, "middle", f"{tick:.4g}")
        for tick, place in x_ticks
    ]
    up = [
        _label(_LEFT - 6, _scaled(tick, y_span, (_BOTTOM, _TOP)) + 4, "end", label)
        for tick, label in y_ticks.items()
    ]
    levels = [
        f"M{_LEFT} {_scaled(level, y_span, (_BOTTOM, _TOP)):.1f}H{_RIGHT}"
        for level in _levels(*y_span)
    ]
    lines = f'<path d="{"".join(levels)}" stroke="#777777" stroke-dasharray="4 3"/>'
    return frame + lines + "".join(across + up)


def _rings(x: np.ndarray, y: np.ndarray) -> str:
    circles = "".join(_circle(a, b, _RING) for a, b in zip(x, y, strict=True))
    return f'<g fill="none" stroke="currentColor">{circles}</g>'


def _dots(x: np.ndarray, y: np.ndarray) -> str:
    circles = "".join(_circle(a, b, 2) for a, b in zip(x, y, strict=True))
    return f'<g fill="{_DOT}">{circles}</g>'


def _circle(x: float, y: float, radius: int) -> str:
    return f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius}"/>'


def _words(drawn: Curve, outside: int, language: str) -> str:
    """What the axes and the marks mean."""
    y = message("card.slope" if drawn.is_slope else "card.value_axis", language)
    rule, yours = message("card.rule_values", language), message("card.yours", language)
    not_drawn = message("card.not_drawn", language, count=outside)
    more = mark("brackets", language, words=not_drawn) if outside else ""
    return (
        _label(4, 14, "start", y)
        + _label((_LEFT + _RIGHT) / 2, _HEIGHT - 6, "middle", message("card.at", language) + more)
        + _rings(np.array([200]), np.array([10]))
        + _label(208, 14, "start", rule)
        + _dots(np.array([270]), np.array([10]))
        + _label(277, 14, "start", yours)
    )


def _label(x: float, y: float, anchor: str, words: str) -> str:
    place = f'x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}"'
    return f'<text {place} font-size="{_LETTER_HEIGHT}" fill="currentColor">{escape(words)}</text>'
