"""Calling a student's function on copies, so that it can neither break a check nor change it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from labkit.evidence import (
    INPUT_CHANGED,
    NOTHING_RETURNED,
    OUTPUT_COUNT,
    UPSTREAM_CHANGED,
    Failure,
)


def call(function: Callable[..., Any], *inputs: Any) -> Any:
    """Call the student's function on copies; what it raises becomes a :class:`Failure`."""
    copies = _copies(inputs)
    output = _called(function, copies)
    return output if isinstance(output, Failure) else _changed(inputs, copies) or output


def raises(function: Callable[..., Any], *inputs: Any) -> str:
    """The name of the built-in exception that a call raises, or "nothing".

    >>> raises(int, "x")
    'ValueError'
    """
    try:
        function(*inputs)
    except Exception as error:
        # An exception class of the student's own counts as the built-in one it is made from.
        kinds = type(error).__mro__
        return next(kind.__name__ for kind in kinds if kind.__module__ == "builtins")
    return "nothing"


def in_integers(
    function: Callable[..., Any], *inputs: Any, byte_products: bool = False
) -> torch.Tensor:
    """What a function of integers gives, as int64.

    Args:
        function, inputs: of the call.
        byte_products: whether what it multiplies must be integers of 8 bits, as in a device whose
            instruction multiplies bytes. A factor that is a single number may be any.

    Raises:
        ValueError: it gives floats, computes with them, or multiplies wider integers. A single
            float, such as a factor, is allowed on the way.

    >>> in_integers(lambda x: x >> 1, torch.tensor([3, 4]))
    tensor([1, 2])
    >>> in_integers(lambda x: (x / 2).int(), torch.tensor([3, 4]))
    Traceback (most recent call last):
    ValueError: a tensor of torch.float32 takes part: compute with integers alone
    >>> in_integers(lambda x: 9 * x @ x, torch.tensor([30, 40]), byte_products=True)
    Traceback (most recent call last):
    ValueError: integers of more than 8 bits are multiplied with each other: multiply bytes alone
    """
    with _Integers(byte_products=byte_products):
        found: torch.Tensor = function(*inputs)
        if found.is_floating_point():
            raise ValueError(f"an integer dtype is wanted, not {found.dtype}")
    return found.long()


# PyTorch's products, with the number of arguments before the two factors.
_PRODUCTS = dict.fromkeys(("mul", "mul_", "mm", "bmm", "mv", "dot", "convolution"), 0)
_PRODUCTS |= dict.fromkeys(("addmm", "addmv", "addbmm", "baddbmm", "addcmul"), 1)


class _Integers(TorchDispatchMode):
    """Refuses every operation that gives floats, and products of more than bytes if asked to."""

    def __init__(self, *, byte_products: bool) -> None:
        super().__init__()
        self.byte_products = byte_products

    def __torch_dispatch__(
        self, operation: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        # No TypeError in either case: an operator such as / makes another one of it.
        start = _PRODUCTS.get(operation.overloadpacket.__name__) if self.byte_products else None
        if start is not None and _are_wide(args[start : start + 2]):
            raise ValueError(
                "integers of more than 8 bits are multiplied with each other: multiply bytes alone"
            )
        found = operation(*args, **(kwargs or {}))
        if _has_many(found) and found.is_floating_point():
            raise ValueError(f"a tensor of {found.dtype} takes part: compute with integers alone")
        return found


def _has_many(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and value.numel() > 1


def _are_wide(factors: Sequence[Any]) -> bool:
    """Whether many numbers are multiplied by many, and some need more than 8 bits."""
    ends = [(int(one.min()), int(one.max())) for one in factors if _has_many(one)]
    # Equal numbers are one: a kernel of ones adds, whatever it adds.
    ends = [(low, high) for low, high in ends if low < high]
    fit = [(0 <= low and high <= 255) or (-128 <= low and high <= 127) for low, high in ends]
    return len(fit) == 2 and not all(fit)


def vjp(
    function: Callable[..., Any],
    *inputs: Any,
    upstream: torch.Tensor | tuple[torch.Tensor, ...],
) -> tuple[Any, ...]:
    """Call a differentiable function and pull an upstream gradient back through it.

    Args:
        function: the student's function.
        inputs: floating-point tensors get a gradient, or only those with ``requires_grad``
            where any has it; everything else is passed as it is.
        upstream: one upstream gradient for each output.

    Returns:
        The outputs, then the gradient of each differentiated input; a :class:`Failure` wherever
        something was raised, the input was changed in place, or an output is missing.

    >>> y, grad_x = vjp(torch.square, torch.tensor([1.0, 2.0]), upstream=torch.tensor([1.0, 10.0]))
    >>> grad_x
    tensor([ 2., 40.])
    """
    upstreams = upstream if isinstance(upstream, tuple) else (upstream,)
    copies = _copies(inputs)
    is_chosen = any(isinstance(value, torch.Tensor) and value.requires_grad for value in inputs)
    leaves = []
    for value, copy in zip(inputs, copies, strict=True):
        if isinstance(copy, torch.Tensor):
            copy.requires_grad_(value.requires_grad if is_chosen else copy.is_floating_point())
            leaves += [copy] if copy.requires_grad else []
    output = _called(function, copies)
    outputs = tuple(output) if isinstance(output, (tuple, list)) else (output,)
    if not isinstance(output, Failure) and len(outputs) != len(upstreams):
        output = Failure(OUTPUT_COUNT, f"{len(outputs)} / {len(upstreams)}")
    # As many failures as there would be values: the check unpacks them all the same.
    if isinstance(output, Failure):
        return (output,) * (len(upstreams) + len(leaves))
    given = [value.clone() for value in upstreams]  # to see whether backward changes them
    gradients: tuple[Any, ...]
    try:
        gradients = torch.autograd.grad(outputs, leaves, given, allow_unused=True)
        if not all(map(torch.equal, upstreams, given)):
            gradients = (Failure(UPSTREAM_CHANGED, ""),) * len(leaves)
    except Exception as error:
        gradients = (Failure.of(error),) * len(leaves)
    changed = _changed(inputs, copies)
    return (*((changed,) * len(upstreams) if changed else outputs), *gradients)


def _copies(inputs: Sequence[Any]) -> list[Any]:
    # With the same strides: how code copes with a transposed input is a part of what is probed.
    return [x.detach().clone() if isinstance(x, torch.Tensor) else x for x in inputs]


def _called(function: Callable[..., Any], copies: Sequence[Any]) -> Any:
    try:
        output = function(*copies)
    except Exception as error:
        return Failure.of(error)
    return Failure(NOTHING_RETURNED, "") if output is None else output


def _changed(inputs: Sequence[Any], copies: Sequence[Any]) -> Failure | None:
    for before, after in zip(inputs, copies, strict=True):
        if isinstance(before, torch.Tensor):
            # A NaN differs from itself, so an input that holds one would always look changed.
            kept, found = before.nan_to_num(), after.detach().nan_to_num()
            if kept.shape != found.shape or not torch.equal(kept, found):
                return Failure(INPUT_CHANGED, "")
    return None
