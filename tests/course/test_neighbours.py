"""The nearest answers on the marking page belong with an answer, in both languages."""

import pytest

from benchmarks import neighbours


@pytest.mark.parametrize("answers", [neighbours.meant, neighbours.judged])
def test_more_of_the_nearest_answers_belong_with_an_answer_than_letters_alone_would_say(answers):
    labels, texts = answers()
    by_letters = neighbours.belonging(labels, neighbours.by_letters(texts))
    by_meaning = neighbours.belonging(labels, neighbours.by_meaning(texts))
    assert by_meaning > 1.05 * by_letters


def test_of_sixty_answers_nearest_ones_half_belong_with_them():
    """By chance 9 of 59 would; the answers of a meaning have few words in common."""
    labels, texts = neighbours.meant()
    assert len(texts) == 60 and sum(map(str.isascii, texts)) == 30
    found = neighbours.belonging(labels, neighbours.by_meaning(texts))
    assert found >= 80  # of 180; by letters 57
