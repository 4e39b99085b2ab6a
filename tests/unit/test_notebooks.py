"""Storing notebooks: whatever Python's own json can hold is kept."""

from __future__ import annotations

import re

import nbformat
import pytest
from kernels import notebook
from repository import ASSIGNMENTS, COURSE, exercise

from autograder import notebooks
from autograder.course import CourseError

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


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_notebook_is_read_and_written_in_its_minutes(assignment):
    """150 words in a minute, and two minutes for each line to write."""
    cells = exercise(assignment).cells
    texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    words = sum(len(text.split()) for text in texts)
    lines = sum(map(int, re.findall(r"\(about (\d+) lines?\)", "\n".join(c.source for c in cells))))
    extra = r"takes? about (\d+) more"
    minutes = COURSE.assignment(assignment).minutes + sum(map(int, re.findall(extra, texts[0])))
    assert lines > 10 and words / 150 + 2 * lines <= minutes


def test_metadata_are_read_without_the_cells_and_a_file_that_was_cut_off_is_broken(
    tmp_path, monkeypatch
):
    path, outcome = tmp_path / "a.ipynb", {"labkit": {"state": "graded", "words": "\u7b26"}}
    cells = [nbformat.v4.new_markdown_cell("x" * 100_000)]
    made = nbformat.v4.new_notebook(cells=cells, metadata=outcome)
    short = notebooks.as_short_text(made)
    for text in (notebooks.as_text(made), short):  # by nbgrader, and by us
        path.write_text(text, "utf-8")
        assert notebooks.read_metadata(path) == outcome
        assert notebooks.read_evidence(path) == made
    with monkeypatch.context() as patch:
        patch.setattr(notebooks.fast_json, "loads", None)
        assert notebooks.read_metadata(path) == outcome
    path.write_text(short.replace("graded", "edited"), "utf-8")
    assert notebooks.read_metadata(path)["labkit"]["state"] == "edited"
    path.write_text(short[:-20_000], "utf-8")
    for read in (notebooks.read_metadata, notebooks.read_evidence):
        with pytest.raises(CourseError, match="not a readable notebook"):
            read(path)
