"""Simulating a netlist with Icarus Verilog: values go in and come out clock by clock.

The values of a module's ports are whole numbers; a row of bits holds those of one clock.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from labkit.c.compiler import Run
from labkit.c.driver import run_confined
from labkit.c.problems import problem
from labkit.evidence import Failure
from labkit.verilog.netlist import CLOCK
from labkit.verilog.synthesis import SIMULATOR, require

_PORT = re.compile(r"(signed )?(?:\[(\d{1,2}):0\] )?([A-Za-z]\w*)")
WIDEST = 63  # bits of a port: its values are int64
RESET = "reset"
Values = Mapping[str, "torch.Tensor | Sequence[int] | int"]
SECONDS = 5  # of processor time: a check simulates some thousand clocks in less than one
_RUNTIME = "vvp"
SIMULATION = "simulation"  # the program, in the folder of what it simulates
_ANSWERS, _WAVES = "answers", "waves.vcd"
# Inputs change after the rising edge, when the clock has fallen; outputs are read just before the
# next one. So what a register takes in a row shows in the row after it.
_BENCH = """\
`timescale 1ns/1ns
module labkit_testbench;
    reg [{input_width}-1:0] row, first;
    reg clock = 0;
    wire [{output_width}-1:0] answer;
    integer rows, file, found, from, count;
    event begun;
    {top} dut({connections});
    initial begin
        rows = $fopen("rows", "r");
        file = $fopen("{answers}");
        found = $fscanf(rows, "%b", row);
        {reset}
        -> begun;
        while (found == 1) begin
            #4 $fdisplay(file, "%b", answer);
            {tick}
            found = $fscanf(rows, "%b", row);
        end
        $fclose(file);
        $finish;
    end
    initial if ($value$plusargs("from=%d", from) && $value$plusargs("count=%d", count)) begin
        @begun #({period} * from) $dumpfile("{waves}");
        $dumpvars(0, dut);
        #({period} * count) $dumpoff;
    end
endmodule
"""
# The other inputs are 0: probes with a reset test what it must undo.
_HOLD = """\
first = row;
        row = {mask};
        repeat (4) begin #5 clock = 1; #5 clock = 0; end
        row = first;"""
_TICK, _PERIOD = "#1 clock = 1; #5 clock = 0;", 10
_WIDEST_SHOWN = 32  # bits of a register: a longer value cannot be read in a figure
_VARIABLE = re.compile(r"\$var (reg|wire) +(\d+) (\S+) \\?([A-Za-z]\S*)")
_FUNCTION = re.compile(r"\$scope function.*?\$upscope", re.DOTALL)
_CHANGE = re.compile(r"^(?:b([01xz]+) |([01xz]))(\S+)$", re.MULTILINE)


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

    def bits(self, values: torch.Tensor) -> torch.Tensor:
        """The bits of values of shape (n,), the highest first, of shape (n, width).

        >>> Port("x", 4, signed=True).bits(torch.tensor([-3])).tolist()
        [[1, 1, 0, 1]]
        """
        return values[:, None] >> torch.arange(self.width - 1, -1, -1) & 1

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
    for declaration in filter(None, map(str.strip, text.split(","))):
        match = _PORT.fullmatch(declaration)
        if not match or int(match[2] or 0) >= WIDEST:
            raise ValueError(f"{declaration!r} is no port: write it as in 'signed [7:0] x'")
        ports.append(Port(match[3], int(match[2] or 0) + 1, bool(match[1])))
    return tuple(ports)


def rows(ports: Sequence[Port], values: Values) -> torch.Tensor:
    """Values of input ports as rows of bits, one for each clock; a port without any is 0.

    Args:
        ports: of a row, the first one in its highest bits.
        values: by the name of the port; a single number stays the same in all rows.

    Raises:
        ValueError: a value is for no port, or the numbers of values differ.

    >>> rows(parsed("[1:0] a, b"), {"a": [0, 1, 2], "b": 1}).tolist()
    [[0, 0, 1], [0, 1, 1], [1, 0, 1]]
    """
    if unknown := set(values) - {port.name for port in ports}:
        raise ValueError(f"no input port is called {', '.join(sorted(unknown))}")
    columns = [torch.as_tensor(values.get(port.name, 0)).flatten().long() for port in ports]
    lengths = {len(value) for value in values.values() if not isinstance(value, int)}
    if len(lengths) != 1:
        raise ValueError(f"input ports have {sorted(lengths)} values: the same number for each")
    pairs = zip(ports, columns, strict=True)
    return torch.cat([port.bits(column.expand(*lengths)) for port, column in pairs], dim=1)


def described(ports: Sequence[Port], row: torch.Tensor) -> str:
    """The values of a row of bits, with their names.

    >>> described(parsed("[1:0] a, signed [2:0] b"), torch.tensor([0, 1, 1, 1, 1]))
    'a = 1, b = -1'
    """
    parts = zip(ports, row[None].split([port.width for port in ports], dim=1), strict=True)
    return ", ".join(f"{port.name} = {port.values(bits).item()}" for port, bits in parts)


def compiled(
    folder: Path,
    top: str,
    ports: tuple[Sequence[Port], Sequence[Port]],
    sources: Sequence[str],
    *,
    clocked: bool,
    seconds: int = SECONDS,
) -> Failure | None:
    """Make a program that simulates a module; return why there is none.

    Args:
        folder: with the sources; the program is written there.
        top: the name of the module.
        ports: its inputs and its outputs, without the clock.
        sources: what is simulated.
        clocked: whether it has a clock. A reset, if it has one, is held for four clocks first: then
            what is unknown has left a short pipeline.
        seconds: of processor time.

    Raises:
        ProgramMissing: Icarus Verilog is not here.
    """
    require(SIMULATOR, _RUNTIME)
    (folder / "testbench.v").write_text(_bench(top, *ports, clocked=clocked))
    done = run_confined(
        [SIMULATOR, "-g2005", "-o", SIMULATION, "testbench.v", *sources], folder, seconds
    )
    return None if done.status == 0 else _problem(done)


def simulated(
    folder: Path, rows: torch.Tensor, seconds: int = SECONDS, dumped: range | None = None
) -> torch.Tensor | Failure:
    """The outputs of a module for each row of inputs, as rows of the characters 0, 1, x and z.

    Args:
        folder: with the program of :func:`compiled`.
        rows: the inputs' bits, of shape (n, bits).
        seconds: of processor time.
        dumped: rows whose signals are written, for :func:`waves`.

    Returns:
        uint8 of shape (n, bits); or why there is nothing.
    """
    lines = torch.nn.functional.pad(rows + ord("0"), (0, 1), value=ord("\n"))
    (folder / "rows").write_bytes(lines.to(torch.uint8).numpy().tobytes())
    answers = folder / _ANSWERS
    answers.unlink(missing_ok=True)
    shown = [f"+from={dumped.start}", f"+count={len(dumped)}"] if dumped else []
    done = run_confined([_RUNTIME, "-n", SIMULATION, *shown], folder, seconds)
    found = answers.read_bytes() if answers.is_file() else b""
    if done.status != 0 or found.count(b"\n") != len(rows):
        return _problem(done)
    return torch.frombuffer(bytearray(found), dtype=torch.uint8).view(len(rows), -1)[:, :-1]


def waves(folder: Path, ports: Sequence[str]) -> dict[str, list[str]]:
    """The ports and registers that the simulator has written, by name: the bits of each clock.

    A value is the one just before the rising edge.
    """
    head, _, changes = (folder / _WAVES).read_text().partition("$enddefinitions $end")
    # yosys writes some gates as functions, which have variables of their own.
    variables = _VARIABLE.findall(_FUNCTION.sub("", head))
    wanted = {CLOCK, *ports}
    # By name: one wire may have several, such as a port's and a register's.
    codes = {
        name: (code, int(width))
        for kind, width, code, name in variables
        if name in wanted or (kind == "reg" and int(width) <= _WIDEST_SHOWN)
    }
    clock, _ = codes.pop(CLOCK)
    now: dict[str, str] = {}
    found: dict[str, list[str]] = {name: [] for name in codes}
    for moment in changes.split("\n#"):
        changed = {code: several or bit for several, bit, code in _CHANGE.findall(moment)}
        if changed.get(clock) == "1":
            for name, (code, width) in codes.items():
                bits = now.get(code, "x")
                # On the left, equal bits are left out, and so are zeros before a 1.
                found[name].append(bits.rjust(width, bits[0].replace("1", "0")))
        now |= changed
    return found


def _problem(done: Run) -> Failure:
    if done.status is None or done.status < 0:
        return problem("verilog_too_long" if "bad_alloc" not in done.printed else "verilog_too_big")
    # Without the names and lines of generated files.
    text = re.sub(r"\S+\.v:\d+: ", "", done.printed).strip()
    return problem("verilog_no_simulation", text=text[:300])


def _bench(top: str, inputs: Sequence[Port], outputs: Sequence[Port], *, clocked: bool) -> str:
    places = {"row": inputs, "answer": outputs}
    wired = [f".{CLOCK}(clock)"] if clocked else []
    for bus, ports in places.items():
        low = sum(port.width for port in ports)
        for port in ports:
            low -= port.width
            wired.append(f".{port.name}({bus}[{low} +: {port.width}])")
    mask = "".join(("1" if port.name == RESET else "0") * port.width for port in inputs)
    held = _HOLD.format(mask=f"{len(mask)}'b{mask}")
    return _BENCH.format(
        top=top,
        input_width=sum(port.width for port in inputs),
        output_width=sum(port.width for port in outputs),
        connections=", ".join(wired),
        reset=held if clocked and "1" in mask else "",
        tick=_TICK if clocked else "",
        answers=_ANSWERS,
        waves=_WAVES,
        period=_PERIOD,
    )
