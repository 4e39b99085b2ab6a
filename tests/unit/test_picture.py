"""The picture of README shows the card and the figure of today, and any browser can read it."""

import re
from xml.etree import ElementTree

import pytest
from repository import COURSE, READMES, REPOSITORY

from autograder.engine.engine import Engine
from autograder.tools.picture import pictures

FOLDER = REPOSITORY / "resources" / "readme"
NUMBER = re.compile(r"-?\d+\.\d+")


@pytest.mark.slow
def test_the_picture_is_current():
    with Engine("none", limits=COURSE.limits) as engine:
        drawn = pictures(COURSE, engine)
    assert sorted(drawn) == sorted(FOLDER.iterdir())
    for path, text in drawn.items():
        words, numbers = _apart(path.read_text())
        words_now, numbers_now = _apart(text)
        assert words_now == words, f"{path.name} is stale: make picture"
        # Another processor draws points that differ in the last digit.
        assert numbers_now == pytest.approx(numbers, abs=0.01), f"{path.name}: make picture"


def _apart(text):
    return NUMBER.sub("#", text), [float(number) for number in NUMBER.findall(text)]


@pytest.mark.parametrize(("language", "word"), [("en", "the rule"), ("ja", "規則")])
def test_the_picture_is_a_card_and_a_figure_in_its_language(language, word):
    picture = ElementTree.parse(FOLDER / f"{language}.svg")
    texts = "".join(picture.getroot().itertext())
    assert "int8_backward" in texts and texts.count(word) >= 2


def test_each_readme_shows_its_picture():
    for language, readme in zip(COURSE.languages, READMES, strict=True):
        assert f"](resources/readme/{language}.svg)" in readme.read_text()
