"""The globals of a check: built-ins and given names are what they were, whatever cells do to them.

A student may write ``from torch import *``, ``sum = 0`` or a helper with the name of a given one:
the check still finds its own. What the check sets are local variables, so none of its names reaches
the student's code.
"""

from __future__ import annotations

import builtins
import json
import re
import sys
from collections.abc import Callable
from functools import lru_cache
from types import FunctionType
from typing import Any

from labkit.reference import resources
from labkit.source import digest, running_shell, without_tools

_given: dict[str, Any] = {}
_hooks: list[tuple[str, Callable[[Any], None]]] = []
_CHECK = re.compile(r"^(?:@|with )check\(", re.MULTILINE)


def watch(assignment: str) -> None:
    """Keep what the given cells of an assignment define, starting with the cell that runs now."""
    shell = running_shell()
    if not shell:
        return
    while _hooks:
        shell.events.unregister(*_hooks.pop())
    given = given_names(assignment)

    def save_given(result: Any) -> None:
        names = given.get(digest(without_tools(result.info.raw_cell)), ())
        _given.update({name: shell.user_ns[name] for name in names if name in shell.user_ns})
        shell.user_ns.update(student_names)
        student_names.clear()

    def set_check(info: Any) -> None:
        # The name `check` itself is looked up before labkit replaces the globals.
        if _CHECK.search(info.raw_cell or ""):
            if "check" in shell.user_ns:
                student_names["check"] = shell.user_ns["check"]
            shell.user_ns["check"] = sys.modules["labkit"].check

    student_names: dict[str, Any] = {}
    _hooks.extend((("post_run_cell", save_given), ("pre_run_cell", set_check)))
    for hook in _hooks:
        shell.events.register(*hook)


@lru_cache
def given_names(assignment: str) -> dict[str, list[str]]:
    """The names that each given cell binds, by the digest of its source; as release wrote them."""
    path = resources() / "given" / f"{assignment}.json"
    return json.loads(path.read_text("utf-8")) if path.is_file() else {}


def with_isolated_globals(function: FunctionType) -> FunctionType:
    """The same function, whose globals are the built-ins, what was given, then the notebook's."""
    notebook = function.__globals__
    names = {name: value for name, value in notebook.items() if not hasattr(builtins, name)}
    names["__builtins__"] = builtins
    for name, value in _given.items():
        # A given function looks up the same names as its check.
        is_moved = isinstance(value, FunctionType) and value.__globals__ is notebook
        names[name] = _over(value, names) if is_moved else value
    return _over(function, names)


def _over(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    code, closure = function.__code__, function.__closure__
    moved = FunctionType(code, names, function.__name__, function.__defaults__, closure)
    moved.__kwdefaults__, moved.__dict__ = function.__kwdefaults__, dict(function.__dict__)
    return moved
