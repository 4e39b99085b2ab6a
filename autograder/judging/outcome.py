"""What became of one submission: its state, the reason, and the points of each check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from autograder import metadata
from autograder.engine.execution import Stop, StopKind
from autograder.messages import message
from autograder.states import Reason, State, Why

if TYPE_CHECKING:  # the command line shows outcomes, and its --help should not wait for these
    from nbformat import NotebookNode

    from labkit.judge import Verdict

_BY_STOP = {
    StopKind.NOTEBOOK_TIME: State.TIMED_OUT,
    StopKind.CELL_TIME: State.TIMED_OUT,
    StopKind.NOT_INTERRUPTED: State.TIMED_OUT,
    StopKind.CPU_TIME: State.TIMED_OUT,
    StopKind.MEMORY: State.OUT_OF_MEMORY,
    StopKind.CELL_MEMORY: State.OUT_OF_MEMORY,
    StopKind.OUTPUT_SIZE: State.TOO_MUCH_OUTPUT,
    StopKind.LARGE_MESSAGE: State.TOO_MUCH_OUTPUT,
    StopKind.ENDLESS_MESSAGE: State.TOO_MUCH_OUTPUT,
}


def state_of(stops: Sequence[Stop]) -> State:
    """The state of a submission by what the engine reports of its execution.

    The first stop of the last run that had one decides.

    >>> state_of([Stop(StopKind.CELL_TIME, {"cell": 1, "seconds": 2})])
    <State.TIMED_OUT: 'timed out'>
    """
    state, is_first = State.GRADED, True
    for stop in stops:
        if stop.kind is StopKind.AGAIN_WITHOUT:
            is_first = True
        elif is_first:
            state, is_first = _BY_STOP.get(stop.kind, State.KERNEL_DIED), False
    return state


def reasons_of(stops: Sequence[Stop]) -> list[Reason]:
    """The same as reasons, which have the names of the kinds."""
    return [Reason(Why(stop.kind), stop.values) for stop in stops]


def in_words(stops: Sequence[Stop]) -> str:
    """What ended an execution, in English, for an error message."""
    return "; ".join(map(str, reasons_of(stops)))


@dataclass(frozen=True)
class Key:
    """What a verdict was made with, each a hash; an unknown one is "", and equals nothing.

    Args:
        submission: the files that were handed in.
        solution: the solution notebook; :class:`~autograder.judging.references.References` keeps
            it under this name.
        limits: those of the execution.
    """

    submission: str = ""
    solution: str = ""
    limits: str = ""


@dataclass(frozen=True)
class Outcome:
    """The outcome of grading one submission.

    Args:
        student, assignment: their ids.
        state: how it fared; words that name no state are refused.
        reasons: why; none for "graded".
        seed: the seed of the grading run, with which it can be judged again.
        key: what was graded, and with what.
        seconds: wall time of execution.
        points: points of each check.
        max_points: what each check is worth.
        extra: names of the checks whose points count on top of what the assignment is worth.
        failed: names of the failed records of each check.
        mistakes: the known mistake of each check in which one was found: its words by language, and
            its name.
        language: the student's language, if the notebook says.
        receipt: the code of the answers that were graded, as on the student's receipt.
        repairs: ids of the repaired cells, by what had happened to them.
        group: where another member of a group handed it in, that group.
    """

    student: str
    assignment: str
    _: KW_ONLY
    state: State
    reasons: list[Reason] = field(default_factory=list)
    seed: int
    key: Key
    seconds: float = 0.0
    points: dict[str, float] = field(default_factory=dict)
    max_points: dict[str, float] = field(default_factory=dict)
    extra: list[str] = field(default_factory=list)
    failed: dict[str, list[str]] = field(default_factory=dict)
    mistakes: dict[str, dict[str, Any]] = field(default_factory=dict)
    language: str | None = None
    receipt: str = ""
    repairs: dict[str, list[str]] = field(default_factory=dict)
    group: str = ""

    @classmethod
    def from_stored(cls, stored: dict[str, Any]) -> Outcome:
        """Make it of the plain data that an executed notebook holds.

        Raises:
            KeyError, TypeError, ValueError: another version of the grader wrote it.
        """
        key = stored["key"]
        parsed = {
            "state": State(stored["state"]),
            "reasons": [
                Reason(Why(reason["why"]), reason["values"]) for reason in stored["reasons"]
            ],
            # An early version did not store its parts; an unknown part equals nothing.
            "key": Key(**key) if isinstance(key, dict) else Key(),
        }
        return cls(**stored | parsed)

    def reason_in(self, language: str) -> str:
        """All reasons in a language, for tables and files."""
        return message("reasons.between", language).join(self.sentences(language))

    @property
    def was_received(self) -> bool:
        """Something of the student's arrived: otherwise the 0 is nobody's grade."""
        return self.state.was_read or bool(self.key.submission)

    def sentences(self, language: str | None) -> list[str]:
        """All reasons in a language, a sentence each."""
        return [reason.text(language) for reason in self.reasons]

    @property
    def total(self) -> float:
        return round(sum(self.points.values()), 2)

    @property
    def max_total(self) -> float:
        return sum(points for name, points in self.max_points.items() if name not in self.extra)

    @property
    def max_extra(self) -> float:
        return sum(self.max_points[name] for name in self.extra)


def most_points(worth: float, extra: float) -> str:
    """The most points that can be earned, for tables.

    >>> most_points(14, 3), most_points(14, 0)
    ('14 + 3 extra', '14')
    """
    return f"{worth:g} + {extra:g} extra" if extra else f"{worth:g}"


def scores_of(verdicts: dict[str, Verdict]) -> dict[str, Any]:
    """The part of an outcome that the judge decides."""
    return {
        "points": {name: verdict.points for name, verdict in verdicts.items()},
        "max_points": {name: verdict.max_points for name, verdict in verdicts.items()},
        "extra": [name for name, verdict in verdicts.items() if verdict.extra],
        "failed": {name: verdict.failed for name, verdict in verdicts.items()},
        "mistakes": {
            name: asdict(verdict.mistake) for name, verdict in verdicts.items() if verdict.mistake
        },
    }


def write_outcome(executed: NotebookNode, outcome: Outcome) -> None:
    """Write the outcome into the executed notebook, its one place on disk."""
    executed.metadata[metadata.KEY] = asdict(outcome)


def outcome_in(of_notebook: dict[str, Any]) -> Outcome | None:
    """Read an outcome from the metadata of an executed notebook; None if there is none."""
    try:
        return Outcome.from_stored(metadata.stored(of_notebook))
    except (KeyError, TypeError, ValueError):  # another version of the grader wrote it
        return None
