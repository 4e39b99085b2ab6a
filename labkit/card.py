"""The card under a check: what failed and what it costs, with input, output and the rule.

HTML for notebooks and feedback, plain text elsewhere. All that comes from a student is escaped.
The text has the colour of what is around it: no fixed one is readable on white and on black.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from html import escape
from typing import Any

from labkit import plot, titles
from labkit.c.problems import EXPLAINED, explained
from labkit.evidence import (
    ASKS_AUTOGRAD,
    INPUT_CHANGED,
    NOT_OWN,
    NOTHING_RETURNED,
    OUTPUT_COUNT,
    UNRECORDABLE,
    UPSTREAM_CHANGED,
    WITHHELD,
    Failure,
)
from labkit.judge import Problem, RecordVerdict, Verdict
from labkit.language import choose
from labkit.messages import mark, message

# Each is 4.5 : 1 against white and against black. They colour borders, never words.
_GREEN, _RED, _GREY = "#238636", "#e03131", "#777777"
_BOX = (
    "border:1px solid #77777777;border-left:6px solid {colour};border-radius:6px;"
    "padding:0.5em 0.9em;margin:0.3em 0;font-family:sans-serif;max-width:46em"
)
_ROW = "border-left:3px solid {colour};padding-left:0.7em;margin:0.5em 0"
_OPEN = 2  # failures that are shown whole; of the others the first line, until it is clicked
_LINES = 4  # mistakes, whole or as a line; all others are folded into one line
_LONGEST = 300  # characters of a value
_UNFILLED = "NotImplementedError"
_OF_FORM = ("shape", "dtype", "type")  # kinds of problems
_OF_FAILURES = {
    NOTHING_RETURNED: "nothing",
    OUTPUT_COUNT: "output_count",
    INPUT_CHANGED: "input_changed",
    UPSTREAM_CHANGED: "upstream_changed",
    UNRECORDABLE: "unrecordable",
    WITHHELD: "withheld",
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
        kind: whether that is a mistake, or something that is open as yet.
    """

    records: tuple[RecordVerdict, ...]
    sentence: str
    kind: _Kind

    @property
    def is_wrong(self) -> bool:
        return self.kind is _Kind.WRONG


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
    colon = mark("colon", language)
    lines = [f"{titles.of_check(verdict.check, language)} · {_points(verdict, language)}"]
    lines += [f"  {line}" for line in _mistake(verdict, language)]
    for row in _rows(verdict, language):
        lines.append(f"  {_mark(row)} {''.join(_heading(verdict, row, language))}")
        lines += [f"      {line}" for line in _explanation(verdict, row, language)]
    if passed := [record for record in verdict.records if record.passed]:
        names = mark("comma", language).join(_passed(verdict, one, language) for one in passed)
        lines.append(f"  {word('more', language, count=len(passed))}{colon}{names}")
    return "\n".join(lines)


def html(verdict: Verdict, language: str | None) -> str:
    """The card as HTML that needs no style sheet, script or network."""
    rows = _rows(verdict, language)
    wrong = [row for row in rows if row.is_wrong]
    colour = _RED if wrong else _GREY if rows else _GREEN
    title = escape(titles.of_check(verdict.check, language))
    head = f"<div><strong>{title}</strong> · {escape(_points(verdict, language))}</div>"
    head += "".join(f"<div>{escape(line)}</div>" for line in _mistake(verdict, language))
    shown = _shown_rows(verdict, rows, language)
    return (
        f'<div class="labkit-card" role="group" aria-label="{title}"{_lang(language)}'
        f' style="{_BOX.format(colour=colour)}">{head}{shown}{_folded(verdict, language)}</div>'
    )


def sentence(problem: Problem, language: str | None) -> str:
    """One sentence that says what is wrong with a record.

    >>> sentence(Problem("shape", got=(1,), expected=(2, 1)), "en")
    'the shape is (1,), not (2, 1)'
    """
    if problem.kind == "value":
        key = "values" if problem.index else "value"
        return word(key, language, differing=problem.differing, total=problem.total)
    if problem.kind == "below":
        return word("below", language, got=problem.got, expected=problem.expected)
    if problem.kind == "unfit":
        return word("unfit", language, got=problem.got.message)
    if problem.kind == "type" and problem.got == "nothing":
        return word("none", language, expected=problem.expected)
    if isinstance(problem.got, Failure) and problem.got.type == EXPLAINED:
        return explained(problem.got, language)
    if isinstance(problem.got, Failure) and problem.got.type in _OF_FAILURES:
        return word(_OF_FAILURES[problem.got.type], language, got=problem.got.message)
    return word(problem.kind, language, got=_shown(problem.got), expected=_shown(problem.expected))


def _rows(verdict: Verdict, language: str | None) -> list[_Row]:
    """What failed, each reason once: what is wrong, then what is not done yet."""
    rows: dict[str, _Row] = {}
    for record in verdict.records:
        if not record.passed:
            reason, kind = _reason(verdict, record, language)
            key = _key(record, reason, kind)
            known = rows[key].records if key in rows else ()
            rows[key] = _Row((*known, record), reason, kind)
    # A condition comes first: without it nothing counts.
    return sorted(
        (_with_all_forms(row, language) for row in rows.values()),
        key=lambda row: (row.kind, all(one.reference.share for one in row.records)),
    )


def _key(record: RecordVerdict, reason: str, kind: _Kind) -> str:
    """What records have in common that are told in one row."""
    problem = record.cause
    # Where values differ, each record has its own to show.
    if kind is _Kind.WRONG and problem.kind in ("value", "below"):
        return f"{record.name} {reason}"
    # The same mistake, whatever was expected in its place.
    return f"{problem.kind} {_shown(problem.got)}" if _is_of_form(record, kind) else reason


def _is_of_form(record: RecordVerdict, kind: _Kind) -> bool:
    problem = record.cause
    # None says that something is missing: of a gradient in other words than of a value.
    return kind is _Kind.WRONG and problem.kind in _OF_FORM and problem.got != "nothing"


def _with_all_forms(row: _Row, language: str | None) -> _Row:
    """A row that names every form that was expected, where its records differ in that."""
    first = row.records[0]
    if not _is_of_form(first, row.kind):
        return row
    forms = dict.fromkeys(_shown(record.cause.expected) for record in row.records)
    problem = replace(first.cause, expected=" / ".join(forms))
    return replace(row, sentence=sentence(problem, language))


def _reason(verdict: Verdict, record: RecordVerdict, language: str | None) -> tuple[str, _Kind]:
    """Why a record failed, and what that says of the work."""
    problem = record.cause
    if _waits(verdict, record):
        return _unfilled(verdict, record, language), _Kind.UNFILLED
    if problem.kind == "type" and problem.got == "nothing" and record.reference.upstream:
        return word("no_gradient", language), _Kind.WRONG
    if problem.kind == "alone":
        other = titles.of_record(verdict.check, problem.expected, language)
        return word("alone", language, other=other), _Kind.OPEN
    is_withheld = isinstance(problem.got, Failure) and problem.got.type == WITHHELD
    is_open = is_withheld or problem.kind == "not_kept"
    return sentence(problem, language), _Kind.OPEN if is_open else _Kind.WRONG


def _waits(verdict: Verdict, record: RecordVerdict) -> bool:
    """Whether a record failed because a blank is empty, which raises an error of its own."""
    if _met_blank(record):
        return True
    # Some records hold the error as a word, such as what a call raised; weights are not there yet.
    touched = record.cause.kind == "not_kept" or _UNFILLED in str(record.cause.got)
    return touched and any(map(_met_blank, verdict.records))


def _met_blank(record: RecordVerdict) -> bool:
    met = record.problem and record.problem.got
    return isinstance(met, Failure) and met.type == _UNFILLED


def _unfilled(verdict: Verdict, record: RecordVerdict, language: str | None) -> str:
    blank = record.cause.got.message if _met_blank(record) else verdict.check
    other = titles.of_check(blank, language)
    if blank == verdict.check or other == blank:
        return word("unfilled", language)
    return word("other_unfilled", language, task=other)


def _points(verdict: Verdict, language: str | None) -> str:
    return word("points", language, points=verdict.points, max=verdict.max_points)


def _mistake(verdict: Verdict, language: str | None) -> list[str]:
    return [choose(verdict.mistake.words, language)] if verdict.mistake else []


def _mark(row: _Row) -> str:
    return "✗" if row.is_wrong else "○"


def _heading(verdict: Verdict, row: _Row, language: str | None) -> tuple[str, str]:
    """The first line of a row: the record, or the reason of many, and the rest of the line."""
    cost = word("cost", language, points=verdict.cost(*row.records))
    if len(row.records) > 1:
        count = word("checks", language, count=len(row.records), cost=cost)
        return row.sentence, mark("brackets", language, words=count)
    title = _title(verdict, row.records[0], language)
    brackets, colon = mark("brackets", language, words=cost), mark("colon", language)
    return title, f"{brackets}{colon}{row.sentence}"


def _title(verdict: Verdict, record: RecordVerdict, language: str | None) -> str:
    return titles.of_record(verdict.check, record.name, language)


def _passed(verdict: Verdict, record: RecordVerdict, language: str | None) -> str:
    """The title of a record that passed, and of an accuracy how high it is."""
    title, at_least = _title(verdict, record, language), record.reference.at_least
    if at_least is None:
        return title
    reached = word("accuracy", language, got=record.got, at_least=at_least)
    return f"{title}{mark('colon', language)}{reached}"


def _explanation(verdict: Verdict, row: _Row, language: str | None) -> list[str]:
    if row.kind is _Kind.UNFILLED:
        return []
    if len(row.records) > 1:
        names = [_title(verdict, record, language) for record in row.records]
        return [mark("comma", language).join(names)]
    (record,) = row.records
    if not row.is_wrong:
        return []
    lines = [_facts(record.cause, language)]
    if rule := choose(record.reference.rule, language):
        lines.append(f"{word('rule', language)}{mark('colon', language)}{rule}")
    if record.reference.share == 0:
        lines.append(word("condition", language, points=verdict.max_points))
    return [line for line in lines if line]


def _facts(problem: Problem, language: str | None) -> str:
    if problem.kind != "value":
        return ""
    index = problem.index[0] if problem.index and len(problem.index) == 1 else problem.index
    facts = {"at": problem.at, "upstream": problem.upstream, "index": index}
    # A number on its own has the index (), which says nothing.
    facts = {key: value for key, value in facts.items() if value not in (None, ())}
    # Got and expected are always shown: None is an answer as well.
    facts |= {"got": problem.got, "expected": problem.expected}
    told = mark("comma", language).join(
        f"{word(key, language)} {_shown(value)}" for key, value in facts.items()
    )
    return word("first", language, facts=told) if problem.index else told


def _shown(value: Any) -> str:
    if isinstance(value, Failure):
        return f"{value.type}: {value.message}"
    # Adding 0.0 takes the sign from -0.0, which equals 0.0 here and would look like a mistake.
    shown = f"{value + 0.0:.7g}" if isinstance(value, float) else str(value)
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"


def _lang(language: str | None) -> str:
    return f' lang="{language}"' if language else ""


def _shown_rows(verdict: Verdict, rows: list[_Row], language: str | None) -> str:
    """All rows: a mistake that breaks many records fits on a screen, with its first ones whole."""
    wrong = [row for row in rows if row.is_wrong]
    # The name of the mistake, or a drawing of it, says more than a second record.
    is_told = verdict.mistake or (wrong and _drawing(wrong[0], language))
    whole = wrong[: 1 if is_told else _OPEN]
    # One more line is no longer than the line that would fold it.
    lines = len(wrong) if len(wrong) <= _LINES else _LINES - 1
    shown = [_shown_row(verdict, row, row in whole, language) for row in rows]
    more, folded = wrong[lines:], "".join(shown[lines : len(wrong)])
    in_one = _more_wrong(verdict, more, folded, language) if more else ""
    return "".join([*shown[:lines], in_one, *shown[len(wrong) :]])


def _more_wrong(verdict: Verdict, rows: list[_Row], shown: str, language: str | None) -> str:
    """What failed besides, in one line, with what it costs."""
    points = verdict.cost(*(record for row in rows for record in row.records))
    cost = mark("brackets", language, words=word("cost", language, points=points))
    more = escape(word("more_wrong", language, count=len(rows)))
    style = _ROW.format(colour=_RED)
    head = f"{_mark_in_html(rows[0], language)} <strong>{more}</strong>{escape(cost)}"
    return f'<details style="{style}"><summary>{head}</summary>{shown}</details>'


def _shown_row(verdict: Verdict, row: _Row, is_open: bool, language: str | None) -> str:
    style = _ROW.format(colour=_RED if row.is_wrong else _GREY)
    first, rest = map(escape, _heading(verdict, row, language))
    head = f"{_mark_in_html(row, language)} <strong>{first}</strong>{rest}"
    lines = "".join(f"<div>{escape(line)}</div>" for line in _explanation(verdict, row, language))
    body = lines + _drawing(row, language)
    if not body:
        return f'<div style="{style}">{head}</div>'
    opened = " open" if is_open else ""
    return f'<details{opened} style="{style}"><summary>{head}</summary>{body}</details>'


def _mark_in_html(row: _Row, language: str | None) -> str:
    name = word("wrong_mark" if row.is_wrong else "open_mark", language)
    return f'<span role="img" aria-label="{escape(name)}">{_mark(row)}</span>'


def _drawing(row: _Row, language: str | None) -> str:
    (first, *others) = row.records
    drawn = None if others or not row.is_wrong else plot.curve(first.reference, first.got)
    return plot.svg(drawn, language) if drawn and plot.shows_a_mistake(drawn) else ""


def _folded(verdict: Verdict, language: str | None) -> str:
    """What passed, in one line; a click shows the titles and the rules."""
    passed = [record for record in verdict.records if record.passed]
    if not passed:
        return ""
    lines = "".join(f"<li>{_passed_line(verdict, record, language)}</li>" for record in passed)
    more = escape(word("more", language, count=len(passed)))
    return f"<details><summary>{more}</summary><ul>{lines}</ul></details>"


def _passed_line(verdict: Verdict, record: RecordVerdict, language: str | None) -> str:
    rule = choose(record.reference.rule, language)
    title = escape(_passed(verdict, record, language))
    return f"{title}{escape(mark('colon', language) + rule)}" if rule else title
