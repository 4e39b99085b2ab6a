"""Students' Verilog: made hardware, simulated, explained, and what it may not do."""

import ctypes
import os
import re
import sys

import pytest
import torch
from matplotlib.figure import Figure
from skips import skip_without

from labkit import card, check, verilog
from labkit.c.blanks import CError
from labkit.c.compiler import ProgramMissing
from labkit.c.driver import run_confined
from labkit.c.problems import explained
from labkit.evidence import Array, Failure
from labkit.judge import judge
from labkit.verilog import simulation, synthesis

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


def landlock_version():
    """Which version of Landlock this Linux has; -1 without."""
    return ctypes.CDLL(None).syscall(444, None, 0, 1) if sys.platform == "linux" else -1


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
    assert design.run({"x": torch.tensor([7, -7, -128])})["y"].tolist() == [3, -4, -64]


def test_a_register_answers_a_clock_later_and_what_is_not_valid_is_zero():
    found = built(COUNTER, COUNTS).run({"step": [0, 1, 1, 0, 1, 1]})
    assert found["full"].tolist() == [0, 0, 1, 1, 1, 1]
    assert found["n"].tolist() == [0, 0, 0, 1, 1, 2]


def test_an_output_that_is_unknown_leaves_the_others_as_they_are():
    found = built(COUNTER.replace("n <= full ? n + 1 : 0;", ""), COUNTS).run({"step": [1, 1]})
    assert "output n has no driver (it is z in clock 1)" in said(found["n"])
    assert found["full"].tolist() == [0, 1]


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
    "loop": ("wire a = ~b, b = a & x[0]; always @(*) y = a;", "synthesizes", "a depends on itself"),
    "undriven": ("wire q; always @(*) y = q;", "synthesizes", "drives q"),
    "misspelt": ("always @(*) y = X;", "warnings", "implicitly declared"),
    "no_clock": ("always @(posedge x[7]) y <= x;", "synthesizes", "rising edge of clk"),
    "unknown": ("always @(posedge x[7]) y <= x;", "values", "y is unknown (x) for x = 1"),
    "floating": ("", "values", "nothing ever drives y"),
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
    found = design.run({"x": [1, 2, 5]})
    answers = found if isinstance(found, Failure) else found["y"]
    values |= {"synthesizes": design.synthesizes, "values": answers}
    assert words in said(values[place])


CLOCKED = verilog.blank(
    "clocked", inputs="reset, en, [7:0] x", outputs="[7:0] y, [7:0] z, [7:0] w", clocked=True
)
PORTS = "input clk, input reset, input en, input [7:0] x"
REGISTER, ADDER = "always @(posedge clk) y <= x;", "always @(*) z = x + 1;"
SHARED_LOOP_VARIABLE = """\
integer i; reg [7:0] q;
always @(*) begin q = 0; if (en) for (i = 0; i < 4; i = i + 1) q = q + x[i]; end
always @(posedge clk) begin z <= q; y <= x; for (i = 0; i < 3; i = i + 1) if (en) y[i] <= 0; end"""
INSIDE = "always @(posedge clk) y <= x; inside one(~clk, x, w); always @(*) z = 0;"
# What a module with a clock does, and the fault that yosys's netlist shows, with its wire.
NETLISTS = {
    "register": (REGISTER + ADDER, None),
    "loop_variable": (SHARED_LOOP_VARIABLE, None),
    "bits_after_each_other": (
        REGISTER + "wire [8:0] c; assign c = {c[7:0] & x, en}; always @(*) z = c;",
        None,
    ),
    "gated": ("wire g = clk & en; always @(posedge g) y <= x;" + ADDER, ("other_edge", "y")),
    "falling": ("always @(negedge clk) y <= x;" + ADDER, ("other_edge", "y")),
    "mixed": (REGISTER + "always @(negedge clk) z <= x;", ("other_edge", "z")),
    "second_clock": (REGISTER + "always @(posedge en) z <= x;", ("other_edge", "z")),
    "inside": (INSIDE, ("other_edge", "w")),
    "second_edge": (
        "always @(posedge clk, posedge reset) if (reset) y <= 0; else y <= x;" + ADDER,
        ("second_edge", "reset"),
    ),
    "clock_as_a_value": (REGISTER + "always @(*) z = clk ? x : 0;", ("clock_read", "clk")),
    "two_choices": (
        "assign w = en ? 1 : 2; assign w = reset ? 1 : 3;always @(*) begin y = w; z = 0; end",
        ("drivers", "w"),
    ),
    "two_slices": (
        "assign w = {x[3:0], x[3:0]}; assign w = x;always @(*) begin y = w; z = 0; end",
        ("drivers", "w"),
    ),
    "overlap": (
        "assign w[4:0] = x[4:0]; assign w[7:3] = x[4:0];always @(*) begin y = w; z = 0; end",
        ("drivers", "w"),
    ),
    "constant_and_input": (REGISTER + ADDER + "assign w = 0; assign w = x;", ("drivers", "w")),
    "two_constants": (REGISTER + ADDER + "assign w = 0; assign w = 1;", ("drivers", "w")),
    "two_blocks": (REGISTER + "always @(posedge clk) if (en) y <= 0;" + ADDER, ("drivers", "y")),
}
HELPER = "module inside(input c, input [7:0] a, output reg [7:0] b); always @(posedge c) b <= a; "


def clocked(body):
    head = f"module clocked({PORTS}, output reg [7:0] y, output reg [7:0] z, output [7:0] w);\n"
    body += "" if re.search(r"\bw\b", body) else " assign w = 0;"
    return built(f"{head}{body}\nendmodule\n{HELPER}endmodule\n", CLOCKED)


@pytest.mark.parametrize("name", NETLISTS)
def test_faults_are_read_from_the_netlist_and_name_the_wire(name):
    body, fault = NETLISTS[name]
    design = clocked(body)
    kinds = [(kind.removeprefix("verilog_"), wire) for kind, wire in design.hardware.faults]
    assert kinds[:1] == ([fault] if fault else [])
    found = design.run({"x": [1, 2, 5], "en": 1})
    if fault and fault[0] == "drivers":
        assert f"{fault[1]} is driven from two places" in said(found)
    for text in (said(design.synthesizes), said(found)):
        assert "netlist" not in str(text) and "testbench" not in str(text)


# Blocks that a simulator reads in its own way: what is named, and whether the values differ.
DOUBTS = {
    "in_order": ("reg [7:0] t; always @(posedge clk) begin t = x; t = t + 1; y <= t; end", "", 0),
    "listed": ("always @(x or en) y = x + en;", "", 0),
    "not_listed": ("always @(x) y = x + en;", "en", 1),
    "to_a_port": ("always @(posedge clk) y = x;", "y", 0),
    "passed_on": (
        "reg [7:0] t; always @(posedge clk) t = x; always @(posedge clk) y <= t;",
        "t",
        1,
    ),
}


@pytest.mark.parametrize("name", DOUBTS)
def test_what_simulates_in_another_way_is_noted_and_fails_where_it_differs(name):
    body, wire, differs = DOUBTS[name]
    design = clocked(f"{body} {ADDER}")
    assert [wire_ for _, wire_ in design.hardware.doubtful] == ([wire] if wire else [])
    found = design.run({"x": [1, 2, 5, 5], "en": [0, 0, 0, 1]})
    assert isinstance(found["y"], Failure) == bool(differs)
    assert "simulated as written" in str(said(found["y"])) or not differs
    with check("clocked") as t:
        t.v_module(design, warnings=0.25).scene(8)
    assert [said(note).split()[0] for note in t.evidence.notes] == (
        {"verilog_blocking": [wire], "verilog_sensitivity": ["an"]}[design.hardware.doubtful[0][0]]
        if wire
        else []
    )


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
    assert "did not finish" in said(first)


@pytest.mark.parametrize(
    "word",
    [
        *("initial $finish;", "initial $readmemh(`__FILE__, y);", "initial $system(1);"),
        *('`include "/etc/passwd"', "`define y z", "assign \\y = 1;", "(* keep *) wire a;"),
        'import "DPI-C" function int system(input string s);',
        'wire [15:0] s = "//"; initial $readmemh(s, m);',
        *("wire \0a;", "wire a；", "wire a\x0b;"),
    ],
)
def test_what_reaches_out_of_the_hardware_is_refused(word):
    assert "is not allowed here" in said(built(f"always @(*) y = x;\n{word}").run({"x": [1]}))


def test_words_in_comments_and_a_product_of_parentheses_are_no_directives():
    body = "// $finish\n/* `include */ always @(* ) y = (x) * (3); // (* keep *)"
    assert built(body).run({"x": [5]})["y"].tolist() == [15]


@pytest.mark.parametrize("hidden", ["\0", "\x1a", "\u2028", "\u0085"])
def test_no_tool_sees_code_where_a_check_sees_a_comment(hidden):
    """yosys drops what follows a zero byte up to its next 512 bytes."""
    padding = "x" * 512
    code = 'import "DPI-C" function int system(input string s);'
    body = f"always @(*) y = x; // {hidden}{padding}\n// {hidden} {code}\n/* {hidden}*/"
    design = built(body)
    assert design.run({"x": [1]})["y"].tolist() == [1]
    text = design.source.read_bytes()
    assert b"import" not in text and set(text) <= {9, 10, *range(32, 127)}


def test_a_carriage_return_ends_a_line_for_all_who_read_it():
    assert "is not allowed here" in said(built("always @(*) y = x; // \r $finish;").compiles)


def test_a_comment_without_an_end_is_refused():
    assert "is not allowed here" in said(built("always @(*) y = x; /* $finish;").compiles)


CONFINED = """
import os, socket, sys
def refused(act):
    try:
        act()
    except OSError:
        return True
open("own", "w").close()
print(refused(lambda: open(sys.argv[1], "w")), refused(lambda: open(sys.argv[1], "a")),
      refused(lambda: os.unlink(sys.argv[1])), refused(socket.socket),
      refused(lambda: open(f"/proc/{sys.argv[2]}/mem", "r+b")), os.environ["TMPDIR"] == os.getcwd())
"""


def test_a_tool_writes_in_its_folder_alone_and_reaches_no_process(tmp_path):
    """As yosys would, if a source made it run other code."""
    if landlock_version() < 1:
        skip_without("a Linux with Landlock")
    (tmp_path / "folder").mkdir()
    (tmp_path / "victim").write_text("as it was")
    command = [sys.executable, "-c", CONFINED, str(tmp_path / "victim"), str(os.getpid())]
    done = run_confined(command, tmp_path / "folder", 10)
    assert done.printed.split() == ["True"] * 6, done.printed
    assert (tmp_path / "victim").read_text() == "as it was"
    assert (tmp_path / "folder" / "own").is_file()


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


def test_what_a_probe_does_not_name_is_drawn_and_the_scene_compares_what_was_left():
    with check("counts") as t:
        d = t.v_module(built(COUNTER, COUNTS), warnings=0.25)
        d.output("full", {"step": [0, 1, 1]}, of="full", en="it is full")
        d.scene(40)
    full, scene = t.evidence["full"], t.evidence["scene"]
    assert full.ports == (("clk", "reset", "step"), ("full",))
    assert scene.ports == (("clk", "reset", "step"), ("full", "n"))
    assert scene.value.values.shape == (43, 2)  # those of the other record come last
    resets = scene.at.values[:40, 0]
    assert 0 < resets.sum() < 20 and len({*scene.at.values[:40, 1]}) == 2
    assert not full.at.values[:, 0].any()


@pytest.mark.parametrize("of", ["", "full"])
def test_a_module_with_a_clock_and_an_output_that_was_left_need_a_scene(of):
    with check("counts") as t:
        t.v_module(built(COUNTER, COUNTS), warnings=0.25).output(
            "full", {"step": [1, 1]}, of=of, en="it is full"
        )
    assert t.evidence.error == Failure("ValueError", "counts needs a scene")


def test_frames_end_with_their_last_word_whatever_comes_between():
    with check("counts") as t:
        d = t.v_module(built(COUNTER, COUNTS), warnings=0.25)
        found = d.frames([3, 1, 2] * 20, pauses=2, after=4)
        d.scene(8)
    valid, last = found["valid_in"].bool(), found["last"]
    assert last[valid].tolist() == [0, 0, 1, 1, 0, 1] * 20
    assert len({*last[~valid].tolist()}) == 2 and not (valid | last.bool())[-4:].any()


def test_a_card_shows_the_clock_the_port_and_the_inputs_before():
    def recorded(text):
        with check("counts") as t:
            d = t.v_module(built(text, COUNTS), warnings=0.25)
            d.output("steps", {"step": [0, 1, 1, 0, 1, 1]}, en="it counts")
            d.scene(8)
        return t.evidence

    wrong = recorded(COUNTER.replace("n + 1", "n + 2"))
    verdict = judge(recorded(COUNTER), wrong, 4)
    shown = card.text(verdict, "en")
    assert "the first in clock 3, n: got 2, expected 1" in shown
    assert "clock       0 1 2 3\n" in shown and "step        0 1 1 0\n" in shown
    assert "n: got      0 0 0 2\n" in shown and "<table" in card.html(verdict, "en")
    assert "クロック 3、n：あなたの答え 2、正しい答え 1" in card.text(verdict, "ja")


def test_a_trace_is_what_the_simulator_saw_with_inputs_and_registers():
    design = built(COUNTER, COUNTS)
    found = design.trace({"step": [0, 1, 1, 0, 1, 1]}, range(2, 5))
    assert found == {"reset": [0] * 3, "step": [1, 0, 1], "full": [1, 1, 1], "n": [0, 1, 1]}
    axes = Figure().subplots()
    verilog.waveform(axes, {**found, "n": [None, 1, 1]}, first=2, clock="clk")
    assert axes.get_yticklabels()[-1].get_text() == "clk"
    assert "x" in {text.get_text() for text in axes.texts}


def test_a_wire_with_two_names_has_a_wave_under_each(tmp_path):
    head = ["$var wire 1 ! clk $end", "$var wire 1 # full $end", "$var reg 1 # kept $end"]
    waves = "\n".join([*head, "$enddefinitions $end", "#0", "1#", "#5", "1!"])
    (tmp_path / "waves.vcd").write_text(waves)
    assert simulation.waves(tmp_path, ["full"]) == {"full": ["1"], "kept": ["1"]}


def test_a_trace_has_the_sign_of_an_output():
    ramp = verilog.blank("ramp", inputs="reset", outputs="signed [7:0] s", clocked=True)
    text = "module ramp(input clk, input reset, output reg signed [7:0] s);\n"
    text += "always @(posedge clk) s <= reset ? -8'sd2 : s + 8'sd3;\nendmodule\n"
    assert built(text, ramp).trace({"reset": [0] * 4}, range(1, 4))["s"] == [1, 4, 7]
    assert built(text, ramp).trace({"reset": [0] * 4}, range(2))["s"] == [-2, 1]


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


PAIR = """\
module pair(input clk, input reset, input step, output full, output [1:0] n, output reg odd);
    counts inner(.clk(clk), .reset(reset), .step(step), .full(full), .n(n));
    reg [7:0] kept [0:511];
    reg [7:0] word;
    reg [8:0] place;
    always @(posedge clk) begin
        place <= reset ? 9'd0 : place + 9'd1;
        kept[place] <= {6'd0, n};
        word <= kept[place + 9'd3];
        odd <= word > 8'd1;
    end
endmodule
"""


@pytest.mark.needs("nextpnr-ice40")
def test_each_cell_lies_on_the_chip_and_belongs_to_the_file_of_its_registers(tmp_path):
    for name, source in {"pair.v": PAIR, "counts.v": COUNTER}.items():
        (tmp_path / name).write_text(source)
    price = synthesis.price([tmp_path / "pair.v", tmp_path / "counts.v"], "pair", {})
    logic = [cell for cell in price.cells if cell.slot is not None]
    (memory,) = (cell for cell in price.cells if cell.slot is None)
    assert memory.name.startswith("kept") and len({(c.x, c.y, c.slot) for c in logic}) == len(logic)
    parts = verilog.floorplan(
        Figure().subplots(), price.cells, {"counts.v": "counter", "pair.v": "the rest"}
    )
    assert 3 <= parts["counter"] <= 6 and parts["the rest"] >= 10
    assert sum(parts.values()) == len(logic) >= price.flip_flops


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
