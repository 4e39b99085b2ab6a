"""The C and C++ compilers: which ones, run within limits, and their messages made readable."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from labkit.c.problems import phrase, problem
from labkit.evidence import Failure
from labkit.language import ENGLISH, current
from labkit.messages import message, say
from labkit.reference import resources

WARNINGS = ("-Wall", "-Wextra", "-Wpedantic")
STRICT = ("-std=c11", *WARNINGS)
STRICT_CPP = ("-std=c++17", *WARNINGS)
SANITIZE = (
    # Otherwise a source could see from gcc's macro that it is watched, and behave differently.
    *("-g", "-O1", "-fno-omit-frame-pointer", "-U__SANITIZE_ADDRESS__"),
    *("-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"),
)
# By the suffix of a source: an environment variable, the usual names, and the message if none is
# found.
_COMPILERS = {
    ".c": ("CC", ("gcc", "clang", "cc"), "no_compiler"),
    ".cpp": ("CXX", ("g++", "clang++", "c++"), "no_cpp_compiler"),
    ".v": ("YOSYS", ("yosys",), "verilog_no_tools"),
}
MOST_BYTES = 200_000
COMPILE_SECONDS = 10
# What a command computes is limited tightly. How long it takes is not, because a busy machine
# decides that: it ends when it has computed nothing in this time, or in 20 such times.
PATIENCE_SECONDS = 25
MOST_TIMES = 20
_SHOWN = 40  # lines of messages
# Last lines that only say that there were errors.
_CLOSING = re.compile(r"collect2|cc1|compilation term|\S*clang: ")
# A sanitizer reserves terabytes of addresses, so its memory is limited by its own option.
_SANITIZER_OPTIONS = "detect_leaks=0:hard_rss_limit_mb=1000"
# Bounded in the shell: between fork and exec, Python may run nothing where there are threads.
_LIMITED = 'ulimit -c 0; ulimit -f 40000; ulimit -S -t {seconds}; {memory} exec "$@"'
_MEMORY = "ulimit -v 4000000 2>/dev/null;"
_MESSAGE = re.compile(
    r"^([^\s:][^:\n]*):(\d{1,9}):(?:\d+:)? (fatal error|error|warning): (.*)$", re.MULTILINE
)
_UNDEFINED = re.compile(r"undefined reference to .*|Undefined symbols.*\n.*")
# What gcc and clang print, by the name of the hint in the messages.
_HINTS = {
    "semicolon": r"expected .;. before|expected ';' after",
    "undeclared_variable": r"undeclared",
    "signedness": r"different signedness|comparison of integers of different signs",
    "read_only": r"read-only|const-qualified",
    "closing_brace": r"expected declaration or statement at end of input|expected '}'",
    "unused_variable": r"unused variable",
    "unused_parameter": r"unused parameter",
    "conflicting_types": r"conflicting types",
    "undefined_reference": r"undefined reference|Undefined symbols",
    "no_such_file": r"No such file or directory|file not found",
}
_UNDECLARED = re.compile(
    r"(?:implicit declaration of function|call to undeclared (?:library )?function"
    r"|implicitly declaring library function) '(\w+)'"
)
_DECLARED_IN = re.compile(r"include (?:the header )?'?<([\w./]+)>.*'(\w+)'")


class ProgramMissing(RuntimeError):
    """There is no such compiler or simulator here; the message says how to get one.

    Args:
        name: of that message, in the catalogue's section ``c``.
    """

    def __init__(self, name: str) -> None:
        # The solution has no language: it is run by the grader, whose commands speak English.
        super().__init__(message(f"c.{name}", current() or ENGLISH))


@dataclass(frozen=True)
class Run:
    """How a command ended, and what it printed.

    Its exit status is negative for a signal, and None where it was stopped.
    """

    status: int | None
    printed: str


@dataclass(frozen=True, kw_only=True)
class Compiled:
    """What the compiler made of a source.

    Args:
        made: the shared library or object file, or None if it does not compile.
        errors, warnings: its messages, each as a problem's value, with the source's line.
        printed: all that it printed.
        slow: it was stopped, because it did not finish in time.
    """

    made: Path | None
    errors: tuple[dict[str, Any] | str, ...]
    warnings: tuple[dict[str, Any] | str, ...]
    printed: str
    slow: bool

    def explain(self) -> str:
        """The first messages, and a hint for those that are common."""
        lines = [line for line in self.printed.splitlines() if not _CLOSING.match(line)]
        shown = lines[:_SHOWN] + (["..."] if len(lines) > _SHOWN else [])
        return "\n".join([*shown, *(f"→ {hint}" for hint in hints(self.printed))])


class FromSource:
    """What was made of a blank's file, and what the compiler says of it."""

    compiled: Compiled | None
    failure: Failure | None

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


def hints(messages: str) -> list[str]:
    """What the most common messages of compilers mean.

    >>> import os
    >>> os.environ["LABKIT_LANGUAGE"] = "en"
    >>> hints("q.c:3:2: error: expected ';' before '}' token")
    ['A semicolon is missing, often at the end of the line above.']
    >>> printf = "implicit declaration of function 'printf'"
    >>> hints(f"{printf}\\ninclude '<stdio.h>' or provide a declaration of 'printf'")
    ['A function must be declared before it is used: printf needs #include <stdio.h>.']
    >>> del os.environ["LABKIT_LANGUAGE"]
    """
    headers = {function: header for header, function in _DECLARED_IN.findall(messages)}
    undeclared = [
        say("compiler_hints.undeclared_function", function=function, header=headers[function])
        if function in headers
        else say("compiler_hints.unknown_function", function=function)
        for function in dict.fromkeys(_UNDECLARED.findall(messages))
    ]
    names = (name for name, pattern in _HINTS.items() if re.search(pattern, messages))
    return undeclared + [say(f"compiler_hints.{name}") for name in names]


def place_of(file: str, line: str) -> dict[str, Any]:
    """Where something is, in the file and in the cell, as either editor counts lines.

    >>> place_of("quantize.c", "7")
    {'name': 'place', 'file': 'quantize.c', 'line': 7, 'cell': 8}
    >>> place_of("fake_xnor_dot.c", "10")  # it is given
    {'name': 'place', 'file': 'fake_xnor_dot.c', 'line': 10}
    """
    # The cell begins with a line that the file does not have: %%writefile.
    is_given = any((resources() / folder / file).is_file() for folder in ("c", "verilog"))
    cell = {} if is_given else {"cell": int(line) + 1}
    return phrase("place", file=file, line=int(line), **cell)


def find() -> list[str]:
    """The command of the compiler of C; see :func:`find_for`."""
    return find_for(Path("any.c"))


def find_for(source: Path) -> list[str]:
    """The command of the compiler for a source, of C, C++ or Verilog.

    That of ``CC``, or gcc, clang, cc; of ``CXX``, or g++, clang++, c++; of ``YOSYS``, or yosys.

    Raises:
        ProgramMissing: there is none.
    """
    variable, usual, missing = _COMPILERS[source.suffix]
    for command in (shlex.split(os.environ.get(variable, "")), *([name] for name in usual)):
        if command and shutil.which(command[0]):
            return command
    raise ProgramMissing(missing)


@cache
def build_dir() -> Path:
    """A folder of this process for all that is compiled; it is removed at the end."""
    _kept.append(tempfile.TemporaryDirectory(prefix="labkit-c-", ignore_cleanup_errors=True))
    return Path(_kept[-1].name)


_kept: list[tempfile.TemporaryDirectory[str]] = []


def own_folder() -> Path:
    """A fresh folder in the build folder: a library of the same path would not be loaded twice."""
    return Path(tempfile.mkdtemp(dir=build_dir()))


def compile_library(
    source: Path, flags: Sequence[str] = ("-O2",), fakes: Sequence[str] = ()
) -> Compiled:
    """Compile a source into a shared library next to it, as strictly as the homework's ``make``.

    Args:
        source: a C file.
        flags: for the compiler.
        fakes: C files next to it, with what it calls.

    Raises:
        ProgramMissing: there is no compiler.
    """
    undefined = ["-Wl,-z,defs"] if sys.platform == "linux" else []
    others = [*fakes, *undefined, "-lm"]
    return _compile(source, source.with_suffix(".so"), [*flags, "-shared"], others)


def compile_object(source: Path, flags: Sequence[str] = ("-O2",)) -> Compiled:
    """Compile a source into an object file next to it, for a linker."""
    return _compile(source, source.with_suffix(".o"), [*flags, "-c"], [])


def _compile(source: Path, made: Path, flags: list[str], libraries: list[str]) -> Compiled:
    strict = STRICT_CPP if source.suffix == ".cpp" else STRICT
    arguments = [*strict, "-fPIC", *flags, "-o", made.name, source.name, *libraries]
    done = compile_with(arguments, source.parent, find_for(source))
    messages = [
        (kind, phrase("line", place=place_of(file, line), text=text))
        for file, line, kind, text in _MESSAGE.findall(done.printed)
    ]
    errors: list[dict[str, Any] | str] = [text for kind, text in messages if kind != "warning"]
    warnings = [text for kind, text in messages if kind == "warning"]
    if done.status != 0 and not errors:
        # The messages of a linker have another form.
        undefined = _UNDEFINED.search(done.printed)
        lines = done.printed.strip().splitlines()
        errors = [undefined[0].strip() if undefined else (lines or ["?"])[0]]
    written = made if done.status == 0 and made.is_file() else None
    return Compiled(
        made=written,
        errors=tuple(errors),
        warnings=tuple(warnings),
        printed=done.printed,
        slow=done.status is None,
    )


def compile_with(arguments: Sequence[str], folder: Path, command: Sequence[str] = ()) -> Run:
    """Run a compiler in a folder, by default that of C; its messages are in English."""
    chosen = command or find()
    return run([*chosen, "-fdiagnostics-color=never", *arguments], folder, COMPILE_SECONDS)


def run(
    command: Sequence[str],
    folder: Path,
    seconds: int,
    *,
    limit_memory: bool = True,
    passed: Sequence[int] = (),
) -> Run:
    """Run a command in a process group of its own, which ends with it.

    Args:
        command: a program and its arguments.
        folder: where it runs.
        seconds: of processor time for each of its processes. Waiting for a processor does not
            count.
        limit_memory: whether its addresses are limited.
        passed: file descriptors that it has too.
    """
    script = _LIMITED.format(seconds=seconds, memory=_MEMORY if limit_memory else "")
    limited = ["/bin/sh", "-c", script, "sh", *command]
    # In the locale C, messages are in English, which the hints and the line numbers are read from.
    environment = os.environ | {"LC_ALL": "C", "ASAN_OPTIONS": _SANITIZER_OPTIONS}
    # A file, not a pipe: a process that outlives the command would keep a pipe open forever.
    with tempfile.TemporaryFile(dir=build_dir()) as output:
        started = subprocess.Popen(
            limited,
            cwd=folder,
            env=environment,
            start_new_session=True,
            pass_fds=passed,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        is_late, has_ended = threading.Event(), threading.Event()

        def end_late() -> None:
            if _is_idle_or_endless(started.pid, seconds, has_ended):
                is_late.set()
                _end(started.pid)

        # With a timeout, Popen polls only every 50 ms: as long as a compiler takes.
        threading.Thread(target=end_late, daemon=True).start()
        try:
            status = started.wait()
        finally:
            has_ended.set()
            _end(started.pid)
            started.wait()
        output.seek(0)
        printed = output.read(50_000).decode("utf-8", "replace")
        return Run(None if is_late.is_set() else status, printed)


def _is_idle_or_endless(group: int, seconds: int, has_ended: threading.Event) -> bool:
    """Wait for the end of a process group; whether it computes no more, or for too long."""
    before = 0
    for _ in range(MOST_TIMES):
        if has_ended.wait(max(seconds, PATIENCE_SECONDS)):
            return False
        so_far = _computed(group)
        if so_far <= before:
            break
        before = so_far
    return True


def _end(group: int) -> None:
    """End what is left of a process group; macOS says that nothing is with the second error."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _computed(group: int) -> int:
    """Processor time of a process group, in ticks; 0 where there is no ``/proc``."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            # After a command's name, which may hold spaces and parentheses itself.
            fields = path.read_text("utf-8", "replace").rpartition(")")[2].split()
            if int(fields[2]) == group:
                ticks += sum(map(int, fields[11:15]))
    return ticks
