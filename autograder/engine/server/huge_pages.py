"""Huge pages for the fork server: a fork copies one table entry for 2 MB of memory instead of 512."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path

MADV_COLLAPSE = 25  # Linux 6.1
HUGE = 2 * 1024**2
BIT = 4 * HUGE


def collapse() -> Iterator[None]:
    """Gather this process's own memory into huge pages, as far as the system does it; where it does not, forks are slower.

    Half a second or more for 450 MB, in bits of some milliseconds, so that the caller can do something else in between.
    Forking and ending a kernel then take half the processor time.
    """
    madvise = ctypes.CDLL(None).madvise
    for start, end in _own_memory():
        for bit in range(start, end, BIT):
            madvise(ctypes.c_void_p(bit), ctypes.c_size_t(min(BIT, end - bit)), MADV_COLLAPSE)
            yield


def _own_memory() -> list[tuple[int, int]]:
    """Whole huge pages of writable memory that belongs to no file."""
    try:
        lines = [line.split() for line in Path("/proc/self/maps").read_text().splitlines()]
    except FileNotFoundError:
        return []
    spans = [
        fields[0].split("-")
        for fields in lines
        if fields[1] == "rw-p" and fields[5:] in ([], ["[heap]"])
    ]
    inside = (
        (-(-int(start, 16) // HUGE) * HUGE, int(end, 16) // HUGE * HUGE) for start, end in spans
    )
    return [(start, end) for start, end in inside if start < end]
