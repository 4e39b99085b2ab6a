"""Mutation: small changes of right answers, and where the checks reject them."""

import json
import sys
import tomllib

import pytest
from repository import ASSIGNMENTS, COURSE, solution

from autograder import notebooks
from autograder.engine.engine import Setting
from autograder.engine.pool import Executor
from autograder.runtime import RUNTIME
from benchmarks.mutants import Mutant, given_lines, mutants
from benchmarks.mutation import (
    EQUAL,
    IN_CLASS,
    IN_GRADING,
    RESULTS,
    SURVIVED,
    Kept,
    listed_as_equal,
    made_from,
    main,
    measured_digests,
    try_mutants,
    unproven,
)

DRAWN = 30  # mutants of an assignment
RIGHT = """\
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
"""


def afters(source, known=(), given=""):
    return [mutant.after for mutant in mutants("a", source, known, given)]


@pytest.mark.parametrize(
    ("source", "change"),
    [
        ("y = x >= 1", "y = x > 1"),  # of mutmut
        ("y = x >= 1", "y = x <= 1"),
        ("y = torch.round(x)", "y = torch.floor(x)"),
        ("y = torch.round(x)", "y = x"),
        ("y = x / scale", "y = scale / x"),
        ("def f(x, w):\n    return x @ w", "return w @ w"),
        ("def f(a, b):\n    return a, b", "return b, a"),
        ("def f(a):\n    g(a)\n    return a", ""),
    ],
)
def test_a_student_s_slips_are_among_the_mutants(source, change):
    assert change in afters(source)


def test_mutants_are_python_and_differ_from_the_answer_and_from_known_ones():
    known = ["y = x + 2  # of a student"]
    made = mutants("a", "y = x + 1", known)
    assert made and "y = x + 2" not in {mutant.after for mutant in made}
    for mutant in made:
        compile(mutant.source, "mutant", "exec")
        assert mutant.before == "y = x + 1"


def test_a_docstring_is_no_part_of_an_answer():
    source = 'def f(x):\n    """Twice x."""\n    return 2 * x'
    made = {mutant.source for mutant in mutants("a", source, [])}
    assert made and "def f(x):\n    return 2 * x" not in made


@pytest.mark.parametrize(
    ("source", "same"),
    [
        ("def f(x, y):\n    a = x\n    b = y\n    return g(a, b)", "    b = y\n    a = x\n"),
        ("y = max(a, b)", "y = max(b, a)"),
        ("y = torch.logaddexp(a, b)", "y = torch.logaddexp(b, a)"),
    ],
)
def test_what_does_the_same_in_either_order_is_not_exchanged(source, same):
    made = [mutant.source for mutant in mutants("a", source, [])]
    assert made and not any(same in mutant for mutant in made)


def test_what_students_are_given_is_not_changed():
    given = "a = 1\n### BEGIN SOLUTION\nb = 2\n### END SOLUTION\n"
    assert afters("a = 1\nb = 2\n", given=given)
    assert all(after.startswith("b") for after in afters("a = 1\nb = 2\n", given=given) if after)


def c_solution(assignment, blank):
    cells = solution(assignment).cells
    return next(cell.source for cell in cells if notebooks.grade_id(cell) == blank)


def test_c_is_mutated_as_text():
    source = c_solution("05_c_quantizer", "quantize_c")
    changed = afters(source, given=source)
    assert "float y = floorf(src[i]);" in changed
    assert "for (size_t i = 0; i <= N; i++) {" in changed
    assert not any("include" in after for after in changed)


@pytest.mark.parametrize(
    ("blank", "change"),
    [
        ("pack_bits", "words[i / 32] = (uint32_t)(values[i] >= 0) << (i % 32);"),
        ("pack_bits", "words[i / 31] |= (uint32_t)(values[i] >= 0) << (i % 32);"),
        ("xnor_dot", "uint32_t same = (a[w] ^ b[w]);"),
        ("xnor_dot", "if (1) {"),
        ("binary_conv", "if (c < side) {"),
        ("binary_conv", "const uint32_t *place = image + (c * side + c) * words;"),
        ("requantize", "int32_t rounded = scaled >> shift;"),
        ("layer", "row <= row - last;"),
        ("layer", "read = start;"),
        ("layer", "always @(negedge clk) begin"),
        ("layer", "reg [6:0] row;"),
        ("mac", "multiplier_2 <= multiplier;"),
        ("mac", "valid_out <= valid_2;"),
        ("mac", "total_2 <= sum + product + bias;"),
        ("saturate", "wire [12:0] rounded = (x >>> 4) + $signed({1'b0, up});"),
        ("xnor_popcount", "if (1'b1)"),
    ],
)
def test_slips_with_bits_and_whole_numbers_are_among_them(blank, change):
    in_verilog = blank in ("saturate", "xnor_popcount", "mac", "layer")
    source = c_solution("09_gates" if in_verilog else "07_integer_network", blank)
    assert change in afters(source, given=source)


def test_a_mutant_is_rejected_in_class_or_in_grading_or_survives_and_is_tried_once(tmp_path):
    fates = {
        RIGHT: SURVIVED,
        RIGHT.replace("= 2 * r", "= 3 * r"): IN_CLASS,
        RIGHT.replace(".max()", ".max().float()"): IN_GRADING,
    }
    tried = [Mutant("quantization", source, "", "") for source in fates]
    with Executor(Setting("none", COURSE.limits, RUNTIME), jobs=1) as executor:
        reached = try_mutants(COURSE, "03_uniform_quantization", tried, executor, Kept(tmp_path))
    assert {mutant.source: fate for mutant, fate in reached.items()} == fates
    with (tmp_path / "fates.jsonl").open("a") as file:
        file.write('\n["half a li')
    no_executor = None
    again = try_mutants(COURSE, "03_uniform_quantization", tried, no_executor, Kept(tmp_path))
    assert again == reached


def test_the_command_prints_and_writes_a_row_for_each_blank(tmp_path, monkeypatch, capsys):
    folders = ["--results", str(tmp_path), "--pages", str(tmp_path)]
    arguments = ["mutation", "01_custom_function", "--blanks", "mul_scalar", "--jobs", "1"]
    monkeypatch.setattr(sys, "argv", [*arguments, *folders])
    assert main() == 0
    row = capsys.readouterr().out.splitlines()[1]
    assert row.startswith("| mul_scalar |") and row in (tmp_path / "mutation.md").read_text()
    assert tomllib.loads((tmp_path / "survived.toml").read_text()) == {}
    left = unproven(COURSE, "01_custom_function", tmp_path)
    assert "mul_scalar" not in left and "sum_diff_prod" in left


@pytest.mark.parametrize("other", [{"digest": "of another check"}, {SURVIVED: 1}])
def test_figures_do_not_speak_for_another_check_or_where_a_mutant_survived(tmp_path, other):
    assignment, blank = "02_int8_binary", "binary_sign"
    digest = measured_digests(COURSE.assignment(assignment))[blank]
    for row, is_proven in (({}, True), (other, False)):
        figures = {assignment: {blank: {"digest": digest, SURVIVED: 0, **row}}}
        (tmp_path / "mutation.json").write_text(json.dumps(figures))
        assert (blank not in unproven(COURSE, assignment, tmp_path)) is is_proven


@pytest.mark.parametrize(("added", "is_same"), [("# words", True), ("seen = 1", False)])
def test_figures_speak_for_a_check_with_other_words(monkeypatch, added, is_same):
    assignment, blank, read = COURSE.assignment("02_int8_binary"), "binary_sign", notebooks.checks
    before = measured_digests(assignment)[blank]

    def changed(notebook):
        found = read(notebook)
        found[blank].source += f"\n{added}"
        return found

    monkeypatch.setattr(notebooks, "checks", changed)
    assert (measured_digests(assignment)[blank] == before) is is_same


@pytest.mark.sweep
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_no_mutant_survives_of_a_blank_that_the_figures_do_not_speak_for(assignment):
    """As many as fit into minutes, spread over the blanks; `make mutation` tries all, which takes
    hours."""
    equal = listed_as_equal(COURSE, assignment)
    blanks = unproven(COURSE, assignment)
    made = [*made_from(COURSE, assignment, blanks)] if blanks else []
    # Drawn from all: otherwise each one that is listed as equal would change the draw.
    some = made[:: len(made) // DRAWN + 1]
    drawn = [mutant for mutant in some if (mutant.blank, mutant.source) not in equal]
    with Executor(Setting("none", COURSE.limits, RUNTIME)) as executor:
        fates = try_mutants(COURSE, assignment, drawn, executor, Kept(RESULTS))
    assert [mutant for mutant, fate in fates.items() if fate == SURVIVED] == []


def test_what_is_listed_as_equal_is_a_mutant_and_says_why():
    entries = tomllib.loads(EQUAL.read_text("utf-8"))
    listed = [
        mutant for assignment in ASSIGNMENTS for mutant in listed_as_equal(COURSE, assignment)
    ]
    made = {
        (mutant.blank, mutant.source)
        for assignment in ASSIGNMENTS
        for mutant in made_from(COURSE, assignment, entries)
    }
    assert {*listed} <= made and len(listed) == sum(map(len, entries.values()))
    assert all(entry["why"] for some in entries.values() for entry in some)


def test_what_students_are_given_is_known_by_the_comments_of_any_language():
    """The solution has those of all, an answer those of one."""
    solution = "x = 1  # one  # ja: ichi\n### BEGIN SOLUTION\ny = 2\n### END SOLUTION"
    assert {"x = 1  # one", "x = 1  # ichi"} <= given_lines(solution)
