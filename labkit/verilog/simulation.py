"""A netlist is given values clock by clock, and what it answers is read, by Icarus Verilog.

The values of a module's ports are whole numbers; a row of bits holds those of one clock.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from labkit.c.compiler import run
from labkit.c.problems import problem
from labkit.evidence import Failure
from labkit.verilog.synthesis import NETLIST, SIMULATOR, require

_PORT = re.compile(r"(signed )?(?:\[(\d{1,2}):0\] )?([A-Za-z]\w*)")
WIDEST = 63  # bits of a port: its values are int64
CLOCK, RESET = "clk", "reset"
Values = Mapping[str, "torch.Tensor | Sequence[int] | int"]
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


@dataclass(frozen=True)
class Port:
    """A port of a module.

    Args:
        name: as in Verilog.
        width: how many bits it has.
        signed: whether they are a number in two's complement.
    """

    name: str
    width: int = 1
    signed: bool = False

    def __str__(self) -> str:
        span = f"[{self.width - 1}:0] " if self.width > 1 else ""
        return f"{'signed ' if self.signed else ''}{span}{self.name}"

    def bits(self, value: int) -> str:
        """A value as a row of 0 and 1, the highest bit first.

        >>> Port("x", 4, signed=True).bits(-3)
        '1101'
        """
        return format(value & (1 << self.width) - 1, f"0{self.width}b")

    def values(self, bits: torch.Tensor) -> torch.Tensor:
        """The values of rows of bits, of shape (rows, width).

        >>> bits = torch.tensor([[1, 1, 0, 1]])
        >>> Port("x", 4, signed=True).values(bits).item(), Port("x", 4).values(bits).item()
        (-3, 13)
        """
        places = 2 ** torch.arange(self.width - 1, -1, -1)
        if self.signed:
            places[0] *= -1
        return (bits * places).sum(dim=1)


def parsed(text: str) -> tuple[Port, ...]:
    """Ports as Verilog declares them, with commas between.

    Raises:
        ValueError: one has another form, or more bits than an int64 holds.

    >>> parsed("valid, signed [7:0] x")
    (Port(name='valid', width=1, signed=False), Port(name='x', width=8, signed=True))
    """
    ports = []
    for one in filter(None, map(str.strip, text.split(","))):
        match = _PORT.fullmatch(one)
        if not match or int(match[2] or 0) >= WIDEST:
            raise ValueError(f"{one!r} is no port: write it as in 'signed [7:0] x'")
        ports.append(Port(match[3], int(match[2] or 0) + 1, bool(match[1])))
    return tuple(ports)


def rows(ports: Sequence[Port], values: Values) -> list[str]:
    """Values of input ports as rows of bits, one for each clock; a port without any is 0.

    Args:
        ports: of a row, the first one in its highest bits.
        values: by the name of the port; a single number stays the same in all rows.

    Raises:
        ValueError: a value is for no port, or the numbers of values differ.

    >>> rows(parsed("[1:0] a, b"), {"a": [0, 1, 2], "b": 1})
    ['001', '011', '101']
    """
    if unknown := set(values) - {port.name for port in ports}:
        raise ValueError(f"no input port is called {', '.join(sorted(unknown))}")
    lists = {
        name: one.flatten().tolist() if isinstance(one, torch.Tensor) else one
        for name, one in values.items()
    }
    lengths = {len(one) for one in lists.values() if not isinstance(one, int)}
    if len(lengths) != 1:
        raise ValueError(f"input ports have {sorted(lengths)} values: the same number for each")
    (count,) = lengths
    columns = []
    for port in ports:
        one = lists.get(port.name, 0)
        numbers = [one] * count if isinstance(one, int) else one
        columns.append([port.bits(int(number)) for number in numbers])
    return ["".join(row) for row in zip(*columns, strict=True)]


def simulated(
    folder: Path,
    top: str,
    inputs: Sequence[Port],
    outputs: Sequence[Port],
    rows: Sequence[str],
    *,
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
        ProgramMissing: Icarus Verilog is not here.
    """
    require(SIMULATOR, _RUNTIME)
    (folder / "rows").write_text("\n".join(rows) + "\n")
    (folder / "testbench.v").write_text(_bench(top, inputs, outputs, len(rows), clocked=clocked))
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
    top: str, inputs: Sequence[Port], outputs: Sequence[Port], count: int, *, clocked: bool
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
