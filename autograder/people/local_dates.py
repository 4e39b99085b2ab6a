"""Dates as platforms write them for people, in the language chosen there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

_TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
_MONTH = {
    word: number for number, words in enumerate(_TABLE["months"], 1) for word in words.split()
}
# A file name may lack the colon; the weekday may be between day and time.
_TIME = r"(?P<hour>\d{1,2})(?: ?[:.hH] ?|(?=\d\d))(?P<minute>\d\d)(?!\d)"
_EARLIER, _LATER = (tuple(_TABLE[half]) for half in ("earlier", "later"))
_HALF = rf"(?: ?(?P<half>[ap]\.? ?m\b|{'|'.join(_EARLIER + _LATER)}))?"
_DATES = [
    re.compile(rf"(?<!\d){day}\D{{1,20}}?{_TIME}{_HALF}", re.IGNORECASE) for day in _TABLE["days"]
]


def dates_in(text: str) -> Iterator[datetime]:
    """The dates with times in a text, without a zone.

    >>> [str(date) for date in dates_in("Extended until: Tuesday, 27 April 2027, 1:59 PM - ")]
    ['2027-04-27 13:59:00']
    """
    for form in _DATES:
        for match in form.finditer(text):
            written = match["month"].casefold()
            month = int(written) if written.isdecimal() else _MONTH.get(written, 0)
            hour = int(match["hour"])
            if half := (match["half"] or "").casefold():
                is_afternoon = half.startswith(("p", *_LATER))
                hour = hour % 12 + (12 if is_afternoon else 0)
            year, day, minute = (int(match[name]) for name in ("year", "day", "minute"))
            try:
                yield datetime(year, month, day, hour, minute)
            except ValueError:  # no such month, or day
                continue


def read_local(text: str) -> datetime:
    """The only date of a text.

    Raises:
        ValueError: there is none, or several.

    >>> str(read_local("mercredi 25 novembre 2026, 04:06")), str(read_local("25 nov. 2026 10 h 12"))
    ('2026-11-25 04:06:00', '2026-11-25 10:12:00')
    >>> str(read_local("2026年 11月 25日(水曜日) 04:06")), str(read_local("Nov 5, 2026 112 PM"))
    ('2026-11-25 04:06:00', '2026-11-05 13:12:00')
    """
    found = [*dates_in(text)]
    if len(found) != 1:
        raise ValueError(f"the time {text!r} cannot be read")
    return found[0]
