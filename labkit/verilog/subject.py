"""A Verilog module under test: that it is hardware, and what it answers clock by clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from labkit.c.problems import problem
from labkit.c.subject import CompiledSubject
from labkit.evidence import Failure
from labkit.probes import Recorder
from labkit.verilog.design import Design, Found
from labkit.verilog.netlist import CLOCK
from labkit.verilog.simulation import RESET, Port, Values


class VerilogSubject(CompiledSubject):
    """A module under test; made by :meth:`labkit.checks.Check.v_module`.

    What a probe does not name is drawn at each clock, and is never a constant; only `reset` is 0.
    All outputs of all probes are compared, at the latest by :meth:`scene`, which a module with a
    clock must have.
    """

    def __init__(self, check: Recorder, design: Design, warnings: float) -> None:
        super().__init__(check, ("verilog",), design.compiles, design.warnings, warnings)
        self.design = design
        self._record("synthesizes", design.synthesizes, {"share": 1.0})
        for name, wire in design.hardware.doubtful:
            check.note(problem(name, wire=wire))
        self.lacks_scene = design.blank.clocked
        self._seen: list[tuple[torch.Tensor, dict[str, Found] | Failure]] = []

    def frames(
        self, lengths: Sequence[int], pauses: int = 0, after: int = 1
    ) -> dict[str, torch.Tensor]:
        """The inputs ``valid_in`` and ``last`` for frames of words, one behind the other.

        Args:
            lengths: of the frames, in words; the last word of each has ``last`` = 1.
            pauses: at most so many clocks come before a word, drawn for each; ``last`` is drawn
                there.
            after: clocks behind the last word, in which both are 0.
        """
        ends = torch.zeros(sum(lengths), dtype=torch.int32)
        ends[torch.tensor(lengths).cumsum(0) - 1] = 1
        places = (self.check.integers(0, pauses, len(ends)) + 1).cumsum(0) - 1
        valid = torch.zeros(int(places[-1]) + 1 + after, dtype=torch.int32)
        last = self.check.integers(0, 1, len(valid))
        valid[places], last[places] = 1, ends
        last[int(places[-1]) + 1 :] = 0
        return {"valid_in": valid, "last": last}

    def output(self, name: str, values: Values, of: str = "", since: int = 0, **how: Any) -> None:
        """Record what the module answers.

        Args:
            name: of the record.
            values: as :meth:`Design.run` takes them; what they do not name is drawn.
            of: the output that the record is about, next to the one that says whether it counts.
                :meth:`scene` compares the others in these clocks.
            since: the first clock that is recorded, of many.
            how: as for every record.
        """
        drawn = self._drawn({RESET: 0} | dict(values), _length(values))
        at, found = self._run(drawn)
        if since and not isinstance(found, Failure):
            found = {port: _since(values, since) for port, values in found.items()}
        at = at[since:]
        if of:
            self.lacks_scene = True
            self._seen.append((at, found))
        ports = [
            port for port in self._outputs if not of or port.name in (of, self.design.blank.valid)
        ]
        how = {"at": at, "ports": self._names(ports), **how}
        self._record_output(name, _stacked(ports, [found]), how)

    def scene(self, clocks: int, values: Values | None = None, **how: Any) -> None:
        """Record all outputs where every input is drawn at each clock, resets and stalls, too.

        Behind it come all outputs of the probes before that were about one of them.

        Args:
            clocks: how many.
            values: inputs that have a range of their own, as :meth:`output` takes them.
            how: as for every record.
        """
        resets = self.check.integers(0, 7, clocks) == 0
        drawn = self._drawn({RESET: resets.int()} | dict(values or {}), clocks)
        every = [self._run(drawn), *self._seen]
        self.lacks_scene, self._seen = False, []
        at = torch.cat([inputs for inputs, _ in every])
        value = _stacked(self._outputs, [found for _, found in every])
        self._record("scene", value, {"at": at, "ports": self._names(self._outputs), **how})

    @property
    def _outputs(self) -> tuple[Port, ...]:
        return self.design.blank.outputs

    def _names(self, outputs: Sequence[Port]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        clock = (CLOCK,) if self.design.blank.clocked else ()
        inputs = (*clock, *(port.name for port in self.design.blank.inputs))
        return inputs, tuple(port.name for port in outputs)

    def _drawn(self, values: Values, clocks: int) -> dict[str, Any]:
        """Values of all inputs; those that are not named use the whole width of their port."""
        inputs = self.design.blank.inputs
        others = [port for port in inputs if port.name not in values]
        drawn = {
            port.name: port.values(self.check.integers(0, 1, clocks, port.width)) for port in others
        }
        known = {port.name for port in inputs} | values.keys() - {RESET}
        return drawn | {name: value for name, value in values.items() if name in known}

    def _run(self, values: Values) -> tuple[torch.Tensor, dict[str, Found] | Failure]:
        found = self.design.run(values)
        inputs = self.design.blank.inputs
        columns = [torch.as_tensor(values[port.name]) for port in inputs]
        columns = torch.broadcast_tensors(*(column.long() for column in columns))
        return _narrow(inputs, torch.stack(columns, dim=1)), found


def _since(values: Found, row: int) -> Found:
    return values if isinstance(values, Failure) else values[row:]


def _length(values: Values) -> int:
    return max(len(column) for column in values.values() if not isinstance(column, int))


def _stacked(
    ports: Sequence[Port], every: Sequence[dict[str, Found] | Failure]
) -> torch.Tensor | Failure:
    """The values of ports, of shape (n, ports), or what is wrong with the first one."""
    blocks = []
    for found in every:
        columns = [found if isinstance(found, Failure) else found[port.name] for port in ports]
        if failed := [column for column in columns if isinstance(column, Failure)]:
            return failed[0]
        blocks.append(
            torch.stack([column for column in columns if isinstance(column, torch.Tensor)], 1)
        )
    return _narrow(ports, torch.cat(blocks))


def _narrow(ports: Sequence[Port], values: torch.Tensor) -> torch.Tensor:
    """The same numbers in the smallest dtype that holds all values of the ports."""
    # A dtype of whole numbers has a sign: without one in the port, it needs a bit more.
    bits = max(port.width if port.signed else port.width + 1 for port in ports)
    sizes = {8: torch.int8, 16: torch.int16, 32: torch.int32, 64: torch.int64}
    return values.to(next(dtype for size, dtype in sizes.items() if bits <= size))
