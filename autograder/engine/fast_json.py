"""JSON by orjson, ten times as quick, and by Python's json for the numbers that orjson lacks."""

from __future__ import annotations

import json
from typing import Any

import orjson


def dumps(value: Any) -> bytes:
    """Write JSON on one line, in UTF-8.

    Raises:
        TypeError, ValueError: the value cannot be written, such as half of a surrogate pair.

    >>> dumps([2**70, "é"]).decode()
    '[1180591620717411303424, "é"]'
    """
    try:
        return orjson.dumps(value)
    except TypeError:  # perhaps only for an integer beyond 64 bits
        return json.dumps(value, ensure_ascii=False).encode()


def loads(text: bytes) -> Any:
    """Read JSON, also with NaN and infinity in it.

    Raises:
        ValueError: this is no JSON.

    >>> loads(b'[1, NaN]')
    [1, nan]
    """
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:  # perhaps only for a NaN, which no JSON should hold
        return json.loads(text)
