"""What command lines of several benchmarks share."""

from __future__ import annotations

import argparse
from pathlib import Path

from autograder import registry
from autograder.course import CourseError


def add_assignment(parser: argparse.ArgumentParser, default: str) -> None:
    """Let a command line name the assignment of its class."""
    parser.add_argument(
        "--assignment",
        type=known_assignment,
        default=default,
        help="id of the assignment (default: %(default)s)",
    )


def add_submissions(parser: argparse.ArgumentParser, default: int) -> None:
    """Let a command line say how many submissions its class has."""
    parser.add_argument(
        "--submissions", type=int, default=default, help="how many (default: %(default)s)"
    )


def known_assignment(name: str) -> str:
    """The ``type`` of an argument that names an assignment of this course.

    Raises:
        argparse.ArgumentTypeError: there is none of that name; it says which there are.
    """
    try:
        return registry.load(Path(__file__).parent.parent).assignment(name).id
    except CourseError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
