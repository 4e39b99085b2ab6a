"""How a submission fared, as tables, documents and the report name it."""

from __future__ import annotations

from enum import StrEnum


class State(StrEnum):
    """The state of a submission, and what it means; a value that is no state is refused.

    >>> State("timed out").meaning
    'passed a time limit'
    >>> State("timed put")
    Traceback (most recent call last):
    ValueError: 'timed put' is not a valid State
    """

    GRADED = "graded"
    REPAIRED = "repaired"
    NEEDS_REVIEW = "needs review"
    NO_EVIDENCE = "no evidence"
    TIMED_OUT = "timed out"
    OUT_OF_MEMORY = "out of memory"
    TOO_MUCH_OUTPUT = "too much output"
    KERNEL_DIED = "kernel died"
    UNREADABLE = "unreadable"
    MISSING = "missing"

    @property
    def meaning(self) -> str:
        """In a few words, for tables and the report."""
        return _MEANINGS[self]


_MEANINGS = {
    State.GRADED: "graded",
    State.REPAIRED: "graded after a repair",
    State.NEEDS_REVIEW: "graded, but a person should look at it",
    State.NO_EVIDENCE: "a check recorded nothing",
    State.TIMED_OUT: "passed a time limit",
    State.OUT_OF_MEMORY: "passed the memory limit",
    State.TOO_MUCH_OUTPUT: "passed the output limit",
    State.KERNEL_DIED: "the kernel died",
    State.UNREADABLE: "the file is no notebook of the assignment",
    State.MISSING: "no notebook was handed in",
}
