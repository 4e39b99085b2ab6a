"""The receipt: its code is what ran, is what was graded, and says which answers those are."""

import re

import pytest
from courses import SHORT, autograder, copy_course, hand_in
from nbformat.v4 import new_code_cell
from repository import ASSIGNMENTS, exercise
from submissions import perfect, perfect_source, template, with_blank

from autograder import course as registry
from autograder import notebooks
from autograder.engine.engine import Engine
from autograder.records.store import outcomes
from autograder.submission.parts import plan_of
from labkit.receipts import code_of, released_blanks

BLANKS = released_blanks(SHORT)
TASKS = sum(not blank["extra"] for blank in BLANKS.values())


def code(notebook):
    sources = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    return code_of(sources, BLANKS)


@pytest.fixture(scope="module")
def engine():
    with Engine("none") as engine:
        yield engine


def printed(engine, notebook):
    """What the receipt of a notebook prints when every cell has run once."""
    notebook.cells.append(new_code_cell("labkit.receipt()"))
    execution = engine.execute(notebook, plan=plan_of(notebook))
    return "".join(output.get("text", "") for output in execution.notebook.cells[-1].outputs)


def test_the_last_cell_of_each_notebook_is_the_receipt():
    for assignment in ASSIGNMENTS:
        last = exercise(assignment, "ja").cells[-1]
        assert last.source == "labkit.receipt()" and last.metadata.labkit == {"skip": True}


def test_each_checked_blank_is_known_by_a_name_of_its_own():
    for assignment in ASSIGNMENTS:
        known = released_blanks(assignment)
        assert set(known) == set(notebooks.checks(exercise(assignment, "en")))
        assert len({one["binds"] for one in known.values()}) == len(known)


def test_space_at_the_ends_of_lines_and_empty_blanks_do_not_count():
    spaced = perfect()
    for cell in spaced.cells:
        cell.source = cell.source.replace("\n", "  \n") + "\n"
    assert code(spaced) == code(perfect()) != code(perfect(1))
    assert code(template("ja")) == code(template("en")) == code_of([], BLANKS)


def test_the_answer_that_ran_last_counts():
    first, second = "class BinarySign: a = 1", "class BinarySign: a = 2"
    assert code_of([first, second], BLANKS) == code_of([second], BLANKS)
    assert code_of([second, first], BLANKS) == code_of([first], BLANKS) != code_of([], BLANKS)


def test_a_c_blank_counts_by_its_file():
    known = released_blanks("05_c_quantizer")
    one, two = (f"%%writefile quantize.c\nint {name};" for name in "ab")
    assert len({code_of(cells, known) for cells in ([], [one], [two], ["%%writefile x.c"])}) == 3


@pytest.mark.slow
def test_a_receipt_shows_the_points_so_far_and_the_code_that_grading_makes(engine, tmp_path):
    wrong = perfect_source().replace(" 1", " 3")
    # All blanks, as in the library: one of these answers binds the name of a later blank, too.
    course = copy_course(tmp_path / "course", whole=True)
    for student, notebook in (("right", perfect()), ("wrong", with_blank(wrong))):
        hand_in(course, student, notebook)
    assert autograder("grade", SHORT, "--no-names", cwd=course).returncode == 0
    graded = {one.student: one for one in outcomes(registry.load(course).assignment(SHORT))}
    right, other = printed(engine, perfect()), printed(engine, with_blank(wrong))
    worth = sum(notebooks.points(cell) for cell in notebooks.checks(template()).values())
    assert re.search(rf"^3 of {TASKS} tasks, {worth:g} of \d+ points$", right, re.MULTILINE)
    assert re.search(rf"^2 of {TASKS} tasks", other, re.MULTILINE) and "not checked yet" in right
    assert f": {graded['right'].receipt}. " in right and f": {graded['wrong'].receipt}. " in other
    assert graded["right"].receipt != graded["wrong"].receipt


@pytest.mark.slow
def test_a_receipt_in_a_notebook_with_nothing_filled_in(engine):
    text = printed(engine, template("ja"))
    assert code_of([], BLANKS) in text and f"{TASKS} 問のうち 0 問" in text
