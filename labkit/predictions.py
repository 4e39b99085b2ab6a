"""Predictions: written down before a result is seen, kept, and shown beside it.

A prediction stands in a cell of its own, which the reader edits. So it is saved with the notebook,
in any Jupyter, and running the cell again after a restart brings it back.
"""

from __future__ import annotations

from types import EllipsisType
from typing import Any

from labkit.messages import say

_made: dict[str, Any] = {}
_compared: set[str] = set()


def predict(question: str, prediction: Any | EllipsisType) -> None:
    """Keep what the reader expects, until :func:`compare` shows it beside the result.

    Once both were shown, the prediction stays what it was.

    Args:
        question: a word for it; ``compare`` is called with the same one.
        prediction: a number, a text, several in a list; ``...`` as long as there is none.

    >>> from labkit.language import use
    >>> use("en")
    >>> predict("slope", ...)
    No prediction yet: replace the dots with yours and run this cell again.
    >>> predict("slope", 1)
    Your prediction is saved: 1
    >>> compare("slope", 0.0)
    predicted: 1
    result:    0.0
    >>> predict("slope", 0)
    The result was already shown, so your prediction stays as it was: 1
    >>> use(None)
    """
    if question in _compared:
        print(say("predictions.late", prediction=_made[question]))
    elif prediction is ...:
        _made.pop(question, None)
        print(say("predictions.open"))
    else:
        _made[question] = prediction
        print(say("predictions.kept", prediction=prediction))


def compare(question: str, result: Any) -> None:
    """Print a result below what was predicted.

    Args:
        question: the word with which :func:`predict` was called.
        result: what came out. It is shown without a prediction, too: *Run All* must work.
    """
    if question in _made:
        _compared.add(question)
        print(say("predictions.predicted", prediction=_made[question]))
    else:
        print(say("predictions.missing"))
    print(say("predictions.result", result=result))
