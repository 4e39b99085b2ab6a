"""What a C header says about the functions that students write: their numbers and their arrays."""

from __future__ import annotations

import ctypes
import re
from dataclasses import KW_ONLY, dataclass
from typing import NamedTuple

import numpy as np

_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_SCALARS = {"size_t": ctypes.c_size_t, "int32_t": ctypes.c_int32}
# By the names of C; float is 32 bits wide wherever labkit runs.
_DTYPES = {
    "float": np.float32,
    "int8_t": np.int8,
    "uint8_t": np.uint8,
    "int32_t": np.int32,
    "uint32_t": np.uint32,
}
_SCALAR, _ELEMENT = f"({'|'.join(_SCALARS)})", f"({'|'.join(_DTYPES)})"
_PROTOTYPE = re.compile(
    rf"\b(void|int32_t) (\w{{1,63}})\("
    rf"((?:{_SCALAR} \w+, )+)(const {_ELEMENT} \w+\[\](?:, const {_ELEMENT} \w+\[\])*)"
    rf"(?:, {_ELEMENT} (\w+)\[\])?\);"
)
RETURNED = "result"  # what the value of a function that returns one is called
MOST_ARGUMENTS = 8  # as in driver.c


class CArray(NamedTuple):
    """An array that a function reads or writes: its name, and the C type of its elements."""

    name: str
    type: str = "float"

    @property
    def dtype(self) -> np.dtype:
        """The type of its elements in NumPy."""
        return np.dtype(_DTYPES[self.type])


@dataclass(frozen=True)
class Function:
    """A C function: it takes whole numbers, reads arrays, and writes one array or returns a number.

    Args:
        name: as in C.
        inputs: the arrays that it reads; a backward's second is the upstream gradient.
        output: the array that it writes; of a function that returns a number, that number.
        scalars: names and types of the whole numbers, which come first.
        returns: whether it returns its output.
    """

    name: str
    inputs: tuple[CArray, ...]
    output: CArray
    _: KW_ONLY
    scalars: tuple[tuple[str, str], ...] = (("N", "size_t"),)
    returns: bool = False

    @property
    def arrays(self) -> tuple[CArray, ...]:
        """All arrays, in the order of the parameters."""
        return self.inputs if self.returns else (*self.inputs, self.output)


def declared(header: str) -> dict[str, Function]:
    """The functions that a header declares, by name, as far as they have this form.

    >>> twice = declared("void twice(size_t N, const float src[], float dst[]);")["twice"]
    >>> twice.inputs, twice.output
    ((CArray(name='src', type='float'),), CArray(name='dst', type='float'))
    >>> declared("int32_t total(size_t N, const int8_t values[]);")["total"].returns
    True
    """
    # Without comments and line breaks: the headers explain, and wrap long prototypes.
    code = " ".join(_COMMENT.sub(" ", header).split())
    functions = {}
    for match in _PROTOTYPE.finditer(code):
        returned, name, scalars, _, inputs, *_, type, output = match.groups()
        function = Function(
            name,
            tuple(
                CArray(name, type) for type, name in re.findall(r"const (\w+) (\w+)\[\]", inputs)
            ),
            CArray(output, type) if output else CArray(RETURNED, returned),
            scalars=tuple((name, type) for type, name in re.findall(r"(\w+) (\w+), ", scalars)),
            returns=output is None,
        )
        # It has a result, and the driver has room for its arguments.
        few = len(function.scalars) + len(function.arrays) <= MOST_ARGUMENTS
        if few and function.output.type in _DTYPES:
            functions[name] = function
    return functions


def c_types(function: Function) -> list[type]:
    """The types of a function's arguments: whole numbers, then addresses of arrays.

    >>> [kind.__name__ for kind in c_types(Function("twice", (CArray("src"),), CArray("dst")))]
    ['c_ulong', 'c_void_p', 'c_void_p']
    """
    numbers = [_SCALARS[type] for _, type in function.scalars]
    return [*numbers, *([ctypes.c_void_p] * len(function.arrays))]
