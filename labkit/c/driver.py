"""Calls of a student's C functions by ``driver.c``, in another process: cases in, results out."""

from __future__ import annotations

import re
import signal
import struct
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass
from functools import cache, reduce
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any, cast

import numpy as np

from labkit.c.compiler import (
    SANITIZE,
    STRICT,
    ProgramMissing,
    Run,
    build_dir,
    compile_with,
    own_folder,
    place_of,
    run,
)
from labkit.c.problems import phrase, problem
from labkit.c.signature import Function
from labkit.evidence import Failure

SOURCE = Path(__file__).with_name("driver.c")
# What an output holds before the call: no right answer, and unlike a NaN it does not survive
# arithmetic. In 8 bits every value may be right.
NOT_WRITTEN = {"float": np.float32(12345.6787).tobytes()}
NO_INTEGER = b"\xa5" * 4
SECONDS = 20  # for all cases of a call of the driver, which itself gives each 1 second
SANITIZED_SECONDS = 3
RESULTS = "RESULTS"  # replaced by the number of their file's descriptor
_MOST = 6  # scalars, and arrays
_TASK = struct.Struct(f"=64siii4s{_MOST}q{_MOST}q{_MOST}i")  # as in driver.c
_RESULT = struct.Struct("=iiiiq")
# In the order of enum status in driver.c.
_STATUS = (
    *("done", "signal", "exited", "too_long", "outside"),
    *("changed_input", "missing", "unloadable", "stack_full", "not_run"),
)
# An attribute that switches sanitizers off, and definitions that would replace their functions.
_KEEPS_AWAY = re.compile(
    r"\b_*(?:no_sanitize|no_address_safety|disable_sanitizer)\w*|\b__(?:asan|ubsan|sanitizer)_\w*"
)
_DRIVER = ["-std=c11"]  # not optimized: compiling it takes longer than running it


@dataclass(frozen=True)
class FunctionCall:
    """One call of a function.

    Args:
        function: what is called.
        inputs: the values of its input arrays.
        scalars: the whole numbers that it takes; without them, the length of the first input.
        length: how many elements the output has; without it, as many as the first input.
        in_place: the result goes into the array of the last input.
        at_start: the arrays begin, instead of end, at a page that no one may touch. The room behind
            them is checked for what was written there.
        after_others: in its process, all cases before it in the list are called first.
    """

    function: Function
    inputs: tuple[np.ndarray, ...]
    _: KW_ONLY
    scalars: tuple[int, ...] | None = None
    length: int | None = None
    in_place: bool = False
    at_start: bool = False
    after_others: bool = False

    def __post_init__(self) -> None:
        # With fewer, the function would read an address that no one gave it.
        function = self.function
        if len(self.inputs) != len(function.inputs) or len(self.numbers) != len(function.scalars):
            wanted = [name for name, _ in function.scalars] + [a.name for a in function.inputs]
            given = f"{len(self.numbers)} numbers and {len(self.inputs)} arrays"
            raise ValueError(f"{function.name} takes {', '.join(wanted)}, not {given}")

    @property
    def numbers(self) -> tuple[int, ...]:
        """The whole numbers that the function takes."""
        return (self.inputs[0].size,) if self.scalars is None else self.scalars

    @property
    def sizes(self) -> list[int]:
        """How many elements each array has, the output the last."""
        written = self.inputs[0].size if self.length is None else self.length
        return [*(a.size for a in self.inputs), 1 if self.function.returns else written]

    @property
    def not_written(self) -> np.generic:
        """What each element of the output holds before the call."""
        output = self.function.output
        fill = NOT_WRITTEN.get(output.type, NO_INTEGER)
        return cast(np.generic, np.frombuffer(fill, output.dtype)[0])

    def packed(self) -> bytes:
        """The case as the driver reads it."""
        function = self.function
        types = [array.dtype for array in (*function.inputs, function.output)]
        chosen = (self.in_place, self.at_start, function.returns, self.after_others)
        flags = sum(2**place for place, is_set in enumerate(chosen) if is_set)
        fill = self.not_written.tobytes() * (4 // self.not_written.nbytes)
        byte_counts = [n * dtype.itemsize for n, dtype in zip(self.sizes, types, strict=True)]
        lists = (self.numbers, byte_counts, [dtype.itemsize for dtype in types])
        head = _TASK.pack(
            function.name.encode(),
            *(len(self.numbers), len(self.inputs), flags, fill),
            *(value for values in lists for value in [*values, *[0] * (_MOST - len(values))]),
        )
        inputs = zip(self.inputs, types[:-1], strict=True)
        return head + b"".join(values.astype(dtype).tobytes() for values, dtype in inputs)


@dataclass(frozen=True, kw_only=True)
class Result:
    """What became of one call.

    Args:
        case: the call.
        status: "done", or what stopped it.
        values: what the output array held in the end, or what was returned, shape (n,).
        failure: why it is not done.
        printed: what the code printed, in all the calls of one run of the driver.
    """

    case: FunctionCall
    status: str
    values: np.ndarray
    failure: Failure | None
    printed: str

    @property
    def unwritten(self) -> np.ndarray:
        """Indices of the elements that still hold what the driver had put there."""
        same = self.values == self.case.not_written
        # One element of 8 bits may well hold this value by right; all of them hardly can.
        chance = self.values.itemsize == 1 and not same.all()
        return np.flatnonzero(same & (not chance and not self.case.function.returns))


def call(library: bytes, cases: Sequence[FunctionCall]) -> list[Result]:
    """Call functions of a shared library, each in a process of its own."""
    with _folder({"code.so": library}, cases) as folder:
        done, data = _run(["./driver", "cases", RESULTS, "./code.so"], folder, SECONDS)
    return list(_results(data, cases, done.printed))


def sanitize(
    files: Mapping[str, bytes], sources: Sequence[str], cases: Sequence[FunctionCall]
) -> list[Result] | Failure:
    """Call functions of a source, compiled with the address and undefined-behaviour sanitizers.

    Args:
        files: all that is compiled or included, by name.
        sources: the names of the C files: the source, and others with what it calls.
        cases: the calls.

    Returns:
        The results, or what the sanitizer reports, with the line.
    """
    with _folder({**files, "driver.o": _driver_object()}, cases) as folder:
        # Only the preprocessor knows what macros make of a source.
        compile_with(["-std=c11", "-E", "-P", "-w", "-o", "preprocessed", sources[0]], folder)
        made = folder / "preprocessed"
        text = made.read_text("utf-8", "replace") if made.is_file() else ""
        if word := _KEEPS_AWAY.search(text):
            return problem("no_sanitize", word=word[0])
        # -Dmain, because students test with a main of their own, and the driver has one.
        compiled = ["-Dmain=student_main", "-w", *sources, "driver.o"]
        linking = ["-rdynamic", "-o", "sanitized", "-ldl", "-lm"]
        if compile_with([*STRICT, *SANITIZE, *compiled, *linking], folder).status != 0:
            return problem("no_sanitizer")
        command = ["./driver", "--locked", "./sanitized", "cases", RESULTS]
        done, data = _run(command, folder, SANITIZED_SECONDS)
    results = list(_results(data, cases, done.printed))
    if said := report(done.printed):
        return problem("sanitizer", text=said)
    if done.status in (None, -signal.SIGXCPU):
        return problem("too_long")
    if done.status < 0:
        return _signalled(-done.status)
    # The code may have closed the report's stream: then only the exit status tells.
    return results[-1].failure or (problem("exited") if done.status else results)


def run_confined(
    command: Sequence[str], folder: Path, seconds: int, *, limit_memory: bool = True
) -> Run:
    """Run a program that reads a student's source, and that writes in its folder alone.

    As :func:`~labkit.c.compiler.run`. It reaches no other process, and no network. Without a C
    compiler, which Verilog does not need, it is only run within limits.
    """
    try:
        driver = _driver()
    except ProgramMissing:
        return run(command, folder, seconds, limit_memory=limit_memory)
    with TemporaryDirectory(dir=build_dir(), ignore_cleanup_errors=True) as name:
        made = Path(name, "driver")
        made.write_bytes(driver)
        made.chmod(0o700)
        confined = [str(made), "--confined", str(folder), *command]
        return run(confined, folder, seconds, limit_memory=limit_memory)


@contextmanager
def _folder(files: Mapping[str, bytes], cases: Sequence[FunctionCall]) -> Iterator[Path]:
    """A folder with the driver, cases and files, for one run.

    All are written anew, so that nothing that ran before can have changed them.
    """
    packed = b"".join(case.packed() for case in cases)
    with TemporaryDirectory(dir=build_dir(), ignore_cleanup_errors=True) as name:
        folder = Path(name)
        for file, content in {**files, "driver": _driver(), "cases": packed}.items():
            (folder / file).write_bytes(content)
        (folder / "driver").chmod(0o700)
        yield folder


def _run(command: Sequence[str], folder: Path, seconds: int) -> tuple[Run, bytes]:
    """Run a command with an unnamed file for its results; return what the file then holds."""
    with TemporaryFile(dir=folder) as results:
        number = results.fileno()
        numbered = [str(number) if word == RESULTS else word for word in command]
        # driver.c limits what it starts.
        done = run(numbered, folder, seconds, limit_memory=False, passed=[number])
        results.seek(0)
        return done, results.read()


def report(printed: str) -> dict[str, Any] | str | None:
    """What a sanitizer's report says, in a line, as a value of a problem.

    >>> found = report("quantize.c:7:16: runtime error: index 4 out of bounds")
    >>> found["text"], found["place"]["line"]
    ('index 4 out of bounds', 7)
    """
    if undefined := re.search(r"([\w.-]+\.c):(\d{1,9}):\d+: runtime error: (.*)", printed):
        return phrase("line", place=place_of(undefined[1], undefined[2]), text=undefined[3])
    kind = re.search(r"ERROR: AddressSanitizer: ([\w-]+)", printed)
    if not kind:
        return None
    access = re.search(r"^(READ|WRITE) of size \d+", printed, re.MULTILINE)
    line = re.search(r"#\d+ .* in \S+ \S*?([\w.-]+\.c):(\d{1,9})", printed)
    parts = [kind[1], access and access[1].lower(), line and place_of(line[1], line[2])]
    joined: dict[str, Any] | str = reduce(
        lambda said, part: phrase("joined", one=said, other=part), filter(None, parts)
    )
    return joined


@cache
def _driver_object() -> bytes:
    """The driver, compiled once in this process."""
    made = own_folder() / "driver.o"
    compile_with([*_DRIVER, "-c", "-o", made.name, str(SOURCE)], made.parent)
    return made.read_bytes() if made.is_file() else b""


@cache
def _driver() -> bytes:
    """The driver as a program that loads libraries.

    Raises:
        RuntimeError: it cannot be built on this machine.
    """
    made = own_folder() / "driver"
    made.with_suffix(".o").write_bytes(_driver_object())
    done = compile_with(["driver.o", "-o", made.name, "-ldl"], made.parent)
    if done.status != 0:
        raise RuntimeError(f"labkit's own driver.c cannot be built here: {done.printed[:300]}")
    return made.read_bytes()


def _results(data: bytes, cases: Sequence[FunctionCall], printed: str) -> Iterator[Result]:
    for case in cases:
        dtype, size = case.function.output.dtype, case.sizes[-1]
        end = _RESULT.size + size * dtype.itemsize
        if len(data) < end:
            # A call that ended the driver itself, as exit does under a sanitizer.
            values = np.full(size, case.not_written)
            yield Result(
                case=case,
                status="exited",
                values=values,
                failure=problem("exited"),
                printed=printed,
            )
        else:
            number, detail, is_write, _, index = _RESULT.unpack_from(data)
            status = _STATUS[number]
            failure = _failure(case, status, detail, is_write, index, printed)
            values = np.frombuffer(data, dtype, size, _RESULT.size)
            yield Result(case=case, status=status, values=values, failure=failure, printed=printed)
        data = data[end:]


def _failure(
    case: FunctionCall, status: str, detail: int, is_write: int, index: int, printed: str
) -> Failure | None:
    """What stopped a call; for arrays, the detail is their number."""
    arrays = [array.name for array in (*case.function.inputs, case.function.output)]
    if status == "done":
        return None
    if status == "signal":
        return _signalled(detail)
    if status == "outside":
        # Whether it read or wrote is known only of some processors.
        verb = {1: "write", 0: "read"}.get(is_write, "touch")
        n = case.sizes[detail]
        # Where N is all that a function gets, it is the length of every array.
        if case.scalars is None:
            extent = phrase("range", last=n - 1, n=n) if n else phrase("no_range")
        else:
            extent = phrase("elements", last=n - 1) if n else phrase("no_elements")
        return problem(f"{verb}_outside", array=arrays[detail], index=index, range=extent)
    if status == "changed_input":
        return problem(status, array=arrays[detail], index=index, output=arrays[-1])
    if status == "missing":
        return problem(status, function=case.function.name)
    if status == "unloadable":
        return problem(status, text=printed.strip()[:200])
    return problem(status)


def _signalled(number: int) -> Failure:
    if number in (signal.SIGSEGV, signal.SIGBUS):
        return problem("crash", signal=number)
    if number == signal.SIGXFSZ:
        return problem("printed_too_much")
    name = signal.Signals(number).name if number in set(signal.Signals) else "?"
    return problem("abort", signal=number, signal_name=name)
