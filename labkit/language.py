"""Which language a student reads: the set-up cell of a released notebook names it."""

from __future__ import annotations

import os
from pathlib import Path

ENGLISH = "en"
FOLDER = Path(__file__).parent / "messages"
# The languages are those that have a file. English comes first, because texts in all start with it.
LANGUAGES = (ENGLISH, *sorted({path.stem for path in FOLDER.glob("*.toml")} - {ENGLISH}))
_named: dict[str, str | None] = {}


def current() -> str | None:
    """The student's language, such as "en"; None where none was named: then texts are in all.

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
    """Speak a language from now on; None for all.

    >>> use("ja")
    >>> current()
    'ja'
    >>> use(None)

    Raises:
        ValueError: there are no messages in that language.
    """
    if language not in (*LANGUAGES, None):
        raise ValueError(f"the language is one of {', '.join(LANGUAGES)}, not {language!r}")
    _named["language"] = language


def choose(texts: dict[str, str], language: str | None) -> str:
    """Pick a text by language: English where that one has none, all of them for None.

    >>> [choose({"en": "yes", "ja": "はい"}, language) for language in ("ja", "fr", None)]
    ['はい', 'yes', 'yes / はい']
    """
    if language is None:
        # Each text once: what is the same in two languages is not repeated.
        return " / ".join(dict.fromkeys(texts.values()))
    return texts.get(language) or texts.get(ENGLISH) or next(iter(texts.values()), "")


def words(**texts: str) -> str:
    """Pick the text that a cell prints or draws, by the student's language.

    Args:
        texts: one for each language.

    Returns:
        That text; all of them, one after the other, where no language was named.

    >>> use("ja")
    >>> words(en="step", ja="ステップ")
    'ステップ'
    >>> use(None)
    """
    return choose(texts, current())
