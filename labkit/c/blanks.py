"""Blanks that are filled in C: what the notebook names, and the file that a student wrote.

A check calls a student's C in another process, as :mod:`labkit.c.code` does. For cells without
points it is used as it is: functions in this process, sources, operators.
"""

from __future__ import annotations

import ctypes
import logging
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import SimpleNamespace

from labkit import reference
from labkit.c.compiler import (
    MOST_BYTES,
    PATIENCE_SECONDS,
    Compiled,
    CompilerMissing,
    compile_library,
    compile_object,
    find_for,
    own_folder,
)
from labkit.c.problems import explained, problem
from labkit.c.signature import Function, c_types, declared
from labkit.evidence import Failure
from labkit.language import current
from labkit.messages import say

_registered: set[Path] = set()
STUB = "Your code here"  # what release leaves in a C blank


class CError(RuntimeError):
    """A source that cannot be used; the message says why."""


@dataclass(frozen=True)
class Blank:
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


def blank(id: str, file: str, header: str, function: str, fakes: Sequence[str] = ()) -> Blank:
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
    path = folder / header
    functions = declared(path.read_text("utf-8")) if path.is_file() else {}
    if function not in functions:
        known = ", ".join(functions) or "none"
        raise ValueError(f"{header} declares no function {function!r}; it declares: {known}")
    return Blank(id, Path(file), path, functions[function], tuple(folder / fake for fake in fakes))


def compiled_copy(
    blank: Blank, compile: Callable[[Path], Compiled]
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
    for shipped in (blank.header, *blank.fakes):
        shutil.copy(shipped, source.parent)
    # With an end of the last line: compilers warn of a file that has none.
    source.write_text(file.read_text("utf-8", "replace").rstrip() + "\n", "utf-8")
    compiled, failure = compile(source), None
    if compiled.slow and not compiled.made:
        failure = problem("slow_compiler", seconds=PATIENCE_SECONDS)
    elif not compiled.made:
        failure = problem("does_not_compile", message=compiled.errors[0])
    return source, compiled, failure


def made(blank: Blank, compile: Callable[[Path], Compiled]) -> Path:
    """What the compiler made of a blank's file, for those who need it whole."""
    source, compiled, failure = compiled_copy(blank, compile)
    if failure:
        raise CError(f"{blank.file}: {explained(failure, current())}")
    if STUB in source.read_text("utf-8"):
        raise NotImplementedError(blank.id)
    assert compiled and compiled.made, "what was not compiled has a reason"
    return compiled.made


def load(*blanks: Blank, flags: tuple[str, ...] = ("-O2",)) -> SimpleNamespace:
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


def sources(*blanks: Blank) -> list[Path]:
    """The files of blanks, each in a folder with its header, after a compiler has accepted them.

    Args:
        blanks: made by :func:`blank`.

    Raises:
        NotImplementedError: a blank is not filled in yet.
        CError: a file cannot be compiled; its check says more.
        CompilerMissing: this machine has no C compiler.
    """
    return [made(blank, compile_object).with_suffix(".c") for blank in blanks]


class when_compiled:
    """Run a block that needs compiled code; a line says if there is no compiler, or an error in C.

    >>> with when_compiled():
    ...     raise CError("quantize.c: it does not compile")
    quantize.c: it does not compile
    """

    def __enter__(self) -> when_compiled:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        if not isinstance(error, (CError, CompilerMissing)):
            return False
        print(error)
        return True


def load_operators(operators: str, *blanks: Blank) -> None:
    """Compile C++ operators with the C files of blanks, and register them with PyTorch.

    Once in a process: PyTorch refuses to register an operator again.

    Args:
        operators: the C++ file, with its ``TORCH_LIBRARY``.
        blanks: whose functions the operators call.

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
