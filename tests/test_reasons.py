"""Why something was not graded to its end: kept as data, told in the reader's language."""

import pytest
from courses import SHORT
from repository import REPOSITORY
from submissions import template

from autograder import course as registry
from autograder.evaluate.outcome import Outcome, outcome_in, put_outcome
from autograder.reasons import Kind, Why, because
from autograder.reports.feedback_page import page
from autograder.states import State

TOLD = {
    State.KERNEL_DIED: (because(Why.EXIT_CODE, code=3), "終了コード 3"),
    State.TIMED_OUT: (because(Why.CELL_TIME, cell=7, seconds=30.0), "7 番目のセル"),
    State.UNREADABLE: (because(Why.OTHER_KIND, kind=Kind.PICTURE), "画像"),
}


def outcome(state, reason):
    return Outcome("ada", SHORT, state, [reason], 1, "key", language="ja")


@pytest.mark.parametrize("state", TOLD)
def test_a_page_tells_its_reason_in_the_students_language_alone(state):
    reason, words = TOLD[state]
    notebook = template("ja")
    put_outcome(notebook, outcome(state, reason))
    written = page(registry.load(REPOSITORY), notebook, {"student": "ada", "assignment": SHORT})
    assert words in written and str(reason) not in written and 'lang="en"' not in written


@pytest.mark.parametrize("state", TOLD)
def test_a_reason_that_was_kept_is_the_same_when_it_is_read(state):
    notebook, before = template(), outcome(state, TOLD[state][0])
    put_outcome(notebook, before)
    assert outcome_in(notebook.metadata) == before


def test_the_sentence_that_an_earlier_version_kept_is_still_shown():
    before = vars(outcome(State.TIMED_OUT, because(Why.NO_ANSWER)))
    old = {name: value for name, value in before.items() if name != "reasons"}
    read = outcome_in({"labkit": old | {"reason": "cell 7 ran longer than 30 s"}})
    assert read.reason == "cell 7 ran longer than 30 s" and read.told("ja") == [read.reason]
