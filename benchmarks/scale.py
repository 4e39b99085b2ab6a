"""`make bench-scale`: whether many submissions cost more each than few, and whether memory grows.

Writes a plot (PNG) and its data (CSV), and prints the cost of each submission: processor time,
which other work on the machine changes little, and wall time. Then `autograder judge` judges the
evidence again.
"""

from __future__ import annotations

import argparse
import csv
import statistics
import sys
import tempfile
from pathlib import Path

from matplotlib.figure import Figure

from benchmarks.grading import run_ours
from benchmarks.made_up_class import REPOSITORY, best_sandbox, make_course
from benchmarks.measure import Cost, measure
from benchmarks.options import known_assignment

GOAL = 1.1


def main() -> int:
    """Measure, draw, print; the exit status is 1 if many cost more each than the goal allows."""
    options = _options()
    sandbox = best_sandbox()
    costs, fewest = {}, min(options.submissions)
    for number in options.submissions:
        with tempfile.TemporaryDirectory(prefix="labkit-bench-") as folder:
            course = make_course(Path(folder, "course"), options.assignment, number, fewest)
            costs[number] = run_ours(course, options.assignment, sandbox, with_memory=True)
            show(number, costs[number])
            judged = measure(
                [sys.executable, "-m", "autograder", "judge", options.assignment], course.root
            )
        a_minute = f"{60 * number / judged.seconds:,.0f} a minute"
        print(f"{'':18}judged again in {judged.seconds:.1f} s: {a_minute}", flush=True)
    options.to.mkdir(parents=True, exist_ok=True)
    write_csv(costs, options.to / "scale.csv")
    draw(costs, f"{options.assignment}, sandbox {sandbox}", options.to / "scale.png")
    print(f"plot: {options.to / 'scale.png'}")
    growth = each(costs, max(costs)) / each(costs, min(costs))
    print(
        f"{max(costs)} cost {growth:.2f} times as much each as {min(costs)} (goal: at most {GOAL})"
    )
    return 0 if growth <= GOAL else 1


def each(costs: dict[int, Cost], number: int) -> float:
    """Core-seconds a submission."""
    return costs[number].core_seconds / number


def show(number: int, cost: Cost) -> None:
    """Print one run; memory of its second and last quarter tells whether it is flat."""
    quarter = len(cost.memory) // 4
    parts = (cost.memory[quarter : 2 * quarter], cost.memory[-quarter:])
    early, late = (statistics.median(own for _, own, _ in part) for part in parts)
    print(
        f"{number:5} submissions: {cost.seconds:6.1f} s, {cost.seconds / number:.3f} s and "
        f"{cost.core_seconds / number:.3f} core-s each; peak {cost.peak_mb:.0f} MB in all; "
        f"the grader's own process {early:.0f} MB early, {late:.0f} MB late",
        flush=True,
    )


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
    numbers = sorted(costs)
    left.plot(numbers, [each(costs, number) for number in numbers], "o-", label="processor time")
    left.plot(
        numbers, [costs[number].seconds / number for number in numbers], "s--", label="wall time"
    )
    left.set(
        xscale="log",
        xticks=numbers,
        xticklabels=numbers,
        xlabel="submissions",
        ylabel="seconds a submission",
    )
    left.set(ylim=(0, None), title="Cost of one submission")
    for number in numbers:
        cost = costs[number]
        passed = [100 * seconds / cost.seconds for seconds, _, _ in cost.memory]
        (line,) = right.plot(
            passed,
            [whole for _, _, whole in cost.memory],
            alpha=0.5,
            label=f"{number}: all processes",
        )
        right.plot(
            passed,
            [own for _, own, _ in cost.memory],
            "--",
            color=line.get_color(),
            label=f"{number}: the grader's own",
        )
    right.set(
        xlabel="part of the run that has passed (%)",
        ylabel="memory (MB; all: PSS, own: resident)",
        ylim=(0, None),
        title="Memory",
    )
    for axes in (left, right):
        axes.legend()
        axes.minorticks_off()
    figure.suptitle(f"autograder grade {title}")
    figure.savefig(path, dpi=120)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Grade classes of several sizes and compare what a submission costs."
    )
    parser.add_argument(
        "--assignment",
        type=known_assignment,
        default="02_int8_binary",
        help="id of the assignment (default: %(default)s)",
    )
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
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
