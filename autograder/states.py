"""How a submission fared, as tables, documents and the report name it."""

from __future__ import annotations

from enum import StrEnum

from labkit.language import ENGLISH
from labkit.messages import message


class State(StrEnum):
    """The state of a submission, and what it means; a value that is no state is refused.

    >>> State("timed out").meaning
    'exceeded a time limit'
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
    NOT_HANDED_IN = "not handed in"

    @property
    def was_read(self) -> bool:
        """There was a notebook to grade; otherwise its 0 is no grade."""
        return self not in (State.UNREADABLE, State.MISSING, State.NOT_HANDED_IN)

    @property
    def is_settled(self) -> bool:
        """No person must look at it."""
        return self in (State.GRADED, State.REPAIRED)

    @property
    def ran_whole(self) -> bool:
        """All of it was executed, and its checks recorded something."""
        return self.is_settled or self is State.NEEDS_REVIEW

    @property
    def meaning(self) -> str:
        """In a few English words, for tables."""
        return message(f"states.{self.name.lower()}", ENGLISH)
