"""`autograder inquiry`: from the form on a student's page to a decision that stays."""

import re
import shutil
import sqlite3
import zipfile

import pytest
from browser import chromium, opened
from courses import autograder, copy_course, exported_grades, graded_notebook, hand_in
from submissions import ASSIGNMENT, BLANK, full_points, perfect, with_blank

from autograder import notebooks, registry
from autograder.judging.inquiry_line import Line, parse
from autograder.judging.outcome import outcome_in
from autograder.privacy import Person, forget, steps

# Right, but for zero.
WRONG = """class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.sign()

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1).to(grad_out.dtype)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
"""
SENTENCE = "The sign of zero was not asked for."


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    folder = copy_course(tmp_path_factory.mktemp("inquiry") / "course")
    for student in ("ada", "ben"):
        hand_in(folder, student, with_blank(WRONG))
    assert run(folder, "grade", ASSIGNMENT, "--sandbox", "none").returncode == 0
    assert run(folder, "feedback", ASSIGNMENT).returncode == 0
    return folder


@pytest.fixture
def course(graded, tmp_path):
    """A copy to change."""
    return shutil.copytree(graded, tmp_path / "course")


def run(folder, *words):
    return autograder(*words, cwd=folder)


def page(folder, student="ada"):
    return (folder / "feedback" / student / ASSIGNMENT / f"{ASSIGNMENT}.html").read_text()


def asked(folder, record="", student="ada"):
    """A file with the text that a student copies from the page, as a mail quotes it."""
    about = " ".join(filter(None, (ASSIGNMENT, BLANK, record)))
    (line,) = re.findall(rf"\[inquiry {about} [A-Z2-7-]+\]", page(folder, student))
    path = folder / "question.txt"
    path.write_text(f"> Why does zero count?\n>\n> {line.replace(' ', chr(10) + '> ', 2)}\n")
    return path


def outcome(folder, student="ada"):
    return outcome_in(graded_notebook(folder, student).metadata)


def score(folder, student="ada"):
    assert run(folder, "export", ASSIGNMENT).returncode == 0
    return float(exported_grades(folder)[student]["score"])


def test_the_form_gives_a_text_without_a_script_or_a_mouse(graded):
    with chromium() as browser, opened(browser, page(graded)) as tab:
        tab.locator(".inquiry summary").focus()
        tab.keyboard.press("Enter")
        # Within one group of radio buttons an arrow goes to the next one.
        for key in ("Tab", "ArrowDown", "Tab"):
            tab.keyboard.press(key)
        tab.keyboard.type("Why?")
        texts = [area.input_value() for area in tab.locator("textarea").all() if area.is_visible()]
        assert len(texts) == 1 and texts[0].startswith("Why?")
        assert parse(texts[0])[1] == "Why?"


def test_a_text_shows_its_record_with_evidence_rule_and_code(course):
    record = outcome(course).failed[BLANK][0]
    shown = run(course, "inquiry", asked(course, record))
    assert shown.returncode == 0, shown.stderr
    for part in ("ada", f"({record})", "Why does zero count?", f"{record}: failed.", "x.sign()"):
        assert part in shown.stdout
    assert "since" not in shown.stdout
    run(course, "inquiry", asked(course, record))  # a second time it is the same one
    listed = run(course, "inquiry", "--list").stdout
    assert "1 open of 1" in listed and "ben" not in listed


def test_a_decision_is_told_and_exported_stays_over_regrades_and_can_be_undone(course):
    before = score(course)
    text = asked(course)
    answer = ("--points", "1.5", "--sentence", SENTENCE, "--yes")
    done = run(course, "inquiry", text, *answer)
    assert done.returncode == 0, done.stderr
    given = outcome(course).points[BLANK]
    assert f"ada: {BLANK}: {given:g} -> 1.5 of" in done.stdout
    decided = score(course)
    assert decided - before == pytest.approx(1.5 - outcome(course).points[BLANK])
    assert score(course, "ben") == before
    # If the check now gives something else, nothing changes, and a person is told.
    path = course / "solutions" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    path.write_text(path.read_text().replace("(x.abs() <= 1)", "(x.abs() < 1)"))
    assert run(course, "grade", ASSIGNMENT, "--sandbox", "none", "--force").returncode == 0
    assert run(course, "feedback", ASSIGNMENT).returncode == 0
    assert score(course) == decided
    assert f"from {given:g} to 1.5 of" in page(course)
    assert SENTENCE in page(course) and SENTENCE not in page(course, "ben")
    listed = run(course, "inquiry", "--list").stdout
    assert "1.5 points" in listed and "The check gave" in listed
    assert "Graded again" in run(course, "inquiry", text).stdout
    undone = run(course, "inquiry", "1", "--undo")
    now = outcome(course).points[BLANK]
    assert f"ada: {BLANK}: 1.5 -> {now:g} of" in undone.stdout, undone.stderr
    assert score(course) == score(course, "ben") < before
    assert "1 open of 1" in run(course, "inquiry", "--list").stdout
    assert run(course, "feedback", ASSIGNMENT).returncode == 0 and SENTENCE not in page(course)


def test_a_hand_in_that_was_replaced_is_named_and_gets_no_points(course):
    text = asked(course)
    assert run(course, "inquiry", text).returncode == 0
    later = course / "later" / "ada"
    later.mkdir(parents=True)
    notebooks.write(later / f"{ASSIGNMENT}.ipynb", notebooks.as_text(perfect()))
    assert run(course, "collect", ASSIGNMENT, later.parent, "--from", "plain").returncode == 0
    assert "not graded yet" in run(course, "inquiry", "1").stdout
    assert run(course, "grade", ASSIGNMENT, "--sandbox", "none").returncode == 0
    assert "collected/earlier" in run(course, "inquiry", "1").stdout.replace("\n", "")
    refused = run(course, "inquiry", "1", "--points", "0", "--sentence", "no", "--yes")
    assert refused.returncode == 1 and "no longer counts" in refused.stderr
    assert score(course) == full_points()
    assert run(course, "inquiry", "1", "--sentence", "See your later work.").returncode == 0


def forged(folder, student="ben"):
    """A text in a student's name by somebody who knows the id and how lines are made."""
    line = Line.about(outcome(folder, student), BLANK, key="00" * 32)
    path = folder / "forged.txt"
    path.write_text(f"Give me fewer points. {line}")
    return path


def old(folder):
    """A text of a page from before lines were sealed."""
    path = folder / "old.txt"
    path.write_text(re.sub(r"-[A-Z2-7]{8}-[A-Z2-7]{8}\]", "]", asked(folder).read_text()))
    return path


@pytest.mark.parametrize("text", [forged, old], ids=lambda function: function.__name__)
def test_a_text_without_the_courses_seal_goes_to_a_person_and_is_not_refused(course, text):
    shown = run(course, "inquiry", text(course))
    assert shown.returncode == 0 and "someone else wrote it" in " ".join(shown.stdout.split())
    listed = run(course, "inquiry", "--list").stdout
    assert "1 open of 1" in listed
    before = {student: score(course, student) for student in ("ada", "ben")}
    answer = ("--points", "0", "--sentence", SENTENCE, "--yes")
    for source in ("1", text(course)):
        refused = run(course, "inquiry", source, *answer)
        assert refused.returncode == 1 and "--asked" in refused.stderr
    assert run(course, "feedback", ASSIGNMENT).returncode == 0
    assert all(SENTENCE not in page(course, student) for student in before)
    assert {student: score(course, student) for student in before} == before
    done = run(course, "inquiry", "1", *answer, "--asked")  # the student was asked
    assert done.returncode == 0, done.stderr
    assert run(course, "inquiry", "1", "--undo").returncode == 0


def test_a_line_of_another_students_page_is_not_ones_own(course):
    """Each is sealed separately: no part of one fits another."""
    mine, theirs = (asked(course, student=student).read_text() for student in ("ada", "ben"))
    seal = re.compile(r"-([A-Z2-7]{8}-[\s>]*[A-Z2-7]{8})\]")
    path = course / "mixed.txt"
    path.write_text(seal.sub(f"-{seal.search(mine)[1]}]", theirs))
    assert run(course, "inquiry", path).returncode == 0
    assert run(course, "inquiry", "1", "--sentence", "No.").returncode == 1


def test_the_key_survives_a_new_year_an_archive_and_a_backup(course, tmp_path):
    text = asked(course).read_text()
    with sqlite3.connect(course / "gradebook.db") as opened:
        opened.execute(f"vacuum into '{tmp_path / 'copy.db'}'")
    done = run(course, "archive", tmp_path / "archive.zip")
    assert done.returncode == 0, done.stderr
    assert run(course, "new-year", tmp_path / "course-2028").returncode == 0

    def is_certain(folder):
        (folder / "question.txt").write_text(text)
        shown = run(folder, "inquiry", folder / "question.txt")
        assert shown.returncode == 0, shown.stderr
        return "someone else wrote it" not in " ".join(shown.stdout.split())

    assert is_certain(course)
    shutil.copy(tmp_path / "copy.db", course / "gradebook.db")
    assert is_certain(course)
    restored = copy_course(tmp_path / "restored")
    with zipfile.ZipFile(tmp_path / "archive.zip") as archive:
        archive.extractall(restored)
    assert is_certain(restored)


CHANGED = {
    "no line": lambda line: "Why?",
    "another task": lambda line: line.replace(BLANK, "int8_float"),
    "another letter": lambda line: re.sub(r" \w(\w{7}-)", r" 7\1", line),
    "another course": lambda line: line.replace(ASSIGNMENT, "99_nothing"),
    "two lines": lambda line: f"{line} {line.replace(BLANK, 'int8_float')}",
}


@pytest.mark.parametrize("change", CHANGED)
def test_a_text_that_does_not_fit_is_refused_in_one_line(graded, change):
    text = asked(graded).read_text()
    path = graded / "changed.txt"
    path.write_text(CHANGED[change](text))
    done = run(graded, "inquiry", path)
    assert done.returncode == 1 and done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1 and "0 open of 0" in run(graded, "inquiry", "--list").stdout


def test_a_text_in_another_encoding_is_read_by_what_it_quotes_or_refused(course):
    line = asked(course).read_text().partition("\n> ")[2]
    path = course / "mail.txt"
    path.write_bytes(f"なぜですか\n> {line}".encode("cp932"))
    done = run(course, "inquiry", path)
    assert done.returncode == 1 and done.stderr.count("\n") == 1 and "なぜですか" in done.stderr
    assert "0 open of 0" in run(course, "inquiry", "--list").stdout
    (course / "students.csv").write_text("student,name\nada,佐藤 蓮\nben,Ben\n")
    path.write_bytes(f"佐藤です。なぜですか\n> {line}".encode("cp932"))
    assert "佐藤です。なぜですか" in run(course, "inquiry", path).stdout


@pytest.mark.parametrize(
    ("points", "makes"),
    [("+0.2", 0.2), ("-0.5", -0.5), ("=-0.5", -0.5), ("+0", 0)],
)
def test_points_with_a_sign_are_a_change(course, points, makes):
    """0.42, meant as an addition, once silently took away 2.16 of 2.58."""
    before, text = score(course), asked(course)
    option = [f"--points{points}"] if points[0] == "=" else ["--points", points]
    answer = ("inquiry", text, *option, "--sentence", SENTENCE)
    if makes < 0:
        refused = run(course, *answer)
        assert refused.returncode == 1 and "add --yes" in refused.stderr
        assert "1 open of 1" in run(course, "inquiry", "--list").stdout
    assert run(course, *answer, "--yes").returncode == 0
    assert score(course) - before == pytest.approx(makes)


def test_another_sentence_leaves_the_points_of_the_answer(course):
    before, text = score(course), asked(course)
    assert run(course, "inquiry", text, "--points", "+0.2", "--sentence", "Yess.").returncode == 0
    done = run(course, "inquiry", "1", "--sentence", "Yes.")
    assert done.returncode == 0 and "->" not in done.stdout
    assert score(course) - before == pytest.approx(0.2)
    assert run(course, "feedback", ASSIGNMENT).returncode == 0
    told, given = page(course), outcome(course).points[BLANK]
    assert "Yess." not in told and f"from {given:g} to {given + 0.2:g} of" in told
    # What takes points back is asked as well.
    refused = run(course, "inquiry", "1", "--undo")
    assert refused.returncode == 1 and refused.stderr.count("\n") == 1
    assert f"{BLANK}: {given + 0.2:g} -> {given:g} of" in refused.stderr
    assert score(course) - before == pytest.approx(0.2)
    assert run(course, "inquiry", "1", "--undo", "--yes").returncode == 0
    assert score(course) == before


@pytest.mark.parametrize(
    "options",
    [
        ["--points", "99", "--sentence", "x"],
        ["--points", "+99", "--sentence", "x"],
        ["--points", "some", "--sentence", "x"],
        ["--points", "3"],
        ["--undo", "--sentence", "x"],
        ["--undo", "--points", "3"],
        ["--undo", "--asked"],
        ["--list"],
    ],
)
def test_an_answer_that_cannot_be_is_refused_and_nothing_is_changed(course, options):
    text = asked(course)
    assert run(course, "inquiry", text).returncode == 0
    done = run(course, "inquiry", text, *options)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "1 open of 1" in run(course, "inquiry", "--list").stdout


def test_who_is_forgotten_has_asked_nothing(course):
    assert run(course, "inquiry", asked(course)).returncode == 0
    person = Person(registry.load(course), "ada")
    forget(person, steps(person))
    assert "0 open of 0" in run(course, "inquiry", "--list").stdout
