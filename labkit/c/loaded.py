"""C that a compiler accepted, used as it is: functions in this process, sources, operators.

For cells without points. A check calls a student's C in another process: :mod:`labkit.c.code`.
"""

from __future__ import annotations

import ctypes
import logging
import os
import shutil
from functools import partial
from pathlib import Path
from types import SimpleNamespace, TracebackType

from labkit.c.blanks import Blank, CError, made
from labkit.c.compiler import CompilerMissing, compile_library, compile_object, own_folder
from labkit.c.signature import c_types
from labkit.messages import say

_registered: set[Path] = set()


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
    return SimpleNamespace(**{blank.function.name: _function(blank, flags) for blank in blanks})


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

    def __exit__(
        self, kind: type | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
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


def _function(blank: Blank, flags: tuple[str, ...]) -> object:
    library = ctypes.CDLL(str(made(blank, partial(compile_library, flags=flags))))
    name = blank.function.name
    if not hasattr(library, name):
        raise CError(f"{blank.file}: {say('c.missing', function=name)}")
    function = getattr(library, name)
    function.argtypes, function.restype = c_types(blank.function), None
    return function
