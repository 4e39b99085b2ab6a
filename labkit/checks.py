"""Checks: probe a student's code at seeded points and record what comes out.

A check never decides; the judge does.
"""

from __future__ import annotations

import contextlib
import os
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import torch

from labkit import card, language, mistakes, receipts, reference
from labkit.conduct import own_function
from labkit.evidence import (
    INPUT_CHANGED,
    MIME,
    NOT_OWN,
    NOTHING_RETURNED,
    OUTPUT_COUNT,
    UPSTREAM_CHANGED,
    WITHHELD,
    Array,
    Evidence,
    Failure,
    Record,
    plain,
    to_json,
)
from labkit.judge import Verdict, judge
from labkit.measure import measure
from labkit.names import with_own_names
from labkit.source import executed_cells

# Wide enough for another order of float32 sums, on another processor or with more threads.
RTOL, ATOL = 1e-5, 1e-6


class Check:
    """A check cell's probe: seeded inputs, calls that cannot break the notebook, and records.

    Use it through :func:`check`, as a context manager. Whatever is raised inside, also an
    interrupt, ends the check and is recorded; the notebook goes on. What the student's code writes
    to stderr is shown on stdout, because nbgrader fails a cell that wrote to stderr.
    """

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.seed = seed
        # The name is part of it, so that no two checks of a notebook draw the same points.
        self.generator = torch.Generator().manual_seed(zlib.crc32(f"{name}/{seed}".encode()))
        self._records: list[Record] = []
        self._error: Failure | None = None

    def __enter__(self) -> Check:
        self._surroundings = ExitStack()
        # Looked up here, not at import: a kernel gives each cell a stdout of its own.
        self._surroundings.enter_context(contextlib.redirect_stderr(sys.stdout))
        self._surroundings.enter_context(_usual_torch())
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: object) -> bool:
        self._surroundings.close()
        self._error = Failure.of(error) if error else self._without_company()
        return True

    def _without_company(self) -> Failure | None:
        """A record that names another one which the check does not have."""
        names = {record.name for record in self._records}
        for record in self._records:
            if record.company is not None and record.company not in names - {record.name}:
                words = f"{record.name} names {record.company} as company, which is no other record"
                return Failure("ValueError", words)
        return None

    def __call__(self, probes: Callable[[Check], Any]) -> Shown:
        """Run a function that probes and records, over names of its own; what it gives is shown.

        >>> @check("example")
        ... def verdict(t):
        ...     t.record("sum", 1 + 1, en="one and one")
        >>> print(verdict)
        recorded
        """
        with self:
            with_own_names(probes)(self)
        return self.verdict

    def uniform(self, low: float, high: float, *shape: int) -> torch.Tensor:
        """Seeded values between ``low`` and ``high``, float32, of the given shape."""
        return torch.rand(shape, generator=self.generator) * (high - low) + low

    def normal(self, *shape: int, like: torch.Tensor | None = None) -> torch.Tensor:
        """Seeded standard-normal values: float32 of a shape, or as ``like`` in shape and dtype."""
        # In float64: float32 values that another processor draws differ in their last bit.
        shape, dtype = (shape, torch.float32) if like is None else (like.shape, like.dtype)
        return torch.randn(shape, generator=self.generator, dtype=torch.float64).to(dtype)

    def points(
        self, around: Sequence[float], n: int = 256, step: float | None = None
    ) -> torch.Tensor:
        """Seeded points inside and outside the range that ``around`` spans, away from its kinks.

        Args:
            around: the kinks, such as a quantizer's bounds.
            n: number of points.
            step: a quantizer's step size; points keep away from its ties at half steps.

        Returns:
            float32 tensor of shape (n,).

        >>> with check("example") as t:
        ...     u = t.points(around=(-1, 1), n=100, step=0.5)
        >>> bool(((u - 1).abs() > 0.01).all())
        True
        """
        low, high = min(around), max(around)
        width = (high - low) or 2.0
        # Eight times as many as are wanted, because those near a kink or a tie are dropped.
        candidates = self.uniform(low - width / 2, high + width / 2, 8 * n)
        clear = torch.ones_like(candidates, dtype=torch.bool)
        for kink in around:
            clear &= (candidates - kink).abs() > width / 100
        if step:
            clear &= (candidates / step % 1 - 0.5).abs() > 0.05
        return candidates[clear][:n].clone()  # a view would keep all candidates alive

    def call(self, function: Callable[..., Any], *inputs: Any) -> Any:
        """Call the student's function on copies; what it raises becomes a :class:`Failure`."""
        copies = [_copy(value) for value in inputs]
        try:
            output = function(*copies)
        except Exception as error:
            return Failure.of(error)
        if output is None:
            return Failure(NOTHING_RETURNED, "")
        return _changed(inputs, copies) or output

    def raises(self, function: Callable[..., Any], *inputs: Any) -> str:
        """The name of the built-in exception that a call raises, or "nothing".

        >>> with check("example") as t:
        ...     t.raises(int, "x")
        'ValueError'
        """
        try:
            function(*inputs)
        except Exception as error:
            # An exception class of the student's own counts as the built-in one it is made from.
            kinds = type(error).__mro__
            return next(kind.__name__ for kind in kinds if kind.__module__ == "builtins")
        return "nothing"

    def vjp(
        self,
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

        >>> with check("example") as t:
        ...     x = torch.tensor([1.0, 2.0])
        ...     y, grad_x = t.vjp(torch.square, x, upstream=torch.tensor([1.0, 10.0]))
        ...     grad_x
        tensor([ 2., 40.])
        """
        upstreams = upstream if isinstance(upstream, tuple) else (upstream,)
        copies = _leaves(inputs)
        leaves = [leaf for leaf in copies if isinstance(leaf, torch.Tensor) and leaf.requires_grad]
        outputs = _call_for_outputs(function, copies, len(upstreams))
        # As many failures as there would be values: the check unpacks them all the same.
        if isinstance(outputs, Failure):
            return (outputs,) * (len(upstreams) + len(leaves))
        gradients = _pull_back(outputs, leaves, upstreams)
        changed = _changed(inputs, copies)
        return (*((changed,) * len(upstreams) if changed else outputs), *gradients)

    def record(
        self,
        name: str,
        value: Any,
        *,
        at: torch.Tensor | None = None,
        upstream: torch.Tensor | None = None,
        share: float = 1.0,
        rtol: float = RTOL,
        atol: float = ATOL,
        source: str | None = None,
        company: str | None = None,
        **rule: str,
    ) -> None:
        """Record one answer.

        Args:
            name: unique within the check; stands on the card and in the class report.
            value: tensor, array, number, string, list of these, or the Failure of a probe.
            at, upstream: input and upstream gradient, for the card to show where an answer differs.
            share: weight within the check; 0 for a condition without which the check gives no
                points, such as a forward that was given.
            rtol, atol: tolerance, as in ``numpy.isclose``; the solution's own record counts.
            source: name of a function or class that must use a Function of the student's own. In
                grading it is read from what was handed in, whatever the kernel recorded.
            company: of a value that is the same with every seed, the drawn record of the same rule:
                unless that one passes, this one counts for nothing. By default the first drawn one.
            rule: the rule in words, a keyword for each language (``en=..., ja=...``).

        Raises:
            TypeError: a keyword is no language, such as a misspelt ``atol``.
        """
        _require_languages(rule)
        if source and not isinstance(value, Failure) and (cells := executed_cells()):
            value = own_function(cells, source) or value
        context = {"at": _array(at), "upstream": _array(upstream), "source": source}
        weight = {"share": share, "rtol": rtol, "atol": atol, "company": company}
        self._records.append(Record(name, plain(value), rule=rule, **weight, **context))

    def accuracy(
        self,
        name: str,
        build: Callable[[], Any],
        *,
        at_least: float,
        share: float = 1.0,
        **rule: str,
    ) -> None:
        """Record the accuracy of the weights that the training cell kept, on images it never saw.

        In grading, the number that counts is measured by the grader itself: with the weights that
        were handed in, in the solution's network.

        Args:
            name: as for :meth:`record`.
            build: makes the untrained network; the weights must fit it exactly.
            at_least: the accuracy, from 0 to 1, that passes.
            share, rule: as for :meth:`record`.
        """
        _require_languages(rule)
        context = {"rule": rule, "share": share, "at_least": float(at_least)}
        # Several only where the grader measures several students' weights in one kernel.
        for value in measure(self.name, build, self.seed):
            self._records.append(Record(name, value, **context))

    @property
    def withheld(self) -> Failure:
        """What to record instead of an answer that was given, until there is work beside it."""
        return Failure(WITHHELD, "")

    def own(self, y: Any, is_own: bool | Failure) -> bool | Failure:
        """What to record of whether a result comes from a Function of the student's own.

        Args:
            y: the result.
            is_own: what was found out, or the failure that came instead.

        Returns:
            True; or, where it does not, what autograd has recorded behind the result instead.

        >>> with check("example") as t:
        ...     t.own(torch.ones(2, requires_grad=True) * 3, False)
        Failure(type='NotOwn', message='MulBackward0')
        """
        if is_own is True or isinstance(is_own, Failure):
            return is_own
        return y if isinstance(y, Failure) else Failure(NOT_OWN, ", ".join(_nodes(y)) or "-")

    @property
    def evidence(self) -> Evidence:
        return Evidence(self.name, self.seed, tuple(self._records), self._error)

    @property
    def verdict(self) -> Shown:
        """What the cell shows: in class the card and the evidence, in grading only the evidence."""
        return Shown(self.evidence, _judge_in_class(self.evidence))


class Shown:
    """A check's evidence with its verdict, as a notebook shows them.

    The plain text is the number of points, which stock nbgrader reads as partial credit.
    """

    def __init__(self, evidence: Evidence, verdict: Verdict | None) -> None:
        self.evidence = evidence
        self.verdict = verdict

    def __repr__(self) -> str:
        return str(self.verdict.points if self.verdict else 0.0)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = {"text/plain": repr(self), MIME: to_json(self.evidence)}
        if self.verdict:
            bundle["text/html"] = card.html(self.verdict, language.current())
        return bundle

    def __str__(self) -> str:
        return card.text(self.verdict, language.current()) if self.verdict else "recorded"


def check(name: str) -> Check:
    """Open the check of a blank. Its seed is public in class, and in grading ``LABKIT_SEED``.

    Args:
        name: id of the blank; the check cell of the blank ``relu`` is ``relu_check``.

    >>> with check("example") as t:
    ...     t.record("sum", 1 + 1, en="one and one")
    >>> t.evidence["sum"].value
    2
    """
    return Check(name, int(os.environ.get("LABKIT_SEED", reference.PUBLIC_SEED)))


@contextlib.contextmanager
def _usual_torch() -> Iterator[None]:
    """What torch does by default, whatever a cell has set for all that comes after it."""
    dtype, device = torch.get_default_dtype(), torch.get_default_device()
    torch.set_default_dtype(torch.float32)
    with torch.inference_mode(False), torch.enable_grad(), ExitStack() as stack:
        if device.type != "cpu":
            stack.enter_context(torch.device("cpu"))
        yield
    torch.set_default_dtype(dtype)


def _judge_in_class(evidence: Evidence) -> Verdict | None:
    # In grading the judge is another process: no answer may be in the student's.
    known = reference.load(evidence.check) if evidence.seed == reference.PUBLIC_SEED else None
    if known is None:
        return None
    verdict = judge(known.evidence, evidence, known.points)
    receipts.note(verdict)
    return mistakes.named(verdict)


def _require_languages(rule: dict[str, str]) -> None:
    if unknown := sorted(set(rule) - set(language.LANGUAGES)):
        known = ", ".join(language.LANGUAGES)
        raise TypeError(
            f"record() has no argument {', '.join(unknown)}; "
            f"the rule's words have the languages {known}"
        )


def _nodes(y: Any) -> list[str]:
    """The names of the first few different nodes of a result's graph, leaves left out."""
    names: dict[str, None] = {}
    waiting = [getattr(y, "grad_fn", None)]
    while waiting and len(names) < 5:
        node = waiting.pop(0)
        if below := getattr(node, "next_functions", ()):
            names[type(node).__name__] = None
            waiting += [one for one, _ in below]
    return list(names)


def _array(value: torch.Tensor | None) -> Array | None:
    kept = plain(value)
    return kept if isinstance(kept, Array) else None


def _copy(value: Any) -> Any:
    return value.detach().clone() if isinstance(value, torch.Tensor) else value


def _leaves(inputs: Sequence[Any]) -> list[Any]:
    """Copies to differentiate: tensors with ``requires_grad``; if none has it, all of floats."""
    tensors = [value for value in inputs if isinstance(value, torch.Tensor)]
    chosen = any(tensor.requires_grad for tensor in tensors)
    return [_leaf(value, chosen) if isinstance(value, torch.Tensor) else value for value in inputs]


def _leaf(tensor: torch.Tensor, chosen: bool) -> torch.Tensor:
    # With the same strides: how code copes with a transposed input is a part of what is probed.
    copy = tensor.detach().clone(memory_format=torch.preserve_format)
    return copy.requires_grad_(tensor.requires_grad if chosen else tensor.is_floating_point())


def _call_for_outputs(
    function: Callable[..., Any], copies: Sequence[Any], count: int
) -> tuple[Any, ...] | Failure:
    try:
        output = function(*copies)
    except Exception as error:
        return Failure.of(error)
    if output is None:
        return Failure(NOTHING_RETURNED, "")
    outputs = tuple(output) if isinstance(output, (tuple, list)) else (output,)
    if len(outputs) == count:
        return outputs
    return Failure(OUTPUT_COUNT, f"{len(outputs)} / {count}")


def _pull_back(
    outputs: tuple[Any, ...], leaves: Sequence[torch.Tensor], upstreams: Sequence[torch.Tensor]
) -> tuple[Any, ...]:
    given = [value.clone() for value in upstreams]  # to see whether backward changes them
    try:
        gradients = torch.autograd.grad(outputs, leaves, given, allow_unused=True)
    except Exception as error:
        return (Failure.of(error),) * len(leaves)
    if all(torch.equal(kept, value) for kept, value in zip(upstreams, given, strict=True)):
        return gradients
    return (Failure(UPSTREAM_CHANGED, ""),) * len(leaves)


def _changed(inputs: Sequence[Any], copies: Sequence[Any]) -> Failure | None:
    pairs = [(a, b) for a, b in zip(inputs, copies, strict=True) if isinstance(a, torch.Tensor)]
    if all(_equal(a, b.detach()) for a, b in pairs):
        return None
    return Failure(INPUT_CHANGED, "")


def _equal(a: torch.Tensor, b: torch.Tensor) -> bool:
    # A NaN differs from itself, so an input that holds one would always look changed.
    return a.shape == b.shape and torch.equal(a.nan_to_num(), b.nan_to_num())
