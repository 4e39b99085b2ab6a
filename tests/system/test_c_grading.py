"""Handed-in C files: which one is graded, what it earns, and that none leaves the sandbox."""

import re
import shutil
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from courses import autograder, copy_course, exported_grades, graded_notebook, hand_in
from repository import REPOSITORY, exercise

from autograder import notebooks
from autograder.answers.blanks import fill
from autograder.engine.sandbox import require_bubblewrap
from autograder.messages import message
from autograder.submission.c_files import as_cell
from labkit.language import LANGUAGES

ASSIGNMENT = "05_c_quantizer"
ATTACKS = sorted((Path(__file__).parent / "attacks" / "c").glob("*.c"))
SOLUTION = REPOSITORY / "c_exercise" / "solution" / "quantize.c"
FORWARD, BACKWARD = 6, 4
CUT_OFF = (
    '#include "quantize.h"\nvoid quantizeInt8InFloat(size_t N, const float src[], float dst[])\n{\n'
)
CUT_OFF += "    for (size_t i = 0; i < N; i++) {\n        dst[i] = (float)(int)src[i];\n    }\n}\n"


def template(language="en"):
    return exercise(ASSIGNMENT, language)


def hand_in_c(folder, student, text, name="quantize.c"):
    path = folder / "submitted" / student / ASSIGNMENT / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def with_blank(text, language="en"):
    return fill(template(language), {"quantize_c": as_cell("quantize.c", text)})


def marker(folder):
    return folder / "marker"


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """Hand-ins of all kinds, graded at once in the full sandbox."""
    require_bubblewrap()
    folder = copy_course(tmp_path_factory.mktemp("c") / "course")
    right, large = SOLUTION.read_text(), "// padding\n" * 950_000
    hand_in_c(folder, "alone", right)
    hand_in(folder, "next-to", template(), ASSIGNMENT)
    hand_in_c(folder, "next-to", right)
    hand_in(folder, "filled", with_blank(right), ASSIGNMENT)
    hand_in_c(folder, "filled", CUT_OFF)
    hand_in_c(folder, "renamed", right, "quantize (1).c")
    hand_in_c(folder, "two-files", "int x;\n", "main.c")
    hand_in_c(folder, "two-files", right, "my_quantize.c")
    hand_in_c(folder, "shift-jis", "// 量子化\r\n".encode("cp932") + right.encode())
    hand_in_c(folder, "utf-16", right.replace("\n", "\r\n").encode("utf-16"))
    hand_in_c(folder, "capitals", right, "QUANTIZE.C")
    hand_in(folder, "next-to-a-broken-notebook", "{", ASSIGNMENT)
    hand_in_c(folder, "next-to-a-broken-notebook", right)
    hand_in_c(folder, "cut-off", CUT_OFF)
    hand_in_c(folder, "large", large + right)
    hand_in(folder, "large-blank", with_blank(large + right), ASSIGNMENT)
    hand_in(folder, "template", template(), ASSIGNMENT)
    for language in LANGUAGES:
        too_far = with_blank(CUT_OFF.replace("i < N", "i <= N"), language)
        hand_in(folder, f"too-far-{language}", too_far, ASSIGNMENT)
    for attack in ATTACKS:
        text = (
            attack.read_text()
            .replace("MARKER", str(marker(folder)))
            .replace("SOLUTION", str(SOLUTION))
        )
        hand_in_c(folder, attack.stem, text)
    done = autograder("grade", ASSIGNMENT, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert autograder("export", cwd=folder).returncode == 0
    return folder


@pytest.fixture(scope="module")
def rows(graded):
    return exported_grades(graded)


def card(graded, student, check="quantize_c"):
    executed = graded_notebook(graded, student, ASSIGNMENT)
    return notebooks.checks(executed)[check].outputs[0].data["text/html"]


@pytest.fixture(scope="module")
def page(graded):
    """The feedback on a file of C without a notebook."""
    done = autograder("feedback", ASSIGNMENT, cwd=graded)
    assert done.returncode == 0, done.stderr
    return (graded / "feedback" / "alone" / ASSIGNMENT / f"{ASSIGNMENT}.html").read_text()


def test_a_file_without_a_notebook_is_reported_in_the_first_language_alone(graded):
    assert "points" in card(graded, "alone")
    assert not re.search(r"[\u3040-\u30ff]", card(graded, "alone"))


def test_a_check_of_c_is_no_figure_that_was_handed_in(page):
    assert "labkit-card" in page and message("feedback.handed_in_figure", "en") not in page


def test_what_was_left_as_it_was_given_is_not_shown_as_the_student_s(page):
    article = BeautifulSoup(page, "html.parser").find(id="task-c_function")
    assert article.select(".labkit-card") and not article.select(".source")


@pytest.mark.parametrize(
    "student", ["alone", "next-to", "renamed", "shift-jis", "utf-16", "capitals"]
)
def test_a_c_file_serves_every_c_blank_that_is_empty(rows, student):
    assert float(rows[student]["score"]) == FORWARD + BACKWARD
    assert rows[student]["state"] == "repaired"
    assert re.search(
        r"took (?i:quantize).*\.(c|C) for: quantize_c, quantize_backward_c", rows[student]["reason"]
    )


def test_a_filled_blank_counts_and_the_file_serves_the_empty_one(rows):
    assert "took quantize.c for: quantize_backward_c" in rows["filled"]["reason"]
    assert float(rows["filled"]["score"]) == FORWARD


def test_two_files_of_other_names_are_left_to_a_person(rows):
    assert (
        rows["two-files"]["state"] == "needs review" and "2 .c files" in rows["two-files"]["reason"]
    )


def test_a_c_file_counts_even_next_to_a_notebook_that_cannot_be_read(rows):
    row = rows["next-to-a-broken-notebook"]
    assert float(row["score"]) == FORWARD + BACKWARD
    assert row["state"] == "needs review" and "not JSON" in row["reason"]


def test_a_loop_over_the_whole_array_counts_more_than_perfect_rounding(rows):
    assert 0.5 * FORWARD < float(rows["cut-off"]["score"]) < 0.8 * FORWARD


def test_an_unfilled_notebook_scores_nothing(rows):
    assert float(rows["template"]["score"]) == 0 and rows["template"]["state"] == "graded"


@pytest.mark.parametrize(
    ("student", "sentence"),
    [("large", "200,000"), ("large-blank", "characters of code was left out")],
)
def test_ten_megabytes_of_source_are_not_compiled(graded, rows, student, sentence):
    assert float(rows[student]["score"]) == 0
    assert sentence in rows[student]["reason"] + card(graded, student)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda path: path.stem)
def test_hostile_c_earns_what_it_computes_and_no_more(rows, attack):
    least, most = {"all": (FORWARD, FORWARD), "few": (0, 0.6 * FORWARD), "none": (0, 0)}[
        attack.read_text().split()[2]
    ]
    assert least <= float(rows[attack.stem]["score"]) <= most, rows[attack.stem]


def test_nothing_outside_changes(graded):
    assert not marker(graded).exists()
    left = {path.name for path in graded.iterdir()}
    assert not left & {"filler", "quantize.c", "marker"}


@pytest.mark.parametrize(
    ("student", "message"),
    [
        ("never_ends", "does the loop ever end"),
        ("fills_the_stack", "the stack overflowed"),
        ("ends_in_a_constructor", "called exit, which ends the whole program"),
        ("includes_the_solution", "No such file or directory"),
    ],
)
def test_the_card_says_what_became_of_it(graded, student, message):
    shown = card(graded, student).replace("&#x27;", "'")
    assert message in shown or message in _printed(graded, student)


# What a file that writes too far meets: a guarded page, and the sanitizer.
TOO_FAR = {
    "en": [r"it reads src\[0\], but N is 0", "sanitizer stopped it", r"line \d+ of quantize\.c"],
    "ja": [r"src\[0\] を読んでいますが、N は 0", "サニタイザが止めました", r"c の \d+ 行目"],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_c_did_is_reported_in_the_language_of_the_notebook_alone(graded, language):
    shown = card(graded, f"too-far-{language}")
    for name, sentences in TOO_FAR.items():
        found = [sentence for sentence in sentences if re.search(sentence, shown)]
        assert found == (sentences if name == language else []), shown


def _printed(graded, student):
    executed = notebooks.read(graded / "autograded" / student / ASSIGNMENT / f"{ASSIGNMENT}.ipynb")
    outputs = notebooks.checks(executed)["quantize_c"].outputs
    return "".join(output.text for output in outputs if output.output_type == "stream")


def test_a_changed_c_file_is_graded_again_and_nothing_else(graded):
    others = len(list((graded / "submitted").iterdir())) - 1
    hand_in_c(graded, "cut-off", SOLUTION.read_text())
    done = autograder("grade", ASSIGNMENT, cwd=graded)
    assert f"1 graded, {others} unchanged" in done.stdout, done.stdout + done.stderr


def test_the_sanitizer_truly_works_inside_the_sandbox(graded):
    folder = copy_course(graded.parent / "second")
    hand_in_c(folder, "too-far", CUT_OFF.replace("i < N", "i <= N"))
    autograder("grade", ASSIGNMENT, cwd=folder)
    assert "heap-buffer-overflow" in card(folder, "too-far")
    shutil.rmtree(folder)
