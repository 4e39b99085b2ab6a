"""What a C header says about the functions that students write: their names and their arrays."""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass

_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_PROTOTYPE = re.compile(
    r"\bvoid (\w{1,63})\(size_t N, ((?:const float \w+\[\], ){1,2})float (\w+)\[\]\);"
)


@dataclass(frozen=True)
class Function:
    """A C function over arrays of N floats: it reads one or two of them, and writes the last.

    Args:
        name: as in C.
        inputs: names of the arrays that it reads; a backward's second is the upstream gradient.
        output: name of the array that it writes.
    """

    name: str
    inputs: tuple[str, ...]
    output: str

    @property
    def arrays(self) -> tuple[str, ...]:
        """Names of all arrays, in the order of the parameters."""
        return (*self.inputs, self.output)


def declared(header: str) -> dict[str, Function]:
    """The functions that a header declares, by name, as far as they have this form.

    >>> declared("void twice(size_t N, const float src[], float dst[]);")
    {'twice': Function(name='twice', inputs=('src',), output='dst')}
    """
    # Without comments and line breaks: the headers explain, and wrap long prototypes.
    code = " ".join(_COMMENT.sub(" ", header).split())
    functions = (
        Function(name, tuple(re.findall(r"(\w+)\[\]", inputs)), output)
        for name, inputs, output in _PROTOTYPE.findall(code)
    )
    return {function.name: function for function in functions}


def c_types(function: Function) -> list[type]:
    """The types of a function's arguments: the number of elements, then addresses of arrays.

    >>> [kind.__name__ for kind in c_types(Function("twice", ("src",), "dst"))]
    ['c_ulong', 'c_void_p', 'c_void_p']
    """
    return [ctypes.c_size_t, *([ctypes.c_void_p] * len(function.arrays))]
