"""Questions on one's own code: true, from one's own code, and nothing of it runs on the page."""

import json
import re

import pytest
from courses import SHORT, autograder, copy_course, hand_in, sandbox_option
from nbformat.v4 import new_code_cell
from submissions import perfect, template, with_blank

from autograder.answers.blanks import fill
from autograder.oral_questions import variants

MASK = """\
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        u = ctx.saved_tensors[0]  # </li><script>alert(1)</script>
        passed = torch.zeros_like(grad_out)
        passed[u <= 127] = 1
        passed[u < -128] = 0
        return passed * grad_out


int8_in_float = Int8InFloatFunction.apply
"""
UNBOUNDED = MASK.replace("u < -128", "u < -999").replace("u ", "v ")


# In a kernel that writes no share that a float can hold.
HUGE = """
from labkit.checks import Shown

shown = Shown._repr_mimebundle_

def larger(self, **options):
    bundle = shown(self, **options)
    for name, data in bundle.items():
        for record in data["records"] if name.endswith("evidence+json") else ():
            record["share"] = 10**400
    return bundle

Shown._repr_mimebundle_ = larger
"""


def with_huge_shares():
    notebook = perfect()
    notebook.cells.insert(2, new_code_cell(HUGE))
    return notebook


def only(source):
    """A notebook in which one blank is filled in, so that all questions are on it."""
    return fill(template(), {"int8_backward": source})


HANDED_IN = {
    "perfect": perfect,
    "copied": perfect,
    "other": lambda: perfect(1),
    "japanese": lambda: perfect(language="ja"),
    "mask": lambda: only(MASK),
    "unbounded": lambda: only(UNBOUNDED),
    "nothing": template,
    "dies": lambda: with_blank("import os\nos._exit(1)"),
    "huge": with_huge_shares,
}
NOT_ASKED = {"nothing", "huge"}


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    folder = copy_course(tmp_path_factory.mktemp("asked") / "course")
    for student, notebook in HANDED_IN.items():
        hand_in(folder, student, notebook())
    done = autograder("grade", SHORT, "--no-names", *sandbox_option(), cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


def asked(course, *options):
    done = autograder("ask", SHORT, *sandbox_option(), "--format", "json", *options, cwd=course)
    assert done.returncode == 0, done.stderr
    return {sheet["student"]: sheet for sheet in json.loads(done.stdout)}


@pytest.fixture(scope="module")
def sheets(course):
    return asked(course)


def test_every_change_is_python_and_names_its_line():
    as_is, *changed = variants("int8_backward", MASK, "")
    assert as_is.source == MASK and {variant.line for variant in changed if variant.text} == {
        11,
        12,
    }
    for variant in changed:
        compile(variant.source, "changed", "exec")
        before, after = MASK.split("\n"), variant.source.split("\n")
        assert [n for n, pair in enumerate(zip(before, after, strict=True), 1) if len({*pair}) > 1]
        assert before[variant.line - 1] != after[variant.line - 1]


def test_what_was_given_is_not_changed():
    given = next(cell.source for cell in template().cells if "int8_backward:" in cell.source)
    assert {variant.line for variant in variants("int8_backward", MASK, given)[1:]} == {
        *range(9, 14)
    }


def test_each_gets_three_questions_on_code_of_their_own(sheets):
    for student, sheet in sheets.items():
        written = [cell.source for cell in HANDED_IN[student]().cells]
        assert len(sheet["questions"]) == (0 if student in NOT_ASKED else 3)
        assert all(
            any(question["code"] in cell for cell in written) for question in sheet["questions"]
        )
        assert all(question["answer"] for question in sheet["questions"])


def test_a_question_is_about_inputs_that_differ(course, sheets):
    others = (asked(course, "--seed", str(seed), "--student", "perfect") for seed in (2, 3, 4))
    texts = [
        question["text"]
        for some in (sheets, *others)
        for q in some.values()
        for question in q["questions"]
    ]
    ranges = [found for text in texts for found in re.findall(r"from (\S+) to (\S+), take", text)]
    assert ranges and [pair for pair in ranges if pair[0] == pair[1]] == []


def test_same_code_is_asked_the_same_and_different_code_is_not(course, sheets):
    texts = {
        name: [question["text"] for question in sheet["questions"]]
        for name, sheet in sheets.items()
    }
    assert texts["perfect"] == texts["copied"]
    assert len({*map(tuple, texts.values())}) == len(texts) - len(NOT_ASKED)
    other = asked(course, "--seed", "1", "--student", "perfect")["perfect"]
    assert [question["text"] for question in other["questions"]] != texts["perfect"]


def truth(question, low):
    """The rule of a mask, at the input and the upstream gradient that a question names."""
    place = r"take (-?[\d.]+); the .* is (-?[\d.]+)\."
    at, upstream = re.search(place, question["text"]).groups()
    line = re.search(r"if line \d+ were: (.*)$", question["text"])
    high = float(at) <= 127 if not line or "<= 127" in line[1] else float(at) < 127
    under = float(at) <= low if line and "<= -" in line[1] else float(at) < low
    return f"{float(upstream) if high and not under else 0:.4g}"


@pytest.mark.parametrize(("student", "low"), [("mask", -128), ("unbounded", -999)])
def test_the_answers_are_true(sheets, student, low):
    value, lines, change = sheets[student]["questions"]
    assert [question["family"] for question in (value, lines, change)] == [
        "value",
        "lines",
        "change",
    ]
    for question in (value, lines):
        assert question["answer"][0] == f"As handed in: {truth(question, low)}"
    assert lines["answer"][1:] and all("Without line" in line for line in lines["answer"][1:])
    assert change["answer"][0].split(": ")[1].removesuffix(", as before") == truth(change, low)


def test_the_page_speaks_each_students_language_and_runs_nothing(course):
    done = autograder("ask", SHORT, *sandbox_option(), cwd=course)
    assert done.returncode == 0, done.stderr
    page = (course / "reports" / f"{SHORT}-questions.html").read_text()
    assert "script-src 'none'" in page and "<script" not in page
    assert not re.search(r"\b(src|href)=", page)
    assert "&lt;script&gt;alert(1)" in page and "自分のコードについての質問" in page
    # A sheet for each student, and one for the examiner of each who is asked something.
    assert page.count("<section") == 2 * len(HANDED_IN) - len(NOT_ASKED)


def test_a_line_less_that_never_ends_costs_seconds_only(course):
    loop = "n = 0\n        while n < 1:\n            n += 1"
    endless = MASK.replace("passed[u <= 127] = 1", loop)
    hand_in(course, "endless", only(endless))
    assert (
        autograder("grade", SHORT, "--student", "endless", *sandbox_option(), cwd=course).returncode
        == 0
    )
    sheet = asked(course, "--student", "endless")["endless"]
    assert len(sheet["questions"]) == 3


def test_whoever_is_not_graded_is_named(course):
    done = autograder("ask", SHORT, *sandbox_option(), "--student", "nobody", cwd=course)
    assert done.returncode == 1 and "nobody has nothing graded" in done.stderr
