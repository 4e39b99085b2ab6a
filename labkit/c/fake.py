"""Fakes of a student's compiled code: they note how they are called, and compute something simple.

With them a check tells whether C is *called* correctly, whatever the student's C code does, and no
compiled code of a student runs in the process.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np
import torch

from labkit.c.code import Blank
from labkit.c.signature import Function, c_types

_numbers = count()


class Library:
    """Has the functions of C blanks. Of one input they compute ``x + 1000``, of two ``x + 3 * y``.

    Args:
        n: how many elements a call must name; a call with another number changes nothing.
        blanks: whose functions it has, as attributes.

    >>> from labkit.c import code
    >>> library = Library(2, code.blank("a", "a.c", "quantize.h", "quantizeInt8InFloat"))
    >>> x, y = torch.tensor([1.0, 2.0]), torch.zeros(2)
    >>> library.quantizeInt8InFloat(2, x.data_ptr(), y.data_ptr())
    >>> y, library.calls
    (tensor([1001., 1002.]), [['quantizeInt8InFloat', 2]])
    """

    def __init__(self, n: int, *blanks: Blank) -> None:
        self.n = n
        self.calls: list[list[Any]] = []
        for blank in blanks:
            setattr(self, blank.function.name, self._fake(blank.function))

    def _fake(self, function: Function) -> Callable[..., None]:
        def call(n: int, *addresses: int | None) -> None:
            self.calls.append([function.name, n])
            # With another n the arrays may be shorter, and what follows them belongs to others.
            known = [address for address in addresses if address]
            if n == self.n and len(known) == len(addresses):
                *inputs, output = map(self._floats, known)
                output[:] = _computed(*inputs)

        return ctypes.CFUNCTYPE(None, *c_types(function))(call)

    def _floats(self, address: int) -> np.ndarray:
        return np.ctypeslib.as_array((ctypes.c_float * self.n).from_address(address))


class Operators:
    """Registers operators by their schemas, which compute what :class:`Library` does.

    ``namespace`` is a fresh one each time, because an operator can be registered only once.

    Args:
        schemas: as ``TORCH_LIBRARY`` takes them, with one or two tensors.

    >>> operators = Operators("quantize(Tensor x) -> Tensor")
    >>> getattr(torch.ops, operators.namespace).quantize(torch.tensor([1.0]))
    tensor([1001.])
    """

    def __init__(self, *schemas: str) -> None:
        self.namespace = f"fake_{next(_numbers)}"
        self.calls: list[str] = []
        self.contiguous: list[bool] = []  # whether each upstream gradient that came was
        # Kept, because the operators live only as long as this object.
        self._library = torch.library.Library(self.namespace, "DEF")
        for schema in schemas:
            self._library.define(schema)
            name = schema.partition("(")[0]
            self._library.impl(name, self._fake(name), "CPU")

    def _fake(self, name: str) -> Callable[..., torch.Tensor]:
        def call(x: torch.Tensor, *upstream: torch.Tensor) -> torch.Tensor:
            self.calls.append(name)
            self.contiguous += [tensor.is_contiguous() for tensor in upstream]
            return _computed(x, *upstream)

        return call


def _computed(x: Any, *upstream: Any) -> Any:
    """Unlike any quantizer, so that a student's own computation cannot pass for a call."""
    return x + 3 * upstream[0] if upstream else x + 1000
