"""Where a student's circuit and PyTorch differ: notebook 09 names the place and draws it."""

import pytest
from kernels import notebook, outputs, text
from repository import ASSIGNMENTS, exercise

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
