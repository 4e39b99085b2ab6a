"""The picture of README shows the card and the figure of today, and any browser can read it."""

import re
from xml.etree import ElementTree

import pytest
from repository import COURSE, READMES, REPOSITORY, solution

from autograder import notebooks
from autograder.answers.known import known_answers
from benchmarks.picture import ANSWER, ASSIGNMENT, BLANK, pictures

FOLDER = REPOSITORY / "resources" / "readme"
NUMBER = re.compile(r"-?\d+\.\d+")
LANGUAGES = ["en", "ja"]
FENCED = re.compile(r"^```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)
each_readme = pytest.mark.parametrize(
    ("language", "readme"), [*zip(LANGUAGES, READMES, strict=True)], ids=LANGUAGES
)


def test_the_picture_is_current(engine):
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


@each_readme
def test_a_readme_shows_its_picture(language, readme):
    assert f"](resources/readme/{language}.svg)" in readme.read_text()


def lines_of(text):
    """Its lines without spaces, which pictures and notebooks break and indent as they like."""
    return [re.sub(r"\s", "", line) for line in text.splitlines()]


@each_readme
def test_the_blank_the_check_and_the_card_of_a_readme_are_those_of_its_picture(language, readme):
    blank, check, card = FENCED.findall(readme.read_text())
    (answer,) = (
        known
        for known in known_answers(COURSE.assignment(ASSIGNMENT), blank=BLANK)
        if known.name == ANSWER
    )
    assert set(lines_of(blank)) <= set(lines_of(answer.source))
    source = notebooks.checks(solution(ASSIGNMENT))[BLANK].source
    assert set(lines_of(check)) <= set(lines_of(source))
    assert [line for line in lines_of(card) if line not in words_of_picture(language)] == []


@pytest.mark.parametrize(("language", "page"), [("en", "README.md"), ("ja", "README.ja.md")])
def test_the_card_that_students_learn_to_read_is_the_one_in_the_picture(language, page):
    (card,) = FENCED.findall((REPOSITORY / "docs" / "students" / page).read_text())
    assert [line for line in lines_of(card) if line not in words_of_picture(language)] == []


def words_of_picture(language):
    """All words of the picture, without spaces."""
    picture = ElementTree.parse(FOLDER / f"{language}.svg").getroot()
    return "".join(lines_of("".join(picture.itertext())))
