"""What handing in after the due date costs."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Late:
    """What a late hand-in costs.

    A day is 24 hours of elapsed time, even when the clocks change.

    Args:
        per_day: share of the points for each day that has begun.
        at_most: share of the points that is lost at most.
        grace_minutes: these cost nothing; after them, days count from the due date.

    >>> Late(per_day=0.1, grace_minutes=10).penalty(20.0, 601), Late(per_day=0.1).penalty(20.0, 1)
    (2.0, 2.0)
    >>> Late(per_day=0.1, grace_minutes=10).penalty(20.0, 600)
    0.0
    """

    per_day: float
    at_most: float = 1.0
    grace_minutes: float = 0.0

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            most = math.inf if name == "grace_minutes" else 1
            # To Python, True is an integer.
            is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if not (is_number and 0 <= value <= most):
                what = "minutes" if name == "grace_minutes" else "a share, as in 0.1"
                raise ValueError(f"{name} of late is {value!r}; give {what}")

    def penalty(self, score: float, seconds: float) -> float:
        """The points that are lost.

        Args:
            score: without the penalty.
            seconds: late.
        """
        if seconds <= 60 * self.grace_minutes:
            return 0.0
        days = math.ceil(seconds / 86400)
        return round(score * min(self.at_most, self.per_day * days), 2)


@dataclass(frozen=True)
class LateDays:
    """Days that each student may be late without losing anything, in the whole course.

    They are spent in the order of the due dates; what comes after them costs what :class:`Late`
    says.

    Args:
        budget: so many.
        at_most: so many for one assignment; default: all that are left.

    >>> days = LateDays(budget=6, at_most=3)
    >>> days.spent(86401, left=6), days.spent(5 * 86400, left=6), days.spent(86401, left=1)
    (2, 3, 1)
    """

    budget: int
    at_most: int | None = None

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            # To Python, True is an integer.
            is_number = type(value) is int and value >= 0
            if not (is_number or (value is None and name == "at_most")):
                raise ValueError(f"{name} of late is {value!r}; give whole days, as in 3")

    def spent(self, seconds: float, left: int) -> int:
        """The days that are spent for a hand-in; a day that has begun is a whole one.

        Args:
            seconds: late.
            left: of the budget.
        """
        most = left if self.at_most is None else min(self.at_most, left)
        return min(max(0, math.ceil(seconds / 86400)), most)
