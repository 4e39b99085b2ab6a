"""Sources of cells: those that ran in this notebook, what one binds, and when two are the same.

A cell is read by IPython's own transformer, and so as the kernel reads it: magics and shell
commands are the calls that IPython makes of them, and the code that `%time` and its like run stands
in their place. Nothing here runs a cell or imports torch.
"""

from __future__ import annotations
import __future__

import ast
import copy
import hashlib
import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, cast

_TOOLS = re.compile(
    r"\A# @title .*\n# >>> (?s:.*?)^labkit\.tools\.begin\(.*\)\n# <<<\n+", re.MULTILINE
)
_BLANK = re.compile(r"\A\s*(?:#|%%writefile \S+\n\s*//) (\w+):")
# The options of magics that run code, as far as they are read here.
_TIMED = r"(?:-[nr]\s*\d+|-[tcqo]+|-p\s*\d+)(?:\s+|$)"
_PROFILED = r"(?:-[rq]+|-[ls]\s*[\w.]+)(?:\s+|$)"
_CAPTURED = r"(?:--no-\w+|[a-zA-Z]\w*)(?:\s+|$)"  # and a name for what is captured
_RUN_CODE = {"time": "(?!)", "timeit": _TIMED, "prun": _PROFILED, "capture": _CAPTURED}
_ONLY_READ = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
# What one cell imports from __future__ IPython keeps for all; this alone changes its grammar.
_OLD_UNEQUAL = __future__.barry_as_FLUFL.compiler_flag


def without_tools(source: str) -> str:
    """The source of a cell without the lines that fetch the course's tools, if it has them. They
    name a release, and say nothing about the notebook.

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
    """The syntax tree of a cell; an empty one if it is not Python, and so does not run.

    >>> ast.unparse(tree("%%time\\n%matplotlib inline\\nx = 1"))
    "get_ipython().run_line_magic('matplotlib', 'inline')\\nx = 1"
    >>> ast.unparse(tree("  %time x = 1")), ast.unparse(tree(">>> if x:\\n...     y"))
    ('x = 1', 'if x:\\n    y')
    >>> ast.unparse(tree("files = !ls\\n;print x"))
    "files = get_ipython().getoutput('ls')\\nprint('x')"
    """
    return _read(cell) or ast.Module([], [])


def is_unreadable(cell: str) -> bool:
    """Whether a cell is too deep for a syntax tree, though Python may run it."""
    return _read(cell) is None


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


def _asks_for_gpu(test: ast.expr) -> bool:
    return any(getattr(node, "attr", "") == "is_available" for node in ast.walk(test))


def _needs_gpu(call: ast.Call) -> bool:
    name = getattr(call.func, "attr", "")
    devices = [keyword.value for keyword in call.keywords if keyword.arg == "device"]
    devices += call.args[:1] if name in ("to", "device") else []
    named = [str(device.value) for device in devices if isinstance(device, ast.Constant)]
    return name == "cuda" or any(device.partition(":")[0] == "cuda" for device in named)


def digest(source: str) -> str:
    """Sixteen letters for the source of a cell; blanks at the ends of lines do not count.

    >>> digest("x = 1  \\r\\n") == digest("x = 1")
    True
    """
    return hashlib.sha256(trimmed(source).encode()).hexdigest()[:16]


@lru_cache(maxsize=2048)  # most cells are the same in every submission
def trimmed(source: str) -> str:
    """A source without what editors change: space around it and at the ends of lines."""
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


@lru_cache(maxsize=4096)  # most cells are the same in every submission
def _read(cell: str) -> ast.Module | None:
    lines = cell.splitlines()
    # IPython removes empty lines at the top.
    first = next((place for place, line in enumerate(lines) if line.strip()), len(lines))
    try:
        module = _parsed(_transformer().transform_cell(cell))
        ast.increment_lineno(module, first)
        for node in ast.walk(module):
            for name, value in ast.iter_fields(node):
                setattr(node, name, _opened(value))
    except SyntaxError:
        return ast.Module([], [])
    except (ValueError, RecursionError, MemoryError, RuntimeError):
        return None
    return module


@lru_cache(maxsize=1)
def _transformer() -> Any:
    # Start-up time: most commands of the grader read no cell.
    from IPython.core.inputtransformer2 import TransformerManager

    return TransformerManager()


def _parsed(code: str) -> ast.Module:
    try:
        return cast(ast.Module, compile(code, "cell", "exec", _ONLY_READ))
    except SyntaxError:
        if "<>" not in code:
            raise
        return cast(ast.Module, compile(code, "cell", "exec", _ONLY_READ | _OLD_UNEQUAL))


def _opened(value: Any) -> Any:
    """A part of a tree in which code stands in the place of the magic that runs it."""
    match value:
        case [*parts]:
            return [inner for part in parts for inner in _statements(part)]
        case ast.Call():
            match _run_by(value):
                case [ast.Expr(value=expression)]:  # y = %time f(x)
                    return expression
    return value


def _statements(part: Any) -> list[Any]:
    if isinstance(part, ast.Expr) and isinstance(part.value, ast.Call):
        return _run_by(part.value) or [part]
    return [_opened(part) if isinstance(part, ast.Call) else part]


def _run_by(call: ast.Call) -> list[ast.stmt] | None:
    """The statements that a magic runs; None where it runs no code, or its line is not clear."""
    match call:
        case ast.Call(
            func=ast.Attribute(
                ast.Call(ast.Name("get_ipython")), "run_line_magic" | "run_cell_magic"
            ),
            args=[ast.Constant(str(name)), ast.Constant(str(line)), *rest],
            keywords=[],
        ) if name in _RUN_CODE and all(isinstance(argument, ast.Constant) for argument in rest):
            body = "".join(
                str(argument.value) for argument in rest if isinstance(argument, ast.Constant)
            )
        case _:
            return None
    code = re.sub(rf"\A(?:{_RUN_CODE[name]})*", "", line.strip())
    # An option that is not known here, or what the magic puts together with the cell's body.
    if code.startswith("-") or (rest and code):
        return None
    module = _read(f"\n{body}" if rest else code)
    if module is None:
        raise RecursionError
    read = copy.deepcopy(module)
    return ast.increment_lineno(read, call.lineno - 1).body or [ast.copy_location(ast.Pass(), call)]
