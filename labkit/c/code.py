"""A student's C or C++ in a notebook: compiled, called where it can harm nothing, and explained.

Example of a check cell::

    FORWARD = c_code.blank("quantize_c", "quantize.c", "quantize.h", "quantizeInt8InFloat")

    with check("quantize_c") as t:
        c = c_code.build(FORWARD)
        t.record("compiles", c.compiles, en="...", ja="...")
        t.record("rounding", c.run(u), at=u, en="...", ja="...")
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
import torch

from labkit.c.blanks import (
    STUB,
    Blank,
    CError,
    blank,
    compiled_copy,
    load,
    load_operators,
    sources,
    when_compiled,
)
from labkit.c.compiler import Compiled, CompilerMissing, compile_library
from labkit.c.driver import Case, Result, call, sanitize
from labkit.c.problems import problem
from labkit.evidence import Failure
from labkit.messages import say

# What a notebook has by the one name ``c_code``.
__all__ = [
    "Blank",
    "CError",
    "CompilerMissing",
    "Program",
    "blank",
    "build",
    "load",
    "load_operators",
    "sources",
    "when_compiled",
]

_SHOWN = 1000  # characters of what the code printed
# The inputs of the first call: as many as the function takes.
_TRIED = (torch.tensor([1.25, 2.25, 3.25, 4.25]), torch.tensor([0.5, 1.5, 2.5, 3.5]))
Argument = int | torch.Tensor


@dataclass
class Program:
    """A student's source, compiled.

    Use :func:`build`. Everything that it returns is a value, or a :class:`~labkit.evidence.Failure`
    that says why there is none.

    Args:
        blank: what the source fills in.
        source: a copy of the file, in a folder of its own.
        compiled: what the compiler made of it; None if there was nothing to compile.
        failure: why nothing can be called, such as an empty blank.
        files: what lies in that folder by name, read before anything of it was called: only these
            bytes count later.
    """

    blank: Blank
    source: Path
    compiled: Compiled | None
    failure: Failure | None
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    _hangs: Failure | None = field(default=None, repr=False)

    @property
    def compiles(self) -> bool | Failure:
        """True, or what the compiler refuses."""
        return self.failure or True

    @property
    def warnings(self) -> int | Failure:
        """0, or the first thing that the compiler warns of."""
        if self.failure or not self.compiled or not self.compiled.warnings:
            return self.failure or 0
        warnings = self.compiled.warnings
        return problem("warning", count=len(warnings), message=warnings[0])

    def run(
        self, *arguments: Argument, first: int | None = None, in_place: bool = False
    ) -> torch.Tensor | Failure:
        """Call the function once.

        Args:
            arguments: in the order of C: whole numbers, tensors for the arrays that it reads, and
                the length of the array that it writes. Where it takes no number but N, and all
                arrays have N elements, the tensors are enough.
            first: return only so many elements from the first on, whatever became of the others.
            in_place: the result goes into the array of the last input, as of a gradient.

        Returns:
            What the function wrote, shape (n,), or why it could not: floats as float32, integers
            as int64. A number that it returns has shape (1,).
        """
        # With room behind the arrays: one step too far is the matter of `stays_inside` alone.
        arrays = [a for a in arguments if isinstance(a, torch.Tensor)]
        result = self._call(arguments, in_place, room=all(array.numel() for array in arrays))
        if isinstance(result, Failure):
            return result
        size, unwritten = result.values.size, result.unwritten
        # A step outside, where something was written, is the matter of another record. And what was
        # written before a crash is an answer to `first`, so its failure is not looked at.
        if first is None and result.failure and not (result.status == "outside" and size):
            return result.failure
        count = size if first is None else first
        if count > (unwritten[0] if unwritten.size else size):
            index, name = int(unwritten[0]), result.case.function.output.name
            others = unwritten.size - 1
            lacks = problem("not_written", others=others, array=name, index=index, n=size)
            return result.failure or lacks
        values = torch.from_numpy(result.values[:count].copy())
        return values if values.is_floating_point() else values.long()

    def stays_inside(self, *calls: tuple[Argument, ...]) -> str | Failure:
        """Call the function on arrays of several lengths, with either end of the arrays guarded.

        Args:
            calls: the arguments of each, as :meth:`run` takes them.

        Returns:
            "inside" if it never left its arrays, or what it did outside.
        """
        for arguments in calls:
            for room in (False, True):
                result = self._call(arguments, room=room)
                if failure := result if isinstance(result, Failure) else result.failure:
                    return failure
        return "inside"

    def sanitized(self, *calls: tuple[Argument, ...]) -> str | Failure:
        """Call the function under AddressSanitizer and UndefinedBehaviorSanitizer.

        Returns:
            "clean", or what they report, with the line, or that it does something else without.
        """
        if stop := self.failure or self._hangs:
            return stop
        cases = [self._case(arguments) for arguments in calls]
        sources = [self.source.name, *(fake.name for fake in self.blank.fakes)]
        watched = sanitize(self.files, sources, cases)
        if isinstance(watched, Failure):
            return watched
        plain = call(self._library, [result.case for result in watched])
        for one, other in zip(plain, watched, strict=True):
            floats = one.values.dtype.kind == "f"
            same = np.array_equal(one.values, other.values, equal_nan=floats)
            # What a guarded page has stopped is the matter of `stays_inside`, with the same calls.
            guarded = one.status in ("outside", "changed_input")
            if not guarded and (one.status != other.status or not same):
                name = one.case.function.output.name
                return one.failure or problem("unlike_sanitized", array=name)
        return "clean"

    @property
    def _library(self) -> bytes:
        assert self.compiled and self.compiled.made, "only what was compiled is called"
        return self.files[self.compiled.made.name]

    def _case(self, arguments: tuple[Argument, ...], *flags: bool) -> Case:
        arrays = tuple(a.numpy() for a in arguments if isinstance(a, torch.Tensor))
        function, length = self.blank.function, None
        numbers = tuple(a for a in arguments if not isinstance(a, torch.Tensor))
        if numbers and not function.returns:
            numbers, length = numbers[:-1], numbers[-1]
        return Case(function, arrays, numbers or None, length, *flags)

    def _call(
        self, arguments: tuple[Argument, ...], in_place: bool = False, room: bool = False
    ) -> Result | Failure:
        """One call; after an endless loop no further one, which would last as long."""
        if stop := self.failure or self._hangs:
            return stop
        (result,) = call(self._library, [self._case(arguments, in_place, room)])
        self._hangs = result.failure if result.status == "too_long" else None
        return result


def build(blank: Blank, *tried: Argument) -> Program:
    """Compile a blank's file, call its function once, and print what the compiler and the code say.

    Args:
        blank: made by :func:`blank`.
        tried: arguments of that call, as :meth:`Program.run` takes them. A right answer must not
            return 0. Without them the function gets four floats.

    Raises:
        CompilerMissing: this machine has no C compiler; the message says how to get one.
    """
    fakes = [fake.name for fake in blank.fakes]
    source, compiled, failure = compiled_copy(blank, partial(compile_library, fakes=fakes))
    files = {path.name: path.read_bytes() for path in source.parent.iterdir()}
    program = Program(blank, source, compiled, failure, files)
    if compiled and compiled.printed.strip():
        print(f"{say('c.compiler')}\n{compiled.explain()}\n")
    # The first call: an empty blank is recognized, and what the code prints is shown once.
    function = blank.function
    result = program._call(tried or _TRIED[: len(function.inputs)])
    if isinstance(result, Failure):
        return program
    if result.printed.strip() and result.status != "unloadable":
        more = f"\n{say('c.more')}" if len(result.printed) > _SHOWN else ""
        print(f"{say('c.printed')}\n{result.printed[:_SHOWN]}{more}\n")
    is_zero, is_unwritten = not result.values.any(), result.unwritten.size == result.values.size
    if result.status in ("missing", "unloadable"):
        program.failure = result.failure
    elif result.status == "done" and (is_zero if function.returns else is_unwritten):
        if STUB in files[source.name].decode():
            program.failure = Failure("NotImplementedError", blank.id)
        elif not function.returns:
            program.failure = problem("nothing_written", array=function.output.name)
    return program
