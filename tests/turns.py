"""Which assignment the sweeps of a run try: the one whose turn it is, by the commit.

A sweep tests the same for every assignment and takes a minute or more for each: every known answer
is judged, whole notebooks are trained, other processors are imitated. A commit always tries the
same one. ``LABKIT_TURN=03_uniform_quantization`` tries that one, ``LABKIT_TURN=all`` tries all.
"""

import os
from functools import cache

import pytest
from repository import ASSIGNMENTS

from benchmarks import processors

VARIABLE = "LABKIT_TURN"


@cache
def assignments() -> list[str]:
    """Those that the sweeps of this run try."""
    turn = os.environ.get(VARIABLE) or processors.drawn_by_commit(ASSIGNMENTS)
    if turn not in (known := (*ASSIGNMENTS, "all")):
        raise pytest.UsageError(f"{VARIABLE} is {turn!r}; it is one of {', '.join(known)}")
    return ASSIGNMENTS if turn == "all" else [turn]


def is_tried(item: pytest.Item) -> bool:
    """Whether a test is not part of a sweep, or its assignment's turn has come."""
    if not item.get_closest_marker("sweep"):
        return True
    return not any(item.get_closest_marker(name) for name in {*ASSIGNMENTS} - {*assignments()})
