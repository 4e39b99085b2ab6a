"""Every message that labkit shows, from one file for each language in this folder."""

from __future__ import annotations

from functools import cache
from typing import Any

from labkit.language import ENGLISH, FOLDER, LANGUAGES, choose, current


def say(key: str, /, **values: Any) -> str:
    """A message in the student's language; in all where that is not known, as in grading.

    >>> import os
    >>> os.environ["LABKIT_LANGUAGE"] = "en"
    >>> say("blanks.not_yet", task="ternary")
    'Not yet: ternary. Fill in that blank above and run this cell again.'
    >>> del os.environ["LABKIT_LANGUAGE"]
    """
    return message(key, current(), **values)


def message(key: str, language: str | None, /, **values: Any) -> str:
    """A message in a language; in all, one after the other, for None.

    Args:
        key: section and name, as they stand in the files: "card.rule".
        language: such as "ja"; a message that it lacks is in English.
        values: what is filled in.

    Raises:
        KeyError: there is no such message.

    >>> message("card.rule", "ja"), message("card.rule", None)
    ('規則', 'Rule / 規則')
    """
    languages = LANGUAGES if language is None else [language]
    return choose({name: _text(key, name).format(**values) for name in languages}, language)


def mark(name: str, language: str | None, /, **values: Any) -> str:
    """A mark between words, such as "colon"; English ones, where texts are in all languages.

    >>> mark("colon", "ja"), mark("brackets", None, words="one")
    ('：', ' (one)')
    """
    return message(f"marks.{name}", language or ENGLISH, **values)


def _text(key: str, language: str) -> str:
    section, _, name = key.partition(".")
    # A notebook may name anything as its language; no file is read by such a name.
    texts = load(language).get(section, {}) if language in LANGUAGES else {}
    return texts[name] if name in texts else load(ENGLISH)[section][name]


@cache
def load(language: str) -> dict[str, dict[str, str]]:
    """All messages that a language has, by section and name; its file is read once."""
    import tomllib  # start-up time: most processes of the grader show no message

    return tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))
