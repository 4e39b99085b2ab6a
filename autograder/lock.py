"""The lock of a course directory: only its holder writes to the gradebook."""

from __future__ import annotations

import fcntl
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from autograder.course import Course, CourseError, cannot_write

PATIENCE = 60.0  # seconds: `watch` holds the lock while it starts, and while it grades
_TELLS, _LOOKS = 1.0, 0.1  # seconds until a command says that it waits, and between two looks


@contextmanager
def only_grader(course: Course, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the course's lock: one writer to the gradebook.

    Args:
        course: to write to.
        patience: seconds to wait for another writer.

    Raises:
        CourseError: another grader is at work on this course, or the folder is not writable.
    """
    try:
        course.private.mkdir(exist_ok=True)
        lock = (course.private / "lock").open("w")
    except OSError as error:
        raise cannot_write(error, course.root) from error
    with lock:
        if not _taken(lock, patience):
            raise CourseError(
                f"another grader is at work on {course.root}. "
                "Wait until it has finished, then run again."
            )
        yield


def _taken(lock: IO[str], patience: float) -> bool:
    """Whether the lock became free in that time, and is ours. It is released when the process
    ends."""
    since, told = time.monotonic(), False
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            waited = time.monotonic() - since
            if waited >= patience:
                return False
            if waited >= _TELLS and not told:
                told = True
                print(f"Another grader is at work: waits up to {patience:.0f} s.", file=sys.stderr)
            time.sleep(_LOOKS)
        else:
            return True
