"""Sources of cells: those that ran in this notebook, and what Python reads in one.

Only the syntax tree of plain Python is read: a magic's line is as good as empty. Nothing here runs
a cell or imports torch.
"""

from __future__ import annotations

import ast
import re
import sys
import textwrap
from functools import lru_cache
from typing import Any

_CELL_MAGIC = re.compile(r"\A\s*%%(?:time|timeit|capture|prun)\b.*\n?")
_TIMED = re.compile(r"^([ \t]*)%time[ \t]+(?=\S)", re.MULTILINE)
_PROMPT = re.compile(r"^(?:>>> |\.\.\. ?)", re.MULTILINE)
_LINE_MAGIC = re.compile(r"^([ \t]*)[%!].*$", re.MULTILINE)
_RUNS_HERE = re.compile(r"(?!%%)|%%(?:time|capture|prun)\b")  # not with %%timeit, %%html...


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


def runs_here(cell: str) -> bool:
    """Whether a cell binds names of the notebook: no magic on top runs it elsewhere, or not."""
    return bool(_RUNS_HERE.match(cell.lstrip()))


@lru_cache(maxsize=4096)  # most cells are the same in every submission
def _tree(cell: str) -> ast.Module:
    code = _CELL_MAGIC.sub("", cell)
    code = _PROMPT.sub("", code) if code.lstrip().startswith(">>>") else code
    plain = _LINE_MAGIC.sub(r"\1pass", _TIMED.sub(r"\1", textwrap.dedent(code)))
    try:
        return ast.parse(plain)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])
