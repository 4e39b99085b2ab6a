"""Students' Verilog: made hardware, simulated, explained, and what it may not do."""


import pytest
import torch
from matplotlib.figure import Figure

from labkit import check, verilog
from labkit.c.code import CError
from labkit.c.compiler import ProgramMissing
from labkit.c.problems import explained
from labkit.evidence import Array, Failure

pytestmark = pytest.mark.needs("yosys", "iverilog")

HALVES = verilog.blank("halves", inputs="signed [7:0] x", outputs="signed [7:0] y")
COUNTS = verilog.blank(
    "counts", inputs="reset, step", outputs="full, [1:0] n", clocked=True, valid="full"
)
HEAD = "module halves(input signed [7:0] x, output reg signed [7:0] y);\n{body}\nendmodule\n"
COUNTER = """\
module counts(input clk, input reset, input step, output reg full, output reg [1:0] n);
    always @(posedge clk)
        if (reset) begin
            full <= 0;
        end else if (step) begin
            n <= full ? n + 1 : 0;
            full <= 1;
        end
endmodule
"""


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LABKIT_LANGUAGE", "en")


def built(body, blank=HALVES):
    blank.file.write_text(HEAD.format(body=body) if blank is HALVES else body)
    return verilog.build(blank)


def said(value):
    return explained(value, "en") if isinstance(value, Failure) else value


def test_a_module_answers_each_row_of_values():
    design = built("always @(*) y = x >>> 1;")
    assert (design.compiles, design.warnings, design.synthesizes) == (True, 0, True)
    assert design.run({"x": torch.tensor([7, -7, -128])}).tolist() == [3, -4, -64]


def test_a_register_answers_a_clock_later_and_what_is_not_valid_is_zero():
    found = built(COUNTER, COUNTS).run({"step": [0, 1, 1, 0, 1, 1]})
    assert found.tolist() == [[0, 0], [0, 0], [1, 0], [1, 1], [1, 1], [1, 2]]


def test_one_output_is_looked_at_next_to_the_one_that_says_whether_it_counts():
    text = COUNTER.replace("n <= full ? n + 1 : 0;", "")
    design = built(text, COUNTS)
    assert "output n has no driver" in said(design.run({"step": [1, 1]}))
    assert design.run({"step": [1, 1]}, only="full").tolist() == [0, 1]


def test_outputs_by_name_are_for_cells_without_points():
    assert built("always @(*) y = -x;").signals({"x": [5, -5]})["y"].tolist() == [-5, 5]
    with pytest.raises(NotImplementedError, match="halves"):
        built("    // Your code here").signals({"x": [5]})
    with pytest.raises(CError, match=r"halves\.v: "):
        built("always @(*) y = x +;").signals({"x": [5]})


# What a body does wrong: which value says so, and some of its words.
FAULTS = {
    "syntax": ("always @(*) y = x +;", "compiles", "line 2 of halves.v (line 3 of its cell)"),
    "latch": ("always @(*) if (x[0]) y = 3;", "synthesizes", "y is a latch"),
    "loop": ("wire a = ~a & x[0]; always @(*) y = a;", "synthesizes", "depends on itself"),
    "undriven": ("wire q; always @(*) y = q;", "synthesizes", "q is read"),
    "drivers": (
        "always @(posedge x[0]) y <= 1;\nalways @(posedge x[1]) y <= 2;",
        "synthesizes",
        "short circuit",
    ),
    "second_edge": (
        "wire stop = x[1];\nalways @(posedge x[0], posedge stop) if (stop) y <= 0; else y <= 3;",
        "synthesizes",
        "stop acts between the edges",
    ),
    "misspelt": ("always @(*) y = X;", "warnings", "implicitly declared"),
    "unknown": ("always @(posedge x[7]) y <= x;", "values", "never set"),
    "floating": ("", "values", "no driver"),
    "no_hardware": ("always @(*) begin y = x; while (y > 0) y = y - 1; end", "compiles", "loop"),
    "huge": (
        "reg [7:0] m [0:536870911];\nalways @(posedge x[0]) m[x] <= x;\nalways @(*) y = m[x];",
        "values",
        "memory",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_becomes_a_sentence(fault):
    body, place, words = FAULTS[fault]
    design = built(body)
    values = {"compiles": design.compiles, "warnings": design.warnings}
    values |= {"synthesizes": design.synthesizes, "values": design.run({"x": [1, 2, 5]})}
    assert words in said(values[place])


def test_after_a_simulation_without_end_there_is_no_further_one():
    # Each of two registers is the other one's clock.
    body = """\
reg a = 0, b = 0;
wire differ = a != b, same = x[0] & ~differ;
always @(posedge same) a <= ~a;
always @(posedge differ) b <= a;
always @(*) y = a;"""
    design = built(body)
    first = design.run({"x": [0, 1, 0]}, seconds=1)
    assert isinstance(first, Failure) and design.run({"x": [2]}) is first
    assert "did not come to its end" in said(first)


@pytest.mark.parametrize(
    "word",
    [
        *("initial $finish;", "initial $readmemh(`__FILE__, y);", "initial $system(1);"),
        *('`include "/etc/passwd"', "`define y z", "assign \\y = 1;", "(* keep *) wire a;"),
        'import "DPI-C" function int system(input string s);',
        'wire [15:0] s = "//"; initial $readmemh(s, m);',
    ],
)
def test_what_reaches_out_of_the_hardware_is_refused(word):
    assert "is not allowed here" in said(built(f"always @(*) y = x;\n{word}").run({"x": [1]}))


def test_words_in_comments_and_a_product_of_parentheses_are_no_directives():
    body = "// $finish\n/* `include */ always @(* ) y = (x) * (3); // (* keep *)"
    assert built(body).run({"x": [5]}).tolist() == [15]


def test_ports_are_those_that_were_given():
    text = "module halves(input signed [6:0] x, output y);\nassign y = x[0];\nendmodule\n"
    HALVES.file.write_text(text)
    assert "`input [7:0] x`" in said(verilog.build(HALVES).compiles)


def test_an_empty_blank_is_not_filled_in_yet():
    assert built("    // Your code here").compiles == Failure("NotImplementedError", "halves")
    assert built("    // Your code here\nalways @(*) y = x;").compiles is True


def test_a_check_records_that_it_is_hardware_and_what_it_answers():
    built("always @(*) y = x / 2;")
    with check("halves") as t:
        d = t.v_module(verilog.build(HALVES), warnings=0.25)
        d.output("values", {"x": t.integers(-128, 127, 50)}, share=2, en="half of it")
    records = {record.name: record.value for record in t.evidence.records}
    assert list(records) == ["compiles", "warnings", "synthesizes", "values"]
    assert isinstance(records["values"], Array) and t.evidence["compiles"].rule["ja"]


def test_gates_of_a_wider_adder_are_more():
    text = "module add #(parameter W = 4)(input [W-1:0] a, b, output [W:0] s);\n"
    text += "assign s = a + b;\nendmodule\n"
    small, large = (verilog.gates(text, "add", W=width) for width in (4, 8))
    assert 0 < small.cells < large.cells and 0 < small.depth < large.depth


@pytest.mark.needs("nextpnr-ice40")
def test_the_price_of_a_counter_has_its_flip_flops():
    COUNTS.file.write_text(COUNTER)
    price = verilog.price(verilog.build(COUNTS))
    assert price.flip_flops == 3 and price.luts > 0 and price.megahertz > 10


def test_the_name_of_a_signal_stands_next_to_it():
    axes = Figure().subplots()
    verilog.waveform(axes, {"valid": [0, 1], "y": [7, 5]})
    places = [tick.get_text() for tick in axes.get_yticklabels()]
    heights = {box.get_position()[1] for box in axes.texts}
    assert heights == {axes.get_yticks()[places.index("y")]}


def test_without_the_tools_one_sentence_says_how_to_get_them(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ProgramMissing, match="apt-get install -y iverilog yosys"):
        verilog.build(HALVES)
