"""The card under a check: a line for each record, and for a failure input, output and the rule.

HTML for notebooks and feedback, plain text elsewhere. All that comes from a student is escaped.
"""

from __future__ import annotations

from html import escape
from typing import Any

import numpy as np

from labkit.c.problems import EXPLAINED
from labkit.evidence import Array, Failure
from labkit.judge import Problem, RecordVerdict, Verdict
from labkit.language import choose
from labkit.messages import message
from labkit.source import CONDUCT

_GREEN, _RED, _GREY = "#1a7f37", "#b3261e", "#57606a"
# The thin border is partly transparent, so that it suits light and dark notebooks.
_BOX = (
    "border:1px solid #8884;border-left:6px solid {colour};border-radius:6px;"
    "padding:.5em .9em;margin:.3em 0;font-family:sans-serif;max-width:46em"
)


def word(name: str, language: str | None, **values: Any) -> str:
    """A word or sentence of the card in the reader's language."""
    return message(f"card.{name}", language, **values)


def text(verdict: Verdict, language: str | None) -> str:
    """The card as plain text, for terminals and logs.

    >>> from labkit.evidence import Evidence, Record
    >>> from labkit.judge import judge
    >>> reference = Evidence("a", 0, (Record("y", 1, rule={"en": "always one"}),))
    >>> print(text(judge(reference, Evidence("a", 0, (Record("y", 2),)), 3), "en"))
    a: 0 of 3 points
      ✗ y: the value differs
          got 2, expected 1
          Rule: always one
    """
    lines = [_title(verdict, language), *(f"  {line}" for line in _mistake(verdict, language))]
    for record in verdict.records:
        mark = "✓" if record.passed else "✗"
        lines.append(f"  {mark} {record.name}{_after_name(record, language)}")
        lines += [f"      {line}" for line in _explanation(record, language)]
    return "\n".join(lines)


def html(verdict: Verdict, language: str | None) -> str:
    """The card as HTML that needs no style sheet, script or network."""
    colour = _GREEN if verdict.passed else _RED
    mistake = "".join(f"<div>{escape(line)}</div>" for line in _mistake(verdict, language))
    rows = mistake + "".join(_row(record, language) for record in verdict.records)
    title = f"<strong>{escape(_title(verdict, language))}</strong>"
    return f'<div class="labkit-card" style="{_BOX.format(colour=colour)}">{title}{rows}</div>'


def sentence(problem: Problem, language: str | None) -> str:
    """One sentence that says what is wrong with a record.

    >>> sentence(Problem("shape", got=(1,), expected=(2, 1)), "en")
    'the shape is 1, not (2, 1)'
    """
    if problem.kind == "value":
        key = "values" if problem.index is not None else "value"
        return word(key, language, differing=problem.differing, total=problem.total)
    if problem.kind == "below":
        return word("below", language, got=problem.got, expected=problem.expected)
    if problem.kind == "unfit":
        return word("unfit", language, got=problem.got.message)
    if isinstance(problem.got, Failure) and problem.got.type == "NotImplementedError":
        return word("unfilled", language)
    if isinstance(problem.got, Failure) and problem.got.type in CONDUCT:
        return word(CONDUCT[problem.got.type], language, got=problem.got.message)
    if isinstance(problem.got, Failure) and problem.got.type == EXPLAINED:
        return problem.got.message
    if problem.kind == "type" and problem.got == "nothing":
        return word("nothing", language)
    return word(problem.kind, language, got=_shown(problem.got), expected=_shown(problem.expected))


def _title(verdict: Verdict, language: str | None) -> str:
    points = word("points", language, points=verdict.points, max=verdict.max_points)
    return f"{verdict.check}: {points}"


def _mistake(verdict: Verdict, language: str | None) -> list[str]:
    return [choose(verdict.mistake.words, language)] if verdict.mistake else []


def _after_name(record: RecordVerdict, language: str | None) -> str:
    if record.problem is not None:
        return f": {sentence(record.problem, language)}"
    at_least = record.reference.at_least
    if at_least is None:
        return ""
    return f": {word('accuracy', language, got=record.got, at_least=at_least)}"


def _explanation(record: RecordVerdict, language: str | None) -> list[str]:
    if record.problem is None:
        return []
    rule = choose(record.reference.rule, language)
    lines = [_facts(record.problem, language), f"{word('rule', language)}: {rule}" if rule else ""]
    return [line for line in lines if line]


def _facts(problem: Problem, language: str | None) -> str:
    if problem.kind != "value":
        return ""
    facts = {"at": problem.at, "upstream": problem.upstream, "index": problem.index}
    # A number on its own has the index (), which says nothing.
    facts = {key: value for key, value in facts.items() if value not in (None, ())}
    # Got and expected are always shown: None is an answer as well.
    facts |= {"got": problem.got, "expected": problem.expected}
    return ", ".join(f"{word(key, language)} {_shown(value)}" for key, value in facts.items())


def _shown(value: Any) -> str:
    if isinstance(value, Failure):
        return f"{value.type}: {value.message}"
    if isinstance(value, tuple) and len(value) == 1:
        return str(value[0]) if isinstance(value[0], int) else str(value)
    return f"{value:.7g}" if isinstance(value, float) else str(value)


def _row(record: RecordVerdict, language: str | None) -> str:
    colour, mark = (_GREEN, "✓") if record.passed else (_RED, "✗")
    head = f'<span style="color:{colour};font-weight:bold">{mark} {escape(record.name)}</span>'
    if record.problem is None:
        return f"<div>{head}{escape(_after_name(record, language))}</div>"
    lines = "".join(f"<div>{escape(line)}</div>" for line in _explanation(record, language))
    body = f'<div style="margin-left:1.4em">{lines}{_plot(record, language)}</div>'
    return f"<div>{head}{escape(_after_name(record, language))}{body}</div>"


def _plot(record: RecordVerdict, language: str | None) -> str:
    """A small plot of both answers over the input, where the record is a curve."""
    at, upstream = record.reference.at, record.reference.upstream
    curves = [at, record.reference.value, record.got] + ([upstream] if upstream else [])
    if not all(_is_curve(curve) and curve.values.shape == at.values.shape for curve in curves):
        return ""
    x, expected, got = at.values, record.reference.value.values, record.got.values
    # Of a gradient the slope: random upstream gradients would hide the shape of the mask.
    if upstream:
        with np.errstate(divide="ignore", invalid="ignore"):
            expected, got = expected / upstream.values, got / upstream.values
    finite = np.isfinite(x) & np.isfinite(expected) & np.isfinite(got)
    title = f"{word('slope', language)} 　 " if upstream else ""
    return _svg(x[finite], expected[finite], got[finite], title, language) if finite.any() else ""


def _is_curve(value: Any) -> bool:
    return (
        isinstance(value, Array)
        and value.values.ndim == 1
        and value.values.size >= 16
        and value.values.dtype.kind == "f"
    )


def _svg(
    at: np.ndarray, expected: np.ndarray, got: np.ndarray, title: str, language: str | None
) -> str:
    width, height, margin = 360, 150, 12
    both = np.concatenate([expected, got])
    x = _scaled(at, at, margin, width - margin)
    rings, dots = (_scaled(values, both, height - margin, margin) for values in (expected, got))
    # Rings first: a dot inside its ring is a right answer, and stays visible.
    shapes = _circles(x, rings, f'r="4" fill="none" stroke="{_GREY}"')
    shapes += _circles(x, dots, f'r="1.8" fill="{_RED}"')
    span = f"{word('at', language)}: {at.min():.4g} … {at.max():.4g}"
    legend = f"{title}○ {word('theirs', language)} 　 ● {word('yours', language)} 　 {span}"
    style = "background:#fff;display:block"
    label = f'role="img" aria-label="{escape(legend)}" style="{style}"'
    box = f'<svg width="{width}" height="{height}" {label}>{shapes}</svg>'
    return f'{box}<div style="color:{_GREY};font-size:85%">{legend}</div>'


def _circles(x: np.ndarray, y: np.ndarray, style: str) -> str:
    pairs = zip(x, y, strict=True)
    return "".join(f'<circle cx="{a:.0f}" cy="{b:.0f}" {style}/>' for a, b in pairs)


def _scaled(values: np.ndarray, within: np.ndarray, start: float, stop: float) -> np.ndarray:
    span = float(within.max() - within.min()) or 1.0  # a constant has none, and would divide by 0
    return start + (values - within.min()) / span * (stop - start)
