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
from typing import Any

from labkit.evidence import Failure

# Only the syntax tree of plain Python is read: a magic's line is as good as empty.
_CELL_MAGIC = re.compile(r"\A\s*%%(?:time|timeit|capture|prun)\b.*\n?")
_TIMED = re.compile(r"^(\s*)%time[ \t]+(?=\S)", re.MULTILINE)
_PROMPT = re.compile(r"^(?:>>> |\.\.\. ?)", re.MULTILINE)
_LINE_MAGIC = re.compile(r"^(\s*)[%!].*$", re.MULTILINE)
_AUTOGRAD = frozenset(
    ("grad", "backward", "vjp", "jvp", "jacobian", "jacrev", "jacfwd", "enable_grad")
    + ("set_grad_enabled", "requires_grad_", "requires_grad", "checkpoint", "hessian")
    + ("make_dual", "unpack_dual", "dual_level", "forward_ad", "linearize", "make_fx")
)
CONDUCT = {
    "NotDefined": "not_defined",
    "NoFunction": "no_function",
    "AsksAutograd": "asks_autograd",
}  # by what a failure is called in the catalogues of messages
_Definitions = dict[str, list[ast.AST]]


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
    definitions = _definitions(cells)
    if name not in definitions:
        return Failure("NotDefined", name)
    reached = list(_reached([definitions[name][-1]], definitions))
    functions = [node for node in reached if _is_function(node, definitions)]
    if not functions or not any(_is_apply(node) for root in reached for node in ast.walk(root)):
        return Failure("NoFunction", name)
    asking = (place for function in functions for place in _autograd(function, definitions))
    place = next(asking, None)
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


def _definitions(cells: Iterable[str]) -> _Definitions:
    """What each name and each attribute is bound to, wherever it happens, in order."""
    definitions: _Definitions = {}
    for cell in cells:
        for name, value in _bound_in(cell):
            definitions.setdefault(name, []).append(value)
    return definitions


# Asked for again by each record with a source, and for given cells by each submission: without
# this, nine tenths of the time that a verdict takes.
@lru_cache(maxsize=4096)
def _bound_in(cell: str) -> tuple[tuple[str, ast.AST], ...]:
    code = _tree(cell)
    local, bound = _local_names(code), []
    for node in ast.walk(code):
        for name, value in _bindings(node):
            # In ``ctx.x = x`` the x is the method's own, not one that a cell has set.
            hidden = local.get(id(node), ()) if name.startswith(".") else ()
            bound.append((name, _without(value, hidden)))
    return tuple(bound)


def _local_names(tree: ast.Module) -> dict[int, set[str]]:
    """For each assignment within functions, by its id: the names that belong to these functions."""
    names: dict[int, set[str]] = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            inside = list(ast.walk(function))
            own = {node.arg for node in inside if isinstance(node, ast.arg)}
            stored = (node for node in inside if isinstance(node, ast.Name))
            own |= {node.id for node in stored if isinstance(node.ctx, ast.Store)}
            for node in inside:
                if isinstance(node, (ast.Assign, ast.AnnAssign)):
                    names.setdefault(id(node), set()).update(own)
    return names


def _without(value: ast.AST, names: Iterable[str]) -> ast.AST:
    """The expression, with names that are not looked up elsewhere: a function's arguments."""
    arguments = [ast.arg(name) for name in sorted(names)]
    if not arguments or not isinstance(value, ast.expr):
        return value
    return ast.Lambda(ast.arguments([], arguments, None, [], [], None, []), value)


def _bindings(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield node.name, node
    elif isinstance(node, ast.Assign):
        for target in node.targets:
            yield from ((name, node.value) for name in _names(target))
    elif isinstance(node, ast.ImportFrom):
        # As if it stood there with its module, whatever it is called here.
        yield from ((one.asname or one.name, _in_module(node, one)) for one in node.names)
    elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value:
        yield from ((name, node.value) for name in _names(node.target))


def _in_module(node: ast.ImportFrom, one: ast.alias) -> ast.Attribute:
    module = ast.Name(node.module or "", ast.Load())
    return ast.copy_location(ast.Attribute(module, one.name, ast.Load()), node)


def _names(target: ast.AST) -> Iterator[str]:
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Attribute):
        yield f".{target.attr}"
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
    used, local = set(), set()
    for child in ast.walk(node):
        if isinstance(child, ast.Name):
            (used if isinstance(child.ctx, ast.Load) else local).add(child.id)
        elif isinstance(child, ast.Attribute):
            used.add(f".{child.attr}")
        elif isinstance(child, ast.arg):
            local.add(child.arg)
    return used - local | {
        child.name for child in ast.walk(node) if isinstance(child, ast.ClassDef)
    }


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


def _autograd(function: ast.AST, definitions: _Definitions) -> Iterator[str]:
    """Where a Function's methods, or what they use, ask autograd for a derivative."""
    for root in _reached([function], definitions):
        for node in ast.walk(root):
            if _asked_for(node) in _AUTOGRAD:
                yield f"line {node.lineno}: {ast.unparse(node)}"


def _asked_for(node: ast.AST) -> str | None:
    """The attribute that an expression asks for, by a dot or by ``getattr``."""
    if isinstance(node, ast.Attribute):
        return node.attr
    is_getattr = isinstance(node, ast.Call) and ast.unparse(node.func) == "getattr"
    named = node.args[1] if is_getattr and len(node.args) > 1 else None
    return named.value if isinstance(named, ast.Constant) else None
