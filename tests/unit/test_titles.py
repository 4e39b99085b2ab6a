"""Tasks, records and rules have words in every language."""

import re

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from repository import ASSIGNMENTS, COURSE, record_patterns, solution

from autograder import notebooks
from labkit import reference
from labkit.language import LANGUAGES
from labkit.messages import load, record_title, task_title


def names(assignment):
    """Each check with patterns of the names of its records, the hidden ones too."""
    for check, cell in notebooks.checks(solution(assignment)).items():
        shipped = reference.load(check).evidence.records
        written = set(record_patterns(cell.source))
        yield check, {re.escape(record.name) for record in shipped} | written


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_every_record_has_a_title(assignment, language):
    known = load(language)["records"]
    missing = [
        f"{check}.{pattern}"
        for check, its_patterns in names(assignment)
        for pattern in its_patterns
        if not any(re.fullmatch(rf"({check}\.)?{pattern}", key) for key in known)
    ]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_title_is_left_over(language):
    used = [
        re.compile(rf"({check}\.)?{pattern}")
        for assignment in ASSIGNMENTS
        for check, its_patterns in names(assignment)
        for pattern in its_patterns
    ]
    keys = load(language)["records"]
    assert [key for key in keys if not any(pattern.fullmatch(key) for pattern in used)] == []


def test_every_rule_has_words_in_every_language_and_none_are_left_over():
    shipped = {
        f"{check}.{record.name}": set(record.rule)
        for assignment in ASSIGNMENTS
        for check in notebooks.checks(solution(assignment))
        for record in reference.load(check).evidence.records
    }
    assert {
        name for name, found in shipped.items() if found - set(LANGUAGES) or len(found) == 1
    } == set()
    # Hidden records are in no reference: the catalogues, which are public, must not name them.
    assert {name for language in LANGUAGES for name in load(language).get("rules", {})} <= set(
        shipped
    )


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_every_task_has_its_heading_as_title(assignment):
    headings = {
        line.lstrip("# ").replace("`", "")
        for cell in solution(assignment).cells
        if cell.cell_type == "markdown"
        for line in cell.source.splitlines()
        if line.startswith("##")
    }
    for check in notebooks.checks(solution(assignment)):
        shown = [task_title(check, language) for language in COURSE.languages]
        assert len(set(shown)) == len(COURSE.languages) and set(shown) <= headings, check


def test_a_check_s_own_title_comes_before_the_common_one():
    assert record_title("quantize_c", "outside", "en") == "Stays inside its arrays"
    assert record_title("binary_sign", "outside", "en") == "Outside the range"
    assert record_title("binary_sign", "new_one", "en") == "new_one"


def test_a_comment_in_an_example_is_no_heading():
    text = "## Right\n\n```python\n# a comment\n```\n"
    check = new_code_cell(metadata={"nbgrader": {"grade_id": "a_check", "grade": True}})
    read = notebooks.titles_by_language(new_notebook(cells=[new_markdown_cell(text), check]))
    assert read == {"a": dict.fromkeys(LANGUAGES, "Right")}
