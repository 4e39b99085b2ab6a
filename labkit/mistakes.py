"""Known mistakes by their behaviour: which one recorded values show, if any.

Release writes a file of digests and sentences for each check. A value cannot be recovered from its
digest, so no public file holds an answer, right or wrong.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from labkit.c.problems import EXPLAINED, without_lines
from labkit.evidence import FOLDERS, Array, Failure, Record, encode
from labkit.judge import Mistake, RecordVerdict, Verdict, as_float64
from labkit.reference import resources

NUMBERS, WORDS, BACKING = "numbers", "words", "backing"
_STEPS = 64  # a step of rounding, in tolerances
# float32 is no more exact than this, whatever the tolerance; float64 is.
_LEAST, _LEAST_IN_FLOAT64 = 1e-6, 1e-14
_OWN_WORDS = 12  # letters of an exception's words that a source must hold to be their origin
_ENOUGH = 4  # records at seeded points that identify a mistake, whatever is different elsewhere
# How an answer's values are read: an exception with its words, and without.
_FORMS = ("", None)
# An address and a folder belong to one machine: the rest of the words to all.
_OF_A_MACHINE = re.compile(rf"0x[0-9a-f]+|{FOLDERS.pattern}")
_NOT_FINITE = {"nan": 2**62, "inf": 2**61, "-inf": -(2**61)}


@dataclass(frozen=True)
class Fingerprint:
    """A digest of a recorded value, and the places of the elements that it rounds in shifted steps.

    Shifted, by half a step, is what lies so near to the end of a step that another processor may
    find it beyond. The kind says what makes the record fail: numbers, words (what was raised or
    printed, or how something was done), or nothing but the record that backs it.
    """

    digest: str
    shifted: Sequence[int] = ()
    kind: str = WORDS


class Known(NamedTuple):
    """A known mistake, and the fingerprint of each record that it fails."""

    mistake: Mistake
    records: dict[str, Fingerprint]


def failing(verdict: Verdict) -> frozenset[str]:
    """Names of the failed records that show behaviour, and none where nothing does.

    An accuracy says nothing about the cause. Nor does a name that is not defined: the cell of the
    blank may have ended early for many a reason.
    """
    failed = [
        record
        for record in verdict.records
        if not record.passed and record.reference.at_least is None
    ]
    errors = [error for error in map(_shown, failed) if isinstance(error, Failure)]
    is_unnamed = len(errors) == len(failed) and all(error.type == "NameError" for error in errors)
    says_nothing = is_unnamed or any(error.empty_blank for error in errors)
    return frozenset() if says_nothing else frozenset(record.name for record in failed)


def recognized(verdict: Verdict, known: Iterable[Known]) -> Mistake | None:
    """The known mistake that a verdict shows; None where it shows none, or more than one may fit.

    >>> from labkit.evidence import Evidence
    >>> from labkit.judge import judge
    >>> def given(y, words):
    ...     records = Record("y", y, atol=0.001), Record("words", words)
    ...     return judge(Evidence("a", 0, (Record("y", 1.0, atol=0.001), Record("words", ""))),
    ...                  Evidence("a", 0, records), 1)
    >>> two = Known(Mistake({"en": "It is doubled."}), fingerprints(given(2.0, "")))
    >>> for verdict in (given(2.0, ""), given(2.0, "and more"), given(3.0, "")):
    ...     print(recognized(verdict, [two]))
    Mistake(words={'en': 'It is doubled.'}, name='')
    Mistake(words={'en': 'It is doubled.'}, name='')
    None
    """
    failed = _values(verdict, *_FORMS)
    fitting: dict[int, list[Mistake]] = {}
    for mistake, records in known:
        found = fitting.setdefault(_agreement(verdict, failed, records), [])
        found += [mistake] if mistake not in found else []
    best = max(fitting, default=0)
    # Where two mistakes fit equally, no one knows which: a wrong name is worse than none.
    return fitting[best][0] if best and len(fitting[best]) == 1 else None


def may_be(verdict: Verdict, surely: frozenset[str], maybe: frozenset[str]) -> bool:
    """Whether a verdict can show a mistake that fails these records: each time, and at most."""
    failed = failing(verdict)
    numbers = {record.name for record in verdict.records if _kind(record) == NUMBERS} & failed
    parts = ((numbers & scope, fewest) for _, scope, fewest in _scopes(verdict))
    is_same = surely <= failed <= maybe
    return is_same or any(len(part) >= fewest and part <= maybe for part, fewest in parts)


def named(verdict: Verdict) -> Verdict:
    """The verdict of a check in class, with the known mistake that its values show, if any."""
    return replace(verdict, mistake=recognized(verdict, _load(verdict.check)))


def fingerprints(verdict: Verdict, source: str = "") -> dict[str, Fingerprint]:
    """The fingerprint of each failed record of a known mistake.

    Args:
        verdict: on its check.
        source: of the wrong answer. What it raises in words of its own counts without the words:
            everyone writes others.
    """
    found = {}
    for name, value in _values(verdict, source).items():
        places = np.flatnonzero(value.numbers.near)
        (digest,) = value.digests(verdict.check, name, places)
        found[name] = Fingerprint(digest, places.tolist(), value.kind)
    return found


class _Value(NamedTuple):
    """What a failed record holds: why it fails, its form in words, and its numbers.

    There is a form for each way to read an exception's words.
    """

    kind: str
    forms: tuple[str, ...]
    numbers: _Numbers

    def digests(self, check: str, name: str, shifted: np.ndarray) -> Iterable[str]:
        """Equal values of two checks, or of two records, have different ones."""
        places = shifted[shifted < self.numbers.steps.size]
        steps = self.numbers.steps.copy()
        steps[places] = self.numbers.shifted[places]
        for form in self.forms:
            # An exception's words may hold half a surrogate pair.
            text = f"{check}/{name}/{form}/".encode(errors="backslashreplace")
            yield hashlib.sha256(text + steps.astype("<i8").tobytes()).hexdigest()[:16]


def _values(verdict: Verdict, *sources: str | None) -> dict[str, _Value]:
    """What each failed record holds, its words read by each of some sources."""
    names, values = failing(verdict), {}
    for record in filter(lambda record: record.name in names, verdict.records):
        shown, grid = _shown(record), _Grid(record.reference)
        (forms, numbers) = zip(*(_flat(shown, grid, source) for source in sources), strict=True)
        values[record.name] = _Value(_kind(record), forms, numbers[0])
    return values


def _kind(record: RecordVerdict) -> str:
    if record.problem and record.problem.kind == "alone":
        return BACKING
    return NUMBERS if _is_numbers(_shown(record)) else WORDS


def _scopes(verdict: Verdict) -> Iterable[tuple[int, set[str], int]]:
    """How sure a name is, by which records, and how many of them must hold numbers."""
    yield 2, {record.name for record in verdict.records}, 1
    yield 1, {record.name for record in verdict.records if record.reference.seeded}, _ENOUGH


def _agreement(verdict: Verdict, failed: dict[str, _Value], known: dict[str, Fingerprint]) -> int:
    """How surely failed records show a known mistake; 0 where they do not.

    All of them may be the same, with an exception's words or without; or all numbers, and the words
    that the mistake causes, next to others; or the same at seeded points, where many fail there.
    """

    def is_same(name: str, most: int = len(_FORMS)) -> bool:
        places = np.asarray(known[name].shifted, dtype=int)
        digests = failed[name].digests(verdict.check, name, places)
        return known[name].digest in itertools.islice(digests, most)

    if failed and failed.keys() == known.keys() and all(map(is_same, known)):
        return 4 if all(is_same(name, 1) for name in known) else 3
    for sure, scope, fewest in _scopes(verdict):
        numbers = {name for name, value in failed.items() if value.kind == NUMBERS} & scope
        of_known = {
            kind: {name for name, value in known.items() if value.kind == kind} & scope
            for kind in (NUMBERS, WORDS)
        }
        needed = numbers | of_known[WORDS]
        are_equal = len(numbers) >= fewest and numbers == of_known[NUMBERS]
        if are_equal and needed <= failed.keys() and all(map(is_same, needed)):
            return sure
    return 0


def _shown(record: RecordVerdict) -> Any:
    """A record's value; where the check ended before it, what ended it."""
    problem = record.problem
    if record.got is None and problem and problem.kind in ("raised", "missing"):
        return problem.got or Failure("missing", "")
    return record.got


def _is_numbers(value: Any) -> bool:
    if isinstance(value, list):
        return bool(value) and all(map(_is_numbers, value))
    return isinstance(value, (Array, bool, int, float))


def _words(failure: Failure, source: str | None) -> str:
    # The same mistake is in another line of every student's C file.
    message = without_lines(failure.message) if failure.type == EXPLAINED else failure.message
    if source is None or _is_raised_in(source, failure):
        return failure.type
    return f"{failure.type}: {message}"


def _is_raised_in(source: str, failure: Failure) -> bool:
    start = failure.message[:_OWN_WORDS]
    return f"raise {failure.type}(" in source and len(start) == _OWN_WORDS and start in source


@lru_cache
def _load(check: str) -> list[Known]:
    paths = sorted(resources().glob(f"mistakes/*/{check}.json"))
    entries = json.loads(paths[0].read_text("utf-8"))["mistakes"] if paths else []
    return [
        Known(
            Mistake(entry["words"]),
            {name: Fingerprint(**fields) for name, fields in entry["records"].items()},
        )
        for entry in entries
    ]


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
        parts = [*_floats(reference.value)]
        numbers = np.abs(np.concatenate([np.empty(0), *parts], dtype=np.float64))
        kept = numbers[np.isfinite(numbers) & (numbers > 0)]
        # Where every bit counts, small numbers must not drown among large ones.
        is_exact = reference.rtol == reference.atol == 0
        usual = (np.min if is_exact else np.median)(kept) if kept.size else 1
        # A power of two: another processor's last bits must not move the steps.
        self._unit = 2.0 ** np.round(np.log2(usual))
        is_double = all(part.dtype == np.float64 for part in parts)
        least = _LEAST_IN_FLOAT64 if is_double else _LEAST
        self._near = max(reference.rtol + reference.atol / self._unit, least)

    def round(self, values: np.ndarray) -> _Numbers:
        finite = np.isfinite(values)
        places = np.arcsinh(np.where(finite, values, 0) / self._unit) / (_STEPS * self._near)
        # Zero is in the middle of a step, because many values are zero.
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
        yield value.values.ravel()


def _flat(value: Any, grid: _Grid, source: str | None) -> tuple[str, _Numbers]:
    """What a value is, in words, and its numbers.

    An exception's words do not count if they are from this source, nor does any without one.
    """
    if isinstance(value, list):
        parts = [("", _NONE), *(_flat(item, grid, source) for item in value)]
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
    words = _words(value, source) if isinstance(value, Failure) else repr(encode(value))
    return f"{type(value).__name__} {_OF_A_MACHINE.sub('', words)}", _NONE


_NONE = _Numbers.exact(np.empty(0))
