"""nbgrader's own commands work in the course directory, and give the same points as ours."""

import csv
import re
import shutil
import sys
from itertools import product
from pathlib import Path

import nbformat
import pytest
import tiny
from bs4 import BeautifulSoup
from courses import (
    autograder,
    copy_course,
    exported_grades,
    graded_notebook,
    hand_in,
    nbgrader,
    sandbox_variables,
    totals,
)
from nbconvert.exporters import HTMLExporter
from nbformat.v4 import new_code_cell, new_output
from submissions import (
    ASSIGNMENT,
    FIRST_PRINTS,
    HANDED_IN,
    first_print,
    full_points,
    perfect,
    perfect_source,
    template,
    with_blank,
)

from autograder.notebooks import is_check
from autograder.reports import rendered

HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS.*?### END HIDDEN TESTS", re.DOTALL)
HONEST = [
    "perfect",
    "other-words",
    "japanese",
    "blank",
    "warns",
    "raises",
    "duplicated-check",
    "stripped-check",
    "colab",
]
# What comes of hand-ins, and the hand-ins.
MADE = ("submitted", "autograded", "feedback", "reports", "gradebook.db", ".autograder")
PLAIN = """\
c = get_config()
c.CourseDirectory.course_id = "plain"
c.CourseDirectory.source_directory = "solutions"
"""


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    folder = copy_course(tmp_path_factory.mktemp("graded") / "course")
    for student in HONEST:
        hand_in(folder, student, HANDED_IN[student]())
    done = autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def stock_pages(graded):
    """The pages of feedback that nbgrader's own command writes, by path."""
    assert nbgrader("generate_feedback", ASSIGNMENT, cwd=graded).returncode == 0
    paths = graded.glob(f"feedback/*/{ASSIGNMENT}/{ASSIGNMENT}.html")
    return {path: path.read_text().strip() for path in paths}


@pytest.fixture
def registered(graded, tmp_path):
    """The same course before anything is handed in; the gradebook knows the assignment."""
    folder = shutil.copytree(graded, tmp_path / "course", ignore=shutil.ignore_patterns(*MADE))
    assert autograder("release", ASSIGNMENT, cwd=folder).returncode == 0
    return folder


def test_stock_autograde_with_our_steps_gives_the_same_points(graded, tmp_path):
    """And a cell has the time limit of the assignment, which one of them needs."""
    folder = copy_course(tmp_path / "course")
    path = folder / "course.toml"
    text = path.read_text().replace("cell_seconds = 30", "cell_seconds = 3")
    head, entry = text.split('id = "02_int8_binary"\n')
    path.write_text(f'{head}id = "{ASSIGNMENT}"\nlimits = {{ cell_seconds = 60 }}\n{entry}')
    hand_in(folder, "slow", with_blank(f"import time\ntime.sleep(6)\n{perfect_source()}"))
    for student in HONEST:
        hand_in(folder, student, HANDED_IN[student]())
    assert nbgrader("generate_assignment", ASSIGNMENT, "--force", cwd=folder).returncode == 0
    done = nbgrader("autograde", ASSIGNMENT, cwd=folder, variables=sandbox_variables())
    assert done.returncode == 0, done.stderr[-3000:]
    assert totals(folder) == totals(graded) | {"slow": full_points()}
    assert all(
        first_print(folder, student).startswith(ready) for student, ready in FIRST_PRINTS.items()
    )
    assert autograder("export", cwd=folder).returncode == 0
    assert set(exported_grades(folder)) == {*HONEST, "slow"}


def test_stock_autograde_measures_weights_as_ours(engine, tmp_path):
    ours, stock = (tiny.make_course(tmp_path / name) for name in ("ours", "stock"))
    done = tiny.solved(engine)
    changes = {"kept": lambda notebook: None, "cleared": tiny.cleared, "forged": tiny.forged}
    for folder, (student, change) in product((ours, stock), changes.items()):
        hand_in(folder, student, nbformat.writes(tiny.copy_with(done, change)), tiny.ASSIGNMENT)
    assert autograder("release", tiny.ASSIGNMENT, cwd=ours).returncode == 0
    graded = autograder("grade", tiny.ASSIGNMENT, "--sandbox", "none", cwd=ours)
    assert graded.returncode == 0, graded.stderr
    assert nbgrader("generate_assignment", tiny.ASSIGNMENT, "--force", cwd=stock).returncode == 0
    finished = nbgrader("autograde", tiny.ASSIGNMENT, cwd=stock, variables=sandbox_variables())
    assert finished.returncode == 0, finished.stderr[-3000:]
    assert totals(stock) == totals(ours) == {"kept": 5, "cleared": 5, "forged": 2}


def test_a_gradebook_that_we_made_has_the_tables_of_this_nbgrader(registered):
    done = nbgrader("db", "upgrade", cwd=registered)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "Running upgrade" not in done.stderr + done.stdout


def test_stock_autograde_without_the_sandbox_grades_nothing_and_says_how_to_go_on(registered):
    hand_in(registered, "perfect", perfect())
    without_bubblewrap = {"PATH": str(Path(sys.executable).parent)}
    done = nbgrader("autograde", ASSIGNMENT, cwd=registered, variables=without_bubblewrap)
    assert done.returncode != 0
    assert (
        "The full sandbox is not available here" in done.stderr
        and "LABKIT_SANDBOX=none" in done.stderr
    )
    assert not list(registered.glob("autograded/*/*/*.ipynb"))


def test_stock_autograde_without_our_judge_gives_honest_work_the_same_points(graded, registered):
    """Without our repair and judge, the grade is the verdict that was shown in class."""
    (registered / "nbgrader_config.py").write_text(PLAIN)
    handed_in = {"perfect": perfect(), "blank": template()}
    for student, notebook in handed_in.items():
        hand_in(registered, student, notebook)
    done = nbgrader("autograde", ASSIGNMENT, cwd=registered)
    assert done.returncode == 0, done.stderr[-3000:]
    assert totals(registered) == {student: totals(graded)[student] for student in handed_in}


def test_stock_feedback_and_export_work_on_what_we_graded(graded, stock_pages):
    page = stock_pages[graded / "feedback" / "raises" / ASSIGNMENT / f"{ASSIGNMENT}.html"]
    assert "labkit-card" in page and "HIDDEN TESTS" not in page
    done = nbgrader("export", cwd=graded)
    assert done.returncode == 0, done.stderr[-2000:]
    with next(graded.glob("grades*.csv")).open() as file:
        scores = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert scores == totals(graded)


def test_our_feedback_pages_are_those_of_stock_nbgrader(graded, stock_pages):
    for path in stock_pages:
        path.unlink()
    assert autograder("feedback", ASSIGNMENT, cwd=graded).returncode == 0
    assert len(stock_pages) == len(HONEST)
    assert {path: path.read_text().strip() for path in stock_pages} == stock_pages


def words(page):
    """The words that a reader sees, without those of formulas and without marks."""
    soup = BeautifulSoup(page, "html.parser")
    for element in soup(["math", "style", "script", "head"]):
        element.decompose()
    return set(re.findall(r"\w{2,}", soup.get_text(" ")))


@pytest.mark.parametrize("student", ["perfect", "raises", "colab"])
def test_nothing_of_a_notebook_is_missing_on_its_page(graded, student):
    """Compared with nbconvert's own page of what was graded, word by word."""
    assert autograder("feedback", ASSIGNMENT, cwd=graded).returncode == 0
    notebook = graded_notebook(graded, student)
    for cell in notebook.cells:
        cell.source = re.sub(r"\$\$.+?\$\$|\$.+?\$", "", cell.source, flags=re.DOTALL)
        if is_check(cell):
            cell.source = HIDDEN.sub("", cell.source)
    theirs = HTMLExporter(template_name="basic").from_notebook_node(notebook)[0]
    ours = (graded / "feedback" / student / ASSIGNMENT / f"{ASSIGNMENT}.html").read_text()
    assert len(words(theirs)) > 300 and words(theirs) - words(ours) <= {"In", "Out"}


def test_pictures_and_attachments_are_shown():
    """A text rendered before must not bring its picture along; every picture has a description."""
    shown = [
        rendered.text("![](attachment:a.png)", {"a.png": {"image/png": data}})
        for data in ("YQ==", "Yg==")
    ]
    picture = new_output("display_data", {"image/png": "aGVsbG8="})
    shown.append(rendered.outputs(new_code_cell("1 < 2", outputs=[picture]), "a curve"))
    images = [BeautifulSoup(html, "html.parser").img for html in shown]
    assert len({image["src"] for image in images}) == 3
    assert [image["alt"] for image in images] == ["", "", "a curve"]


def test_the_release_can_be_made_in_either_language(tmp_path):
    folder = copy_course(tmp_path / "course")
    before = (folder / "exercises" / "ja" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb").read_text()
    (folder / "exercises" / "ja" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb").unlink()
    in_japanese = {"LABKIT_LANGUAGE": "ja"}
    done = nbgrader("generate_assignment", ASSIGNMENT, "--force", cwd=folder, variables=in_japanese)
    assert done.returncode == 0, done.stderr
    after = nbformat.read(
        folder / "exercises" / "ja" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb", as_version=4
    )
    assert [cell.source for cell in after.cells] == [
        cell.source for cell in nbformat.reads(before, as_version=4).cells
    ]
