"""Calling a student's function on copies, so that it can neither break a check nor change it.

What it gives is frozen at once, here alone: it may keep a reference to what it gave, or to what it
was given, and write there later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

from labkit.evidence import (
    GRAPH_DECIDES,
    INPUT_CHANGED,
    NOTHING_RETURNED,
    OUTPUT_COUNT,
    SECOND_BACKWARD,
    UPSTREAM_CHANGED,
    Failure,
)


def call(function: Callable[..., Any], *inputs: Any) -> Any:
    """Call the student's function on copies; what it raises becomes a :class:`Failure`."""
    copies = copied(inputs)
    output = frozen(_called(function, copies))
    return output if isinstance(output, Failure) else _changed(inputs, copies) or output


def lent(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function on copies that are overwritten afterwards, as a reused buffer is.

    For what a student's object keeps of its inputs until a later call.

    >>> kept = []
    >>> lent(kept.append)(torch.tensor([1.0, 2.0]))
    >>> kept
    [tensor([-1.0000, -0.5000])]
    """

    def called(*inputs: Any) -> Any:
        copies = copied(inputs)
        output = frozen(function(*copies))
        _write_over(copies)
        return output

    return called


def copied(value: Any) -> Any:
    """The same value with copies of its tensors, also of those in lists, tuples and dictionaries.

    >>> x = torch.ones(2)
    >>> copied([x, (x, 3)])[1][0] is x
    False
    """
    if isinstance(value, torch.Tensor):
        # With the same strides: how code copes with a transposed input is a part of what is probed.
        return exact(value).detach().clone().requires_grad_(value.requires_grad)
    if type(value) in (list, tuple):
        return type(value)(map(copied, value))
    if type(value) is dict:
        return {key: copied(item) for key, item in value.items()}
    return value


def frozen(value: Any) -> Any:
    """What came from a student's code, such that no later write of theirs changes it.

    A tensor of a class of their own stays one: no check records it.
    """
    if type(value) in (torch.Tensor, torch.nn.Parameter):
        return value.detach().clone() if value.layout is torch.strided else value
    if type(value) in (list, tuple):
        return type(value)(map(frozen, value))
    return value.copy() if type(value) is np.ndarray else value


def exact(value: torch.Tensor) -> torch.Tensor:
    """The same values; a class of the student's own could answer when they are compared."""
    if type(value) is torch.Tensor:
        return value
    with torch._C.DisableTorchFunctionSubclass():
        return torch.Tensor.as_subclass(value, torch.Tensor)


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
        ValueError: it gives floats, computes with them, multiplies wider integers, or takes the
            numbers to another library, where nothing can be seen. A single float, such as a factor,
            is allowed on the way.

    >>> in_integers(lambda x: x >> 1, torch.tensor([3, 4]))
    tensor([1, 2])
    >>> in_integers(lambda x: (x / 2).int(), torch.tensor([3, 4]))
    Traceback (most recent call last):
    ValueError: a tensor of torch.float32 takes part: compute with integers alone
    >>> in_integers(lambda x: 9 * x @ x, torch.tensor([30, 40]), byte_products=True)
    Traceback (most recent call last):
    ValueError: integers of more than 8 bits are multiplied with each other: multiply bytes alone
    >>> in_integers(lambda x: torch.from_numpy(x.numpy() / 2).int(), torch.tensor([3, 4]))
    Traceback (most recent call last):
    ValueError: Tensor.numpy leaves PyTorch: compute with its tensors of integers
    """
    with _InsidePyTorch(), _Integers(byte_products=byte_products):
        found: torch.Tensor = function(*inputs)
        if found.is_floating_point():
            raise ValueError(f"an integer dtype is wanted, not {found.dtype}")
    return found.long()


# What gives another library the numbers of a tensor, by DLPack, too.
_WAYS_OUT = (torch.Tensor.numpy, torch.Tensor.__array__, torch.Tensor.__dlpack__)


class _InsidePyTorch(TorchFunctionMode):
    """Refuses to hand numbers to NumPy and the like, whose operations no mode of PyTorch sees."""

    def __torch_function__(
        self, function: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        if function in _WAYS_OUT:
            way = function.__name__
            raise ValueError(f"Tensor.{way} leaves PyTorch: compute with its tensors of integers")
        return function(*args, **(kwargs or {}))


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
        # Not TypeError in either case: an operator such as / would turn it into another one.
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
    ends = [(int(factor.min()), int(factor.max())) for factor in factors if _has_many(factor)]
    # Equal numbers are one: a kernel of ones adds, whatever it adds.
    ends = [(low, high) for low, high in ends if low < high]
    fit = [(0 <= low and high <= 255) or (-128 <= low and high <= 127) for low, high in ends]
    return len(fit) == 2 and not all(fit)


class Call:
    """One call of a differentiable function, whose graph can be sent backward several times.

    Args:
        function: the student's function.
        inputs: floating-point tensors get a gradient, or only those with ``requires_grad``
            where any has it; everything else is passed as it is.
        outputs: how many there must be.

    >>> square = Call(torch.square, torch.tensor([1.0, 2.0]))
    >>> square.outputs
    (tensor([1., 4.]),)
    >>> square.gradients(torch.tensor([1.0, 10.0]))
    (tensor([ 2., 40.]),)
    """

    def __init__(self, function: Callable[..., Any], *inputs: Any, outputs: int = 1) -> None:
        self._inputs = inputs
        self._copies = copied(inputs)
        is_chosen = any(isinstance(x, torch.Tensor) and x.requires_grad for x in inputs)
        if not is_chosen:
            for copy in self._copies:
                if isinstance(copy, torch.Tensor) and copy.is_floating_point():
                    copy.requires_grad_()
        self._leaves = [x for x in self._copies if isinstance(x, torch.Tensor) and x.requires_grad]
        found = _called(function, self._copies)
        self.graph = tuple(found) if isinstance(found, (tuple, list)) else (found,)
        if not isinstance(found, Failure) and len(self.graph) != outputs:
            found = Failure(OUTPUT_COUNT, f"{len(self.graph)} / {outputs}")
        self._failure = found if isinstance(found, Failure) else None
        # As many failures as there would be values: the check unpacks them anyway.
        self._outputs = (found,) * outputs if self._failure else frozen(self.graph)

    @property
    def outputs(self) -> tuple[Any, ...]:
        """As they were returned, unless the function has changed its inputs by now."""
        changed = None if self._failure else _changed(self._inputs, self._copies)
        return (changed,) * len(self._outputs) if changed else self._outputs

    def gradients(self, *upstream: torch.Tensor) -> tuple[Any, ...]:
        """Gradients of the inputs that have one: values, or the :class:`Failure` that came
        instead."""
        if self._failure:
            return (self._failure,) * len(self._leaves)
        given = [value.clone() for value in upstream]  # to see whether backward changes them
        how = {"allow_unused": True, "retain_graph": True}
        try:
            found = frozen(torch.autograd.grad(self.graph, self._leaves, given, **how))
        except Exception as error:
            return (Failure.of(error),) * len(self._leaves)
        if not all(map(is_equal, upstream, given)):
            return (Failure(UPSTREAM_CHANGED, ""),) * len(self._leaves)
        return found

    @property
    def tensors(self) -> list[torch.Tensor]:
        """The inputs and the outputs, as the function has them."""
        return [*_tensors((self._copies, self.graph))]

    def write_over(self, place: int) -> None:
        """Use the outputs, then write other values into one of the tensors, as a network may."""
        written = self.tensors[place]
        self.graph = tuple(y.clone() if isinstance(y, torch.Tensor) else y for y in self.graph)
        _write_over(written)


def vjp(
    function: Callable[..., Any],
    *inputs: Any,
    upstream: torch.Tensor | tuple[torch.Tensor, ...],
    once: bool = False,
) -> tuple[Any, ...]:
    """Call a differentiable function and pull an upstream gradient back through it, twice.

    Args:
        function, inputs: as for :class:`Call`.
        upstream: one upstream gradient for each output.
        once: another call, or a second backward, may differ from the first, or would count.

    Returns:
        The outputs, then the gradient of each differentiated input; a :class:`Failure` wherever
        something was raised, the input was changed in place, an output is missing or differs when
        no gradient is needed, or the second backward gave something else.

    >>> y, grad_x = vjp(torch.square, torch.tensor([1.0, 2.0]), upstream=torch.tensor([1.0, 10.0]))
    >>> grad_x
    tensor([ 2., 40.])
    """
    upstreams = upstream if isinstance(upstream, tuple) else (upstream,)
    made = Call(function, *inputs, outputs=len(upstreams))
    gradients = made.gradients(*upstreams)
    if not once and not any(isinstance(gradient, Failure) for gradient in gradients):
        again = made.gradients(*upstreams)
        if not all(map(is_equal, gradients, again)):
            gradients = (Failure(SECOND_BACKWARD, ""),) * len(gradients)
    outputs = made.outputs
    if not once and not any(isinstance(output, Failure) for output in outputs):
        bare = _without_graph(function, inputs)
        if len(bare) != len(outputs) or not all(map(_is_close, outputs, bare)):
            outputs = (Failure(GRAPH_DECIDES, ""),) * len(outputs)
    return (*outputs, *gradients)


def _without_graph(function: Callable[..., Any], inputs: Sequence[Any]) -> tuple[Any, ...]:
    """What a function gives where nothing needs a gradient."""
    copies = [x.detach() if isinstance(x, torch.Tensor) else x for x in copied(inputs)]
    with torch.no_grad():
        found = frozen(_called(function, copies))
    return tuple(found) if isinstance(found, (tuple, list)) else (found,)


def _is_close(a: Any, b: Any) -> bool:
    """Whether two outputs differ only by rounding: PyTorch may add in a different order."""
    if not (isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor)):
        return is_equal(a, b)
    a, b = exact(a), exact(b)
    if not (a.shape == b.shape and a.dtype == b.dtype):
        return False
    return torch.equal(a, b) or torch.allclose(a, b, rtol=1e-4, atol=1e-6, equal_nan=True)


def is_equal(a: Any, b: Any) -> bool:
    """Whether two values are the same to the last bit; NaN is the same as NaN."""
    if not (isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor)):
        return bool(type(a) is type(b) and a == b)
    a, b = exact(a.detach()), exact(b.detach())
    # A NaN differs from itself, so whatever holds one would always look changed.
    return a.shape == b.shape and (torch.equal(a, b) or torch.equal(a.nan_to_num(), b.nan_to_num()))


def _called(function: Callable[..., Any], copies: Sequence[Any]) -> Any:
    try:
        output = function(*copies)
    except Exception as error:
        return Failure.of(error)
    return Failure(NOTHING_RETURNED, "") if output is None else output


def _changed(inputs: Sequence[Any], copies: Sequence[Any]) -> Failure | None:
    is_same = all(map(is_equal, _tensors(inputs), _tensors(copies)))
    return None if is_same else Failure(INPUT_CHANGED, "")


def _tensors(value: Any) -> Iterator[torch.Tensor]:
    """The tensors in lists, tuples and dictionaries, as :func:`copied` finds them."""
    if isinstance(value, torch.Tensor):
        yield value
    elif type(value) in (list, tuple, dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _tensors(item)


@torch.no_grad()
def _write_over(value: Any) -> None:
    for tensor in _tensors(value):
        with suppress(RuntimeError):  # such as a view of an input, which a Function may not lose
            tensor.copy_(tensor.roll(1) * -0.5)  # other values, and other ends of their range
