"""The picture of README shows the card and the figure of today, and any browser can read it."""

from xml.etree import ElementTree

import pytest
from repository import COURSE, READMES, REPOSITORY

from autograder.engine.engine import Engine
from autograder.tools.picture import pictures

FOLDER = REPOSITORY / "resources" / "readme"


@pytest.mark.slow
def test_the_picture_is_current():
    with Engine("none", limits=COURSE.limits) as engine:
        drawn = pictures(COURSE, engine)
    assert sorted(drawn) == sorted(FOLDER.iterdir())
    stale = [path.name for path, text in drawn.items() if path.read_text() != text]
    assert not stale, "make picture"


@pytest.mark.parametrize(("language", "word"), [("en", "the rule"), ("ja", "規則")])
def test_the_picture_is_a_card_and_a_figure_in_its_language(language, word):
    picture = ElementTree.parse(FOLDER / f"{language}.svg")
    texts = "".join(picture.getroot().itertext())
    assert "int8_backward" in texts and texts.count(word) >= 2


def test_each_readme_shows_its_picture():
    for language, readme in zip(COURSE.languages, READMES, strict=True):
        assert f"](resources/readme/{language}.svg)" in readme.read_text()
