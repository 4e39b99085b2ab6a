"""Sources of cells: those that ran in this notebook, what one binds, and when two are the same.

A magic's line is in the tree as the call that IPython makes of it, with its first word alone, and
a shell command without its words. What is in the tree has the line that it has in the cell.
Nothing here runs a cell or imports torch.
"""

from __future__ import annotations

import ast
import hashlib
import re
import sys
import textwrap
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, cast

_TOOLS = re.compile(
    r"\A# @title .*\n# >>> (?s:.*?)^labkit\.tools\.begin\(.*\)\n# <<<\n+", re.MULTILINE
)
_BLANK = re.compile(r"\A\s*(?:#|%%writefile \S+\n\s*//) (\w+):")
_CELL_MAGIC = re.compile(r"\A\s*%%(?:time|timeit|capture|prun)\b.*\n?")
_OPTIONS = r"(?:[ \t]+-(?:[nr][ \t]*\d+|[slTD][ \t]+\S+|\w+))*"
_TIMED = re.compile(rf"^([ \t]*)%(?:time|timeit|prun){_OPTIONS}[ \t]+(?=\S)", re.MULTILINE)
_PROMPT = re.compile(r"^(?:>>> |\.\.\. ?)", re.MULTILINE)
# A backslash at the end hands the next line to the magic, too.
_REST = r"(?:.*\\\n)*.*$"
_LINE_MAGIC = re.compile(rf"^([ \t]*)%(\w+)[ \t]*([\w.]*){_REST}", re.MULTILINE)
_COMMAND = re.compile(rf"^([ \t]*)[%!]{_REST}", re.MULTILINE)
# `files = !ls`, and what asks for help.
_ASSIGNED = re.compile(rf"^([^=\n#'\"]*=)[ \t]*[%!]{_REST}", re.MULTILINE)
_HELP = re.compile(r"^([ \t]*)(?:\?.*|[^\n#'\"]*\?[ \t]*)$", re.MULTILINE)
_ONLY_READ = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


def without_tools(source: str) -> str:
    """The source of a cell without the lines that fetch the course's tools, if it has them.

    They name a release, and say nothing of the notebook.

    >>> begin = 'labkit.tools.begin("en/02_int8_binary", _install)'
    >>> without_tools(f"# @title Set-up\\n# >>> fetched\\n{begin}\\n# <<<\\n\\nimport torch")
    'import torch'
    """
    return _TOOLS.sub("", source)


def blank_named(source: str) -> str:
    """The id of the blank that the first words of a cell name; empty without one.

    >>> blank_named("# round_up: one line\\n"), blank_named("%%writefile a.c\\n// scale: in C")
    ('round_up', 'scale')
    """
    named = _BLANK.match(source)
    return named[1] if named else ""


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
    'files = get_ipython().system()\\npass\\nx = 1'
    """
    return _tree(cell) or ast.Module([], [])


def gpu_calls(source: str) -> list[tuple[int, str]]:
    """The line and the code of each call of a cell that needs a GPU, and does not ask for one.

    >>> gpu_calls("y = x.to('cuda')\\nif torch.cuda.is_available():\\n    y = x.cuda()")
    [(1, "x.to('cuda')")]
    >>> gpu_calls("device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')")
    []
    """
    module = tree(source)
    asks = [node for node in ast.walk(module) if isinstance(node, (ast.If, ast.IfExp))]
    asked = {id(inner) for node in asks if _asks_for_gpu(node.test) for inner in ast.walk(node)}
    calls = [node for node in ast.walk(module) if isinstance(node, ast.Call)]
    needs = [call for call in calls if id(call) not in asked and _needs_gpu(call)]
    return [(call.lineno, ast.unparse(call)[:80]) for call in needs]


def compilations(source: str) -> list[tuple[int, str]]:
    """The line and the code of each use of torch.compile in a cell.

    >>> compilations("@torch.compile\\ndef f(x): return x\\nre.compile('a')")
    [(1, 'torch.compile')]
    """
    found = []
    for node in ast.walk(tree(source)):
        match node:
            case ast.Attribute(value=ast.Name(id="torch"), attr="compile"):
                found.append((node.lineno, "torch.compile"))
    return found


def _asks_for_gpu(test: ast.expr) -> bool:
    return any(getattr(node, "attr", "") == "is_available" for node in ast.walk(test))


def _needs_gpu(call: ast.Call) -> bool:
    name = getattr(call.func, "attr", "")
    devices = [one.value for one in call.keywords if one.arg == "device"]
    devices += call.args[:1] if name in ("to", "device") else []
    named = [str(one.value) for one in devices if isinstance(one, ast.Constant)]
    return name == "cuda" or any(one.partition(":")[0] == "cuda" for one in named)


def digest(source: str) -> str:
    """Sixteen letters for the source of a cell; blanks at the ends of lines do not count.

    >>> digest("x = 1  \\r\\n") == digest("x = 1")
    True
    """
    return hashlib.sha256(trimmed(source).encode()).hexdigest()[:16]


@lru_cache(maxsize=2048)  # most cells are the same in every submission
def trimmed(source: str) -> str:
    """A source without what editors change: the space around it and at the ends of its lines."""
    return "\n".join(line.rstrip() for line in source.strip().splitlines())


@lru_cache(maxsize=2048)
def bound_names(source: str) -> tuple[str, ...]:
    """The names that a cell binds for the cells after it.

    >>> bound_names("import torch.nn as nn, os.path\\nx, (y, *_) = f(k := 1)\\ndef g(): z = 1")
    ('nn', 'os', 'x', 'y', '_', 'k', 'g')
    """
    return tuple(dict.fromkeys(names_bound_in(tree(source))))


def names_bound_in(node: ast.AST) -> Iterator[str]:
    """The names that a part of a syntax tree binds where it is.

    >>> [*names_bound_in(ast.parse("x = 1\\ndef f(y): z = y"))]
    ['x', 'f']
    """
    waiting = [node]  # no recursion: a sum of a thousand terms is a thousand deep
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (alias.asname or alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        elif not isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp)):
            waiting += reversed(list(ast.iter_child_nodes(node)))


def is_short_for_a_call(cell: str) -> bool:
    """Whether IPython makes a call of a line that is no Python: ``;print x`` prints "x"."""
    return cell.lstrip().startswith(tuple("/,;")) and _tree(cell) is None


@lru_cache(maxsize=4096)  # most cells are the same in every submission
def _tree(cell: str) -> ast.Module | None:
    code = _CELL_MAGIC.sub(lambda magic: "\n" * magic[0].count("\n"), cell)
    code = _PROMPT.sub("", code) if code.lstrip().startswith(">>>") else code
    plain = textwrap.dedent(code)
    timed = _LINE_MAGIC.sub(_as_call, _TIMED.sub(r"\1", plain))
    without_magics = _COMMAND.sub(_as_call, timed)
    # What is no Python elsewhere than at the start of a line.
    without_help = _HELP.sub(r"\1pass", _ASSIGNED.sub(_as_call, without_magics))
    return _parsed(plain) or _parsed(without_magics) or _parsed(without_help)


def _as_call(line: re.Match[str]) -> str:
    """The call that IPython makes of a magic or a shell command, on as many lines."""
    before, *words = line.groups()
    name = f"run_line_magic({words[0]!r}, {words[1]!r})" if words else "system()"
    return f"{before}get_ipython().{name}" + "\n" * line[0].count("\n")


def _parsed(code: str) -> ast.Module | None:
    try:
        return cast(ast.Module, compile(code, "cell", "exec", _ONLY_READ))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
