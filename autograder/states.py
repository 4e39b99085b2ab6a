"""How a submission fared, and why, as data: a name and values, turned into words only for display.

Sentences are in the catalogues, so that a student reads them in their language, and nothing that
decides can depend on how something is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from autograder.messages import message
from labkit.language import ENGLISH


class State(StrEnum):
    """The state of a submission, and what it means; an unknown value is refused.

    >>> State("timed out").meaning
    'exceeded a time limit'
    >>> State("timed put")
    Traceback (most recent call last):
    ValueError: 'timed put' is not a valid State
    """

    GRADED = "graded"
    REPAIRED = "repaired"
    REVIEWED = "reviewed"
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
        """There was a notebook to grade; otherwise its 0 is not a grade."""
        return self not in (State.UNREADABLE, State.MISSING, State.NOT_HANDED_IN)

    @property
    def is_settled(self) -> bool:
        """No person needs to look at it."""
        return self in (State.GRADED, State.REPAIRED, State.REVIEWED)

    @property
    def is_waiting(self) -> bool:
        """A person must look at it, and can decide."""
        return not self.is_settled and self is not State.NOT_HANDED_IN

    @property
    def ran_whole(self) -> bool:
        """All of it was executed, and its checks recorded something."""
        return self.is_settled or self is State.NEEDS_REVIEW

    @property
    def meaning(self) -> str:
        """In a few English words, for tables."""
        return message(f"states.{self.name.lower()}", ENGLISH)


# What happened, by the key of its sentence in the section ``reasons`` of the catalogues.
Why = StrEnum(
    "Why",
    # While it was executed.
    "NOTEBOOK_TIME CELL_TIME NOT_INTERRUPTED CPU_TIME MEMORY CELL_MEMORY PROCESSES STORAGE "
    "OUTPUT_SIZE ENDLESS_MESSAGE LARGE_MESSAGE BAD_OUTPUT BAD_MESSAGE "
    "CONNECTION_CLOSED EXIT_CODE SIGNAL NOT_STARTED SERVER_ENDED ENDED_BY_GRADER "
    "AGAIN_WITHOUT WORKERS_FAILED NOTHING_RECORDED "
    # While the file was read.
    "NO_NOTEBOOK INSTEAD SEVERAL_NOTEBOOKS OTHER_KIND OTHER_ASSIGNMENT TOO_LARGE "
    "TOO_MANY_VALUES NOT_JSON MORE_AFTER_END NESTED NO_CELLS OLD_FORMAT "
    # What was repaired, and what a person should look at.
    "REPAIRED FROM_FILE CONFLICT CONFLICT_IN_CELL BROKEN_LETTERS MORE_NOT_READ LONG_CELL "
    "MANY_CELLS BROKEN_FILE ONLY_C_FILES SEVERAL_C_FILES TOO_LARGE_TO_COMPILE NO_TASK TWO_CELLS "
    "NO_WRITTEN_ANSWER SEVERAL_TEXTS POINTS_REST TOUCHES TOO_DEEP SHOWS_PROBE CHANGED_MEANWHILE "
    "GRADER_FAILED ",
)


class Kind(StrEnum):
    """What a file handed in as a notebook really is; the name is the key of the message."""

    PDF = "a PDF"
    ZIP = "a zip archive or an office document"
    GZIP = "a gzip archive"
    SEVEN_ZIP = "a 7z archive"
    RAR = "a RAR archive"
    PICTURE = "a picture"
    RTF = "an RTF document"
    HTML = "a notebook saved as HTML"
    WEB_PAGE = "a web page"
    COLAB_PYTHON = "a notebook that Colab saved as a Python file"
    PYTHON = "a notebook saved as a Python file"


@dataclass(frozen=True)
class Reason:
    """One reason.

    Args:
        why: what happened.
        values: what its sentence names, as plain data: numbers, names, a :class:`Kind`, and as
            ``change`` the key of what was repaired.

    >>> str(because(Why.CELL_TIME, cell=3, seconds=1.5))
    'cell 3 ran longer than 1.5 s'
    >>> because(Why.OTHER_KIND, kind=Kind.PICTURE).text("ja")[:11]
    'ファイルの種類：画像。'
    """

    why: Why
    values: dict[str, Any]

    def text(self, language: str | None) -> str:
        """The sentence in a language."""
        values = dict(self.values)
        if "kind" in values:
            values["kind"] = message(f"kinds.{Kind(values['kind']).name.lower()}", language)
        if "change" in values:
            values["change"] = message(f"repairs.{values['change']}", language)
        return message(f"reasons.{self.why}", language, **values)

    def __str__(self) -> str:
        return self.text(ENGLISH)


def because(why: Why, **values: Any) -> Reason:
    """A reason, with the values that its sentence names."""
    return Reason(why, values)
