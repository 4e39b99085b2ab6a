"""What tasks and records are called in words, in the reader's language."""

from __future__ import annotations

from labkit import reference
from labkit.language import ENGLISH, choose
from labkit.messages import load, message


def of_check(check: str, language: str | None) -> str:
    """The heading of a check's task in the notebook; its id, if it is not released yet.

    >>> of_check("int8_backward", "en"), of_check("no_such_check", "en")
    ('Task 1: int8_backward', 'no_such_check')
    """
    known = reference.load(check)
    return choose(known.title, language) if known and known.title else check


def of_record(check: str, name: str, language: str | None) -> str:
    """A record's title, from the section ``records`` of the messages; its name, if it has none.

    >>> of_record("int8_backward", "grad", "ja"), of_record("int8_backward", "my_own", "ja")
    ('勾配', 'my_own')
    """
    # The same name may mean something else in one check: then that check's own title counts.
    for key in (f"{check}.{name}", name):
        if key in load(ENGLISH)["records"]:
            return message(f"records.{key}", language)
    return name
