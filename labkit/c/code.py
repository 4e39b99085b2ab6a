"""A student's C or C++ in a notebook: compiled, called where it can harm nothing, and explained.

A check calls it in another process, as :class:`Program` does. For cells without points it is used
as it is: functions in this process, sources, operators. Example of a check cell::

    FORWARD = c_code.blank("quantize_c", "quantize.c", "quantize.h", "quantizeInt8InFloat")

    with check("quantize_c") as t:
        c = c_code.build(FORWARD)
        t.record("compiles", c.compiles, en="...")
        t.record("rounding", c.run(u), at=u, en="...")
"""

from __future__ import annotations

import ctypes
import logging
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Protocol

import numpy as np
import torch

from labkit import reference
from labkit.c.checked_text import checked_text
from labkit.c.compiler import (
    MOST_BYTES,
    PATIENCE_SECONDS,
    Compiled,
    FromSource,
    ProgramMissing,
    compile_library,
    compile_object,
    find_for,
    own_folder,
)
from labkit.c.driver import FunctionCall, Result, call, sanitize
from labkit.c.problems import explained, problem
from labkit.c.signature import Function, c_types, declared
from labkit.evidence import Failure
from labkit.language import LANGUAGES, current
from labkit.messages import message, say

_registered: set[Path] = set()
# What release leaves in a C blank, in each language.
_STUBS = {message("blanks.your_code", language) for language in LANGUAGES}
_SHOWN = 1000  # characters of what the code printed
# The inputs of the first call: as many as the function takes.
_TRIED = (torch.tensor([1.25, 2.25, 3.25, 4.25]), torch.tensor([0.5, 1.5, 2.5, 3.5]))
Argument = int | torch.Tensor


class CError(RuntimeError):
    """A source that cannot be used; the message says why."""


@dataclass(frozen=True, kw_only=True)
class CBlank:
    """A blank that is filled in C, as the notebook names it; use :func:`blank`.

    Args:
        id: of the blank.
        file: the source that its cell writes, in the current folder.
        header: what the source includes; it is copied next to it.
        function: what the source defines.
        fakes: C files with what the source calls, in a check.
    """

    id: str
    file: Path
    header: Path
    function: Function
    fakes: tuple[Path, ...] = ()

    @property
    def shipped(self) -> tuple[Path, ...]:
        """What lies next to the source while it is compiled."""
        return (self.header, *self.fakes)


class Source(Protocol):
    """A blank whose cell writes a file, in any language that is compiled."""

    @property
    def file(self) -> Path: ...
    @property
    def shipped(self) -> tuple[Path, ...]: ...


def blank(id: str, file: str, header: str, function: str, fakes: Sequence[str] = ()) -> CBlank:
    """A blank that is filled in C.

    Args:
        id: of the blank, as in its cell's metadata.
        file: name of the source, in the current folder.
        header: one of the shipped headers, which declares the function.
        function: its name; the header says what it takes.
        fakes: shipped C files with the functions of other blanks that this one calls. A check uses
            them in place of the student's, so that no mistake counts twice.

    Raises:
        ValueError: there is no such header, or it declares no such function.

    >>> quantize = blank("quantize_c", "quantize.c", "quantize.h", "quantizeInt8InFloat")
    >>> [array.name for array in quantize.function.arrays]
    ['src', 'dst']
    """
    folder = reference.resources() / "c"
    # The same code; comments are for students to read.
    path = folder / str(current()) / header
    path = path if path.is_file() else folder / header
    functions = declared(path.read_text("utf-8")) if path.is_file() else {}
    if function not in functions:
        known = ", ".join(functions) or "none"
        raise ValueError(f"{header} declares no function {function!r}; it declares: {known}")
    return CBlank(
        id=id,
        file=Path(file),
        header=path,
        function=functions[function],
        fakes=tuple(folder / fake for fake in fakes),
    )


def holds_stub(blank: Source) -> bool:
    """Whether the mark of an empty blank stands in what was written."""
    return any(stub in written(blank) for stub in _STUBS)


def written(blank: Source) -> str:
    """The text of a blank's file as it was written; empty where there is none."""
    return blank.file.read_text("utf-8", "replace") if blank.file.is_file() else ""


def compiled_copy(
    blank: Source, compile: Callable[[Path], Compiled]
) -> tuple[Path, Compiled | None, Failure | None]:
    """A copy of a blank's file, what the compiler made of it, and why that cannot be used."""
    source = own_folder() / blank.file.name
    find_for(source)  # a missing compiler is no fault of the source: raised before it is read
    file = blank.file
    if not file.is_file():
        return source, None, problem("no_file", file=file.name)
    size = file.stat().st_size
    if size > MOST_BYTES:
        return source, None, problem("too_large", file=file.name, size=size, most=MOST_BYTES)
    for shipped in blank.shipped:
        shutil.copy(shipped, source.parent)
    # With a final line break: compilers warn about a file without one.
    text = checked_text(written(blank), file.suffix).rstrip()
    source.write_text(f"{text}\n", "utf-8")
    compiled, failure = compile(source), None
    if compiled.slow and not compiled.made:
        failure = problem("slow_compiler", seconds=PATIENCE_SECONDS)
    elif not compiled.made:
        failure = problem("does_not_compile", message=compiled.errors[0])
    return source, compiled, failure


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


def made(blank: CBlank, compile: Callable[[Path], Compiled]) -> Path:
    """What the compiler made of a blank's file, for those who need it whole."""
    _, compiled, failure = compiled_copy(blank, compile)
    if failure:
        raise CError(f"{blank.file}: {explained(failure, current())}")
    if holds_stub(blank):
        raise NotImplementedError(blank.id)
    assert compiled and compiled.made, "what was not compiled has a reason"
    return compiled.made


def load(*blanks: CBlank, flags: tuple[str, ...] = ("-O2",)) -> SimpleNamespace:
    """Compile the files of blanks, and load their functions into this process.

    Args:
        blanks: made by :func:`blank`.
        flags: for the compiler.

    Returns:
        An object with the functions as attributes. They take the number of elements and the
        addresses of the arrays, and return nothing.

    Raises:
        NotImplementedError: a blank is not filled in yet.
        CError: a file cannot be compiled; its check says more.
    """
    functions = SimpleNamespace()
    for blank in blanks:
        name = blank.function.name
        library = ctypes.CDLL(str(made(blank, partial(compile_library, flags=flags))))
        if not hasattr(library, name):
            raise CError(f"{blank.file}: {say('c.missing', function=name)}")
        function = getattr(library, name)
        function.argtypes, function.restype = c_types(blank.function), None
        setattr(functions, name, function)
    return functions


def sources(*blanks: CBlank) -> list[Path]:
    """The files of blanks, each in a folder with its header, after a compiler has accepted them.

    Args:
        blanks: made by :func:`blank`.

    Raises:
        NotImplementedError: a blank is not filled in yet.
        CError: a file cannot be compiled; its check says more.
        ProgramMissing: this machine has no C compiler.
    """
    return [made(blank, compile_object).with_suffix(".c") for blank in blanks]


class when_compiled:  # noqa: N801  it reads as a word of Python
    """Run a block that needs compiled code; if the compiler is missing or refuses the C, say so.

    >>> with when_compiled():
    ...     raise CError("quantize.c: it does not compile")
    quantize.c: it does not compile
    """

    def __enter__(self) -> when_compiled:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        if not isinstance(error, (CError, ProgramMissing)):
            return False
        print(error)
        return True


def load_operators(operators: str, *blanks: CBlank) -> None:
    """Compile C++ operators with the C files of blanks, and register them with PyTorch.

    Once in a process: PyTorch refuses to register an operator again.

    Args:
        operators: the C++ file, with its ``TORCH_LIBRARY``.
        blanks: whose functions the operators call.

    Raises:
        NotImplementedError: a blank is not filled in yet.
        CError: a C file cannot be compiled.
        ProgramMissing: there is no C or no C++ compiler.
        ModuleNotFoundError: ninja, which runs the compilers, is missing.
    """
    if Path(operators).resolve() in _registered:
        return
    if shutil.which("ninja") is None:
        raise ModuleNotFoundError("ninja runs the compilers", name="ninja")
    if shutil.which(os.environ.get("CXX", "c++")) is None:
        raise ProgramMissing("no_cpp_compiler")
    # Or it would warn, on stderr, that there is no nvcc.
    logging.getLogger("torch.utils.cpp_extension").setLevel(logging.ERROR)
    from torch.utils import cpp_extension  # start-up time: half a second, for one cell alone

    source = Path(operators).resolve()
    objects = [str(made(blank, compile_object)) for blank in blanks]
    cpp_extension.load(
        source.stem,
        [str(source)],
        build_directory=str(own_folder()),
        extra_cflags=["-O1"],
        extra_ldflags=objects,
        is_python_module=False,
    )
    _registered.add(source)
