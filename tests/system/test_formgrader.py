"""What nbgrader's formgrader shows of a submission: its own template, with our settings."""

import re

import pytest
from bs4 import BeautifulSoup
from nbconvert.exporters import HTMLExporter
from repository import REPOSITORY
from submissions import ASSIGNMENT, template
from traitlets.config import Config

from autograder.nbgrader_plugins.settings import configure


@pytest.fixture(scope="module")
def page():
    exporter = HTMLExporter(config=configure(_of_the_formgrader(), REPOSITORY))
    names = dict.fromkeys(("submission_id", "notebook_path", "base_url", "student"), "")
    resources = names | {"assignment_id": ASSIGNMENT, "index": 0, "total": 1}
    html, _ = exporter.from_notebook_node(template(), resources=resources)
    return BeautifulSoup(html, "html.parser")


def _of_the_formgrader():
    """As nbgrader sets it up before it reads our settings."""
    return Config(HTMLExporter={"template_name": "formgrade"})


def test_the_rubric_is_below_the_answer_that_a_person_grades(page):
    (rubric,) = page.find_all("details", open=True)
    assert "Rubric (5 points)" in rubric.text
    assert rubric.find_previous(class_="nbgrader_cell").find(id="find_the_cheat")


def test_the_page_waits_for_no_script_from_the_network(page):
    sources = [script["src"] for script in page.find_all("script", src=True)]
    assert sources and not [source for source in sources if re.match("https?:|//", source)]


def test_code_is_coloured_and_every_graded_cell_can_be_graded(page):
    assert page.select(".highlight .k")
    assert [field["id"] for field in page.select("input.score")] == [
        "int8_backward_check",
        "int8_float_check",
        "binary_sign_check",
        "find_the_cheat",
    ]
