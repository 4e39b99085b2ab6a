"""The results as a table, as a plot, and against their goals."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reproduction.networks import KINDS
from reproduction.rows import Result, Row

FLOAT_GOAL = 80.0
LOSS_GOALS = {
    Row("per tensor, static", 4): 2.0,
    Row("per channel, LSQ", 4): 1.0,
    Row("per channel, LSQ", 3): 3.0,
    Row("per channel, LSQ", 2): 9.0,
}
_LOOKS = {
    "per tensor": ("o", "0.55"),
    "per tensor, static": ("D", "C1"),
    "per channel": ("s", "C0"),
    "per channel, LSQ": ("^", "black"),
}


@dataclass(frozen=True)
class Goal:
    """A figure that was aimed at, and what was reached."""

    text: str
    met: bool


def goals(float_accuracy: float, results: list[Result]) -> list[Goal]:
    """Each goal whose row was computed."""
    lost = {result.row: float_accuracy - result.after for result in results}
    float_goal = Goal(
        f"float {float_accuracy:.2f} %, goal {FLOAT_GOAL:.0f}", float_accuracy >= FLOAT_GOAL
    )
    return [float_goal] + [
        Goal(
            f"{row.kind}, {row.bit_width} bits: "
            f"{lost[row]:.2f} points below float, goal {most:.0f}",
            lost[row] <= most,
        )
        for row, most in LOSS_GOALS.items()
        if row in lost
    ]


def table(float_accuracy: float, results: list[Result]) -> str:
    """Markdown: a row for each bit width, two columns for each kind, and the goals below."""
    kinds = [kind for kind in KINDS if any(result.row.kind == kind for result in results)]
    head = ["bits"] + [f"{kind}: {time}" for kind in kinds for time in ("before", "after")]
    widths = sorted({result.row.bit_width for result in results}, reverse=True)
    lines = [head, ["---:"] * len(head), ["float", *[f"{float_accuracy:.2f}"] * (len(head) - 1)]]
    lines += [[str(bits), *_figures(bits, kinds, results)] for bits in widths]
    marks = [
        f"- {'met' if goal.met else 'MISSED'}: {goal.text}"
        for goal in goals(float_accuracy, results)
    ]
    return "\n".join(["| " + " | ".join(line) + " |" for line in lines] + ["", *marks, ""])


def plot(float_accuracy: float, results: list[Result], file: Path) -> None:
    """Draw accuracy against bit width: dashed before, solid after fine-tuning."""
    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.subplots()
    axes.axhline(float_accuracy, color="0.3", linewidth=1, linestyle=":", label="float")
    for kind in KINDS:
        _plot_kind(axes, kind, [result for result in results if result.row.kind == kind])
    axes.set(
        xlabel="bit width of weights and inputs",
        ylabel="accuracy on 10,000 test images (%)",
        ylim=(0, 90),
        xticks=range(2, 9),
    )
    axes.legend(loc="lower right", fontsize="small")
    figure.savefig(file)


def _plot_kind(axes: Axes, kind: str, results: list[Result]) -> None:
    own = sorted(results, key=lambda result: result.row.bit_width)
    bits, (marker, color) = [result.row.bit_width for result in own], _LOOKS[kind]
    before, after = [result.before for result in own], [result.after for result in own]
    look = {"color": color, "marker": marker}
    axes.plot(bits, after, **look, label=f"{kind}, fine-tuned")
    hollow = {"markerfacecolor": "white", "linestyle": "--"}
    axes.plot(bits, before, **look, **hollow, label=f"{kind}, before")


def _figures(bits: int, kinds: list[str], results: list[Result]) -> list[str]:
    computed = {result.row: result for result in results}
    rows = [computed.get(Row(kind, bits)) for kind in kinds]
    return [
        f"{value:.2f}" if row else ""
        for row in rows
        for value in ((row.before, row.after) if row else ("", ""))
    ]
