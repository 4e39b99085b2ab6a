"""The card under a check: what failed and what it costs, with input, output and the rule.

HTML for notebooks and feedback, plain text elsewhere. Everything from a student is escaped.
The text inherits its colour: no fixed one is readable on both white and black.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from html import escape
from itertools import takewhile
from operator import eq
from typing import Any

import numpy as np

from labkit import clocks, plot
from labkit.c.problems import EXPLAINED, explained
from labkit.evidence import (
    ASKS_AUTOGRAD,
    GRAPH_DECIDES,
    GRAPH_KEPT,
    INPUT_CHANGED,
    NOT_OWN,
    NOTHING_RETURNED,
    OUTPUT_COUNT,
    PLAIN_BITS,
    SECOND_BACKWARD,
    UNFILLED,
    UNRECORDABLE,
    UPSTREAM_CHANGED,
    Array,
    Failure,
)
from labkit.judge import Problem, RecordVerdict, Verdict
from labkit.language import choose
from labkit.messages import mark, message, record_title, task_title

# Each is 4.5 : 1 against white and against black. They colour borders, never words.
_GREEN, _RED, _GREY = "#238636", "#e03131", "#777777"
_BOX = (
    "border:1px solid #77777777;border-left:6px solid {colour};border-radius:6px;"
    "padding:0.5em 0.9em;margin:0.3em 0;font-family:sans-serif;max-width:46em"
)
_ROW = "border-left:3px solid {colour};padding-left:0.7em;margin:0.5em 0"
_OPEN = 2  # failures that are shown whole; only the first line of the others, until it is clicked
_LINES = 4  # mistakes, whole or as a line; all others are folded into one line
_LONGEST = 300  # characters of a value
_DIGITS = tuple(f".{digits}g" for digits in range(7, 18))  # 17 tell any two floats apart
_PERCENT = (".1%", ".2%", ".3%", *_DIGITS)
_USUAL_DTYPES = ("float32", "int64", "bool")  # which torch.tensor chooses by itself
_OF_FORM = ("shape", "dtype", "type")  # kinds of problems
_OF_FAILURES = {
    NOTHING_RETURNED: "nothing",
    OUTPUT_COUNT: "output_count",
    INPUT_CHANGED: "input_changed",
    UPSTREAM_CHANGED: "upstream_changed",
    SECOND_BACKWARD: "second_backward",
    GRAPH_KEPT: "graph_kept",
    GRAPH_DECIDES: "graph_decides",
    UNRECORDABLE: "unrecordable",
    NOT_OWN: "not_own",
    ASKS_AUTOGRAD: "asks_autograd",
}


class _Kind(IntEnum):
    """What a failed record says of the work. Cards show them in this order."""

    WRONG = 0
    OPEN = 1  # not done, or not counted yet
    UNFILLED = 2  # the blank is empty


@dataclass(frozen=True)
class _Row:
    """What failed for one reason.

    Args:
        records: that failed, in their order.
        sentence: the reason.
        kind: whether that is a mistake, or something that is still open.
    """

    records: tuple[RecordVerdict, ...]
    sentence: str
    kind: _Kind

    @property
    def is_wrong(self) -> bool:
        return self.kind is _Kind.WRONG

    @property
    def mark(self) -> str:
        return "✗" if self.is_wrong else "○"


def word(name: str, language: str | None, **values: Any) -> str:
    """A word or sentence of the card in the reader's language."""
    return message(f"card.{name}", language, **values)


def text(verdict: Verdict, language: str | None) -> str:
    """The card as plain text, for terminals and logs.

    >>> from labkit.evidence import Evidence, Record
    >>> from labkit.judge import judge
    >>> reference = Evidence("a", 0, (Record("y", 1, rule={"en": "always one"}), Record("z", 3)))
    >>> print(text(judge(reference, Evidence("a", 0, (Record("y", 2), Record("z", 3))), 3), "en"))
    a · 1.5 of 3 points
      ✗ Output (−1.5 pt): the value differs
          got 2, expected 1
          Rule: always one
      ✓ 1 right: z
    """
    return _Card(verdict, language).text()


def html(verdict: Verdict, language: str | None) -> str:
    """The card as HTML that needs no style sheet, script or network."""
    return _Card(verdict, language).html()


def sentence(problem: Problem, language: str | None) -> str:
    """One sentence that says what is wrong with a record.

    >>> sentence(Problem("shape", got=(1,), expected=(2, 1)), "en")
    'the shape is (1,), not (2, 1)'
    """
    if problem.kind == "value":
        key = "values" if problem.index else "value"
        return word(key, language, differing=problem.differing, total=problem.total)
    if problem.kind == "below":
        got, least = told_apart(problem.got, problem.expected, _PERCENT)
        return word("below", language, got=got, expected=least)
    if problem.kind == "unfit":
        return word("unfit", language, got=problem.got.message)
    if problem.kind == "type" and problem.got == "nothing":
        return word("none", language, expected=problem.expected)
    if isinstance(problem.got, Failure) and problem.got.type == EXPLAINED:
        return explained(problem.got, language)
    if isinstance(problem.got, Failure) and problem.got.type in _OF_FAILURES:
        return word(_OF_FAILURES[problem.got.type], language, got=problem.got.message)
    got, expected = told_apart(problem.got, problem.expected)
    return word(problem.kind, language, got=got, expected=expected)


def told_apart(got: Any, expected: Any, forms: Iterable[str] = _DIGITS) -> tuple[str, str]:
    """Two values as texts that never read the same, if the values differ.

    Args:
        got, expected: the values.
        forms: formats for floats: the first that tells them apart is used.

    >>> told_apart(2.0, 1.0), told_apart(20.695321, 20.69532100103)
    (('2', '1'), ('20.695321', '20.695321001'))
    >>> told_apart("a b ", "a b")
    ("'a␣b␣'", "'a␣b'")
    """
    pair = _shown(got), _shown(expected)
    if isinstance(got, float) and isinstance(expected, float):
        # Adding 0.0 takes the sign from -0.0, which equals 0.0.
        pairs = ((f"{got + 0.0:{form}}", f"{expected + 0.0:{form}}") for form in forms)
        pair = next((candidate for candidate in pairs if candidate[0] != candidate[1]), pair)
    elif _seen(pair[0]) == _seen(pair[1]):
        # Long values differ after their beginning.
        got_text, expected_text = (
            repr(_whole(value)).replace(" ", "␣") for value in (got, expected)
        )
        equal = sum(1 for _ in takewhile(bool, map(eq, got_text, expected_text)))
        start = max(0, equal - _LONGEST // 2)
        cut = "…" if start else ""
        pair = f"{cut}{_cut(got_text[start:])}", f"{cut}{_cut(expected_text[start:])}"
    return pair


@dataclass(frozen=True)
class _Card:
    """What is said of a verdict in one language; None for all languages."""

    verdict: Verdict
    language: str | None

    def word(self, name: str, **values: Any) -> str:
        return word(name, self.language, **values)

    def mark(self, name: str, **values: str) -> str:
        return mark(name, self.language, **values)

    def text(self) -> str:
        lines = [f"{task_title(self.verdict.check, self.language)} · {self.points}"]
        lines += [f"  {line}" for line in (*self.mistake, *self.notes)]
        for row in self.rows():
            lines.append(f"  {row.mark} {''.join(self.heading(row))}")
            shown = self.explanation(row)
            if code := self.code(row):
                shown.append(f"{self.word('given')}{self.mark('colon')}{code}")
            lines += [f"      {line}" for line in (*shown, *self.table(row))]
        if passed := [record for record in self.verdict.records if record.passed]:
            names = self.mark("comma").join(map(self.title, passed))
            lines.append(f"  {self.word('more', count=len(passed))}{self.mark('colon')}{names}")
        return "\n".join(lines)

    def html(self) -> str:
        rows = self.rows()
        wrong = [row for row in rows if row.is_wrong]
        title = escape(task_title(self.verdict.check, self.language))
        parts = [f"<div><strong>{title}</strong> · {escape(self.points)}</div>"]
        parts += [f"<div>{escape(line)}</div>" for line in (*self.mistake, *self.notes)]
        # A mistake that breaks many records fits on a screen, with its first ones whole. Its name,
        # or a drawing of it, says more than a second record.
        is_told = self.verdict.mistake or (wrong and self.drawing(wrong[0]))
        whole = wrong[: 1 if is_told else _OPEN]
        shown = [self.row(row, is_open=row in whole) for row in rows]
        # One more line is no longer than the line that would fold it.
        lines = len(wrong) if len(wrong) <= _LINES else _LINES - 1
        parts += shown[:lines]
        if more := wrong[lines:]:
            # What else failed, and what it costs, in one line.
            points = self.verdict.cost(*(record for row in more for record in row.records))
            cost = escape(self.mark("brackets", words=self.word("cost", points=points)))
            words = escape(self.word("more_wrong", count=len(more)))
            head = f"{self.mark_in_html(more[0])} <strong>{words}</strong>{cost}"
            folded = f"<summary>{head}</summary>{''.join(shown[lines : len(wrong)])}"
            parts.append(f'<details style="{_ROW.format(colour=_RED)}">{folded}</details>')
        parts += shown[len(wrong) :]
        if passed := [record for record in self.verdict.records if record.passed]:
            # In one line; a click shows the titles and the rules.
            said = (
                (self.title(record), choose(record.reference.rule, self.language))
                for record in passed
            )
            colon, count = self.mark("colon"), escape(self.word("more", count=len(passed)))
            items = (name + (colon + rule if rule else "") for name, rule in said)
            listed = "".join(f"<li>{escape(item)}</li>" for item in items)
            parts.append(f"<details><summary>{count}</summary><ul>{listed}</ul></details>")
        colour = _RED if wrong else _GREY if rows else _GREEN
        lang = f' lang="{self.language}"' if self.language else ""
        return (
            f'<div class="labkit-card" role="group" aria-label="{title}"{lang}'
            f' style="{_BOX.format(colour=colour)}">{"".join(parts)}</div>'
        )

    @property
    def points(self) -> str:
        return self.word("points", points=self.verdict.points, max=self.verdict.max_points)

    @property
    def mistake(self) -> list[str]:
        known = self.verdict.mistake
        return [choose(known.words, self.language)] if known else []

    @property
    def notes(self) -> list[str]:
        """What costs no points as it is. Only our own sentences: evidence may be forged."""
        known = [note for note in self.verdict.notes if note.type == EXPLAINED]
        return [self.word("note", words=explained(note, self.language)) for note in known]

    def rows(self) -> list[_Row]:
        """What failed, each reason once: what is wrong, then what is not done yet."""
        rows: dict[str, _Row] = {}
        for record in (record for record in self.verdict.records if not record.passed):
            problem, (reason, kind) = record.cause, self.reason(record)
            key = reason
            if kind is _Kind.WRONG and problem.kind in ("value", "below"):
                # Where values differ, each record shows its own.
                key = f"{record.name} {reason}"
            elif _is_of_form(record, kind):
                # The same mistake, whatever was expected in its place.
                key = f"{problem.kind} {_shown(problem.got)}"
            known = rows[key].records if key in rows else ()
            rows[key] = _Row((*known, record), reason, kind)
        for key, row in rows.items():
            if _is_of_form(row.records[0], row.kind):
                # Where the records of a row expected different forms, all are named.
                forms = dict.fromkeys(_shown(record.cause.expected) for record in row.records)
                problem = replace(row.records[0].cause, expected=" / ".join(forms))
                rows[key] = replace(row, sentence=sentence(problem, self.language))
        # A condition comes first: without it nothing counts.
        return sorted(
            rows.values(),
            key=lambda row: (row.kind, all(record.reference.share for record in row.records)),
        )

    def reason(self, record: RecordVerdict) -> tuple[str, _Kind]:
        """Why a record failed, and what that says of the work."""
        problem, check = record.cause, self.verdict.check
        # An empty blank raises an error of its own. Some records hold the error as a word, such as
        # what a call raised; weights are not there yet.
        touched = problem.kind == "not_kept" or UNFILLED in _whole(problem.got)
        met = [record] if _met_blank(record) or not touched else self.verdict.records
        if blank := next(filter(None, map(_met_blank, met)), None):
            other = task_title(blank, self.language)
            if blank == check or other == blank:
                return self.word("unfilled"), _Kind.UNFILLED
            return self.word("other_unfilled", task=other), _Kind.UNFILLED
        if problem.kind == "type" and problem.got == "nothing" and record.reference.upstream:
            return self.word("no_gradient"), _Kind.WRONG
        if problem.kind == "alone":
            other = record_title(check, problem.expected, self.language)
            return self.word("alone", other=other), _Kind.OPEN
        kind = _Kind.OPEN if problem.kind == "not_kept" else _Kind.WRONG
        return sentence(problem, self.language), kind

    def title(self, record: RecordVerdict) -> str:
        """The title of a record; for an accuracy that passed, also how high it is."""
        title = record_title(self.verdict.check, record.name, self.language)
        at_least = record.reference.at_least
        if at_least is None or not record.passed:
            return title
        reached = self.word("accuracy", got=record.got, at_least=at_least)
        return f"{title}{self.mark('colon')}{reached}"

    def heading(self, row: _Row) -> tuple[str, str]:
        """The first line of a row: the record, or the reason that many share, and the rest of the
        line."""
        cost = self.word("cost", points=self.verdict.cost(*row.records))
        if len(row.records) > 1:
            count = self.word("checks", count=len(row.records), cost=cost)
            return row.sentence, self.mark("brackets", words=count)
        brackets = self.mark("brackets", words=cost)
        return self.title(row.records[0]), f"{brackets}{self.mark('colon')}{row.sentence}"

    def explanation(self, row: _Row) -> list[str]:
        if row.kind is _Kind.UNFILLED:
            return []
        if len(row.records) > 1:
            return [self.mark("comma").join(map(self.title, row.records))]
        (record,) = row.records
        if not row.is_wrong:
            return []
        lines = [self.facts(record)] if record.cause.kind == "value" else []
        if rule := choose(record.reference.rule, self.language):
            lines.append(f"{self.word('rule')}{self.mark('colon')}{rule}")
        if record.reference.share == 0:
            lines.append(self.word("condition", points=self.verdict.max_points))
        return lines

    def facts(self, record: RecordVerdict) -> str:
        problem, place = record.cause, self.place(record)
        index = problem.index[0] if problem.index and len(problem.index) == 1 else problem.index
        # A scalar has the index (), which says nothing; hardware has a table of inputs.
        facts = {} if place or index in (None, ()) else {"index": _shown(index)}
        # Got and expected are always shown: None is a value, too.
        facts["got"], facts["expected"] = told_apart(problem.got, problem.expected)
        joined = self.mark("comma").join(f"{self.word(key)} {fact}" for key, fact in facts.items())
        if place:
            where = "first" if place.clock is None else "first_clock"
            named = f"{place.port}{self.mark('colon')}{joined}"
            return self.word(where, facts=named, clock=place.clock)
        return self.word("first", facts=joined) if problem.index else joined

    def code(self, row: _Row) -> str:
        """What the call got where a value differs first, as code for a cell of one's own."""
        (first, *others) = row.records
        is_value = row.is_wrong and not others and first.cause.kind == "value"
        if not is_value or self.place(first):
            return ""
        given = first.cause.given
        large = {name: shape for name, shape in given.items() if isinstance(shape, str)}
        parts = [f"{name} = {_code(value)}" for name, value in given.items() if name not in large]
        rest = ", ".join(f"{name}: {shape}" for name, shape in large.items())
        # Shapes alone say nothing about a place.
        return "; ".join(parts) + (f"  # {rest}" if parts and rest else "")

    def place(self, record: RecordVerdict) -> clocks.Place | None:
        words = {name: self.word(name) for name in ("clock", "got", "expected")}
        return clocks.place(record, **words)

    def row(self, row: _Row, *, is_open: bool) -> str:
        style = _ROW.format(colour=_RED if row.is_wrong else _GREY)
        first, rest = map(escape, self.heading(row))
        head = f"{self.mark_in_html(row)} <strong>{first}</strong>{rest}"
        lines = "".join(f"<div>{escape(line)}</div>" for line in self.explanation(row))
        if code := self.code(row):
            given = escape(self.word("given") + self.mark("colon"))
            lines += f"<div>{given}<code>{escape(code)}</code></div>"
        body = lines + self.drawing(row)
        if not body:
            return f'<div style="{style}">{head}</div>'
        opened = " open" if is_open else ""
        return f'<details{opened} style="{style}"><summary>{head}</summary>{body}</details>'

    def table(self, row: _Row) -> list[str]:
        place = self.place(row.records[0]) if len(row.records) == 1 and row.is_wrong else None
        return place.lines() if place else []

    def mark_in_html(self, row: _Row) -> str:
        name = self.word("wrong_mark" if row.is_wrong else "open_mark")
        return f'<span role="img" aria-label="{escape(name)}">{row.mark}</span>'

    def drawing(self, row: _Row) -> str:
        (first, *others) = row.records
        if others or not row.is_wrong:
            return ""
        if place := self.place(first):
            return place.html()
        drawn = plot.curve(first.reference, first.got)
        return plot.svg(drawn, self.language) if drawn and plot.shows_a_mistake(drawn) else ""


def _is_of_form(record: RecordVerdict, kind: _Kind) -> bool:
    problem = record.cause
    # None says that something is missing, in different words for a gradient than for a value.
    return kind is _Kind.WRONG and problem.kind in _OF_FORM and problem.got != "nothing"


def _met_blank(record: RecordVerdict) -> str:
    met = record.problem and record.problem.got
    return met.empty_blank if isinstance(met, Failure) else ""


def _shown(value: Any) -> str:
    return _cut(_whole(value))


def _number(value: Any) -> str:
    is_finite = not isinstance(value, (float, np.floating)) or np.isfinite(value)
    return str(value) if is_finite else f'float("{value}")'


def _code(value: Any) -> str:
    if not isinstance(value, Array):
        return _number(value)
    if not value.values.size:
        return f"torch.empty({value.values.shape})"
    form: Any = {"float_kind": _number}
    numbers = np.array2string(value.values, separator=", ", max_line_width=10**6, formatter=form)
    is_usual = value.kind == "tensor" and value.dtype in _USUAL_DTYPES
    library = "torch" if value.kind == "tensor" else "np"
    dtype = "" if is_usual else f", dtype={library}.{value.dtype}"
    function = "tensor" if value.kind == "tensor" else "array"
    return f"{library}.{function}({numbers.replace(chr(10), '')}{dtype})"


def _whole(value: Any) -> str:
    if isinstance(value, Failure):
        return f"{value.type}: {value.message}"
    if type(value) is int and value.bit_length() > PLAIN_BITS:
        return hex(value)  # Python writes no integer of more than 4300 digits
    # Adding 0.0 takes the sign from -0.0, which equals 0.0 here and would look like a mistake.
    return f"{value + 0.0:.7g}" if isinstance(value, float) else str(value)


def _seen(text: str) -> list[str]:
    """What a reader sees of a text: a page shows any white space as one space."""
    return ["".join(filter(str.isprintable, word)) for word in text.split()]


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
