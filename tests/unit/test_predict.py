"""Predictions: kept until the result is seen, in the reader's language."""

import re

import pytest
from repository import ASSIGNMENTS, exercise

from labkit import compare, predict, predictions
from labkit.language import use


@pytest.fixture(autouse=True)
def without_earlier_predictions(monkeypatch):
    monkeypatch.setattr(predictions, "_made", {})
    monkeypatch.setattr(predictions, "_compared", set())
    use("en")
    yield
    use(None)


def lines(capsys):
    return capsys.readouterr().out.splitlines()


def test_a_result_without_a_prediction_is_shown_and_can_still_be_predicted(capsys):
    compare("share", 0.72)
    predict("share", 0.5)
    compare("share", 0.72)
    assert lines(capsys) == [
        "predicted: nothing yet",
        "result:    0.72",
        "Your prediction is saved: 0.5",
        "predicted: 0.5",
        "result:    0.72",
    ]


def test_a_prediction_can_be_changed_or_taken_back_until_the_result_is_seen(capsys):
    predict("share", 0.5)
    predict("share", 0.6)
    predict("other", 1)
    predict("other", "...")
    compare("share", 0.72)
    compare("other", 2)
    assert [line for line in lines(capsys) if line.startswith("predicted")] == [
        "predicted: 0.6",
        "predicted: nothing yet",
    ]


TYPED = {
    "6, 4, 0": "6, 4, 0",
    "[6, 4, 0]": "[6, 4, 0]",
    '"6, 4, 0"': "6, 4, 0",
    '"all alike", "tanh"': "all alike, tanh",
    '"stays at 300"': "stays at 300",
    "127, at_300=0": "127, at_300 = 0",
    "0": "0",
    "None": "None",
    "True, False": "True, False",
    '" 7 "': "7",
    "6, ...": "6",
}
NOTHING = ('"..."', "...", "", '""', '" "', '"…"')


@pytest.mark.parametrize("typed", TYPED)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_a_student_may_type_is_a_prediction(language, typed, capsys):
    use(language)
    eval(f'predict("slope", {typed})')
    compare("slope", 1)
    assert all(line.endswith(TYPED[typed]) for line in lines(capsys)[:2])


@pytest.mark.parametrize("typed", NOTHING)
@pytest.mark.parametrize(
    "language, sentence", [("en", "quotation marks"), ("ja", "引用符は残したまま")]
)
def test_where_nothing_is_predicted_yet_the_line_says_what_to_write(
    language, sentence, typed, capsys
):
    use(language)
    eval(f'predict("slope", {typed})')
    assert sentence in lines(capsys)[0]


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_words_can_be_written_into_every_prediction_as_it_is_given(assignment):
    given = [line for cell in exercise(assignment).cells for line in cell.source.splitlines()]
    asked = [line for line in given if re.match(r"(labkit\.)?predict\(", line)]
    assert all(re.search(r', "\.\.\."\)', line) for line in asked)
