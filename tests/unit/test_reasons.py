"""Why something was not graded to its end: kept as data, shown in the reader's language."""

import csv
import json
from dataclasses import asdict, replace

import pytest
from courses import SHORT
from repository import course_with_gradebook
from submissions import template

from autograder.engine.execution import Stop, StopKind
from autograder.gradebook import store
from autograder.judging.outcome import (
    Key,
    Outcome,
    outcome_in,
    reasons_of,
    state_of,
    write_outcome,
)
from autograder.reports import export
from autograder.reports.feedback_page import page
from autograder.states import Kind, State, Why, because
from autograder.submission.cleaned import Change, Submission
from autograder.submission.decode import parse
from autograder.submission.suspicious import suspicious

TOLD = {
    State.KERNEL_DIED: (because(Why.EXIT_CODE, code=3), "終了コード 3"),
    State.TIMED_OUT: (because(Why.CELL_TIME, cell=7, seconds=30.0), "7 番目のセル"),
    State.UNREADABLE: (because(Why.OTHER_KIND, kind=Kind.PICTURE), "画像"),
}

TOUCH = because(Why.TOUCHES, cell=3, line=1, code="torch.sign")
CELL = '{"cell_type": "code", "source": "あ"}'
# What a person should look at in a file that was read.
READ = {
    f'{{"cells": [{CELL}, {{"cell_ty'.encode(): Why.BROKEN_FILE,
    f'{{"cells": [{CELL}]}} more'.encode(): Why.MORE_NOT_READ,
    f'{{"cells": [{CELL}]}}'.encode().replace(b"\x81", b"\0"): Why.BROKEN_LETTERS,
}


def outcome(state, reason):
    return Outcome("ada", SHORT, state=state, reasons=[reason], seed=1, key=Key(), language="ja")


@pytest.fixture
def course(tmp_path):
    return course_with_gradebook(tmp_path)


def written(course, its_outcome):
    """The student's page."""
    notebook = template("ja")
    write_outcome(notebook, its_outcome)
    names = {"student": "ada", "assignment": SHORT, "key": "00" * 32}
    return page(course, notebook, names)


@pytest.mark.parametrize("state", TOLD)
def test_a_page_tells_its_reason_in_the_students_language_alone(state, course):
    reason, words = TOLD[state]
    shown = written(course, outcome(state, reason))
    assert words in shown and str(reason) not in shown and 'lang="en"' not in shown


def test_what_a_person_should_look_at_is_not_on_the_students_page(course):
    shown = written(course, outcome(State.NEEDS_REVIEW, TOUCH))
    assert TOUCH.text("ja") not in shown and str(TOUCH) not in shown


@pytest.mark.parametrize("state", [*TOLD, State.NEEDS_REVIEW])
def test_a_reason_that_was_kept_is_the_same_when_it_is_read(state):
    before = outcome(state, TOLD.get(state, [TOUCH])[0])
    assert outcome_in({"labkit": json.loads(json.dumps(asdict(before)))}) == before


@pytest.mark.parametrize("kind", StopKind)
def test_each_kind_of_stop_has_a_reason_of_its_name(kind):
    (reason,) = reasons_of([Stop(kind, {"cell": 3})])
    assert (reason.why, reason.values) == (kind, {"cell": 3})


STOPPED = [
    ([], "graded"),
    (["cell_time", "not_interrupted"], "timed out"),
    (["cell_memory", "not_interrupted"], "out of memory"),
    (["signal", "again_without"], "kernel died"),
    (["signal", "again_without", "cell_time"], "timed out"),
    (["cell_time", "not_interrupted", "again_without", "large_message"], "too much output"),
]


@pytest.mark.parametrize(("kinds", "state"), STOPPED)
def test_the_first_stop_of_the_last_run_that_had_one_decides_the_state(kinds, state):
    assert state_of([Stop(StopKind(kind)) for kind in kinds]) == state


@pytest.mark.parametrize("file", READ, ids=READ.get)
def test_what_was_read_with_a_loss_has_its_sentence_in_each_language(file):
    (reason,) = parse(file).review
    assert reason.why == READ[file] and reason.text("ja") != str(reason)


def test_what_is_too_deep_to_be_read_is_named_by_its_cell():
    (touch,) = suspicious([(3, f"torch{'.a' * 2000} = 1")], {"torch": "torch"})
    assert str(touch.reason) == "cell 3 holds an expression nested too deeply to be read"


def test_what_was_repaired_is_reported_to_instructors_in_their_language():
    changes = [("one", Change.EDITED), ("two", "a.c"), ("three", Change.EDITED)]
    edited, taken = Submission(template(), changes).reasons
    assert edited.text("ja").startswith("one, three：書き換えられていました。")
    assert str(taken) == "took a.c for: two" and "a.c" in taken.text("ja")


@pytest.mark.parametrize("languages", [("en", "ja"), ("ja", "en")])
def test_the_table_of_grades_tells_reasons_in_the_courses_first_language(
    languages, course, monkeypatch, tmp_path
):
    course = replace(course, root=tmp_path, languages=languages)
    monkeypatch.setattr(store, "outcomes", lambda *_: [outcome(State.NEEDS_REVIEW, TOUCH)])
    export.write_grades([course.assignment(SHORT)], tmp_path / "grades.csv")
    with (tmp_path / "grades.csv").open(encoding="utf-8") as file:
        (row,) = csv.DictReader(file)
    assert row["reason"] == TOUCH.text(languages[0])
