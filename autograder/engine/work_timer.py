"""A time limit that does not count how long a kernel has waited for a processor."""

from __future__ import annotations

import time
from collections.abc import Callable

from autograder.engine.protocol import ControlPipe

# A tree may wait for a processor for so many times the limit: on two cores that is a load of 40.
MAX_WALL_TIMES = 20


def seconds_left(seconds: float, passed: float, waited: float) -> float:
    """How much of a time limit is left, or less than 0.

    Args:
        seconds: the limit.
        passed: since it began.
        waited: of that, how long the kernel was ready and waited for a processor.

    >>> seconds_left(30, passed=30, waited=0), seconds_left(30, passed=30, waited=12)
    (0, 12)
    >>> seconds_left(30, passed=42, waited=12)
    0
    >>> seconds_left(30, passed=600, waited=590)  # 20 times as long
    0
    """
    return seconds + min(waited, (MAX_WALL_TIMES - 1) * seconds) - passed


class WorkTimer:
    """Knows when a kernel has used its time.

    Args:
        seconds: that it has: of computing and sleep, not of waiting for a processor, but it is over
            after 20 times as long in any case.
        late: what is then to be called.
        pipe: knows how long the kernel has waited for a processor; None: every second counts.
    """

    def __init__(
        self, seconds: float, late: Callable[[], object], pipe: ControlPipe | None = None
    ) -> None:
        self.late = late
        self._seconds, self._pipe = seconds, pipe
        self._begin, self._waited = time.monotonic(), pipe.waited if pipe else 0.0

    @property
    def left(self) -> float:
        """Seconds until it is over, or less than 0, if the kernel waits no more."""
        waited = self._pipe.waited - self._waited if self._pipe else 0.0
        return seconds_left(self._seconds, time.monotonic() - self._begin, waited)
