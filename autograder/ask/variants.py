"""Small changes to a student's code: a line less, or a bound that counts where it did not."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

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


def variants(blank: str, source: str, given: str) -> list[Variant]:
    """The source as it is, then with each change to a line that the student wrote.

    Args:
        blank: its id.
        source: what the student handed in.
        given: what was there before.

    >>> of_line = variants("f", "def f(x):\\n    return x < 1", "def f(x):\\n    ...")[1:]
    >>> [(one.line, one.text) for one in of_line]
    [(2, ''), (2, 'return x <= 1')]
    """
    source = re.sub(r"\r\n?", "\n", source)
    made = [Variant(blank, source)]
    # Not splitlines(), which also breaks lines where Python does not.
    lines, given_lines = source.split("\n"), {line.strip() for line in given.split("\n")}
    try:
        module = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        # Places in the tree of a cell with magics taken out would not be those of the cell.
        return made
    functions = (node for node in ast.walk(module) if isinstance(node, ast.FunctionDef))
    inside = {node for one in functions for node in ast.walk(one) if isinstance(node, _SIMPLE)}
    for node in sorted(inside, key=lambda node: (node.lineno, node.col_offset)):
        # A docstring is no statement that something rests on.
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if lines[node.lineno - 1].strip() not in given_lines:
            # "pass" in its place: a block that loses its only line would be no Python.
            missing = _replaced(source, _start(node), _end(node), "pass")
            made += [Variant(blank, missing, node.lineno), *_turned(blank, source, node)]
    return made


def _turned(blank: str, source: str, node: ast.stmt) -> Iterator[Variant]:
    for compared in (one for one in ast.walk(node) if isinstance(one, ast.Compare)):
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
    return sum(len(one) + 1 for one in data.split(b"\n")[: line - 1]) + column
