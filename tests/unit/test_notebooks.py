"""Storing notebooks: whatever Python's own json can hold is kept."""

from __future__ import annotations

import re

import nbformat
import pytest
from kernels import notebook
from repository import ASSIGNMENTS, COURSE, exercise

from autograder import notebooks

UNUSUAL = {
    "an integer beyond 64 bits": 2**70,
    "the largest integer of 64 bits": 2**64 - 1,
    "no number": float("nan"),
    "infinity next to a large integer": [float("inf"), -(2**70)],
    "text": "日本語 \u2028 \x7f 🎓",
}


@pytest.mark.parametrize("value", UNUSUAL.values(), ids=UNUSUAL)
def test_a_notebook_is_stored_and_read_again(tmp_path, value):
    path = tmp_path / "a.ipynb"
    given = notebook("1")
    given.metadata |= {"theirs": value, "ours": 7}
    notebooks.write(path, notebooks.as_short_text(given))
    assert notebooks.read_metadata(path)["ours"] == 7
    stored = nbformat.read(path, as_version=4)
    assert stored.metadata.theirs == value or (stored.metadata.theirs is None and value != value)


@pytest.mark.parametrize("language", COURSE.languages)
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_headings_leave_out_no_level_and_pictures_are_described(assignment, language):
    level = 0
    for cell in exercise(assignment, language).cells:
        text = re.sub(r"```.*?```", "", cell.source, flags=re.DOTALL)
        if cell.cell_type == "markdown":
            for heading in re.findall(r"^(#{1,6}) ", text, re.MULTILINE):
                assert len(heading) <= level + 1, cell.source
                level = len(heading)
            assert not re.search(r"!\[\s*\]|<img(?![^>]*\balt=)", text)
