"""The names of the records that a check's source asks for, without running it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

# By the methods of labkit's checks and subjects; those with a default need no name.
_NAMED = ("record", "result", "accuracy", "both", "at", "output_at", "gradient_at", "same_by")
_DEFAULTS = {
    "output": "y",
    "gradient": "grad",
    "is_module": "module",
    "refuses": "refused",
    "prints": "print",
    "side_by_side": "many_modules",
    "used_again": "used_again",
}


def patterns(source: str) -> Iterator[str]:
    r"""A regular expression for each name that the source says; what f-strings fill in is any word.

    >>> list(patterns('f.output(en=""), t.record(f"y_{b}", 1), f.usual("empty", "nan")'))
    ['y', 'y_\\w+', 'empty', 'nan']
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            for name in _names(node, node.func.attr):
                if isinstance(name, ast.JoinedStr | ast.Constant):
                    yield _pattern(name)


def _names(call: ast.Call, method: str) -> list[ast.expr]:
    by_name = [one.value for one in call.keywords if one.arg == "name"]
    if method == "usual":
        return call.args
    if method in (*_NAMED, "output", "gradient") and (call.args or by_name):
        return by_name or call.args[:1]
    return by_name or [ast.Constant(_DEFAULTS[method])] if method in _DEFAULTS else []


def _pattern(name: ast.expr) -> str:
    if isinstance(name, ast.JoinedStr):
        return "".join(_pattern(part) for part in name.values)
    return re.escape(str(name.value)) if isinstance(name, ast.Constant) else r"\w+"
