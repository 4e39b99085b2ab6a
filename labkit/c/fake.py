"""Fakes of a student's compiled code: they note how they are called, and compute something simple.

With them a check tells whether C is *called* correctly, whatever the student's C code does, and no
compiled code of a student runs in the process.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from itertools import count
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import torch

from labkit.c.blanks import CBlank
from labkit.c.signature import Function, c_types

_names = count()


class Library:
    """Has the functions of C blanks. They compute ``x + a`` for one input, ``x + b * y`` for two.

    A student's code gets ``functions`` alone: with this object it could read the numbers, and enter
    calls that were never made.

    Args:
        n: how many elements a call must name; a call with another number changes nothing.
        blanks: whose functions it has, as attributes of ``functions``.
        numbers: ``a`` and ``b``. A check draws them, so that only a call gives the values.

    >>> from labkit.c import code
    >>> blank = code.blank("a", "a.c", "quantize.h", "quantizeInt8InFloat")
    >>> library = Library(2, blank, numbers=(1000, 3))
    >>> x, y = torch.tensor([1.0, 2.0]), torch.zeros(2)
    >>> library.functions.quantizeInt8InFloat(2, x.data_ptr(), y.data_ptr())
    >>> y, library.calls
    (tensor([1001., 1002.]), [['quantizeInt8InFloat', 2]])
    """

    def __init__(self, n: int, *blanks: CBlank, numbers: Sequence[float]) -> None:
        self.n = n
        self._numbers = numbers
        self.calls: list[list[Any]] = []
        fakes = {blank.function.name: self._fake(blank.function) for blank in blanks}
        self.functions = SimpleNamespace(**fakes)

    def _fake(self, function: Function) -> Callable[..., None]:
        def call(n: int, *addresses: int | None) -> None:
            self.calls.append([function.name, n])
            # With another n the arrays may be shorter, and what follows them belongs to others.
            known = [address for address in addresses if address]
            if n == self.n and len(known) == len(addresses):
                *inputs, output = map(self._floats, known)
                output[:] = _computed(self._numbers, *inputs)

        return ctypes.CFUNCTYPE(None, *c_types(function))(call)

    def _floats(self, address: int) -> np.ndarray:
        return np.ctypeslib.as_array((ctypes.c_float * self.n).from_address(address))


class Operators:
    """Registers operators by their schemas, which compute what :class:`Library` does.

    ``namespace`` is a fresh one each time, because an operator can be registered only once.

    Args:
        schemas: as ``TORCH_LIBRARY`` takes them, with one or two tensors.
        numbers: as :class:`Library` takes them.

    >>> operators = Operators("quantize(Tensor x) -> Tensor", numbers=(1000, 3))
    >>> getattr(torch.ops, operators.namespace).quantize(torch.tensor([1.0]))
    tensor([1001.])
    """

    def __init__(self, *schemas: str, numbers: Sequence[float]) -> None:
        self.namespace = f"fake_{next(_names)}"
        self._numbers = numbers
        self.calls: list[list[Any]] = []  # names and shapes
        self.contiguous: list[bool] = []  # whether each upstream gradient that came was
        # Kept, because the operators live only as long as this object.
        self._library = torch.library.Library(self.namespace, "DEF")
        for schema in schemas:
            self._library.define(schema)
            name = schema.partition("(")[0]
            self._library.impl(name, self._fake(name), "CPU")

    def _fake(self, name: str) -> Callable[..., torch.Tensor]:
        def call(x: torch.Tensor, *upstream: torch.Tensor) -> torch.Tensor:
            self.calls.append([name, *x.shape])
            self.contiguous += [tensor.is_contiguous() for tensor in upstream]
            return cast(torch.Tensor, _computed(self._numbers, x, *upstream))

        return call


def _computed(numbers: Sequence[float], x: Any, *upstream: Any) -> Any:
    """Unlike any quantizer, so that a student's own computation cannot pass for a call."""
    summand, factor = numbers
    return x + factor * upstream[0] if upstream else x + summand
