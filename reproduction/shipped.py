"""The CIFAR-10 results that the notebook shows without computing them, in a file that ships with
labkit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from reproduction import networks
from reproduction.rows import Result

FILE = networks.ROOT / "resources" / "cifar10.json"


def write(
    float_accuracy: float, results: list[Result], experiment: dict[str, Any], file: Path = FILE
) -> None:
    """Write the results of a whole run.

    Args:
        float_accuracy: on the test images, in percent, as all others.
        results: every row of the table.
        experiment: the class's own, as ``class_experiment.compute`` gives it.
        file: replaced.
    """
    rows = [
        {
            "kind": result.row.kind,
            "bits": result.row.bit_width,
            "before": round(result.before, 2),
            "after": round(result.after, 2),
        }
        for result in results
    ]
    own = {key: value for key, value in experiment.items() if key != "fingerprint"}
    text = json.dumps({"float": float_accuracy, "rows": rows, "class": own}, indent=1)
    file.write_text(text + "\n", "utf-8")
