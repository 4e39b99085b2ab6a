"""A tolerance is as wide as processors differ, and no wider: values slightly off fail."""

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.records import REFERENCES, recorded
from labkit.evidence import Array, Evidence
from labkit.judge import judge

SHIFT = 2e-4  # relative to what is larger than 1; processors differ by a hundredth of it
LEAST_NORMAL = 16  # times the smallest number that is stored with all its digits
MOST = 0.5  # of the points: what is searched on a grid has a wider tolerance


def shifted(value):
    """The value with all its floating-point numbers moved by a little."""
    if isinstance(value, Array) and value.values.dtype.kind == "f":
        dtype = value.values.dtype
        # What is infinite stays so.
        moved = value.values + SHIFT * abs(value.values).clip(1, np.finfo(dtype).max)
        return replace(value, values=moved.astype(dtype))
    if isinstance(value, list):
        return [shifted(part) for part in value]
    return value + SHIFT * max(1, abs(value)) if type(value) is float else value


@pytest.mark.parametrize("path", REFERENCES, ids=lambda path: path.stem)
def test_values_that_are_a_little_off_earn_little(path):
    records = [
        replace(record, seeded=True, backed=False) for record in recorded(path) if record.share
    ]
    floats = [record for record in records if has_floats(record.value)]
    expected = Evidence("example", 0, tuple(floats))
    moved = tuple(replace(record, value=shifted(record.value)) for record in floats)
    verdict = judge(expected, replace(expected, records=moved), 1)
    wide = [record.name for record in verdict.records if record.passed]
    assert verdict.points <= MOST, wide


def has_floats(value):
    if isinstance(value, list):
        return any(map(has_floats, value))
    return (isinstance(value, Array) and value.values.dtype.kind == "f") or type(value) is float


@pytest.mark.parametrize("path", REFERENCES, ids=lambda path: path.stem)
def test_no_float_that_a_check_expects_is_nearly_denormal(path):
    """Some processors, and `torch.set_flush_denormal`, make 0 of a denormal number.

    Nearly, for another seed draws another number. Where 0 is near enough, it does no harm.
    """
    found = {record.name: tiny(record.value, record.atol) for record in recorded(path)}
    assert {name: numbers for name, numbers in found.items() if numbers} == {}


def tiny(value, atol):
    """The nearly denormal floats in a value that differ from 0 by more than a tolerance."""
    if isinstance(value, list):
        return [number for part in value for number in tiny(part, atol)]
    if not (isinstance(value, Array) and value.values.dtype.kind == "f"):
        return []
    sizes = abs(value.values)
    bound = LEAST_NORMAL * np.finfo(sizes.dtype).smallest_normal
    return sizes[(sizes > atol) & (sizes < bound)].tolist()
