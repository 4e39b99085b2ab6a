"""docs/measured/reliability.md, from everything that `make reliability` has measured."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from benchmarks.measured import Page, markdown_table

MEASURED = Path(__file__).with_name("measured.json")
Row = dict[str, Any]
RESULT = "result"
EMPTY = "not measured"
NAMED, UNNAMED = "own name", ("no name", "false name")

PAGE = Page(
    "reliability",
    "How reliable the grader is, and stock nbgrader",
    "make reliability",
    """\
Stock is `nbgrader autograde` with a plain kernel, on the same notebooks, with the public seed. A
small run covers a part ([rows](../../benchmarks/reliability/measured.json)). *Refused*: a record
differs from the run on the first imitated processor. *Over*: the other blanks, each right, over a
wrong answer that they rest on; *by luck*: a record passes with some seeds only. Answers are those
of `answers/` without a training ([margins](margins.md)). *No name*: what failed does not tell which
of several mistakes it was; *undecidable*: only an accuracy failed, or a name is not defined.
*Paid*: more points than deserved, and no one is told; *flagged*: a person looks. *Own users*: ours
with `--sandbox users`, as root with a container's rights. *Whole*: all points of the answers that
are in the damaged file; *reported*: fewer, and the state says so; *lost*: fewer, and it does not.
Stock stops at the first file that it cannot process; attacks on the machine were not tried there.
""",
)


def write(folder: Path, measured: Path, rows: list[Row]) -> None:
    """Write the page, and the rows from which it is made."""
    sections = render(rows)
    in_order = sorted(rows, key=_order)
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in in_order)
    measured.write_text(f"[\n{lines}\n]\n", "utf-8")
    PAGE.write(sections, folder)


def recorded(measured: Path = MEASURED) -> list[Row]:
    """The rows from which the page was made."""
    rows: list[Row] = json.loads(measured.read_text("utf-8"))
    return rows


def render(rows: list[Row]) -> dict[str, str]:
    """Each section of the page."""
    refused = "assignment", "processor", "verdicts", "refused"
    tried = "right answers tried", "rejected", "wrong answers tried", "accepted"
    named = "assignment", "wrong answers tried", NAMED, *UNNAMED, "undecidable"
    luck = "assignment", "answers", "checks over wrong ones", "seeds", "by luck"
    users, stock = ("own users: tried", "paid", "flagged"), ("stock: tried", "paid")
    attacks = "family", "ours: tried", "paid", "flagged", *users, *stock
    damages = "damage", "points still there", "ours", "stock nbgrader"
    return {
        "Together": markdown_table(("of all", "ours", "stock nbgrader"), _summary(rows)),
        "Checks and processors": f"{markdown_table(refused, _solutions(rows))}\n\n{_refused(rows)}",
        "Answers": (
            f"{markdown_table(('assignment', 'grader', 'seeds', *tried), _answers(rows))}"
            f"\n\n{_misjudged(rows)}"
        ),
        "The name of the mistake": f"{markdown_table(named, _names(rows))}\n\n{_falsely(rows)}",
        "Seeds": f"{markdown_table(luck, _luck(rows))}\n\n{_by_luck(rows)}",
        "Attacks": (
            f"{markdown_table(attacks, _attacks(rows))}\n\n{_paid_names(rows)}\n\n"
            f"Attacks on the machine (`tests/engine/attacks`): {_sandbox(rows, 'ours')}; "
            f"by own users, {_sandbox(rows, 'users')}."
        ),
        "Damaged notebooks": markdown_table(damages, _damages(rows)),
        "Killed graders": markdown_table(
            ("grader", "kills", "students graded", "lost"), _kills(rows)
        ),
    }


def _order(row: Row) -> tuple[str, str, str]:
    return row["part"], row["grader"], row["name"]


def _of(rows: Iterable[Row], part: str, grader: str) -> dict[str, Row]:
    chosen = (row for row in rows if (row["part"], row["grader"]) == (part, grader))
    return {row["name"]: row[RESULT] for row in sorted(chosen, key=_order)}


def _none(rows: list[Row], part: str, sentence: str) -> str:
    """A sentence about a part without findings: true only where the part was measured."""
    return sentence if any(row["part"] == part for row in rows) else f"This was {EMPTY}."


def _summary(rows: list[Row]) -> Iterable[tuple[str, str, str]]:
    for title, figure in FIGURES.items():
        yield title, *(figure(rows, grader) for grader in ("ours", "stock"))


def _figure(part: str, wanted: Callable[[Row], int], tried: Callable[[Row], int]) -> Any:
    """A figure of a part: how many out of how many."""

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
    "checks of answers in which the seed decides about a record": _figure(
        "luck",
        lambda result: len(result["differ"]),
        lambda result: result["answers"] + result["over"],
    ),
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
    for (assignment, grader), results in sorted(groups.items()):
        right, wrong = (sum(row[kind] for row in results) for kind in ("right", "wrong"))
        counts = (right, sum(map(_rejected, results)), wrong, sum(map(_accepted, results)))
        yield assignment, grader, len(results), *counts


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
    for assignment, results in groups.items():
        tried, named = (sum(row[kind] for row in results) for kind in ("wrong", NAMED))
        others = [sum(len(row[kind]) for row in results) for kind in UNNAMED]
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


def _luck(rows: list[Row]) -> Iterable[tuple[object, ...]]:
    """A line for each assignment and number of seeds, over its blanks."""
    groups: dict[tuple[str, int], list[Row]] = {}
    for name, result in _of(rows, "luck", "ours").items():
        groups.setdefault((name.split()[0], result["seeds"]), []).append(result)
    for (assignment, seeds), results in sorted(groups.items()):
        tried, over = (sum(row[kind] for row in results) for kind in ("answers", "over"))
        yield assignment, tried, over, seeds, sum(len(row["differ"]) for row in results)


def _by_luck(rows: list[Row]) -> str:
    found = [f"- {line}" for row in _of(rows, "luck", "ours").values() for line in row["differ"]]
    return "\n".join(found) or _none(rows, "luck", "The seed decides about none.")


def _sandbox(rows: list[Row], grader: str) -> str:
    result = _of(rows, "sandbox", grader).get("all")
    return f"{result['held']} of {result['tried']} were stopped" if result else EMPTY


def _attacks(rows: list[Row]) -> Iterable[tuple[object, ...]]:
    ours, users, stock = (
        list(_of(rows, "attacks", grader).values()) for grader in ("ours", "users", "stock")
    )
    for family in [*sorted({result["family"] for result in ours}), None]:
        mine, own_users, stock_result = (
            [result for result in all_of if family in (None, result["family"])]
            for all_of in (ours, users, stock)
        )
        figures = [
            (len(results), sum(map(_is_paid, results)), sum(map(_is_flagged, results)))
            for results in (mine, own_users)
        ]
        both = (figure for of_one in figures for figure in of_one)
        yield family or "**together**", *both, len(stock_result), sum(map(_is_paid, stock_result))


def _is_flagged(result: Row) -> int:
    return int(result["flagged"])


def _paid_names(rows: list[Row]) -> str:
    paid = [
        f"`{name}` ({result['points']:g} points, deserved {result['deserved']:g})"
        for grader in ("ours", "users")
        for name, result in _of(rows, "attacks", grader).items()
        if _is_paid(result)
    ]
    if not paid:
        return _none(rows, "attacks", "Ours paid none of them.")
    return f"Paid by ours: {', '.join(paid)}. [trust.md](../maintainers/trust.md) says why."


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
        yield grader, *(sum(row[name] for row in result) for name in ("kills", "students", "lost"))
