"""Sources of cells: those that ran in this notebook, and what Python reads in one.

A magic's line stands in the tree as the call that IPython makes of it, with its first word alone.
Nothing here runs a cell or imports torch.
"""

from __future__ import annotations

import ast
import re
import sys
import textwrap
from functools import lru_cache
from typing import Any

_CELL_MAGIC = re.compile(r"\A\s*%%(?:time|timeit|capture|prun)\b.*\n?")
_OPTIONS = r"(?:[ \t]+-(?:[nr][ \t]*\d+|[slTD][ \t]+\S+|\w+))*"
_TIMED = re.compile(rf"^([ \t]*)%(?:time|timeit|prun){_OPTIONS}[ \t]+(?=\S)", re.MULTILINE)
_ELSEWHERE = re.compile(r"^[ \t]*%(?:timeit|prun)\b", re.MULTILINE)
_PROMPT = re.compile(r"^(?:>>> |\.\.\. ?)", re.MULTILINE)
# A backslash at the end hands the next line to the magic, too.
_REST = r"(?:.*\\\n)*.*$"
_LINE_MAGIC = re.compile(rf"^([ \t]*)%(\w+)[ \t]*([\w.]*){_REST}", re.MULTILINE)
_COMMAND = re.compile(rf"^([ \t]*)[%!]{_REST}", re.MULTILINE)
# `files = !ls`, and what asks for help.
_ASSIGNED = re.compile(rf"^([^=\n#'\"]*=)[ \t]*[%!]{_REST}", re.MULTILINE)
_HELP = re.compile(r"^([ \t]*)(?:\?.*|[^\n#'\"]*\?[ \t]*)$", re.MULTILINE)
_CALL = r'\1get_ipython().run_line_magic("\2", "\3")'
_ONLY_READ = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
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
    """The syntax tree of a cell; an empty one where it is no Python.

    As IPython does, it takes away prompts and the indentation of a whole cell.

    >>> ast.unparse(tree("%%time\\n%matplotlib inline\\nx = 1"))
    "get_ipython().run_line_magic('matplotlib', 'inline')\\nx = 1"
    >>> ast.unparse(tree("  %time x = 1")), ast.unparse(tree(">>> if x:\\n...     y"))
    ('x = 1', 'if x:\\n    y')
    >>> ast.unparse(tree("files = !ls\\ntorch.sum?\\nx = 1"))
    'files = None\\npass\\nx = 1'
    """
    return _tree(cell) or ast.Module([], [])


def is_short_for_a_call(cell: str) -> bool:
    """Whether IPython makes a call of a line that is no Python: ``;print x`` prints "x"."""
    return cell.lstrip().startswith(tuple("/,;")) and _tree(cell) is None


def runs_here(cell: str) -> bool:
    """Whether a cell binds names of the notebook: no magic runs it, or a line, elsewhere."""
    return bool(_RUNS_HERE.match(cell.lstrip())) and not _ELSEWHERE.search(cell)


@lru_cache(maxsize=4096)  # most cells are the same in every submission
def _tree(cell: str) -> ast.Module | None:
    code = _CELL_MAGIC.sub("", cell)
    code = _PROMPT.sub("", code) if code.lstrip().startswith(">>>") else code
    plain = textwrap.dedent(code)
    return _parsed(plain) or _parsed(lined := _without_magics(plain)) or _parsed(_asked(lined))


def _without_magics(code: str) -> str:
    return _COMMAND.sub(r"\1pass", _LINE_MAGIC.sub(_CALL, _TIMED.sub(r"\1", code)))


def _asked(code: str) -> str:
    """Code without what is no Python elsewhere than at the start of a line."""
    return _HELP.sub(r"\1pass", _ASSIGNED.sub(r"\1 None", code))


def _parsed(code: str) -> ast.Module | None:
    try:
        return compile(code, "cell", "exec", _ONLY_READ)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
