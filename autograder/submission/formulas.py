"""Where a check asks for a Function of the student's own: what its formula has no reason to do.

That a Function was used, the student's process says about itself, and code that reaches the right
object makes it say anything. A list of forbidden names never ends. So this one says what such code
needs: what is not in it is left out of a second execution, and who gets fewer points there is shown
to a person. What a Function of the student's own does while a check runs,
``labkit/own_function.py`` sees.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from labkit.source import names_bound_in

Place = ast.expr | ast.stmt
_LIBRARIES = frozenset(
    ("torch", "math", "cmath", "numpy", "matplotlib", "functools", "itertools", "collections")
    + ("dataclasses", "typing", "abc", "enum", "random", "time", "copy", "warnings", "labkit")
    + ("decimal", "fractions", "numbers", "statistics", "operator", "contextlib", "json", "sys")
)
_OF_SYS = frozenset(("stdout", "stderr", "float_info", "maxsize", "version", "version_info"))
# Modules that are read through an attribute: torch.nn.functional.relu, numpy.random.rand.
_WAYS = frozenset(
    ("nn", "functional", "autograd", "function", "linalg", "random", "pyplot", "special", "fft")
    + ("cuda", "mps", "backends", "optim")
)
# Built-ins that find, set or run what the source does not show.
_REFLECTING = frozenset(
    ("__builtins__", "__import__", "breakpoint", "compile", "delattr", "eval", "exec", "getattr")
    + ("globals", "id", "locals", "open", "setattr", "vars")
)
# What gives an object that has no name here, evaluates a text, or writes a file of any bytes.
_NOWHERE = frozenset(
    ("mro", "obj", "fields", "register", "get_type_hints", "update_wrapper", "load", "memmap")
    + ("dump", "savetxt", "tofile", "savefig", "imsave")
)
_SPECIAL = frozenset(
    ("__init__", "__call__", "__repr__", "__str__", "__len__", "__iter__", "__getitem__")
    + ("__enter__", "__exit__", "__post_init__", "__name__", "__qualname__", "__doc__")
    + ("__class__", "__version__")
)
# Outside of a class with a backward, whoever likes may differentiate.
_IN_A_FUNCTION = frozenset(
    ("grad", "vjp", "jvp", "jacobian", "jacrev", "jacfwd", "hessian", "linearize", "enable_grad")
    + ("set_grad_enabled", "requires_grad_", "make_dual", "checkpoint", "inference_mode")
)
# In any function: nodes of the graph may be handed to a Function, which calls them.
_IN_ANY = frozenset(("grad_fn", "next_functions", "get_gradient_edge"))
_CLASS_OF_SELF = ast.dump(ast.parse("type(self)", mode="eval").body)
_LOOKS = ("print", "type", "str", "repr")


def beyond_a_formula(module: ast.Module, imported: Mapping[str, str]) -> Iterator[Place]:
    """The nodes of a cell that a Function of the student's own does not need.

    Args:
        module: the cell.
        imported: what the names are that the notebook's imports bind, as in
            :func:`autograder.submission.touches.imported_names`.

    >>> found = lambda cell: [*beyond_a_formula(ast.parse(cell), {"torch": "torch"})]
    >>> cell = "class A(torch.autograd.Function):\\n  def backward(ctx, g): return {}"
    >>> [node.lineno for node in found(cell.format("torch.autograd.grad(y, x, g)"))]
    [2]
    >>> [*found(cell.format("2 * g") + "\\nprint(torch.autograd.grad(y, x))")]
    []
    >>> [ast.unparse(node) for node in found("kit = torch")]
    ['torch']
    """
    yield from _derivatives(module)
    places = _Places(*_positions(module), _local(module), _owners(module))
    for node in ast.walk(module):
        if isinstance(node, Place) and not _is_needed(node, imported, places):
            yield node


class _Places(NamedTuple):
    """The ids of nodes that are read through an attribute, that stand where a class usually does,
    and of names that mean an argument or a variable of a function, or a method's first argument.
    """

    read: set[int]
    used: set[int]
    local: set[int]
    owners: set[int]


def _derivatives(module: ast.Module) -> Iterator[Place]:
    for node in ast.walk(module):
        match node:
            case ast.ClassDef(body=body):
                if any(getattr(child, "name", "") in ("backward", "vjp") for child in body):
                    yield from _naming(node, _IN_A_FUNCTION)
            case ast.FunctionDef() | ast.Lambda():
                yield from _naming(node, _IN_ANY)


def _naming(root: ast.AST, names: frozenset[str]) -> Iterator[Place]:
    printed: set[int] = set()  # who only looks at a node of the graph computes nothing with it
    for node in ast.walk(root):  # what is around a node comes before it
        match node:
            case ast.Call(func=ast.Name(id=name), args=args) if name in _LOOKS:
                printed.update(map(id, args))
            case ast.FormattedValue(value=value):
                printed.add(id(value))
            case ast.Attribute(attr=name) | ast.Name(id=name):
                if name in names and id(node) not in printed:
                    yield node


def _positions(module: ast.Module) -> tuple[set[int], set[int]]:
    read: set[int] = set()
    used: list[ast.AST | None] = []
    for node in ast.walk(module):
        match node:
            case ast.Attribute(value=value):
                read.add(id(value))
            case ast.Call(func=ast.Name("isinstance" | "issubclass" | "super") as func, args=args):
                used += [func, *(inner for one in args for inner in ast.walk(one))]
            case ast.Call(func=func):
                used.append(func)
            case ast.ClassDef(bases=bases, decorator_list=decorators):
                used += [*bases, *decorators]
            case ast.FunctionDef(name="__reduce__"):  # it gives the class of self
                calls = [inner for inner in ast.walk(node) if isinstance(inner, ast.Call)]
                used += [call for call in calls if ast.dump(call) == _CLASS_OF_SELF]
            case ast.FunctionDef(decorator_list=decorators, returns=returns):
                used += [*decorators, *ast.walk(returns or ast.Pass())]
            case ast.arg(annotation=ast.expr() as words) | ast.AnnAssign(annotation=words):
                used += ast.walk(words)
            case ast.Compare(left=left, comparators=others):
                used += [left, *others]
            case ast.ExceptHandler(type=kind) | ast.Raise(exc=kind):
                used.append(kind)
    return read, {*map(id, used)}


def _local(module: ast.Module) -> set[int]:
    local: set[int] = set()
    for node in ast.walk(module):
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            body = node.body if isinstance(node, ast.FunctionDef) else [node.body]
            inner = [one for part in body for one in ast.walk(part)]
            own = {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
            if not any(isinstance(one, (ast.Global, ast.Nonlocal)) for one in inner):
                own.update(name for part in body for name in names_bound_in(part))
            local |= {id(one) for one in inner if isinstance(one, ast.Name) and one.id in own}
    return local


def _owners(module: ast.Module) -> set[int]:
    classes = [node for node in ast.walk(module) if isinstance(node, ast.ClassDef)]
    methods = [one for node in classes for one in node.body if isinstance(one, ast.FunctionDef)]
    return {
        id(node)
        for method in methods
        for node in ast.walk(method)
        if isinstance(node, ast.Name) and [node.id] == [one.arg for one in method.args.args[:1]]
    }


def _is_needed(node: Place, imported: Mapping[str, str], places: _Places) -> bool:
    """Whether a node is one that formulas are made of."""
    match node:
        case ast.Import(names=aliases):
            return all(_is_known(alias.name) for alias in aliases)
        case ast.ImportFrom(module=module, names=aliases):
            return all(_is_known(f"{module}.{alias.name}") for alias in aliases)
        case ast.FunctionDef(name=name):
            return _is_usual(name) or name == "__reduce__"
        case ast.ClassDef(keywords=keywords):
            return not keywords
        case ast.Match():  # of a class it takes attributes, without a dot
            return not any(isinstance(inner, ast.MatchClass) for inner in ast.walk(node))
        case ast.Name(id=name, ctx=way):
            if id(node) in places.owners and isinstance(way, ast.Store):
                return False  # what is set on it is set on something else
            if id(node) in places.local or name in _REFLECTING or not _is_usual(name):
                return id(node) in places.local
        case ast.Attribute(attr=name, value=value, ctx=way):
            is_own = id(value) in places.owners
            is_hidden = name[:1] == "_" and name not in _SPECIAL and not is_own
            if is_hidden or name in _NOWHERE or not _is_usual(name):
                return False
            if not isinstance(way, ast.Load):
                return is_own
    return _is_name_needed(node, imported, places)


def _is_name_needed(node: Place, imported: Mapping[str, str], places: _Places) -> bool:
    parts = _parts(node, imported)
    library = imported.get(parts[0], "torch").partition(".")[0] if parts else "torch"
    if library not in _LIBRARIES or any(one.startswith("_") for one in parts):
        return False
    if library == "sys" and parts[1:] and parts[1] not in _OF_SYS:
        return False
    if not parts or id(node) in places.used:
        return True
    if id(node) in places.read:
        is_way = parts[-1] in _WAYS | _OF_SYS or parts[-1][:1].isupper()
        return len(parts) == 1 or is_way
    return not _may_be_set(parts, imported)


def _is_usual(name: str) -> bool:
    return not name.startswith("__") or name in _SPECIAL


def _is_known(path: str) -> bool:
    """Whether an import is of a library, or of a part that shows what it does by its name."""
    root, *parts = path.split(".")
    if root not in _LIBRARIES:
        return root == "__future__"
    if root == "sys":
        return _OF_SYS.issuperset(parts)
    shut = _NOWHERE | (_modules() - _WAYS) | {"*"}
    return not any(one.startswith("_") or one in shut for one in parts)


def _parts(node: Place, imported: Mapping[str, str]) -> list[str]:
    """The names of an attribute's path, if an import binds the first; of a class, `type`."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.insert(0, node.attr)
        node = node.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "type":
        return ["type", *names]
    if names[-1:] == ["__class__"] or (isinstance(node, ast.Name) and node.id == "type"):
        return ["type"]
    known = isinstance(node, ast.Name) and node.id in imported
    return [node.id, *names] if known and isinstance(node, ast.Name) else []


def _may_be_set(parts: list[str], imported: Mapping[str, str]) -> bool:
    """Whether it is a module or a class: under another name, its parts could be replaced."""
    if parts == ["type"] or parts[-1][:1].isupper():
        return True
    path = ".".join([imported.get(parts[0], ""), *parts[1:]])
    return "." not in path or path.rpartition(".")[2] in _modules()


@lru_cache
def _modules() -> frozenset[str]:
    """Names of modules: Python's own, and those in the folders of torch and of labkit."""
    found = {*sys.stdlib_module_names, *_LIBRARIES, *_WAYS}
    for package in ("torch", "labkit"):
        spec = find_spec(package)
        for folder in (spec and spec.submodule_search_locations) or ():
            found |= {path.stem for path in Path(folder).glob("*")}
            found |= {path.stem for path in Path(folder).glob("[!_]*/*.py")}
    return frozenset(found)
