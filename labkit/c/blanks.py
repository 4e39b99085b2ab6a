"""Blanks that are filled in C: what the notebook names, and the file that a student wrote."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from labkit import reference
from labkit.c.compiler import MOST_BYTES, PATIENCE_SECONDS, Compiled, find_for, own_folder
from labkit.c.problems import explained, problem
from labkit.c.signature import Function, declared
from labkit.evidence import Failure
from labkit.language import current

STUB = "Your code here"  # what release leaves in a C blank


class CError(RuntimeError):
    """A source that cannot be used; the message says why."""


@dataclass(frozen=True)
class Blank:
    """A blank that is filled in C, as the notebook names it; use :func:`blank`.

    Args:
        id: of the blank.
        file: the source that its cell writes, in the current folder.
        header: what the source includes; it is put beside it.
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
    failure = _copy_source(blank, source)
    compiled = None if failure else compile(source)
    return source, compiled, failure or _compile_failure(compiled)


def made(blank: Blank, compile: Callable[[Path], Compiled]) -> Path:
    """What the compiler made of a blank's file, for those who need it whole."""
    source, compiled, failure = compiled_copy(blank, compile)
    if failure:
        raise CError(f"{blank.file}: {explained(failure, current())}")
    if STUB in source.read_text("utf-8"):
        raise NotImplementedError(blank.id)
    if compiled is None or compiled.made is None:
        raise ValueError(f"{blank.file} was not compiled, for no reason")
    return compiled.made


def _copy_source(blank: Blank, source: Path) -> Failure | None:
    """Copy a blank's file into a folder of its own, with its header."""
    file = blank.file
    if not file.is_file():
        return problem("no_file", file=file.name)
    size = file.stat().st_size
    if size > MOST_BYTES:
        return problem("too_large", file=file.name, size=size, most=MOST_BYTES)
    for shipped in (blank.header, *blank.fakes):
        shutil.copy(shipped, source.parent)
    # With an end of the last line: compilers warn of a file that has none.
    source.write_text(file.read_text("utf-8", "replace").rstrip() + "\n", "utf-8")
    return None


def _compile_failure(compiled: Compiled | None) -> Failure | None:
    if compiled is None or compiled.made:
        return None
    if compiled.slow:
        return problem("slow_compiler", seconds=PATIENCE_SECONDS)
    return problem("does_not_compile", message=compiled.errors[0])
