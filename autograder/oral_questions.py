"""Questions on a student's own code, and their answers: found by running that code with changes.

The check of a blank gives the points of interest and the values there; what the code gives without
a line, or with a bound moved in or out, comes from the same check in the same kernel.
"""

from __future__ import annotations

import ast
import os
import random
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from itertools import islice
from typing import Any, cast

import numpy as np
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder import notebooks, release_steps
from autograder.answers.blanks import run_together
from autograder.course import Assignment
from autograder.judging.outcome import Outcome
from autograder.judging.references import Run
from autograder.judging.verdicts import evidence_of
from autograder.messages import message
from autograder.reports import rendered
from autograder.submission import c_files
from labkit.c.problems import EXPLAINED, explained
from labkit.evidence import NOTHING_RETURNED, UNRECORDABLE, Array, Evidence, Failure, Record
from labkit.language import choose
from labkit.messages import record_title, task_title
from labkit.reference import PUBLIC_SEED

_SWAPPED = {ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">")}
_SIMPLE = (ast.Return, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Delete, ast.Raise)
_Place = tuple[int, int]  # line from 1, and offset in bytes


@dataclass(frozen=True)
class Variant:
    """The source of a blank, as handed in or with one change.

    Args:
        blank: its id.
        source: of the whole cell.
        line: that is changed, from 1; 0 in the one that was handed in.
        text: what the line says now; empty where it is missing.
    """

    blank: str
    source: str
    line: int = 0
    text: str = ""


# Executes a notebook with each of several changes to one blank.
Execute = Callable[[NotebookNode, list[Variant]], Iterator[tuple[Variant, NotebookNode]]]


def variants(blank: str, source: str, given: str) -> list[Variant]:
    """The source as it is, then with each change to a line that the student wrote.

    Args:
        blank: its id.
        source: what the student handed in.
        given: what was there before.

    >>> of_line = variants("f", "def f(x):\\n    return x < 1", "def f(x):\\n    ...")[1:]
    >>> [(variant.line, variant.text) for variant in of_line]
    [(2, ''), (2, 'return x <= 1')]
    """
    source = re.sub(r"\r\n?", "\n", source)
    made = [Variant(blank, source)]
    # Not splitlines(), which also breaks lines where Python does not.
    lines, given_lines = source.split("\n"), {line.strip() for line in given.split("\n")}
    try:
        module = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        # Places in the tree of a cell without its magics would not be those of the cell.
        return made
    functions = (node for node in ast.walk(module) if isinstance(node, ast.FunctionDef))
    inside = {
        node for function in functions for node in ast.walk(function) if isinstance(node, _SIMPLE)
    }
    for node in sorted(inside, key=lambda node: (node.lineno, node.col_offset)):
        # Nothing depends on a docstring.
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if lines[node.lineno - 1].strip() not in given_lines:
            # "pass" in its place: a block that loses its only line would be no Python.
            missing = _replaced(source, _start(node), _end(node), "pass")
            made += [Variant(blank, missing, node.lineno), *_turned(blank, source, node)]
    return made


def _turned(blank: str, source: str, node: ast.stmt) -> Iterator[Variant]:
    for compared in (inner for inner in ast.walk(node) if isinstance(inner, ast.Compare)):
        sides = [compared.left, *compared.comparators]
        for left, kind, right in zip(sides, compared.ops, sides[1:], strict=False):
            if type(kind) in _SWAPPED:
                data = source.encode()
                between = data[_offset(data, _end(left)) : _offset(data, _start(right))].decode()
                now = between.replace(*_SWAPPED[type(kind)], 1)
                changed = _replaced(source, _end(left), _start(right), now)
                line = left.end_lineno or left.lineno
                yield Variant(blank, changed, line, changed.split("\n")[line - 1].strip())


def _start(node: ast.expr | ast.stmt) -> _Place:
    return node.lineno, node.col_offset


def _end(node: ast.expr | ast.stmt) -> _Place:
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset


def _replaced(source: str, start: _Place, end: _Place, text: str) -> str:
    data = source.encode()
    return (data[: _offset(data, start)] + text.encode() + data[_offset(data, end) :]).decode()


def _offset(data: bytes, place: _Place) -> int:
    line, column = place
    return sum(len(line) + 1 for line in data.split(b"\n")[: line - 1]) + column


EACH = 3
MAX_CHANGES = 19  # of one blank: with the code as it is, two kernels full
MAX_ELEMENTS = 8  # of one record that are looked at: some hold hundreds
MAX_SECONDS = 5  # for a cell: removing a line may make a loop endless
# Short numbers can be asked for on paper; the code is the same.
_SHORT_NUMBERS = """\
from labkit.checks import Check as _Check
def _short(draw, digits):
    def drawn(self, *arguments, **options):
        values = draw(self, *arguments, **options)
        short = [float(f"{value:.{digits}g}") for value in values.flatten().tolist()]
        return values.new_tensor(short).reshape(values.shape)
    return drawn
_Check.normal, _Check.uniform = _short(_Check.normal, 2), _short(_Check.uniform, 3)"""


class Family(StrEnum):
    """What a question asks for."""

    VALUE = "value"  # what the code gives at a point
    LINES = "lines"  # which lines it depends on
    CHANGE = "change"  # what it would give with another line


# Keys: whether the line is missing, and whether the result stays the same.
_OUTCOME = {
    (False, False): "ask.other",
    (False, True): "ask.same",
    (True, False): "ask.other_without",
    (True, True): "ask.same_without",
}
_NO_ERROR = {NOTHING_RETURNED: "ask.none_returned", UNRECORDABLE: "ask.unlike"}
_ASKED = {Family.VALUE: "ask.value", Family.LINES: "ask.lines"}


@dataclass(frozen=True, kw_only=True)
class Question:
    """One question with its answer, in the student's language.

    Args:
        blank: to which it belongs.
        code: the student's source of that blank; its lines count from 1.
        family: what it asks for.
        title: the heading of the task.
        text: the question.
        answer: for the examiner; a line each.
    """

    blank: str
    code: str
    family: Family
    title: str
    text: str
    answer: list[str]


@dataclass(frozen=True)
class QuestionSheet:
    """The questions to one student; none if none of the student's code runs."""

    student: str
    language: str | None
    questions: list[Question] = field(default_factory=list)


@dataclass(frozen=True)
class _Point:
    """One element of a record: its name, and the index among its values."""

    record: str
    index: int


def sheets(
    assignment: Assignment, graded: list[Outcome], seed: int, run: Run, jobs: int | None = None
) -> Iterator[QuestionSheet]:
    """The questions to each student, in their order.

    Args:
        assignment: whose questions.
        graded: outcomes of it.
        seed: another one draws other questions.
        run: executes a notebook in the sandbox, for some students at a time.
        jobs: how many students at a time; default: the cores.
    """
    languages, limits = assignment.course.languages, assignment.limits
    released = {language: release_steps.released(assignment, language) for language in languages}
    limits = replace(limits, cell_seconds=min(MAX_SECONDS, limits.cell_seconds))
    execute = partial(run_together, seed=PUBLIC_SEED, run=run, limits=limits)

    def ask(outcome: Outcome) -> QuestionSheet:
        notebook = notebooks.read(assignment.autograded(outcome.student))
        drawn = f"{assignment.course.id}/{assignment.id}/{seed}"
        given = released.get(outcome.language or "", released[languages[0]])
        asked = questions(notebook, given, outcome.language, drawn, execute)
        return QuestionSheet(outcome.student, outcome.language, list(asked))

    with ThreadPoolExecutor(jobs or os.cpu_count()) as pool:
        yield from pool.map(ask, graded)


def questions(
    graded: NotebookNode,
    released: NotebookNode,
    language: str | None,
    seed: str,
    execute: Execute,
) -> Iterator[Question]:
    """At most three questions on the code in a graded notebook; they differ where the code does.

    Args:
        graded: the executed submission, which is executed again; stays as it is.
        released: what students were given; its checks have no hidden probes.
        language: of the questions.
        seed: what is drawn follows from it and from the code.
        execute: executes changes to one blank of a notebook, in the sandbox.
    """
    # The source of each blank that the student filled in with Python, and its changes.
    given = {cell.id: cell.source for cell in notebooks.cells(released) if cell.is_blank}
    checks = notebooks.checks(released)
    by_blank = [
        variants(cell.id, cell.source, given[cell.id])
        for cell in notebooks.cells(graded)
        if cell.id in given and cell.id in checks and not c_files.is_c(cell.node)
    ]
    written = [changes for changes in by_blank if len(changes) > 1]
    # By the code and not by the name: students who hand in the same are asked the same.
    draw = random.Random(repr((seed, [changes[0].source for changes in written])))
    draw.shuffle(written)
    # With the checks that the student knows, and short numbers in them.
    visible = NotebookNode(graded, cells=[new_code_cell(_SHORT_NUMBERS)])
    for cell in notebooks.cells(graded):
        is_known = cell.is_check and cell.blank in checks
        source = checks[cell.blank].source if is_known else cell.source
        visible.cells.append(NotebookNode(cell.node, source=source))
    tried = (_Tried(changes, visible, execute, draw) for changes in written)
    subjects = list(islice((subject for subject in tried if subject.points), EACH))
    for number, family in enumerate(Family if subjects else ()):
        yield subjects[number % len(subjects)].question(family, language)


class _Tried:
    """A blank whose code has been run, and with it the changes to that code."""

    def __init__(
        self, changes: list[Variant], notebook: NotebookNode, execute: Execute, draw: random.Random
    ) -> None:
        self._first, *others = changes
        self._draw = draw
        self._recorded = self._executed(notebook, [self._first], execute)
        # Alone first: if it hangs, changes to it would hang, too.
        candidates = list(self._candidates())
        if candidates:
            some = draw.sample(others, min(MAX_CHANGES, len(others)))
            some.sort(key=lambda variant: variant.line)
            self._recorded |= self._executed(notebook, some, execute)
        tried = self._recorded
        rated = [
            (point, max(self._tells(change, point) for change in tried)) for point in candidates
        ]
        self.points = _most(rated)

    def _executed(
        self, notebook: NotebookNode, some: list[Variant], execute: Execute
    ) -> dict[Variant, Evidence]:
        nothing = Evidence(self._first.blank, PUBLIC_SEED, ())
        return {
            variant: evidence_of(notebooks.checks(executed)[variant.blank]) or nothing
            for variant, executed in execute(notebook, some)
        }

    def _candidates(self) -> Iterator[_Point]:
        """A few elements of each record that has one number for each number of its input."""
        for record in self._recorded[self._first].records:
            if isinstance(record.value, Array) and record.at is not None:
                at = record.at.values.astype(float)
                is_drawn = at.size and np.isfinite(at).all() and at.min() < at.max()
                if record.value.values.shape == at.shape and is_drawn:
                    some = self._draw.sample(range(at.size), min(MAX_ELEMENTS, at.size))
                    yield from (_Point(record.name, index) for index in some)

    def question(self, family: Family, language: str | None) -> Question:
        """Draw a point, and ask for something there."""
        point = self._draw.choice(self.points)
        has_upstream = self._record(point).upstream is not None
        is_gradient = has_upstream or point.record.startswith("grad")
        what = message("ask.gradient" if is_gradient else "ask.output", language)
        record = record_title(self._first.blank, point.record, language)
        names = {"what": what, "record": record}
        if family is Family.CHANGE:
            # Drawn from the changes that tell most at that point.
            rated = [(variant, self._tells(variant, point)) for variant in list(self._recorded)[1:]]
            changed = self._draw.choice(_most(rated))
            key = "ask.changed" if changed.text else "ask.missing"
            asked = message(key, language, line=changed.line, text=changed.text, **names)
            answer = [self._shown(changed, point, language)]
        else:
            asked = message(_ASKED[family], language, **names)
            answer = [message("ask.gives", language, value=_words(self._own(point), language))]
            if family is Family.LINES:  # the result of the code without each of its lines
                missing = (
                    variant for variant in self._recorded if variant.line and not variant.text
                )
                answer += [self._shown(variant, point, language) for variant in missing]
        text = message("ask.text", language, place=self._place(point, language), asked=asked)
        title = task_title(self._first.blank, language)
        return Question(
            blank=self._first.blank,
            code=self._first.source.rstrip(),
            family=family,
            title=title,
            text=text,
            answer=answer,
        )

    def _shown(self, changed: Variant, point: _Point, language: str | None) -> str:
        value = self._value(changed, point)
        key = _OUTCOME[not changed.text, value == self._own(point)]
        return message(key, language, line=changed.line, value=_words(value, language))

    def _tells(self, changed: Variant, point: _Point) -> int:
        """How revealing a change is at a point: most where a bound is included or not."""
        value = self._value(changed, point)
        if value == self._own(point):
            return 0
        if isinstance(value, float):
            return 4 if changed.text else 3
        # A check may withhold an output if the backward fails: that says little about the output.
        return 2 if self._record(point).upstream is not None else 1

    def _own(self, point: _Point) -> float | Failure:
        return self._value(self._first, point)

    def _value(self, changed: Variant, point: _Point) -> float | Failure:
        """A rounded number, or what came in its place."""
        evidence = self._recorded[changed]
        record = next((kept for kept in evidence.records if kept.name == point.record), None)
        if record is None:
            return evidence.error or Failure(UNRECORDABLE, "")
        if isinstance(record.value, Array):
            same_shape = record.value.values.shape == self._record(point).value.values.shape
            return _rounded(record.value, point.index) if same_shape else Failure(UNRECORDABLE, "")
        kind = NOTHING_RETURNED if record.value is None else UNRECORDABLE
        return record.value if isinstance(record.value, Failure) else Failure(kind, "")

    def _record(self, point: _Point) -> Record:
        return self._recorded[self._first][point.record]

    def _place(self, point: _Point, language: str | None) -> str:
        record = self._record(point)
        at = cast(Array, record.at)  # as every candidate has
        values = at.values.astype(float) + 0.0  # no minus before a zero
        numbers = {"at": _rounded(at, point.index), "low": values.min()}
        numbers |= {"high": values.max(), "count": values.size}
        if record.upstream is not None and record.upstream.values.shape == values.shape:
            upstream = _rounded(record.upstream, point.index)
            return message("ask.place_upstream", language, upstream=upstream, **numbers)
        return message("ask.place", language, **numbers)


def page(assignment: Assignment, sheets: list[QuestionSheet]) -> str:
    """The sheets of one assignment.

    Args:
        assignment: graded.
        sheets: at least one; each in its student's language.

    Returns:
        A whole HTML page, which runs nothing and loads nothing.
    """
    return rendered.template("questions.html").render(
        assignment=assignment, pages=sheets, say=message, choose=choose
    )


def _most(rated: list[tuple[Any, int]]) -> list[Any]:
    most = max((rate for _, rate in rated), default=0)
    return [choice for choice, rate in rated if rate == most]


def _rounded(array: Array, index: int) -> float:
    # Rounded as printed: a student who computes by hand sees no smaller difference. Adding 0.0
    # turns -0.0, which a mask makes of a negative number, into 0.0.
    return float(f"{array.values.ravel()[index]:.4g}") + 0.0


def _words(value: float | Failure, language: str | None) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    if value.type in _NO_ERROR:
        return message(_NO_ERROR[value.type], language)
    is_explained = value.type == EXPLAINED
    error = explained(value, language) if is_explained else f"{value.type}: {value.message}"
    return message("ask.failed", language, error=error)
