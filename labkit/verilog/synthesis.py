"""What yosys makes of a Verilog source: hardware and its cost, or why it is none."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
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
from labkit.c.driver import run_confined
from labkit.c.problems import phrase
from labkit.messages import say
from labkit.verilog.blocks import doubtful
from labkit.verilog.netlist import Netlist
from labkit.verilog.placement import PlacedCell, placed

SIMULATOR, ROUTER = "iverilog", "nextpnr-ice40"
_SOURCE = Path("any.v")
NETLIST = "netlist.v"
_CIRCUIT, _TREE, _CELLS, _PLACED = "circuit.il", "tree", "cells.json", "placed.json"
_CHIP = ("--hx8k", "--package", "ct256", "--pcf-allow-unconstrained", "--seed", "1", "-q")
_CHIP_SECONDS = 120
_CLOCK = re.compile(r"Max frequency for clock +'([^']+)': ([\d.]+) MHz")
# What reads files, ends a simulation, or is replaced before it is read; names of yosys's own;
# texts, in which what looks like a comment is none; what is no comment, since it has no end; and
# all but printable ASCII, which programs read in different ways.
_FORBIDDEN = re.compile(
    r"\$(?!signed\b|unsigned\b|clog2\b)\w*|`(?!default_nettype\b|timescale\b)\w*"
    r'|"|\\\S*|\(\*(?!\s*\))|\bimport\b|/\*|[^\t\n -~]'
)
_MESSAGE = re.compile(r"^(\S+\.v):(\d{1,9}): (ERROR|Warning): (.*)$", re.MULTILINE)
_WITHOUT_PLACE = re.compile(r"^(ERROR|Warning): (.*)$", re.MULTILINE)
# Newer versions warn about what counts as a fault of the hardware here.
_LATCH = "Latch inferred for signal"


@dataclass(frozen=True)
class Hardware:
    """What a source became.

    Args:
        ports: direction and width of each, by name.
        faults: the names of problems that keep it from being hardware, each with the wire.
        doubtful: what may simulate in another way than it is built, likewise.
        drives_nothing: no bit of an output has a driver, as in a blank that is still empty.
        signed: the names of signals with a sign.
    """

    ports: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    faults: tuple[tuple[str, str], ...] = ()
    doubtful: tuple[tuple[str, str], ...] = ()
    drives_nothing: bool = False
    signed: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Price:
    """What a design takes on an FPGA of Lattice's, an iCE40 HX8K.

    Args:
        luts: tables of 4 inputs: its gates.
        flip_flops: bits that it keeps.
        block_rams: memories of 4,096 bits.
        megahertz: the fastest clock at which it works; None without a clock.
        cells: where each lies, for :func:`~labkit.verilog.placement.floorplan`.
    """

    luts: int
    flip_flops: int
    block_rams: int
    megahertz: float | None
    cells: tuple[PlacedCell, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Gates:
    """Gates of two inputs, and how many of them the longest path goes through."""

    cells: int
    depth: int


def require(*tools: str) -> None:
    """Raise an error that says how to get the tools, if yosys or another one is missing here.

    Raises:
        ProgramMissing: one of them is.
    """
    find_for(_SOURCE)
    if not all(map(shutil.which, tools)):
        raise ProgramMissing("verilog_no_tools")


def forbidden(text: str) -> tuple[str, int] | None:
    """The first word that a student's source may not have, and its line.

    Args:
        text: as :func:`~labkit.c.checked_text.checked_text` makes it.

    >>> forbidden("assign y = $signed(x);"), forbidden("initial\\n  $finish;")
    (None, ('$finish', 2))
    """
    found = _FORBIDDEN.search(text)
    if not found:
        return None
    word = found[0] if found[0].isprintable() else ascii(found[0])[1:-1]
    return word, text.count("\n", 0, found.start()) + 1


def synthesized(
    sources: Sequence[Path], top: str, parameters: Mapping[str, int] | None = None
) -> tuple[Compiled, Hardware]:
    """Make hardware of sources, and write it back as Verilog next to them.

    What is simulated later is this netlist: it holds nothing that hardware cannot do.

    Args:
        sources: files in one folder, the student's the first.
        top: the module under test.
        parameters: of the module, in place of its defaults.

    Raises:
        ProgramMissing: yosys is not here.
    """
    folder = sources[0].parent
    reading = _reading(sources, top, parameters or {})
    steps = (
        f"tee -q -o {_TREE} {reading[0].replace(' ', ' -dump_ast1 ')}",
        *(*reading[1:], "proc", "flatten"),
        # Colab's yosys (0.9) writes a memory only when it is one cell, and forgets its clock.
        *(["memory_dff -wr_only"] if _version(*find_for(_SOURCE)).startswith("Yosys 0.9 ") else []),
        *("memory_collect", f"dump -o {_CIRCUIT}"),
        f"write_verilog -noattr {NETLIST}",
    )
    done = _yosys(steps, folder)
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
    return compiled, _hardware(folder, top) if is_made else Hardware()


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
    # A report in JSON would give the clock, too, but Colab's nextpnr may not write one.
    command = [ROUTER, *_CHIP, "--json", _CELLS, "--log", "route.log", "--write", _PLACED]
    routed = run_confined(command, folder, _CHIP_SECONDS) if done.status == 0 else done
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
        cells=placed(folder / _PLACED, sources[0].name),
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
    options = ("-Q", "-T", "-q", "-p", "; ".join(steps))
    command = find_for(_SOURCE)
    if "yowasp" in command[0]:
        # A program in WebAssembly sees its folder alone. It reserves 4 GB of addresses.
        return run([*command, *options], folder, seconds, limit_memory=False)
    kept = run_confined if _minds_tmpdir(str(shutil.which(command[0]))) else run
    return kept([*command, *options], folder, seconds)


@cache
def _minds_tmpdir(program: str) -> bool:
    """Whether it writes where TMPDIR says. Yosys 0.9, which Colab has, knows /tmp alone."""
    return b"TMPDIR" in Path(program).read_bytes()


@cache
def _version(*command: str) -> str:
    return run([*command, "-V"], Path(), COMPILE_SECONDS, limit_memory=False).printed


def _messages(printed: str) -> list[tuple[str, dict[str, Any] | str]]:
    """Errors and warnings, with their lines; without findings about the hardware."""
    placed = [
        (kind, phrase("line", place=place_of(file, line), text=text))
        for file, line, kind, text in _MESSAGE.findall(printed)
    ]
    others: list[tuple[str, dict[str, Any] | str]] = [
        (kind, text)
        for kind, text in _WITHOUT_PLACE.findall(printed)
        if not text.startswith(_LATCH)
    ]
    return [*placed, *others]


def _hardware(folder: Path, top: str) -> Hardware:
    circuit = (folder / _CIRCUIT).read_text("utf-8", "replace")
    netlist = Netlist(circuit.partition(f"\nmodule \\{top}\n")[2].partition("\nend\n")[0])
    return Hardware(
        ports=netlist.ports,
        faults=netlist.faults,
        doubtful=doubtful((folder / _TREE).read_text("utf-8", "replace")),
        drives_nothing=netlist.drives_nothing,
        signed=frozenset(netlist.signed),
    )


def _cells(folder: Path, top: str) -> Counter[str]:
    # `stat -json` would say the same, but Colab's yosys (0.9) does not know it.
    cells = json.loads((folder / _CELLS).read_text())["modules"][top]["cells"].values()
    return Counter(cell["type"] for cell in cells)
