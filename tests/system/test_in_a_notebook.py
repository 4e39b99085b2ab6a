"""What labkit shows in a real notebook: figures, predictions, the receipt."""

import html
import json
import re

import pytest
from courses import (
    SHORT,
    autograder,
    copy_course,
    graded_notebook,
    hand_in,
    sandbox_option,
)
from kernels import notebook, outputs, text
from nbformat.v4 import new_code_cell
from submissions import perfect, perfect_source, template, with_blank

from autograder import notebooks, registry
from autograder.gradebook.store import outcomes
from autograder.submission.parts import plan_of
from labkit.receipts import code_of, released_blanks

FIGURE = """
import labkit, torch
from labkit import figures
labkit.start("02_int8_binary", language="ja")
figures.forward_and_slope(torch.relu, None, (-1, 1))
"""


def test_a_figure_is_shown_once_with_its_description_where_a_screen_reader_finds_it(engine):
    done = engine.execute(notebook(FIGURE)).notebook
    (shown,) = outputs(done, "display_data")
    assert outputs(done, "execute_result") == []
    description = shown.data["text/plain"]
    assert description.startswith("入力 u が -1 から 1 まで")
    assert f'<img alt="{description}" src="data:image/png;base64,' in shown.data["text/html"]
    assert shown.metadata["image/png"]["alt"] == description


PREDICTIONS = (
    'import labkit\nlabkit.start("02_int8_binary", language="ja")',
    'labkit.predict("share", "about half")',
    'labkit.compare("share", 0.72)',
    'labkit.predict("share", 0.72)',
    'labkit.compare("share", 0.72)',
)


def test_the_prediction_is_shown_next_to_the_result_and_stays(engine):
    done = engine.execute(notebook(*PREDICTIONS)).notebook
    shown = [text(cell).strip() for cell in done.cells[1:]]
    assert shown[1] == shown[3] == "予想：about half\n結果：0.72"
    assert "about half" in shown[0] and "about half のまま" in shown[2]


def test_an_output_with_an_integer_beyond_64_bits_is_kept(engine):
    data = {"application/json": {"n": 2**70}, "text/plain": "n"}
    shown = f"from IPython.display import display\ndisplay({data}, raw=True)"
    done = engine.execute(notebook(shown))
    assert (done.stops, text(done.notebook.cells[0])) == ([], "n")


COMPILED = """
import labkit, torch
labkit.start("04_function_design", language="en")
def compiles():
    return torch.compile(lambda x: x + torch.compiler.is_compiling(), backend="eager")(x).item()
x = torch.zeros(())
print(compiles())
with labkit.compiling():
    print(compiles())
print(compiles())
"""


@pytest.mark.parametrize(("seed", "outside"), [({}, "1.0"), ({"LABKIT_SEED": "1"}, "0.0")])
def test_in_grading_torch_compiles_only_where_it_is_asked_to(engine, seed, outside):
    (cell,) = engine.execute(notebook(COMPILED), seed).notebook.cells
    assert text(cell).split()[-3:] == [outside, "1.0", outside]


ON_A_GPU = """# binary_sign: on a GPU
def binary_sign(x):
    return x.to("cuda:0").sign().cpu()
"""


def test_a_check_and_a_page_name_lines_that_need_a_gpu(engine, tmp_path):
    handed_in = with_blank(ON_A_GPU)
    done = engine.execute(handed_in, plan=plan_of(handed_in)).notebook
    card = notebooks.checks(done)["binary_sign"].outputs[-1].data
    line = "Line 3 needs a GPU: x.to('cuda:0'). Grading has none"
    assert line in card["text/plain"] or line in html.unescape(card["text/html"])
    others = [cell for name, cell in notebooks.checks(done).items() if name != "binary_sign"]
    assert not any("needs a GPU" in json.dumps(cell.outputs) for cell in others)

    course = copy_course(tmp_path / "course")
    hand_in(course, "ada", handed_in)
    hand_in(course, "bob", perfect())
    assert autograder("grade", SHORT, "--no-names", *sandbox_option(), cwd=course).returncode == 0
    assert autograder("feedback", SHORT, cwd=course).returncode == 0
    ada, bob = (next((course / "feedback" / student).rglob("*.html")) for student in ("ada", "bob"))
    assert line in html.unescape(ada.read_text("utf-8"))
    assert "needs a GPU" not in bob.read_text("utf-8")


BLANKS = released_blanks(SHORT)
TASKS = sum(not blank["extra"] for blank in BLANKS.values())


def receipt(engine, filled):
    """What the receipt of a notebook prints when every cell has run once."""
    filled.cells.append(new_code_cell("labkit.receipt()"))
    return text(engine.execute(filled, plan=plan_of(filled)).notebook.cells[-1])


def test_a_receipt_shows_the_points_so_far_and_the_code_that_grading_makes(engine, tmp_path):
    wrong = perfect_source().replace(" 1", " 3")
    # All blanks, as in the library: one of these answers binds the name of a later blank, too.
    course = copy_course(tmp_path / "course", whole=True)
    for student, filled in (("right", perfect()), ("wrong", with_blank(wrong))):
        hand_in(course, student, filled)
    assert autograder("grade", SHORT, "--no-names", *sandbox_option(), cwd=course).returncode == 0
    graded = {
        outcome.student: outcome for outcome in outcomes(registry.load(course).assignment(SHORT))
    }
    right, other = receipt(engine, perfect()), receipt(engine, with_blank(wrong))
    worth = sum(notebooks.Cell.of(cell).points for cell in notebooks.checks(template()).values())
    assert re.search(rf"^3 of {TASKS} tasks, {worth:g} of \d+ points$", right, re.MULTILINE)
    assert re.search(rf"^2 of {TASKS} tasks", other, re.MULTILINE) and "not checked yet" in right
    assert f": {graded['right'].receipt}. " in right and f": {graded['wrong'].receipt}. " in other
    assert graded["right"].receipt != graded["wrong"].receipt


def test_a_receipt_in_a_notebook_with_nothing_filled_in(engine):
    shown = receipt(engine, template("ja"))
    assert code_of([], BLANKS) in shown and f"{TASKS} 問のうち 0 問" in shown


SIGN = """
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return {output}

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        mask = (x >= -1) & (x <= 1)
        return {grad}


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
"""
RIGHT = {"output": "torch.where(x >= 0, 1.0, -1.0)", "grad": "mask * grad_out"}
SLIPS = {
    "no_brackets": ({"grad": "grad_out * (x >= -1 & x <= 1)"}, "bitwise_and"),
    "mean_of_bools": ({"grad": "grad_out * (x == x).mean()"}, "mean()"),
    "bools_subtracted": ({"output": "(x >= 0) - (x < 0)"}, "Subtraction"),
    "one_minus_mask": ({"grad": "grad_out * (1 - mask)"}, "Subtraction"),
    "mask_and_gradient": ({"grad": "mask & grad_out"}, "bitwise_and"),
    "shifted_float": ({"output": "((x + 1) >> 1) * 2 - 1"}, "rshift"),
}


@pytest.fixture(scope="module")
def with_slips(tmp_path_factory):
    course = copy_course(tmp_path_factory.mktemp("slips") / "course")
    for student, (changed, _) in SLIPS.items():
        hand_in(course, student, with_blank(SIGN.format(**RIGHT | changed)))
    assert autograder("grade", SHORT, *sandbox_option(), cwd=course).returncode == 0
    assert autograder("feedback", SHORT, cwd=course).returncode == 0
    return course


@pytest.mark.parametrize("slip", SLIPS)
def test_what_torch_does_not_implement_is_reported_as_the_slip_that_it_is(engine, with_slips, slip):
    """In class, in grading and on the feedback page: no such error says that a blank is empty."""
    changed, words = SLIPS[slip]
    filled = with_blank(SIGN.format(**RIGHT | changed))
    shown = engine.execute(filled, plan=plan_of(filled)).notebook
    (page,) = (with_slips / "feedback" / slip / SHORT).glob("*.html")
    cards = [json.dumps(shown.cells), json.dumps(graded_notebook(with_slips, slip).cells)]
    for card in (*cards, page.read_text("utf-8")):
        # What older releases of torch raise for the same is a RuntimeError.
        plain = re.sub(r"\\*(&quot;|\")", "", card)
        errors = ("NotImplementedError", "RuntimeError")
        assert any(f"{error}: {words}" in plain for error in errors)
        assert "not filled in" not in card
