"""A student's Verilog in a notebook: made hardware, simulated clock by clock, and explained.

Example of a check cell::

    SATURATE = verilog.blank("saturate", inputs="signed [15:0] x", outputs="signed [7:0] y")

    @check("saturate")
    def verdict(t):
        d = t.v_module(verilog.build(SATURATE), warnings=0.25)
        d.output("rounding", {"x": t.integers(-2000, 2000, 100)}, share=2, en="...")
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import torch

from labkit import reference
from labkit.c.blanks import CError, compiled_copy, holds_stub
from labkit.c.checked_text import checked_text
from labkit.c.compiler import Compiled, FromSource, own_folder, place_of
from labkit.c.problems import explained, phrase, problem
from labkit.evidence import Failure
from labkit.language import current
from labkit.messages import say
from labkit.verilog import simulation, synthesis
from labkit.verilog.netlist import CLOCK, DRIVERS, LOOP
from labkit.verilog.simulation import SECONDS, Port, Values, simulated
from labkit.verilog.synthesis import NETLIST, SIMULATOR, Gates, Hardware, Price

# Values of an output of shape (n,), or what is wrong with it.
Found = torch.Tensor | Failure
Trace = dict[str, list[int | None]]


@dataclass(frozen=True, kw_only=True)
class VerilogBlank:
    """A blank that is filled in Verilog, as the notebook names it; use :func:`blank`.

    Args:
        id: of the blank; its module has the same name.
        file: the source that its cell writes, in the current folder.
        inputs, outputs: the module's ports, without the clock.
        clocked: whether it also has an input ``clk``.
        valid: the output that says whether the others count; "" where they always do.
        shipped: Verilog files with the modules that this one uses, in a check.
    """

    id: str
    file: Path
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    clocked: bool = False
    valid: str = ""
    shipped: tuple[Path, ...] = ()


def blank(
    id: str,
    *,
    inputs: str,
    outputs: str,
    clocked: bool = False,
    valid: str = "",
    fakes: Sequence[str] = (),
) -> VerilogBlank:
    """A blank that is filled in Verilog.

    Args:
        id: of the blank, as in its cell's metadata; also the module's, and of the file ``<id>.v``.
        inputs, outputs: the ports as Verilog declares them, such as "valid, signed [7:0] x",
            without the clock.
        clocked: whether it also has an input ``clk``.
        valid: the output of 1 bit that says whether the others count in a clock.
        fakes: shipped files with modules of other blanks that this one uses. A check uses them in
            place of the student's, so that no mistake counts twice.

    Raises:
        ValueError: a port has no such form.

    >>> blank("saturate", inputs="signed [15:0] x", outputs="signed [7:0] y").outputs
    (Port(name='y', width=8, signed=True),)
    """
    shipped = tuple(_shipped() / fake for fake in fakes)
    read, written = simulation.parsed(inputs), simulation.parsed(outputs)
    return VerilogBlank(
        id=id,
        file=Path(f"{id}.v"),
        inputs=read,
        outputs=written,
        clocked=clocked,
        valid=valid,
        shipped=shipped,
    )


@dataclass(kw_only=True)
class Design(FromSource):
    """A student's module, as hardware.

    Use :func:`build`. Everything that it returns is a value, or a :class:`~labkit.evidence.Failure`
    that says why there is none.

    Args:
        blank: what the source fills in.
        source: a copy of the file, in a folder of its own, where the netlist is, too.
        compiled: what yosys made of the source; None if there was nothing.
        hardware: its ports, and why it is none.
        failure: why nothing can be simulated, such as an empty blank.
        others: files with the modules that it uses.
        parameters: of the module, in place of its defaults.
    """

    blank: VerilogBlank
    source: Path
    compiled: Compiled | None
    hardware: Hardware
    failure: Failure | None
    others: tuple[Path, ...] = ()
    parameters: Mapping[str, int] = field(default_factory=dict)
    _hangs: Failure | None = field(default=None, repr=False)

    @property
    def synthesizes(self) -> bool | Failure:
        """True, or the first thing that keeps it from being hardware that one may build."""
        if self.failure:
            return self.failure
        for name, wire in self.hardware.faults:
            return problem(name, wire=wire)
        return True

    def run(self, values: Values, seconds: int = SECONDS) -> dict[str, Found] | Failure:
        """Give the module values, a row for each clock, and read its outputs.

        Args:
            values: tensors or lists of whole numbers of shape (n,) by input port; a single number
                holds in all rows; a port without any is 0.
            seconds: of processor time, at most.

        Returns:
            int64 of shape (n,) by output port, or what is wrong with that port; or why there is
            nothing at all.
        """
        rows = simulation.rows(self.blank.inputs, values)
        if stop := self._without_simulation:
            return stop
        found = simulated(self.source.parent, rows, seconds)
        if isinstance(found, Failure):
            self._hangs = found  # no further simulation, since each would take as long
            return found
        read = self._values(found, rows)
        other = self._simulated_source(rows, seconds) if self.hardware.doubtful else None
        if other is not None:
            for name, differs in self._differing(read, self._values(other, rows)):
                read[name] = differs
        return read

    def trace(self, values: Values, clocks: range, seconds: int = SECONDS) -> Trace:
        """What the simulator sees in some clocks: inputs, outputs and registers.

        Args:
            values, seconds: as :meth:`run` takes them; all clocks before are simulated, too.
            clocks: which ones.

        Raises:
            NotImplementedError, CError: as :meth:`signals`.
        """
        rows = simulation.rows(self.blank.inputs, values)
        found = self._without_simulation or simulated(
            self.source.parent, rows[: clocks.stop], seconds, clocks
        )
        if isinstance(found, Failure):
            raise self._error(found)
        signed = self.hardware.signed | {port.name for port in self._ports if port.signed}
        first = [port.name for port in self._ports]
        bits = simulation.waves(self.source.parent, first)
        order = [*first, *sorted(bits.keys() - first)]
        return {
            name: [_number(word, signed=name in signed) for word in bits[name]] for name in order
        }

    def signals(self, values: Values, seconds: int = SECONDS) -> dict[str, torch.Tensor]:
        """What :meth:`run` reads, by output, for cells without points.

        Raises:
            NotImplementedError: the blank is not filled in yet.
            CError: there is nothing to read; its check says more.
        """
        found = self.run(values, seconds)
        every = [found] if isinstance(found, Failure) else [*found.values()]
        for value in every:
            if isinstance(value, Failure):
                raise self._error(value)
        assert not isinstance(found, Failure), "it is the first of those"
        return {name: value for name, value in found.items() if isinstance(value, torch.Tensor)}

    def usable(self) -> Design:
        """The design itself, if nothing is wrong with it.

        Raises:
            NotImplementedError, CError: as :meth:`signals`.
        """
        if self.failure:
            raise self._error(self.failure)
        return self

    def _error(self, failure: Failure) -> Exception:
        if failure.type == "NotImplementedError":
            return NotImplementedError(self.blank.id)
        return CError(f"{self.blank.file}: {explained(failure, current())}")

    @property
    def _ports(self) -> tuple[Port, ...]:
        return (*self.blank.inputs, *self.blank.outputs)

    @property
    def _without_simulation(self) -> Failure | None:
        """Why nothing is simulated: there is no program, or it would oscillate forever."""
        for name, wire in self.hardware.faults:
            if name in (DRIVERS, LOOP) and not self.failure:
                return problem(name, wire=wire)
        if self.hardware.drives_nothing and not self.failure:
            return problem("verilog_undriven", wire=self.blank.outputs[0].name)
        return self.failure or self._hangs or self._not_compiled

    @cached_property
    def _not_compiled(self) -> Failure | None:
        return self._program(self.source.parent, NETLIST)

    def _program(self, folder: Path, *sources: str) -> Failure | None:
        blank = self.blank
        ports = blank.inputs, blank.outputs
        return simulation.compiled(folder, blank.id, ports, sources, clocked=blank.clocked)

    def _simulated_source(self, rows: torch.Tensor, seconds: int) -> torch.Tensor | None:
        """What the source itself gives, as written; None where it cannot be simulated."""
        folder = self.source.parent / "as_written"
        if not folder.is_dir():
            folder.mkdir()
            for path in (self.source, *self.others):
                shutil.copy(path, folder)
            names = (path.name for path in (self.source, *self.others))
            if self._program(folder, *names):
                return None
        found = simulated(folder, rows, seconds)
        return None if isinstance(found, Failure) else found

    def _differing(
        self, built: dict[str, Found], written: dict[str, Found]
    ) -> Iterator[tuple[str, Failure]]:
        """Ports with other values when the source itself is simulated."""
        for name, value in built.items():
            other = written[name]
            if isinstance(value, torch.Tensor) and not (
                isinstance(other, torch.Tensor) and torch.equal(value, other)
            ):
                yield name, problem("verilog_differs", port=name, why=self._doubt)

    @property
    def _doubt(self) -> dict[str, Any]:
        name, wire = self.hardware.doubtful[0]
        return phrase(name, wire=wire)

    def _values(self, found: torch.Tensor, rows: torch.Tensor) -> dict[str, Found]:
        outputs, valid = self.blank.outputs, self.blank.valid
        bits = found - ord("0")
        columns = dict(zip(outputs, bits.split([port.width for port in outputs], 1), strict=True))
        for port, values in columns.items():
            if port.name == valid:
                # What is not valid may be anything, even unknown.
                bits *= values != 0
        return {port.name: self._value(port, columns[port], rows) for port in outputs}

    def _value(self, port: Port, bits: torch.Tensor, rows: torch.Tensor) -> Found:
        for row in (bits > 1).any(dim=1).nonzero().flatten().tolist()[:1]:
            has_driver = (bits[row] != ord("z") - ord("0")).all()
            kind = "verilog_unknown" if has_driver else "verilog_floating"
            if self.blank.clocked:
                return problem(kind, port=port.name, when=phrase("verilog_in_clock", clock=row))
            inputs = simulation.described(self.blank.inputs, rows[row])
            return problem(kind, port=port.name, when=phrase("verilog_for", inputs=inputs))
        return port.values(bits)


def _number(bits: str, *, signed: bool) -> int | None:
    """The number of a row of bits; None where one is unknown."""
    if set(bits) - {"0", "1"}:
        return None
    return int(bits, 2) - (int(bits[0]) << len(bits) if signed and len(bits) > 1 else 0)


def build(blank: VerilogBlank) -> Design:
    """Make hardware of a blank's file, and print what yosys says.

    Args:
        blank: made by :func:`blank`.

    Raises:
        ProgramMissing: this machine has no yosys or no Icarus Verilog; the message says how to
            get them.
    """
    synthesis.require(SIMULATOR)
    hardware = Hardware()

    def others(source: Path) -> tuple[Path, ...]:
        return tuple(source.parent / shipped.name for shipped in blank.shipped)

    def compile(source: Path) -> Compiled:
        # Before yosys reads it, which opens files and calls functions that a source names.
        if word := synthesis.forbidden(source.read_text("utf-8")):
            place = place_of(source.name, str(word[1]))
            error = phrase("verilog_forbidden", place=place, word=word[0])
            return Compiled(made=None, errors=(error,), warnings=(), printed="", slow=False)
        nonlocal hardware
        compiled, hardware = synthesis.synthesized([source, *others(source)], blank.id)
        return compiled

    source, compiled, failure = compiled_copy(blank, compile)
    unlike = failure or _unlike(blank, hardware)
    design = Design(
        blank=blank,
        source=source,
        compiled=compiled,
        hardware=hardware,
        failure=unlike,
        others=others(source),
    )
    if compiled and compiled.printed.strip():
        print(f"{say('c.yosys')}\n{compiled.explain()}\n")
    if hardware.drives_nothing and holds_stub(blank):
        design.failure = Failure("NotImplementedError", blank.id)
    return design


def assembled(
    top: str,
    *blanks: VerilogBlank,
    inputs: str,
    outputs: str,
    valid: str = "",
    memories: Mapping[str, torch.Tensor] | None = None,
    shipped: Sequence[str] = (),
    **parameters: int,
) -> Design:
    """A shipped module with a clock, around the modules that students wrote.

    Args:
        top: its name; its file is the shipped ``<top>.v``.
        blanks: whose modules it uses.
        inputs, outputs, valid: its ports, as :func:`blank` takes them.
        memories: whole numbers by the name of the file, such as "weights", that the module reads
            into a memory.
        shipped: files with further modules that it uses.
        parameters: of the module, in place of its defaults.

    Raises:
        NotImplementedError: a blank is not filled in yet.
        CError: a file is no hardware; its check says more.
        ProgramMissing: this machine has no yosys or no Icarus Verilog.
    """
    whole = blank(top, inputs=inputs, outputs=outputs, clocked=True, valid=valid)
    source = Path(shutil.copy(_shipped() / whole.file, own_folder()))
    used = [build(submodule).usable().source for submodule in blanks]
    used += [_shipped() / name for name in shipped]
    others = tuple(Path(shutil.copy(path, source.parent)) for path in used)
    for name, values in (memories or {}).items():
        # In two's complement; a memory's width cuts what it does not hold.
        words = (f"{value & 2**64 - 1:x}" for value in values.flatten().tolist())
        (source.parent / name).write_text("\n".join(words) + "\n")
    compiled, hardware = synthesis.synthesized([source, *others], top, parameters)
    if not compiled.made:
        raise CError(f"{whole.file}: {compiled.printed.strip()[-500:]}")
    return Design(
        blank=whole,
        source=source,
        compiled=compiled,
        hardware=hardware,
        failure=_unlike(whole, hardware),
        others=others,
        parameters=parameters,
    )


def price(design: Design) -> Price:
    """What a design takes on an FPGA.

    Args:
        design: made by :func:`build` or :func:`assembled`.

    Raises:
        NotImplementedError: a blank is not filled in yet.
        CError: a file is no hardware; its check says more.
        ProgramMissing: yosys or nextpnr-ice40 is not here.
    """
    files = [design.usable().source, *design.others]
    return synthesis.price(files, design.blank.id, design.parameters)


def gates(text: str, top: str, **parameters: int) -> Gates:
    """The gates of two inputs that a module of a Verilog text takes.

    Args:
        text: Verilog.
        top: the module.
        parameters: of the module, in place of its defaults.

    Raises:
        ProgramMissing: yosys is not here.
    """
    source = own_folder() / "text.v"
    source.write_text(checked_text(text, source.suffix), "utf-8")
    return synthesis.gates(source, top, parameters)


def _unlike(blank: VerilogBlank, hardware: Hardware) -> Failure | None:
    """A port that the module lacks, has in another width or direction, or has too many of."""
    wanted = {port.name: ("input", port.width) for port in blank.inputs}
    wanted |= {CLOCK: ("input", 1)} if blank.clocked else {}
    wanted |= {port.name: ("output", port.width) for port in blank.outputs}
    for name, (direction, width) in wanted.items():
        if hardware.ports.get(name) != (direction, width):
            declared = f"{direction} {f'[{width - 1}:0] ' if width > 1 else ''}{name}"
            return problem("verilog_port", port=name, declared=declared)
    for name in set(hardware.ports) - set(wanted):
        return problem("verilog_no_such_port", port=name)
    return None


def _shipped() -> Path:
    return reference.resources() / "verilog"
