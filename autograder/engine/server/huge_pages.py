"""Copying a process's memory into huge pages, so that a fork copies few entries of its table.

A fork copies the table in which Linux keeps an entry for each page of four KiB. One entry is enough
for a huge page of two MiB. What a child writes to is still copied by four KiB.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path

HUGE_PAGE = 2 * 1024 * 1024
MADV_COLLAPSE = 25  # since Linux 6.1 (mman-common.h); older ones refuse it, and nothing changes


def collapse() -> None:
    """Copy all memory that belongs to no file; where Linux has no huge page, it stays as it is."""
    madvise = ctypes.CDLL(None).madvise
    for address in _whole_pages():
        madvise(ctypes.c_void_p(address), ctypes.c_size_t(HUGE_PAGE), MADV_COLLAPSE)


def _whole_pages() -> Iterator[int]:
    """Where a huge page lies within an area of this process's own memory."""
    path = Path("/proc/self/maps")
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        area, rights, _, _, _, *name = line.split()
        if rights == "rw-p" and name in ([], ["[heap]"]):
            begin, end = (int(number, 16) for number in area.split("-"))
            first = -(-begin // HUGE_PAGE) * HUGE_PAGE
            yield from range(first, end - HUGE_PAGE + 1, HUGE_PAGE)
