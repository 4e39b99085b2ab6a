"""Dates as people write them: ISO 8601, in a certain time zone; everything else is refused."""

from __future__ import annotations

import difflib
import re
from datetime import date, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

# ASCII digits only: [0-9], not \d. Only this century: 2207 and 0027 are slips.
_DATE = re.compile(
    r"(20[0-9]{2}-[0-9]{2}-[0-9]{2})[T ]((?:[01][0-9]|2[0-3]):[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?)"
    r" ?(\S*)"
)
_DAY = re.compile(r"(20[0-9]{2}-[0-9]{2}-[0-9]{2})(?: ([A-Z+-]\S*))?")
_OFFSET = re.compile(r"Z|[+-](0[0-9]|1[0-4])(:?[0-5][0-9])?")
# Abbreviations are not zones: CST is in America and in China, and in summer no one is in EST.
_ZONE = re.compile(r"UTC|[A-Z]\w+(?:/[\w+-]+)+", re.ASCII)


def read_date(written: object, zone: tzinfo | None = None) -> datetime:
    """A date as it was written, with its offset from UTC, which alone is compared and counted.

    Args:
        written: a text in ISO 8601, a zone or an offset behind it; or a date and time of TOML.
        zone: of dates that name none; None refuses them.

    Raises:
        ValueError: it is no such date, its zone is unknown, or the clocks change at that time.

    >>> read_date("2027-04-20 23:59 Asia/Tokyo").isoformat(" ")
    '2027-04-20 23:59:00+09:00'
    >>> read_date("2027-04-20T23:59Z") == read_date("2027-04-21 01:59:00+02:00")
    True
    """
    if isinstance(written, datetime):  # TOML has dates without quotes
        local, named = written.replace(tzinfo=None), written.tzinfo
    else:
        match = _DATE.fullmatch(written.strip()) if isinstance(written, str) else None
        if not match:
            raise ValueError(
                f"{_shown(written)} is not a date and a time; write it as in "
                '"2027-04-20 23:59 Asia/Tokyo" or "2027-04-20T23:59+09:00"'
            )
        try:
            local, named = datetime.fromisoformat(f"{match[1]} {match[2]}"), None
            if _OFFSET.fullmatch(match[3]):
                named = datetime.fromisoformat(f"{match[1]} {match[2]}{match[3]}").tzinfo
            elif match[3]:
                named = read_zone(match[3])
        except ValueError as error:
            raise ValueError(f"{written!r}: {error}") from None
    certain = named or zone
    if certain is None:
        raise ValueError(
            f'{_shown(written)} has no time zone; write it after the date, as in "2027-04-20 23:59 '
            'Asia/Tokyo", or set timezone under [course]'
        )
    offsets = [local.replace(tzinfo=certain, fold=fold).utcoffset() for fold in (0, 1)]
    if offsets[0] != offsets[1]:
        raise ValueError(
            f"{_shown(written)}: the clocks change at that time, so it occurs twice or never; "
            "choose a different time, or write the offset instead of the zone"
        )
    # Only an offset, no zone rules: Python subtracts two dates of one zone by wall-clock time.
    return local.replace(tzinfo=timezone(offsets[0] or timedelta()))


def read_beginning(written: object, zone: tzinfo | None = None) -> datetime:
    """A date as :func:`read_date` reads it; one without a time is the first moment of that day.

    Raises:
        ValueError: as there.

    >>> read_beginning("2027-04-12 Asia/Tokyo").isoformat(" ")
    '2027-04-12 00:00:00+09:00'
    """
    if isinstance(written, date) and not isinstance(written, datetime):  # TOML has dates, too
        written = written.isoformat()
    match = _DAY.fullmatch(written.strip()) if isinstance(written, str) else None
    return read_date(f"{match[1]} 00:00 {match[2] or ''}".strip() if match else written, zone)


def read_zone(name: object) -> ZoneInfo:
    """A time zone by its name in the IANA database.

    Raises:
        ValueError: there is none of that name, or it is an abbreviation.

    >>> read_zone("Asia/Tokyo").key
    'Asia/Tokyo'
    """
    if isinstance(name, str) and _ZONE.fullmatch(name):
        try:
            return ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            pass
    near = difflib.get_close_matches(str(name), available_timezones(), n=1, cutoff=0.8)
    hint = f"did you mean {near[0]}?" if near and _ZONE.fullmatch(near[0]) else ""
    raise ValueError(f"{name!r} is not a time zone; {hint or 'write one such as Asia/Tokyo'}")


def in_full(date: datetime) -> str:
    """A date as it was understood, for a person; :func:`read_date` reads it without the day.

    >>> in_full(read_date("2027-04-20 23:59 Asia/Tokyo"))
    '2027-04-20 23:59:00+09:00 (Tuesday)'
    """
    return f"{date.isoformat(' ', 'seconds')} ({date:%A})"


def _shown(written: object) -> str:
    return repr(written if isinstance(written, str) else str(written))
