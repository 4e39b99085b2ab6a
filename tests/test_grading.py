"""Grading by the command: bad submissions do not stop the others, and score only what they earn."""

import copy
import csv
import json
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from conftest import REPOSITORY, SHORT, copy_course, shortened

from autograder import notebooks
from autograder.evaluate.verdicts import evidence_of
from autograder.notebooks import grade_id
from autograder.tools.demo import damaged_by_colab
from autograder.tools.trial import answers, fill

ASSIGNMENT = SHORT
BLANK = "binary_sign"
ANSWERS = REPOSITORY / "answers" / ASSIGNMENT

pytestmark = pytest.mark.slow


def template(language="en"):
    return shortened(
        notebooks.read(REPOSITORY / "exercises" / language / ASSIGNMENT / f"{ASSIGNMENT}.ipynb")
    )


def checked():
    """What the checks of the assignment give together; the answer in words waits for a person."""
    return sum(notebooks.points(cell) for cell in notebooks.checks(template()).values())


def perfect(number=0, language="en"):
    rights = {}
    for answer in answers(ANSWERS):
        if answer.is_right:
            rights.setdefault(answer.blank, []).append(answer.source)
    return fill(
        template(language),
        {blank: sources[number % len(sources)] for blank, sources in rights.items()},
    )


def with_blank(source, blank=BLANK):
    return fill(perfect(), {blank: source})


def damaged(damage):
    notebook = with_blank("# forgotten")
    damage(notebook, [grade_id(cell) for cell in notebook.cells].index(f"{BLANK}_check"))
    return notebook


def drop(notebook, place):
    del notebook.cells[place]


def double(notebook, place):
    notebook.cells.insert(place, copy.deepcopy(notebook.cells[place]))


def strip(notebook, place):
    notebook.cells[place].metadata = {}
    notebook.cells[place].id = "stripped"


def drop_blank(notebook, place):
    del notebook.cells[
        place - 1 - [grade_id(c) for c in reversed(notebook.cells[:place])].index(BLANK)
    ]


def own_check(notebook, place):
    notebook.cells[place].source = "3.0"


FORGED = """
import labkit.checks, IPython
from IPython.display import display
class Full(float):
    pass
def forged(self):
    return {"text/plain": "99.0", "text/html": "<b>full</b>"}
labkit.checks.Shown._repr_mimebundle_ = lambda self, **kw: forged(self)
labkit.checks.Shown.__repr__ = lambda self: "99.0"
"""

HANDED_IN = {
    "perfect": perfect,
    "other-words": lambda: perfect(1),
    "japanese": lambda: perfect(language="ja"),
    "blank": template,
    "warns": lambda: with_blank(
        "import warnings, sys\nwarnings.warn('x')\nprint('y', file=sys.stderr)\n" + perfect_source()
    ),
    "raises": lambda: with_blank("1 / 0"),
    "syntax-error": lambda: with_blank("class ("),
    "dies": lambda: with_blank("import os\nos._exit(1)"),
    "hangs": lambda: with_blank("while True: pass"),
    "prints-100-mb": lambda: with_blank("for _ in range(1600): print('x' * 65536)"),
    "forges": lambda: with_blank(FORGED),
    "deleted-check": lambda: damaged(drop),
    "doubled-check": lambda: damaged(double),
    "stripped-check": lambda: damaged(strip),
    "edited-check": lambda: damaged(own_check),
    "deleted-blank": lambda: damaged(drop_blank),
    "colab": lambda: nbformat.reads(damaged_by_colab(nbformat.writes(perfect())), as_version=4),
}
FULL = {"perfect", "other-words", "japanese", "warns", "colab", "renamed"}
STATES = {
    "perfect": "graded",
    "japanese": "graded",
    "blank": "graded",
    "warns": "graded",
    "raises": "graded",
    "dies": "kernel died",
    "hangs": "timed out",
    "prints-100-mb": "too much output",
    "deleted-check": "repaired",
    "doubled-check": "repaired",
    "stripped-check": "repaired",
    "colab": "repaired",
    "not-json": "unreadable",
    "empty-folder": "missing",
}


def perfect_source():
    return next(
        answer.source for answer in answers(ANSWERS) if answer.blank == BLANK and answer.is_right
    )


def hand_in(folder, student, notebook, assignment=ASSIGNMENT):
    path = folder / "submitted" / student / assignment / f"{assignment}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(notebook if isinstance(notebook, str) else nbformat.writes(notebook))


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A course directory in which everything of HANDED_IN, and more, was graded at once."""
    folder = copy_course(tmp_path_factory.mktemp("grading") / "course")
    (folder / "course.toml").write_text(
        (folder / "course.toml").read_text().replace("cell_seconds = 30", "cell_seconds = 3")
    )
    for student, make in HANDED_IN.items():
        hand_in(folder, student, make())
    hand_in(folder, "not-json", "{")
    (folder / "submitted" / "empty-folder" / ASSIGNMENT).mkdir(parents=True)
    hand_in(folder, "renamed", perfect())
    renamed = folder / "submitted" / "renamed" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    renamed.rename(renamed.with_stem(f"{ASSIGNMENT} (1)"))
    done = run("grade", ASSIGNMENT, "--sandbox", "none", cwd=folder)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "not-json" in done.stderr and len(done.stderr.strip().splitlines()) == 1
    assert run("export", cwd=folder).returncode == 0
    return folder


def run(*arguments, cwd):
    command = [str(Path(sys.executable).with_name("autograder")), *arguments]
    return subprocess.run(
        command,
        cwd=cwd,
        env=os.environ | {"COLUMNS": "250"},
        capture_output=True,
        text=True,
        timeout=280,
    )


@pytest.fixture(scope="module")
def rows(graded):
    with (graded / "grades.csv").open() as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def test_everyone_is_graded(rows):
    assert set(rows) == {*HANDED_IN, "not-json", "empty-folder", "renamed"}


@pytest.mark.parametrize("student", sorted(FULL))
def test_honest_work_scores_full(rows, student):
    assert float(rows[student]["score"]) == checked(), rows[student]


@pytest.mark.parametrize("student", sorted({*HANDED_IN, "not-json", "empty-folder"} - FULL))
def test_nothing_else_scores_full(rows, student):
    assert float(rows[student]["score"]) < checked(), rows[student]


@pytest.mark.parametrize("student", ["blank", "not-json", "empty-folder"])
def test_no_work_scores_nothing(rows, student):
    assert float(rows[student]["score"]) == 0


@pytest.mark.parametrize(
    "student", ["raises", "hangs", "deleted-check", "edited-check", "deleted-blank"]
)
def test_the_other_blanks_of_a_notebook_keep_their_points(rows, student):
    checks = notebooks.checks(template())
    others = sum(notebooks.points(cell) for name, cell in checks.items() if name != BLANK)
    assert float(rows[student]["score"]) == others


@pytest.mark.parametrize("student", STATES)
def test_the_state_is_honest(rows, student):
    assert rows[student]["state"] == STATES[student], rows[student]
    assert (rows[student]["reason"] == "") == (STATES[student] == "graded")


READY = {"perfect": "Ready: ", "japanese": "準備ができました："}


def first_print(folder, student):
    """What the set-up cell of a graded notebook printed."""
    executed = notebooks.read(folder / "autograded" / student / ASSIGNMENT / f"{ASSIGNMENT}.ipynb")
    (setup,) = (cell for cell in executed.cells if notebooks.grade_id(cell) == "setup")
    return setup.outputs[0].text


@pytest.mark.parametrize("student", READY)
def test_a_graded_notebook_speaks_the_language_of_the_hand_in(graded, student):
    assert first_print(graded, student).startswith(READY[student])


def test_the_gradebook_holds_the_same_points(graded, rows):
    with sqlite3.connect(graded / "gradebook.db") as gradebook:
        query = """select student_id, sum(grade.auto_score) from submitted_assignment as assignment
                   join submitted_notebook as notebook on notebook.assignment_id = assignment.id
                   join grade on grade.notebook_id = notebook.id group by student_id"""
        assert dict(gradebook.execute(query)) == {
            student: float(row["score"]) for student, row in rows.items()
        }


def test_what_was_handed_in_is_untouched(graded):
    kept = (graded / "submitted" / "perfect" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb").read_text()
    assert kept == nbformat.writes(perfect())


def test_the_evidence_of_100_mb_stays_small(graded):
    path = graded / "autograded" / "prints-100-mb" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    assert path.stat().st_size < 10_000_000


def test_kept_evidence_holds_names_and_values_only(graded):
    """Inputs and rules are the solution's: what a submission says of them could only be forged."""
    kept = notebooks.checks(
        notebooks.read(graded / "autograded" / "perfect" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb")
    )
    records = evidence_of(kept[BLANK]).records
    assert records and all(
        record.at is None and record.upstream is None and not record.rule for record in records
    )


def test_a_second_run_grades_only_what_changed(graded):
    hand_in(graded, "latecomer", perfect())
    done = run("grade", ASSIGNMENT, "--sandbox", "none", cwd=graded)
    assert f"1 graded, {len(HANDED_IN) + 3} unchanged" in done.stdout


def test_one_student_can_be_graded_alone(graded):
    done = run(
        "grade", ASSIGNMENT, "--sandbox", "none", "--student", "perfect", "--force", cwd=graded
    )
    assert done.returncode == 0 and "1 graded, 0 unchanged" in done.stdout


def test_feedback_shows_cards_and_no_hidden_probe(graded):
    assert run("feedback", ASSIGNMENT, cwd=graded).returncode == 0
    page = (graded / "feedback" / "raises" / ASSIGNMENT / f"{ASSIGNMENT}.html").read_text()
    assert "labkit-card" in page and "HIDDEN TESTS" not in page
    hidden = notebooks.checks(
        notebooks.read(graded / "solutions" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb")
    )[BLANK].source
    secret = hidden.split("### BEGIN HIDDEN TESTS\n")[1].splitlines()[0].strip()
    assert secret not in page


def test_the_class_report_names_students_checks_states_and_stumbles(graded):
    assert run("report", ASSIGNMENT, cwd=graded).returncode == 0
    page = (graded / "reports" / f"{ASSIGNMENT}.html").read_text()
    for part in ("perfect", "kernel died", BLANK, "<svg", "timed out"):
        assert part in page
    assert not re.search(r"(src|href)=.?https?:", page), "the report must need no network"


def test_judging_again_runs_nothing_and_changes_nothing(graded):
    done = run("judge", ASSIGNMENT, cwd=graded)
    assert done.returncode == 0 and "0 verdicts changed" in done.stdout, done.stderr


def test_judging_again_follows_changed_points(graded, tmp_path):
    path = graded / "solutions" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    original = path.read_text()
    notebook = json.loads(original)
    for cell in notebook["cells"]:
        mark = cell["metadata"].get("nbgrader", {})
        if mark.get("grade_id") == f"{BLANK}_check":
            mark["points"] += 1
    path.write_text(json.dumps(notebook))
    done = run("judge", ASSIGNMENT, cwd=graded)
    path.write_text(original)
    assert done.returncode == 0 and "perfect:" in done.stdout
    assert run("judge", ASSIGNMENT, cwd=graded).returncode == 0
