"""What the names in a notebook's cells mean: what imports bind, and what a function has of its own.

Only the syntax tree is read. ``suspicious.py`` decides on what this finds.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache

from labkit.source import names_bound_in, tree

WRITES = re.compile(r"%%(?:writefile|file)[ \t]+(?:\./)?(\w+)[\w/]*\.(\w+)[ \t]*\n")
_ENCODED = re.compile(r".*\n?.*\n?.*coding[:=]")  # it says that the text means something else
_DEEPEST = 100  # no one writes more by hand, in one expression


def imported_names(sources: Iterable[str]) -> dict[str, str]:
    """The names that imports bind, and the paths of what they import; also by another name.

    >>> imported_names(["import torch.nn as nn, os.path", "from labkit import check", "F = nn.f"])
    {'nn': 'torch.nn', 'os': 'os', 'check': 'labkit.check', 'F': 'torch.nn.f'}
    """
    names: dict[str, str] = {}
    for source in sources:
        for name, of, path in _imported_names(source):
            if not of:
                names[name] = path
            elif of in names:
                names.setdefault(name, names[of] + path)
    return names


@lru_cache(maxsize=2048)  # most cells are the same in every submission
def _imported_names(source: str) -> tuple[tuple[str, str, str], ...]:
    """Each name, the name of which it is a part if it is no import's, and the rest of its path."""
    found = []
    for node in ast.walk(module_of(source)):
        match node:
            case ast.Module(body=body):
                for name, value in _renamed(body):
                    of, *parts = _dotted(value)
                    found.append((name, of, "".join(f".{part}" for part in parts)))
            case ast.Import(names=aliases):
                for alias in aliases:  # `import a.b` binds a
                    path = alias.name if alias.asname else alias.name.partition(".")[0]
                    found.append((alias.asname or path, "", path))
            case ast.ImportFrom(module=module, names=aliases):
                found += [
                    (alias.asname or alias.name, "", f"{module}.{alias.name}") for alias in aliases
                ]
    return tuple(found)


def _renamed(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """Names that a cell gives to what has a name already, or to its parts."""
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                with suppress(RecursionError):
                    if _dotted(value):
                        yield name, value


def _dotted(node: ast.AST) -> list[str]:
    """The names in `a.b`, `get_ipython().b` or `getattr(a, "b")`; none in other expressions.

    Raises:
        RecursionError: there are more than anyone writes, and each would be read from each.
    """
    names: list[str] = []
    while not isinstance(node, ast.Name):
        if len(names) > _DEEPEST:
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
                return []
    return [node.id, *names]


def written_module(source: str) -> re.Match[str] | None:
    """The name of a module that a cell writes, which is the student's code as well."""
    found = WRITES.match(source)
    return found if found and found[2] == "py" and not _ENCODED.match(source) else None


def python_of(source: str) -> str:
    """What of a cell is Python, on its own lines: all, or the module that it writes."""
    return "\n" + source.partition("\n")[2] if written_module(source) else source


def module_of(source: str) -> ast.Module:
    return tree(python_of(source))


class Scope:
    """What the names of a cell mean, and the ids of its nodes by where they are.

    Args:
        imported, own, asking: of the notebook, which writes modules of the student's own.
    """

    def __init__(
        self, module: ast.Module, imported: Mapping[str, str], own: frozenset[str], *, asking: bool
    ) -> None:
        self.imported, self.own, self.asking = imported, own, asking
        # Read through an attribute, and where a class usually is.
        self.read: set[int] = set()
        self.used: set[int] = set()
        # Names of arguments and variables of a function, and of a method's first argument.
        self.local: set[int] = set()
        self.owners: set[int] = set()
        # Who only looks at a node of the graph computes nothing with it.
        self.shown: set[int] = set()
        self.renamed = {id(value) for _, value in _renamed(module.body)}
        for node in ast.walk(module):
            self.used.update(map(id, _used(node)))
            match node:
                case ast.Attribute(value=value, attr=name):
                    self.read.add(id(value))
                    # As a frozen dataclass sets its fields; a class cannot be set by it.
                    is_object = isinstance(value, ast.Name) and value.id == "object"
                    if is_object and name == "__setattr__":
                        self.owners.add(id(value))
                case ast.Call(func=ast.Name("super")):
                    self.owners.add(id(node))
                case ast.Call(func=ast.Name("print" | "str" | "repr"), args=values):
                    self.shown.update(map(id, values))
                case ast.FormattedValue(value=value):
                    self.shown.add(id(value))
                # A name in a variable is usual: getattr(torch, dtype).
                case ast.Call(
                    func=ast.Name("getattr" | "hasattr"),
                    args=[value, ast.Name() | ast.Constant() | ast.JoinedStr(), *_],
                ):
                    self.renamed.add(id(value))
                case ast.FunctionDef() | ast.Lambda():
                    self.local |= _local(node)
                    self.owners |= _named(node, {"ctx"})  # a class or an operator has it called
                case ast.ClassDef(body=body):
                    for method in body:
                        if isinstance(method, ast.FunctionDef):
                            self.owners |= _named(method, {a.arg for a in method.args.args[:1]})

    def is_looked_at(self, node: ast.AST) -> bool:
        """Whether only a part of a node is read, or it is where a class usually is."""
        return id(node) in self.read or id(node) in self.used

    def path(self, node: ast.AST) -> str:
        """Of a name that an import binds, and of its attributes; empty for others."""
        name, *parts = _dotted(node) or [""]
        default = "IPython.get_ipython" if name == "get_ipython" else ""
        root = self.imported.get(name, default)
        return ".".join([root, *parts]) if root else ""


def _used(node: ast.AST) -> Iterator[ast.AST | None]:
    """The nodes below one that are called, compared, raised, annotated or inherited from."""
    match node:
        case ast.Call(func=ast.Name("isinstance" | "issubclass" | "super") as func, args=args):
            yield from (func, *(inner for argument in args for inner in ast.walk(argument)))
        case ast.Call(func=func):
            yield func
        case ast.ClassDef(bases=bases, decorator_list=decorators):
            yield from (*bases, *decorators)
        case ast.FunctionDef(decorator_list=decorators, returns=returns):
            yield from (*decorators, *ast.walk(returns or ast.Pass()))
        case ast.arg(annotation=ast.expr() as words) | ast.AnnAssign(annotation=words):
            yield from ast.walk(words)
        case ast.Compare(left=left, comparators=others):
            yield from (left, *others)
        case ast.ExceptHandler(type=kind) | ast.Raise(exc=kind):
            yield kind


def _local(function: ast.FunctionDef | ast.Lambda) -> set[int]:
    own = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
    body = function.body if isinstance(function, ast.FunctionDef) else [function.body]
    inner = (node for part in body for node in ast.walk(part))
    if not any(isinstance(node, (ast.Global, ast.Nonlocal)) for node in inner):
        own.update(name for part in body for name in names_bound_in(part))
    return {found for part in body for found in _named(part, own)}


def _named(root: ast.AST, names: set[str]) -> set[int]:
    return {id(node) for node in ast.walk(root) if isinstance(node, ast.Name) and node.id in names}
