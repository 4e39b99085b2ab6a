"""A disk that cannot be written, in one line: whose trouble it is, and what to do."""

from __future__ import annotations

import errno
import tempfile

from autograder.course import CourseError

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
MAKE_ROOM = "Free some space there and run again: what was finished is saved."


def is_of_disk(error: OSError) -> bool:
    """Whether any program would fail so that writes there: it is full, broken, or read-only."""
    return error.errno in (*_FULL, errno.EROFS, errno.EIO)


def cannot_write(error: OSError, path: object = None) -> CourseError:
    """The error for a person.

    Args:
        error: of the system.
        path: what was to be written, if the error does not say.

    >>> print(cannot_write(OSError(errno.ENOSPC, "No space left on device"), "grades.csv"))
    grades.csv cannot be written: No space left on device. Free some space there and run again: ...
    """
    # A pipe or a temporary file has no name that the error knows.
    where = path or error.filename or f"{tempfile.gettempdir()}, or the course's folder,"
    next_step = MAKE_ROOM if error.errno in _FULL else "Make the folder writable and run again."
    return CourseError(f"{where} cannot be written: {error.strerror}. {next_step}")
