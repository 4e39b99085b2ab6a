"""The names of the records that a check's source asks for, without running it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

# By the methods of labkit's checks and subjects. Those with a default need no name.
_NAMED = {"output": "y", "gradient": "grad", "side_by_side": "many_modules"} | dict.fromkeys(
    ("record", "result", "accuracy", "both", "at", "output_at", "gradient_at", "same_by"), ""
)
_OF_MODULES = {
    "is_module": "module",
    "refuses": "refused",
    "prints": "print",
    "used_again": "used_again",
}


def patterns(source: str) -> Iterator[str]:
    """A regular expression for each name; what an f-string fills in is any word.

    >>> list(patterns('f.output(en="")\\nt.record(f"y_{b}", 1)\\nf.usual("empty", "nan")'))
    ['y', 'y_\\\\w+', 'empty', 'nan']
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            method = node.func.attr
            if method == "usual":
                yield from map(_pattern, node.args)
            elif method in _OF_MODULES:
                yield _OF_MODULES[method]
            elif method in _NAMED:
                yield _name(node, method)


def _name(call: ast.Call, method: str) -> str:
    by_name = [one.value for one in call.keywords if one.arg == "name"]
    given = by_name if method == "side_by_side" else [*call.args[:1], *by_name]
    return _pattern(given[0]) if given else _NAMED[method]


def _pattern(name: ast.expr) -> str:
    if isinstance(name, ast.JoinedStr):
        return "".join(_pattern(part) for part in name.values)
    return re.escape(str(name.value)) if isinstance(name, ast.Constant) else r"\w+"
