"""A student's function in C, as a check calls it: in another process, where it can harm nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import numpy as np
import torch

from labkit.c.blanks import CBlank, compiled_copy, holds_stub
from labkit.c.compiler import Compiled, FromSource, compile_library
from labkit.c.driver import FunctionCall, Result, call, sanitize
from labkit.c.problems import problem
from labkit.evidence import Failure
from labkit.messages import say

_SHOWN = 1000  # characters of what the code printed
# The inputs of the first call: as many as the function takes.
_TRIED = (torch.tensor([1.25, 2.25, 3.25, 4.25]), torch.tensor([0.5, 1.5, 2.5, 3.5]))
Argument = int | torch.Tensor


@dataclass(kw_only=True)
class Program(FromSource):
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
        made: the results of the calls so far, except those about memory alone.
    """

    blank: CBlank
    source: Path
    compiled: Compiled | None
    failure: Failure | None
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    made: list[Result | Failure] = field(default_factory=list, repr=False)
    _hangs: Failure | None = field(default=None, repr=False)

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
        (value,) = self.run_each([arguments], first, in_place=in_place)
        return value

    def run_each(
        self,
        calls: Sequence[tuple[Argument, ...]],
        first: int | None = None,
        *,
        in_place: bool = False,
    ) -> list[torch.Tensor | Failure]:
        """Call the function several times; the arguments of each are those of :meth:`run`."""
        # With room behind the arrays: only `stays_inside` judges a step too far.
        cases = [
            self._case(
                arguments,
                in_place=in_place,
                at_start=all(a.numel() for a in arguments if isinstance(a, torch.Tensor)),
            )
            for arguments in calls
        ]
        results = self._call(cases)
        self.made += results
        return [
            result if isinstance(result, Failure) else _value_of(result, first)
            for result in results
        ]

    def stays_inside(self, *calls: tuple[Argument, ...]) -> str | Failure:
        """Call the function on arrays of several lengths, with either end of the arrays guarded.

        Args:
            calls: the arguments of each, as :meth:`run` takes them.

        Returns:
            "inside" if it never left its arrays, or what it did outside.
        """
        cases = [
            self._case(arguments, at_start=room) for arguments in calls for room in (False, True)
        ]
        for result in self._call(cases):
            if failure := result if isinstance(result, Failure) else result.failure:
                return failure
        return "inside"

    def sanitized(self, *calls: tuple[Argument, ...]) -> str | Failure:
        """Call the function under AddressSanitizer and UndefinedBehaviorSanitizer.

        Returns:
            "clean", or what they report, with the line, or that it behaves differently without
            them.
        """
        if stop := self.failure or self._hangs:
            return stop
        cases = [self._case(arguments) for arguments in calls]
        sources = [self.source.name, *(fake.name for fake in self.blank.fakes)]
        watched = sanitize(self.files, sources, cases)
        if isinstance(watched, Failure):
            return watched
        # There, one process made all calls; here, what a function keeps must have the same effect.
        plain = call(self._library, [replace(result.case, after_others=True) for result in watched])
        for result, other in zip(plain, watched, strict=True):
            floats = result.values.dtype.kind == "f"
            same = np.array_equal(result.values, other.values, equal_nan=floats)
            # What a guarded page stopped is judged by `stays_inside`, with the same calls.
            guarded = result.status in ("outside", "changed_input")
            if not guarded and (result.status != other.status or not same):
                name = result.case.function.output.name
                return result.failure or problem("unlike_sanitized", array=name)
        return "clean"

    def repeated(self, order: Sequence[int]) -> str | Failure:
        """Repeat the earlier calls in one process, and in reverse order in another.

        Args:
            order: places in ``made``.

        Returns:
            "the same" if each gives what it gave alone, or what differs.
        """
        if stop := self.failure or self._hangs:
            return stop
        # A call that does not end properly is judged by its own record.
        alone = [
            result for result in map(self.made.__getitem__, order) if isinstance(result, Result)
        ]
        alone = [result for result in alone if result.status == "done"]
        # The first call may set what all others read; then none of the others differs.
        for first in (alone, alone[::-1]):
            again = call(
                self._library, [replace(result.case, after_others=True) for result in first]
            )
            for result, other in zip(first, again, strict=True):
                if other.failure or result.values.tobytes() != other.values.tobytes():
                    array = result.case.function.output.name
                    return other.failure or problem("repeated", array=array)
        return "the same"

    @property
    def _library(self) -> bytes:
        assert self.compiled and self.compiled.made, "only what was compiled is called"
        return self.files[self.compiled.made.name]

    def _case(self, arguments: tuple[Argument, ...], **flags: bool) -> FunctionCall:
        arrays = tuple(a.numpy() for a in arguments if isinstance(a, torch.Tensor))
        function, length = self.blank.function, None
        numbers = tuple(a for a in arguments if not isinstance(a, torch.Tensor))
        if numbers and not function.returns:
            numbers, length = numbers[:-1], numbers[-1]
        return FunctionCall(function, arrays, scalars=numbers or None, length=length, **flags)

    def _call(self, cases: Sequence[FunctionCall]) -> list[Result | Failure]:
        """Make calls in one go; none after an endless loop, since each would take as long."""
        if stop := self.failure or self._hangs:
            return [stop] * len(cases)
        found: list[Result | Failure] = []
        for result in call(self._library, cases):
            found.append(self._hangs or result)
            if result.status == "too_long":
                self._hangs = result.failure
        return found


def _value_of(result: Result, first: int | None) -> torch.Tensor | Failure:
    """What a call wrote, or why that is no result; only the ``first`` elements if given."""
    size, unwritten = result.values.size, result.unwritten
    # Another record judges a step outside the arrays. With `first`, what was written before a crash
    # counts, so the failure is ignored.
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


def build(blank: CBlank, *tried: Argument) -> Program:
    """Compile a blank's file, call its function once, and print what the compiler and the code say.

    Args:
        blank: made by :func:`blank`.
        tried: arguments of that call, as :meth:`Program.run` takes them. A right answer must not
            return 0. Without them the function gets four floats.

    Raises:
        ProgramMissing: this machine has no C compiler; the message says how to get one.
    """
    fakes = [fake.name for fake in blank.fakes]
    source, compiled, failure = compiled_copy(blank, partial(compile_library, fakes=fakes))
    files = {path.name: path.read_bytes() for path in source.parent.iterdir()}
    program = Program(blank=blank, source=source, compiled=compiled, failure=failure, files=files)
    if compiled and compiled.printed.strip():
        print(f"{say('c.compiler')}\n{compiled.explain()}\n")
    # The first call: an empty blank is recognized, and what the code prints is shown once.
    function = blank.function
    (result,) = program._call([program._case(tried or _TRIED[: len(function.inputs)])])
    if isinstance(result, Failure):
        return program
    if result.printed.strip() and result.status != "unloadable":
        more = f"\n{say('c.more')}" if len(result.printed) > _SHOWN else ""
        print(f"{say('c.printed')}\n{result.printed[:_SHOWN]}{more}\n")
    is_zero, is_unwritten = not result.values.any(), result.unwritten.size == result.values.size
    if result.status in ("missing", "unloadable"):
        program.failure = result.failure
    elif result.status == "done" and (is_zero if function.returns else is_unwritten):
        if holds_stub(blank):
            program.failure = Failure("NotImplementedError", blank.id)
        elif not function.returns:
            program.failure = problem("nothing_written", array=function.output.name)
    return program
