"""`make bench-scale`: whether each of many submissions costs more than one of a few, and whether
memory grows.

Writes a plot (PNG), its data (CSV) and a page: the cost of each submission in processor time, which
other work on the machine changes little, and in wall time. Then `autograder judge` judges the
evidence again.
"""

from __future__ import annotations

import argparse
import csv
import statistics
import sys
import tempfile
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.grading import run_ours
from benchmarks.made_up_class import REPOSITORY, best_sandbox, make_course
from benchmarks.measure import Cost, measure
from benchmarks.measured import Page, Table, add_pages
from benchmarks.options import add_assignment

GOAL = 1.1
COLUMNS = (
    *("submissions", "seconds", "seconds each", "core-seconds each", "MB of all, at most"),
    *("the grader's own MB, early", "late", "judged again, a minute"),
)
PAGE = Page(
    "scale",
    "Whether many submissions cost more each than few",
    "make bench-scale",
    """\
A large class may have the same hand-ins as a small one, several times, so that only the number
differs. Processor time hardly depends on what else the machine does, seconds do. Memory is that of
all processes together, shared pages once (PSS), and that of the grader's own process in the second
and the last quarter of the run: it should be flat. A plot is in `build/benchmarks`.
""",
)


def main() -> int:
    """Measure, draw, print; the exit status is 1 if many cost more each than the goal allows."""
    options = _options()
    sandbox, fewest = best_sandbox(), min(options.submissions)
    shown = Table(*COLUMNS)
    costs = {
        number: _graded_and_judged(options.assignment, number, fewest, sandbox, shown)
        for number in options.submissions
    }
    options.to.mkdir(parents=True, exist_ok=True)
    write_csv(costs, options.to / "scale.csv")
    draw(costs, f"{options.assignment}, sandbox {sandbox}", options.to / "scale.png")
    print(f"plot: {options.to / 'scale.png'}")
    growth = each(costs, max(costs)) / each(costs, min(costs))
    print(
        f"{max(costs)} cost {growth:.2f} times as much each as {min(costs)} (goal: at most {GOAL})"
    )
    PAGE.write({options.assignment: str(shown)}, options.pages)
    return 0 if growth <= GOAL else 1


def _graded_and_judged(
    assignment: str, number: int, fewest: int, sandbox: str, shown: Table
) -> Cost:
    """Measure and show what grading costs, and how fast the evidence is judged again."""
    with tempfile.TemporaryDirectory(prefix="labkit-bench-") as folder:
        course = make_course(Path(folder, "course"), assignment, number, fewest)
        cost = run_ours(course, assignment, sandbox, with_memory=True)
        judged = measure([sys.executable, "-m", "autograder", "judge", assignment], course.root)
    each = f"{cost.seconds / number:.3f}", f"{cost.core_seconds / number:.3f}"
    early, late = own_memory(cost)
    memory = f"{cost.peak_mb:.0f}", f"{early:.0f}", f"{late:.0f}"
    shown.add(number, f"{cost.seconds:.1f}", *each, *memory, f"{60 * number / judged.seconds:,.0f}")
    return cost


def each(costs: dict[int, Cost], number: int) -> float:
    """Core-seconds a submission."""
    return costs[number].core_seconds / number


def own_memory(cost: Cost) -> tuple[float, float]:
    """MB of the grader's own process in its second and in its last quarter: whether it is flat."""
    # A fast machine may end before the second sample.
    quarter = max(1, len(cost.memory) // 4)
    parts = (cost.memory[quarter : 2 * quarter] or cost.memory, cost.memory[-quarter:])
    early, late = (statistics.median(own for _, own, _ in part) for part in parts)
    return early, late


def write_csv(costs: dict[int, Cost], path: Path) -> None:
    """Write every sample of memory, with the cost of its run."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(
            ["submissions", "wall_s", "core_s", "sample_s", "grader_mb", "all_processes_mb"]
        )
        for number, cost in costs.items():
            run = (number, round(cost.seconds, 2), round(cost.core_seconds, 2))
            writer.writerows(
                [*run, *(round(value, 2) for value in sample)] for sample in cost.memory
            )


def draw(costs: dict[int, Cost], title: str, path: Path) -> None:
    """Draw cost against number, and memory against the part of the run that has passed."""
    figure = Figure(figsize=(11, 4), layout="constrained")
    left, right = figure.subplots(1, 2)
    _draw_cost(left, costs)
    _draw_memory(right, costs)
    for axes in (left, right):
        axes.legend()
        axes.minorticks_off()
    figure.suptitle(f"autograder grade {title}")
    figure.savefig(path, dpi=120)


def _draw_cost(axes: Axes, costs: dict[int, Cost]) -> None:
    numbers = sorted(costs)
    wall = [costs[number].seconds / number for number in numbers]
    axes.plot(numbers, [each(costs, number) for number in numbers], "o-", label="processor time")
    axes.plot(numbers, wall, "s--", label="wall time")
    axes.set(xscale="log", xticks=numbers, xticklabels=numbers, ylim=(0, None))
    axes.set(xlabel="submissions", ylabel="seconds a submission", title="Cost of one submission")


def _draw_memory(axes: Axes, costs: dict[int, Cost]) -> None:
    for number, cost in sorted(costs.items()):
        seconds, own, whole = zip(*cost.memory, strict=True)
        passed = [100 * second / cost.seconds for second in seconds]
        (line,) = axes.plot(passed, whole, alpha=0.5, label=f"{number}: all processes")
        label = f"{number}: the grader's own"
        axes.plot(passed, own, "--", color=line.get_color(), label=label)
    axes.set(xlabel="part of the run that has passed (%)", ylim=(0, None), title="Memory")
    axes.set_ylabel("memory (MB; all: PSS, own: resident)")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Grade classes of several sizes and compare what a submission costs."
    )
    add_assignment(parser, "02_int8_binary")
    parser.add_argument(
        "--submissions",
        type=int,
        nargs="+",
        default=[100, 1000],
        help="sizes of the classes (default: 100 1000)",
    )
    parser.add_argument(
        "--to",
        type=Path,
        default=REPOSITORY / "build" / "benchmarks",
        help="folder of plot and CSV",
    )
    add_pages(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
