"""What names are bound to in the sources of cells, and which names a definition uses.

Read from syntax trees alone: a name may be bound in a branch that is never taken, so each question
has as its answer all that a name *may* be bound to.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from labkit.source import runs_here, tree

# They find by a text what stands nowhere in the tree.
_BY_TEXT = frozenset(
    ("getattr", "__getattribute__", "attrgetter", "methodcaller", "resolve_name")
    + ("CompilationUnit", "exec", "eval")
)
# What modules of derivatives give to a star.
_DERIVED = (
    *("backward", "grad", "vjp", "jvp", "vhp", "hvp", "jacobian", "hessian", "jacrev", "jacfwd"),
    *("linearize", "grad_and_value", "enable_grad", "set_grad_enabled", "make_dual"),
)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_SURE = (ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign, ast.ImportFrom)
_Owner = int | str | None


class Bound(NamedTuple):
    """A name that a cell binds; an attribute's name begins with a dot."""

    name: str
    value: ast.AST
    is_local: bool  # to a function or a class
    is_sure: bool  # whenever the cell runs
    owner: _Owner = None  # of an attribute: the class or function that sets it, or whose it is


class Definitions(NamedTuple):
    """What names are bound to, wherever it happens."""

    names: dict[str, list[ast.AST]]
    attributes: dict[_Owner, list[tuple[str, ast.AST]]]


class _Place(NamedTuple):
    """A node, and where it stands."""

    node: ast.AST
    function: ast.AST | None = None  # the outermost one that it stands in
    scope: ast.AST | None = None  # the same, or a class
    is_local: bool = False
    is_statement: bool = False  # of the cell itself


class _Owned(ast.expr):
    """A value, with names that are not looked up elsewhere: those of its function."""

    _fields = ("value",)
    names: frozenset[str] = frozenset()


def definitions_of(bound: Iterable[Bound]) -> Definitions:
    """What each name is bound to, and what each owner of attributes sets."""
    definitions = Definitions({}, {})
    for one in bound:
        if one.name.startswith("."):
            definitions.attributes.setdefault(one.owner, []).append((one.name, one.value))
        # What is local is read with its function, and means nothing elsewhere.
        elif not one.is_local or isinstance(one.value, ast.ClassDef):
            definitions.names.setdefault(one.name, []).append(one.value)
    return definitions


def last(bound: Iterable[Bound], name: str) -> list[ast.AST]:
    """What a name may be bound to in the end: in the last sure place, and wherever after it."""
    values: list[ast.AST] = []
    for one in bound:
        if one.name == name and not one.is_local:
            if one.is_sure:
                values.clear()
            values.append(one.value)
    return values


# Asked for again by each record with a source, and for given cells by each submission: without
# this, nine tenths of the time that a verdict takes.
@lru_cache(maxsize=4096)
def bound_in(cell: str) -> tuple[Bound, ...]:
    """All that a cell binds, in the order of its text."""
    code, binds = tree(cell), runs_here(cell)
    shared = {name for node in ast.walk(code) for name in _declared(node)}
    owned = _Values()
    return tuple(
        Bound(
            name,
            owned.value(value, place.function) if name.startswith(".") else value,
            place.is_local and name not in shared,
            binds and place.is_statement and isinstance(place.node, _SURE),
            _owner(place),
        )
        for place in _places(code)
        for name, value in bindings(place.node)
    )


def _owner(place: _Place) -> _Owner:
    """Whose attributes are set: of what the class or function has, or of a name of the cell."""
    if place.scope:
        return id(place.scope)
    targets = [target for target, _ in _assigned(place.node) if isinstance(target, ast.Attribute)]
    roots = {_root(target) for target in targets}
    return roots.pop() if len(roots) == 1 else None


def _root(node: ast.AST) -> str | None:
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else None


def _declared(node: ast.AST) -> list[str]:
    return node.names if isinstance(node, (ast.Global, ast.Nonlocal)) else []


def _places(code: ast.Module) -> Iterator[_Place]:
    """All nodes, in the order of the text."""
    waiting = [_Place(node, is_statement=True) for node in reversed(code.body)]
    while waiting:
        place = waiting.pop()
        yield place
        inside = _inside(place)
        children = list(ast.iter_child_nodes(place.node))
        waiting += [inside._replace(node=child) for child in reversed(children)]


def _inside(place: _Place) -> _Place:
    is_function = isinstance(place.node, (ast.FunctionDef, ast.AsyncFunctionDef))
    is_scope = is_function or isinstance(place.node, ast.ClassDef)
    return _Place(
        place.node,
        place.function or (place.node if is_function else None),
        place.scope or (place.node if is_scope else None),
        place.is_local or isinstance(place.node, _SCOPES),
    )


class _Values:
    """Values of attributes: in ``ctx.x = x`` the x is the method's own, not one of a cell.

    All values of one function share one set, or memory would grow with the square of its names.
    """

    def __init__(self) -> None:
        self._names: dict[int, frozenset[str]] = {}
        self._values: dict[int, ast.AST] = {}

    def value(self, value: ast.AST, function: ast.AST | None) -> ast.AST:
        if function is None:
            return value
        if id(value) not in self._values:
            self._values[id(value)] = owned = _Owned(value)
            owned.names = self._names_of(function)
        return self._values[id(value)]

    def _names_of(self, function: ast.AST) -> frozenset[str]:
        if id(function) not in self._names:
            self._names[id(function)] = frozenset(_own_names(function))
        return self._names[id(function)]


def _own_names(function: ast.AST) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def bindings(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Names that a node binds, each with what it is bound to."""
    if isinstance(node, ast.ImportFrom):
        # As if it stood there with its module, whatever it is called here.
        names = _starred(node) if node.names[0].name == "*" else node.names
        yield from ((one.asname or one.name, _in_module(node, one)) for one in names)
    elif isinstance(node, ast.match_case):
        yield from ((name, node.pattern) for name in _captured(node.pattern))
    elif isinstance(node, ast.Match):
        patterns = [case.pattern for case in node.cases]
        yield from ((name, node.subject) for one in patterns for name in _captured(one))
    else:
        yield from ((name, node) for name in _named(node))
        for target, value in _assigned(node):
            yield from ((name, value) for name in _names(target))


def _named(node: ast.AST) -> list[str]:
    """Names whose value is the node itself, or cannot be told."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, ast.Import):
        return [one.asname or one.name.split(".")[0] for one in node.names]
    if isinstance(node, ast.AugAssign):
        return list(_names(node.target))
    return [node.name] if isinstance(node, ast.ExceptHandler) and node.name else []


def _assigned(node: ast.AST) -> list[tuple[ast.AST, ast.AST]]:
    """Targets, each with what it gets, or with what it gets a part of."""
    if isinstance(node, ast.Assign):
        return [(target, node.value) for target in node.targets]
    if isinstance(node, (ast.AnnAssign, ast.NamedExpr)):
        return [(node.target, node.value)] if node.value else []
    if isinstance(node, (ast.For, ast.AsyncFor)):
        return [(node.target, node.iter)]
    if isinstance(node, ast.withitem) and node.optional_vars:
        return [(node.optional_vars, node.context_expr)]
    if isinstance(node, _COMPREHENSIONS):
        # A name that is bound within may get what only the whole shows.
        inner = (one for one in ast.walk(node) if isinstance(one, ast.NamedExpr))
        return [(one.target, node) for one in inner]
    return []


def _captured(pattern: ast.AST) -> Iterator[str]:
    """Names that a pattern of a ``match`` binds."""
    for node in ast.walk(pattern):
        name = getattr(node, "rest" if isinstance(node, ast.MatchMapping) else "name", None)
        if name and isinstance(node, (ast.MatchAs, ast.MatchStar, ast.MatchMapping)):
            yield name


def _starred(node: ast.ImportFrom) -> list[ast.alias]:
    """What a star brings from a module of derivatives; of others no name matters."""
    is_theirs = re.search(r"\b(autograd|func|functorch|_functorch)\b", node.module or "")
    return [ast.alias(name) for name in _DERIVED] if is_theirs else node.names


def _in_module(node: ast.ImportFrom, one: ast.alias) -> ast.Attribute:
    module = ast.copy_location(ast.Name(node.module or "", ast.Load()), node)
    return ast.copy_location(ast.Attribute(module, one.name, ast.Load()), node)


def _names(target: ast.AST) -> Iterator[str]:
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Attribute):
        yield f".{target.attr}"
    elif isinstance(target, ast.Starred):
        yield from _names(target.value)
    elif isinstance(target, (ast.Tuple, ast.List)):
        for element in target.elts:
            yield from _names(element)


def reached_from(
    roots: Iterable[ast.AST], definitions: Definitions, name: str = ""
) -> Iterator[ast.AST]:
    """Definitions that the roots use, directly or through others.

    Attributes of the same name that belong to something else are something else.

    Args:
        roots: definitions.
        definitions: of all cells.
        name: what the roots are bound to.
    """
    seen: set[int] = set()
    reach = _Reach(definitions, name)
    waiting = list(roots)
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield node
            waiting += reach.further(used(node), id(node))


class _Reach:
    """Which names were asked for so far, and which owners of attributes were met."""

    def __init__(self, definitions: Definitions, name: str) -> None:
        self._definitions = definitions
        self._asked: set[str] = set()
        self._met: dict[str, list[ast.AST]] = {}
        for owner in (None, name):
            self._meet(owner)

    def further(self, names: set[str], owner: int) -> list[ast.AST]:
        """What new names are bound to, and what a new owner sets under names asked for before."""
        new = names - self._asked
        values = [value for one in new for value in self._met.get(one, ())]
        values += [value for one in new for value in self._definitions.names.get(one, ())]
        self._asked |= new
        return values + [value for one in (owner, *new) for value in self._meet(one)]

    def _meet(self, owner: _Owner) -> list[ast.AST]:
        """What an owner sets under names that were asked for; the rest may be asked for later."""
        for name, value in (sets := self._definitions.attributes.get(owner, [])):
            self._met.setdefault(name, []).append(value)
        return [value for name, value in sets if name in self._asked]


def used(node: ast.AST) -> set[str]:
    """Names and attributes that a definition takes from elsewhere, and the classes inside it."""
    used, local, classes = set(), set(), set()
    for child in ast.walk(node):
        used.update(f".{name}" for name in asked_for(child))
        if isinstance(child, ast.Name):
            (used if isinstance(child.ctx, ast.Load) else local).add(child.id)
        elif isinstance(child, ast.arg):
            local.add(child.arg)
        elif isinstance(child, ast.ClassDef):
            classes.add(child.name)
    owned = node.names if isinstance(node, _Owned) else frozenset()
    return used - local - owned | classes


def asked_for(node: ast.AST) -> list[str]:
    """The attributes that a node asks for: by a dot, by a pattern, by what reads a text."""
    if isinstance(node, ast.Attribute):
        return [node.attr]
    if isinstance(node, ast.MatchClass):
        return node.kwd_attrs
    if isinstance(node, ast.Call) and called(node) in _BY_TEXT:
        return [word for argument in node.args for word in _words(argument)]
    return []


def called(node: ast.Call) -> str | None:
    """The last part of the name of what is called."""
    return getattr(node.func, "attr", getattr(node.func, "id", None))


def _words(argument: ast.AST) -> list[str]:
    text = argument.value if isinstance(argument, ast.Constant) else None
    return re.findall(r"\w+", text) if isinstance(text, str) else []
