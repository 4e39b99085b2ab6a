"""A wrong answer of an independent author gets a true sentence, or none.

Their authors had read only the notebooks; `same` and `in_class` in independent/ are what a person
found true.
"""

from itertools import groupby

import pytest
from nbgrader.preprocessors import ClearHiddenTests
from repository import ASSIGNMENTS, COURSE, INDEPENDENT, solution
from runs import SEED, UNHURRIED

from autograder.answers.blanks import run_together, words_of, wrong_answers
from autograder.answers.known import answers
from autograder.answers.trial import try_answers
from autograder.judging.verdicts import answers_of
from autograder.notebooks import checks
from labkit.judge import judge
from labkit.mistakes import named
from labkit.reference import PUBLIC_SEED, load


@pytest.mark.sweep
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_in_grading_it_gets_the_name_that_a_person_found_true_or_none(assignment, executor):
    theirs = answers(COURSE.assignment(assignment), INDEPENDENT / assignment)
    trials = try_answers(UNHURRIED.assignment(assignment), theirs, executor, lambda _: False, SEED)
    given = {one.answer.place: one.verdict.mistake for one in trials if one.verdict.mistake}
    assert {place: mistake.name for place, mistake in given.items()} == {
        one.place: one.same for one in theirs if one.same
    }


@pytest.mark.sweep
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_in_class_it_gets_the_sentence_that_a_person_found_true_or_none(assignment, executor):
    """Judged by the evidence that is shipped."""
    visible, _ = ClearHiddenTests().preprocess(solution(assignment), {})
    executor.engine.preload(COURSE.assignment(assignment).preload)
    limits = UNHURRIED.assignment(assignment).limits
    theirs = answers(COURSE.assignment(assignment), INDEPENDENT / assignment)
    given = {
        answer: named(judge(load(blank).evidence, answers_of(checks(executed)[blank]), 1)).mistake
        for blank, some in groupby(theirs, lambda one: one.blank)
        for answer, executed in run_together(
            visible, list(some), PUBLIC_SEED, executor.run_one, limits
        )
    }
    reported = {one.place: mistake.words for one, mistake in given.items() if mistake}
    wrong = wrong_answers(COURSE.assignment(assignment))
    true = {one.place: true_words(wrong[one.blank], one) for one in theirs}
    assert reported == {place: words for place, words in true.items() if words}


def true_words(wrong, answer):
    """The sentences, by language, that are true of an independent answer in class."""
    if answer.only_in_grading:
        return {}
    in_class = {one.name: one.known_as_in_class for one in wrong if not one.values_vary}
    return words_of(wrong, answer.in_class or in_class.get(answer.same))
