"""A second judge, written from docs/maintainers/judging.md alone: evidence as JSON to points.

It shares no code with the judge that grades, so that a mistake in one of them shows as a
difference. It compares number by number with Python's own: slow, and easy to follow.
"""

from __future__ import annotations

import base64
import math
import re
import struct
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

Json = Any
Record = dict[str, Json]

# How struct reads one element. A bool is read as a byte, so that a byte other than 0 and 1 is
# seen; bfloat16 is stored as float32, which holds each of its values.
_FORMATS = {
    "bool": "<B",
    "int8": "<b",
    "int16": "<h",
    "int32": "<i",
    "int64": "<q",
    "uint8": "<B",
    "uint16": "<H",
    "uint32": "<I",
    "uint64": "<Q",
    "float16": "<e",
    "bfloat16": "<f",
    "float32": "<f",
    "float64": "<d",
}
_FLOATING = frozenset(("float16", "bfloat16", "float32", "float64"))
_KINDS = ("tensor", "numpy array")
_HEXADECIMAL = re.compile(r"-?(0[xX])?[0-9a-fA-F]+", re.ASCII)
# An integer with more bits is written as text, because not every reader of JSON keeps it exact.
_PLAIN_BITS = 63
MOST_NESTED, MOST_DIMENSIONS, LARGEST_SIZE = 20, 32, 2_000_000


@dataclass(frozen=True)
class Points:
    """What one check is worth.

    Args:
        points: from 0 to the check's maximum, rounded to two decimals.
        failed: the names of the records that failed, in the solution's order.
    """

    points: float
    failed: tuple[str, ...]


def second_judge(
    solution: dict[str, Json],
    submission: dict[str, Json] | None,
    max_points: float,
) -> Points:
    """Judge the evidence of one check by the rules of docs/maintainers/judging.md.

    Args:
        solution: the evidence that the solution left, as JSON.
        submission: the evidence that the submission left, or None; JSON of any shape is taken,
            and what cannot be read as evidence counts as nothing recorded.
        max_points: the points that the check gives if all records pass.

    Raises:
        ValueError: the solution's evidence cannot be read, or holds a name twice.

    >>> half = {"name": "half", "value": {"float": "0.5"}, "share": 1, "rtol": 0.0, "atol": 0.01}
    >>> word = {"name": "word", "value": "even", "share": 3, "rtol": 0.0, "atol": 0.0}
    >>> solution = {"check": "demo", "seed": 17, "error": None, "records": [half, word]}
    >>> answers = [{"name": "half", "value": {"float": "0.505"}}, {"name": "word", "value": "odd"}]
    >>> second_judge(solution, {"seed": 17, "error": None, "records": answers}, 2)
    Points(points=0.5, failed=('word',))
    >>> second_judge(solution, None, 2)
    Points(points=0.0, failed=('half', 'word'))
    """
    records = _solution_records(solution)
    answers = _answers(submission, solution["seed"])
    fitting = {record["name"] for record in records if _record_passes(record, answers)}
    passed = fitting
    while alone := _alone(records, passed):
        passed = passed - alone
    failed = tuple(record["name"] for record in records if record["name"] not in passed)
    return Points(_points(records, passed, max_points), failed)


# Points.


def _points(records: list[Record], passed: set[str], max_points: float) -> float:
    """The points for the records that passed, rounded to two decimals."""
    if any(record["share"] == 0 and record["name"] not in passed for record in records):
        return 0.0
    # math.fsum gives the same sum in every order and under every version of Python.
    total = math.fsum(record["share"] for record in records)
    earned = math.fsum(record["share"] for record in records if record["name"] in passed)
    return round(float(max_points * earned / total), 2) if total else 0.0


def _alone(records: list[Record], passed: set[str]) -> set[str]:
    """The records that count only with a backing record which does not pass."""
    seeded = [record["name"] for record in records if _is_backing(record)]
    backing = {
        record["name"]: record.get("backing", seeded[0] if seeded else None)
        for record in records
        if record["share"] != 0 and (record.get("seeded", True) is False or _is_backed(record))
    }
    return {
        name
        for name, other in backing.items()
        if name in passed and other is not None and other not in passed
    }


def _is_backing(record: Record) -> bool:
    """Whether the record, if it passes, lets those count that are not seeded and name no other."""
    seeded = record.get("seeded", True) is True
    return seeded and not _is_backed(record) and "at_least" not in record and record["share"] > 0


def _is_backed(record: Record) -> bool:
    return record.get("backed", False) is True


# Reading evidence.


def _solution_records(solution: dict[str, Json]) -> list[Record]:
    """The solution's records; it is ours, so a mistake in it is an error, not a lost point."""
    if not _is_evidence(solution):
        raise ValueError("the solution's evidence cannot be read: run the solution once more")
    records: list[Record] = solution["records"]
    names = Counter(record["name"] for record in records)
    doubled = sorted(name for name, times in names.items() if times > 1)
    if doubled:
        raise ValueError(f"the solution's check records {doubled[0]!r} twice: rename one of them")
    return records


def _answers(submission: Json, seed: int) -> dict[str, Json]:
    """The submission's values by name; empty if the evidence is unreadable or of another seed."""
    if not _is_evidence(submission) or submission["seed"] != seed:
        return {}
    times = Counter(record["name"] for record in submission["records"])
    return {
        record["name"]: record["value"]
        for record in submission["records"]
        if times[record["name"]] == 1
    }


def _is_evidence(evidence: Json) -> bool:
    """Whether seed, error and each record's name and value are written as the document says."""
    return (
        type(evidence) is dict
        and type(evidence.get("seed")) is int
        and _is_error(evidence.get("error", "missing"))
        and type(evidence.get("records")) is list
        and all(map(_is_record, evidence["records"]))
    )


def _is_error(error: Json) -> bool:
    return error is None or (type(error) is dict and set(error) == {"failure"} and _is_leaf(error))


def _is_record(record: Json) -> bool:
    return (
        type(record) is dict
        and type(record.get("name")) is str
        and "value" in record
        and _is_value(record["value"])
    )


def _is_value(value: Json) -> bool:
    """Whether a value is written as the document says; no nesting is too deep to be refused."""
    waiting = [(value, 0)]
    while waiting:
        part, depth = waiting.pop()
        if type(part) is list:
            waiting.extend((element, depth + 1) for element in part)
            if depth == MOST_NESTED:
                return False
        elif not _is_leaf(part):
            return False
    return True


def _is_leaf(value: Json) -> bool:
    """Whether a value that is no list is written as the document says."""
    if type(value) is dict:
        reads = _READS.get(frozenset(value))
        return reads is not None and reads(value)
    if type(value) is int:
        return value.bit_length() <= _PLAIN_BITS
    return value is None or type(value) in (str, bool)


def _is_failure(value: dict[str, Json]) -> bool:
    words = value["failure"]
    return type(words) is list and [type(word) for word in words] == [str, str]


def _is_float(value: dict[str, Json]) -> bool:
    """Whether the text is what Python writes for the float that it reads from it."""
    text = value["float"]
    try:
        return type(text) is str and repr(float(text)) == text
    except ValueError:
        return False


def _is_long_integer(value: dict[str, Json]) -> bool:
    text = value["int"]
    if type(text) is not str or not _HEXADECIMAL.fullmatch(text):
        return False
    number = int(text, 16)
    return number.bit_length() > _PLAIN_BITS and hex(number) == text


def _is_array(value: dict[str, Json]) -> bool:
    kind, dtype, shape = value["kind"], value["dtype"], value["shape"]
    if type(dtype) is not str or dtype not in _FORMATS or kind not in _KINDS:
        return False
    content = _bytes(value["array"])
    if content is None or type(shape) is not list:
        return False
    fills = len(content) == struct.calcsize(_FORMATS[dtype]) * _count(shape, len(content))
    return fills and (dtype != "bool" or max(content, default=0) <= 1)


_READS: dict[frozenset[str], Callable[[dict[str, Json]], bool]] = {
    frozenset(("failure",)): _is_failure,
    frozenset(("float",)): _is_float,
    frozenset(("int",)): _is_long_integer,
    frozenset(("array", "kind", "dtype", "shape")): _is_array,
}


def _bytes(text: Json) -> bytes | None:
    """The bytes of base64; None if Python would not write just this text for them."""
    try:
        content = base64.b64decode(text) if type(text) is str else None
    except ValueError:
        return None
    return content if content is not None and base64.b64encode(content).decode() == text else None


def _count(shape: list[Json], limit: int) -> int:
    """How many elements a shape has, or -1: it is no shape, or has more elements than `limit`."""
    if len(shape) > MOST_DIMENSIONS:
        return -1
    if not all(type(size) is int and 0 <= size <= LARGEST_SIZE for size in shape):
        return -1
    if 0 in shape:
        sizes = [size for size in shape if size]
        return 0 if _count(sizes, LARGEST_SIZE) != -1 else -1
    count = 1
    for size in shape:
        count *= size
        if count > limit:  # before a hostile shape makes a number of a million digits
            return -1
    return count


# Comparing values; both are readable from here on.


def _record_passes(record: Record, answers: dict[str, Json]) -> bool:
    """Whether the submission's value passes by itself; conduct and backing are left out."""
    if record["name"] not in answers:
        return False
    got = answers[record["name"]]
    if "at_least" in record:
        return _sort(got) == "float" and record["at_least"] <= float(got["float"]) <= 1
    return _value_passes(record["value"], got, float(record["rtol"]), float(record["atol"]))


def _value_passes(expected: Json, got: Json, rtol: float, atol: float) -> bool:
    sort = _sort(expected)
    if sort != _sort(got):
        return False
    if sort == "array":
        return _array_passes(expected, got, rtol, atol)
    if sort == "list":
        pairs = zip(expected, got, strict=False)
        return len(expected) == len(got) and all(_value_passes(*p, rtol, atol) for p in pairs)
    if sort == "float":
        return _fits(float(expected["float"]), float(got["float"]), rtol, atol)
    if sort == "int":
        return _integer(expected) == _integer(got)
    return bool(expected == got)


def _sort(value: Json) -> str:
    """Which sort of value this is; true is a bool and no int, a long integer is an int."""
    if type(value) is dict:
        return next(name for name in ("array", "failure", "float", "int") if name in value)
    return type(value).__name__


def _integer(value: Json) -> int:
    return value if type(value) is int else int(value["int"], 16)


def _array_passes(expected: Record, got: Record, rtol: float, atol: float) -> bool:
    if any(expected[field] != got[field] for field in ("kind", "dtype", "shape")):
        return False
    pairs = zip(_elements(expected), _elements(got), strict=True)
    if expected["dtype"] in _FLOATING:
        return all(_fits(e, g, rtol, atol) for e, g in pairs)
    return all(e == g for e, g in pairs)


def _elements(array: Record) -> Iterator[float]:
    """The elements as Python's numbers, in C order; a float of Python is a float64."""
    content = base64.b64decode(array["array"])
    return (element for (element,) in struct.iter_unpack(_FORMATS[array["dtype"]], content))


def _fits(expected: float, got: float, rtol: float, atol: float) -> bool:
    """Whether `got` fits `expected` within the tolerance.

    >>> _fits(2.0, 2.5, rtol=0.25, atol=0.0), _fits(math.inf, 1e308, rtol=1.0, atol=math.inf)
    (True, False)
    """
    if math.isfinite(expected) and math.isfinite(got):
        return abs(got - expected) <= atol + rtol * abs(expected)
    return expected == got or (math.isnan(expected) and math.isnan(got))
