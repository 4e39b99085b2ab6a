"""A student's C code in a notebook: compiled, called where it can harm nothing, and explained.

Example of a check cell::

    with check("quantize_c") as t:
        c = c_code.build("quantize.c", c_code.FORWARD)
        t.record("compiles", c.compiles, en="...", ja="...")
        t.record("rounding", c.run(u), at=u, en="...", ja="...")
"""

from __future__ import annotations

import ctypes
import logging
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import SimpleNamespace, TracebackType

import numpy as np
import torch

from labkit.c.compiler import (
    HERE,
    MOST_BYTES,
    Compiled,
    CompilerMissing,
    compile_library,
    compile_object,
    find,
    own_folder,
)
from labkit.c.driver import BACKWARD, FORWARD, Case, Result, call, sanitize
from labkit.c.problems import problem
from labkit.evidence import Failure
from labkit.messages import say

__all__ = [
    "BACKWARD",
    "FORWARD",
    "CError",
    "CompilerMissing",
    "Program",
    "build",
    "load",
    "load_operators",
    "when_compiled",
]

STUB = "Your code here"  # what release leaves in a C blank
_SHOWN = 1000  # characters of what the code printed
_TRIED = np.array([1.25, 2.25, 3.25, 4.25], np.float32)
_UPSTREAM = np.array([0.5, 1.5, 2.5, 3.5], np.float32)


class CError(RuntimeError):
    """A source that cannot be used; the message says why."""


@dataclass
class Program:
    """A student's source, compiled for one of the two functions.

    Use :func:`build`. Everything that it returns is a value, or a :class:`~labkit.evidence.Failure`
    that says in a sentence why there is none.

    Args:
        source: a copy of the file, in a folder of its own.
        function: :data:`FORWARD` or :data:`BACKWARD`.
        compiled: what the compiler made of it; None if there was nothing to compile.
        trouble: why nothing can be called, such as an empty blank.
    """

    source: Path
    function: str
    compiled: Compiled | None
    trouble: Failure | None
    _hangs: Failure | None = field(default=None, repr=False)

    @property
    def compiles(self) -> bool | Failure:
        """True, or what the compiler refuses."""
        return self.trouble or True

    @property
    def warnings(self) -> int | Failure:
        """0, or the first thing that the compiler warns of."""
        if self.trouble or not self.compiled or not self.compiled.warnings:
            return self.trouble or 0
        return problem(
            "warning", count=len(self.compiled.warnings), message=self.compiled.warnings[0]
        )

    def run(
        self,
        src: torch.Tensor,
        grad: torch.Tensor | None = None,
        *,
        first: int | None = None,
        in_place: bool = False,
    ) -> torch.Tensor | Failure:
        """Call the function once.

        Args:
            src: float32, shape (n,).
            grad: the upstream gradient, for the backward function.
            first: return only so many elements from the first on, whatever became of the others.
            in_place: the result goes into the array of the input; of a backward, that of ``grad``.

        Returns:
            What the function wrote, shape (n,), or why it could not.
        """
        # With room behind the arrays: one step too far is the matter of `stays_inside` alone.
        room = src.numel() > 0
        result = self._call(
            Case(self.function, src.numpy(), None if grad is None else grad.numpy(), in_place, room)
        )
        if isinstance(result, Failure):
            return result
        if first is not None:
            return (
                torch.from_numpy(result.values[:first].copy())
                if first <= _written(result)
                else _unwritten(result)
            )
        if result.failure and not (result.status == "outside" and result.values.size):
            return result.failure
        return (
            _unwritten(result) if result.unwritten.size else torch.from_numpy(result.values.copy())
        )

    def stays_inside(self, *inputs: tuple[torch.Tensor, ...]) -> str | Failure:
        """Call the function on inputs of several lengths, with either end of the arrays guarded.

        Returns:
            "inside" if it never left its arrays, or what it did outside.
        """
        for arrays in inputs:
            for at_start in (False, True):
                result = self._call(
                    Case(self.function, *(array.numpy() for array in arrays), at_start=at_start)
                )
                if isinstance(result, Failure) or result.failure:
                    return result if isinstance(result, Failure) else result.failure
        return "inside"

    def sanitized(self, *inputs: tuple[torch.Tensor, ...]) -> str | Failure:
        """Call the function under AddressSanitizer and UndefinedBehaviorSanitizer.

        Returns:
            "clean", or what they report, with the line.
        """
        if self.trouble or self._hangs:
            return self.trouble or self._hangs
        cases = [Case(self.function, *(array.numpy() for array in arrays)) for arrays in inputs]
        return sanitize(self.source, cases) or "clean"

    def _call(self, case: Case) -> Result | Failure:
        """One call; after an endless loop no further one, which would last as long."""
        if self.trouble or self._hangs:
            return self.trouble or self._hangs
        (result,) = call(self.compiled.made, [case])
        self._hangs = result.failure if result.status == "too_long" else None
        return result


def build(file: str, function: str) -> Program:
    """Compile a file, call its function once, and print what the compiler and the code have to say.

    Args:
        file: name of the source, in the current folder.
        function: :data:`FORWARD` or :data:`BACKWARD`.

    Raises:
        CompilerMissing: this machine has no C compiler; the message says how to get one.
    """
    find()
    source = own_folder() / Path(file).name
    trouble = _take(Path(file), source)
    compiled = None if trouble else compile_library(source)
    program = Program(source, function, compiled, trouble or _refused(compiled))
    if compiled and compiled.printed.strip():
        print(f"{say('c.compiler')}\n{compiled.explain()}\n")
    if not program.trouble:
        _try(program)
    return program


def load(forward: str, backward: str, flags: tuple[str, ...] = ("-O2",)) -> SimpleNamespace:
    """Compile two files, and load their functions into this process.

    Args:
        forward: the file with ``quantizeInt8InFloat``.
        backward: the file with ``quantizeInt8InFloatBackward``.
        flags: for the compiler.

    Returns:
        An object with both functions as attributes. They take the number of elements and the
        addresses of the arrays, and return nothing.

    Raises:
        NotImplementedError: a blank is not filled in yet.
        CError: a file cannot be compiled; its check says more.
    """
    return SimpleNamespace(
        **{
            name: _function(Path(file), name, flags)
            for file, name in ((forward, FORWARD), (backward, BACKWARD))
        }
    )


class when_compiled:
    """Run a block that needs compiled code; a line says if there is no compiler, or an error in C.

    >>> with when_compiled():
    ...     raise CError("quantize.c: it does not compile")
    quantize.c: it does not compile
    """

    def __enter__(self) -> when_compiled:
        return self

    def __exit__(
        self, kind: type | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, (CError, CompilerMissing)):
            return False
        print(error)
        return True


def load_operators(operators: str, forward: str, backward: str) -> None:
    """Compile C++ operators with the two C files, and register them with PyTorch.

    Once in a process: PyTorch refuses to register an operator again.

    Args:
        operators: the C++ file, with its ``TORCH_LIBRARY``.
        forward, backward: as for :func:`load`.

    Raises:
        NotImplementedError: a blank is not filled in yet.
        CError: a C file cannot be compiled.
        CompilerMissing: there is no C or no C++ compiler.
        ModuleNotFoundError: ninja, which runs the compilers, is missing.
    """
    if Path(operators).resolve() in _registered:
        return
    if shutil.which("ninja") is None:
        raise ModuleNotFoundError("ninja runs the compilers", name="ninja")
    if shutil.which(os.environ.get("CXX", "c++")) is None:
        raise CompilerMissing(say("c.no_compiler"))
    # It would warn of nvcc where there is no GPU.
    logging.getLogger("torch.utils.cpp_extension").setLevel(logging.ERROR)
    from torch.utils import cpp_extension  # start-up time: half a second, for one cell alone

    objects = [
        str(_compiled(Path(file), name, compile_object))
        for file, name in ((forward, FORWARD), (backward, BACKWARD))
    ]
    options = {
        "extra_cflags": ["-O1"],
        "extra_ldflags": objects,
        "build_directory": str(own_folder()),
    }
    cpp_extension.load(
        Path(operators).stem, [str(Path(operators).resolve())], is_python_module=False, **options
    )
    _registered.add(Path(operators).resolve())


_registered: set[Path] = set()


def _compiled(file: Path, name: str, compile: Callable[[Path], Compiled]) -> Path:
    find()
    source = own_folder() / file.name
    trouble = _take(file, source)
    compiled = None if trouble else compile(source)
    trouble = trouble or _refused(compiled)
    if trouble:
        raise CError(f"{file}: {trouble.message}")
    if STUB in source.read_text("utf-8"):
        raise NotImplementedError(_blank(name))
    return compiled.made


def _function(file: Path, name: str, flags: tuple[str, ...]) -> object:
    library = ctypes.CDLL(str(_compiled(file, name, partial(compile_library, flags=flags))))
    if not hasattr(library, name):
        raise CError(f"{file}: {say('c.missing', function=name)}")
    function = getattr(library, name)
    function.argtypes = [ctypes.c_size_t] + [ctypes.c_void_p] * (2 if name == FORWARD else 3)
    function.restype = None
    return function


def _take(file: Path, source: Path) -> Failure | None:
    """Copy a source into its own folder; a last line without an end gets one."""
    if not file.is_file():
        return problem("no_file", file=file.name)
    size = file.stat().st_size
    if size > MOST_BYTES:
        return problem("too_large", file=file.name, size=size, most=MOST_BYTES)
    shutil.copy(HERE / "quantize.h", source.parent)
    source.write_text(file.read_text("utf-8", "replace").rstrip() + "\n", "utf-8")
    return None


def _refused(compiled: Compiled | None) -> Failure | None:
    if compiled is None or compiled.made:
        return None
    if compiled.slow:
        return problem("slow_compiler", seconds=10)
    return problem("does_not_compile", message=compiled.errors[0])


def _try(program: Program) -> None:
    """The first call: an empty blank is told apart, and what the code prints is shown once."""
    upstream = () if program.function == FORWARD else (_UPSTREAM,)
    result = program._call(Case(program.function, _TRIED, *upstream))
    if result.printed.strip() and result.status != "unloadable":
        more = f"\n{say('c.more')}" if len(result.printed) > _SHOWN else ""
        print(f"{say('c.printed')}\n{result.printed[:_SHOWN]}{more}\n")
    if result.status in ("missing", "unloadable"):
        program.trouble = result.failure
    elif result.status == "done" and result.unwritten.size == result.values.size:
        program.trouble = _empty(program, result)


def _empty(program: Program, result: Result) -> Failure:
    if STUB in program.source.read_text("utf-8"):
        return Failure("NotImplementedError", _blank(program.function))
    return problem("nothing_written", array=result.case.output)


def _blank(function: str) -> str:
    return "quantize_c" if function == FORWARD else "quantize_backward_c"


def _written(result: Result) -> int:
    """How many elements from the first on were written."""
    return int(result.unwritten[0]) if result.unwritten.size else result.values.size


def _unwritten(result: Result) -> Failure:
    if result.failure:
        return result.failure
    names = {
        "array": result.case.output,
        "index": int(result.unwritten[0]),
        "n": result.values.size,
    }
    return problem("not_written", others=result.unwritten.size - 1, **names)
