"""A C function under test, and the usual cases of C: it compiles, and stays inside its arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from labkit import usual
from labkit.c.code import Program
from labkit.c.signature import Array
from labkit.probes import Recorder


class CSubject:
    """A compiled function under test; made by :meth:`labkit.checks.Check.c_function`.

    Where no words are given, those of a usual case of that name are the rule.
    """

    def __init__(self, check: Recorder, program: Program, warnings: float) -> None:
        self.check = check
        self.program = program
        self._most = 0.0
        self._backing: str | None = None
        self._record("compiles", program.compiles, {"share": 0.5})
        self._record("warnings", program.warnings, {"share": warnings})

    def usual(self, *cases: str, calls: list[tuple[Any, ...]] | None = None, **how: Any) -> None:
        """Record usual cases of C, each under its name.

        Args:
            cases: "empty" (of floats), "outside", "sanitizer".
            calls: the arguments of the calls that must stay inside, and that are sanitized.
            how: as for every record.
        """
        values: dict[str, Callable[[], Any]] = {
            "empty": lambda: self.program.run(*[torch.empty(0)] * len(self._inputs)),
            "outside": lambda: self.program.stays_inside(*calls or ()),
            "sanitizer": lambda: self.program.sanitized(*calls or ()),
        }
        for name in cases:
            self._record(name, values[name](), how)

    def output(
        self,
        name: str,
        *arguments: Any,
        first: int | None = None,
        in_place: bool = False,
        **how: Any,
    ) -> None:
        """Record what a call writes or returns; of several calls, a tuple each, a list.

        Args:
            name: of the record.
            arguments: as :meth:`labkit.c.code.Program.run` takes them. Of several arrays of floats
                the first is enough: the others are seeded, as an upstream gradient is.
            first, in_place: as there.
            how: as for every record.
        """
        if isinstance(arguments[0], tuple):
            self._record(name, [self.program.run(*one) for one in arguments], how)
        else:
            arguments = self._completed(arguments)
            floats = [a for a in arguments if isinstance(a, torch.Tensor) and a.is_floating_point()]
            at, upstream, *_ = (*(a[:first] for a in floats), None, None)
            value = self.program.run(*arguments, first=first, in_place=in_place)
            self._record(name, value, {"at": at, "upstream": upstream, **how})
        if how.get("share", 1.0) > self._most:
            self._most, self._backing = how.get("share", 1.0), name

    @property
    def _inputs(self) -> tuple[Array, ...]:
        return self.program.blank.function.inputs

    def _completed(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        if isinstance(arguments[0], list):
            arguments = (torch.tensor(arguments[0], dtype=torch.float32), *arguments[1:])
        if not all(isinstance(a, torch.Tensor) and a.is_floating_point() for a in arguments):
            return arguments
        missing = len(self._inputs) - len(arguments)
        return (*arguments, *(self.check.normal(like=arguments[0]) for _ in range(missing)))

    def _record(self, name: str, value: Any, how: dict[str, Any]) -> None:
        language = "cpp" if self.program.source.suffix == ".cpp" else "c"
        words = usual.sentence(f"{language}_{name}") or usual.sentence(f"c_{name}")
        # The record of the largest share is what the function is for.
        self.check.record(name, value, **{"backing": self._backing, **words, **how})
