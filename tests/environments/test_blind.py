"""A wrong answer that was written without sight of the checks loses points in grading."""

import pytest
from repository import ASSIGNMENTS, BLIND, COURSE
from runs import SEED, UNHURRIED

from autograder.answers.known import known_answers
from autograder.answers.trial import try_answers


@pytest.mark.sweep
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_blind_answer_loses_points(assignment, executor):
    blind = known_answers(COURSE.assignment(assignment), BLIND / assignment)
    trials = try_answers(UNHURRIED.assignment(assignment), blind, executor, lambda _: False, SEED)
    assert [trial.answer.place for trial in trials if not trial.is_as_it_should_be] == []
