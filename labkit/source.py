"""What the source of a notebook shows: whether a name uses a Function that the student wrote.

A kernel can say anything about itself, so conduct is read from the syntax tree of what was handed
in, in the grader's own process; in class the same rules read the cells that were run. Nothing here
runs a cell or imports torch.
"""

from __future__ import annotations

import ast
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from labkit.evidence import Failure

# Only the syntax tree of plain Python is read: a magic's line is as good as empty.
_CELL_MAGIC = re.compile(r"\A\s*%%(?:time|timeit|capture|prun)\b.*\n?")
_BINDS = re.compile(r"(?!%%)|%%(?:time|capture|prun)\b")  # but %%timeit, %%html and others do not
_TIMED = re.compile(r"^([ \t]*)%time[ \t]+(?=\S)", re.MULTILINE)
_PROMPT = re.compile(r"^(?:>>> |\.\.\. ?)", re.MULTILINE)
_LINE_MAGIC = re.compile(r"^([ \t]*)[%!].*$", re.MULTILINE)
_AUTOGRAD = frozenset(
    ("grad", "backward", "vjp", "jvp", "jacobian", "jacrev", "jacfwd", "enable_grad")
    + ("set_grad_enabled", "requires_grad_", "requires_grad", "checkpoint", "hessian")
    + ("make_dual", "unpack_dual", "dual_level", "forward_ad", "linearize", "make_fx")
    + ("grad_fn", "next_functions", "get_gradient_edge", "_execution_engine", "run_backward")
    + ("_set_grad_enabled",)
)
# Outside of a Function, these alone compute no derivative.
_SETTINGS = frozenset(
    ("requires_grad", "requires_grad_", "enable_grad", "set_grad_enabled", "checkpoint")
)
# They find by a text what stands nowhere in the tree.
_BY_TEXT = frozenset(
    ("getattr", "__getattribute__", "attrgetter", "methodcaller", "resolve_name")
    + ("CompilationUnit", "exec", "eval")
)
# Who only prints these computes nothing with them.
_LOOKED_AT = frozenset(("grad_fn", "next_functions"))
_LOOKS = frozenset(("print", "type"))
_PRINTED = (ast.Name, ast.Attribute, ast.Constant, ast.JoinedStr, ast.FormattedValue, ast.Call)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_UNDERSTOOD = (ast.expr, ast.FunctionDef, ast.ClassDef)
_SURE = (ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign, ast.ImportFrom)
CONDUCT = {
    "NotDefined": "not_defined",
    "NoFunction": "no_function",
    "AsksAutograd": "asks_autograd",
}  # by what a failure is called in the catalogues of messages
_Definitions = dict[str, list[ast.AST]]


class _Bound(NamedTuple):
    """A name that a cell binds; an attribute's name begins with a dot."""

    name: str
    value: ast.AST
    is_local: bool  # to a function or a class
    is_sure: bool  # whenever the cell runs


class _Place(NamedTuple):
    """A node, and where it stands."""

    node: ast.AST
    function: ast.AST | None = None  # the outermost one that it stands in
    is_local: bool = False
    is_statement: bool = False  # of the cell itself


class _Owned(ast.expr):
    """A value, with names that are not looked up elsewhere: those of its function."""

    _fields = ("value",)
    names: frozenset[str] = frozenset()


def own_function(cells: Iterable[str], name: str) -> Failure | None:
    """Why a name does not use a Function of the student's own; None where it does.

    The failure's type is one of :data:`CONDUCT`, whose words the card knows.

    A Function of one's own is a class derived from ``Function`` with ``forward`` and ``backward``
    whose ``apply`` the name reaches, and neither of the two asks autograd for the derivative.

    Args:
        cells: sources of code cells, in the order in which they run.
        name: the function or class of the blank.

    >>> written = '''
    ... class Double(Function):
    ...     @staticmethod
    ...     def forward(ctx, x):
    ...         return 2 * x
    ...     @staticmethod
    ...     def backward(ctx, grad_out):
    ...         return 2 * grad_out
    ... double = Double.apply
    ... '''
    >>> own_function([written], "double")
    >>> own_function(["def double(x): return 2 * x"], "double")
    Failure(type='NoFunction', message='double')
    """
    bound = [one for cell in cells for one in _bound_in(cell)]
    definitions = _definitions(bound)
    roots = _last(bound, name)
    if not roots:
        return Failure("NotDefined", name)
    reached = list(_reached(roots, definitions))
    functions = [node for node in reached if _is_function(node, definitions)]
    if not _shows(roots, reached, functions):
        return Failure("NoFunction", name)
    looks = _LOOKS - definitions.keys()
    place = next(_autograd(reached, _reached(functions[::-1], definitions), looks), None)
    return Failure("AsksAutograd", place) if place else None


def executed_cells() -> list[str]:
    """Sources of the cells that ran in this notebook so far; none outside a notebook."""
    shell = running_shell()
    return list(shell.history_manager.input_hist_raw) if shell else []


def running_shell() -> Any:
    """IPython's shell; None outside a notebook."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython else None


def tree(cell: str) -> ast.Module:
    """The syntax tree of a cell without its magics; an empty one where it is no Python.

    As IPython does, it takes away prompts and the indentation of a whole cell.

    >>> ast.unparse(tree("%%time\\n%matplotlib inline\\nx = 1"))
    'pass\\nx = 1'
    >>> ast.unparse(tree("  %time x = 1")), ast.unparse(tree(">>> if x:\\n...     y"))
    ('x = 1', 'if x:\\n    y')
    """
    return _tree(cell)


@lru_cache(maxsize=4096)  # most cells are the same in every submission
def _tree(cell: str) -> ast.Module:
    code = _CELL_MAGIC.sub("", cell)
    code = _PROMPT.sub("", code) if code.lstrip().startswith(">>>") else code
    plain = _LINE_MAGIC.sub(r"\1pass", _TIMED.sub(r"\1", textwrap.dedent(code)))
    try:
        return ast.parse(plain)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def _definitions(bound: Iterable[_Bound]) -> _Definitions:
    """What each name and each attribute is bound to, wherever it happens."""
    definitions: _Definitions = {}
    for one in bound:
        # What is local is read with its function, and means nothing elsewhere.
        if not one.is_local or one.name.startswith(".") or isinstance(one.value, ast.ClassDef):
            definitions.setdefault(one.name, []).append(one.value)
    return definitions


def _last(bound: Iterable[_Bound], name: str) -> list[ast.AST]:
    """What a name may be bound to in the end: in the last sure place, and wherever after it."""
    values: list[ast.AST] = []
    for one in bound:
        if one.name == name and not one.is_local:
            if one.is_sure:
                values.clear()
            values.append(one.value)
    return values


def _shows(roots: list[ast.AST], reached: list[ast.AST], functions: list[ast.AST]) -> bool:
    """Whether the roots can be read, and reach a Function and an ``apply``."""
    if not functions or not all(isinstance(root, _UNDERSTOOD) for root in roots):
        return False
    return any(_is_apply(node) for root in reached for node in ast.walk(root))


# Asked for again by each record with a source, and for given cells by each submission: without
# this, nine tenths of the time that a verdict takes.
@lru_cache(maxsize=4096)
def _bound_in(cell: str) -> tuple[_Bound, ...]:
    code, binds = _tree(cell), bool(_BINDS.match(cell.lstrip()))
    shared = {name for node in ast.walk(code) for name in _declared(node)}
    owned = _Owner()
    return tuple(
        _Bound(
            name,
            owned.value(value, place.function) if name.startswith(".") else value,
            place.is_local and name not in shared,
            binds and place.is_statement and isinstance(place.node, _SURE),
        )
        for place in _places(code)
        for name, value in _bindings(place.node)
    )


def _declared(node: ast.AST) -> list[str]:
    return node.names if isinstance(node, (ast.Global, ast.Nonlocal)) else []


def _places(code: ast.Module) -> Iterator[_Place]:
    """All nodes, in the order of the text."""
    waiting = [_Place(node, is_statement=True) for node in reversed(code.body)]
    while waiting:
        place = waiting.pop()
        yield place
        function, is_local = _inside(place)
        children = list(ast.iter_child_nodes(place.node))
        waiting += [_Place(child, function, is_local) for child in reversed(children)]


def _inside(place: _Place) -> tuple[ast.AST | None, bool]:
    is_function = isinstance(place.node, (ast.FunctionDef, ast.AsyncFunctionDef))
    function = place.function or (place.node if is_function else None)
    return function, place.is_local or isinstance(place.node, _SCOPES)


class _Owner:
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


def _bindings(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Names that a node binds, each with what it is bound to."""
    if isinstance(node, ast.ImportFrom):
        # As if it stood there with its module, whatever it is called here.
        yield from ((one.asname or one.name, _in_module(node, one)) for one in node.names)
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


def _in_module(node: ast.ImportFrom, one: ast.alias) -> ast.Attribute:
    module = ast.Name(node.module or "", ast.Load())
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


def _reached(roots: list[ast.AST], definitions: _Definitions) -> Iterator[ast.AST]:
    """Definitions that the roots use, directly or through others."""
    seen: set[int] = set()
    waiting = list(roots)
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield node
            for name in _used(node):
                waiting += definitions.get(name, ())


def _used(node: ast.AST) -> set[str]:
    """Names and attributes that a definition takes from elsewhere, and the classes inside it."""
    used, local, classes = set(), set(), set()
    for child in ast.walk(node):
        used.update(f".{name}" for name in _asked_for(child))
        if isinstance(child, ast.Name):
            (used if isinstance(child.ctx, ast.Load) else local).add(child.id)
        elif isinstance(child, ast.arg):
            local.add(child.arg)
        elif isinstance(child, ast.ClassDef):
            classes.add(child.name)
    owned = node.names if isinstance(node, _Owned) else frozenset()
    return used - local - owned | classes


def _is_function(node: ast.AST, definitions: _Definitions) -> bool:
    """A class with a forward and a backward, its own or inherited from another own class."""
    return (
        isinstance(node, ast.ClassDef)
        and _derived(node, definitions)
        and _has_both(node, definitions)
    )


def _bases(node: ast.ClassDef, definitions: _Definitions) -> list[ast.AST]:
    """What the names of a class's bases are bound to."""
    return [one for name in _base_names(node) - {node.name} for one in definitions.get(name, ())]


def _base_names(node: ast.ClassDef) -> set[str]:
    return {name for base in node.bases for name in _used(base)}


def _derived(node: ast.AST, definitions: _Definitions, depth: int = 5) -> bool:
    names = _base_names(node) if isinstance(node, ast.ClassDef) else _used(node)
    if any(name.endswith("Function") for name in names):
        return True
    bases = _bases(node, definitions) if isinstance(node, ast.ClassDef) and depth else ()
    return any(_derived(base, definitions, depth - 1) for base in bases)


def _has_both(node: ast.ClassDef, definitions: _Definitions) -> bool:
    bases = (base for base in _bases(node, definitions) if isinstance(base, ast.ClassDef))
    classes = [node, *bases]
    names = {name for one in classes for child in one.body for name, _ in _bindings(child)}
    return {"forward", "backward"} <= names or {"forward", "vjp"} <= names


def _is_apply(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "apply"


def _autograd(
    reached: Iterable[ast.AST], methods: Iterable[ast.AST], looks: frozenset[str]
) -> Iterator[str]:
    """Where Functions, or what they use, ask autograd for a derivative, or who calls them does."""
    yield from _asking(methods, _AUTOGRAD, looks)
    # A node of autograd's own, for instance, may be handed to a Function from outside.
    yield from _asking(reached, _AUTOGRAD - _SETTINGS, looks)


def _asking(
    roots: Iterable[ast.AST], names: frozenset[str], looks: frozenset[str]
) -> Iterator[str]:
    for root in roots:
        printed = _printed(root, looks)
        for node in ast.walk(root):
            asked = names.intersection(_asked_for(node))
            if asked and not (id(node) in printed and asked <= _LOOKED_AT):
                yield _written(node)


def _printed(root: ast.AST, looks: frozenset[str]) -> set[int]:
    """Nodes that are printed and go nowhere else, by their ids."""
    calls = (node for node in ast.walk(root) if isinstance(node, ast.Call) and "print" in looks)
    prints = (node for node in calls if _called(node) == "print" and _only_looks(node, looks))
    return {id(inner) for node in prints for inner in ast.walk(node)}


def _only_looks(call: ast.Call, looks: frozenset[str]) -> bool:
    inner = (node for node in ast.walk(call) if not isinstance(node, ast.expr_context))
    return all(isinstance(node, _PRINTED) and _gives_nothing(node, looks) for node in inner)


def _gives_nothing(node: ast.AST, looks: frozenset[str]) -> bool:
    """Whether a node is no call that may keep what it gets."""
    if not isinstance(node, ast.Call) or not (node.args or node.keywords):
        return True
    return isinstance(node.func, ast.Name) and node.func.id in looks and not node.keywords


def _written(node: ast.AST) -> str:
    try:
        return f"line {node.lineno}: {ast.unparse(node)[:80]}"
    except (RecursionError, ValueError):  # too deep, or a number that is too long
        return f"line {node.lineno}"


def _asked_for(node: ast.AST) -> list[str]:
    """The attributes that a node asks for: by a dot, by a pattern, by what reads a text."""
    if isinstance(node, ast.Attribute):
        return [node.attr]
    if isinstance(node, ast.MatchClass):
        return node.kwd_attrs
    if isinstance(node, ast.Call) and _called(node) in _BY_TEXT:
        return [word for argument in node.args for word in _words(argument)]
    return []


def _called(node: ast.Call) -> str | None:
    """The last part of the name of what is called."""
    return getattr(node.func, "attr", getattr(node.func, "id", None))


def _words(argument: ast.AST) -> list[str]:
    text = argument.value if isinstance(argument, ast.Constant) else None
    return re.findall(r"\w+", text) if isinstance(text, str) else []
