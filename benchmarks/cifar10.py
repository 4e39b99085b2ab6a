"""The end of `make reproduce`: the page of what resources/cifar10.json holds for notebook 03."""

from __future__ import annotations

import json
from typing import Any

from benchmarks.measured import Page, markdown_table
from reproduction import shipped
from reproduction.rows import Row
from reproduction.table import FLOAT_GOAL, LOSS_GOALS

PAGE = Page(
    "reproduce",
    "The figures of assignment 03 on CIFAR-10",
    "make reproduce",
    """\
Accuracy on the 10,000 test images in percent, with the shipped float weights ([their
card](../../resources/weights/README.md)) and the definitions of the solution, before any training
and after five epochs of fine-tuning; a goal is points below float. All layers are quantized,
weights and inputs alike. *Per tensor*: the course's rule, one scale of 2 max|r| / (2^b - 1), that
of an input from each batch anew: of 128 images here, another size gives other figures. *Static*:
the same for weights; an input's range is fixed by calibration on 128 training images. *Per
channel*: as per tensor, with a scale for each output channel. *LSQ*: learned steps. The recipe is
in `reproduction/rows.py`. The whole table takes half an hour on two cores; a run skips what is
finished (`python -m reproduction --help`). The images are JPEG files: others may differ a little.
""",
)


def main() -> None:
    """Write the page."""
    PAGE.write(sections(json.loads(shipped.FILE.read_text("utf-8"))))


def sections(known: dict[str, Any]) -> dict[str, str]:
    """The figures of the file that notebook 03 shows."""
    rows = []
    for row in known["rows"]:
        lost = known["float"] - row["after"]
        goal = LOSS_GOALS.get(Row(row["kind"], row["bits"]))
        met = "" if goal is None else f"{goal:g}, {'met' if lost <= goal else 'MISSED'}"
        figures = (f"{value:.2f}" for value in (row["before"], row["after"], lost))
        rows.append((row["bits"], row["kind"], *figures, met))
    columns = ("bits", "kind", "before", "fine-tuned", "below float", "goal")
    own = known["class"]
    experiment = own["bits"], f"{own['before']:.2f}", f"{own['after']:.2f}"
    table = markdown_table(columns, rows)
    return {
        "Accuracy by bit width": f"Float: {known['float']:.2f} (goal: {FLOAT_GOAL:g}).\n\n{table}",
        "The first experiment of the notebook": markdown_table(
            ("bits", "before", "after"), [experiment]
        ),
    }


if __name__ == "__main__":
    main()
