"""What the names in a notebook's cells mean: what imports bind, and what a function has of its own.

Only the syntax tree is read. ``suspicious.py`` decides on what this finds.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from labkit.source import names_bound_in, tree

# A module, unless it says that its text means something else, or what Python does not import.
_WRITES = re.compile(
    r"%%(?:writefile|file)[ \t]+(?:\./)?"
    r"(?:(\w+)\.py(?!.*\n?.*\n?.*coding[:=])|[\w/]+\.(?:c|cpp|cu|h|hpp|v|txt|md|csv|json))[ \t]*\n"
)
_MAX_DEPTH = 100  # no one writes more by hand, in one expression
# What is in these parts of a node is read as a class, with all that is in it.
_TYPES = {"FunctionDef.returns", "arg.annotation", "AnnAssign.annotation"}
_TYPES |= {"isinstance()", "issubclass()", "super()"}


def imported_names(sources: Iterable[str]) -> dict[str, str]:
    """The names that imports bind, and the paths of what they import; also by another name.

    The first meaning of a name counts: ``suspicious.py`` finds who gives it another.

    >>> imported_names(["import torch.nn as nn, os.path", "from labkit import check", "F = nn.f"])
    {'nn': 'torch.nn', 'os': 'os', 'check': 'labkit.check', 'F': 'torch.nn.f'}
    """
    names: dict[str, str] = {}
    for source in sources:
        for name, of, path in _imported_names(source):
            if not of or of in names:
                names.setdefault(name, names.get(of, "") + path)
    return names


@lru_cache(maxsize=2048)  # most cells are the same in every submission
def _imported_names(source: str) -> tuple[tuple[str, str, str], ...]:
    """Each name, the name of which it is a part if it is no import's, and the rest of its path."""
    found = []
    for statement in module_of(source).body:
        for node in ast.walk(statement):
            found += [(name, "", path) for name, path, _ in imports_of(node)]
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                with suppress(RecursionError):
                    of, dot, rest = _dotted(value).partition(".")
                    found += [(name, of, dot + rest)] if of else []
    return tuple(found)


def imports_of(node: ast.AST) -> Iterator[tuple[str, str, str]]:
    """The names that an import binds, what each means, and what is imported."""
    match node:
        case ast.Import(names=aliases):
            for alias in aliases:  # `import a.b` binds a
                path = alias.name if alias.asname else alias.name.split(".")[0]
                yield alias.asname or path, path, alias.name
        case ast.ImportFrom(module=module, names=aliases):
            for alias in aliases:
                path = f"{module}.{alias.name}"
                yield alias.asname or alias.name, path, path


def _dotted(node: ast.AST) -> str:
    """The path in `a.b`, `get_ipython().b` or `getattr(a, "b")`; empty for other expressions.

    Raises:
        RecursionError: there are more names than anyone writes, and each would be read from each.
    """
    names: list[str] = []
    while not isinstance(node, ast.Name):
        if len(names) > _MAX_DEPTH:
            raise RecursionError
        match node:
            case ast.Attribute(value=value, attr=name):
                names.insert(0, name)
                node = value
            case ast.Call(func=ast.Name("getattr"), args=[value, part, *_]):
                names.insert(0, str(getattr(part, "value", "?")))
                node = value
            case ast.Call(func=ast.Name("get_ipython") | ast.Attribute(attr="get_ipython")):
                node = node.func
            case _:
                return ""
    return ".".join([node.id, *names])


def written_module(source: str) -> str | None:
    """The name of a module that a cell writes, which is the student's code as well."""
    found = _WRITES.match(source)
    return found[1] if found else None


def python_of(source: str) -> str:
    """What of a cell is Python, on its own lines: all, the module that it writes, or nothing."""
    if not _WRITES.match(source):
        return source
    return "\n" + source.partition("\n")[2] if written_module(source) else ""


def module_of(source: str) -> ast.Module:
    return tree(python_of(source))


class Place(NamedTuple):
    """Where a node stands in a cell."""

    above: ast.AST
    part: str  # of the node above: `Call.func`; `print()` of its arguments, `type` of an annotation
    local: frozenset[str] = frozenset()  # arguments and variables of the functions around it
    owners: frozenset[str] = frozenset()  # contexts, and what the methods around it belong to

    def below(self, node: ast.AST, field: str) -> Place:
        """Where the parts of a node stand that are in one of its fields; here stands the node."""
        part, local, owners = f"{type(node).__name__}.{field}", self.local, self.owners
        match node:
            # As `a.b` is read; a name in a variable is usual: getattr(torch, dtype).
            case ast.Call(
                ast.Name("getattr" | "hasattr"),
                [_, ast.Name() | ast.Constant() | ast.JoinedStr()]
                | [_, ast.Name() | ast.Constant() | ast.JoinedStr(), ast.Constant()],
            ) if field == "args":
                part = "Attribute.value"
            case ast.Call(ast.Name(id=name)) if field == "args":
                part = f"{name}()"
            case ast.FunctionDef() | ast.Lambda():
                owners |= {"ctx"}  # a class or an operator has it called
                if self.part == "ClassDef.body":
                    owners |= {argument.arg for argument in node.args.args[:1]}
                if field == "body":
                    local |= _local(node)
        if self.part == "type" or part in _TYPES:
            part = "type"
        return Place(node, part, local, owners)


@dataclass(frozen=True)
class Scope:
    """What the names of a cell mean, and where its nodes stand.

    Args:
        imported, own, asking: of the notebook, which writes modules of the student's own.
    """

    module: ast.Module
    imported: Mapping[str, str]
    own: frozenset[str]
    asking: bool

    @cached_property
    def places(self) -> dict[ast.AST, Place]:
        """The place of each node, from the top."""
        places: dict[ast.AST, Place] = {self.module: Place(self.module, "")}
        for node in ast.walk(self.module):
            for field, value in ast.iter_fields(node):
                place = places[node].below(node, field)
                parts = value if isinstance(value, list) else [value]
                places |= {part: place for part in parts if isinstance(part, ast.AST)}
        return places

    def path(self, node: ast.AST) -> str:
        """Of a name that an import binds, and of its attributes; empty for others."""
        name, dot, rest = _dotted(node).partition(".")
        default = "IPython.get_ipython" if name == "get_ipython" else ""
        known = self.imported.get(name, default)
        return known and known + dot + rest


def _local(function: ast.FunctionDef | ast.Lambda) -> set[str]:
    names = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
    if not any(isinstance(node, ast.Global | ast.Nonlocal) for node in ast.walk(function)):
        body = function.body if isinstance(function.body, list) else [function.body]
        names.update(name for part in body for name in names_bound_in(part))
    return names
