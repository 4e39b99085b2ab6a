"""`autograder inquiry`: from the form on a student's page to a decision that stays."""

import re
import shutil

import pytest
from browser import chromium, opened
from courses import autograder, copy_course, exported_grades, graded_notebook, hand_in
from submissions import ASSIGNMENT, BLANK, full_points, perfect, with_blank

from autograder import notebooks, registry
from autograder.judging.inquiry_line import parse
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
        texts = [one.input_value() for one in tab.locator("textarea").all() if one.is_visible()]
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
    done = run(course, "inquiry", text, "--points", "1.5", "--sentence", SENTENCE)
    assert done.returncode == 0, done.stderr
    decided = score(course)
    assert decided - before == pytest.approx(1.5 - outcome(course).points[BLANK])
    assert score(course, "ben") == before
    # A check that gives something else now changes nothing of it, and a person is told.
    path = course / "solutions" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    path.write_text(path.read_text().replace("(x.abs() <= 1)", "(x.abs() < 1)"))
    assert run(course, "grade", ASSIGNMENT, "--sandbox", "none", "--force").returncode == 0
    assert run(course, "feedback", ASSIGNMENT).returncode == 0
    assert score(course) == decided
    assert SENTENCE in page(course) and SENTENCE not in page(course, "ben")
    listed = run(course, "inquiry", "--list").stdout
    assert "1.5 points" in listed and "The check gave" in listed
    assert "Graded again" in run(course, "inquiry", text).stdout
    assert run(course, "inquiry", "1", "--undo").returncode == 0
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
    assert "another hand-in" in run(course, "inquiry", "1").stdout
    assert run(course, "grade", ASSIGNMENT, "--sandbox", "none").returncode == 0
    assert "collected/earlier" in run(course, "inquiry", "1").stdout.replace("\n", "")
    refused = run(course, "inquiry", "1", "--points", "0", "--sentence", "no")
    assert refused.returncode == 1 and "counts no more" in refused.stderr
    assert score(course) == full_points()
    assert run(course, "inquiry", "1", "--sentence", "See your later work.").returncode == 0


CHANGED = {
    "no line": lambda line: "Why?",
    "another task": lambda line: line.replace(BLANK, "int8_float"),
    "another letter": lambda line: line.replace(line[-3], "A" if line[-3] != "A" else "B"),
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


@pytest.mark.parametrize("options", [["--points", "99", "--sentence", "x"], ["--points", "1"]])
def test_an_answer_that_cannot_be_is_refused_and_nothing_is_changed(course, options):
    done = run(course, "inquiry", asked(course), *options)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "1 open of 1" in run(course, "inquiry", "--list").stdout


def test_who_is_forgotten_has_asked_nothing(course):
    assert run(course, "inquiry", asked(course)).returncode == 0
    person = Person(registry.load(course), "ada")
    forget(person, steps(person))
    assert "0 open of 0" in run(course, "inquiry", "--list").stdout
