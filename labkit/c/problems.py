"""What became of a student's C code, as what a record holds instead of a value."""

from __future__ import annotations

from typing import Any

from labkit.evidence import Failure
from labkit.messages import say

# The type of a failure whose message the card shows alone: no exception was raised.
EXPLAINED = "CProblem"


def problem(name: str, /, **values: Any) -> Failure:
    """A message of the catalogue's section ``c`` as a failure.

    >>> problem("exited").type
    'CProblem'
    """
    return Failure(EXPLAINED, say(f"c.{name}", **values)[:900])
