"""Right answers in other words pass; known mistakes fail, in the records that they name.

Trivial ones are what anybody can write without thinking. All of one assignment are tried together,
each once.
"""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import chain

import pytest
from courses import autograder
from repository import ANSWERS, ASSIGNMENTS, COURSE, answers_of, solution
from runs import SEED, UNHURRIED
from trivial import write_trivial_answers

from autograder import notebooks
from autograder.answers.known import known_answers
from autograder.answers.trial import try_answers
from autograder.engine.client import OUT_OF_MEMORY_MESSAGES
from autograder.judging.verdicts import evidence_of
from labkit import reference
from labkit.evidence import Failure

LEAST = {True: 6, False: 8}
# The rule of the task for everything but zero, which has its own record.
RIGHT_IN_PART = {"binary_sign/sign", "binary_sign/sign_handed_on"}
MOST_KEPT = 0.95  # of what a check shows in class, by a wrong answer that fails there
LEAST_OF_THE_FIRST = {True: 8, False: 12}
FIRST = ("int8_backward", "int8_float", "binary_sign")
ACCURACY = "accuracy"
# A student's kernel has no limit of its own: where a mistake takes all memory, it dies, and with it
# what was not saved.
OF_A_STUDENT = replace(UNHURRIED, limits=replace(UNHURRIED.limits, memory_mb=1024))


def is_trained(answer):
    """Whether an answer's training is run: `autograder try` runs all of them.

    For right answers the solution's own training is enough, which runs whole (test_release): other
    records show that each takes the same steps.
    """
    return answer.fails == {ACCURACY}


@pytest.fixture(scope="module")
def trials(executor, tmp_path_factory):
    """Gives the trials of an assignment's answers, by the folder that these come from."""

    @cache
    def tried(assignment):
        trivial = tmp_path_factory.mktemp(assignment)
        write_trivial_answers(solution(assignment), trivial)
        folders = (ANSWERS / assignment, trivial)
        in_folder = {
            folder: known_answers(COURSE.assignment(assignment), folder) for folder in folders
        }
        # In order of blanks: a row of answers to one blank shares a kernel.
        everything = sorted(chain(*in_folder.values()), key=lambda answer: answer.blank)
        given = try_answers(
            OF_A_STUDENT.assignment(assignment), everything, executor, is_trained, SEED
        )
        trial_of = {trial.answer: trial for trial in given}
        return [[trial_of[answer] for answer in in_folder[folder]] for folder in folders]

    return tried


@pytest.mark.sweep
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_every_answer_is_judged_as_it_should_be(assignment, trials):
    ours, _ = trials(assignment)
    misjudged = [trial for trial in ours if not trial.is_as_it_should_be]
    assert [(trial.answer.place, trial.state, trial.verdict.failed) for trial in misjudged] == []
    assert all(trial.answer.fails for trial in ours if not trial.answer.is_right)
    unlike = {trial.answer.place: trial.failed for trial in ours if not trial.is_as_declared}
    assert unlike == {}, "`fails` names the records that a wrong answer fails, no more and no less"
    unnamed = {trial.answer.place: trial.verdict.mistake for trial in ours if not trial.is_named}
    assert unnamed == {}, (
        "each gets the name of its own mistake: else the probes cannot tell it from another one"
    )


@pytest.mark.sweep
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_no_answer_takes_a_gigabyte(assignment, trials):
    """What a check asks costs little memory, whatever is wrong with the answer."""
    starved = {
        trial.answer.place: record.got.message
        for trial in chain(*trials(assignment))
        for record in trial.verdict.records
        if isinstance(record.got, Failure)
        and any(message in str(record.got) for message in OUT_OF_MEMORY_MESSAGES)
    }
    assert starved == {}


@pytest.mark.sweep
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_trivial_answers_get_no_points(assignment, trials):
    """Doing nothing earns nothing."""
    _, trivial = trials(assignment)
    paid = [
        f"{trial.answer.blank}/{trial.answer.name}: {trial.verdict.points} for {passed(trial)}"
        for trial in trivial
        if trial.verdict.points and f"{trial.answer.blank}/{trial.answer.name}" not in RIGHT_IN_PART
    ]
    assert trivial and not paid, "\n".join(paid)


def passed(trial):
    return [record.name for record in trial.verdict.records if record.passed]


@pytest.mark.sweep
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_wrong_answer_that_fails_in_class_costs_a_twentieth_there(assignment, trials):
    """Measured by the weights of a check's records: no reported mistake costs next to nothing."""
    ours, _ = trials(assignment)
    kept = {
        f"{trial.answer.blank}/{trial.answer.name}": kept_in_class(trial)
        for trial in ours
        if not trial.answer.is_right and not trial.answer.only_in_grading
    }
    assert kept and {name: share for name, share in kept.items() if share > MOST_KEPT} == {}


def kept_in_class(trial):
    """The share of a check's weight that passes, of what is shown; all by an accuracy untrained."""
    shown = shown_in_class(trial.answer)
    records = [record for record in trial.verdict.records if record.name in shown]
    if not all(record.passed for record in records if record.reference.share == 0):
        return 0.0
    passed = sum(
        record.reference.share
        for record in records
        if record.passed or record.name in trial.unknown
    )
    return passed / sum(record.reference.share for record in records)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_wrong_answer_fails_in_class_unless_it_says_otherwise(assignment):
    """Only other shapes, dtypes and extremes are hidden: no one hears "ok" for a wrong idea."""
    wrong = [answer for answer in answers_of(assignment) if not answer.is_right]
    silent = [
        answer.place
        for answer in wrong
        if not (answer.fails | answer.by_chance) & shown_in_class(answer)
    ]
    assert silent == [answer.place for answer in wrong if answer.only_in_grading]


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_only_the_accuracy_of_a_training_may_hang_on_the_seed(assignment):
    lucky = {answer.place for answer in answers_of(assignment) if answer.by_chance - {ACCURACY}}
    assert lucky == set(), "draw points where this answer differs from a right one with every seed"


def shown_in_class(answer):
    return {record.name for record in reference.load(answer.blank).evidence.records}


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_hidden_records_weigh_at_most_a_tenth_of_their_check(assignment, executed):
    for name, cell in notebooks.checks(executed(assignment)).items():
        records = evidence_of(cell).records
        shown = {record.name for record in reference.load(name).evidence.records}
        hidden = sum(record.share for record in records if record.name not in shown)
        assert hidden <= 0.1 * sum(record.share for record in records) + 1e-9, name


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_every_blank_has_enough_answers_and_no_two_are_the_same(assignment):
    all_answers = answers_of(assignment)
    counted = Counter((answer.blank, answer.is_right) for answer in all_answers)
    for blank in {answer.blank for answer in all_answers}:
        least = LEAST_OF_THE_FIRST if blank in FIRST else LEAST
        assert all(counted[blank, is_right] >= number for is_right, number in least.items()), blank
    assert len({answer.source for answer in all_answers}) == len(all_answers)


def test_try_fails_when_an_answer_is_misjudged(tmp_path):
    """A right answer that is filed as wrong must be reported."""
    blank, right = "int8_backward", tmp_path / "int8_backward" / "wrong"
    source = sorted((ANSWERS / "02_int8_binary" / blank / "right").glob("*.py"))[0]
    right.mkdir(parents=True)
    (right / "not_wrong.py").write_text(source.read_text())
    done = autograder("try", "02_int8_binary", "--answers", tmp_path)
    assert done.returncode == 1
    assert "misjudged" in done.stdout and "not_wrong" in done.stdout


TO_MEND = """
[one]
replace = [["grad_out * ctx.coef", "grad_out * 2.5"]]
fails = ["grad_twice", "transposed", "float64", "zero"]
en = "Your backward always multiplies by 2.5."

[other]
replace = [["grad_out * ctx.coef", "grad_out * 2.5"]]
fails = ["transposed", "float64", "zero"]
en = "Your backward always multiplies by 2.5."

[hidden]
replace = [["x * coef", "x.float() * coef"], ["grad_out *", "grad_out.float() *"]]
fails = ["y"]

[tripled]
replace = [["grad_out * ctx.coef", "grad_out * ctx.coef * 3"]]
fails = ["grad", "grad_twice", "overwritten", "transposed", "float64", "zero"]
en = "Your backward is three times as large as it should be."

[no_mistake]
replace = [["x * coef", "coef * x"]]
fails = ["y"]
"""


def test_try_of_one_blank_says_what_to_write_into_answers(tmp_path):
    """Other records than it names, and a mistake that nothing tells from another.

    What only the tried answers know has its name.
    """
    blank = "mul_scalar"
    (tmp_path / blank).mkdir()
    (tmp_path / blank / "wrong.toml").write_text(TO_MEND)
    (tmp_path / "log1p_exp" / "wrong").mkdir(parents=True)
    (tmp_path / "log1p_exp" / "wrong" / "not_tried.py").write_text("raise SystemExit")
    done = autograder("try", f"01_custom_function/{blank}", "--answers", tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    place = f"{blank}/wrong.toml,"
    fails = 'fails = ["grad_twice", "transposed", "float64", "zero"]'
    assert f"{place} other failed in other records: {fails}\n" in done.stdout
    assert f"{place} one gets no name" in done.stdout
    hidden = 'fails = ["float64"] and only_in_grading = true'
    assert f"{place} hidden failed in other records: {hidden}\n" in done.stdout
    assert f"{place} no_mistake passes every record" in done.stdout
    assert "5 answers tried, 1 misjudged, 2 to mend, 1 without a name" in done.stdout
    assert "tripled gets no name" not in done.stdout


def test_try_names_a_blank_without_answers(tmp_path):
    (tmp_path / "int8_float").mkdir()
    (tmp_path / "int8_float" / "wrong.toml").write_text("# Nothing yet.\n")
    for arguments, said in (
        (["int9_float"], "has no blank 'int9_float' with a check. Did you mean int8_float?"),
        (["int8_float", "--answers", tmp_path], "int8_float holds no answers"),
    ):
        done = autograder("try", f"02_int8_binary/{arguments[0]}", *arguments[1:])
        assert done.returncode == 1 and said in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1


def test_try_names_a_folder_that_is_no_blank(tmp_path):
    (tmp_path / "int9" / "right").mkdir(parents=True)
    (tmp_path / "int9" / "right" / "a.py").write_text("x = 1")
    done = autograder("try", "02_int8_binary", "--answers", tmp_path)
    assert done.returncode == 1 and "int9" in done.stderr and "int8_backward" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
