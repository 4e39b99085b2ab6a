"""What one call of the function under test gave, and what draws and records."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import torch

OUTPUT, GRADIENT, BOTH = "output", "gradient", "both"
# As far as a copy may be from what was copied, as after dividing by a scale and multiplying again.
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


class Recorder(Protocol):
    """What draws seeded values and keeps records: a :class:`labkit.checks.Check`."""

    def uniform(self, low: float, high: float, *shape: int) -> torch.Tensor: ...

    def normal(self, *shape: int, like: torch.Tensor | None = None) -> torch.Tensor: ...

    def points(
        self,
        around: Sequence[float],
        n: int | tuple[int, ...] = 256,
        step: float | None = None,
        first: Sequence[float] = (),
    ) -> torch.Tensor: ...

    def record(self, name: str, value: Any, **how: Any) -> None: ...


class Probing(Protocol):
    """What draws inputs and calls a function with them: a :class:`labkit.subject.Subject`."""

    check: Recorder
    function: Callable[..., Any]
    other: Callable[..., Any]

    def inputs(self, n: int) -> tuple[Any, ...]: ...

    def upstream(self, *inputs: Any) -> tuple[torch.Tensor, ...]: ...

    def probe(
        self,
        inputs: tuple[Any, ...],
        function: Callable[..., Any] | None = None,
        *,
        upstream: tuple[torch.Tensor, ...] | None = None,
    ) -> Probe: ...


def same(a: Any, b: Any) -> bool:
    """Whether two values are floating-point tensors with nearly the same elements."""
    if not (isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor) and a.shape == b.shape):
        return False
    return a.is_floating_point() and torch.allclose(a, b.to(a.dtype), rtol=_SAME, atol=0)
