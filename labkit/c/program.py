"""A whole program around C blanks: shipped C files, constants, and what students wrote.

It is compiled for this machine, and called here, or for a microcontroller, and simulated.
"""

from __future__ import annotations

import ctypes
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from labkit import reference
from labkit.c import code as c_code
from labkit.c.blanks import CBlank, CError
from labkit.c.compiler import STRICT, ProgramMissing, compile_with, own_folder, run
from labkit.messages import say

ARM = "arm-none-eabi-gcc"
SIMULATOR = "qemu-system-arm"
OPTIMIZED = ("-O2",)
_CORTEX_M4 = ("-mcpu=cortex-m4", "-mthumb", "-ffreestanding", "-nostartfiles")
_BOARD = ("-M", "mps2-an386", "-nographic", "-monitor", "none", "-serial", "none")
_SEMIHOSTING = ("-semihosting-config", "enable=on,target=native")
_NANOSECONDS = 8  # of simulated time for each instruction: 2 ** 3, as -icount says
_TICK = 40  # nanoseconds of simulated time: the board's clock has 25 MHz
_COUNTING = ("-icount", "shift=3,sleep=off")
SECONDS = 300


@dataclass(frozen=True)
class Simulated:
    """What a network did on the simulated microcontroller.

    Args:
        scores: int64, of shape (images, 10).
        instructions: that ran for each image, int64; counted in steps of 5.
        flash: bytes of code and constants, without what starts the network and prints.
        ram: bytes of variables, and of the stack where it was deepest.
    """

    scores: torch.Tensor
    instructions: torch.Tensor
    flash: int
    ram: int


def constants(arrays: Mapping[str, torch.Tensor], words: Sequence[str] = ()) -> str:
    """Tensors of whole numbers as constant arrays of C.

    Args:
        arrays: int8 and int32 tensors by name, of any shape: C gets a row of numbers.
        words: the names of those that hold words of 32 bits, without a sign, as int64.

    >>> print(constants({"biases": torch.tensor([[1, -2]], dtype=torch.int32)}))
    #include <stdint.h>
    static const int32_t biases[] = {1, -2};
    """
    lines = ["#include <stdint.h>"]
    for name, values in arrays.items():
        kind = "uint32_t" if name in words else f"{str(values.dtype).removeprefix('torch.')}_t"
        numbers = ", ".join(map(str, values.flatten().tolist()))
        lines.append(f"static const {kind} {name}[] = {{{numbers}}};")
    return "\n".join(lines)


def load(
    given: str, texts: Mapping[str, str], *blanks: CBlank, flags: Sequence[str] = OPTIMIZED
) -> ctypes.CDLL:
    """Compile a shipped C file with blanks, or a text, and load it into this process.

    Args:
        given: the name of the file, a shipped one or one of the texts.
        texts: files that it includes, by name.
        blanks: what students wrote of it.
        flags: for the compiler.

    Raises:
        NotImplementedError: a blank is not filled in yet.
        CError: a file cannot be compiled.
        ProgramMissing: there is no C compiler.
    """
    folder = _folder(texts)
    main = folder / given if given in texts else _shipped() / given
    files = [str(main), *map(str, c_code.sources(*blanks))]
    options = [*STRICT, *flags, "-fPIC", "-shared", *_includes(), "-o", "program.so"]
    done = compile_with([*options, *files], folder)
    if done.status != 0:
        raise CError(f"{given}: {done.printed.strip()[:500]}")
    return ctypes.CDLL(str(folder / "program.so"))


def simulate(
    given: str, texts: Mapping[str, str], *blanks: CBlank, images: torch.Tensor
) -> Simulated:
    """Run a shipped network with blanks on a simulated Cortex-M4, for each of some images.

    Args:
        given: the name of its C file, which defines a function of the same name.
        texts: files that it includes, by name.
        blanks: what students wrote of it.
        images: int8, of shape (n, 3, 32, 32).

    Raises:
        NotImplementedError: a blank is not filled in yet.
        CError: a file cannot be compiled, or the program did not come to its end.
        ProgramMissing: the compiler for the Cortex-M, its C library or the simulator is missing.
    """
    if not (shutil.which(ARM) and shutil.which(SIMULATOR)):
        raise ProgramMissing("no_simulator")
    sources = c_code.sources(*blanks)
    folder = _folder(texts)
    (folder / "images.bin").write_bytes(images.contiguous().numpy().tobytes())
    board, network = _shipped() / "cortex_m", Path(given).stem
    options = [*_CORTEX_M4, "-std=gnu11", *OPTIMIZED, *_includes()]
    defined = [f"-DNETWORK={network}", f"-DIMAGES={len(images)}", "-c", str(board / "main.c")]
    objects = ["main.o", str(_shipped() / given), *map(str, sources)]
    linked = ["-T", str(board / "memory.ld"), "-o", "program.elf", *objects]
    for arguments in ([*defined, "-o", "main.o"], linked):
        done = run([ARM, *options, *arguments], folder, 60)
        if done.status != 0:
            raise CError(f"{network}: {done.printed.strip()[:500]}")
    command = [SIMULATOR, *_BOARD, *_SEMIHOSTING, *_COUNTING, "-kernel", "program.elf"]
    done = run(command, folder, SECONDS, limit_memory=False)
    printed = re.findall(r"^((?:-?\d+ ){11}\d+)$", done.printed, re.MULTILINE)
    if len(printed) != len(images):
        raise CError(say("c.simulation_failed", text=done.printed.strip()[-300:]))
    rows = torch.tensor([list(map(int, row.split())) for row in printed])
    sizes = run(["arm-none-eabi-size", "-A", "program.elf"], folder, 10).printed
    size = {name: int(n) for name, n in re.findall(r"^\.(\w+)\s+(\d+)", sizes, re.MULTILINE)}
    instructions = rows[:, 10] * _TICK // _NANOSECONDS
    ram = size["data"] + size["bss"] + int(rows[:, 11].max())
    return Simulated(rows[:, :10], instructions, size["text"] + size["data"], ram)


def _shipped() -> Path:
    return reference.resources() / "c"


def _includes() -> list[str]:
    # The folder where the compiler runs, too: it holds what the notebook wrote.
    return ["-I", str(_shipped()), "-I", "."]


def _folder(texts: Mapping[str, str]) -> Path:
    folder = own_folder()
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return folder
