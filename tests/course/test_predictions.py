"""Each prediction that a text asks for is kept by a cell, and shown next to the result."""

import re

import pytest
from kernels import notebook
from nbformat.v4 import new_markdown_cell
from repository import ASSIGNMENTS, COURSE, solution

ASKED = {
    "en": r"\*\*Predict(?::\*\*|\*\*)",
    "ja": r"\*\*\u4e88\u60f3(?:\uff1a\*\*|\*\*\u3057\u3066\u304f\u3060\u3055\u3044)",
}
CALLED = re.compile(r'\b(predict|compare)\(\s*"([^"]+)"')


def steps(cells, language):
    """In their order: what the texts ask for, and the names that a cell keeps or compares."""
    for cell in cells:
        if cell.cell_type == "code":
            calls = CALLED.findall(cell.source)
            for what in ("predict", "compare"):
                if names := [name for call, name in calls if call == what]:
                    yield what, names
        elif cell.metadata.get("lang", language) == language:
            yield from [("ask", [])] * len(re.findall(ASKED[language], cell.source))


def unanswered(cells, language):
    """Questions that no cell keeps, and predictions that nobody asked for or that are not shown.

    One cell may keep several answers to one question.
    """
    wrong, asked, kept = [], 0, set()
    for what, names in steps(cells, language):
        if what == "ask":
            asked += 1
        elif what == "predict":
            if asked != 1:
                wrong.append(f"{asked} questions before {names[0]}")
            asked, kept = 0, kept | {*names}
        else:
            wrong += [f"{name} is compared, and was not kept" for name in names if name not in kept]
            kept -= {*names}
    if asked:
        wrong.append(f"{asked} questions at the end")
    return wrong + sorted(kept)


@pytest.mark.parametrize("language", COURSE.languages)
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_each_prediction_is_kept_by_a_cell_and_compared(assignment, language):
    cells = solution(assignment).cells
    assert any(what == "ask" for what, _ in steps(cells, language))
    assert unanswered(cells, language) == []


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        (['predict("a", "...")', 'compare("a", 1)'], []),
        ([], ["1 questions at the end"]),
        (['predict("a", "...")'], ["a"]),
        (['predict("a", "...")', 'predict("b", "...")'], ["0 questions before b", "a", "b"]),
        (['compare("a", 1)'], ["a is compared, and was not kept", "1 questions at the end"]),
    ],
)
def test_what_is_not_answered_is_found(cells, found):
    asking = new_markdown_cell("**Predict:** how many?", metadata={"lang": "en"})
    assert unanswered([asking, *notebook(*cells).cells], "en") == found
