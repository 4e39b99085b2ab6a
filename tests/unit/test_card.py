"""The card: failures first with what they cost, readable by everybody, on every background."""

import json
import re
from dataclasses import replace
from html import escape

import numpy as np
import pytest
import torch
from bs4 import BeautifulSoup
from cards import CARDS, EMPTY, FAR, X, curve, known, verdict
from hypothesis import given as drawn
from hypothesis import strategies as st

from labkit import card
from labkit.c.problems import EXPLAINED, LONGEST, phrase, problem
from labkit.checks import check
from labkit.evidence import NOT_OWN, Failure, Record
from labkit.judge import Mistake, judge
from labkit.language import LANGUAGES
from labkit.probes import Probe, given


def test_failures_come_first_each_with_its_points():
    judged = verdict((known("y", 1.0), 1.0), (known("ties", 1.0, share=2), 2.0), points=6)
    assert card.text(judged, "en").splitlines() == [
        "relu · 2 of 6 points",
        "  ✗ Ties (−4 pt): the value differs",
        "      got 2, expected 1",
        "      Rule: the rule of ties",
        "  ✓ 1 right: Output",
    ]


def test_what_failures_cost_and_the_points_add_up():
    judged = CARDS["a curve"]
    costs = sum(judged.cost(record) for record in judged.records if not record.passed)
    assert judged.points + costs == judged.max_points


def test_a_condition_costs_all_points_and_comes_first():
    judged = verdict((known("y", 1.0), 2.0), (known("own_function", 1.0, share=0), 2.0))
    lines = card.text(judged, "en").splitlines()
    assert lines[1].startswith("  ✗ Function of your own (−3 pt)")
    assert "      all 3 points depend on this" in lines


def test_many_mistakes_are_the_first_ones_and_a_line_for_the_others_with_what_they_cost():
    shown = BeautifulSoup(card.html(CARDS["many"], "en"), "html.parser").div
    rows = shown.find_all("details", recursive=False)
    assert [row.has_attr("open") for row in rows] == [True, True, False, False]
    assert rows[-1].summary.get_text() == "✗ 6 more (−2 pt)" and len(rows[-1]("details")) == 6
    assert "open" not in rows[-1].details.attrs


def test_a_mistake_with_a_name_has_one_record_next_to_it():
    named = replace(CARDS["many"], mistake=Mistake({"en": "You double it."}, "doubles"))
    assert card.html(named, "en").count("<details open") == 1


def test_the_line_of_a_mistake_does_not_announce_what_only_a_click_shows():
    shown = card.html(CARDS["a curve"], "en")
    assert re.search(r"(\d+) of 40 values differ</summary><div>the first: index 0, ", shown)


def test_one_error_is_reported_once():
    shown = card.text(CARDS["one error for all"], "en")
    assert shown.count("TypeError") == 1 and "(3 checks, −3 pt)" in shown
    assert "Output, Ties, At zero" in shown


def test_an_empty_blank_is_one_line_and_no_mistake():
    shown = card.text(CARDS["not filled in"], "en").splitlines()
    assert shown[1:] == ["  ○ this blank is not filled in yet (3 checks, −3 pt)"]
    assert "#e03131" not in card.html(CARDS["not filled in"], "en")


def test_records_that_hold_the_error_of_an_empty_blank_as_a_word_wait_as_well():
    judged = verdict((known("y", 1.0), EMPTY), (known("refused", "ValueError"), EMPTY.type))
    assert len(card.text(judged, "en").splitlines()) == 2


def test_a_blank_elsewhere_that_is_empty_is_named_by_its_title():
    other = Failure("NotImplementedError", "int8_backward")
    shown = card.text(verdict((known("y", 1.0), other)), "en")
    assert "another blank is not filled in yet: Task 1: int8_backward" in shown


def test_a_mistake_next_to_an_empty_blank_is_still_reported():
    shown = card.html(verdict((known("y", 1.0), 2.0), (known("grad", 1.0), EMPTY)), "en")
    assert "the value differs" in shown and "not filled in yet" in shown and "#e03131" in shown


def test_what_came_back_is_named_as_python_writes_it():
    pairs = [(known("y", torch.ones(2, 1)), torch.ones(1)), (known("names", [1.0] * 3), [1.0])]
    shown = card.text(verdict(*pairs), "en")
    assert "the shape is (1,), not (2, 1)" in shown
    assert "the number of elements is 1, not 3" in shown


def test_one_mistake_in_form_is_reported_once_with_every_form_that_was_expected():
    shapes = [(2, 1), (3, 1), (2, 1)]
    pairs = [(known(f"y_b{n}", torch.ones(shape)), torch.ones(1)) for n, shape in enumerate(shapes)]
    lines = card.text(verdict(*pairs), "en").splitlines()
    assert lines[1] == "  ✗ the shape is (1,), not (2, 1) / (3, 1) (3 checks, −3 pt)"
    assert len(lines) == 3


def test_an_empty_blank_and_another_mistake_in_form_stay_two_rows():
    words = [(known(name, torch.ones(shape)), "a") for name, shape in (("y", 2), ("ties", 3))]
    shown = card.text(verdict(*words, (known("zero", 1.0), EMPTY), (known("x", 1.0), None)), "en")
    assert "(2 checks, " in shown and "not filled in yet" in shown and "but got None" in shown


def test_a_missing_return_is_asked_for_only_where_a_function_came_back_without_a_value():
    with check("relu") as t:
        x = t.normal(3)
        called = t.call(lambda x: None, x)
        y, grad = t.vjp(lambda x: None, x, upstream=x)
        no_gradient = t.vjp(lambda x: x.detach() + 0 * x[:0].sum(), x, upstream=x)[1]
    for value in (called, y, grad):
        assert "return" in card.text(verdict((known("y", x), value)), "en")
    assert no_gradient is not None
    assert "return" not in card.text(verdict((known("y", x), None)), "en")
    lost = card.text(verdict((known("grad", x, upstream=x), None)), "en")
    assert "the gradient is None" in lost


def test_what_a_function_may_not_do_is_reported_in_the_reader_s_language():
    with check("relu") as t:
        x = t.normal(3)
        changed = t.call(lambda x: x.add_(1), x)
        too_many = t.vjp(lambda x: (x, x), x, upstream=x)[0]
    for got in (changed, too_many, {1, 2}):
        shown = card.text(verdict((known("y", x), got)), "ja")
        assert "例外" not in shown and re.search("書き換え|個数|set が", shown), shown


def test_a_result_of_another_function_is_reported_by_what_autograd_recorded():
    judged = verdict((known("y", True), Failure(NOT_OWN, "MulBackward0")))
    assert "autograd recorded MulBackward0" in card.text(judged, "en")
    assert "autograd が記録したのは MulBackward0" in card.text(judged, "ja")
    assert "True" not in card.text(judged, "en")


def test_what_does_not_count_alone_names_what_is_missing():
    fixed = Record("ties", 1.0, seeded=False, backing="grad")
    judged = verdict((known("y", 1.0), 1.0), (fixed, 1.0), (known("grad", 2.0), 3.0))
    assert judged.failed == ["ties", "grad"]
    rows = card.text(judged, "en").splitlines()
    (row,) = (row for row in rows if "this counts once" in row)
    assert row.strip().startswith("○") and row.endswith("Gradient")
    assert "次の項目ができると、点に数えます：勾配" in card.text(judged, "ja")


PLACE = phrase("place", file="a.c", line=7, cell=8)
ACCESS = phrase("joined", one="heap-buffer-overflow", other="write of size 4")
SANITIZED = problem("sanitizer", text=phrase("joined", one=ACCESS, other=PLACE))
IN_ENGLISH = "sanitizer stopped it: heap-buffer-overflow, write of size 4, line 7 of a.c (line 8"
IN_JAPANESE = "サニタイザが止めました：heap-buffer-overflow、write of size 4、a.c の 7 行目"


def of_problem(failure, language):
    return card.html(verdict((known("y", 1.0), failure)), language)


def test_one_problem_in_c_is_reported_in_the_language_of_each_reader_or_in_all():
    english, japanese = (of_problem(SANITIZED, language) for language in ("en", "ja"))
    assert IN_ENGLISH in english and "サニタイザ" not in english
    assert IN_JAPANESE in japanese and "sanitizer" not in japanese
    for words in (IN_ENGLISH, IN_JAPANESE):
        assert words in of_problem(SANITIZED, None)


def nested(depth):
    """A sentence that is twice in another, which is twice in another."""
    data = phrase("exited")
    for _ in range(depth):
        data = {"name": "nothing_written", "array": data}
    return json.dumps(data)


@pytest.mark.parametrize(
    "text",
    [
        "it crashed / クラッシュしました",  # as an earlier labkit wrote it
        "<script>{}</script>",
        "",
        "[]",
        "null",
        '"exited"',
        "1" * 5000,
        "{",
        "{}",
        '{"name": "no_such_message"}',
        '{"name": "card.rule"}',
        '{"name": ["exited"]}',
        '{"name": "crash"}',
        '{"name": "crash", "signal": null}',
        '{"name": "crash", "signal": [11]}',
        '{"name": "too_large", "file": "a", "size": "b", "most": "c"}',
        '{"name": "slow_compiler", "seconds": 1' + "0" * 400 + "}",
        nested(50),
        '{"name": ' * 400,
        "[" * 100_000,
        '{"a":' * 100_000 + "1" + "}" * 100_000,
    ],
    ids=lambda text: text[:30],
)
def test_a_problem_that_labkit_did_not_write_is_shown_as_text(text):
    for language in (*LANGUAGES, None):
        shown = of_problem(Failure(EXPLAINED, text), language)
        assert escape(text[:LONGEST]) in shown and len(shown) < 10_000


@pytest.mark.parametrize("text", [nested(4), json.dumps(phrase("unloadable", text="a" * 900))])
def test_the_sentence_of_a_problem_is_short(text):
    shown = of_problem(Failure(EXPLAINED, text), "en")
    assert "name" not in shown and len(shown) < 3000


def test_where_the_first_mistake_is_drawn_a_second_one_is_a_line():
    judged = verdict(curve(), (known("y", 1.0), 2.0), (known("ties", 1.0), 2.0))
    rows = BeautifulSoup(card.html(judged, "en"), "html.parser").div("details", recursive=False)
    assert rows[0].svg and [row.has_attr("open") for row in rows] == [True, False, False]


def test_a_problem_s_long_texts_are_cut_and_it_stays_whole():
    failure = problem("does_not_compile", message=phrase("line", place=PLACE, text='"' * 10_000))
    shown = of_problem(failure, "en")
    assert "it does not compile: line 7 of a.c" in shown and "name" not in shown


def test_half_a_surrogate_pair_in_a_problem_can_be_written_to_a_file():
    failure = Failure(EXPLAINED, '{"name": "unloadable", "text": "\\ud800"}')
    assert b"cannot be loaded: ?" in of_problem(failure, "en").encode()


def test_a_japanese_card_is_written_in_full_width():
    shown = card.text(CARDS["a curve"], "ja")
    assert "勾配（−1.5 点）：" in shown and "規則：grad の規則" in shown
    assert not re.search(r"[\u3040-\u9fff][:,]", shown), shown


def test_minus_zero_is_shown_as_zero():
    assert "expected 0" in card.text(verdict((known("y", -0.0), 1.0)), "en")


def last_bit(value):
    return float(np.nextafter(value, np.inf))


TEXT = st.text(st.sampled_from("ab1 ␣'\t\n\u00a0\u200b"), max_size=4)
LONG = st.integers(0, 900).map("a ".__mul__)
# Values that differ, most of them as little as possible.
NEAR = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(lambda value: (value, last_bit(value))),
    st.floats(-2, 2, width=32).map(
        lambda value: (value, float(np.float32(value) * np.float32(1.001)))
    ),
    st.sampled_from([(1.0, np.nan), (np.inf, -np.inf), (0.0, 5e-324), (True, False)]),
    st.integers().map(lambda value: (value, value + 1)),
    st.integers(60, 20_000).map(lambda bits: (2**bits, 2**bits + 1)),
    st.tuples(TEXT, TEXT),
    st.tuples(LONG, TEXT, TEXT, LONG).map(
        lambda words: (words[0] + words[1] + words[3], "".join(words))
    ),
).filter(lambda pair: pair[0] != pair[1])
HELD_BY = [
    lambda value: value,
    lambda value: [0, value],
    lambda value: torch.tensor([0, value], dtype=torch.double),
]


@drawn(NEAR, st.sampled_from(HELD_BY))
def test_what_came_out_and_what_is_expected_never_read_the_same(pair, held_by):
    if not isinstance(pair[0], float):
        held_by = HELD_BY[isinstance(pair[0], str)]
    judged = verdict((known("y", held_by(pair[0])), held_by(pair[1])))
    page = BeautifulSoup(card.html(judged, "en"), "html.parser").get_text("\n")
    for shown in (card.text(judged, "en"), page):
        # What a reader sees: white space is one space, and some characters are nothing.
        seen = "".join(filter(str.isprintable, " ".join(shown.split())))
        said = seen.partition("got ")[2].partition(" Rule: ")[0]
        first = said[: (len(said) - len(", expected ")) // 2]
        assert said != f"{first}, expected {first}" and len(said) < 700


@drawn(st.floats(0, 1, exclude_min=True), st.booleans())
def test_an_accuracy_that_is_too_low_never_reads_as_enough(least, is_far):
    got = least / 2 if is_far else float(np.nextafter(least, 0))
    judged = verdict((known("y", 1.0, at_least=least), got))
    for language in LANGUAGES:
        reached, wanted = re.findall(r"(\d[\d.e-]*)%?", card.text(judged, language))[-2:]
        assert reached != wanted and len(reached) < 25


def test_a_long_answer_is_cut():
    shown = card.text(verdict((known("y", "a"), "b" * 10_000)), "en")
    assert "bbb…" in shown and len(shown) < 600


def test_a_drawing_says_in_words_what_it_shows():
    shown = card.html(CARDS["a curve"], "en")
    (words,) = re.findall(r'<svg [^>]*aria-label="([^"]*)"', shown)
    assert words == (
        "Plot: gradient / upstream gradient for inputs from -2 to 2. "
        "The rule gives 0 … 1, yours gives 1 … 1."
    )


def test_a_drawing_has_axes_levels_and_the_marks_of_its_legend():
    shown = card.html(CARDS["a curve"], "en")
    assert 'viewBox="0 0 360 200"' in shown and "stroke-dasharray" in shown
    labels = re.findall(r"<text [^>]*>([^<]*)</text>", shown)
    for label in ("0", "1", "input", "the rule", "yours", "gradient / upstream gradient"):
        assert label in labels
    rings, dots = re.findall(r'<g ([^>]*)>(?=<circle cx="(?:200|270)")', shown)
    assert "stroke" in rings and "stroke" not in dots


def test_values_beyond_a_drawing_are_counted():
    shown = card.html(CARDS["infinite"], "en")
    assert shown.count("40 of your values are outside this plot") == 2


def labels(record):
    return re.findall(r"<text [^>]*>([^<]*)</text>", card.html(verdict(record), "en"))


def test_an_axis_is_logarithmic_where_nearly_all_inputs_lie_close_to_0():
    record = known("y", torch.ones(40), x=FAR), torch.zeros(40)
    assert labels(record)[:5] == ["-1e+09", "-1e+05", "0", "1e+05", "1e+09"]
    shown = card.html(verdict(record), "en")
    assert len(set(re.findall(r'<circle cx="(\d+)"', shown))) > 20


def test_an_axis_stays_linear_where_the_inputs_are_spread():
    assert labels((known("y", torch.ones(40), x=X), torch.zeros(40)))[:3] == ["-2", "0", "2"]


def test_mistakes_too_small_to_be_seen_are_not_drawn_as_if_all_were_right():
    x = torch.linspace(-128, 127, 60)
    cut_off, halved = ((known("y", x.round(), x=x), got) for got in (x.trunc(), x / 2))
    assert "<svg" not in card.html(verdict(cut_off), "en")
    assert "<svg" in card.html(verdict(halved), "en")


@pytest.mark.parametrize("largest", [1, 1.9, 2.3, 3, 3.9, 4.2, 4.9, 7, 9.9])
def test_both_axes_have_three_numbers_at_least_and_each_dashed_line_has_its_own(largest):
    x = X / 2 * largest
    shown = card.html(verdict((known("y", x, x=x), x * 0)), "en")
    places = re.findall(r'<text x="\d+" y="\d+" text-anchor="(middle|end)"[^>]*>([-.\d]+)<', shown)
    along, up = ([words for side, words in places if side == kind] for kind in ("middle", "end"))
    assert len(along) >= 3 and len(up) >= 3
    assert "0" in up and ("1" in up or largest > 4.5)  # there 1 has no room next to 0


def wrong_gradient(a, b):
    """The card of a product whose gradient of b is taken for that of a."""
    with check("example") as t:
        upstream = t.normal(40), t.normal(40)
        right = {"value": b * upstream[0] + upstream[1], "upstream": upstream}
        found = given(lambda a, b: (a * b, a), [Probe((a, b), upstream, [], [])], right["value"])
        t.record("grad", right["value"], **found)
    with check("example") as s:
        s.record("grad", a * upstream[0] + upstream[1])
    return judge(t.evidence, s.evidence, 1)


def test_a_card_names_all_that_the_call_got_as_code_that_runs():
    judged = wrong_gradient(torch.randn(40), torch.randn(40))
    line = next(
        shown_line
        for shown_line in card.text(judged, "en").splitlines()
        if "torch.tensor" in shown_line
    )
    there = {"torch": torch}
    exec(line.split(": ", 1)[1], there)  # as a student would in a cell
    problem = judged.records[0].cause
    expected = there["b"] * there["upstream1"] + there["upstream2"]
    assert expected.item() == problem.expected
    assert (there["a"] * there["upstream1"] + there["upstream2"]).item() == problem.got


def test_only_what_a_curve_can_tell_is_drawn():
    assert "<svg" not in card.html(wrong_gradient(torch.randn(40), torch.randn(40)), "en")
    assert "<svg" in card.html(CARDS["a curve"], "en")


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (torch.tensor(0.1), "torch.tensor(0.1)"),
        (torch.tensor([0.1, torch.inf]), 'torch.tensor([0.1, float("inf")])'),
        (torch.tensor(0.1, dtype=torch.float64), "torch.tensor(0.1, dtype=torch.float64)"),
        (torch.tensor([[1, 2], [3, 4]]), "torch.tensor([[1, 2], [3, 4]])"),
        (torch.tensor(True), "torch.tensor(True)"),
        (np.float32([0.5]), "np.array([0.5], dtype=np.float32)"),
        (torch.empty(0, 4), "torch.empty((0, 4))"),
        (3, "3"),
        (float("nan"), 'float("nan")'),
    ],
)
def test_what_a_call_got_is_written_as_python_reads_it(value, code):
    judged = verdict((known("y", 1.0, x=value), 2.0))
    assert f"x = {code}" in card.text(judged, "en")


def test_of_several_calls_the_card_shows_what_the_wrong_one_got():
    outputs = [torch.zeros(3), torch.ones(3)]
    judged = verdict(
        (known("y", outputs, calls=2, x=torch.tensor([[1.0, 2, 3], [4, 5, 6]])), [outputs[0]] * 2)
    )
    assert "x = torch.tensor(4.0)" in card.text(judged, "en")
