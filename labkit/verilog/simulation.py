"""A netlist is given values clock by clock, and what it answers is read, by Icarus Verilog."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from labkit.c.compiler import run
from labkit.c.problems import problem
from labkit.evidence import Failure
from labkit.verilog.ports import CLOCK, RESET, Port
from labkit.verilog.synthesis import NETLIST, SIMULATOR, require

SECONDS = 5  # of processor time: a check simulates some thousand clocks in less than one
_RUNTIME = "vvp"
# Inputs change after the rising edge, when the clock has fallen; outputs are read just before the
# next one. So what a register takes in a row shows in the row after it.
_BENCH = """\
`timescale 1ns/1ns
module labkit_testbench;
    reg [{input_width}-1:0] rows [0:{count}-1];
    reg [{input_width}-1:0] row;
    reg clock = 0;
    wire [{output_width}-1:0] answer;
    integer file, i;
    {top} dut({connections});
    initial begin
        $readmemb("rows", rows);
        file = $fopen("answers");
        {reset}
        for (i = 0; i < {count}; i = i + 1) begin
            row = rows[i];
            #4 $fdisplay(file, "%b", answer);
            #1 clock = 1;
            #5 clock = 0;
        end
        $fclose(file);
        $finish;
    end
endmodule
"""
_HOLD = "row = {reset}; repeat (4) begin #5 clock = 1; #5 clock = 0; end"


def simulated(
    folder: Path,
    top: str,
    inputs: Sequence[Port],
    outputs: Sequence[Port],
    rows: Sequence[str],
    clocked: bool,
    seconds: int = SECONDS,
) -> list[str] | Failure:
    """The outputs of a netlist for each row of inputs, as rows of the bits 0, 1, x and z.

    Args:
        folder: with the netlist.
        top: the name of its module.
        inputs, outputs: its ports, without the clock.
        rows: the inputs' bits; at least one.
        clocked: whether it has a clock. A reset, if it has one, is held for four clocks first: then
            what is unknown has left a short pipeline.
        seconds: of processor time.

    Raises:
        CompilerMissing: Icarus Verilog is not here.
    """
    require(SIMULATOR, _RUNTIME)
    (folder / "rows").write_text("\n".join(rows) + "\n")
    (folder / "testbench.v").write_text(_bench(top, inputs, outputs, len(rows), clocked))
    answers = folder / "answers"
    answers.unlink(missing_ok=True)
    compiling = [SIMULATOR, "-g2005", "-o", "simulation", "testbench.v", NETLIST]
    done = run(compiling, folder, seconds)
    if done.status == 0:
        done = run([_RUNTIME, "-n", "simulation"], folder, seconds)
    if done.status is None or done.status < 0:
        return problem("verilog_too_long" if "bad_alloc" not in done.printed else "verilog_too_big")
    found = answers.read_text().split() if answers.is_file() else []
    if len(found) != len(rows):
        return problem("verilog_no_simulation", text=done.printed.strip()[:300])
    return found


def _bench(
    top: str, inputs: Sequence[Port], outputs: Sequence[Port], count: int, clocked: bool
) -> str:
    places = {"row": inputs, "answer": outputs}
    wired = [f".{CLOCK}(clock)"] if clocked else []
    for bus, ports in places.items():
        low = sum(port.width for port in ports)
        for port in ports:
            low -= port.width
            wired.append(f".{port.name}({bus}[{low} +: {port.width}])")
    held = "".join(("1" if port.name == RESET else "0") * port.width for port in inputs)
    return _BENCH.format(
        top=top,
        count=count,
        input_width=sum(port.width for port in inputs),
        output_width=sum(port.width for port in outputs),
        connections=", ".join(wired),
        reset=_HOLD.format(reset=f"{len(held)}'b{held}") if clocked and "1" in held else "",
    )
