"""The judge: the records of a notebook and the problem of each; for points see
test_second_judge."""

import json

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from labkit.evidence import (
    LARGEST_RECORD,
    BadEvidence,
    Evidence,
    Failure,
    Record,
    decode,
    encode,
    from_json,
    plain,
    submission_from_json,
    to_json,
)
from labkit.judge import judge

# A warning would stand in the student's notebook, below the check.
pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

ONES = torch.ones(3, 4)


def verdict(expected, got, **details):
    reference = Evidence("a", 7, (Record("y", plain(expected), rtol=1e-5, atol=1e-6, **details),))
    return judge(reference, Evidence("a", 7, (Record("y", plain(got)),)), 2.0)


@pytest.mark.parametrize(
    "same",
    [
        ONES,
        torch.tensor([float("nan"), float("inf")]),
        torch.zeros(0, 3),
        torch.tensor(1),
        True,
        1,
        1.0,
        "a",
        None,
        [1, "b"],
    ],
    ids=str,
)
def test_an_equal_answer_gets_all_points(same):
    assert verdict(same, same).points == 2.0


def test_rounding_within_the_tolerance_is_accepted():
    assert verdict(ONES, ONES * (1 + 5e-6)).passed


WRONG = {
    "shape that broadcasts": (ONES, torch.ones(1, 4), "shape"),
    "transposed": (ONES, ONES.T, "shape"),
    "scalar for a tensor": (ONES, 1.0, "type"),
    "numpy for a tensor": (ONES, np.ones((3, 4), dtype=np.float32), "type"),
    "float64 for float32": (ONES, ONES.double(), "dtype"),
    "nothing": (ONES, None, "type"),
    "one element off": (
        ONES,
        ONES.index_put((torch.tensor(2), torch.tensor(1)), torch.tensor(1.1)),
        "value",
    ),
    "nan for a number": (ONES, ONES * float("nan"), "value"),
    "bits of a signalling nan": (
        ONES,
        torch.full((3, 4), 0x7F800001, dtype=torch.int32).view(torch.float32),
        "value",
    ),
    "inf for minus inf": (torch.tensor([float("inf")]), torch.tensor([-float("inf")]), "value"),
    "int for bool": (True, 1, "type"),
    "float for int": (1, 1.0, "type"),
    "other words": ("ValueError", "nothing", "value"),
    "shorter list": ([1, 2], [1], "length"),
    "raising": (ONES, Failure("NameError", "f"), "raised"),
    "unrecordable": (ONES, object(), "raised"),
    "too large": (ONES, torch.ones(LARGEST_RECORD), "raised"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_answer_fails_with_its_kind_of_problem(name):
    expected, got, kind = WRONG[name]
    judged = verdict(expected, got)
    assert judged.points == 0
    assert judged.records[0].problem.kind == kind


def test_the_first_difference_tells_index_input_upstream_got_and_expected():
    x, upstream = torch.arange(6.0).reshape(2, 3), torch.full((2, 3), 0.5)
    got = torch.zeros(2, 3)
    got[1, 2] = 9
    problem = (
        verdict(torch.zeros(2, 3), got, given={"x": plain(x), "upstream": plain(upstream)})
        .records[0]
        .problem
    )
    assert (problem.index, problem.got, problem.expected) == ((1, 2), 9.0, 0.0)
    assert {name: value.values.item() for name, value in problem.given.items()} == {
        "x": 5.0,
        "upstream": 0.5,
    }
    assert (problem.differing, problem.total) == (1, 6)


def test_evidence_survives_the_notebook():
    records = (
        Record(
            "y",
            plain(ONES),
            given={"x": plain(ONES)},
            rule={"en": "r", "ja": "き"},
            share=2,
            rtol=1.0,
        ),
        Record("f", Failure("E", "m")),
    )
    there = Evidence("a", 1, records, Failure("KeyboardInterrupt", ""))
    back = from_json(json.loads(json.dumps(to_json(there), sort_keys=True)))
    assert back == there
    assert (back["y"].value.values == there["y"].value.values).all()


FIELDS = [
    "check",
    "seed",
    "records",
    "error",
    "name",
    "value",
    "rule",
    "share",
    "array",
    "kind",
    "dtype",
    "shape",
    "failure",
    "float",
]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(FIELDS) | st.text(), inner, max_size=6)
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("read", [from_json, submission_from_json])
@given(json_values)
def test_any_json_is_evidence_or_a_clear_error(read, data):
    try:
        evidence = read(data)
    except BadEvidence:
        return
    assert judge(Evidence("a", 0, (Record("y", 1),)), evidence, 1.0).points in (0.0, 1.0)


@pytest.mark.parametrize("field", ["share", "rtol", "atol", "at_least"])
def test_a_number_that_no_float_can_hold_is_a_clear_error(field):
    data = to_json(Evidence("a", 0, (Record("y", 1.0),)))
    data["records"][0][field] = 10**400
    with pytest.raises(BadEvidence):
        from_json(data)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
        st.lists,
        max_leaves=9,
    )
)
def test_plain_data_comes_back_as_it_was(value):
    assert decode(encode(plain(value))) == value
