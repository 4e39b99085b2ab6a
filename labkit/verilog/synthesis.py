"""What yosys makes of a Verilog source: hardware, or the reasons why it is none; and its price."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from labkit.c.compiler import (
    COMPILE_SECONDS,
    Compiled,
    ProgramMissing,
    Run,
    find_for,
    place_of,
    run,
)
from labkit.c.problems import phrase
from labkit.messages import say

SIMULATOR, ROUTER = "iverilog", "nextpnr-ice40"
_SOURCE = Path("any.v")
NETLIST = "netlist.v"
_PORTS, _CELLS = "ports.json", "cells.json"
_CHIP = ("--hx8k", "--package", "ct256", "--pcf-allow-unconstrained", "--seed", "1", "-q")
_CHIP_SECONDS = 120
_CLOCK = re.compile(r"Max frequency for clock +'([^']+)': ([\d.]+) MHz")
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
# What reads files, ends a simulation, or is replaced before it is read; names of yosys's own; and
# texts, in which what looks like a comment is none.
_FORBIDDEN = re.compile(
    r"\$(?!signed\b|unsigned\b|clog2\b)\w*|`(?!default_nettype\b|timescale\b)\w*"
    r'|"|\\\S*|\(\*(?!\s*\))|\bimport\b'
)
_MESSAGE = re.compile(r"^(\S+\.v):(\d{1,9}): (ERROR|Warning): (.*)$", re.MULTILINE)
_WITHOUT_PLACE = re.compile(r"^(ERROR|Warning): (.*)$", re.MULTILINE)
# What `check` and `proc` say of wires, by the name of the problem.
_FINDINGS = {
    "verilog_latch": re.compile(r"Latch inferred for signal `\\\w+\.\\(\S+?)' from"),
    "verilog_drivers": re.compile(r"multiple conflicting drivers for \w+\.\\(\S+)"),
    "verilog_undriven": re.compile(r"Wire \w+\.\\(\S+?)(?: \[\d+\])? is used but has no driver"),
    "verilog_loop": re.compile(r"found logic loop in module (\w+)"),
    "verilog_second_edge": re.compile(r"Found async reset \\(\S+) in"),
}
LOOP = "verilog_loop"


@dataclass(frozen=True)
class Hardware:
    """What a source became.

    Args:
        ports: direction and width of each, by name.
        faults: the names of problems that keep it from being hardware, each with the wire.
        drives_nothing: no bit of an output has a driver, as in a blank that is still empty.
    """

    ports: Mapping[str, tuple[str, int]]
    faults: tuple[tuple[str, str], ...]
    drives_nothing: bool = False


@dataclass(frozen=True)
class Price:
    """What a design takes on an FPGA of Lattice's, an iCE40 HX8K.

    Args:
        luts: tables of 4 inputs: its gates.
        flip_flops: bits that it keeps.
        block_rams: memories of 4,096 bits.
        megahertz: of the fastest clock that it bears; None of one without a clock.
    """

    luts: int
    flip_flops: int
    block_rams: int
    megahertz: float | None


@dataclass(frozen=True)
class Gates:
    """Gates of two inputs, and how many of them the longest path goes through."""

    cells: int
    depth: int


def require(*tools: str) -> None:
    """Raise what says how to get the tools, if yosys or another one is missing here.

    Raises:
        ProgramMissing: one of them is.
    """
    find_for(_SOURCE)
    if not all(map(shutil.which, tools)):
        raise ProgramMissing("verilog_no_tools")


def forbidden(text: str) -> tuple[str, int] | None:
    """The first word that a student's source may not have, and its line.

    >>> forbidden("assign y = $signed(x);  // $finish"), forbidden("initial\\n  $finish;")
    (None, ('$finish', 2))
    """
    kept = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
    found = _FORBIDDEN.search(kept)
    return (found[0], kept.count("\n", 0, found.start()) + 1) if found else None


def synthesized(
    sources: Sequence[Path], top: str, parameters: Mapping[str, int] | None = None
) -> tuple[Compiled, Hardware]:
    """Make hardware of sources, and write it back as Verilog next to them.

    What is simulated later is this netlist: what no hardware can do is not in it.

    Args:
        sources: files in one folder, the student's the first.
        top: the module under test.
        parameters: of the module, in place of its defaults.

    Raises:
        ProgramMissing: yosys is not here.
    """
    folder = sources[0].parent
    steps = (
        *_reading(sources, top, parameters or {}),
        # Colab's yosys (0.9) writes a memory only when it is one cell.
        *("proc", "flatten", "check", "memory_collect", f"write_json {_PORTS}"),
        f"write_verilog -noattr {NETLIST}",
    )
    done = _yosys(steps, folder)
    log = folder / "log"
    printed = done.printed + (log.read_text("utf-8", "replace")[:200_000] if log.is_file() else "")
    faults = tuple(
        (name, found)
        for name, pattern in _FINDINGS.items()
        for found in dict.fromkeys(pattern.findall(printed))
    )
    messages = _messages(done.printed)
    errors = tuple(text for kind, text in messages if kind == "ERROR")
    warnings = tuple(text for kind, text in messages if kind == "Warning")
    made, slow = folder / NETLIST, done.status is None or done.status < 0
    is_made = done.status == 0 and made.is_file()
    if not is_made and not errors:
        errors = (done.printed.strip()[-300:] or "?",)
    compiled = Compiled(
        made=made if is_made else None,
        errors=errors,
        warnings=warnings,
        printed=done.printed,
        slow=slow,
    )
    module = json.loads((folder / _PORTS).read_text())["modules"][top] if is_made else None
    return compiled, _hardware(module, faults) if module else Hardware({}, faults)


def price(sources: Sequence[Path], top: str, parameters: Mapping[str, int]) -> Price:
    """What a design takes on the FPGA; it is synthesized, placed and routed.

    Raises:
        ProgramMissing: yosys or nextpnr-ice40 is not here.
        RuntimeError: it does not fit, or is no hardware.
    """
    require(ROUTER)
    folder = sources[0].parent
    read = _reading(sources, top, parameters)
    done = _yosys([*read, f"synth_ice40 -top {top} -json {_CELLS}"], folder, _CHIP_SECONDS)
    # Its report as JSON would do for the clock, but Colab's nextpnr may not write one.
    command = [ROUTER, *_CHIP, "--json", _CELLS, "--log", "route.log"]
    routed = run(command, folder, _CHIP_SECONDS) if done.status == 0 else done
    if routed.status != 0:
        raise RuntimeError(say("c.verilog_no_price", top=top, text=routed.printed.strip()[-300:]))
    kinds = _cells(folder, top)
    # For each clock the first figure is an estimate before routing; the last one stays.
    clocks = dict(_CLOCK.findall((folder / "route.log").read_text()))
    return Price(
        luts=kinds["SB_LUT4"],
        flip_flops=sum(n for kind, n in kinds.items() if kind.startswith("SB_DFF")),
        block_rams=sum(n for kind, n in kinds.items() if kind.startswith("SB_RAM40")),
        megahertz=min(map(float, clocks.values()), default=None),
    )


def gates(source: Path, top: str, parameters: Mapping[str, int]) -> Gates:
    """The gates of two inputs that a design takes, and the longest path through them.

    Raises:
        ProgramMissing: yosys is not here.
        RuntimeError: it is no hardware.
    """
    simplified = f"synth -flatten -top {top}", "abc -g AND,OR,XOR,NAND,NOR,XNOR"
    read = _reading([source], top, parameters)
    measured = f"write_json {_CELLS}", "tee -q -o path ltp -noff"
    done = _yosys([*read, *simplified, *measured], source.parent, 60)
    if done.status != 0:
        raise RuntimeError(say("c.verilog_no_price", top=top, text=done.printed.strip()[-300:]))
    path = re.search(r"length=(\d+)", (source.parent / "path").read_text())
    return Gates(_cells(source.parent, top).total(), int(path[1]) if path else 0)


def _reading(sources: Sequence[Path], top: str, parameters: Mapping[str, int]) -> list[str]:
    chosen = "".join(f" -chparam {name} {value}" for name, value in parameters.items())
    reading = [f"read_verilog {source.name}" for source in sources]
    return [*reading, f"hierarchy -check -top {top}{chosen}"]


def _yosys(steps: Sequence[str], folder: Path, seconds: int = COMPILE_SECONDS) -> Run:
    options = ("-Q", "-T", "-q", "-l", "log", "-p", "; ".join(steps))
    return run([*find_for(_SOURCE), *options], folder, seconds)


def _messages(printed: str) -> list[tuple[str, dict[str, Any] | str]]:
    """Errors and warnings, with their lines; without what is a finding about hardware."""
    placed = [
        (kind, phrase("line", place=place_of(file, line), text=text))
        for file, line, kind, text in _MESSAGE.findall(printed)
    ]
    others: list[tuple[str, dict[str, Any] | str]] = [
        (kind, text)
        for kind, text in _WITHOUT_PLACE.findall(printed)
        if not any(pattern.search(text) for pattern in _FINDINGS.values())
    ]
    return [*placed, *others]


def _hardware(module: Mapping[str, Any], faults: tuple[tuple[str, str], ...]) -> Hardware:
    ports = module["ports"]
    # A bit is the number of its net, or a constant as text. A net of an input is driven, too.
    bits: dict[str, set[int | str]] = {"input": set(), "output": set(), "inout": set()}
    for port in ports.values():
        bits[port["direction"]] |= set(port["bits"])
    driven = bits["input"] | {"0", "1"}
    for cell in module["cells"].values():
        for name, connected in cell["connections"].items():
            if cell["port_directions"][name] == "output":
                driven |= set(connected)
    sizes = {name: (port["direction"], len(port["bits"])) for name, port in ports.items()}
    return Hardware(sizes, faults, drives_nothing=not bits["output"] & driven)


def _cells(folder: Path, top: str) -> Counter[str]:
    # `stat -json` would say the same, but Colab's yosys (0.9) does not know it.
    cells = json.loads((folder / _CELLS).read_text())["modules"][top]["cells"].values()
    return Counter(cell["type"] for cell in cells)
