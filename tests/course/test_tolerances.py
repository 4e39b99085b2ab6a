"""A tolerance is as wide as processors differ, and no wider: values slightly off fail."""

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.records import REFERENCES, recorded
from labkit.evidence import Array, Evidence
from labkit.judge import judge

SHIFT = 2e-4  # relative to what is larger than 1; processors differ by a hundredth of it
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
