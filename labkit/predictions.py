"""Predictions: written down before a result is seen, kept, and shown next to the result.

A prediction is in a cell of its own, which the reader edits. So it is saved with the notebook,
in any Jupyter, and running the cell again after a restart brings it back.
"""

from __future__ import annotations

from typing import Any

from labkit.messages import say

_made: dict[str, str] = {}
_compared: set[str] = set()
_OPEN = ("...", "…", "")


def predict(question: str, *prediction: Any, **named: Any) -> None:
    """Keep what the reader expects, until :func:`compare` shows it next to the result.

    Once both were shown, the prediction stays what it was. In a notebook the dots have quotation
    marks, between which any words and numbers can be written; without them numbers still can.

    Args:
        question: a word for it; ``compare`` is called with the same one.
        prediction: anything, once or several times; ``"..."`` as long as there is none.
        named: likewise, ``slope=1``.

    >>> from labkit.language import use
    >>> use("en")
    >>> predict("slope", "...")
    No prediction yet: replace the dots with one, in numbers or words, and leave the quotation marks
    around it. Then run this cell again.
    >>> predict("slope", 1)
    Your prediction is saved: 1
    >>> compare("slope", 0.0)
    predicted: 1
    result:    0.0
    >>> predict("slope", 0)
    The result was already shown, so your prediction stays as it was: 1
    >>> use(None)
    """
    parts = ["..." if value is ... else str(value).strip() for value in prediction]
    parts += [f"{name} = {value}" for name, value in named.items()]
    text = ", ".join(part for part in parts if part not in _OPEN)
    if question in _compared:
        print(say("predictions.late", prediction=_made[question]))
    elif text:
        _made[question] = text
        print(say("predictions.kept", prediction=text))
    else:
        _made.pop(question, None)
        print(say("predictions.open"))


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
