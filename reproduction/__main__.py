"""`make reproduce`: accuracy on the 10,000 CIFAR-10 test images against bit width.

A table and a plot: float; then 8, 6, 5, 4, 3 and 2 bits before and after five epochs of
fine-tuning. The definitions are those of assignment 03: its own straight-through estimator, the
same with a scale for each output channel, and learned steps (LSQ). It can be stopped at any time:
the next run skips what is finished, and continues each of the rest after its last whole epoch.
The whole table, with the notebook's first experiment, becomes resources/cifar10.json, which the
notebook shows.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from reproduction import class_experiment, images, networks, shipped, table
from reproduction.rows import BIT_WIDTHS, Places, Row, compute
from reproduction.training import accuracy


def main() -> int:
    """Compute what is missing, print, draw; the exit status is 1 if a goal is missed."""
    options = _options()
    places = Places(options.data, images.default_cache(), options.results)
    try:
        test = images.load(places.data, places.cache, "test")
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 2
    float_accuracy = accuracy(networks.float_network(), test)
    print(f"float: {float_accuracy:.2f} %")
    rows = [Row(kind, bits) for bits in options.bits for kind in options.kinds]
    results = compute(rows, places, options.jobs)
    if len(results) == len(BIT_WIDTHS) * len(networks.KINDS):  # a part of it is not for students
        shipped.write(float_accuracy, results, class_experiment.compute(places))
    text = table.table(float_accuracy, results)
    (options.results / "table.md").write_text(text)
    table.plot(float_accuracy, results, options.results / "accuracy.svg")
    print(f"\n{text}\nPlot: {options.results / 'accuracy.svg'}")
    return 0 if all(goal.met for goal in table.goals(float_accuracy, results)) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m reproduction", description=__doc__)
    parser.add_argument(
        "--data",
        type=Path,
        default=images.default_folder(),
        help="folder of the CIFAR-10 images (%(default)s)",
    )
    parser.add_argument(
        "--results",
        type=Path,
        default=networks.ROOT / "build" / "reproduce",
        help="folder (%(default)s)",
    )
    parser.add_argument(
        "--bits",
        type=int,
        nargs="+",
        default=BIT_WIDTHS,
        help="bit widths, the first ones first (all)",
    )
    parser.add_argument(
        "--kinds",
        choices=networks.KINDS,
        nargs="+",
        default=networks.KINDS,
        help="kinds of quantizers (all)",
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count(), help="processes, each on one core (%(default)s)"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
