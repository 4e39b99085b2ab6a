"""Whether a name uses a Function that the student wrote, as the source of a notebook shows it.

A kernel can say anything about itself, so conduct is read from the syntax tree of what was handed
in, in the grader's own process; in class the same rules read the cells that were run.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator

from labkit.bindings import (
    Definitions,
    asked_for,
    bindings,
    bound_in,
    called,
    definitions_of,
    last,
    reached_from,
    used,
)
from labkit.evidence import Failure
from labkit.source import tree

_AUTOGRAD = frozenset(
    ("grad", "backward", "vjp", "jvp", "jacobian", "jacrev", "jacfwd", "enable_grad")
    + ("set_grad_enabled", "requires_grad_", "requires_grad", "checkpoint", "hessian")
    + ("make_dual", "unpack_dual", "dual_level", "forward_ad", "linearize", "make_fx")
    + ("grad_fn", "next_functions", "get_gradient_edge", "_execution_engine", "run_backward")
    + ("_set_grad_enabled", "hvp", "vhp", "grad_and_value", "_engine_run_backward")
    + ("get_analytical_jacobian", "_get_analytical_jacobian", "aot_function")
)
# Modules of nothing but derivatives, and what is asked of the last for other reasons.
_DERIVATIVES = ("torch.autograd.functional", "torch.func", "torch._functorch", "functorch")
_AUTOGRAD_MODULE = "torch.autograd"
_NO_DERIVATIVE = frozenset(
    ("Function", "function", "Variable", "once_differentiable", "FunctionCtx", "profiler")
)
# They find by a text, and what that says is known only while it runs.
_LOOKS_UP = frozenset(
    ("loads", "load", "locate", "getmembers", "getattr_static", "get_field", "EntryPoint")
    + ("get_type_hints", "get_annotations", "timeit", "Timer", "compile_expression")
    + ("inference_mode", "import_module", "import_item", "sympify", "runctx", "Unpickler")
)
_GETTERS = frozenset(("getattr", "__getattribute__"))
# Outside of a Function, these alone compute no derivative.
_SETTINGS = frozenset(
    ("requires_grad", "requires_grad_", "enable_grad", "set_grad_enabled", "checkpoint")
)
# Who only prints these computes nothing with them.
_LOOKED_AT = frozenset(("grad_fn", "next_functions"))
_LOOKS = frozenset(("print", "type"))
_PRINTED = (ast.Name, ast.Attribute, ast.Constant, ast.JoinedStr, ast.FormattedValue, ast.Call)
_LONGEST_PATH = 20
_FROM_AUTOGRAD = tuple(f"{module}." for module in (_AUTOGRAD_MODULE, *_DERIVATIVES))
_UNDERSTOOD = (ast.expr, ast.FunctionDef, ast.ClassDef)
# `x.grad` is looked at; of these nobody makes a value.
_NEVER_HANDED_ON = _AUTOGRAD - _SETTINGS - _LOOKED_AT - {"grad"}
CONDUCT = {
    "NotDefined": "not_defined",
    "NoFunction": "no_function",
    "AsksAutograd": "asks_autograd",
}  # by what a failure is called in the catalogues of messages


def own_function(cells: Iterable[str], name: str, ended: Container[int] = ()) -> Failure | None:
    """Why a name does not use a Function of the student's own; None where it does.

    The failure's type is one of :data:`CONDUCT`, whose words the card knows.

    A Function of one's own is a class derived from ``Function`` with ``forward`` and ``backward``
    whose ``apply`` the name reaches, and neither of the two asks autograd for the derivative.

    Args:
        cells: sources of code cells, in the order in which they run.
        name: the function or class of the blank.
        ended: places, from 0, of the cells that an error ended: below it nothing was bound.

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
    bound = [
        one._replace(is_sure=one.is_sure and place not in ended)
        for place, cell in enumerate(cells)
        for one in bound_in(cell)
    ]
    definitions = definitions_of(bound)
    roots = last(bound, name)
    if not roots:
        return Failure("NotDefined", name)
    reached = list(reached_from(roots, definitions, name))
    functions = [node for node in reached if _is_function(node, definitions)]
    if not _shows(roots, reached, functions):
        return Failure("NoFunction", name)
    looks = _LOOKS - definitions.names.keys()
    methods = reached_from(functions[::-1], definitions)
    asks = next(_autograd(reached, methods, looks, _modules(definitions)), None)
    return Failure("AsksAutograd", _written(asks)) if asks else None


def asking_functions(cells: Iterable[tuple[int, str]]) -> Iterator[tuple[int, ast.AST]]:
    """Where any Function asks autograd, whether or not it can be told what uses it.

    Args:
        cells: positions and sources.

    >>> cell = "class A(Function):\\n  forward = 1\\n  backward = {}"
    >>> [where for where, _ in asking_functions([(3, cell.format("autograd.grad"))])]
    [3]
    >>> [*asking_functions([(3, cell.format("2"))])]
    []
    """
    bound = [(position, one) for position, cell in cells for one in bound_in(cell)]
    definitions = definitions_of(one for _, one in bound)
    position_of = {id(one.value): position for position, one in bound}
    functions = [one.value for _, one in bound if _is_function(one.value, definitions)]
    looks = _LOOKS - definitions.names.keys()
    modules = _modules(definitions)
    for root in reached_from(functions, definitions):
        asking = _asking([root], _AUTOGRAD - _SETTINGS, looks, modules)
        for node in (*asking, *filter(_is_hidden_lookup, _nodes(root))):
            yield position_of[id(root)], node


def asking_elsewhere(cells: Iterable[tuple[int, str]]) -> Iterator[tuple[int, ast.AST]]:
    """Where anything that is kept for later asks autograd: what calls it may show nowhere.

    A cell that asks it at once, to look at a gradient, keeps nothing.

    Args:
        cells: positions and sources.

    >>> [where for where, _ in asking_elsewhere([(3, "kept.append(torch.autograd.grad)")])]
    [3]
    >>> [*asking_elsewhere([(3, "print(torch.autograd.grad(y, x), x.grad)")])]
    []
    >>> [*asking_elsewhere([(3, "def test(x): f(x).backward()\\ntest(x)")])]
    []
    """
    cells = list(cells)
    bound = [(position, one) for position, cell in cells for one in bound_in(cell)]
    definitions = definitions_of(one for _, one in bound)
    position_of = {id(one.value): position for position, one in bound}
    modules, looks = _modules(definitions), _LOOKS - definitions.names.keys()
    values = {name for _, cell in cells for name in _values(tree(cell))}
    kept = [(position, node) for position, cell in cells for node in _kept(tree(cell), values)]
    position_of |= {id(node): position for position, node in kept}
    for root in reached_from((node for _, node in kept), definitions):
        for node in _asking([root], _AUTOGRAD - _SETTINGS, looks, modules):
            yield position_of[id(root)], node
    for position, cell in cells:
        code = tree(cell)
        hidden = filter(_is_hidden_lookup, _nodes(code))
        for node in (*hidden, *_handed_on(code, modules, definitions)):
            yield position, node


def _values(code: ast.Module) -> set[str]:
    """Names whose value goes elsewhere: they are not just called."""
    nodes = list(ast.walk(code))
    called_here = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    loaded = (one for one in nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load))
    return {node.id for node in loaded if id(node) not in called_here}


def _kept(code: ast.Module, values: set[str]) -> Iterator[ast.AST]:
    """Definitions that something else may call: not those that are called by their name alone."""
    waiting: list[ast.AST] = [code]
    while waiting:
        node = waiting.pop()
        is_function = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        if isinstance(node, (ast.ClassDef, ast.Lambda)) or (
            is_function and (node.decorator_list or node.name in values)
        ):
            yield node
        else:
            waiting += ast.iter_child_nodes(node)


def _handed_on(
    code: ast.Module, modules: dict[str, str], definitions: Definitions
) -> Iterator[ast.AST]:
    """What derives, where it is not called but goes elsewhere."""
    nodes = list(ast.walk(code))
    used_here = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    used_here |= {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    used_here |= {
        id(base) for node in nodes if isinstance(node, ast.ClassDef) for base in node.bases
    }
    theirs = modules | {
        name: path
        for name, values in definitions.names.items()
        for value in values
        if (path := _dotted(value, {})).startswith(_FROM_AUTOGRAD)
    }
    for node in nodes:
        is_read = isinstance(getattr(node, "ctx", None), ast.Load)
        if id(node) in used_here or not is_read or not isinstance(node, (ast.Name, ast.Attribute)):
            continue
        path = f"{_dotted(node, theirs)}."
        is_theirs = path.startswith(_FROM_AUTOGRAD) and path.split(".")[-2] not in _NO_DERIVATIVE
        if is_theirs or _NEVER_HANDED_ON.intersection(asked_for(node)):
            yield node


def _shows(roots: list[ast.AST], reached: list[ast.AST], functions: list[ast.AST]) -> bool:
    """Whether the roots can be read, and reach a Function and an ``apply``."""
    if not functions or not all(isinstance(root, _UNDERSTOOD) for root in roots):
        return False
    return any(_is_apply(node) for root in reached for node in ast.walk(root))


def _is_function(node: ast.AST, definitions: Definitions) -> bool:
    """A class with a forward and a backward, its own or inherited from another own class."""
    return (
        isinstance(node, ast.ClassDef)
        and _derived(node, definitions)
        and _has_both(node, definitions)
    )


def _bases(node: ast.ClassDef, definitions: Definitions) -> list[ast.AST]:
    """What the names of a class's bases are bound to."""
    return [
        one for name in _base_names(node) - {node.name} for one in definitions.names.get(name, ())
    ]


def _base_names(node: ast.ClassDef) -> set[str]:
    return {name for base in node.bases for name in used(base)}


def _derived(node: ast.AST, definitions: Definitions, depth: int = 5) -> bool:
    names = _base_names(node) if isinstance(node, ast.ClassDef) else used(node)
    if any(name.endswith("Function") for name in names):
        return True
    bases = _bases(node, definitions) if isinstance(node, ast.ClassDef) and depth else ()
    return any(_derived(base, definitions, depth - 1) for base in bases)


def _has_both(node: ast.ClassDef, definitions: Definitions) -> bool:
    bases = (base for base in _bases(node, definitions) if isinstance(base, ast.ClassDef))
    classes = [node, *bases]
    names = {name for one in classes for child in one.body for name, _ in bindings(child)}
    return {"forward", "backward"} <= names or {"forward", "vjp"} <= names


def _is_apply(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "apply"


def _autograd(
    reached: Iterable[ast.AST],
    methods: Iterable[ast.AST],
    looks: frozenset[str],
    modules: dict[str, str],
) -> Iterator[ast.AST]:
    """Where Functions, or what they use, ask autograd for a derivative, or who calls them does."""
    yield from _asking(methods, _AUTOGRAD, looks, modules)
    # A node of autograd's own, for instance, may be handed to a Function from outside.
    yield from _asking(reached, _AUTOGRAD - _SETTINGS, looks, modules)


def _asking(
    roots: Iterable[ast.AST], names: frozenset[str], looks: frozenset[str], modules: dict[str, str]
) -> Iterator[ast.AST]:
    for root in roots:
        printed, whole = _printed(root, looks), _whole_modules(root, modules)
        for node in ast.walk(root):
            asked = names.intersection(asked_for(node))
            if asked and not (id(node) in printed and asked <= _LOOKED_AT) or id(node) in whole:
                yield node


def _modules(definitions: Definitions) -> dict[str, str]:
    """The names that are bound to autograd's modules, each with the module's own name."""
    bound = (
        (name, _module(name, value))
        for name, values in definitions.names.items()
        for value in values
    )
    return {name: module for name, module in bound if _is_of_autograd(module)}


def _module(name: str, value: ast.AST) -> str:
    if isinstance(value, ast.Import):
        whole = {one.asname: one.name for one in value.names}
        return whole.get(name, name)
    return _dotted(value, {})


def _dotted(node: ast.AST, modules: dict[str, str]) -> str:
    """``torch.autograd`` where that is written, by whatever way; empty where no names are."""
    parts = []
    while isinstance(node, ast.Attribute) and len(parts) < _LONGEST_PATH:
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    names = [*modules.get(node.id, node.id).split("."), *reversed(parts)]
    # As in `functional.torch.autograd`: each module of torch's holds others.
    place = names.index("autograd", 1) if "autograd" in names[1:] else 0
    return ".".join(["torch", *names[place:]] if place else names)


def _is_of_autograd(module: str) -> bool:
    return module == _AUTOGRAD_MODULE or f"{module}.".startswith(
        tuple(f"{one}." for one in _DERIVATIVES)
    )


def _whole_modules(root: ast.AST, modules: dict[str, str]) -> set[int]:
    """Where a module of autograd's is used, other than to ask it for what derives nothing."""
    nodes = [node for node in ast.walk(root) if isinstance(node, (ast.Name, ast.Attribute))]
    spared = {
        id(node.value)
        for node in nodes
        if isinstance(node, ast.Attribute) and node.attr in _NO_DERIVATIVE
    }
    spared |= {id(root)}  # an import, of which nothing was used as yet
    return {
        id(node)
        for node in nodes
        if id(node) not in spared and _is_of_autograd(_dotted(node, modules))
    }


def _nodes(root: ast.AST) -> list[ast.AST]:
    """All nodes, but for what is called by a name that stands there to be read."""
    nodes = list(ast.walk(root))
    plain = {
        id(node.func)
        for node in nodes
        if isinstance(node, ast.Call) and called(node) in _GETTERS and _is_told(node)
    }
    return [node for node in nodes if id(node) not in plain]


def _is_told(call: ast.Call) -> bool:
    names = call.args[1:2]
    return bool(names) and isinstance(names[0], ast.Constant)


def _is_hidden_lookup(node: ast.AST) -> bool:
    """Whether something is looked up by a text that only shows while it runs."""
    name = getattr(node, "attr", getattr(node, "id", None))
    return isinstance(node, (ast.Name, ast.Attribute)) and name in _GETTERS | _LOOKS_UP


def _printed(root: ast.AST, looks: frozenset[str]) -> set[int]:
    """Nodes that are printed and go nowhere else, by their ids."""
    calls = (node for node in ast.walk(root) if isinstance(node, ast.Call) and "print" in looks)
    prints = (node for node in calls if called(node) == "print" and _only_looks(node, looks))
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
    code = code_of(node)
    return f"line {node.lineno}: {code}" if code else f"line {node.lineno}"


def code_of(node: ast.AST) -> str:
    """A node as Python, cut; empty where it is too deep, or holds a number that is too long."""
    try:
        return ast.unparse(node)[:80]
    except (RecursionError, ValueError):
        return ""
