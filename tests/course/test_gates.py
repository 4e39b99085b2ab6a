"""Notebook 09's circuits: where one and PyTorch differ, and the whole network as gates."""

import re

import pytest
from kernels import notebook, outputs, text
from repository import ASSIGNMENTS, REPOSITORY, exercise, solution
from runs import UNHURRIED

from autograder.notebooks import is_setup

pytestmark = pytest.mark.needs("yosys", "iverilog")

CELLS = {cell.id: cell.source for cell in exercise(ASSIGNMENTS[8]).cells}
(SETUP,) = (cell.source for cell in exercise(ASSIGNMENTS[8]).cells if is_setup(cell))
# What the cell compares with, without the networks.
BEGIN, END = "RUNS = {}", "TOTALS = "
COMPARED = BEGIN + CELLS["network-run"].partition(BEGIN)[2].partition(END)[0]
# A value in each second clock: 0, 1, 2, 3.
CIRCUIT = """
blank = verilog.blank(
    "counts", inputs="reset, start", outputs="valid, [2:0] n", clocked=True, valid="valid")
blank.file.write_text('''
module counts(input clk, input reset, input start, output reg valid, output reg [2:0] n);
    reg [2:0] next;
    always @(posedge clk)
        if (reset) begin
            valid <= 0;
            next <= 0;
        end else begin
            valid <= start & ~valid;
            n <= next;
            if (valid) next <= next + 1;
        end
endmodule
''')
"""
ENDS = {
    "equal": ([[0, 1], [2, 3]], "0 of 4 values differ, in 12 clocks\n", "the first value leaves"),
    "differs": (
        [[0, 1], [2, 5]],
        "1 of 4 values differ, in 12 clocks\n    first at digit 1, channel 1, clock 7\n",
        "the first value that differs leaves in clock 7",
    ),
}


@pytest.mark.parametrize("end", ENDS)
def test_the_first_value_that_differs_is_named_by_digit_channel_and_clock_and_drawn(engine, end):
    expected, said, title = ENDS[end]
    run = f"compared('it', verilog.build(blank), 12, 'n', torch.tensor({expected}))"
    cells = (SETUP, COMPARED, CIRCUIT, run, CELLS["network-waveform"])
    done = engine.execute(notebook(*cells)).notebook
    assert outputs(done, "error") == []
    assert said in text(done.cells[3])
    (shown,) = outputs(done, "display_data")
    assert "Waveform of clock, inputs, outputs and registers." in shown.data["text/plain"]
    assert title in shown.data["text/plain"]


SOLVED = {cell.id: cell.source for cell in solution(ASSIGNMENTS[8]).cells}
NETWORK = (
    *("networks", "energy-table", "xnor-popcount", "mac", "layer", "network-memories"),
    *("chip-memories", "chip-draw", "chip-run", "chip-place", "forms-answers", "forms-energy"),
)


@pytest.fixture(scope="module")
def whole(engine):
    """What the cells with the whole network show, by their ids."""
    given = {"setup": SOLVED["setup"], "compared": f"{COMPARED}\nLAST = ''"}
    cells = given | {name: SOLVED[name] for name in NETWORK}
    limits = UNHURRIED.limits
    done = engine.execute(notebook(*cells.values()), {"LABKIT_LANGUAGE": "en"}, limits=limits)
    assert outputs(done.notebook, "error") == []
    return dict(zip(cells, map(text, done.notebook.cells), strict=True))


@pytest.mark.needs("nextpnr-ice40")
def test_the_whole_network_as_gates_has_the_scores_of_pytorch_and_a_place_on_the_chip(whole):
    assert "the whole network: 0 of 20 values differ" in whole["chip-run"]
    gates, in_pytorch = re.search(r"say (\[.*\]), PyTorch (\[.*\])", whole["chip-run"]).groups()
    assert gates == in_pytorch == "[8, 2]"
    assert re.search(r"31 of 32 block RAMs; \d\d MHz", whole["chip-place"])
    counted = r"layer (\S+); xnor_popcount (\S+); 4 × mac (\S+);"
    (sizes,) = re.findall(counted, whole["chip-place"])
    layer, popcount, mac = (int(size.replace(",", "")) for size in sizes)
    assert 40 < layer < 100 < popcount < 300 < mac


@pytest.mark.needs("nextpnr-ice40")
def test_each_form_of_the_network_gives_the_same_300_answers(whole):
    assert re.findall(r"(\d+) of 300 answers", whole["forms-answers"]) == ["300"] * 3
    assert "gates of all layers     2 of 2 answers" in whole["forms-answers"]


def test_the_energy_of_c_is_that_of_the_instructions_that_were_counted():
    page = (REPOSITORY / "docs" / "measured" / "integer_network.md").read_text()
    (counted,) = re.findall(r"\| signs \|.* ([\d,]+) \|\n\| 4 bits \| 33", page)
    assert f"INSTRUCTIONS = {counted.replace(',', '_')}  " in SOLVED["forms-energy"]
