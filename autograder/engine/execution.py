"""What the engine is asked to do with a notebook, and what it reports, as data.

It knows no states, reasons or points: the caller plans each cell, and decides what a stop means.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # start-up time: the command line knows stops, and does not wait for nbformat
    from nbformat import NotebookNode


class EngineError(RuntimeError):
    """No notebook can be executed: trouble of this machine, or of a worker."""


@dataclass(frozen=True)
class Plan:
    """What is done with the code cells of one notebook, by their index.

    Args:
        skipped: are not executed.
        unstored: are executed, and their source stays out of IPython's history.
        expendable: where the kernel dies in one of these, or has to be killed because it does not
            end, the notebook is executed again without it.
        settle_seconds: how long the run waits after each expendable cell, so that a kernel's end
            that the cell has arranged comes before the next cell.
    """

    skipped: frozenset[int] = frozenset()
    unstored: frozenset[int] = frozenset()
    expendable: frozenset[int] = frozenset()
    settle_seconds: float = 0.0


class StopKind(StrEnum):
    """What happened; in comments, the values that a :class:`Stop` of this kind has."""

    # A limit was passed.
    NOTEBOOK_TIME = "notebook_time"  # seconds
    CELL_TIME = "cell_time"  # cell, seconds
    NOT_INTERRUPTED = "not_interrupted"  # cell
    CPU_TIME = "cpu_time"  # seconds
    MEMORY = "memory"  # mb
    CELL_MEMORY = "cell_memory"  # cell, mb; the run went on
    PROCESSES = "processes"  # count
    STORAGE = "storage"  # mb
    OUTPUT_SIZE = "output_size"  # mb
    LARGE_MESSAGE = "large_message"  # mb
    ENDLESS_MESSAGE = "endless_message"
    # The kernel sent what no kernel sends, or nothing.
    BAD_OUTPUT = "bad_output"
    BAD_MESSAGE = "bad_message"  # error
    CONNECTION_CLOSED = "connection_closed"
    # The kernel's process ended, or never began.
    EXIT_CODE = "exit_code"  # code
    SIGNAL = "signal"  # name
    NOT_STARTED = "not_started"  # error
    SERVER_ENDED = "server_ended"
    ENDED_BY_GRADER = "ended_by_grader"
    WORKERS_FAILED = "workers_failed"  # times, error
    # The run before this one was stopped in a cell; the rest is from a run without that cell.
    AGAIN_WITHOUT = "again_without"  # cell


@dataclass(frozen=True)
class Stop:
    """One thing that ended a run, or after which it went on.

    Args:
        kind: what happened.
        values: the details, as plain data; cells count from 1.

    >>> Stop(StopKind.CELL_TIME, {"cell": 3, "seconds": 1.5}).kind
    <StopKind.CELL_TIME: 'cell_time'>
    """

    kind: StopKind
    values: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def from_message(cls, message: dict[str, Any]) -> Stop:
        """Make it of what a fork server has sent."""
        return cls(StopKind(message["kind"]), message["values"])


@dataclass(frozen=True)
class Execution:
    """What came of executing one notebook.

    Args:
        notebook: the executed copy; all its outputs come from this run.
        stops: what ended the run early, or what it went on after; none if nothing was wrong.
        seconds: that it took, without the time in which the kernel waited for a processor.
        worth_retrying: it was stopped because the grader's memory grew, or the fork server ended,
            which another run may have caused.
        fatal_cell: index of the cell in which the kernel died, or had to be killed because the cell
            did not stop or produced endless output.
    """

    notebook: NotebookNode
    stops: list[Stop]
    seconds: float
    _: KW_ONLY
    worth_retrying: bool = False
    fatal_cell: int | None = None
