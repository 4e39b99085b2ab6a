"""What one call of the function under test gave, and what draws and records."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import torch

from labkit.evidence import DTYPES, MOST_SHOWN, UPSTREAM, Array, Failure, plain

OUTPUT, GRADIENT, BOTH = "output", "gradient", "both"
# How far a copy may be from the original, as after dividing by a scale and multiplying again.
_SAME = 1e-3


@dataclass(frozen=True)
class Probe:
    """What one call of the function under test gave.

    Args:
        inputs: what it was called with.
        upstream: one upstream gradient for each output; none where nothing is differentiated.
        outputs, gradients: values, or the failures that came instead.
    """

    inputs: tuple[Any, ...]
    upstream: tuple[torch.Tensor, ...]
    outputs: list[Any]
    gradients: list[Any]

    def values(self, of: str, place: int | None) -> list[Any]:
        """The outputs, the gradients or both; only the one at a place, if that is given."""
        chosen = {OUTPUT: self.outputs, GRADIENT: self.gradients}
        values = chosen.get(of, [*self.outputs, *self.gradients])
        return values if place is None else [values[place]]

    def is_handed_on(self, of: str, place: int | None) -> bool:
        """Whether the outputs are the inputs, or the gradients those that came from above."""
        if of == OUTPUT:
            return all(same(y, x) for y, x in zip(self.outputs, self.inputs, strict=False))
        upstream = self.upstream * (len(self.gradients) if len(self.upstream) == 1 else 1)
        every = [*zip(self.gradients, upstream, strict=False)]
        chosen = every if place is None else every[place : place + 1]
        return all(same(grad, u) for grad, u in chosen)


def given(function: Callable[..., Any], probes: Sequence[Probe], value: Any) -> dict[str, Any]:
    """What calls got, by name: the keywords ``given`` and ``calls`` of a record with this value.

    >>> a, b = torch.tensor([1.0, 2.0]), torch.zeros(3, 4)
    >>> found = given(lambda a, b: a, [Probe((a, b), (a,), [a], [])], a)["given"]
    >>> {name: getattr(value, "values", value) for name, value in found.items()}
    {'a': array([1., 2.], dtype=float32), 'b': '(3, 4)', 'upstream': array([1., 2.], dtype=float32)}
    """
    values = value if isinstance(value, list) else [value]
    shapes = {tensor.shape for tensor in values if type(tensor) is torch.Tensor}
    names = _names(function, len(probes[0].inputs))
    upstream = _numbered(UPSTREAM, len(probes[0].upstream))
    each = [
        [_shown(value, shapes) for value in (*probe.inputs, *probe.upstream)] for probe in probes
    ]
    found = zip((*names, *upstream), zip(*each, strict=True), strict=True)
    shown = {name: _together(some) for name, some in found if None not in some}
    return {"given": shown if len(shown) <= MOST_SHOWN else {}, "calls": len(probes)}


def _names(function: Callable[..., Any], count: int) -> list[str]:
    """The names of a function's arguments; x, or x1, x2, ..., if it takes any number."""
    try:
        function = inspect.unwrap(function)
        owner: Any = getattr(function, "__self__", None)
        # Behind a Function's apply, which takes anything, forward has the names.
        is_apply = isinstance(owner, type) and issubclass(owner, torch.autograd.Function)
        arguments = inspect.signature(owner.forward if is_apply else function).parameters.values()
        named = [parameter for parameter in arguments if parameter.kind != parameter.VAR_POSITIONAL]
        found = [str(parameter.name) for parameter in named if parameter.name != "ctx"][:count]
    except Exception:  # code in C has no names, and a student's class may pretend anything
        found = []
    are_names = all(name.isidentifier() and not name.startswith(UPSTREAM) for name in found)
    return found if len(found) == count and are_names else _numbered("x", count)


def _numbered(name: str, count: int) -> list[str]:
    return [name] if count == 1 else [f"{name}{k + 1}" for k in range(count)]


def _shown(value: Any, shapes: set[torch.Size]) -> Any:
    if type(value) is torch.Tensor:
        is_shown = value.shape in shapes or value.numel() <= MOST_SHOWN
        kept = plain(value) if is_shown else None
        # NumPy does not have every kind of number.
        has_form = isinstance(kept, Array) and kept.dtype in DTYPES
        return kept if has_form else str(tuple(value.shape))
    return value if type(value) in (bool, int, float) else None


def _together(each: Sequence[Any]) -> Any:
    if len(each) == 1:
        return each[0]
    (first, *others) = each
    arrays = [part for part in each if isinstance(part, Array)]
    forms = {(array.kind, array.dtype, array.values.shape) for array in arrays}
    if len(arrays) == len(each) and len(forms) == 1:
        return Array(first.kind, first.dtype, np.stack([array.values for array in arrays]))
    return [first, *others]


class Recorder(Protocol):
    """What draws seeded values and keeps records: a :class:`labkit.checks.Check`."""

    def uniform(self, low: float, high: float, *shape: int) -> torch.Tensor: ...

    def normal(self, *shape: int, like: torch.Tensor | None = None) -> torch.Tensor: ...

    def integers(self, low: int, high: int, *shape: int) -> torch.Tensor: ...

    def points(
        self,
        around: Sequence[float],
        n: int | tuple[int, ...] = 256,
        step: float | None = None,
        first: Sequence[float] = (),
    ) -> torch.Tensor: ...

    def record(self, name: str, value: Any, **how: Any) -> None: ...

    def note(self, problem: Failure) -> None: ...


class Probing(Protocol):
    """What draws inputs and calls a function with them: a :class:`labkit.subject.Subject`."""

    check: Recorder
    function: Callable[..., Any]
    kinks: tuple[float, ...]

    def in_turns(self) -> tuple[Callable[..., Any], ...]: ...

    def inputs(self, n: int) -> tuple[Any, ...]: ...

    def upstream(self, *inputs: Any) -> tuple[torch.Tensor, ...]: ...

    def probe(
        self,
        inputs: tuple[Any, ...],
        function: Callable[..., Any] | None = None,
        *,
        upstream: tuple[torch.Tensor, ...] | None = None,
        once: bool = False,
    ) -> Probe: ...


def same(a: Any, b: Any) -> bool:
    """Whether two values are floating-point tensors with nearly the same elements."""
    # Exact types: the shape of a student's own class may be anything.
    if not ({type(a), type(b)} <= {torch.Tensor, torch.nn.Parameter} and a.shape == b.shape):
        return False
    return a.is_floating_point() and torch.allclose(a, b.to(a.dtype), rtol=_SAME, atol=0)
