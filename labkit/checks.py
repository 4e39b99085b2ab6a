"""Checks: probe a student's code at seeded points and record what comes out.

A check never decides; the judge does.
"""

from __future__ import annotations

import contextlib
import os
import sys
import zlib
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from html import escape
from types import FunctionType
from typing import TYPE_CHECKING, Any

import torch

from labkit import calls, card, language, mistakes, process_settings, receipts, reference, usual
from labkit.evidence import (
    MIME,
    UPSTREAM,
    Array,
    Evidence,
    Failure,
    Record,
    plain,
    to_json,
)
from labkit.isolated_globals import with_isolated_globals
from labkit.judge import Verdict, judge
from labkit.measure import measure
from labkit.messages import say
from labkit.own_function import Watched
from labkit.probes import Probe, given
from labkit.source import blank_named, executed_cells, gpu_calls
from labkit.subject import Modules, Subject

if TYPE_CHECKING:
    from labkit.c.function import Program
    from labkit.c.subject import CSubject
    from labkit.verilog.design import Design
    from labkit.verilog.subject import VerilogSubject

# Wide enough for float32 sums in a different order, on another processor or with more threads.
RTOL, ATOL = 1e-5, 1e-6


class Check:
    """A check cell's probe: seeded inputs, calls that cannot break the notebook, and records.

    Use it through :func:`check`, as a context manager. Whatever is raised inside, even an
    interrupt, ends the check and is recorded; the notebook goes on. What the student's code writes
    to stderr is shown on stdout, because nbgrader fails a cell that wrote to stderr.
    """

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.seed = seed
        # The name is part of it, so that no two checks of a notebook draw the same points.
        self.generator = torch.Generator().manual_seed(zlib.crc32(f"{name}/{seed}".encode()))
        self._records: list[Record] = []
        self._notes: list[Failure] = []
        self._modules: list[VerilogSubject] = []
        self._error: Failure | None = None

    def __enter__(self) -> Check:
        self._surroundings = ExitStack()
        # Looked up here, not at import: a kernel gives each cell its own stdout.
        self._surroundings.enter_context(contextlib.redirect_stderr(sys.stdout))
        self._surroundings.enter_context(process_settings.usual())
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: object) -> bool:
        self._surroundings.close()
        missing = self._without_backing() or self._without_scene()
        self._error = Failure.of(error) if error else missing
        return True

    def _without_backing(self) -> Failure | None:
        """A record that names a backing record which the check does not have."""
        names = {record.name for record in self._records}
        for record in self._records:
            if record.backing is not None and record.backing not in names - {record.name}:
                words = f"{record.name} is backed by {record.backing}, which is no other record"
                return Failure("ValueError", words)
        return None

    def _without_scene(self) -> Failure | None:
        """A module whose inputs are nowhere drawn together, or with an output that is left free."""
        lacking = [module.design.blank.id for module in self._modules if module.lacks_scene]
        return Failure("ValueError", f"{lacking[0]} needs a scene") if lacking else None

    def __call__(self, probes: FunctionType) -> Shown:
        """Run a function that probes and records, over names of its own; what it gives is shown.

        >>> @check("example")
        ... def verdict(t):
        ...     t.record("sum", 1 + 1, en="one and one")
        >>> verdict.evidence["sum"].value
        2
        """
        with self:
            with_isolated_globals(probes)(self)
        return self.verdict

    def uniform(self, low: float, high: float, *shape: int) -> torch.Tensor:
        """Seeded values between ``low`` and ``high``, float32, of the given shape."""
        return torch.rand(shape, generator=self.generator) * (high - low) + low

    def normal(self, *shape: int, like: torch.Tensor | None = None) -> torch.Tensor:
        """Seeded standard-normal values: float32 of a shape, or as ``like`` in shape and dtype."""
        # In float64: float32 values that another processor draws differ in their last bit.
        shape, dtype = (shape, torch.float32) if like is None else (like.shape, like.dtype)
        return torch.randn(shape, generator=self.generator, dtype=torch.float64).to(dtype)

    def integers(
        self, low: int, high: int, *shape: int, dtype: torch.dtype = torch.int32
    ) -> torch.Tensor:
        """Seeded whole numbers from ``low`` to ``high``, both included, of the given shape.

        >>> with check("example") as t:
        ...     x = t.integers(0, 255, 2, 3, dtype=torch.uint8)
        >>> x.shape, x.dtype
        (torch.Size([2, 3]), torch.uint8)
        """
        values = self.uniform(0, 1, *shape) * (high - low + 1) + low
        return values.floor().clamp(low, high).to(dtype)  # float32 may round up to high + 1

    def bit_words(self, n: int) -> torch.Tensor:
        """Seeded words of 32 bits, without a sign, as int64 of shape (n,)."""
        high, low = torch.floor(self.uniform(0, 2**16, 2, n)).long()
        return torch.add(low, high, alpha=2**16)

    def points(
        self,
        around: Sequence[float],
        n: int | tuple[int, ...] = 256,
        step: float | None = None,
        first: Sequence[float] = (),
    ) -> torch.Tensor:
        """Seeded points inside and outside the range that ``around`` spans, away from its kinks.

        Args:
            around: the kinks, such as a quantizer's bounds.
            n: number of points, or their shape.
            step: a quantizer's step size; points keep away from its ties at half steps.
            first: values that come first, such as the largest, which decides on a range.

        Returns:
            float32 tensor.

        >>> with check("example") as t:
        ...     u = t.points(around=(-1, 1), n=100, step=0.5)
        >>> bool(((u - 1).abs() > 0.01).all())
        True
        >>> with check("example") as t:
        ...     r = t.points(around=(-1, 1), step=4 / 15, first=[2.0])  # of 4 bits
        >>> r[0], r.shape
        (tensor(2.), torch.Size([256]))
        """
        low, high = min(around), max(around)
        width = (high - low) or 2.0
        shape = n if isinstance(n, tuple) else (n,)
        n = torch.Size(shape).numel()
        # Eight times as many as are wanted, because those near a kink or a tie are dropped.
        candidates = self.uniform(low - width / 2, high + width / 2, 8 * n)
        clear = torch.ones_like(candidates, dtype=torch.bool)
        for kink in around:
            clear &= (candidates - kink).abs() > width / 100
        if step:
            clear &= (candidates / step % 1 - 0.5).abs() > 0.05
        chosen = torch.cat([torch.tensor(first, dtype=torch.float32), candidates[clear]])[:n]
        return chosen.reshape(shape).clone()  # a view would keep all candidates alive

    call = staticmethod(calls.call)
    raises = staticmethod(calls.raises)
    vjp = staticmethod(calls.vjp)
    lent = staticmethod(calls.lent)

    def function(self, function: Callable[..., Any], **settings: Any) -> Subject:
        """A function under test; the settings are those of :class:`~labkit.subject.Subject`."""
        return Subject(self, function, **settings)

    def module(self, make: Callable[..., Any]) -> Modules:
        """A class of modules under test: what it refuses, prints, and keeps apart."""
        return Modules(self, make)

    def watched(self, function: Callable[..., Any]) -> Watched:
        """The same function; each call shows whether a Function of one's own gives the gradient."""
        return Watched(self, function)

    def in_integers(
        self, function: Callable[..., Any], *, byte_products: bool = False
    ) -> Callable[..., Any]:
        """The same function, refused where it computes with floats; it returns int64.

        Args:
            function: of integers.
            byte_products: whether it is also refused where it multiplies wider ones than bytes.
        """
        return partial(calls.in_integers, function, byte_products=byte_products)

    def c_function(self, program: Program, *, warnings: float) -> CSubject:
        """A C function under test; that it compiles, without warnings, is recorded at once.

        Args:
            program: as ``c_code.build`` has compiled it.
            warnings: share of the record that the compiler gives no warning.
        """
        from labkit.c.subject import CSubject  # start-up time: most checks are of Python

        return CSubject(self, program, warnings)

    def v_module(self, design: Design, *, warnings: float) -> VerilogSubject:
        """A Verilog module under test; that it is hardware is recorded at once.

        Args:
            design: as ``verilog.build`` has made it.
            warnings: share of the record that yosys gives no warning.
        """
        from labkit.verilog.subject import VerilogSubject  # start-up time, as above

        self._modules.append(VerilogSubject(self, design, warnings))
        return self._modules[-1]

    def note(self, problem: Failure) -> None:
        """Say something on the card that costs no points.

        Args:
            problem: as :func:`labkit.c.problems.problem` makes it.
        """
        self._notes.append(problem)

    def record(
        self,
        name: str,
        value: Any,
        *,
        at: torch.Tensor | None = None,
        upstream: torch.Tensor | None = None,
        given: dict[str, Any] | None = None,
        calls: int = 1,
        share: float = 1.0,
        rtol: float = RTOL,
        atol: float = ATOL,
        backing: str | None = None,
        backed: bool = False,
        sentence: dict[str, str] | None = None,
        ports: tuple[tuple[str, ...], tuple[str, ...]] | None = None,
        **rule: str,
    ) -> None:
        """Record one answer.

        Args:
            name: unique within the check; shown on the card and in the class report.
            value: tensor, array, number, string, list of these, or the Failure of a probe.
            at, upstream: input and upstream gradient, for the card to show where an answer differs.
            given, calls: in their place the inputs of one call or of several, as
                :func:`labkit.probes.given` makes them.
            share: weight within the check; 0 for a condition without which the check gives no
                points, such as a forward that was given.
            rtol, atol: tolerance, as in ``numpy.isclose``; the solution's own record counts.
            backing: for a value that is the same with every seed, the seeded record without which
                it counts for nothing. By default the first seeded one that needs none.
            backed: needs a backing record whatever the seed, as an output that was given.
            sentence: the rule where none is given, by language; by default that of a usual case.
            ports: for hardware, the names of the columns of ``at`` and of the value.
            rule: the rule in words, ``en="..."``. Its other languages come from the section
                ``rules`` of their messages, or from a keyword each, such as ``ja="..."``.

        Raises:
            TypeError: a keyword is no language, such as a misspelt ``atol``.
        """
        rule = self._in_all_languages(name, rule) or sentence or usual.sentence(name)
        alone = {"x": _array(at), UPSTREAM: _array(upstream)}
        shown = {name: array for name, array in (given or alone).items() if array is not None}
        self._records.append(
            Record(
                name,
                plain(value),
                given=shown,
                calls=calls,
                rule=rule,
                share=share,
                rtol=rtol,
                atol=atol,
                backing=backing,
                backed=backed,
                ports=ports,
            )
        )

    def result(self, name: str, function: Callable[..., Any], *inputs: Any, **how: Any) -> None:
        """Record what one call gives, as :meth:`call` makes it.

        Args:
            name: as for :meth:`record`.
            function, inputs: of the call; the card shows the inputs where an answer differs.
            how: as for :meth:`record`.
        """
        value = calls.call(function, *inputs)
        self.record(name, value, **{**given(function, [Probe(inputs, (), [], [])], value), **how})

    def accuracy(
        self,
        name: str,
        build: Callable[[], Any],
        *,
        at_least: float,
        share: float = 1.0,
        backing: str | None = None,
        **rule: str,
    ) -> None:
        """Record the accuracy of the weights that the training cell kept, on images it never saw.

        In grading, the number that counts is measured by the grader itself: with the weights that
        were handed in, in the solution's network.

        Args:
            name: as for :meth:`record`.
            build: makes the untrained network; the weights must fit it exactly.
            at_least: the accuracy, from 0 to 1, that passes.
            share, backing, rule: as for :meth:`record`; it needs a backing record, because weights
                that pass may be someone else's.
        """
        rule = self._in_all_languages(name, rule)
        # More than one only where the grader measures several students' weights in one kernel.
        for value in measure(self.name, build, self.seed):
            record = Record(name, value, rule=rule, share=share, at_least=float(at_least))
            self._records.append(replace(record, backing=backing, backed=True))

    def _in_all_languages(self, name: str, rule: dict[str, str]) -> dict[str, str]:
        if unknown := sorted(set(rule) - set(language.LANGUAGES)):
            known = ", ".join(language.LANGUAGES)
            raise TypeError(
                f"record() has no argument {', '.join(unknown)}; "
                f"the rule's words have the languages {known}"
            )
        return rule and usual.in_all_languages(f"{self.name}.{name}", rule)

    @property
    def evidence(self) -> Evidence:
        records, notes = tuple(self._records), tuple(self._notes)
        return Evidence(self.name, self.seed, records, self._error, notes)

    @property
    def verdict(self) -> Shown:
        """What the cell shows: in class the card and the evidence, in grading only the evidence."""
        evidence = self.evidence
        # In grading the judge is another process: no answer may be in the student's.
        known = reference.load(self.name) if self.seed == reference.PUBLIC_SEED else None
        if known is None:
            return Shown(evidence, None)
        verdict = judge(known.with_inputs_of(evidence), evidence, known.points)
        receipts.note(verdict)
        return Shown(evidence, mistakes.named(verdict))


_SEED = "LABKIT_SEED"


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
            notes = "".join(f"<p>{escape(note)}</p>" for note in self._notes)
            bundle["text/html"] = card.html(self.verdict, language.current()) + notes
        elif not _is_graded():
            bundle["text/html"] = escape(str(self))
        return bundle

    def __str__(self) -> str:
        if self.verdict:
            return "\n".join([card.text(self.verdict, language.current()), *self._notes])
        return "recorded" if _is_graded() else say("card.no_reference", check=self.evidence.check)

    @property
    def _notes(self) -> list[str]:
        """What would differ in grading: on a machine with a GPU a check does not fail."""
        blanks = [
            source for source in executed_cells() if blank_named(source) == self.evidence.check
        ]
        calls = gpu_calls(blanks[-1]) if blanks else []
        return [say("card.gpu", line=line, code=code) for line, code in calls]


def check(name: str) -> Check:
    """Open the check of a blank. Its seed is public in class, and in grading ``LABKIT_SEED``.

    Args:
        name: id of the blank; the check cell of the blank ``relu`` is ``relu_check``.

    >>> with check("example") as t:
    ...     t.record("sum", 1 + 1, en="one and one")
    >>> t.evidence["sum"].value
    2
    """
    with process_settings.usual():  # a cell may have emptied the environment
        return Check(name, int(os.environ.get(_SEED, reference.PUBLIC_SEED)))


def _is_graded() -> bool:
    """Whether the grader or release executes the notebook, and judges by itself."""
    with process_settings.usual():
        return _SEED in os.environ


def _array(value: torch.Tensor | None) -> Array | None:
    kept = plain(value)
    return kept if isinstance(kept, Array) else None
