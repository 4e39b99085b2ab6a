"""Whether evidence is of the same probes as another version of the solution makes."""

from __future__ import annotations

import ast

from nbformat import NotebookNode

from autograder.notebooks import cells
from labkit.language import LANGUAGES

# What only the judge and the card read, of the calls that record: it is taken from the reference.
_JUDGED = frozenset(("share", "rtol", "atol", "at_least", "backing", *LANGUAGES))
_RECORDING = frozenset(
    ("record", "result", "accuracy", "function", "module", "c_function", "of", "output", "at")
    + ("gradient", "both", "output_at", "gradient_at", "same_by", "usual", "is_module", "refuses")
    + ("prints", "side_by_side", "used_again")
)


def changed_probes(before: NotebookNode, now: NotebookNode) -> list[str]:
    """The cells of a solution by which a submission would record something else than before.

    A model answer may change, and what a check says, demands or gives; its probes may not, nor the
    code that is given.

    Args:
        before: the solution with which the evidence was made.
        now: the solution as it is.
    """
    then, code = _code(before), _code(now)
    return [name for name in dict.fromkeys([*code, *then]) if code.get(name) != then.get(name)]


def _code(solution: NotebookNode) -> dict[str, str]:
    """What runs around the blanks, by the cell's name."""
    return {
        cell.id or cell.node.get("id", ""): _meaning(cell.source, cell.is_check)
        for cell in cells(solution)
        if cell.is_code and not cell.is_blank
    }


def _meaning(source: str, is_check: bool) -> str:
    """Code without its comments, and a check without what only the judge reads.

    >>> _meaning('t.record("y", f(x, rtol=1), rtol=2, en="the same")  # probe', True)
    "t.record('y', f(x, rtol=1))"
    >>> _meaning("%pip list", False)
    '%pip list'
    """
    try:
        tree = ast.parse(source)
    except SyntaxError:  # a line of IPython
        return source
    for node in ast.walk(tree) if is_check else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in _RECORDING:
                node.keywords = [one for one in node.keywords if one.arg not in _JUDGED]
    return ast.unparse(tree)
