"""The course on a JupyterHub: stock nbgrader in a browser, from fetching to the feedback."""

import re
from contextlib import contextmanager
from pathlib import Path

import pytest
from courses import copy_course, exported_grades
from hub import TEACHER, hub
from kernels import eventually
from repository import REPOSITORY
from submissions import ASSIGNMENT, full_points, perfect

from autograder.notebooks import grade_id, is_blank

COURSE = "custom-autograd"
EXCHANGE = f"/srv/nbgrader/exchange/{COURSE}"
WRITTEN = "find_the_cheat"
ANSWER = "Batch norm: its numbers stay in floating point."
RIGHT = {grade_id(cell): cell.source for cell in perfect().cells if is_blank(cell)}
del RIGHT[WRITTEN]
PATIENCE = 1_000_000  # ms; a busy machine starts a server slowly
COMMENT = "And how would you remove it?"


@pytest.fixture(scope="module")
def machine():
    """A hub on which the assignment is released."""
    with hub() as started:
        copy_course(started.path(f"/home/{TEACHER}") / "course")
        started.give(TEACHER, "course", ".jupyter")
        started.done(TEACHER, "nbgrader", "release_assignment", ASSIGNMENT, cwd="course")
        yield started


@pytest.fixture(scope="module")
def ada(machine, browser):
    """The tab of a student who looks at the assignment list."""
    with signed_in(machine, browser, "ada") as tab:
        tab.get_by_role("menuitem", name="Nbgrader").click()
        tab.get_by_role("menuitem", name="Assignment List").click()
        yield tab


@pytest.fixture(scope="module")
def handed_in(machine, ada):
    """What the student read on the way; another one hands in, in a terminal, what was given."""
    ada.get_by_role("button", name="Fetch").click()
    ada.locator(".assignment-notebooks-link").click()
    ada.get_by_role("link", name=ASSIGNMENT).last.click()
    for blank, source in RIGHT.items():
        write(ada.locator(".jp-Notebook .jp-Cell", has_text=f'Error("{blank}")'), source)
    written = ada.locator(".jp-Notebook .jp-Cell", has_text="Your answer here")
    written.dblclick()
    write(written, ANSWER)
    with ada.expect_response(lambda response: response.request.method == "PUT"):
        ada.keyboard.press("Control+s")  # validation reads the file, which may be half written
    ada.get_by_role("tab", name="Assignments").click()
    ada.get_by_role("button", name="Validate").click()
    message = ada.locator("#validation-message").inner_text()
    ada.get_by_role("button", name="Ok").click()
    ada.get_by_role("button", name="Submit").click()
    ada.get_by_role("button", name="Fetch Feedback").wait_for()
    for command in ("fetch_assignment", "submit"):
        machine.done("ben", "nbgrader", command, ASSIGNMENT)
    return message


@pytest.fixture(scope="module")
def graded(machine, handed_in):
    """The rows of grades.csv before a person has graded."""
    machine.done(TEACHER, "autograder", "collect", ASSIGNMENT, "exchange", cwd="course")
    machine.done(TEACHER, "autograder", "grade", ASSIGNMENT, cwd="course")
    return grades(machine)


@pytest.fixture(scope="module")
def formgrader(machine, browser, graded):
    """The teacher's tab with the student's submission, and what it asked of other machines."""
    with signed_in(machine, browser, TEACHER) as tab:
        asked = []
        tab.on("request", lambda request: asked.append(request.url))
        tab.goto(f"/user/{TEACHER}/formgrader/gradebook/{ASSIGNMENT}/{ASSIGNMENT}")
        tab.locator("tr", has_text="ada").get_by_role("link").first.click()
        tab.wait_for_function("window.formgrader?.grades?.loaded && formgrader.comments.loaded")
        tab.asked = [url for url in asked if not url.startswith((machine.url, "data:"))]
        yield tab


@pytest.fixture(scope="module")
def returned(machine, formgrader):
    """The rows of grades.csv after a person has graded, and pages were given back."""
    put(formgrader, f"#{WRITTEN}", "4")
    put(formgrader, f"#{WRITTEN}-comment", COMMENT)
    machine.done(TEACHER, "autograder", "feedback", ASSIGNMENT, cwd="course")
    machine.done(TEACHER, "nbgrader", "release_feedback", ASSIGNMENT, cwd="course")
    return grades(machine)


@contextmanager
def signed_in(machine, browser, user):
    """A tab in which a user's own server has opened JupyterLab."""
    with browser.new_context(base_url=machine.url) as context:
        context.set_default_timeout(PATIENCE)
        tab = context.new_page()
        tab.goto("/hub/login?next=/hub/spawn")
        tab.get_by_label("Username").fill(user)
        tab.get_by_label("Password").fill("any")
        tab.get_by_role("button", name="Sign in").click()
        tab.get_by_role("menuitem", name="Nbgrader").wait_for()
        yield tab


def write(cell, source):
    """Type into a cell, in the place of what is there."""
    cell.locator(".cm-content").click()
    cell.page.keyboard.press("Control+a")
    cell.page.keyboard.insert_text(source)


def put(tab, field, value):
    """Fill in a field of the formgrader, which saves it when it loses the focus."""
    with tab.expect_response(lambda response: response.request.method == "PUT"):
        tab.locator(field).fill(value)
        tab.locator(field).blur()


def grades(machine):
    machine.done(TEACHER, "autograder", "export", cwd="course")
    return exported_grades(machine.path(f"/home/{TEACHER}") / "course")


def test_the_assignment_list_fetches_validates_and_submits(handed_in):
    assert "Success! Your notebook passes all the tests." in handed_in


def test_what_was_typed_in_the_browser_gets_full_points(graded):
    assert {student: float(row["score"]) for student, row in graded.items()} == {
        "ada": full_points(),
        "ben": 0.0,
    }
    assert [graded[student]["needs_manual_grade"] for student in ("ada", "ben")] == [
        "True",
        "False",
    ]


@pytest.mark.parametrize(
    "path",
    [
        f"/home/{TEACHER}/course/gradebook.db",
        f"/home/{TEACHER}/course/submitted/ben/{ASSIGNMENT}/{ASSIGNMENT}.ipynb",
        f"/home/{TEACHER}/course/solutions/{ASSIGNMENT}/{ASSIGNMENT}.ipynb",
        f"/home/ben/{ASSIGNMENT}/{ASSIGNMENT}.ipynb",
        f"{EXCHANGE}/inbound",
        f"{EXCHANGE}/feedback",
    ],
)
def test_a_student_reads_nothing_of_others(machine, returned, path):
    assert machine.path(path).exists()
    shown = machine.run("ada", "grep", "-r", "", path)
    assert shown.returncode != 0 and "Permission denied" in shown.stderr and not shown.stdout


def test_the_name_of_a_hand_in_cannot_be_guessed(machine, handed_in):
    """Whoever knew it could read the hand-in: nbgrader closes the folder above it alone."""
    (name,) = (path.name for path in machine.path(f"{EXCHANGE}/inbound").glob("ben+*"))
    assert re.fullmatch(rf"ben\+{ASSIGNMENT}\+[^+]+ UTC\+[\w-]{{12}}", name)


def test_a_student_cannot_come_to_the_teachers_server(ada, returned):
    assert ada.request.get(f"/user/{TEACHER}/formgrader/gradebook").status == 403


def test_the_formgrader_shows_the_rubric_below_the_answer(formgrader):
    answer = formgrader.locator(".nbgrader_cell", has_text=ANSWER)
    rubric = formgrader.locator("details", has_text="Rubric (5 points)")
    assert rubric.is_visible()
    assert 0 < rubric.bounding_box()["y"] - answer.bounding_box()["y"] < 500


def test_the_menu_shows_no_formgrader_so_docs_name_the_address_of_a_tab(machine, browser, graded):
    """A hub does not allow pages in frames (nbgrader#1870, #1915, #1947)."""
    with signed_in(machine, browser, TEACHER) as tab:
        refused = []
        tab.on("console", lambda message: refused.append(message.text))
        tab.get_by_role("menuitem", name="Nbgrader").click()
        tab.get_by_role("menuitem", name="Formgrader", exact=True).click()
        tab.locator("iframe").wait_for(state="attached")
        assert eventually(lambda: tab.evaluate("1") and any("frame" in line for line in refused))
        docs = (REPOSITORY / "docs/instructors/reference.md").read_text("utf-8")
        assert f"https://HUB/user/{TEACHER}/formgrader" in docs
        tab.goto(f"/user/{TEACHER}/formgrader")
        tab.get_by_role("link", name=ASSIGNMENT, exact=True).first.wait_for()


def test_the_formgrader_works_without_the_network(formgrader):
    """Its script ends early where MathJax, which it fetches as a rule, is missing."""
    assert formgrader.asked == [] and formgrader.evaluate("formgrader.loaded")


def test_points_by_hand_change_the_total(graded, returned):
    assert float(returned["ada"]["score"]) == float(graded["ada"]["score"]) + 4
    assert (returned["ada"]["needs_manual_grade"], returned["ben"]) == ("False", graded["ben"])


def test_the_feedback_comes_back_to_the_students_list(ada, returned):
    ada.get_by_role("button", name="Fetch Feedback").click()
    ada.get_by_text("(view feedback)").click()
    ada.locator(".jp-DirListing-item", has_text=f"{ASSIGNMENT}.html").dblclick()
    ada.frame_locator("iframe").get_by_text(COMMENT).first.wait_for()


def test_a_hub_leaves_no_process_no_file_and_no_user():
    users = Path("/etc/passwd").read_text()
    with hub() as other:
        assert other.done("ada", "whoami") == "ada\n"
        processes = other.processes()
    assert len(processes) > 1
    assert eventually(lambda: not any(process.exists() for process in processes))
    assert not other.folder.exists() and Path("/etc/passwd").read_text() == users
