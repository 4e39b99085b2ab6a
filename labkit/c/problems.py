"""What became of a student's C code, as what a record holds instead of a value.

It is data, in no language: a message's name and values. A sentence is made of it where it is shown,
for the same evidence is read in class, in either language, and in grading.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from labkit.evidence import Failure
from labkit.language import LANGUAGES, choose
from labkit.messages import message

# The type of a failure that the card explains in a sentence: no exception was raised.
EXPLAINED = "CProblem"
LONGEST = 900  # characters of a text in it, and of a sentence made of it
_DEEPEST = 5  # sentences within a sentence
_LINES = ("line", "cell")  # the values that say where in a source something is
# Messages with another form: a given file has no cell, and a single element that is not written has
# no others. Decided where a sentence is made, so that evidence stays what it was.
_ALONE: dict[str, tuple[str, Callable[[dict[str, Any]], bool]]] = {
    "place": ("c.place_alone", lambda values: "cell" not in values),
    "not_written": ("c.not_written_alone", lambda values: not values["others"]),
}


def problem(name: str, /, **values: Any) -> Failure:
    """A message of the catalogue's section ``c`` as a failure.

    >>> problem("exited")
    Failure(type='CProblem', message='{"name": "exited"}')
    """
    data = phrase(name, **values)
    return Failure(EXPLAINED, json.dumps(data, sort_keys=True, ensure_ascii=False))


def phrase(name: str, /, **values: Any) -> dict[str, Any]:
    """A message of the catalogue's section ``c`` as a value of another one."""
    # Cut before it is encoded: half a JSON text makes no sentence.
    cut = {
        key: value[:LONGEST] if isinstance(value, str) else value for key, value in values.items()
    }
    return {"name": name, **cut}


def explained(failure: Failure, language: str | None) -> str:
    """The sentence of a problem in a language; in all, one after the other, for None.

    A message that :func:`problem` did not write is shown as it is: a student's code may have
    written it, or an earlier version of labkit.

    >>> explained(problem("abort", signal=8, signal_name="SIGFPE"), "en")
    'it was stopped by signal 8 (SIGFPE)'
    >>> explained(Failure("CProblem", "it crashed"), "en")
    'it crashed'
    """
    languages = [language] if language in LANGUAGES else LANGUAGES
    try:
        data = json.loads(failure.message)
        texts = {language: _sentence(data, language) for language in languages}
    except Exception:  # whatever is malformed, the card must be shown
        texts = {"": failure.message[:LONGEST]}
    # JSON can hold half a surrogate pair, but no page may.
    return choose(texts, language).encode("utf-8", "replace").decode()


def without_lines(text: str) -> str:
    """A problem's message without the lines of the source that it names.

    >>> without_lines('{"line": 7, "name": "place"}'), without_lines("line 7")
    ('{"name": "place"}', 'line 7')
    """
    try:
        data = json.loads(
            text,
            object_hook=lambda values: {
                key: value for key, value in values.items() if key not in _LINES
            },
        )
        return json.dumps(data, sort_keys=True)
    except (ValueError, RecursionError):  # it is no problem's
        return text


def _sentence(data: Any, language: str, depth: int = _DEEPEST) -> str:
    # Each sentence is cut: one that holds another twice, and so on, would grow without end.
    values = {
        key: _sentence(value, language, depth - 1)
        if isinstance(value, dict) and depth > 1
        else value
        for key, value in data.items()
    }
    if not all(isinstance(value, (str, int, float)) for value in values.values()):
        raise TypeError("a value of a message is a text or a number")
    name = values.pop("name")
    alone, applies = _ALONE.get(name, ("", lambda values: False))
    return message(alone if applies(values) else f"c.{name}", language, **values)[:LONGEST]
