"""Code that may differentiate where a check does not see it: a person looks, and no point is taken.

One rule on the syntax tree, which follows no name from one place to another. What a Function of the
student's own does while a check runs, ``labkit/own_function.py`` sees.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

_IN_A_FUNCTION = frozenset(
    ("grad", "vjp", "jvp", "jacobian", "jacrev", "jacfwd", "hessian", "linearize", "enable_grad")
    + ("set_grad_enabled", "requires_grad_", "make_dual", "checkpoint", "inference_mode")
)
# In any function: nodes of the graph may be handed to a Function, which calls them.
_IN_ANY = frozenset(("grad_fn", "next_functions", "get_gradient_edge"))
# Anywhere: what differentiates past the calls that are watched, or ends the watching.
_ANYWHERE = frozenset(
    ("_execution_engine", "_engine_run_backward", "run_backward", "jit", "overrides", "threading")
    + ("_thread", "concurrent", "DisableTorchFunction", "DisableTorchFunctionSubclass")
)
_LOOKS = ("print", "type", "str", "repr")
_Place = ast.expr | ast.stmt


def derivatives(module: ast.Module) -> Iterator[_Place]:
    """The nodes of a cell that may differentiate out of sight.

    >>> cell = "class A(Function):\\n  def backward(ctx, g): return {}"
    >>> [node.lineno for node in derivatives(ast.parse(cell.format("autograd.grad(y, x, g)")))]
    [2]
    >>> [*derivatives(ast.parse(cell.format("2 * g") + "\\nprint(autograd.grad(y, x))"))]
    []
    """
    yield from _naming(module, _ANYWHERE)
    for node in ast.walk(module):
        match node:
            case ast.ClassDef(body=body):
                if any(getattr(child, "name", "") in ("backward", "vjp") for child in body):
                    yield from _naming(node, _IN_A_FUNCTION)
            case ast.FunctionDef() | ast.Lambda():
                yield from _naming(node, _IN_ANY)


def _naming(root: ast.AST, names: frozenset[str]) -> Iterator[_Place]:
    printed: set[int] = set()  # who only looks at a node of the graph computes nothing with it
    for node in ast.walk(root):  # what is around a node comes before it
        match node:
            case ast.Call(func=ast.Name(id=name), args=args) if name in _LOOKS:
                printed.update(map(id, args))
            case ast.FormattedValue(value=value):
                printed.add(id(value))
        if isinstance(node, _Place) and id(node) not in printed and names & _named(node):
            yield node


def _named(node: ast.AST) -> set[str]:
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return {name}
        case ast.Import(names=aliases):
            return {part for alias in aliases for part in alias.name.split(".")}
        case ast.ImportFrom(module=module, names=aliases):
            return {*(module or "").split("."), *(alias.name for alias in aliases)}
    return set()
