"""Grading by the command: bad submissions do not stop the others, and score only what they earn."""

import re

import nbformat
import pytest
from courses import (
    autograder,
    change_a_share,
    copy_course,
    exported_grades,
    graded_notebook,
    hand_in,
    totals,
)
from kernels import lent_server
from submissions import (
    ASSIGNMENT,
    BLANK,
    FIRST_PRINTS,
    HANDED_IN,
    first_print,
    full_points,
    perfect,
    template,
)

from autograder import grading, notebooks, registry
from autograder.course import CourseError
from autograder.engine.engine import Setting
from autograder.engine.pool import Executor
from autograder.grading import Grader
from autograder.nbgrader_plugins import feedback
from autograder.runtime import RUNTIME
from autograder.states import State
from labkit.evidence import MIME

FULL = {"perfect", "other-words", "japanese", "warns", "colab", "renamed"}
FULL |= {"earlier-release", "japanese-earlier-release"}
STATES = {
    "perfect": "graded",
    "japanese": "graded",
    "earlier-release": "graded",
    "japanese-earlier-release": "graded",
    "blank": "graded",
    "warns": "graded",
    "raises": "graded",
    "dies": "kernel died",
    "hangs": "timed out",
    "prints-100-mb": "too much output",
    "deleted-check": "repaired",
    "duplicated-check": "repaired",
    "stripped-check": "repaired",
    "colab": "repaired",
    "not-json": "unreadable",
    "empty-folder": "missing",
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A course directory in which everything of HANDED_IN, and more, was graded at once."""
    folder = copy_course(tmp_path_factory.mktemp("grading") / "course")
    # One student's cell hangs for so long; 100 MB must be printed, and honest cells end, before.
    (folder / "course.toml").write_text(
        (folder / "course.toml").read_text().replace("cell_seconds = 30", "cell_seconds = 10")
    )
    for student, make in HANDED_IN.items():
        hand_in(folder, student, make())
    hand_in(folder, "not-json", "{")
    (folder / "submitted" / "empty-folder" / ASSIGNMENT).mkdir(parents=True)
    hand_in(folder, "renamed", perfect())
    renamed = folder / "submitted" / "renamed" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    renamed.rename(renamed.with_stem(f"{ASSIGNMENT} (1)"))
    done = autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=folder)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "not-json" in done.stderr and len(done.stderr.strip().splitlines()) == 1
    assert autograder("export", cwd=folder).returncode == 0
    return folder


@pytest.fixture(scope="module")
def rows(graded):
    return exported_grades(graded)


def test_everyone_is_graded(rows):
    assert set(rows) == {*HANDED_IN, "not-json", "empty-folder", "renamed"}


@pytest.mark.parametrize("student", sorted(FULL))
def test_honest_work_scores_full(rows, student):
    assert float(rows[student]["score"]) == full_points(), rows[student]


@pytest.mark.parametrize("student", sorted({*HANDED_IN, "not-json", "empty-folder"} - FULL))
def test_nothing_else_scores_full(rows, student):
    assert float(rows[student]["score"]) < full_points(), rows[student]


@pytest.mark.parametrize("student", ["blank", "not-json", "empty-folder"])
def test_no_work_scores_nothing(rows, student):
    assert float(rows[student]["score"]) == 0


@pytest.mark.parametrize(
    "student", ["raises", "hangs", "deleted-check", "edited-check", "deleted-blank"]
)
def test_the_other_blanks_of_a_notebook_keep_their_points(rows, student):
    checks = notebooks.checks(template())
    others = sum(notebooks.Cell.of(cell).points for name, cell in checks.items() if name != BLANK)
    assert float(rows[student]["score"]) == others


@pytest.mark.parametrize("student", STATES)
def test_the_state_is_honest(rows, student):
    assert rows[student]["state"] == STATES[student], rows[student]
    assert (rows[student]["reason"] == "") == (STATES[student] == "graded")


@pytest.mark.parametrize("student", FIRST_PRINTS)
def test_a_graded_notebook_speaks_the_language_of_the_hand_in(graded, student):
    assert first_print(graded, student).startswith(FIRST_PRINTS[student])


def test_the_gradebook_holds_the_same_points(graded, rows):
    scores = {student: float(row["score"]) for student, row in rows.items()}
    assert totals(graded) == scores


def test_what_was_handed_in_is_untouched(graded):
    kept = (graded / "submitted" / "perfect" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb").read_text()
    assert kept == nbformat.writes(perfect())


def test_the_evidence_of_100_mb_stays_small(graded):
    path = graded / "autograded" / "prints-100-mb" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    assert path.stat().st_size < 10_000_000


def test_kept_evidence_holds_names_and_values_only(graded):
    """Inputs and rules are the solution's: a submission's version of them could only be forged."""
    kept = notebooks.checks(graded_notebook(graded, "perfect"))
    (evidence,) = (output.data[MIME] for output in kept[BLANK].outputs if "data" in output)
    assert {name for record in evidence["records"] for name in record} == {"name", "value"}


def test_a_second_run_grades_only_what_changed(graded):
    hand_in(graded, "latecomer", perfect())
    done = autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=graded)
    assert f"1 graded, {len(HANDED_IN) + 3} unchanged" in done.stdout


def test_one_student_can_be_graded_alone(graded):
    done = autograder(
        "grade", ASSIGNMENT, "--sandbox", "none", "--student", "perfect", "--force", cwd=graded
    )
    assert done.returncode == 0 and "1 graded, 0 unchanged" in done.stdout


def test_feedback_shows_cards_and_no_hidden_probe(graded):
    assert autograder("feedback", ASSIGNMENT, cwd=graded).returncode == 0
    page = (graded / "feedback" / "raises" / ASSIGNMENT / f"{ASSIGNMENT}.html").read_text()
    assert "labkit-card" in page and "HIDDEN TESTS" not in page
    hidden = notebooks.checks(
        notebooks.read(graded / "solutions" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb")
    )[BLANK].source
    secret = hidden.split("### BEGIN HIDDEN TESTS\n")[1].splitlines()[0].strip()
    assert secret not in page


def test_the_class_report_names_students_checks_states_and_stumbles(graded):
    assert autograder("report", ASSIGNMENT, cwd=graded).returncode == 0
    page = (graded / "reports" / f"{ASSIGNMENT}.html").read_text()
    for part in ("perfect", "the kernel died", BLANK, "exceeded a time limit"):
        assert part in page
    assert not re.search(r"(src|href)=.?https?:", page), "the report must need no network"


def test_judging_again_runs_nothing_and_changes_nothing(graded):
    done = autograder("judge", ASSIGNMENT, cwd=graded)
    assert done.returncode == 0 and "0 verdicts changed" in done.stdout, done.stderr


def test_judging_again_follows_changed_points(graded, tmp_path):
    path = graded / "solutions" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    original = path.read_text()
    change_a_share(graded)
    done = autograder("judge", ASSIGNMENT, cwd=graded)
    path.write_text(original)
    assert done.returncode == 0 and "perfect:" in done.stdout
    assert autograder("judge", ASSIGNMENT, cwd=graded).returncode == 0


def test_what_the_grader_stumbles_over_is_one_submissions_trouble(graded, monkeypatch):
    """As if a student had written something to stop it: here the judge fails on the first of
    two."""
    stumbles, course = iter([RecursionError("too deep")]), registry.load(graded)

    def stumbling(*arguments, real=grading.hide_probes):
        for error in stumbles:
            raise error
        return real(*arguments)

    monkeypatch.setattr(grading, "hide_probes", stumbling)
    setting, server = Setting("none", course.limits, RUNTIME), lent_server("none", RUNTIME)
    with Executor(setting, 1, server=server) as executor:
        grader = Grader(course.assignment(ASSIGNMENT), executor)
        first, second = grader.grade(grader.jobs(["blank", "perfect"], force=True))
    assert first.state == State.NEEDS_REVIEW and first.total == 0
    assert "too deep" in first.reason_in("en")
    assert second.state == State.GRADED and second.total == sum(second.max_points.values())


def test_a_page_that_cannot_be_made_is_reported_and_the_others_are_written(graded, monkeypatch):
    course, copy = registry.load(graded), feedback.copy_files_next_to

    def stumbling(folder, page):
        if folder.parent.name == "blank":
            raise ValueError("odd")
        copy(folder, page)

    monkeypatch.setattr(feedback, "copy_files_next_to", stumbling)
    pages = feedback.write_feedback(course.assignment(ASSIGNMENT), ["blank", "perfect"])
    assert next(pages) == course.assignment(ASSIGNMENT).feedback("perfect")
    with pytest.raises(CourseError, match=r"no page could be written for blank \(ValueError"):
        next(pages)
    assert "could not be made" in course.assignment(ASSIGNMENT).feedback("blank").read_text("utf-8")


def test_of_a_file_longer_than_memory_no_more_is_read_than_a_notebook_may_have(graded):
    course = registry.load(graded)
    path = course.assignment(ASSIGNMENT).submitted("sparse") / f"{ASSIGNMENT}.ipynb"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        file.truncate(1 << 40)
    setting, server = Setting("none", course.limits, RUNTIME), lent_server("none", RUNTIME)
    with Executor(setting, 1, server=server) as executor:
        grader = Grader(course.assignment(ASSIGNMENT), executor)
        (outcome,) = grader.grade(grader.jobs(["sparse"], force=True))
    assert outcome.state == State.UNREADABLE
