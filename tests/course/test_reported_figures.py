"""What the texts of 01 to 04 and 06 to 08 report of a cell's outcome is what the cell shows.

`NUDGED=20 pytest tests/course/test_reported_figures.py` asks it of 20 runs more, whose first
weights, fresh or shipped, differ by a millionth, as other processors make them differ: what is
reported must not be a matter of chance.
"""

import os
from functools import cache

import pytest
from nbformat.v4 import new_code_cell
from reported import REPORTED, TRANSFORMER, UNIFORM, missing
from repository import solution

NUDGES = range(1 + int(os.environ.get("NUDGED", "0")))
NUDGED = """
import torch

generator_of_nudges = torch.Generator().manual_seed({nudge})


def nudged(begin):
    def nudged_begin(layer, *given, **named):
        result = begin(layer, *given, **named)
        with torch.no_grad():
            for values in layer.parameters():
                # Towards 0: fresh weights never leave their range, on no processor.
                values.mul_(1 - 1e-6 * torch.rand(values.shape, generator=generator_of_nudges))
        return result
    return nudged_begin


for kind in (torch.nn.Linear, torch.nn.Conv2d):
    kind.reset_parameters = nudged(kind.reset_parameters)
if {shipped}:
    torch.nn.Module.load_state_dict = nudged(torch.nn.Module.load_state_dict)
"""
FROM_SHIPPED = UNIFORM, TRANSFORMER  # their trainings begin with weights that come with the course


@pytest.fixture(scope="module")
def run_of(executed, whole_run):
    """Gives a solution's run, or one from first weights that differ; each once."""

    @cache
    def run(assignment, nudge):
        if not nudge:
            return executed(assignment, whole=True)
        notebook = solution(assignment)
        nudged = NUDGED.format(nudge=nudge, shipped=assignment in FROM_SHIPPED)
        notebook.cells.insert(0, new_code_cell(nudged))
        return whole_run(assignment, notebook)

    return run


@pytest.mark.parametrize("nudge", NUDGES, ids=lambda nudge: f"nudge {nudge}")
@pytest.mark.parametrize(("assignment", "cell"), REPORTED, ids=lambda name: name)
def test_a_cell_shows_what_the_text_reports(assignment, cell, nudge, run_of):
    wrong, shown = missing(run_of(assignment, nudge), assignment, cell)
    assert wrong == [], shown
