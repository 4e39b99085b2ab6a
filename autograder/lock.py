"""The lock of a course directory: only its holder writes to the gradebook."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager

from autograder.course import Course, CourseError, cannot_write


@contextmanager
def only_grader(course: Course) -> Iterator[None]:
    """Hold the course's lock: one writer to the gradebook.

    Raises:
        CourseError: another grader is at work on this course, or the folder cannot be written.
    """
    try:
        course.private.mkdir(exist_ok=True)
        lock = (course.private / "lock").open("w")
    except OSError as error:
        raise cannot_write(error, course.root) from error
    with lock:
        try:
            # The system lets go of it when the process ends, however it ends.
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CourseError(
                f"another grader is at work on {course.root}. "
                "Wait until it has finished, then run again."
            ) from None
        yield
