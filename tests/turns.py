"""Which assignments the sweeps of a run try: those whose turn it is, by the commit.

A sweep tests the same for every assignment and takes a minute or more for each: every known answer
is judged, whole notebooks are trained, other processors are imitated. A commit tries one or two of
them, always the same ones. ``LABKIT_TURN=all`` tries all.
"""

import os
from functools import cache

import pytest
from repository import ASSIGNMENTS

from benchmarks import processors

VARIABLE = "LABKIT_TURN"
NUMBER = 5


@cache
def assignments() -> list[str]:
    """Those that the sweeps of this run try."""
    turns = {str(turn): ASSIGNMENTS[turn::NUMBER] for turn in range(NUMBER)} | {"all": ASSIGNMENTS}
    turn = os.environ.get(VARIABLE) or processors.drawn_by_commit(range(NUMBER))
    if str(turn) not in turns:
        raise pytest.UsageError(f"{VARIABLE} is {turn!r}; it is one of {', '.join(turns)}")
    return turns[str(turn)]


def is_tried(item: pytest.Item) -> bool:
    """Whether a test is not part of a sweep, or its assignment's turn has come."""
    if not item.get_closest_marker("sweep"):
        return True
    return not any(item.get_closest_marker(name) for name in {*ASSIGNMENTS} - {*assignments()})
