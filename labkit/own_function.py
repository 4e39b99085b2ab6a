"""Whether what a student's function gives comes from a Function of their own, call by call.

Each call is watched: the function runs in a graph of its own, and the gradient that a check records
is the one that was pulled back here. ``autograder/submission/suspicious.py`` finds what may hide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
from torch.autograd import Function
from torch.autograd.function import BackwardCFunction
from torch.overrides import TorchFunctionMode

from labkit.calls import exact
from labkit.evidence import ASKS_AUTOGRAD, NOT_OWN, Failure
from labkit.probes import Recorder

# PyTorch turns gradients off within both passes of a Function: who differentiates there turns them
# on, or uses dual numbers. Outside of them only a call that differentiates shows it.
_ENABLE = "_set_grad_enabled"
_ASKS = {_ENABLE: "enable_grad", "_make_dual": "make_dual", "grad": "grad", "backward": "backward"}


class Watched:
    """A student's function; made by :meth:`labkit.checks.Check.watched`.

    >>> from labkit import check
    >>> with check("example") as t:
    ...     doubled = t.watched(lambda x: 2 * x)
    ...     t.function(doubled).both("doubled", en="twice the input")
    ...     doubled.record()
    >>> t.evidence["own_function"].value
    Failure(type='NotOwn', message='MulBackward0')
    """

    def __init__(self, check: Recorder, function: Callable[..., Any]) -> None:
        self._check = check
        self._function = self.__wrapped__ = function  # by which its arguments have their names
        self._was_called = False
        self._failure: Failure | None = None

    def __call__(self, *inputs: Any, **settings: Any) -> Any:
        """What the function gives; settings are inputs that are given by name."""
        is_first, self._was_called = not self._was_called, True
        try:
            return _Call.apply(self, lambda *inputs: self._function(*inputs, **settings), *inputs)
        except Exception as error:
            if is_first:  # later ones are about a single case, and other records show them
                self.fail(Failure.of(error))
            raise

    def record(self) -> None:
        """Record, as a condition of all points, what the calls so far have shown."""
        self._check.record("own_function", self._failure or True, share=0)

    def fail(self, failure: Failure) -> None:
        """Keep a failure, if it is the first one."""
        self._failure = self._failure or failure


class _Call(Function):
    """One call of a watched function, in a graph of its own."""

    @staticmethod
    def forward(ctx: Any, watched: Watched, function: Callable[..., Any], *inputs: Any) -> Any:
        needed = ctx.needs_input_grad[2:]
        pairs = zip(inputs, needed, strict=True)
        copies = [x.detach().requires_grad_(n) if torch.is_tensor(x) else x for x, n in pairs]
        with torch.set_grad_enabled(any(needed)), _Asking(watched):
            found = function(*copies)
        outputs = tuple(found) if isinstance(found, (tuple, list)) else (found,)
        ctx.watched, ctx.outputs = watched, outputs
        ctx.set_materialize_grads(value=False)  # a Function may want None for an unused output
        ctx.leaves = [x for x, n in zip(copies, needed, strict=True) if n]
        ctx.node = next(own_nodes(outputs), None)
        if ctx.leaves and ctx.node is None:
            watched.fail(_not_own(outputs))
        # Of the same memory: what is written there must reach what the student's Function keeps.
        shown = tuple(y.detach() if torch.is_tensor(y) else y for y in outputs)
        return shown if isinstance(found, (tuple, list)) else shown[0]

    @staticmethod
    def backward(ctx: Any, *upstream: torch.Tensor | None) -> Any:
        pairs = [*zip(ctx.outputs, upstream, strict=True)]
        every = [torch.zeros_like(y) if grad is None else grad for y, grad in pairs]
        alone = _alone(ctx.node, every, ctx.watched)
        used = [(y, grad) for y, grad in pairs if grad is not None] or [
            *zip(ctx.outputs, every, strict=True)
        ]
        settings = {"retain_graph": True, "allow_unused": True}
        outputs, given = zip(*used, strict=True)
        whole = torch.autograd.grad(outputs, ctx.leaves, given, **settings)
        grads = [grad if grad is None else exact(grad).clone() for grad in whole]
        if not all(any(_same(own, grad) for own in alone) for grad in grads if grad is not None):
            ctx.watched.fail(_not_own(ctx.outputs))
        left = iter(grads)
        return tuple(next(left) if needed else None for needed in ctx.needs_input_grad)


def _alone(node: Any, upstream: Sequence[torch.Tensor], watched: Watched) -> Sequence[Any]:
    """What the backward of the student's Function gives by itself; nothing where it raises."""
    try:
        with torch.no_grad(), _Asking(watched):
            found = node.apply(*[grad.clone() for grad in upstream]) if node else ()
    except Exception:  # as the whole will, or else the gradient is not its own
        return ()
    every = found if isinstance(found, (tuple, list)) else (found,)
    # Frozen: the whole comes after it, and its hooks could write there what autograd has found.
    return [exact(grad).clone() for grad in every if torch.is_tensor(grad)]


def _same(found: torch.Tensor, grad: torch.Tensor) -> bool:
    """Whether a gradient is what was found, after autograd has fitted that to its input."""
    try:
        fitted = found.sum_to_size(grad.shape).to(grad.dtype)
    except RuntimeError:  # of another shape
        return False
    return torch.equal(fitted.nan_to_num(), grad.nan_to_num())


def own_nodes(outputs: Sequence[Any]) -> Iterator[Any]:
    """The nodes of Functions written in Python, the last first, those of watched calls included."""
    for node in _nodes(outputs):
        if isinstance(node, _Call._backward_cls):
            yield from own_nodes(getattr(node, "outputs", ()))
        elif isinstance(node, BackwardCFunction):
            yield node


def _not_own(outputs: Sequence[Any]) -> Failure:
    """What autograd has recorded instead: the first few different nodes, leaves left out."""
    inner = (type(node).__name__ for node in _nodes(outputs) if node.next_functions)
    return Failure(NOT_OWN, ", ".join([*dict.fromkeys(inner)][:5]) or "-")


def _nodes(outputs: Sequence[Any]) -> Iterator[Any]:
    waiting = [getattr(outputs[-1], "grad_fn", None)]
    while waiting:
        if node := waiting.pop(0):
            yield node
            waiting += [below for below, _ in node.next_functions]


class _Asking(TorchFunctionMode):
    """Notes it where the code inside asks autograd for a derivative."""

    def __init__(self, watched: Watched) -> None:
        super().__init__()
        self._watched = watched
        self._turned_off = False  # by the code itself, as a block of `no_grad` does until its end

    def __torch_function__(
        self, function: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        name, is_on = getattr(function, "__name__", ""), torch.is_grad_enabled()
        if name in _ASKS and (name != _ENABLE or (args[0] and not is_on and not self._turned_off)):
            self._watched.fail(Failure(ASKS_AUTOGRAD, _ASKS[name]))
        if name == _ENABLE:
            self._turned_off = not args[0] and (is_on or self._turned_off)
        return function(*args, **(kwargs or {}))
