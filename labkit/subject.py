"""What is under test: a function or a class of modules, its seeded points, and what is recorded.

A check names the rules, and the points that are chosen by hand. What it has in common with other
checks is decided here and in :mod:`labkit.usual`: how inputs and upstream gradients are drawn,
which record backs which, and what does not count until there is work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import cycle
from typing import Any

import torch
from torch import nn

from labkit import calls, usual
from labkit.probes import BOTH, GRADIENT, OUTPUT, Probe, Recorder, given

Function = Callable[..., Any]
Points = torch.Tensor | Sequence[float] | tuple[Any, ...]


class Subject:
    """A function under test; made by :meth:`labkit.checks.Check.function`.

    Args:
        check: draws and records.
        function: of one or several inputs.
        kinks, step, n, first: where it is probed, as :meth:`~labkit.checks.Check.points` takes
            them; without kinks at standard-normal points.
        draw: makes other inputs, a tensor or a tuple, from the number of elements.
        upstream: makes the upstream gradients from the inputs; by default as the first input.
        outputs: how many there are.
        gradient: False where nothing is differentiated.
        given: the output was given; it counts once the gradient is right.
        once: another call, or a second backward, may give something else, or would count.
        other: the same with other settings, for the second of two calls.
        how: for all its records, such as ``rtol``.

    Each method records an answer. Its keywords are those of :meth:`~labkit.checks.Check.record`:
    ``share``, ``rtol``, ``atol``, ``backing``, and the rule in words, one for each language.

    >>> from labkit import check
    >>> with check("example") as t:
    ...     clip = t.function(lambda x: x.clamp(-1, 1), kinks=(-1, 1))
    ...     clip.output(en="limited to [-1, 1]")
    ...     clip.gradient(share=2, en="passes where -1 <= x <= 1, else 0")
    ...     clip.output_at("far", [-1e9, 1e9], en="the same far outside")
    ...     clip.usual("two_calls", "scalar", share=0.5)
    >>> [record.name for record in t.evidence.records]
    ['y', 'grad', 'far', 'two_calls', 'scalar']
    >>> t.evidence["far"].backing, t.evidence["scalar"].backing
    ('y', 'grad')
    >>> t.evidence["scalar"].rule["en"]
    'a tensor without dimensions gives a result without dimensions'
    """

    def __init__(
        self,
        check: Recorder,
        function: Function,
        *,
        kinks: Sequence[float] = (),
        step: float | None = None,
        n: int = 256,
        first: Sequence[float] = (),
        draw: Callable[[int], Any] | None = None,
        upstream: Callable[..., Any] | None = None,
        outputs: int = 1,
        gradient: bool = True,
        given: bool = False,
        once: bool = False,
        other: Function | None = None,
        **how: Any,
    ) -> None:
        self.check = check
        self.function = function
        self.other = other or function
        self._draw = draw or (
            lambda n: check.points(kinks, n, step, first) if kinks else check.normal(n)
        )
        self.kinks = () if draw else tuple(kinks)
        self._n = n
        self._upstream = upstream
        self._outputs = outputs
        self._differentiable = gradient
        self._given = given
        self._once = once
        self._how = how
        # Modules of one class back each other: settings may be such that a mistake does not show.
        self._backing: dict[str, str] = function.backing if isinstance(function, _OneModule) else {}

    def output(self, name: str = "y", place: int | None = None, **how: Any) -> None:
        """Record the output at seeded points; only the one at a place, where there are several."""
        self._backing[OUTPUT] = name
        self.record(name, [self.main], OUTPUT, place, **how)

    def gradient(self, name: str = "grad", place: int | None = None, **how: Any) -> None:
        """Record the gradient at the same points; of the input at a place, or of all inputs."""
        self._backing[GRADIENT] = name
        self.record(name, [self.main], GRADIENT, place, **how)

    def both(self, name: str, **how: Any) -> None:
        """Record the outputs and the gradients at the same points, in one."""
        self._backing[GRADIENT] = name
        self.record(name, [self.main], BOTH, **how)

    def at(
        self,
        name: str,
        points: Points,
        *,
        of: str = BOTH,
        place: int | None = None,
        **how: Any,
    ) -> None:
        """Record what comes out at points that are chosen by hand.

        Args:
            name: of the record.
            points: a list of numbers, a tensor, or a tuple with each of several inputs.
            of: "output", "gradient" or "both".
            place: of the only one that is recorded of several.
            how: as for every record.
        """
        if isinstance(points, list):
            points = torch.tensor(points, dtype=torch.float32)
        inputs = points if isinstance(points, tuple) else (points,)
        self.record(name, [self.probe(inputs)], of, place, **how)

    def output_at(self, name: str, points: Points, **how: Any) -> None:
        """Record the output at points that are chosen by hand, as :meth:`at` takes them."""
        self.at(name, points, of=OUTPUT, **how)

    def gradient_at(self, name: str, points: Points, **how: Any) -> None:
        """Record the gradient at points that are chosen by hand, as :meth:`at` takes them."""
        self.at(name, points, of=GRADIENT, **how)

    def same_by(
        self, name: str, function: Function, *, of: str = BOTH, n: int = 64, **how: Any
    ) -> None:
        """Record what another function or class of modules, which does the same, gives."""
        is_class = isinstance(function, type)
        other = (lambda *inputs: function()(*inputs)) if is_class else function
        self.record(name, [self.probe(self.inputs(n), other)], of, **how)

    def usual(self, *cases: str, of: str | None = None, **how: Any) -> None:
        """Record usual cases, each under its name and with its own sentence.

        Args:
            cases: names of functions in :mod:`labkit.usual`, such as "two_calls".
            of: "output", "gradient" or "both"; by default what the case is about.
            how: as for every record; words here replace the usual sentence.
        """
        for name in cases:
            case = usual.CASES[name]
            self.record(name, case.probes(self), of or case.of, **{**case.how, **how})

    def in_turns(self) -> tuple[Function, ...]:
        """What is called before the first backward; a module is made once, and called twice."""
        function = self.function.make() if isinstance(self.function, _OneModule) else self.function
        if self.other is self.function:
            return function, function
        return function, self.other, function

    def inputs(self, n: int) -> tuple[Any, ...]:
        """Seeded inputs of ``n`` elements, or of as many as the subject draws."""
        inputs = self._draw(n)
        return inputs if isinstance(inputs, tuple) else (inputs,)

    def probe(
        self,
        inputs: tuple[Any, ...],
        function: Function | None = None,
        *,
        upstream: tuple[torch.Tensor, ...] | None = None,
        once: bool = False,
    ) -> Probe:
        """Call the function, or another one, and pull upstream gradients back through it, twice
        unless once is enough."""
        function = function or self.function
        if not self._differentiable:
            found = calls.call(function, *inputs)
            return Probe(inputs, (), self._split(found), [])
        upstream = upstream or self.upstream(*inputs)
        found = calls.vjp(function, *inputs, upstream=upstream, once=once or self._once)
        count = len(upstream)
        return Probe(inputs, upstream, [*found[:count]], [*found[count:]])

    def upstream(self, *inputs: Any) -> tuple[torch.Tensor, ...]:
        """Random upstream gradients, one for each output, in the dtype of the first input."""
        if self._upstream is None:
            return tuple(self.check.normal(like=inputs[0]) for _ in range(self._outputs))
        upstream = self._upstream(*inputs)
        every = upstream if isinstance(upstream, tuple) else (upstream,)
        return tuple(gradient.to(inputs[0].dtype) for gradient in every)

    def record(
        self, name: str, probes: list[Probe], of: str, place: int | None = None, **how: Any
    ) -> None:
        """Record what probes gave: one value, or the list of all of them."""
        values = [value for probe in probes for value in probe.values(of, place)]
        value = values[0] if len(values) == 1 else values
        # An upstream gradient says nothing about an output.
        shown = [replace(probe, upstream=()) for probe in probes] if of == OUTPUT else probes
        how = {**self._backed(name, probes, of, place), **self._how, **how}
        self.check.record(name, value, **{**given(self.function, shown, value), **how})

    def _backed(
        self, name: str, probes: list[Probe], of: str, place: int | None
    ) -> dict[str, bool | str | None]:
        """Which record backs this one, and whether it needs that whatever the seed."""
        output, gradient = self._backing.get(OUTPUT), self._backing.get(GRADIENT)
        backing = output if of == OUTPUT else gradient or output
        if of == BOTH or not self._differentiable:
            return {"backing": None if backing == name else backing}
        # What was given or handed on needs no work: a gradient counts with its output, an output
        # with the first record that needs some.
        is_given = self._given and of == OUTPUT
        backed = is_given or all(probe.is_handed_on(of, place) for probe in probes)
        if is_given or backing == name:
            backing = output if backed and of == GRADIENT else None
        return {"backing": backing, "backed": backed}

    @cached_property
    def main(self) -> Probe:
        """What it gives at its seeded points; called when it is first asked for."""
        return self.probe(self.inputs(self._n))

    def _split(self, found: Any) -> list[Any]:
        """As many outputs as there must be, or that many copies of what came instead."""
        if self._outputs == 1:
            return [found]
        is_whole = isinstance(found, (tuple, list)) and len(found) == self._outputs
        return [*found] if is_whole else [found] * self._outputs


class Modules:
    """A class of modules under test; made by :meth:`labkit.checks.Check.module`.

    >>> from labkit import check
    >>> with check("example") as t:
    ...     dropout = t.module(nn.Dropout)
    ...     dropout.is_module(0.5)
    ...     dropout.refuses(-0.1, 1.5, accepts=(0.5,), en="a p outside 0 <= p <= 1")
    ...     dropout.prints({"p": 0.25})
    >>> t.evidence["print"].value, t.evidence["print"].rule["en"]
    ('p=0.25', 'print(Dropout(0.25)) shows p=0.25')
    """

    def __init__(self, check: Recorder, make: Callable[..., nn.Module]) -> None:
        self.check = check
        self.make = make
        self._backing: dict[str, str] = {}
        self._modes = cycle((True, False))

    def of(self, *settings: Any, **by_name: Any) -> Function:
        """The function of a module with these settings, which is made anew for each call.

        Every second one is in evaluation mode: settings and mode need not coincide.
        """
        training = next(self._modes)

        def make() -> Any:
            return _in_mode(self.make(*settings, **by_name), training=training)

        return _OneModule(make, self._backing)

    def is_module(self, *settings: Any, **how: Any) -> None:
        """Record that an instance is an nn.Module, and what its state_dict holds."""
        value = calls.call(lambda: _kind(self.make(*settings)))
        self._record("module", value, how)

    def refuses(self, *invalid: Any, accepts: Sequence[Any], **how: Any) -> None:
        """Record which settings raise what; valid and invalid ones are mixed in random order.

        Args:
            invalid: settings that must be refused: a tuple each, or a single value.
            accepts: settings that must not.
            how: as for every record.
        """
        given = [*accepts, *invalid]
        order = self.check.uniform(0, 1, len(given)).argsort().tolist()
        found = [f"{given[k]!r}: {calls.raises(self.make, *_as_tuple(given[k]))}" for k in order]
        self._record("refused", ", ".join(found), how)

    def prints(self, *settings: dict[str, Any], name: str = "print", **how: Any) -> None:
        """Record whether what is printed shows all settings, by their names."""
        texts = [
            ", ".join(f"{name}={value}" for name, value in setting.items()) for setting in settings
        ]
        made = [
            f"{self.make.__name__}({', '.join(map(repr, setting.values()))})"
            for setting in settings
        ]
        value = calls.call(lambda: ", ".join(map(self._shown, settings)))
        key = "print" if len(settings) == 1 else "prints"
        words = usual.sentence(key, call=made[0], settings=texts[0], others=", ".join(made[1:]))
        self._record(name, value, {"sentence": words, **how})

    def side_by_side(
        self, x: torch.Tensor, *settings: Any, name: str = "many_modules", **how: Any
    ) -> None:
        """Record what modules of several settings give, all made before the first is called."""
        value = calls.call(
            lambda x: [m(x) for m in [self._made(setting) for setting in settings]], x
        )
        self._record(name, value, {"at": x, "sentence": usual.sentence("many_modules"), **how})

    def used_again(self, x: torch.Tensor, *settings: Any, **how: Any) -> None:
        """Record what one module gives for a small batch, the given one, and the small one
        again."""
        batches = [x / 100, x, x / 100]
        value = calls.call(lambda *x: [*map(self.make(*settings), x)], *batches)
        probes = [Probe((batch,), (), [], []) for batch in batches]
        self._record("used_again", value, {**given(self._called, probes, x), **how})

    def _called(self, x: Any) -> Any:
        return self.make()(x)

    def _record(self, name: str, value: Any, how: dict[str, Any]) -> None:
        self.check.record(name, value, **{"backing": self._backing.get(OUTPUT), **how})

    def _made(self, settings: Any) -> nn.Module:
        return self.make(*_as_tuple(settings))

    def _shown(self, settings: dict[str, Any]) -> str:
        """The settings, if the module's text shows them; else that text."""
        text = repr(self.make(*settings.values()))
        wanted = [f"{name}={value}" for name, value in settings.items()]
        return ", ".join(wanted) if all(part in text for part in wanted) else text


@dataclass(frozen=True)
class _OneModule:
    """A module as a function, made anew for each call, and what backs the records of its class."""

    make: Callable[[], Any]
    backing: dict[str, str]

    def __call__(self, *inputs: Any) -> Any:
        return self.make()(*inputs)


def _in_mode(module: Any, *, training: bool) -> Any:
    return module.train(training) if isinstance(module, nn.Module) else module


def _kind(module: Any) -> str:
    if not isinstance(module, nn.Module):
        return "not an nn.Module"
    return ", ".join(["an nn.Module", *module.state_dict()])


def _as_tuple(settings: Any) -> tuple[Any, ...]:
    return settings if isinstance(settings, tuple) else (settings,)
