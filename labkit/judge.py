"""The judge: a pure function of two pieces of evidence, the reference's and the submission's.

What counts (rules, shares, tolerances, inputs) is read from the reference alone, so a submission
can change nothing but its own values.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from labkit.evidence import MOST_SHOWN, Array, Evidence, Failure, Record

# By the names of what labkit.weights raises: evidence holds names of exceptions, no classes.
_WITHOUT_ACCURACY = {"NotKept": "not_kept", "WeightsError": "unfit"}


@dataclass(frozen=True)
class Problem:
    """Why a record failed.

    Args:
        kind: "missing", "raised", "type", "shape", "length" (of a list), "dtype", "value" or
            "alone"; for an accuracy also "below", "not_kept" or "unfit".
        got, expected: what to show of either side; for "alone" the record that must pass as well.
        index: the first element that differs.
        given: what the call got, by name, as numbers there or whole, as the record has it.
        differing, total: how many elements differ, of how many.
    """

    kind: str
    _: KW_ONLY
    got: Any = None
    expected: Any = None
    index: tuple[int, ...] | None = None
    given: dict[str, Any] = field(default_factory=dict)
    differing: int = 0
    total: int = 0


@dataclass(frozen=True)
class RecordVerdict:
    """The verdict on one record: passed when ``problem`` is None."""

    reference: Record
    got: Any
    problem: Problem | None

    @property
    def name(self) -> str:
        return self.reference.name

    @property
    def passed(self) -> bool:
        return self.problem is None

    @property
    def cause(self) -> Problem:
        """Why it failed.

        Raises:
            ValueError: it passed.
        """
        if self.problem is None:
            raise ValueError(f"{self.name} passed")
        return self.problem


@dataclass(frozen=True)
class Mistake:
    """A known mistake: in words, by language, and the name of the wrong answer that makes it."""

    words: dict[str, str]
    name: str = ""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The verdict on one check: a record each, and the points that follow from their shares.

    The points of an ``extra`` check count on top of what the assignment is worth. ``mistake`` is
    the known one that the values show, if there is one. ``notes`` are what costs no points.
    """

    check: str
    max_points: float
    records: tuple[RecordVerdict, ...]
    extra: bool = False
    mistake: Mistake | None = None
    notes: tuple[Failure, ...] = ()

    @property
    def points(self) -> float:
        """Points earned, to two decimals: the passed records' part of all shares.

        None are earned where a condition, a record with share 0, fails.
        """
        if not all(record.passed for record in self.records if record.reference.share == 0):
            return 0.0
        # fsum: the same in every order, and with every version of Python.
        total = math.fsum(record.reference.share for record in self.records)
        passed = math.fsum(record.reference.share for record in self.records if record.passed)
        return round(self.max_points * passed / total, 2) if total else 0.0

    def cost(self, *records: RecordVerdict) -> float:
        """The points, to two decimals, that depend on some records: all of them on a condition."""
        if any(record.reference.share == 0 for record in records):
            return self.max_points
        total = math.fsum(record.reference.share for record in self.records)
        return round(
            self.max_points * math.fsum(record.reference.share for record in records) / total, 2
        )

    @property
    def passed(self) -> bool:
        return bool(self.records) and all(record.passed for record in self.records)

    @property
    def is_silent(self) -> bool:
        """Nothing at all was recorded."""
        return all(
            record.problem is not None and record.problem.kind == "missing"
            for record in self.records
        )

    @property
    def failed(self) -> list[str]:
        """Names of the records that failed."""
        return [record.name for record in self.records if not record.passed]


def judge(reference: Evidence, submission: Evidence | None, max_points: float) -> Verdict:
    """Compare a submission's evidence with the reference's, record by record.

    Args:
        reference: what the solution recorded with the same seed.
        submission: what the student's notebook recorded, or None if it recorded nothing.
        max_points: points for a check in which every record passes.

    >>> record = Record("y", 1.0)
    >>> reference = Evidence("a", 0, (record, Record("z", 2.0, share=3)))
    >>> judge(reference, Evidence("a", 0, (record,)), max_points=4).points
    1.0
    >>> judge(reference, None, max_points=4).points
    0.0
    """
    error = submission.error if submission else None
    # Evidence for another seed was recorded in class, or was made up.
    recorded = submission.records if submission and submission.seed == reference.seed else ()
    judged = []
    for record in reference.records:
        values = [got.value for got in recorded if got.name == record.name]
        # If a name is recorded twice, neither value counts: no one can know which was meant.
        if len(values) == 1:
            judged.append(RecordVerdict(record, values[0], compare(record, values[0])))
        else:
            problem = Problem("raised" if error else "missing", got=error)
            judged.append(RecordVerdict(record, None, problem))
    first = next(
        (
            record.name
            for record in reference.records
            if record.seeded and not record.backed and record.share > 0 and record.at_least is None
        ),
        None,
    )
    alone: list[tuple[int, str]] | None = None
    while alone is None or alone:  # a backing record may need another one itself
        passed = {verdict.name for verdict in judged if verdict.passed}
        alone = [
            (place, backing)
            for place, verdict in enumerate(judged)
            if verdict.name in passed
            and (backing := _backing(verdict.reference, first)) is not None
            and backing not in passed
        ]
        for place, backing in alone:
            problem = Problem("alone", got=judged[place].got, expected=backing)
            judged[place] = replace(judged[place], problem=problem)
    return Verdict(
        check=reference.check,
        max_points=max_points,
        records=tuple(judged),
        notes=submission.notes if submission else (),
    )


def _backing(record: Record, first: str | None) -> str | None:
    """The record that must pass as well, for one that anyone may know or get without work."""
    # A condition earns nothing anyway.
    needs_one = record.share and (record.backed or not record.seeded)
    return (record.backing or first) if needs_one else None


def compare(reference: Record, got: Any) -> Problem | None:
    """Compare a value with its reference: exact type, dtype and shape, values within tolerance.

    Returns:
        What differs; None where nothing does.

    >>> compare(Record("y", 1.0, atol=0.1), 1.05) is None
    True
    >>> compare(Record("y", 1), True).kind
    'type'
    """
    expected = reference.value
    if reference.at_least is not None:
        return _compare_accuracy(reference.at_least, got)
    # A solution may record a Failure on purpose: then raising is the right answer.
    if isinstance(got, Failure):
        return None if got == expected else Problem("raised", got=got, expected=expected)
    if isinstance(expected, Array):
        return _compare_arrays(reference, expected, got)
    # Not isinstance: True is an int to Python, and would pass for 1.
    if type(got) is not type(expected):
        return Problem("type", got=_kind(got), expected=_kind(expected))
    if isinstance(expected, list):
        if len(got) != len(expected):
            return Problem("length", got=len(got), expected=len(expected))
        pairs = zip(_each(reference), got, strict=True)
        problems = (compare(part, other) for part, other in pairs)
        return next((problem for problem in problems if problem), None)
    if isinstance(expected, float):
        same = bool(_close(np.asarray(got), np.asarray(expected), reference))
    else:
        same = got == expected
    shown = _at_place(reference.given, (), None)
    return None if same else Problem("value", got=got, expected=expected, given=shown)


def _compare_accuracy(at_least: float, got: Any) -> Problem | None:
    if isinstance(got, Failure):
        return Problem(_WITHOUT_ACCURACY.get(got.type, "raised"), got=got)
    if type(got) is not float:
        return Problem("type", got=_kind(got), expected="float")
    # NaN fails every comparison, so it is below as well.
    return None if at_least <= got <= 1 else Problem("below", got=got, expected=at_least)


def _compare_arrays(reference: Record, expected: Array, got: Any) -> Problem | None:
    if not isinstance(got, Array) or got.kind != expected.kind:
        return Problem("type", got=_kind(got), expected=expected.kind)
    # Before the values: numpy would broadcast them, and a wrong shape would pass.
    if got.values.shape != expected.values.shape:
        return Problem("shape", got=got.values.shape, expected=expected.values.shape)
    if got.dtype != expected.dtype:
        return Problem("dtype", got=got.dtype, expected=expected.dtype)
    # Most answers are equal to the last bit, and comparing bytes is quicker than isclose.
    if got.values.tobytes() == expected.values.tobytes():
        return None
    differs = ~_close(got.values, expected.values, reference)
    if not differs.any():
        return None
    index = tuple(int(place) for place in np.argwhere(differs)[0])
    return Problem(
        "value",
        got=got.values[index].item(),
        expected=expected.values[index].item(),
        index=index,
        given=_at_place(reference.given, index, differs.shape),
        differing=int(differs.sum()),
        total=differs.size,
    )


def _close(got: np.ndarray, expected: np.ndarray, reference: Record) -> np.ndarray:
    if expected.dtype.kind != "f":
        same: np.ndarray = got == expected
        return same
    g, e = as_float64(got), as_float64(expected)
    near: np.ndarray = np.isclose(g, e, rtol=reference.rtol, atol=reference.atol, equal_nan=True)
    # No tolerance turns a finite value into an infinity.
    near &= (np.isfinite(g) == np.isfinite(e)) | np.isnan(g)
    return near


def as_float64(values: np.ndarray) -> np.ndarray:
    """Numbers in float64, in which the difference of two halves is not infinite."""
    # Wrong C can write the bits of a signalling NaN, about which NumPy would warn the student.
    with np.errstate(invalid="ignore"):
        return values.astype(np.float64)


def _each(reference: Record) -> Iterator[Record]:
    """A record for each item of a list, with what its own call got."""
    items, calls = reference.value, reference.calls
    for place, item in enumerate(items):
        of_call = partial(_of_call, call=place * calls // len(items))
        given = reference.given if calls == 1 else dict(map(of_call, reference.given.items()))
        yield replace(reference, value=item, given=given, calls=1)


def _of_call(given: tuple[str, Any], call: int) -> tuple[str, Any]:
    name, every = given
    if isinstance(every, Array):
        return name, replace(every, values=np.asarray(every.values[call]))
    return name, every[call] if isinstance(every, list) else every


def _at_place(
    given: dict[str, Any], index: tuple[int, ...], shape: tuple[int, ...] | None
) -> dict[str, Any]:
    """The inputs' elements at a place; for an input of another shape all elements, or that
    shape."""

    def found(every: Any) -> Any:
        if not isinstance(every, Array):
            return every
        if every.values.shape == shape:
            return replace(every, values=np.asarray(every.values[index]))
        return every if every.values.size <= MOST_SHOWN else str(every.values.shape)

    return {name: found(every) for name, every in given.items()}


def _kind(value: Any) -> str:
    if isinstance(value, Array):
        return value.kind
    return "nothing" if value is None else type(value).__name__
