"""A blank in C, C++ or Verilog: the file that its cell writes, and what a compiler makes of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from labkit import reference
from labkit.c.checked_text import checked_text
from labkit.c.compiler import MOST_BYTES, PATIENCE_SECONDS, Compiled, find_for, own_folder
from labkit.c.problems import problem
from labkit.c.signature import Function, declared
from labkit.evidence import Failure
from labkit.language import LANGUAGES, current
from labkit.messages import message

# What release leaves in a C blank, in each language.
_STUBS = {message("blanks.your_code", language) for language in LANGUAGES}


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
