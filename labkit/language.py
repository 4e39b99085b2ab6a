"""Which language a student reads: the set-up cell of a released notebook names it."""

from __future__ import annotations

import os

LANGUAGES = ("en", "ja")
_named: dict[str, str | None] = {}


def current() -> str | None:
    """The student's language ("en", "ja"), or None where none was named; then texts stand in both.

    The environment variable ``LABKIT_LANGUAGE`` comes before what the notebook names.

    >>> import os
    >>> os.environ["LABKIT_LANGUAGE"] = "ja"
    >>> current()
    'ja'
    >>> del os.environ["LABKIT_LANGUAGE"]
    """
    asked = os.environ.get("LABKIT_LANGUAGE")
    return asked if asked in LANGUAGES else _named.get("language")


def use(language: str | None) -> None:
    """Speak a language from now on; None for both.

    >>> use("ja")
    >>> current()
    'ja'
    >>> use(None)

    Raises:
        ValueError: texts are not written in that language.
    """
    if language not in (*LANGUAGES, None):
        raise ValueError(f"the language is one of {', '.join(LANGUAGES)}, not {language!r}")
    _named["language"] = language


def choose(texts: dict[str, str], language: str | None) -> str:
    """Pick a text by language; both, when the language is unknown.

    >>> choose({"en": "yes", "ja": "はい"}, "ja"), choose({"en": "yes", "ja": "はい"}, None)
    ('はい', 'yes / はい')
    """
    return texts.get(language or "") or " / ".join(dict.fromkeys(texts.values()))
