"""Who may read what the commands write: names, points and pages are for their owner only.

A course directory that passes its group on to what is in it (``chmod g+s``) names a group: its
members may read and write, too. What ``release`` and ``publish`` write is for everybody.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OWNER_ALONE, OWNER_AND_GROUP = 0o077, 0o007
_usual = [0o022]


@contextmanager
def private() -> Iterator[None]:
    """Deny others all rights to new files while a command runs."""
    _usual.append(os.umask(OWNER_ALONE))
    try:
        yield
    finally:
        os.umask(_usual.pop())


def share_with_group(root: Path) -> None:
    """Let the group in that a course directory passes on, if it does."""
    if root.is_dir() and root.stat().st_mode & stat.S_ISGID:
        os.umask(OWNER_AND_GROUP)


def public() -> None:
    """From here on, write files as the user's other programs do."""
    os.umask(_usual[-1])
