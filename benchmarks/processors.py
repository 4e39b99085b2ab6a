"""The processors that tests and trainings imitate, by variables that torch reads when it starts.

Run as a program it prints the name of one: what LABKIT_PROCESSOR says, or else one that follows
from the commit, so that a run can be repeated and the commits try them all.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import MutableMapping, Sequence
from pathlib import Path
from typing import TypeVar

Choice = TypeVar("Choice")
VARIABLE = "LABKIT_PROCESSOR"
# For torch's own loops, oneDNN's convolutions, and MKL's matrix products (Intel's processors only).
LIBRARIES = ("ATEN_CPU_CAPABILITY", "ONEDNN_MAX_CPU_ISA", "MKL_ENABLE_INSTRUCTIONS")
INSTRUCTION_SETS = {
    "sse41": dict(zip(LIBRARIES, ("default", "SSE41", "SSE4_2"), strict=True)),
    "avx2": dict(zip(LIBRARIES, ("avx2", "AVX2", "AVX2"), strict=True)),
    "all": {},
}
# The first for the tests and what they start, the second for kernels.
THREADS = ("OMP_NUM_THREADS", "FORKED_TORCH_THREADS")
# Threads that spin while they wait take each other's core on a busy machine: 50 times slower.
PATIENCE = {"OMP_WAIT_POLICY": "PASSIVE"}
VARIANTS = {
    f"{name}-{threads}": instructions | dict.fromkeys(THREADS, threads) | PATIENCE
    for name, instructions in INSTRUCTION_SETS.items()
    for threads in ("1", "2")
}
# By test_processors.py, whatever the run itself imitates.
TRIED_ALWAYS = ("sse41-1", "avx2-2", "all-1", "all-2")


class UnknownProcessor(ValueError):
    """A name that no variant has."""


def chosen(default: str = "all-1") -> str:
    """The variant that the environment names.

    Raises:
        UnknownProcessor: there is no such variant.
    """
    name = os.environ.get(VARIABLE, default)
    if name not in VARIANTS:
        raise UnknownProcessor(f"{VARIABLE} is {name!r}; it is one of {', '.join(VARIANTS)}")
    return name


def imitate(name: str, environment: MutableMapping[str, str]) -> None:
    """Set the variables of one variant, and remove those of any other."""
    for variable in (*LIBRARIES, *THREADS):
        environment.pop(variable, None)
    environment.update(VARIANTS[name])


def drawn_by_commit(choices: Sequence[Choice]) -> Choice:
    """Items drawn by the checked-out commit; without a commit, always the same."""
    command = ("git", "-C", Path(__file__).parent, "rev-parse", "HEAD")
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    return random.Random(f"{found.stdout} {choices}").choice(choices)


def of_commit() -> str:
    """The variant of the commit that is checked out."""
    return drawn_by_commit([*VARIANTS])


def main() -> None:
    """Print the name of the variant for a whole run."""
    try:
        print(chosen(of_commit()))
    except UnknownProcessor as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
