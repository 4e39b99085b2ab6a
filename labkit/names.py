"""Names of a check's own: it sees what the notebook gave, whatever other cells made of it since.

A student may write ``from torch import *``, ``sum = 0`` or a helper with the name of a given one:
neither takes a check its words. What the check sets are local variables, so no name of it reaches
the student's code.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from types import FunctionType
from typing import Any

from labkit.reference import resources
from labkit.source import running_shell, tree

_given: dict[str, Any] = {}
_hooks: list[tuple[str, Callable[[Any], None]]] = []
_CHECK = re.compile(r"^(?:@|with )check\(", re.MULTILINE)


def watch(assignment: str) -> None:
    """Keep what the given cells of an assignment define, from the cell that runs now on."""
    shell = running_shell()
    if not shell:
        return
    while _hooks:
        shell.events.unregister(*_hooks.pop())
    given = given_names(assignment)

    def keep(result: Any) -> None:
        names = given.get(digest(result.info.raw_cell), ())
        _given.update({name: shell.user_ns[name] for name in names if name in shell.user_ns})
        shell.user_ns.update(theirs)
        theirs.clear()

    def lend(info: Any) -> None:
        # The first word of a check is looked up before anything of ours runs.
        if _CHECK.search(info.raw_cell or ""):
            if "check" in shell.user_ns:
                theirs["check"] = shell.user_ns["check"]
            shell.user_ns["check"] = sys.modules["labkit"].check

    theirs: dict[str, Any] = {}
    _hooks.extend((("post_run_cell", keep), ("pre_run_cell", lend)))
    for hook in _hooks:
        shell.events.register(*hook)


@lru_cache
def given_names(assignment: str) -> dict[str, list[str]]:
    """The names that each given cell binds, by the digest of its source; as release wrote them."""
    path = resources() / "given" / f"{assignment}.json"
    return json.loads(path.read_text("utf-8")) if path.is_file() else {}


def digest(source: str) -> str:
    """Sixteen letters for the source of a cell; blanks at the ends of lines do not count.

    >>> digest("x = 1  \\r\\n") == digest("x = 1")
    True
    """
    return hashlib.sha256(bare(source).encode()).hexdigest()[:16]


@lru_cache(maxsize=2048)  # most cells are the same in every submission
def bare(source: str) -> str:
    """A source without what editors change: the space around it and at the ends of its lines."""
    return "\n".join(line.rstrip() for line in source.strip().splitlines())


@lru_cache(maxsize=2048)
def bound_names(source: str) -> tuple[str, ...]:
    """The names that a cell binds for the cells after it.

    >>> bound_names("import torch.nn as nn, os.path\\nx, (y, *_) = f(k := 1)\\ndef g(): z = 1")
    ('nn', 'os', 'x', 'y', '_', 'k', 'g')
    """
    return tuple(dict.fromkeys(_bound(tree(source))))


def _bound(module: ast.AST) -> Iterator[str]:
    waiting = [module]  # no recursion: a sum of a thousand terms is a thousand deep
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (alias.asname or alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        elif not isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp)):
            waiting += reversed(list(ast.iter_child_nodes(node)))


def with_own_names(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function over the built-ins, what was given, and then the notebook's own names."""
    notebook = function.__globals__
    names = {name: value for name, value in notebook.items() if not hasattr(builtins, name)}
    names["__builtins__"] = builtins
    names.update({name: _moved(value, notebook, names) for name, value in _given.items()})
    return _over(function, names)


def _moved(value: Any, notebook: dict[str, Any], names: dict[str, Any]) -> Any:
    """A given function looks its own words up in the notebook, too."""
    of_the_notebook = isinstance(value, FunctionType) and value.__globals__ is notebook
    return _over(value, names) if of_the_notebook else value


def _over(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    code, closure = function.__code__, function.__closure__
    moved = FunctionType(code, names, function.__name__, function.__defaults__, closure)
    moved.__kwdefaults__, moved.__dict__ = function.__kwdefaults__, dict(function.__dict__)
    return moved
