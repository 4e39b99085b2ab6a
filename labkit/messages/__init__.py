"""Every message that labkit shows, from one file for each language in this folder.

Whoever shows more than labkit has a folder of its own: a :class:`Catalogue` reads both.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from labkit import reference
from labkit.language import ENGLISH, FOLDER, LANGUAGES, choose, current


class Catalogue:
    """The messages in some folders, with one file for each language. No section is in two.

    >>> labkit = Catalogue(FOLDER)
    >>> labkit.message("card.rule", "ja"), labkit.load("ja")["marks"]["comma"]
    ('規則', '、')
    """

    def __init__(self, *folders: Path) -> None:
        self._folders = folders
        self._loaded: dict[str, dict[str, dict[str, str]]] = {}

    def load(self, language: str) -> dict[str, dict[str, str]]:
        """All messages that a language has, by section and name; each file is read once."""
        if language not in self._loaded:  # a report asks a hundred times for each student
            files = (_read(folder / f"{language}.toml") for folder in self._folders)
            self._loaded[language] = {
                section: texts for sections in files for section, texts in sections.items()
            }
        return self._loaded[language]

    def message(self, key: str, language: str | None, /, **values: Any) -> str:
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
        section, _, name = key.partition(".")
        english, texts = self.load(ENGLISH)[section][name], {}
        for code in LANGUAGES if language is None else [language]:
            # A notebook may name anything as its language; only known languages may name a file.
            known = self.load(code).get(section, {}) if code in LANGUAGES else {}
            texts[code] = known.get(name, english).format(**values)
        return choose(texts, language)


@cache
def _read(path: Path) -> dict[str, dict[str, str]]:
    import tomllib  # start-up time: most processes of the grader show no message

    # A language may have labkit's messages alone: the others are in English.
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


_LABKIT = Catalogue(FOLDER)
load, message = _LABKIT.load, _LABKIT.message


def say(key: str, /, **values: Any) -> str:
    """A message in the student's language; in all where that is not known, as in grading.

    >>> import os
    >>> os.environ["LABKIT_LANGUAGE"] = "en"
    >>> say("blanks.not_yet", task="ternary")
    'Not yet: ternary. Fill in that blank above and run this cell again.'
    >>> del os.environ["LABKIT_LANGUAGE"]
    """
    return message(key, current(), **values)


def mark(name: str, language: str | None, /, **values: Any) -> str:
    """A mark between words, such as "colon"; English ones, where texts are in all languages.

    >>> mark("colon", "ja"), mark("brackets", None, words="one")
    ('：', ' (one)')
    """
    return message(f"marks.{name}", language or ENGLISH, **values)


def task_title(check: str, language: str | None) -> str:
    """The heading of a check's task in the notebook; its id, if it is not released yet.

    >>> task_title("int8_backward", "en"), task_title("no_such_check", "en")
    ('Task 1: int8_backward', 'no_such_check')
    """
    known = reference.load(check)
    return choose(known.title, language) if known and known.title else check


def record_title(check: str, name: str, language: str | None) -> str:
    """A record's title, from the section ``records`` of the messages; its name, if it has none.

    >>> record_title("int8_backward", "grad", "ja"), record_title("int8_backward", "my_own", "ja")
    ('勾配', 'my_own')
    """
    # The same name may mean something else in one check: then that check's own title counts.
    for key in (f"{check}.{name}", name):
        if key in load(ENGLISH)["records"]:
            return message(f"records.{key}", language)
    return name
