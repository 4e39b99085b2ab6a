"""How a submission fared, and why, as data: a name and values, in words only where it is shown.

Sentences are in the catalogues, so that a student reads them in their language, and nothing that
decides can depend on how something is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

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


class Why(StrEnum):
    """What happened; each has its sentence in the section ``reasons`` of the catalogues."""

    # While it was executed.
    NOTEBOOK_TIME = "notebook_time"
    CELL_TIME = "cell_time"
    NOT_INTERRUPTED = "not_interrupted"
    CPU_TIME = "cpu_time"
    MEMORY = "memory"
    CELL_MEMORY = "cell_memory"
    PROCESSES = "processes"
    OUTPUT_SIZE = "output_size"
    ENDLESS_MESSAGE = "endless_message"
    LARGE_MESSAGE = "large_message"
    BAD_OUTPUT = "bad_output"
    BAD_MESSAGE = "bad_message"
    NO_ANSWER = "no_answer"
    CONNECTION_CLOSED = "connection_closed"
    EXIT_CODE = "exit_code"
    SIGNAL = "signal"
    NOT_STARTED = "not_started"
    SERVER_ENDED = "server_ended"
    ENDED_BY_GRADER = "ended_by_grader"
    AGAIN_WITHOUT = "again_without"
    WORKERS_FAILED = "workers_failed"
    NOTHING_RECORDED = "nothing_recorded"
    # While the file was read.
    NO_NOTEBOOK = "no_notebook"
    INSTEAD = "instead"
    SEVERAL_NOTEBOOKS = "several_notebooks"
    OTHER_KIND = "other_kind"
    OTHER_ASSIGNMENT = "other_assignment"
    TOO_LARGE = "too_large"
    TOO_MANY_VALUES = "too_many_values"
    NOT_JSON = "not_json"
    MORE_AFTER_END = "more_after_end"
    NESTED = "nested"
    NO_CELLS = "no_cells"
    OLD_FORMAT = "old_format"
    # What was repaired, and what a person should look at.
    REPAIRED = "repaired"
    FROM_FILE = "from_file"
    BROKEN_LETTERS = "broken_letters"
    MORE_NOT_READ = "more_not_read"
    LONG_CELL = "long_cell"
    MANY_CELLS = "many_cells"
    BROKEN_FILE = "broken_file"
    ONLY_C_FILES = "only_c_files"
    SEVERAL_C_FILES = "several_c_files"
    TOO_LARGE_TO_COMPILE = "too_large_to_compile"
    NO_TASK = "no_task"
    TWO_CELLS = "two_cells"
    NO_WRITTEN_ANSWER = "no_written_answer"
    SEVERAL_TEXTS = "several_texts"
    POINTS_REST = "points_rest"
    TOUCHES = "touches"
    TOO_DEEP = "too_deep"
    SHOWS_PROBE = "shows_probe"
    CHANGED_MEANWHILE = "changed_meanwhile"
    GRADER_FAILED = "grader_failed"


class Kind(StrEnum):
    """What a file is that was handed in for a notebook; the name is the key of the message."""

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

    def __post_init__(self) -> None:
        object.__setattr__(self, "why", Why(self.why))  # also where it comes from a file

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
