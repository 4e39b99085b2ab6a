"""A Verilog module under test: it compiles, is hardware, and answers clock by clock."""

from __future__ import annotations

from typing import Any

from labkit.c.subject import CompiledSubject
from labkit.probes import Recorder
from labkit.verilog.design import Design
from labkit.verilog.ports import Values


class VerilogSubject(CompiledSubject):
    """A module under test; made by :meth:`labkit.checks.Check.v_module`."""

    def __init__(self, check: Recorder, design: Design, warnings: float) -> None:
        super().__init__(check, ("verilog",), design.compiles, design.warnings, warnings)
        self.design = design
        self._record("synthesizes", design.synthesizes, {"share": 0.5})

    def output(self, name: str, *values: Values, only: str = "", **how: Any) -> None:
        """Record what the module answers; of several simulations, a list.

        Args:
            name: of the record.
            values: as :meth:`labkit.verilog.design.Design.run` takes them, of each simulation.
            only: as there.
            how: as for every record.
        """
        found = [self.design.run(one, only=only) for one in values]
        self._record_output(name, found[0] if len(found) == 1 else found, how)
