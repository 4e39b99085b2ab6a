"""Screens of similar answers: each answer is on one of them, and what is equal comes first."""

import tracemalloc

import numpy as np
import pytest

from autograder.marking.similar import MAX_ANSWERS, MAX_LETTERS, Meaning, screens
from autograder.marking.written_answers import WrittenAnswer
from autograder.texts import folded

NOTEBOOK = ["Batch norm multiplies by a float.\nバッチ正規化は小数を掛ける。", "A pixel is real."]


def written_answers(*texts):
    return [WrittenAnswer(f"{n:03}", text, students={str(n): "en"}) for n, text in enumerate(texts)]


def test_each_open_answer_is_on_one_screen_and_a_screen_is_not_too_long():
    some = written_answers(*(f"batch norm {n} " * (n % 90) for n in range(120)))
    open_ = {answer.digest for answer in some[5:]}
    found = screens(some, open_, Meaning(NOTEBOOK))
    assert sorted(answer.digest for part in found for answer in part) == sorted(open_)
    assert max(map(len, found)) <= MAX_ANSWERS
    assert all(sum(len(answer.source) for answer in part) <= MAX_LETTERS for part in found)
    assert screens(some, set(), Meaning(NOTEBOOK)) == []


def test_a_group_begins_with_the_text_of_most_students_and_those_that_are_equal_to_it():
    some = written_answers("pixels", "the norm", "Pixels.", "a pixel", "PIXELS")
    (part,) = screens(some, {answer.digest for answer in some}, Meaning(NOTEBOOK))
    assert [answer.source for answer in part] == [
        "pixels",
        "Pixels.",
        "PIXELS",
        "a pixel",
        "the norm",
    ]


def test_a_text_in_another_language_is_near_to_its_translation():
    norm, japanese, pixel = Meaning(NOTEBOOK).vectors(["batch norm", "バッチ正規化", "the pixel"])
    assert norm @ japanese > 0.9 > norm @ pixel


def test_a_text_of_which_nothing_is_known_is_near_to_none():
    vectors = Meaning(NOTEBOOK[1:]).vectors(["ありません", "", "a real pixel"])
    assert np.allclose(vectors @ vectors.T, np.diag([0, 0, 1]))


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Batch norm.", "batch  norm"),
        ("blocks 3, 4; no sign", "Blocks 3 4 no sign."),
        ("ブロック 3 と 4", "ブロック３と４。"),
        ("ｶﾞｿﾞｳ、重み", "ガゾウ，重み"),
        ("a\nb", "a b"),
    ],
)
def test_what_differs_in_writing_alone_is_equal(text, other):
    assert folded(text) == folded(other)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("x² is 2⁸", "x2 is 28"),
        ("-1", "1"),
        ("0.5", "05"),
        ("x < 1", "x > 1"),
        ("3、4", "34"),
        ("not able", "notable"),
        ("no sign?", "no sign!"),
        ("if a:\n    b\nc", "if a:\n    b\n    c"),
    ],
)
def test_what_may_mean_another_thing_is_not_equal(text, other):
    assert folded(text) != folded(other)


def test_one_long_answer_makes_the_others_no_longer():
    """In an array of texts each takes as much as the longest: 300 of them were 1.2 GB."""
    some = written_answers("x" * 1_000_000, *(f"pixel {n}" for n in range(299)))
    meaning = Meaning(NOTEBOOK)
    meaning.vectors([answer.source for answer in some])  # what is known of letters is not measured
    tracemalloc.start()
    try:
        found = screens(some, {answer.digest for answer in some}, meaning)
        assert tracemalloc.get_traced_memory()[1] < 100e6
    finally:
        tracemalloc.stop()
    assert sum(map(len, found)) == 300


def test_equal_pictures_are_equal_and_are_no_text():
    picture, other = ({"a.png": {"image/png": letter * 1_000_000}} for letter in "AB")
    first, same, different = (
        WrittenAnswer("0", "[a]", shown) for shown in (picture, {**picture}, other)
    )
    assert first.folded == same.folded != different.folded
    assert sum(map(len, first.folded)) < 100
