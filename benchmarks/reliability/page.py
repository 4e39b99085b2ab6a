"""docs/reliability.md, written whole from what `make reliability` has measured."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reliability.md"
MEASURED = Path(__file__).with_name("measured.json")
Row = dict[str, Any]
RESULT = "result"
EMPTY = "not measured"
NAMED, UNNAMED = "own name", ("no name", "false name")

TEXT = """\
# How reliable the grader is

    make reliability                      # measures what is missing
    .venv/bin/python -m benchmarks.reliability --help

The command writes this page, from the rows in
[measured.json](../benchmarks/reliability/measured.json). Next to our figures are those of **stock
nbgrader**: `nbgrader autograde` with its own steps and a plain kernel, on the same notebooks. Our
check cells show their points, which nbgrader takes as partial credit, and the seed is the public
one. So the difference is what our repair, random seed, judge and sandbox add. The usual tests with
`assert` are not compared. Each figure says "of how many": a run with the small defaults, or one
that was stopped, covers only a part.

| | ours | stock nbgrader |
| --- | --- | --- |
{summary}

## Checks and processors

A check draws its inputs at random. Every check of the solutions was run with each seed on each
imitated processor (`benchmarks/processors.py`) and compared with the same run on the first one.
*Refused* counts the records that differ: there, a right answer would lose points because of the
machine it ran on.

| assignment | processor | verdicts | refused |
| --- | --- | ---: | ---: |
{solutions}

{refused}

## Answers

The right and wrong answers in `answers/`, without those that train a network (for these see
[margins.md](margins.md)). Our grader judged each answer with each seed, on the imitated processors
in turn. Stock nbgrader judged two notebooks for each assignment, with the public seed: one with a
right answer in each blank, and one with a wrong answer in each.

| assignment | grader | seeds | right answers tried | rejected | wrong answers tried | accepted |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
{answers}

{misjudged}

### The name of the mistake

In the same runs, each wrong answer should be recognized as its own mistake, and a right answer as
none. *No name*: the records that failed do not tell which of several known mistakes it was.
*Undecidable*: only an accuracy failed, or a name is not defined, which can have many causes.

| assignment | wrong answers tried | own name | no name | false name | undecidable |
| --- | ---: | ---: | ---: | ---: | ---: |
{names}

{falsely}

## Attacks

Attacks on points are the files in `tests/system/cheats`. *Paid*: the attack got more points than it
deserves, and nothing was reported. *Flagged*: the state is "needs review", so a person looks at
it; stock nbgrader has no such state. Attacks on the machine are in `tests/system/attacks`:
{sandbox}. Stock nbgrader runs notebooks as the instructor's own user, so these were
not tried there.

| family | ours: tried | paid | flagged | stock: tried | paid |
| --- | ---: | ---: | ---: | ---: | ---: |
{attacks}

{paid}

## Damaged notebooks

A solved notebook of `02_int8_binary`, damaged in each way of `tests/unit/damages.py`, and files
that are not notebooks, all graded as one class. *Whole*: all points of the answers that are still
in the file. *Reported*: fewer points, or an unreadable file, and the state says so. (Where an
answer is gone, checks that use it fail as well.) *Lost*: fewer points or no grade, and no state
says so. Stock nbgrader has no states, and its log is not read here. It stops at the first file
that it cannot process, so the files after that have no grade either.

| damage | points still there | ours | stock nbgrader |
| --- | ---: | --- | --- |
{damages}

## Killed graders

Graders were killed with SIGKILL at random moments and started again
(`tests/system/test_resume.py`). *Lost*: students whose points differ from those
that an undisturbed grader gives.

| | kills | students graded | lost |
| --- | ---: | ---: | ---: |
{kills}
"""


def write(page: Path, measured: Path, rows: list[Row]) -> None:
    """Write the page, and the rows from which it is made."""
    text = render(rows)
    lines = ",\n".join(json.dumps(row) for row in sorted(rows, key=_order))
    measured.write_text(f"[\n{lines}\n]\n", "utf-8")
    page.write_text(text, "utf-8")


def recorded(measured: Path = MEASURED) -> list[Row]:
    """The rows from which the page was made."""
    return json.loads(measured.read_text("utf-8"))


def render(rows: list[Row]) -> str:
    """The whole page."""
    return TEXT.format(
        summary=_lines(_summary(rows)),
        solutions=_lines(_solutions(rows)),
        refused=_refused(rows),
        answers=_lines(_answers(rows)),
        misjudged=_misjudged(rows),
        names=_lines(_names(rows)),
        falsely=_falsely(rows),
        sandbox=_sandbox(rows),
        attacks=_lines(_attacks(rows)),
        paid=_paid_names(rows),
        damages=_lines(_damages(rows)),
        kills=_lines(_kills(rows)),
    )


def _order(row: Row) -> tuple[str, str, str]:
    return row["part"], row["grader"], row["name"]


def _of(rows: Iterable[Row], part: str, grader: str) -> dict[str, Row]:
    chosen = (row for row in rows if (row["part"], row["grader"]) == (part, grader))
    return {row["name"]: row[RESULT] for row in sorted(chosen, key=_order)}


def _none(rows: list[Row], part: str, sentence: str) -> str:
    """A sentence about a part without findings: true only where the part was measured."""
    return sentence if any(row["part"] == part for row in rows) else f"This was {EMPTY}."


def _lines(table: Iterable[Iterable[object]]) -> str:
    return "\n".join(f"| {' | '.join(map(str, fields))} |" for fields in table)


def _summary(rows: list[Row]) -> Iterable[tuple[str, str, str]]:
    for title, figure in FIGURES.items():
        yield title, *(figure(rows, grader) for grader in ("ours", "stock"))


def _figure(part: str, wanted: Callable[[Row], int], tried: Callable[[Row], int]) -> Any:
    """A figure of a part: how many of how many."""

    def of(rows: list[Row], grader: str) -> str:
        result = _of(rows, part, grader).values()
        return f"{sum(map(wanted, result))} of {sum(map(tried, result))}" if result else EMPTY

    return of


def _one(_: Row) -> int:
    return 1


def _is_paid(result: Row) -> int:
    return int(result["points"] > result["deserved"] and not result["flagged"])


def _rejected(result: Row) -> int:
    return len([path for path in result["no"] if "/right/" in path])


def _accepted(result: Row) -> int:
    return len(result["no"]) - _rejected(result)


def _fate(result: Row) -> str:
    """What became of a damaged notebook: whole, reported, or lost."""
    state, points = result["state"], result["points"]
    if result["deserved"] and points is not None and points >= result["deserved"]:
        return "whole"
    return "reported" if state not in (None, "graded") else "lost"


FIGURES = {
    "records of the solutions that another processor refuses": _figure(
        "solutions", lambda result: len(result["refused"]), lambda result: result["checks"]
    ),
    "attacks on points that paid": _figure("attacks", _is_paid, _one),
    "right answers rejected": _figure("answers", _rejected, lambda result: result["right"]),
    "wrong answers accepted": _figure("answers", _accepted, lambda result: result["wrong"]),
    "damaged files with points missing or no grade, and no state that says so": _figure(
        "damages", lambda result: int(_fate(result) == "lost"), _one
    ),
    "students lost by killed graders": _figure(
        "kills", lambda result: result["lost"], lambda result: result["students"]
    ),
}


def _solutions(rows: list[Row]) -> Iterable[tuple[object, ...]]:
    for name, result in _of(rows, "solutions", "ours").items():
        assignment, _, processors = name.partition(" ")
        yield assignment, processors, result["checks"], len(result["refused"])


def _refused(rows: list[Row]) -> str:
    named = [
        f"- {name}: {record}"
        for name, result in _of(rows, "solutions", "ours").items()
        for record in result["refused"]
    ]
    return "\n".join(named) or _none(rows, "solutions", "None was refused.")


def _answers(rows: list[Row]) -> Iterable[tuple[object, ...]]:
    """A line for each assignment and processor, over its seeds, and then those of stock."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for name, result in _of(rows, "answers", "ours").items():
        assignment, _, _, processor = name.split()
        groups.setdefault((assignment, f"ours, `{processor}`"), []).append(result)
    for assignment, result in _of(rows, "answers", "stock").items():
        groups[assignment, "stock"] = [result]
    for (assignment, grader), result in sorted(groups.items()):
        right, wrong = (sum(one[kind] for one in result) for kind in ("right", "wrong"))
        counts = (right, sum(map(_rejected, result)), wrong, sum(map(_accepted, result)))
        yield assignment, grader, len(result), *counts


def _misjudged(rows: list[Row]) -> str:
    wrongly = sorted(
        {
            f"- {grader}: `{path}`"
            for grader in ("ours", "stock")
            for result in _of(rows, "answers", grader).values()
            for path in result["no"]
        }
    )
    if not wrongly:
        return _none(rows, "answers", "None was misjudged.")
    return "\n".join(["Misjudged:", "", *wrongly])


def _names(rows: list[Row]) -> Iterable[tuple[object, ...]]:
    groups: dict[str, list[Row]] = {}
    for name, result in _of(rows, "answers", "ours").items():
        if NAMED in result:
            groups.setdefault(name.split()[0], []).append(result)
    for assignment, result in groups.items():
        tried, named = (sum(one[kind] for one in result) for kind in ("wrong", NAMED))
        others = [sum(len(one[kind]) for one in result) for kind in UNNAMED]
        yield assignment, tried, named, *others, tried - named - sum(others)


def _falsely(rows: list[Row]) -> str:
    """The answers that got another's name, or at times none."""
    lines = []
    for kind in UNNAMED:
        every = Counter(
            path
            for result in _of(rows, "answers", "ours").values()
            for path in result.get(kind, [])
        )
        lines += [f"- {kind}, {count} times: `{path}`" for path, count in sorted(every.items())]
    return "\n".join(lines) or _none(rows, "answers", "Each got its own.")


def _sandbox(rows: list[Row]) -> str:
    result = _of(rows, "sandbox", "ours").get("all")
    return f"{result['held']} of {result['tried']} were stopped" if result else EMPTY


def _attacks(rows: list[Row]) -> Iterable[tuple[object, ...]]:
    ours, stock = (list(_of(rows, "attacks", grader).values()) for grader in ("ours", "stock"))
    for family in [*sorted({result["family"] for result in ours}), None]:
        mine, stock_result = (
            [result for result in all_of if family in (None, result["family"])]
            for all_of in (ours, stock)
        )
        flagged = sum(result["flagged"] for result in mine)
        yield (
            family or "**together**",
            len(mine),
            sum(map(_is_paid, mine)),
            flagged,
            len(stock_result),
            sum(map(_is_paid, stock_result)),
        )


def _paid_names(rows: list[Row]) -> str:
    paid = [
        f"`{name}` ({result['points']:g} points, deserved {result['deserved']:g})"
        for name, result in _of(rows, "attacks", "ours").items()
        if _is_paid(result)
    ]
    if not paid:
        return _none(rows, "attacks", "Ours paid none of them.")
    return f"Paid by ours: {', '.join(paid)}. [trust.md](trust.md) says why."


def _damages(rows: list[Row]) -> Iterable[tuple[object, ...]]:
    ours, stock = (_of(rows, "damages", grader) for grader in ("ours", "stock"))
    for name, result in ours.items():
        stock_result = _shown(stock[name]) if name in stock else EMPTY
        yield name, f"{result['deserved']:g}", _shown(result), stock_result


def _shown(result: Row) -> str:
    points = "no grade" if result["points"] is None else f"{result['points']:g} points"
    state = f", {result['state']}" if result["state"] else ""
    return f"{_fate(result)}: {points}{state}"


def _kills(rows: list[Row]) -> Iterable[tuple[object, ...]]:
    for grader in ("ours", "stock"):
        result = _of(rows, "kills", grader).values()
        yield grader, *(sum(one[name] for one in result) for name in ("kills", "students", "lost"))
