"""A student's C or C++ in a notebook: compiled, called where it can harm nothing, and explained.

A check calls it in another process, as :class:`~labkit.c.function.Program` does. For cells without
points it is used as it is: functions in this process, sources, operators. Example of a check cell::

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
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace

from labkit.c.blanks import CBlank, CError, blank, compiled_copy, holds_stub
from labkit.c.compiler import (
    Compiled,
    ProgramMissing,
    compile_library,
    compile_object,
    own_folder,
)
from labkit.c.function import build
from labkit.c.problems import explained
from labkit.c.signature import c_types
from labkit.language import current
from labkit.messages import say

__all__ = ["CError", "blank", "build", "load", "load_operators", "made", "sources", "when_compiled"]

_registered: set[Path] = set()


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
    for loaded in blanks:
        name = loaded.function.name
        library = ctypes.CDLL(str(made(loaded, partial(compile_library, flags=flags))))
        if not hasattr(library, name):
            raise CError(f"{loaded.file}: {say('c.missing', function=name)}")
        function = getattr(library, name)
        function.argtypes, function.restype = c_types(loaded.function), None
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
