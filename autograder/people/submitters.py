"""Gradescope's ``submission_metadata.yml``: whose each submission of an export is, and when it
came."""

from __future__ import annotations

import re
from typing import Any

import yaml

from autograder import texts
from autograder.people.platforms import Owner
from autograder.texts import HIDDEN

PLATFORM = "gradescope"
# The file also holds what students saw of each test: megabytes, which need libyaml's speed.
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def submitters(text: str) -> dict[str, list[Owner]]:
    """The persons of each submission, by the name of its folder; several where a group handed in.

    Submitters without an address and a number are left to a person.

    >>> persons = '[{":name": Ada Lovelace, ":sid": "026", ":email": ada@x.org}]'
    >>> time = "2027-04-20 10:00:00.123456000 Z"
    >>> metadata = f"submission_7: {{':submitters': {persons}, ':created_at': {time}}}"
    >>> (ada,) = submitters(metadata)["submission_7"]
    >>> ada.email, ada.id_number, ada.time
    ('ada@x.org', '026', '2027-04-20 10:00:00.123456000Z')

    Raises:
        ValueError: it is no such file.
    """
    try:
        # Everything as text: a number keeps its leading 0, and no tag makes an object.
        read = yaml.load(text, _LOADER)
    except yaml.YAMLError as error:
        raise ValueError(str(error).splitlines()[0]) from None
    if not isinstance(read, dict):
        raise ValueError("it lists no submissions")
    return {name: _persons(name, entry) for name, entry in read.items()}


def _persons(folder: str, entry: Any) -> list[Owner]:
    if not isinstance(entry, dict) or not isinstance(entry.get(":submitters"), list):
        raise ValueError(f"{folder} has no submitters")
    time = re.sub(r"\s+(?=Z$|[+-]\d)", "", str(entry.get(":created_at", "")))
    persons = []
    for submitter in entry[":submitters"]:
        if not isinstance(submitter, dict):
            raise ValueError(f"{folder} has a submitter without a name")
        name, email, sid = (
            texts.clean(str(submitter.get(field) or ""), HIDDEN)
            for field in (":name", ":email", ":sid")
        )
        number = email.casefold() or sid
        doubt = "" if number else f"{folder} {name}".strip()
        persons.append(
            Owner(
                PLATFORM,
                name=name,
                number=number,
                email=email,
                id_number=sid,
                time=time,
                doubt=doubt,
            )
        )
    return persons
