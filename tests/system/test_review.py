"""`autograder review`: whatever waits for a person has an act that closes it, and can be undone."""

import copy
import re
import shutil

import pytest
from courses import SHORT, autograder, copy_course, exported_grades, hand_in
from submissions import BLANK, full_points, perfect, with_blank

from autograder import notebooks, registry
from autograder.gradebook import database
from autograder.notebooks import cells

WRONG = "binary_sign = None  # too late"
SENTENCE = "The first cell is the one you meant."


def twice():
    """A notebook in which a blank is there twice, with different work."""
    notebook = perfect()
    place, blank = next(
        (place, cell.node) for place, cell in enumerate(cells(notebook)) if cell.id == BLANK
    )
    second = copy.deepcopy(blank)
    second.source, second.id = f"{blank.source}\n# once more", "second"
    notebook.cells.insert(place + 1, second)
    return notebook


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    folder = copy_course(tmp_path_factory.mktemp("review") / "course")
    hand_in(folder, "ada", twice())
    hand_in(folder, "ben", "%PDF-1.7 a picture of my screen")
    hand_in(folder, "cho", perfect())
    grade(folder)
    return folder


def grade(folder, *words):
    """Grading ends with an error if it includes ben's file, which cannot be read."""
    done = autograder("grade", SHORT, "--sandbox", "none", *words, cwd=folder)
    assert " for a person to look at: autograder review" in done.stdout


@pytest.fixture
def course(graded, tmp_path):
    return shutil.copytree(graded, tmp_path / "course")


def run(folder, command, *words, fails=False):
    done = autograder(command, SHORT, *words, cwd=folder)
    assert (done.returncode == 1) is fails, done.stdout + done.stderr
    return done


def grades(folder):
    run(folder, "export")
    return exported_grades(folder)


def page(folder, student="ada"):
    run(folder, "feedback")
    return (folder / "feedback" / student / SHORT / f"{SHORT}.html").read_text()


def test_what_waits_is_listed_and_shown_with_its_reason_and_points(course):
    listed = run(course, "review").stdout
    assert "2 open of 2" in listed and "cho" not in listed and "a PDF" in listed
    shown = run(course, "review", "ada").stdout
    assert f"two different cells for {BLANK}" in shown and f"{BLANK}: 3 of 3" in shown
    assert "nothing of cho" in run(course, "review", "cho", "--accept", fails=True).stderr
    run(course, "report")
    assert f"autograder review {SHORT}" in (course / "reports" / f"{SHORT}.html").read_text()


def test_what_is_accepted_is_final_on_the_page_in_the_exports_and_the_report(course):
    assert "A person will look" in page(course)
    assert grades(course)["ada"]["state"] == "needs review"
    run(course, "review", "ada", "--accept", "--sentence", SENTENCE)
    assert SENTENCE in page(course) and "A person will look" not in page(course)
    assert grades(course)["ada"]["state"] == "reviewed"
    assert float(grades(course)["ada"]["score"]) == full_points()
    assert "1 open of 2" in run(course, "review").stdout
    # Graded again, it stays; another hand-in waits by itself.
    grade(course, "--force")
    assert grades(course)["ada"]["state"] == "reviewed"
    again = twice()
    again.cells[-1].source = "My answer in words."
    notebooks.write(
        course / "submitted" / "ada" / SHORT / f"{SHORT}.ipynb", notebooks.as_text(again)
    )
    grade(course)
    assert grades(course)["ada"]["state"] == "needs review"
    assert SENTENCE not in page(course)


def test_points_are_said_before_and_after_and_can_be_taken_back(course):
    given = ("--points", f"{BLANK}=-1", "--points", "int8_float=2", "--sentence", SENTENCE)
    refused = run(course, "review", "ada", *given, fails=True)
    assert f"{BLANK}: 3 -> 2 of 3" in refused.stderr and "--yes" in refused.stderr
    done = run(course, "review", "ada", *given, "--yes")
    assert f"ada: {BLANK}: 3 -> 2 of 3" in done.stdout and "int8_float: 3 -> 2" in done.stdout
    assert float(grades(course)["ada"]["score"]) == full_points() - 2
    assert "from 3 to 2 of 3 points" in page(course)
    grade(course, "--force")
    assert float(grades(course)["ada"]["score"]) == full_points() - 2
    # A later decision replaces this one; what it does not name stays.
    run(course, "review", "ada", "--points", f"{BLANK}=2.5", "--yes", "--sentence", SENTENCE)
    assert float(grades(course)["ada"]["score"]) == full_points() - 1.5
    undone = run(course, "review", "ada", "--undo")
    assert f"{BLANK}: 2.5 -> 3 of 3" in undone.stdout
    assert float(grades(course)["ada"]["score"]) == full_points()
    assert SENTENCE not in page(course) and "2 open of 2" in run(course, "review").stdout


def comment(folder, text=None):
    """What the gradebook says to ada of the blank; a text is added to it, as in the formgrader."""
    with database.opened(registry.load(folder)) as book:
        row = book.find_comment(BLANK, SHORT, SHORT, "ada")
        if text:
            row.manual_comment = f"{row.manual_comment or ''}\n{text}".strip()
            book.db.commit()
        return row.manual_comment or ""


def test_a_decision_without_a_sentence_leaves_no_words_behind(course):
    run(course, "review", "ada", "--points", f"{BLANK}=2", "--yes")
    assert comment(course) == "Decided by a person: from 3 to 2 of 3 points."
    run(course, "review", "ada", "--points", f"{BLANK}=1", "--yes")
    assert comment(course).count("Decided by a person") == 1
    run(course, "review", "ada", "--undo")
    assert comment(course) == ""


def test_a_decision_that_is_taken_back_takes_no_words_of_others(course):
    own = "Decided by a person: from 3 to 2 of 3 points. ok"
    others = f"It works, ok?\n{own}, says Ito\n{own}"
    comment(course, others)
    run(course, "review", "ada", "--points", f"{BLANK}=2", "--sentence", "ok", "--yes")
    comment(course, "See me.")
    run(course, "review", "ada", "--undo")
    assert comment(course) == f"{others}\nSee me."


def test_points_on_files_that_were_replaced_are_not_in_the_way_of_a_later_decision(course):
    given = ("--points", f"{BLANK}=2", "--yes", "--sentence", SENTENCE)
    run(course, "review", "ada", *given)
    again = twice()
    for cell in cells(again):
        if cell.id == BLANK:
            cell.node.source += "\n# my second try"
    notebooks.write(
        course / "submitted" / "ada" / SHORT / f"{SHORT}.ipynb", notebooks.as_text(again)
    )
    grade(course)
    with database.opened(registry.load(course)) as book:  # as in the formgrader
        book.find_grade(f"{BLANK}_check", SHORT, SHORT, "ada").manual_score = None
        book.db.commit()
    assert float(grades(course)["ada"]["score"]) == full_points()
    run(course, "review", "ada", "--points", f"{BLANK}=1", "--yes", "--sentence", SENTENCE)
    assert float(grades(course)["ada"]["score"]) == full_points() - 2
    run(course, "review", "ada", "--undo")
    assert float(grades(course)["ada"]["score"]) == full_points()


def points(folder, task=BLANK):
    with database.opened(registry.load(folder)) as book:
        return book.find_grade(f"{task}_check", SHORT, SHORT, "ada").score


def test_a_decision_that_names_no_points_leaves_those_of_an_earlier_one(course):
    run(course, "review", "ada", "--zero", "--yes", "--sentence", "first")
    for act in ("--ask", "--accept"):
        done = run(course, "review", "ada", act, "--sentence", "Second.")
        assert "->" not in done.stdout and points(course) == points(course, "int8_float") == 0
        assert comment(course) == "Decided by a person: from 3 to 0 of 3 points. Second."
    undone = run(course, "review", "ada", "--undo")
    assert f"{BLANK}: 0 -> 3 of 3" in undone.stdout and comment(course) == ""
    assert float(grades(course)["ada"]["score"]) == full_points()


def test_whatever_lowers_points_is_asked_first(course):
    with database.opened(registry.load(course)) as book:  # as in the formgrader
        book.find_grade(f"{BLANK}_check", SHORT, SHORT, "ada").manual_score = 1
        book.db.commit()
    run(course, "review", "ada", "--points", f"{BLANK}=3", "--sentence", SENTENCE)
    refused = run(course, "review", "ada", "--undo", fails=True)
    assert f"{BLANK}: 3 -> 1 of 3" in refused.stderr and refused.stderr.count("\n") == 1
    assert points(course) == 3 and SENTENCE in comment(course)
    run(course, "review", "ada", "--undo", "--yes")
    assert points(course) == 1 and comment(course) == ""


def question(folder):
    """What ada asks about the blank, as inquiry 1."""
    page(folder)
    (line,) = re.findall(rf"\[inquiry {SHORT} {BLANK} [A-Z2-7-]+\]", page(folder))
    (folder / "question.txt").write_text(line)
    assert autograder("inquiry", "question.txt", cwd=folder).returncode == 0


def inquiry(folder, *words, fails=False):
    done = autograder("inquiry", "1", *words, cwd=folder)
    assert (done.returncode == 1) is fails, done.stdout + done.stderr
    return done


def test_only_the_last_decision_on_points_can_be_taken_back(course):
    question(course)
    inquiry(course, "--points", "2", "--sentence", "one", "--yes")
    run(course, "review", "ada", "--points", f"{BLANK}=2", "--sentence", "two")
    for act in (["--undo"], ["--points", "1", "--sentence", "x"]):
        refused = inquiry(course, *act, "--yes", fails=True)
        assert refused.stderr.count("\n") == 1
        assert f"autograder review {SHORT} ada --undo" in refused.stderr
    # A different sentence does not concern the points.
    inquiry(course, "--sentence", "uno")
    assert points(course) == 2 and "one" not in comment(course) and "uno" in comment(course)
    run(course, "review", "ada", "--undo")
    assert points(course) == 2
    inquiry(course, "--undo")
    assert points(course) == 3 and comment(course) == ""


def test_the_later_inquiry_goes_before_the_earlier_review(course):
    run(course, "review", "ada", "--points", f"{BLANK}=2", "--yes")
    question(course)
    inquiry(course, "--points", "1", "--sentence", "one", "--yes")
    refused = run(course, "review", "ada", "--undo", fails=True)
    assert refused.stderr.count("\n") == 1 and "autograder inquiry 1 --undo" in refused.stderr
    run(course, "review", "ada", "--accept", "--sentence", "Fine.")
    assert points(course) == 1
    run(course, "review", "ada", "--undo", fails=True)  # the points are as old as they were
    inquiry(course, "--undo")
    assert points(course) == 2
    run(course, "review", "ada", "--undo")
    assert points(course) == 3 and comment(course) == ""


def test_a_decision_on_files_that_were_replaced_can_be_taken_back(course):
    question(course)
    inquiry(course, "--points", "2", "--sentence", "one", "--yes")
    run(course, "review", "ada", "--points", f"{BLANK}=1", "--yes")
    path = course / "submitted" / "ada" / SHORT / f"{SHORT}.ipynb"
    notebooks.write(path, notebooks.as_text(perfect()))
    grade(course)
    assert "review" in inquiry(course, "--undo", fails=True).stderr
    run(course, "review", "ada", "--undo")
    inquiry(course, "--undo")
    assert points(course) == 3
    assert "no decision" in run(course, "review", "ada", "--undo", fails=True).stderr


def test_points_that_somebody_has_given_since_are_not_taken_back(course):
    run(course, "review", "ada", "--points", f"{BLANK}=2", "--yes", "--sentence", SENTENCE)
    with database.opened(registry.load(course)) as book:  # as in the formgrader
        book.find_grade(f"{BLANK}_check", SHORT, SHORT, "ada").manual_score = 1
        book.db.commit()
    undone = run(course, "review", "ada", "--undo")
    assert "->" not in undone.stdout and comment(course) == ""
    assert float(grades(course)["ada"]["score"]) == full_points() - 2
    assert grades(course)["ada"]["state"] == "needs review"
    assert "no decision" in run(course, "review", "ada", "--undo", fails=True).stderr


def test_who_is_asked_reads_the_question_and_it_stays_open(course):
    run(course, "review", "ada", "--ask", fails=True)
    run(course, "review", "ada", "--ask", "--sentence", "Which of the two cells is yours?")
    assert "Which of the two cells is yours?" in page(course)
    assert grades(course)["ada"]["state"] == "needs review"
    listed = run(course, "review").stdout
    assert "2 open of 2" in listed and "the student is asked" in listed


def test_a_file_that_cannot_be_read_gets_0_where_a_person_says_so(course):
    assert grades(course)["ben"]["state"] == "unreadable"
    run(course, "review", "ben", "--zero", "--sentence", "A PDF cannot be graded.")
    row = grades(course)["ben"]
    assert row["state"] == "reviewed" and float(row["score"]) == 0
    shown = page(course, "ben")
    assert "A PDF cannot be graded." in shown and "from 0 to 0" not in shown


BAD = {
    "no such task": ("ada", "--points", "nothing=1"),
    "no task": ("ada", "--points", "1"),
    "too many": ("ada", "--points", f"{BLANK}=4"),
    "no points": ("ada", "--points", f"{BLANK}=many"),
    "two decisions": ("ada", "--accept", "--zero"),
    "nothing to undo": ("ada", "--undo"),
    "no one": ("eve", "--accept"),
    "a task twice": ("ada", "--points", f"{BLANK}=1", "--points", f"{BLANK}=3", "--yes"),
    "no student": ("--accept",),
    "a sentence for no student": ("--sentence", "x"),
    "a sentence alone": ("ada", "--sentence", "x"),
    "no decision": ("ada", "--yes"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_decision_that_cannot_be_is_one_line_and_changes_nothing(course, case):
    done = run(course, "review", *BAD[case], fails=True)
    assert done.stderr.count("\n") == 1
    assert "2 open of 2" in run(course, "review").stdout


def test_too_many_decisions_and_none_are_told_apart(course):
    said = {"two decisions": "give one of --accept", "a sentence alone": "say what is decided"}
    for case, words in said.items():
        assert words in run(course, "review", *BAD[case], fails=True).stderr


def test_a_wrong_answer_stays_what_its_check_gave(course):
    """An accepted hand-in is not a full one."""
    hand_in(course, "dan", with_blank(WRONG))
    grade(course)
    assert float(grades(course)["dan"]["score"]) < full_points()
    assert "nothing of dan" in run(course, "review", "dan", fails=True).stderr
