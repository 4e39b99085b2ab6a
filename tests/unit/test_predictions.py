"""Predictions: kept until the result is seen, in the reader's language."""

import pytest

from labkit import compare, predict, predictions
from labkit.language import use

CELLS = (
    'import labkit\nlabkit.start("02_int8_binary", language="ja")',
    'labkit.predict("share", "about half")',
    'labkit.compare("share", 0.72)',
    'labkit.predict("share", 0.72)',
    'labkit.compare("share", 0.72)',
)


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
    predict("other", ...)
    compare("share", 0.72)
    compare("other", 2)
    assert [line for line in lines(capsys) if line.startswith("predicted")] == [
        "predicted: 0.6",
        "predicted: nothing yet",
    ]


@pytest.mark.parametrize("falsy", [0, [], "", None, False])
def test_nothing_zero_and_false_are_predictions_as_well(falsy, capsys):
    predict("slope", falsy)
    compare("slope", 1)
    assert lines(capsys)[1] == f"predicted: {falsy}"
