"""A C function under test, and the usual cases of C: it compiles, and stays inside its arrays."""

from __future__ import annotations

from typing import Any

import torch

from labkit import usual
from labkit.c.function import Program
from labkit.c.signature import CArray
from labkit.probes import Recorder


class CompiledSubject:
    """Compiled code under test. The record of the largest share is what the code is for.

    Where no words are given, those of a usual case of that name are the rule.

    Args:
        check: which records.
        languages: the prefixes of its usual cases, the first one that has words.
        compiles, warnings: values that are recorded at once.
        share: of the warnings.
    """

    def __init__(
        self,
        check: Recorder,
        languages: tuple[str, ...],
        compiles: Any,
        warnings: Any,
        share: float,
    ) -> None:
        self.check = check
        self._languages = languages
        self._most = 0.0
        self._backing: str | None = None
        self._record("compiles", compiles, {"share": 0.5})
        self._record("warnings", warnings, {"share": share})

    def _record(self, name: str, value: Any, how: dict[str, Any]) -> None:
        words = filter(None, (usual.sentence(f"{language}_{name}") for language in self._languages))
        how = {"backing": self._backing, "sentence": next(words, {}), **how}
        self.check.record(name, value, **how)

    def _record_output(self, name: str, value: Any, how: dict[str, Any]) -> None:
        self._record(name, value, how)
        if how.get("share", 1.0) > self._most:
            self._most, self._backing = how.get("share", 1.0), name


class CSubject(CompiledSubject):
    """A compiled function under test; made by :meth:`labkit.checks.Check.c_function`."""

    def __init__(self, check: Recorder, program: Program, warnings: float) -> None:
        languages = ("cpp", "c") if program.source.suffix == ".cpp" else ("c",)
        super().__init__(check, languages, program.compiles, program.warnings, warnings)
        self.program = program

    def empty(self, **how: Any) -> None:
        """Record a call with empty arrays of floats."""
        self._record("empty", self.program.run(*[torch.empty(0)] * len(self._inputs)), how)

    def memory(self, *calls: tuple[Any, ...], **how: Any) -> None:
        """Record what the function does to memory, and whether it keeps state between calls.

        Args:
            calls: the arguments of those that must stay inside their arrays, as a guard and, in C,
                the sanitizers see it. Together with all calls that were recorded before, they are
                then made in one process, in drawn order: each must give what it gave alone.
            how: as for every record.
        """
        self._record("outside", self.program.stays_inside(*calls), how)
        if self.program.source.suffix == ".c":
            self._record("sanitizer", self.program.sanitized(*calls), how)
        self.program.run_each(calls)
        order = self.check.uniform(0, 1, len(self.program.made)).argsort().tolist()
        # Twice, as what leaves its arrays fails two records.
        share = 2 * how.get("share", 1.0)
        self._record("repeated", self.program.repeated(order), {**how, "share": share})

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
            arguments: as :meth:`labkit.c.function.Program.run` takes them. Of several arrays of
                floats the first is enough: the others are seeded, as an upstream gradient is.
            first, in_place: as there.
            how: as for every record.
        """
        if isinstance(arguments[0], tuple):
            self._record_output(name, self.program.run_each(arguments), how)
            return
        arguments = self._completed(arguments)
        floats = [a for a in arguments if isinstance(a, torch.Tensor) and a.is_floating_point()]
        at, upstream, *_ = (*(a[:first] for a in floats), None, None)
        value = self.program.run(*arguments, first=first, in_place=in_place)
        self._record_output(name, value, {"at": at, "upstream": upstream, **how})

    @property
    def _inputs(self) -> tuple[CArray, ...]:
        return self.program.blank.function.inputs

    def _completed(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        if isinstance(arguments[0], list):
            arguments = (torch.tensor(arguments[0], dtype=torch.float32), *arguments[1:])
        if not all(isinstance(a, torch.Tensor) and a.is_floating_point() for a in arguments):
            return arguments
        missing = len(self._inputs) - len(arguments)
        return (*arguments, *(self.check.normal(like=arguments[0]) for _ in range(missing)))
