"""Both judges give points by docs/maintainers/judging.md: a test for each of its sentences."""

import base64
import json
import math
import random
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from second_judge import Points, second_judge

from labkit.evidence import BadEvidence, from_json, submission_from_json
from labkit.judge import judge

FORMATS = dict(zip(("int8", "int16", "int32", "int64"), "bhiq", strict=True))
FORMATS |= dict(zip(("uint8", "uint16", "uint32", "uint64"), "BHIQ", strict=True))
FORMATS |= {"bool": "B", "float16": "e", "bfloat16": "f", "float32": "f", "float64": "d"}
FLOATING = ("float16", "bfloat16", "float32", "float64")
WHOLE = tuple(dtype for dtype in FORMATS if dtype not in (*FLOATING, "bool"))
INFINITY, NAN = math.inf, math.nan

# numpy's, of tolerances that no check has.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


def array(dtype, *numbers, shape=None, kind="tensor"):
    """The JSON of an array."""
    content = struct.pack(f"<{len(numbers)}{FORMATS[dtype]}", *numbers)
    shape = [len(numbers)] if shape is None else shape
    text = base64.b64encode(content).decode()
    return {"array": text, "kind": kind, "dtype": dtype, "shape": shape}


def number(value):
    """The JSON of a float."""
    return {"float": repr(float(value))}


def failure(kind="ValueError", words="no such bits"):
    return {"failure": [kind, words]}


def record(name, value, share=1.0, rtol=0.0, atol=0.0, **more):
    """A record as the solution holds it."""
    return {"name": name, "value": value, "share": share, "rtol": rtol, "atol": atol} | more


def answer(name, value):
    """A record with all that counts of a submission."""
    return {"name": name, "value": value}


def evidence(*records, seed=17, error=None):
    return {"check": "demo", "seed": seed, "error": error, "records": list(records)}


def first_judge(solution, submission, max_points):
    """What the judge that grades says, in the second judge's form."""
    try:
        answers = submission_from_json(submission)
    except BadEvidence:
        answers = None
    verdict = judge(from_json(solution), answers, max_points)
    return Points(verdict.points, tuple(verdict.failed))


def both(solution, submission, max_points=2.0):
    """What either judge gives: they are the same."""
    for_the_card = {"given": [], "rule": {}}
    full = solution | {"records": [record | for_the_card for record in solution["records"]]}
    points = first_judge(full, submission, max_points)
    assert second_judge(full, submission, max_points) == points
    return points


def passes(expected, got, **fields):
    """Whether one value passes against the solution's."""
    solution = evidence(record("value", expected, **fields))
    points = both(solution, evidence(answer("value", got)), 2.0)
    assert points in (Points(2.0, ()), Points(0.0, ("value",)))
    return not points.failed


def is_unreadable(submission):
    """Whether a submission that also holds the right answer counts as nothing recorded."""
    return both(evidence(record("right", 1)), submission, 2.0) == Points(0.0, ("right",))


def spoils(value):
    """Whether this value, next to a right answer, makes the whole evidence unreadable."""
    return is_unreadable(evidence(answer("right", 1), answer("other", value)))


# What a check cell leaves behind.


def test_of_a_submission_nothing_counts_but_seed_error_names_and_values():
    solution = evidence(record("half", number(0.5), share=2.0, atol=0.01), record("one", 1))
    greedy = record("half", number(0.6), share=9.0, rtol=9.0, atol="wide", at_least=0.0, seeded=0)
    submission = evidence(greedy, answer("one", 1) | {"share": [], "given": 3, "rule": 1.5})
    submission |= {"check": "another", "more": {}}
    assert both(solution, submission, 3.0) == Points(1.0, ("half",))


def test_what_ended_the_check_takes_nothing_from_the_records_before_it():
    solution = evidence(record("first", 1), record("second", 2))
    submission = evidence(answer("first", 1), error=failure())
    assert both(solution, submission, 2.0) == Points(1.0, ("second",))


@pytest.mark.parametrize("error", ["boom", ["ValueError", "boom"], {"failure": "boom"}, 1, {}, []])
def test_an_error_that_is_no_failure_makes_the_evidence_unreadable(error):
    assert is_unreadable(evidence(answer("right", 1), error=error))


# How a value is written.


@pytest.mark.parametrize("dtype", FORMATS)
@pytest.mark.parametrize("kind", ["tensor", "numpy array"])
def test_an_array_of_each_dtype_is_read(dtype, kind):
    value = array(dtype, 0, 1, 1, 0, shape=[2, 2], kind=kind)
    assert passes(value, value) and not passes(value, array(dtype, 0, 1, 1, 1, shape=[2, 2]))


def test_an_array_is_little_endian():
    value = {"array": "AAE=", "kind": "tensor", "dtype": "int16", "shape": [1]}
    assert passes(array("int16", 256), value)


def test_bfloat16_is_stored_as_float32():
    value = array("bfloat16", 1.0)
    assert value["array"] == "AACAPw==" and not spoils(value)
    assert spoils(value | {"array": base64.b64encode(b"\x80\x3f").decode()})


def test_an_array_without_dimensions_has_one_element_and_an_empty_one_none():
    assert passes(array("int8", 5, shape=[]), array("int8", 5, shape=[]))
    assert passes(array("int8", shape=[3, 0]), array("int8", shape=[3, 0]))
    assert not spoils(array("float32", shape=[0, 2_000_000]))
    assert spoils(array("float32", shape=[0, 10**30]))
    assert spoils(array("float32", shape=[]))


@pytest.mark.parametrize("value", [0, -1, 2**63 - 1, "", "word", True, False, None, []])
def test_whole_numbers_strings_true_false_and_null_are_themselves(value):
    assert passes(value, value)


@pytest.mark.parametrize("text", ["1.5", "-0.0", "1e-05", "1e+16", "nan", "inf", "-inf"])
def test_a_float_is_read_as_python_writes_it(text):
    assert passes({"float": text}, {"float": text})


@pytest.mark.parametrize("text", ["1", "1.50", " 1.5", "1_0.0", "1e5", "-nan", "Infinity", "", "x"])
def test_a_float_written_in_another_way_is_unreadable(text):
    assert spoils({"float": text})


@pytest.mark.parametrize("value", [2**63, -(2**63), 2**64, -(10**400)])
def test_an_integer_with_more_than_63_bits_is_read_from_hexadecimal(value):
    assert passes({"int": hex(value)}, {"int": hex(value)})
    assert not passes({"int": hex(value)}, {"int": hex(value + (1 if value > 0 else -1))})
    assert spoils(value)


@pytest.mark.parametrize(
    "text", ["", "0x", "-", "5", "0x7fffffffffffffff", f"{2**70}!", "0x1_0000_0000_0000_0000", 1]
)
def test_an_integer_written_in_another_way_is_unreadable(text):
    assert spoils({"int": text})


@pytest.mark.parametrize("value", [1.5, 2.0, NAN, INFINITY])
def test_a_number_with_a_point_is_unreadable(value):
    assert spoils(value) and spoils([1, [value]])


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"floats": "1.5"},
        {"float": 1.5},
        {"float": None},
        {"float": "1.5", "int": "0x1"},
        {"failure": "ValueError"},
        {"failure": ["ValueError"]},
        {"failure": ["ValueError", "words", "more"]},
        {"failure": ["ValueError", None]},
        {"failure": {"0": "ValueError", "1": "words"}},
        {"array": "AAAA"},
    ],
)
def test_an_object_of_another_form_is_unreadable(value):
    assert spoils(value) and spoils([[value]])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("dtype", "complex64"),
        ("dtype", "datetime64"),
        ("dtype", "object"),
        ("dtype", "<f4"),
        ("dtype", "torch.float32"),
        ("dtype", None),
        ("dtype", ["float32"]),
        ("kind", "list"),
        ("kind", None),
        ("shape", [-1, -2]),
        ("shape", [2.0]),
        ("shape", ["2"]),
        ("shape", [True, 2]),
        ("shape", 2),
        ("shape", {"2": 2}),
        ("shape", [1]),
        ("shape", [3]),
        ("shape", []),
        ("shape", [2**62] * 50_000),
        ("array", None),
        ("array", [0]),
        ("array", "AAAA"),
        ("array", "AAAAAAAAAAA"),
        ("array", "AAAAAAAAAAA=\n"),
        ("array", "AAAA AAAAAAA="),
        ("array", "AAAAAAAAAAB="),
        ("array", "\u3042" * 12),
        ("array", "\ud800"),
        ("more", None),
    ],
)
def test_an_array_of_another_form_is_unreadable(field, value):
    right = array("float32", 0.0, 0.0)
    assert right["array"] == "AAAAAAAAAAA=" and not spoils(right)
    assert spoils(right | {field: value})


@pytest.mark.parametrize("field", ["array", "kind", "dtype", "shape"])
def test_an_array_with_a_field_missing_is_unreadable(field):
    value = array("float32", 1.0)
    del value[field]
    assert spoils(value)


def test_an_element_of_bool_is_0_or_1():
    assert spoils(array("bool", 0, 2))


@pytest.mark.parametrize(
    "submission",
    [
        None,
        1,
        1.5,
        "evidence",
        [],
        {},
        [evidence(answer("right", 1))],
        {"seed": 17, "records": [answer("right", 1)]},
        {"seed": 17, "error": None},
        {"seed": 17, "error": None, "records": {"right": answer("right", 1)}},
        evidence(answer("right", 1), None),
        evidence(answer("right", 1), []),
        evidence(answer("right", 1), {"name": "no value"}),
        evidence(answer("right", 1), {"value": 1}),
        evidence(answer("right", 1), answer(1, 1)),
        evidence(answer("right", 1), answer(None, 1)),
        evidence(answer("right", 1), answer(["right"], 1)),
        evidence(answer("right", 1), seed=None),
        evidence(answer("right", 1), seed={}),
    ],
)
def test_evidence_of_another_form_is_as_if_nothing_had_been_recorded(submission):
    assert is_unreadable(submission)


def test_a_list_nested_without_end_does_not_stop_the_judge():
    deep = bad = 1
    for _ in range(100_000):
        deep, bad = [deep], [bad, 1.5]
    assert spoils(deep) and spoils(bad)
    assert not passes([[1]], deep)


# When a record passes.


def test_a_record_that_is_missing_fails():
    solution = evidence(record("first", 1), record("second", 2))
    assert both(solution, evidence(answer("second", 2)), 2.0) == Points(1.0, ("first",))


def test_a_record_that_is_there_twice_fails_and_no_other():
    solution = evidence(record("first", 1), record("second", 2))
    submission = evidence(answer("first", 1), answer("second", 2), answer("first", 1))
    assert both(solution, submission, 2.0) == Points(1.0, ("first",))


@pytest.mark.parametrize("seed", [18, -17, 17.0, "17", True, [17]])
def test_with_another_seed_every_record_fails(seed):
    solution = evidence(record("first", 1), record("second", 2))
    submission = evidence(answer("first", 1), answer("second", 2), seed=seed)
    assert both(solution, submission, 2.0) == Points(0.0, ("first", "second"))


def test_true_is_not_the_seed_1():
    assert both(evidence(seed=1), evidence(seed=True), 1.0) == Points(0.0, ())
    given = evidence(answer("a", 1), seed=True)
    assert both(evidence(record("a", 1), seed=1), given, 1.0).failed == ("a",)


@pytest.mark.parametrize(
    ("value", "right"),
    [(0.7, True), (0.9, True), (1.0, True), (0.699, False), (1.001, False), (INFINITY, False)]
    + [(NAN, False), (-INFINITY, False)],
)
def test_an_accuracy_passes_from_at_least_to_1(value, right):
    assert passes(number(0.1), number(value), at_least=0.7) is right


@pytest.mark.parametrize("value", [1, True, "0.9", [number(0.9)], failure(), None])
def test_an_accuracy_is_a_float(value):
    assert not passes(value, value, at_least=0.7)


def test_a_failure_passes_only_if_the_solution_fails_in_the_same_way():
    assert passes(failure("ValueError", "bits"), failure("ValueError", "bits"))
    assert not passes(failure("ValueError", "bits"), failure("TypeError", "bits"))
    assert not passes(failure("ValueError", "bits"), failure("ValueError", "Bits"))
    assert not passes(1, failure()) and not passes([1], failure())


def test_another_value_does_not_pass_where_the_solution_fails():
    for value in (1, None, "ValueError", ["ValueError", "no such bits"], number(1.0)):
        assert not passes(failure(), value)


def test_an_array_has_the_same_kind_shape_and_dtype():
    right = array("float32", 1.0, 2.0)
    assert not passes(right, array("float32", 1.0, 2.0, kind="numpy array"), rtol=9.0, atol=9.0)
    assert not passes(right, array("float32", 1.0, 2.0, shape=[1, 2]), rtol=9.0, atol=9.0)
    assert not passes(right, array("float64", 1.0, 2.0), rtol=9.0, atol=9.0)
    assert not passes(array("int8", 1), array("uint8", 1))
    assert not passes(right, [number(1.0), number(2.0)]) and not passes([number(1.0)], right)
    assert not passes(array("float32", shape=[0]), array("float32", shape=[0, 1]))


@pytest.mark.parametrize("dtype", [*WHOLE, "bool"])
def test_bool_and_integer_elements_are_equal_whatever_the_tolerance(dtype):
    assert passes(array(dtype, 0, 1), array(dtype, 0, 1))
    assert not passes(array(dtype, 0, 1), array(dtype, 0, 0), rtol=9.0, atol=9.0)


def test_integers_that_a_float64_cannot_tell_apart_differ():
    assert not passes(array("int64", 2**62), array("int64", 2**62 + 1))
    assert not passes(array("uint64", 2**64 - 1), array("uint64", 2**64 - 2))


@pytest.mark.parametrize("dtype", FLOATING)
def test_each_floating_element_fits(dtype):
    right = array(dtype, 1.0, -2.0)
    assert passes(right, array(dtype, 1.25, -2.5), rtol=0.25)
    assert not passes(right, array(dtype, 1.0, -2.625), rtol=0.25)
    assert not passes(right, array(dtype, 1.375, -2.0), rtol=0.25)


def test_a_list_passes_one_by_one_with_the_records_own_tolerance():
    right = [1, [number(2.0), array("float32", 4.0)], "word", failure()]
    near = [1, [number(2.5), array("float32", 5.0)], "word", failure()]
    assert passes(right, near, rtol=0.25) and not passes(right, near)
    assert not passes(right, [2, *near[1:]], rtol=0.25)
    assert not passes(right, near[:3], rtol=0.25) and not passes(near[:3], right, rtol=0.25)
    assert not passes(right, [*near[:3], failure("TypeError")], rtol=0.25)
    assert passes([], []) and not passes([], None) and not passes([[]], [])


def test_a_float_passes_if_it_fits_and_only_a_float_does():
    assert passes(number(1.0), number(1.5), atol=0.5)
    assert not passes(number(1.0), number(1.75), atol=0.5)
    for value in (1, "1.0", True, array("float64", 1.0, shape=[]), [number(1.0)]):
        assert not passes(number(1.0), value, atol=0.5)


@pytest.mark.parametrize(
    ("expected", "got"),
    [(1, True), (True, 1), (0, False), (1, 2), (1, "1"), ("a", "A"), (None, False), (None, "")]
    + [(1, {"float": "1.0"}), (0, None), ("", []), (True, False)],
)
def test_everything_else_is_of_the_same_type_and_equal(expected, got):
    assert not passes(expected, got, rtol=9.0, atol=9.0)


# When a floating value fits.


@pytest.mark.parametrize(
    ("expected", "got", "rtol", "atol", "right"),
    [
        (8.0, 8.5, 0.0, 0.5, True),
        (8.0, 7.5, 0.0, 0.5, True),
        (8.0, 8.625, 0.0, 0.5, False),
        (8.0, 10.0, 0.25, 0.0, True),
        (-8.0, -10.0, 0.25, 0.0, True),
        (8.0, 10.5, 0.25, 0.5, True),
        (8.0, 10.625, 0.25, 0.5, False),
        (10.0, 8.0, 0.2, 0.0, True),
        (8.0, 10.0, 0.2, 0.0, False),  # relative to the solution's value, not to the larger one
        (0.0, -0.0, 0.0, 0.0, True),
        (0.0, 5e-324, 1.0, 0.0, False),
        (1e308, -1e308, 9.0, 0.0, True),  # both sides are infinite in float64
        (NAN, NAN, 0.0, 0.0, True),
        (NAN, 0.0, 9.0, INFINITY, False),
        (0.0, NAN, 9.0, INFINITY, False),
        (NAN, INFINITY, 9.0, INFINITY, False),
        (INFINITY, INFINITY, 0.0, 0.0, True),
        (-INFINITY, -INFINITY, 0.0, 0.0, True),
        (INFINITY, -INFINITY, 9.0, INFINITY, False),
        (INFINITY, 1e308, 9.0, INFINITY, False),
        (1e308, INFINITY, 9.0, INFINITY, False),
    ],
)
def test_a_float_fits_by_the_documents_formula(expected, got, rtol, atol, right):
    assert passes(number(expected), number(got), rtol=rtol, atol=atol) is right
    pair = array("float64", 0.0, expected), array("float64", 0.0, got)
    assert passes(*pair, rtol=rtol, atol=atol) is right


def test_float16_is_compared_in_float64():
    assert not passes(array("float16", 60000.0), array("float16", -60000.0), atol=65504.0)
    assert passes(array("float16", 60000.0), array("float16", -60000.0), atol=120000.0)
    assert passes(array("float16", NAN, -INFINITY), array("float16", NAN, -INFINITY))


# Records that need another one.


@pytest.mark.parametrize(("fields", "backing"), [({}, "y"), ({"backing": "z"}, "z")])
def test_a_record_that_is_not_seeded_fails_without_the_one_that_it_names(fields, backing):
    """Or without the first that is seeded, if it names none."""
    fixed = record("public", 1, seeded=False, **fields)
    seeded = {"y": record("y", 2), "z": record("z", 2)}
    solution = evidence(fixed, *seeded.values())
    alone = both(solution, evidence(answer("public", 1)), 3.0)
    assert alone == Points(0.0, ("public", "y", "z"))
    for name, other in (("y", "z"), ("z", "y")):
        judged = both(solution, evidence(answer("public", 1), answer(name, 2)), 3.0)
        with_backing = Points(2.0, (other,)), Points(1.0, ("public", other))
        assert judged == with_backing[name != backing]


@pytest.mark.parametrize("fields", [{"seeded": False}, {"backed": True}])
def test_a_backing_record_that_lacks_its_own_backs_nothing(fields):
    named = record("public", 1, seeded=False, backing="other")
    solution = evidence(named, record("other", 2, **fields), record("y", 3))
    without = evidence(answer("public", 1), answer("other", 2))
    assert both(solution, without, 3.0) == Points(0.0, ("public", "other", "y"))
    whole = evidence(answer("public", 1), answer("other", 2), answer("y", 3))
    assert both(solution, whole, 3.0) == Points(3.0, ())


def test_a_backing_record_that_is_named_and_missing_passes_nothing():
    solution = evidence(record("public", 1, seeded=False, backing="none"), record("y", 2))
    submission = evidence(answer("public", 1), answer("y", 2))
    assert both(solution, submission, 2.0) == Points(1.0, ("public",))


def test_seeded_true_is_as_good_as_missing():
    solution = evidence(record("public", 1, seeded=False), record("y", 2, seeded=True))
    submission = evidence(answer("public", 1), answer("y", 2))
    assert both(solution, submission, 2.0) == Points(2.0, ())


@pytest.mark.parametrize("fields", [{"at_least": 0.5}, {"share": 0.0}, {"seeded": False}])
def test_an_accuracy_a_condition_and_a_record_not_seeded_back_nothing(fields):
    solution = evidence(
        record("public", 1, seeded=False), record("y", 2), record("a", number(0.9), **fields)
    )
    submission = evidence(answer("public", 1), answer("a", number(0.9)))
    assert "public" in both(solution, submission, 3.0).failed


def test_a_check_without_seeded_records_is_spared_this():
    accuracy = record("a", number(0.9), at_least=0.5)
    solution = evidence(record("public", 1, seeded=False), record("own", 2, share=0.0), accuracy)
    submission = evidence(answer("public", 1), answer("own", 2))
    assert both(solution, submission, 2.0) == Points(1.0, ("a",))


def test_a_condition_that_is_not_seeded_needs_no_backing():
    """It earns nothing itself."""
    right = record("right", number(0.9), at_least=0.5)
    solution = evidence(record("public", 1, share=0.0, seeded=False), right, record("y", 2))
    submission = evidence(answer("public", 1), answer("right", number(0.9)))
    assert both(solution, submission, 2.0) == Points(1.0, ("y",))


# Points.


def test_the_points_are_the_shares_that_pass_rounded_to_two_decimals():
    solution = evidence(record("a", 1, share=1.0), record("b", 2, share=0.5), record("c", 3, 1.5))
    assert both(solution, evidence(answer("a", 1)), 4.0) == Points(1.33, ("b", "c"))
    assert both(solution, evidence(answer("c", 3)), 1) == Points(0.5, ("a", "b"))


def test_a_condition_that_fails_takes_all_points():
    solution = evidence(record("own", True, share=0.0), record("y", 1))
    submission = evidence(answer("own", False), answer("y", 1))
    assert both(solution, submission, 2.0) == Points(0.0, ("own",))
    kept = evidence(answer("own", True), answer("y", 1))
    assert both(solution, kept, 2.0) == Points(2.0, ())


def test_a_check_of_conditions_alone_gives_nothing():
    solution = evidence(record("own", True, share=0.0))
    assert both(solution, evidence(answer("own", True)), 2.0) == Points(0.0, ())
    assert both(evidence(), evidence(), 2.0) == Points(0.0, ())


def test_a_record_that_the_solution_does_not_have_counts_for_nothing():
    submission = evidence(answer("y", 1), answer("more", 1), answer("more", failure()))
    assert both(evidence(record("y", 1)), submission, 2.0) == Points(2.0, ())


def test_failed_records_come_in_the_order_of_the_solution():
    solution = evidence(*(record(name, 1) for name in "bac"))
    submission = evidence(*(answer(name, 2) for name in "cab"))
    assert both(solution, submission, 2.0).failed == ("b", "a", "c")


# The solution, and everything at once.


def test_a_solution_that_cannot_be_read_is_an_error():
    with pytest.raises(ValueError, match="cannot be read"):
        both(evidence(record("y", 1.5)), None, 1.0)
    with pytest.raises(ValueError, match="'y' twice"):
        both(evidence(record("y", 1), record("y", 2)), None, 1.0)


def test_no_evidence_gives_no_points():
    assert both(evidence(record("y", 1)), None, 2.0) == Points(0.0, ("y",))


def test_random_damage_never_raises_and_never_gives_more_points():
    solution = evidence(record("x", array("float32", 1.0, 2.0)), record("y", [number(1.0), None]))
    text = json.dumps(evidence(*(answer(r["name"], r["value"]) for r in solution["records"])))
    random.seed(0)
    for _ in range(2000):
        place = random.randrange(len(text))
        damaged = text[:place] + random.choice('0-9{}[]",:AZ= .e\\') + text[place + 1 :]
        try:
            submission = json.loads(damaged)
        except ValueError:
            continue
        assert 0.0 <= both(solution, submission, 1.0).points <= 1.0


# Both judges. The two modules of labkit were opened only after all of the above was committed.


def bfloats():
    """Numbers that bfloat16 has: a float32 whose lower half is zero."""
    halves = st.binary(min_size=2, max_size=2)
    return halves.map(lambda half: struct.unpack("<f", b"\0\0" + half)[0])


def elements(dtype):
    """Numbers that this dtype has."""
    if dtype == "bfloat16":
        return bfloats()
    if dtype in FLOATING:
        few = st.sampled_from((0.0, -0.0, 1.0, 1.25, NAN, INFINITY, -INFINITY))
        return few | st.floats(width=int(dtype.removeprefix("float")))
    bits = 8 * struct.calcsize(FORMATS[dtype])
    low, high = (0, 2**bits - 1) if dtype.startswith("u") else (-(2 ** (bits - 1)), 2 ** (bits - 1))
    return st.integers(0, 1) if dtype == "bool" else st.integers(low, max(low, high - 1))


@st.composite
def arrays(draw):
    """The JSON of an array of any dtype and shape."""
    dtype, kind = draw(st.sampled_from(tuple(FORMATS))), draw(st.sampled_from(KINDS))
    shape = draw(st.lists(st.integers(0, 3), max_size=3))
    size = math.prod(shape)
    numbers = draw(st.lists(elements(dtype), min_size=size, max_size=size))
    return array(dtype, *numbers, shape=shape, kind=kind)


def integer(value):
    """The JSON of an integer."""
    return {"int": hex(value)} if value.bit_length() > 63 else value


KINDS = ("tensor", "numpy array")
TOLERANCES = st.sampled_from((0.0, 1e-5, 0.01, 0.25, 1.0))
# Sums of quarters are exact in every order. Of other shares, points may differ: see the last test.
SHARES = st.sampled_from((0.0, 0.25, 0.5, 1.0, 1.5, 3.0))
INTEGERS = st.sampled_from((0, 1, 2**63 - 1, 2**63, -(2**63), 10**30)) | st.integers()
SIMPLE = (
    st.none()
    | st.booleans()
    | INTEGERS.map(integer)
    | st.text(max_size=3)
    | st.floats().map(number)
    | st.builds(failure, st.sampled_from(("ValueError", "TypeError")), st.sampled_from("ab"))
    | arrays()
)
VALUES = st.recursive(SIMPLE, lambda inner: st.lists(inner, max_size=3), max_leaves=6)


@st.composite
def neighbours(draw, value, rtol, atol):
    """A value near another one: floats at the tolerance's edge, one element or one item changed."""
    if type(value) is list and value:
        place = draw(st.integers(0, len(value) - 1))
        return value[:place] + [draw(neighbours(value[place], rtol, atol))] + value[place + 1 :]
    if type(value) is dict and "float" in value:
        return number(draw(near(float(value["float"]), rtol, atol)))
    if type(value) is dict and value.get("shape") and value["array"]:
        return draw(arrays_near(value, rtol, atol))
    if type(value) in (bool, int):
        return draw(st.sampled_from((int(value), bool(value), number(bool(value)))))
    return value


def near(value, rtol, atol):
    """Floats about where the tolerance ends."""
    edge = atol + rtol * abs(value)
    ends = [end for end in (value + edge, value - edge, -value) if not math.isnan(end)]
    nearest = [math.nextafter(end, side) for end in ends for side in (INFINITY, -INFINITY)]
    return st.sampled_from([value, *ends, *nearest])


@st.composite
def arrays_near(draw, value, rtol, atol):
    """The same array, but for one element, or for its kind, dtype or shape."""
    twin = {"float32": "bfloat16", "int8": "uint8", "uint64": "int64"}.get(value["dtype"])
    change = draw(st.sampled_from(("element", "element", "element", *KINDS, "dtype", "shape")))
    if change in KINDS:
        return value | {"kind": change}
    if change == "shape":
        return value | {"shape": [1, *value["shape"]]}
    if change == "dtype":
        return value | {"dtype": twin or value["dtype"]}
    code = FORMATS[value["dtype"]]
    numbers = [x for (x,) in struct.iter_unpack("<" + code, base64.b64decode(value["array"]))]
    place = draw(st.integers(0, len(numbers) - 1))
    others = elements(value["dtype"])
    if value["dtype"] == "float64":
        others = near(numbers[place], rtol, atol)
    elif value["dtype"] in FLOATING:
        others |= st.just(-numbers[place])
    numbers[place] = draw(others)
    return array(value["dtype"], *numbers, shape=value["shape"], kind=value["kind"])


def backing(name):
    return {"backing": name}


@st.composite
def records(draw, name):
    """A record of a solution."""
    fields = {"share": draw(SHARES), "rtol": draw(TOLERANCES), "atol": draw(TOLERANCES)}
    if draw(st.integers(0, 5)) == 0:
        accuracy = number(draw(st.sampled_from((0.0, 0.7, 0.9, 1.0, 1.5, NAN))))
        return record(name, accuracy, **fields, at_least=draw(st.sampled_from((0.0, 0.7, 1.0))))
    if draw(st.integers(0, 2)) == 0:
        fields |= {"seeded": draw(st.booleans())}
        fields |= draw(st.just({}) | st.sampled_from(("r0", "r1", "r9")).map(backing))
    return record(name, draw(VALUES), **fields)


@st.composite
def pairs(draw):
    """A solution's evidence and a submission's: right, near, other, missing and doubled answers."""
    truth = [draw(records(f"r{n}")) for n in range(draw(st.integers(0, 4)))]
    answers = []
    for row in truth:
        close = neighbours(row["value"], row["rtol"], row["atol"])
        accuracy = st.sampled_from((0.7, 1.0, 0.0, 2.0)).map(number)
        value = draw(st.just(row["value"]) | close | (accuracy if "at_least" in row else VALUES))
        times = draw(st.sampled_from((1, 1, 1, 1, 1, 0, 2)))
        answers += [answer(row["name"], value)] * times
    answers += draw(
        st.lists(st.builds(answer, st.sampled_from(("r0", "more")), VALUES), max_size=1)
    )
    seed = draw(st.sampled_from((17, 17, 17, 17, 18)))
    error = draw(st.none() | st.just(failure()))
    return evidence(*truth), evidence(*draw(st.permutations(answers)), seed=seed, error=error)


@settings(max_examples=300, deadline=None)
@given(pairs(), st.sampled_from((1, 2.0, 2.5, 7.0)))
def test_both_judges_agree_on_whatever_can_be_read(pair, max_points):
    both(*pair, max_points)


@st.composite
def close_pairs(draw):
    """One number or array, and an answer near it."""
    rtol, atol = draw(TOLERANCES), draw(TOLERANCES)
    value = draw(arrays() | arrays() | arrays() | st.floats().map(number))
    submission = evidence(answer("y", draw(neighbours(value, rtol, atol))))
    return evidence(record("y", value, rtol=rtol, atol=atol)), submission


@settings(max_examples=500, deadline=None)
@given(close_pairs())
def test_both_judges_agree_on_an_answer_near_the_solutions(pair):
    both(*pair)


DAMAGES = (
    lambda record: record | {"value": {}},
    lambda record: record | {"value": {"complex": "1j"}},
    lambda record: record | {"value": [[record["value"], {"array": "AAAA"}]]},
    lambda record: record | {"value": array("float32", 1.0) | {"array": "AAAA"}},
    lambda record: record | {"value": array("float32", 1.0) | {"array": "AACAPw"}},
    lambda record: record | {"value": array("float32", 1.0) | {"array": "AACAPw==\n"}},
    lambda record: record | {"value": array("float32", 1.0) | {"array": 1}},
    lambda record: record | {"value": array("float32", 1.0) | {"shape": [2]}},
    lambda record: record | {"value": array("float32", 1.0) | {"shape": [-1]}},
    lambda record: record | {"value": array("float32", 1.0) | {"shape": [-1, -1]}},
    lambda record: record | {"value": array("float32", 1.0) | {"shape": [None]}},
    lambda record: record | {"value": array("float32", 1.0) | {"shape": 1}},
    lambda record: record | {"value": array("float32", 1.0) | {"dtype": "complex64"}},
    lambda record: record | {"value": array("float32", 1.0) | {"dtype": "object"}},
    lambda record: record | {"value": array("float32", 1.0) | {"dtype": "<M8[s]"}},
    lambda record: record | {"value": array("float32", 1.0) | {"dtype": "none"}},
    lambda record: record | {"value": {"failure": ["ValueError"]}},
    lambda record: record | {"value": {"failure": ["ValueError", "a", "b"]}},
    lambda record: record | {"value": {"failure": None}},
    lambda record: record | {"value": {"float": "one"}},
    lambda record: record | {"value": {"float": None}},
    lambda record: record | {"value": {"int": "0xg"}},
    lambda record: record | {"value": {"int": 5}},
    lambda record: {"name": record["name"]},
    lambda record: {"value": record["value"]},
    lambda record: record["name"],
    lambda record: None,
    lambda record: [record],
)


@settings(max_examples=100, deadline=None)
@given(pairs(), st.sampled_from(DAMAGES), st.integers(0, 4))
def test_both_judges_agree_on_a_record_that_cannot_be_read(pair, damage, place):
    solution, submission = pair
    damaged = damage(answer("more", 1))
    submission["records"].insert(place, damaged)
    assert both(solution, submission).points == 0.0


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(JSON, st.sampled_from(("evidence", "seed", "records", "record", "value")))
def test_both_judges_agree_on_json_of_any_shape(data, place):
    solution = evidence(record("right", 1), record("other", True))
    submission = evidence(answer("right", 1), answer("other", data if place == "value" else True))
    if place in submission:
        submission[place] = data if type(data) is not str else None
    if place == "record":
        submission["records"].append(data)
    both(solution, data if place == "evidence" else submission)


def next_to(expected, got, **fields):
    """A solution and a submission that differ, if at all, in one record of two."""
    solution = evidence(record("right", 1), record("value", expected, **fields))
    return solution, evidence(answer("right", 1), answer("value", got))


def nested(depth):
    value = 1
    for _ in range(depth):
        value = [value]
    return value


ONE = array("float32", 1.0)
RIGHT = evidence(record("right", 1))
LONG = {"int": hex(2**64)}
WITHOUT_CHECK = {
    name: value for name, value in evidence(answer("right", 1)).items() if name != "check"
}
# Where the judges differed once, each with its smallest pair.
DIFFERENCES = {
    "seed Infinity": (RIGHT, evidence(answer("right", 1), seed=INFINITY)),
    "dtype that NumPy cannot parse": next_to(ONE, ONE | {"dtype": ","}),
    "condition that is not seeded": (
        evidence(record("public", 1, share=0.0, seeded=False), record("y", 2)),
        evidence(answer("public", 1)),
    ),
    "infinity where the tolerance overflows": next_to(number(1e308), number(INFINITY), rtol=9.0),
    "number with a point": next_to(number(1.5), 1.5),
    "float as a number": next_to(number(1.5), {"float": 1.5}),
    "failure that is no pair of strings": next_to(failure("1", "2"), {"failure": [1, 2]}),
    "failure in one string": next_to(failure("a", "b"), {"failure": "ab"}),
    "seed in a string": (RIGHT, evidence(answer("right", 1), seed="17")),
    "seed with a point": (RIGHT, evidence(answer("right", 1), seed=17.5)),
    "seed true": (RIGHT | {"seed": 1}, evidence(answer("right", 1), seed=True)),
    "error that is no failure": (RIGHT, evidence(answer("right", 1), error="boom")),
    "name that is no string": (evidence(record("1", 1)), evidence(answer(1, 1))),
    "check missing": (RIGHT, WITHOUT_CHECK),
    "kind that is neither": next_to(ONE, ONE | {"kind": "list"}),
    "size in a string": next_to(ONE, ONE | {"shape": ["1"]}),
    "size with a point": next_to(ONE, ONE | {"shape": [1.5]}),
    "size true": next_to(ONE, ONE | {"shape": [True]}),
    "shape in a string": next_to(ONE, ONE | {"shape": "1"}),
    "float not as Python writes it": next_to(number(1.5), {"float": "1.50"}),
    "small integer in hexadecimal": next_to(5, {"int": "0x5"}),
    "hexadecimal with underscores": next_to(LONG, {"int": "0x1_0000_0000_0000_0000"}),
    "long integer as a number": next_to(LONG, 2**64),
    "one field too many": next_to(ONE, ONE | {"more": 1}),
    "two values in one": next_to(number(1.0), {"float": "1.0", "int": "0x1"}),
    "another name of a dtype": next_to(ONE, ONE | {"dtype": "f4"}),
    "bool that is 2": next_to(array("bool", 1), array("bool", 2)),
    "base64 with bits left over": next_to(ONE, ONE | {"array": "AACAPx=="}),
    "65 dimensions": next_to(1, array("float32", 1.0, shape=[1] * 65)),
    "four million elements": next_to(1, array("uint8", *bytes(4_000_001))),
    "size that is huge, in an empty array": next_to(1, array("float32", shape=[0, 10**30])),
    "empty array that NumPy cannot hold": (
        RIGHT,
        evidence(answer("right", 1), answer("more", array("int8", shape=[0, *[2_000_000] * 4]))),
    ),
    "list nested 2,000 deep": next_to(1, nested(2000)),
}


@pytest.mark.parametrize("case", DIFFERENCES)
def test_both_judges_agree_where_they_differed_once(case):
    both(*DIFFERENCES[case])


def test_a_shape_of_many_sizes_is_refused_at_once():
    """Their product would take a minute."""
    both(*next_to(ONE, ONE | {"shape": [2**62] * 100_000}))


def test_both_judges_agree_on_points_half_way_between_two_decimals():
    shares = {"a": 0.33, "b": 2.59, "c": 3.48}
    solution = evidence(*(record(name, 1, share) for name, share in shares.items()))
    both(solution, evidence(answer("c", 1)), 4)  # 4 * 3.48 / 6.4 is 2.175
