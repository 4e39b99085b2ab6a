"""A judge that stops where the second judge, which shares no code with it, gives other points."""

import json
from collections.abc import Iterator
from typing import Any

from nbformat import NotebookNode
from second_judge import Points, second_judge

from autograder import notebooks
from autograder.judging import verdicts
from autograder.judging.verdicts import Judge
from labkit.evidence import MIME, to_json
from labkit.judge import Verdict


class JudgesDiffer(AssertionError):
    """The message names the checks, the points and the records."""


class BothJudges(Judge):
    """The judge that grades, checked by the second one in every verdict."""

    def verdicts(self, executed: NotebookNode) -> dict[str, Verdict]:
        given = super().verdicts(executed)
        submitted = notebooks.checks(executed)
        differences: list[str] = []
        for name, (cell, expected) in self._expected.items():
            if expected:
                evidence, points = _evidence(submitted.get(name)), notebooks.Cell.of(cell).points
                second = second_judge(to_json(expected), evidence, points)
                differences += _difference(given[name], second)
        if differences:
            raise JudgesDiffer("; ".join(differences))
        return given


def _evidence(cell: NotebookNode | None) -> Any:
    """Plain JSON: nbformat makes objects with attributes of it."""
    outputs = verdicts._outputs_with_evidence(cell) if cell else []
    return json.loads(json.dumps(outputs[-1].data[MIME])) if outputs else None


def _difference(first: Verdict, second: Points) -> Iterator[str]:
    differing = sorted(set(first.failed) ^ set(second.failed))
    if differing or first.points != second.points:
        records = ", ".join(differing) or "no record"
        yield f"{first.check}: {first.points:g} and {second.points:g} points, by {records}"
