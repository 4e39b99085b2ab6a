"""What can end a run early, as data; the caller decides what that means for a submission."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class StopKind(StrEnum):
    """What happened; the values that a :class:`Stop` of a kind has stand behind it."""

    # A limit was passed.
    NOTEBOOK_TIME = "notebook_time"  # seconds
    CELL_TIME = "cell_time"  # cell, seconds
    NOT_INTERRUPTED = "not_interrupted"  # cell
    CPU_TIME = "cpu_time"  # seconds
    MEMORY = "memory"  # mb
    CELL_MEMORY = "cell_memory"  # cell, mb; the run went on
    PROCESSES = "processes"  # count
    OUTPUT_SIZE = "output_size"  # mb
    LARGE_MESSAGE = "large_message"  # mb
    ENDLESS_MESSAGE = "endless_message"
    # The kernel sent what no kernel sends, or nothing.
    BAD_OUTPUT = "bad_output"
    BAD_MESSAGE = "bad_message"  # error
    NO_ANSWER = "no_answer"
    CONNECTION_CLOSED = "connection_closed"
    # The kernel's process ended, or there was none.
    EXIT_CODE = "exit_code"  # code
    SIGNAL = "signal"  # name
    NOT_STARTED = "not_started"  # error
    NO_KERNEL = "no_kernel"
    SERVER_ENDED = "server_ended"
    ENDED_BY_GRADER = "ended_by_grader"
    WORKERS_FAILED = "workers_failed"  # times, error
    # The run before this one was stopped in a cell; what follows is of a run without that cell.
    AGAIN_WITHOUT = "again_without"  # cell


@dataclass(frozen=True)
class Stop:
    """One thing that ended a run, or that it went on after.

    Args:
        kind: what happened.
        values: the details, as plain data; cells count from 1.

    >>> Stop(StopKind.CELL_TIME, {"cell": 3, "seconds": 1.5}).kind
    <StopKind.CELL_TIME: 'cell_time'>
    """

    kind: StopKind
    values: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", StopKind(self.kind))  # also where it comes from a message
