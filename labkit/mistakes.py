"""Known mistakes by their behaviour: which one recorded values show, if any.

Release writes a file of digests and sentences for each check. From a digest no value can be read,
so neither an answer nor a wrong one lies in a public file.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from labkit.c.problems import EXPLAINED, without_lines
from labkit.evidence import Array, Failure, Record
from labkit.judge import Mistake, RecordVerdict, Verdict, as_float64, compare
from labkit.reference import resources

FORM = 5  # of the digests; when they change, every file must be written again
_STEPS = 64  # a step of rounding, in tolerances
_LEAST = 1e-6  # float32 is no more exact, whatever the tolerance
_ADDRESS = re.compile(r"0x[0-9a-f]+")
_NOT_FINITE = {"nan": 2**62, "inf": 2**61, "-inf": -(2**61)}


@dataclass(frozen=True)
class Fingerprint:
    """A digest of a recorded value, and the places of the elements that it rounds in shifted steps.

    Shifted, by half a step, is what lies so near to the end of a step that another processor may
    find it beyond.
    """

    digest: str
    shifted: tuple[int, ...] = ()


def failing(verdict: Verdict) -> frozenset[str]:
    """Names of the failed records that show behaviour, and none where nothing does.

    An accuracy says nothing about the cause. Nor does a name that is not defined: the cell of the
    blank may have ended early for many a reason.
    """
    failed = [record for record in verdict.records if _counts(record)]
    errors = [one for one in map(_shown, failed) if isinstance(one, Failure)]
    is_unnamed = len(errors) == len(failed) and all(one.type == "NameError" for one in errors)
    says_nothing = is_unnamed or any(one.empty_blank for one in errors)
    return frozenset() if says_nothing else frozenset(record.name for record in failed)


def is_same(known: Verdict, other: Verdict) -> bool:
    """Whether two answers to a check pass, fail and give the same, record by record.

    >>> from labkit.evidence import Evidence
    >>> from labkit.judge import judge
    >>> reference = Evidence("a", 0, (Record("y", 1.0, atol=0.1),))
    >>> two, nearly_two, three = (
    ...     judge(reference, Evidence("a", 0, (Record("y", value),)), 1) for value in (2, 2.0, 3.0)
    ... )
    >>> is_same(nearly_two, nearly_two), is_same(nearly_two, three), is_same(two, nearly_two)
    (True, False, False)
    """
    if failing(known) != failing(other):
        return False
    for one, another in zip(known.records, other.records, strict=True):
        value, given = _comparable(_shown(one)), _comparable(_shown(another))
        if _counts(one) and compare(replace(one.reference, value=value), given) is not None:
            return False
    return True


def named(verdict: Verdict) -> Verdict:
    """The verdict of a check in class, with the known mistake that its values show, if any."""
    names = failing(verdict)
    failed = [record for record in verdict.records if _counts(record)]
    fitting = {
        json.dumps(entry["words"]): entry["words"]
        for entry in _load(verdict.check)
        if names
        and (known := entry["records"]).keys() == names
        and all(
            fingerprint(verdict.check, one, known[one.name]["shifted"]).digest
            == known[one.name]["digest"]
            for one in failed
        )
    }
    # Where two sentences fit, no one knows which: a wrong name is worse than none.
    words = next(iter(fitting.values())) if len(fitting) == 1 else None
    return replace(verdict, mistake=Mistake(words)) if words else verdict


def fingerprints(verdict: Verdict) -> dict[str, Fingerprint]:
    """The fingerprint of each failed record of a known mistake."""
    failed = (record for record in verdict.records if _counts(record))
    return {record.name: fingerprint(verdict.check, record) for record in failed}


def fingerprint(
    check: str, record: RecordVerdict, shifted: Sequence[int] | None = None
) -> Fingerprint:
    """The fingerprint of a recorded value.

    Args:
        check: name of the check; equal values of two checks have different digests.
        record: with the value.
        shifted: places of the elements that are rounded in shifted steps; by default those that lie
            near the end of a step.
    """
    header, numbers = _flat(_shown(record), _Grid(record.reference))
    places = np.flatnonzero(numbers.near) if shifted is None else np.asarray(shifted, dtype=int)
    places = places[places < numbers.steps.size]
    steps = numbers.steps.copy()
    steps[places] = numbers.shifted[places]
    # An exception's words may hold half a surrogate pair.
    text = f"{check}/{record.name}/{header}/".encode(errors="backslashreplace")
    digest = hashlib.sha256(text + steps.astype("<i8").tobytes()).hexdigest()[:16]
    return Fingerprint(digest, tuple(places.tolist()))


def _counts(record: RecordVerdict) -> bool:
    return not record.passed and record.reference.at_least is None


def _shown(record: RecordVerdict) -> Any:
    """A record's value; where the check ended before it, what ended it."""
    problem = record.problem
    if record.got is None and problem and problem.kind in ("raised", "missing"):
        return problem.got or Failure("missing", "")
    return record.got


def _comparable(value: Any) -> Any:
    """A value with the words that count in its failures."""
    if isinstance(value, list):
        return [_comparable(item) for item in value]
    return Failure(value.type, _words(value)) if isinstance(value, Failure) else value


def _words(failure: Failure) -> str:
    # The same mistake is in another line of every student's C file.
    message = without_lines(failure.message) if failure.type == EXPLAINED else failure.message
    return f"{failure.type}: {_ADDRESS.sub('0x', message)}"


@lru_cache
def _load(check: str) -> list[dict[str, Any]]:
    paths = sorted(resources().glob(f"mistakes/*/{check}.json"))
    return json.loads(paths[0].read_text("utf-8"))["mistakes"] if paths else []


class _Numbers(NamedTuple):
    """Numbers as integers: the steps in which they lie, and which lie near the end of a step."""

    steps: np.ndarray
    shifted: np.ndarray
    near: np.ndarray

    @classmethod
    def exact(cls, values: np.ndarray) -> _Numbers:
        steps = values.astype(np.int64)
        return cls(steps, steps, np.zeros(steps.size, dtype=bool))


class _Grid:
    """Rounds the numbers of a record to steps that are wide against its tolerances.

    The steps are equal for small numbers and grow with large ones, as ``asinh`` bends.
    """

    def __init__(self, reference: Record) -> None:
        numbers = np.abs(np.concatenate([np.empty(0), *_floats(reference.value)]))
        kept = numbers[np.isfinite(numbers) & (numbers > 0)]
        # Where every bit counts, small numbers must not drown among large ones.
        is_exact = reference.rtol == reference.atol == 0
        usual = (np.min if is_exact else np.median)(kept) if kept.size else 1
        # A power of two: another processor's last bits must not move the steps.
        self._unit = 2.0 ** np.round(np.log2(usual))
        self._near = max(reference.rtol + reference.atol / self._unit, _LEAST)

    def round(self, values: np.ndarray) -> _Numbers:
        finite = np.isfinite(values)
        places = np.arcsinh(np.where(finite, values, 0) / self._unit) / (_STEPS * self._near)
        # Zero is in the middle of a step: so many values are zero.
        steps, shifted = np.floor(places + 0.5), np.floor(places)
        near = finite & (np.abs(places - shifted - 0.5) < 2 / _STEPS)
        for value, code in _NOT_FINITE.items():
            number = float(value)
            steps[np.isnan(values) if np.isnan(number) else values == number] = code
        return _Numbers(steps.astype(np.int64), shifted.astype(np.int64), near)


def _floats(value: Any) -> Iterable[np.ndarray]:
    if isinstance(value, list):
        for item in value:
            yield from _floats(item)
    elif isinstance(value, float):
        yield np.array([value])
    elif isinstance(value, Array) and value.values.dtype.kind == "f":
        yield value.values.astype(np.float64).ravel()


def _flat(value: Any, grid: _Grid) -> tuple[str, _Numbers]:
    """What a value is, in words, and its numbers."""
    if isinstance(value, list):
        parts = [("", _NONE), *(_flat(item, grid) for item in value)]
        numbers = zip(*(numbers for _, numbers in parts), strict=True)
        return f"[{', '.join(header for header, _ in parts)}]", _Numbers(
            *map(np.concatenate, numbers)
        )
    if isinstance(value, float):
        return "float", grid.round(np.array([value]))
    if isinstance(value, Array):
        header, values = f"{value.kind} {value.dtype} {value.values.shape}", value.values.ravel()
        is_float = values.dtype.kind == "f"
        return header, grid.round(as_float64(values)) if is_float else _Numbers.exact(values)
    words = _words(value) if isinstance(value, Failure) else repr(value)
    return f"{type(value).__name__} {words}", _NONE


_NONE = _Numbers.exact(np.empty(0))
