"""Storing notebooks: whatever Python's own json can hold is kept."""

from __future__ import annotations

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from autograder import notebooks
from autograder.engine.engine import Engine

UNUSUAL = {
    "an integer beyond 64 bits": 2**70,
    "the largest integer of 64 bits": 2**64 - 1,
    "no number": float("nan"),
    "infinity beside a large integer": [float("inf"), -(2**70)],
    "text": "日本語 \u2028 \x7f 🎓",
}


@pytest.mark.parametrize("value", UNUSUAL.values(), ids=UNUSUAL)
def test_a_notebook_is_stored_and_read_again(tmp_path, value):
    path = tmp_path / "a.ipynb"
    notebook = new_notebook(cells=[new_code_cell("1")], metadata={"theirs": value, "ours": 7})
    notebooks.write(path, notebooks.as_short_text(notebook))
    assert notebooks.read_metadata(path)["ours"] == 7
    stored = nbformat.read(path, as_version=4)
    assert stored.metadata.theirs == value or stored.metadata.theirs is None and value != value


@pytest.mark.slow
def test_an_output_with_such_numbers_is_kept():
    data = {"application/json": {"n": 2**70}, "text/plain": "n"}
    shown = f"from IPython.display import display\ndisplay({data}, raw=True)"
    with Engine("none") as engine:
        done = engine.execute(new_notebook(cells=[new_code_cell(shown)]))
    assert done.state == "graded" and done.notebook.cells[0].outputs[0].data["text/plain"] == "n"
