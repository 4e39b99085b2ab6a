"""Fakes of a student's compiled code: they note how they are called, and compute something simple.

With them a check tells whether C is *called* correctly, whatever the student's C code does, and no
compiled code of a student runs in the process.
"""

from __future__ import annotations

import ctypes
from itertools import count
from typing import Any

import numpy as np
import torch

from labkit.c.driver import BACKWARD, FORWARD

_numbers = count()


class Library:
    """The two functions of the homework: ``dst = src + 1000``, ``grad_in = src + 3 * grad_out``.

    Args:
        n: how many elements a call must name; a call with another number changes nothing.

    >>> library, x, y = Library(2), torch.tensor([1.0, 2.0]), torch.zeros(2)
    >>> library.quantizeInt8InFloat(2, x.data_ptr(), y.data_ptr())
    >>> y, library.calls
    (tensor([1001., 1002.]), [['quantizeInt8InFloat', 2]])
    """

    def __init__(self, n: int) -> None:
        self.n = n
        self.calls: list[list[Any]] = []
        pointer = ctypes.c_void_p
        self.quantizeInt8InFloat = ctypes.CFUNCTYPE(None, ctypes.c_size_t, pointer, pointer)(
            self._forward
        )
        self.quantizeInt8InFloatBackward = ctypes.CFUNCTYPE(
            None, ctypes.c_size_t, pointer, pointer, pointer
        )(self._backward)

    def _forward(self, n: int, src: int | None, dst: int | None) -> None:
        self.calls.append([FORWARD, n])
        if n == self.n and src and dst:
            self._floats(dst)[:] = self._floats(src) + 1000

    def _backward(self, n: int, src: int | None, grad_out: int | None, grad_in: int | None) -> None:
        self.calls.append([BACKWARD, n])
        if n == self.n and src and grad_out and grad_in:
            self._floats(grad_in)[:] = self._floats(src) + 3 * self._floats(grad_out)

    def _floats(self, address: int) -> np.ndarray:
        return np.ctypeslib.as_array((ctypes.c_float * self.n).from_address(address))


class Operators:
    """Registers ``quantize_int8`` and ``quantize_int8_backward``, which compute the same.

    ``namespace`` is a fresh one each time, because an operator can be registered only once.

    >>> operators = Operators()
    >>> getattr(torch.ops, operators.namespace).quantize_int8(torch.tensor([1.0]))
    tensor([1001.])
    """

    def __init__(self) -> None:
        self.namespace = f"fake_{next(_numbers)}"
        self.calls: list[str] = []
        self.contiguous: list[bool] = []  # whether each upstream gradient that came was
        # Kept, because the operators live only as long as this object.
        self._library = torch.library.Library(self.namespace, "DEF")
        self._library.define("quantize_int8(Tensor x) -> Tensor")
        self._library.define("quantize_int8_backward(Tensor x, Tensor grad_out) -> Tensor")
        self._library.impl("quantize_int8", self._forward, "CPU")
        self._library.impl("quantize_int8_backward", self._backward, "CPU")

    def _forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls.append("quantize_int8")
        return x + 1000

    def _backward(self, x: torch.Tensor, grad_out: torch.Tensor) -> torch.Tensor:
        self.calls.append("quantize_int8_backward")
        self.contiguous.append(grad_out.is_contiguous())
        return x + 3 * grad_out
