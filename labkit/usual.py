"""The usual cases of a check, by name. To add one, write a function here and its sentences.

The sentences are the messages of the section ``usual``, in each language.
"""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, cast

import torch

from labkit import calls
from labkit.evidence import GRAPH_KEPT, Failure
from labkit.language import LANGUAGES
from labkit.messages import load
from labkit.own_function import own_nodes
from labkit.probes import BOTH, GRADIENT, OUTPUT, Probe, Probing

Probes = Callable[[Probing], list[Probe]]
# Read while the module is imported: the grader's kernels get it with the fork.
_SENTENCES = {language: load(language).get("usual", {}) for language in LANGUAGES}
_RULES = {language: load(language).get("rules", {}) for language in LANGUAGES}


@dataclass(frozen=True)
class Case:
    """How a usual case probes a subject, what it is about, and how it is recorded."""

    probes: Probes
    of: str
    how: dict[str, Any]


CASES: dict[str, Case] = {}


def sentence(name: str, **values: Any) -> dict[str, str]:
    """The rule of a case in words, by language; none where there is no such case.

    >>> sentence("empty")["en"]
    'an empty tensor gives an empty result'
    """
    words = {language: texts[name] for language, texts in _SENTENCES.items() if name in texts}
    return {language: text.format(**values) for language, text in words.items()}


def in_all_languages(record: str, words: dict[str, str]) -> dict[str, str]:
    """A rule that a check states, with its words in the other languages, from the messages.

    >>> in_all_languages("binary_sign.y", {"en": "+1 for x >= 0, else -1"})["ja"]
    'x >= 0 なら +1、それ以外は -1'
    """
    known = {language: texts[record] for language, texts in _RULES.items() if record in texts}
    return words | {language: text for language, text in known.items() if language not in words}


def _case(of: str = BOTH, **how: Any) -> Callable[[Probes], Probes]:
    def named(probes: Probes) -> Probes:
        CASES[probes.__name__] = Case(probes, of, how)
        return probes

    return named


def _each(
    inputs: tuple[Any, ...], change: Callable[[torch.Tensor], torch.Tensor]
) -> tuple[Any, ...]:
    return tuple(change(x) if isinstance(x, torch.Tensor) else x for x in inputs)


@_case()
def two_calls(subject: Probing) -> list[Probe]:
    functions = subject.in_turns()
    inputs = [subject.inputs(40) for _ in functions]
    upstream = [subject.upstream(*given) for given in inputs]
    made = [
        calls.Call(function, *given, outputs=len(grads))
        for function, given, grads in zip(functions, inputs, upstream, strict=True)
    ]
    # The first call's backward first: a stack that all calls share would serve the other order.
    return [
        Probe(given, grads, [*call.outputs], [*call.gradients(*grads)])
        for given, grads, call in zip(inputs, upstream, made, strict=True)
    ]


@_case(of=GRADIENT)
def overwritten(subject: Probing) -> list[Probe]:
    inputs = subject.inputs(40)
    upstream = subject.upstream(*inputs)

    def new_call() -> calls.Call:
        return calls.Call(subject.function, *inputs, outputs=len(upstream))

    outputs, gradients = (call := new_call()).outputs, call.gradients(*upstream)
    found = [*gradients]
    for place in range(len(call.tensors)):  # one at a time: an error in one would hide the others
        changed = new_call()
        changed.write_over(place)
        # An error is as good as the right gradient, and recorded as that.
        for k, later in enumerate(changed.gradients(*upstream)):
            if not (isinstance(later, Failure) or calls.is_equal(later, gradients[k])):
                found[k] = later
    if _stays_in_memory(new_call):
        found = [Failure(GRAPH_KEPT, "")] * len(found)
    return [Probe(inputs, upstream, [*outputs], found)]


@_case(of=GRADIENT)
def two_backwards(subject: Probing) -> list[Probe]:
    inputs = subject.inputs(40)
    upstream = subject.upstream(*inputs)
    call = calls.Call(subject.function, *inputs, outputs=len(upstream))
    return [
        Probe(inputs, upstream, [*call.outputs], [*call.gradients(*upstream)]) for _ in range(2)
    ]


@_case()
def transposed(subject: Probing) -> list[Probe]:
    return [subject.probe(_each(subject.inputs(60), lambda x: x.reshape(5, -1).T))]


@_case()
def other_shape(subject: Probing) -> list[Probe]:
    return [subject.probe(_each(subject.inputs(60), lambda x: x.reshape(3, 4, -1)))]


@_case()
def scalar(subject: Probing) -> list[Probe]:
    # Every fourth in order of size, so that with every seed some lie on either side of each kink.
    inputs = _each(subject.inputs(256), torch.Tensor.flatten)
    places = inputs[0].argsort()[::4].tolist()
    # Every sixteenth of them shows what a graph gives the second time, and none at all: a third of
    # the time. The first ones alone may all lie where the gradient is 0.
    return [
        subject.probe(_each(inputs, itemgetter(k)), once=number % 16 > 0)
        for number, k in enumerate(places)
    ]


@_case()
def empty(subject: Probing) -> list[Probe]:
    return [subject.probe(_each(subject.inputs(1), lambda x: x.new_empty(0, 3)))]


@_case(rtol=1e-12, atol=1e-12)
def float64(subject: Probing) -> list[Probe]:
    # With more digits than float32 has, at both sides of each kink, too: in float32 they are lost.
    inputs = _each(subject.inputs(32), lambda x: x.double() * (1 + 2**-30))
    sides = [end + side * max(1, abs(end)) for end in subject.kinks for side in (-(2**-40), 2**-40)]
    if sides:
        places = slice(-len(sides), None)
        inputs[0].view(-1)[places] = inputs[0].new_tensor(sides)
    return [subject.probe(inputs)]


@_case()
def float32(subject: Probing) -> list[Probe]:
    return [subject.probe(_each(subject.inputs(32), torch.Tensor.float))]


@_case()
def infinite(subject: Probing) -> list[Probe]:
    ends = _each(subject.inputs(1), lambda x: x.new_tensor([torch.inf, -torch.inf]))
    return [subject.probe(ends)]


@_case(of=OUTPUT)
def nan(subject: Probing) -> list[Probe]:
    def with_some(x: torch.Tensor) -> torch.Tensor:
        return x.masked_fill(torch.arange(x.numel()).reshape(x.shape) % 4 == 0, torch.nan)

    return [subject.probe(_each(subject.inputs(64), with_some))]


@_case()
def zeros(subject: Probing) -> list[Probe]:
    inputs = _each(subject.inputs(5), torch.zeros_like)
    # Nothing of it is seeded: it is backed, and handing everything on earns nothing.
    seeded = subject.upstream(*inputs)
    upstream = tuple(torch.arange(1.0, u.numel() + 1).reshape(u.shape).to(u) for u in seeded)
    return [subject.probe(inputs, upstream=upstream)]


@_case(of=GRADIENT)
def expanded(subject: Probing) -> list[Probe]:
    # One number for all elements, and a transposed matrix: a copy may keep the second's strides.
    inputs = _each(subject.inputs(40), lambda x: x.reshape(5, -1))

    def added_up(*inputs: Any) -> torch.Tensor:
        return cast(torch.Tensor, subject.function(*inputs).sum())

    def turned(*inputs: Any) -> torch.Tensor:
        return cast(torch.Tensor, subject.function(*inputs).T)

    shape = inputs[0].T.shape
    pairs = ((added_up, subject.check.normal()), (turned, subject.check.normal(*shape)))
    return [subject.probe(inputs, function, upstream=(u,)) for function, u in pairs]


@_case(of=OUTPUT)
def gradcheck(subject: Probing) -> list[Probe]:
    inputs = _each(subject.inputs(6), lambda x: x.double().requires_grad_())
    passed = calls.call(lambda: torch.autograd.gradcheck(subject.function, inputs))
    return [Probe(inputs, (), [passed], [])]


def _stays_in_memory(call: Callable[[], Any]) -> bool:
    """Whether what a Function keeps is still there when its call is gone, and another was made.

    Args:
        call: makes a :class:`labkit.calls.Call`.
    """
    was_on = gc.isenabled()
    gc.disable()  # it would find some of what stays, and later than memory is short
    try:
        kept = [weakref.ref(node) for node in own_nodes(call().graph)]
        call()  # what the class has of the last call is no leak
        return any(node() for node in kept)
    finally:
        if was_on:
            gc.enable()
