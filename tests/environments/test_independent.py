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
from autograder.answers.known import known_answers
from autograder.answers.trial import try_answers
from autograder.judging.verdicts import submitted_evidence
from autograder.notebooks import checks
from labkit.judge import judge
from labkit.mistakes import named
from labkit.reference import PUBLIC_SEED, load


@pytest.mark.sweep
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_in_grading_it_gets_the_name_that_a_person_found_true_or_none(assignment, executor):
    theirs = known_answers(COURSE.assignment(assignment), INDEPENDENT / assignment)
    trials = try_answers(UNHURRIED.assignment(assignment), theirs, executor, lambda _: False, SEED)
    given = {trial.answer.place: trial.verdict.mistake for trial in trials if trial.verdict.mistake}
    assert {place: mistake.name for place, mistake in given.items()} == {
        answer.place: answer.same for answer in theirs if answer.same
    }


@pytest.mark.sweep
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_in_class_it_gets_the_sentence_that_a_person_found_true_or_none(assignment, executor):
    """Judged by the evidence that is shipped."""
    visible, _ = ClearHiddenTests().preprocess(solution(assignment), {})
    executor.engine.preload(COURSE.assignment(assignment).preload)
    limits = UNHURRIED.assignment(assignment).limits
    theirs = known_answers(COURSE.assignment(assignment), INDEPENDENT / assignment)
    given = {
        answer: named(
            judge(load(blank).evidence, submitted_evidence(checks(executed)[blank]), 1)
        ).mistake
        for blank, some in groupby(theirs, lambda other: other.blank)
        for answer, executed in run_together(
            visible, list(some), PUBLIC_SEED, executor.run_one, limits
        )
    }
    reported = {answer.place: mistake.words for answer, mistake in given.items() if mistake}
    wrong = wrong_answers(COURSE.assignment(assignment))
    true = {answer.place: true_words(wrong[answer.blank], answer) for answer in theirs}
    assert reported == {place: words for place, words in true.items() if words}


def true_words(wrong, answer):
    """The sentences, by language, that are true of an independent answer in class."""
    if answer.only_in_grading:
        return {}
    in_class = {known.name: known.known_as_in_class for known in wrong if not known.values_vary}
    return words_of(wrong, answer.in_class or in_class.get(answer.same))
