"""What a student's cells touch that a course notebook has no reason to touch.

Nothing here takes points: a submission that touches any of it is executed once more without it,
and a person sees what changes. Only the syntax tree is read, so what is hidden well enough is not
found; what the judge believes does not rest on it.

Where a check asks for a Function of the student's own, ``formulas`` says what else is left out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.util import find_spec
from itertools import chain, islice

from autograder.states import Reason, Why, because
from autograder.submission.formulas import beyond_a_formula
from labkit.source import is_short_for_a_call, tree

# Modules whose inner parts grade the notebook, run it, or look into the interpreter.
_MODULES = (
    ("builtins", "gc", "unittest.mock", "IPython.core", "ipykernel", "autograder")
    + ("torch.overrides", "torch.utils._python_dispatch", "torch.library.Library")
    + ("library.Library", "labkit.checks", "labkit.calls", "labkit.probes", "labkit.subject")
    + ("labkit.usual", "labkit.evidence", "labkit.judge", "labkit.reference", "labkit.measure")
    + ("labkit.source", "labkit.own_function", "inspect.stack", "inspect.trace")
    + ("inspect.getmodule", "inspect.getargvalues", "inspect.getinnerframes")
    + ("inspect.getouterframes", "traceback.walk_stack", "traceback.walk_tb")
    # What finds by a text, or compiles one, whatever the source shows; and torch's own inside.
    + ("operator.attrgetter", "operator.methodcaller", "pkgutil.resolve_name")
    + ("torch.jit.CompilationUnit", "torch._C", "runpy", "code", "codeop")
)
_NAMES = frozenset(("__builtins__", "exec", "eval", "compile", "__import__"))
_ATTRIBUTES = frozenset(
    ("__globals__", "__code__", "__closure__", "__builtins__", "f_globals", "f_locals", "f_back")
    + ("tb_frame", "gi_frame", "cr_frame", "_getframe", "settrace", "setprofile", "currentframe")
    + ("pythonapi", "py_object", "__subclasses__", "_records", "ast_transformers")
    + ("input_transformers_post", "input_transformers_cleanup", "user_ns", "display_pub", "kernel")
    + ("_current_frames", "attrgetter", "methodcaller", "resolve_name", "CompilationUnit", "_C")
)
# What sets a part of anything past the syntax that sets it.
_SETTERS = frozenset(("__setattr__", "__delattr__", "__setitem__"))
# They answer in torch's place for all that runs in their block, which may never end.
_MODES = frozenset(("TorchFunctionMode", "TorchDispatchMode"))
# `sys.modules`, but not the `modules` of a network.
_OF_SYS = frozenset(("modules", "meta_path", "path_hooks"))
_WORDS = ("/proc/", "LABKIT_", "vnd.labkit", "resources/reference")
# Put into a Function from outside, what its class says is not what runs.
_OF_A_FUNCTION = frozenset(("forward", "backward", "vjp", "apply", "setup_context"))
_LABELS = frozenset(
    ("__class__", "__name__", "__qualname__", "__doc__", "__module__", "__wrapped__")
)
_NAMESPACES = frozenset(("globals", "locals", "vars"))
_LOOKS_UP = frozenset(("get", "keys", "items", "values"))
_SHELL = frozenset(("run_line_magic", "system", "getoutput", "magic"))
# Magics that run code from elsewhere, and those that import a module to have it change IPython.
_RUNS = frozenset(("run", "rerun", "macro", "store", "debug", "edit", "ed"))
_EXTENDS = frozenset(("load_ext", "reload_ext"))
# Settings that torch and matplotlib ask their users to assign.
_SETTINGS = ("torch.backends", "plt.rcParams", "matplotlib.rcParams")
# No one writes or reads more by hand, in one expression and in one cell.
_DEEPEST = 100
_MOST = 50


_Node = ast.expr | ast.stmt | ast.pattern  # what has a place in the source


@dataclass(frozen=True)
class Touch:
    """One place that a course notebook has no reason to have.

    Args:
        cell: the position of the cell in the notebook, from 1.
        line: the line in the cell, from 1.
        code: its text; empty where it is too deep to be read.
    """

    cell: int
    line: int
    code: str

    @property
    def reason(self) -> Reason:
        """The sentence for the person who reviews it."""
        return because(Why.TOUCHES if self.code else Why.TOO_DEEP, **asdict(self))


def touches(
    cells: Iterable[tuple[int, str]], imported: Mapping[str, str], asking: bool = False
) -> list[Touch]:
    """The places in cells that touch what grades, runs or underlies the notebook.

    Args:
        cells: positions and sources of the student's code cells.
        imported: what the names are that the notebook's imports bind, in any of its cells.
        asking: whether a check asks for a Function of the student's own: then it is all that a
            formula does not need.

    >>> touches([(3, "import torch\\ntorch.round = torch.floor")], {"torch": "torch"})
    [Touch(cell=3, line=2, code='torch.round')]
    >>> touches([(3, "network.scale = 2"), (4, "list = [1]")], {"torch": "torch"})
    []
    """
    names = tuple(imported.items())
    return [
        Touch(position, line, code)
        for position, source in cells
        for line, code in _places(source, names, asking)
    ]


def without_statements(source: str, lines: list[int]) -> str | None:
    """A cell without the statements on some lines; None where it has to be left out whole.

    >>> without_statements("import torch\\n@cache\\ndef f(x):\\n    return exec(x)\\ny = 1", [4])
    'import torch\\n\\n\\n\\ny = 1'
    """
    # Not all places of a cell are known if they are many, and a magic moves the lines.
    module = _parsed(source) if len(lines) < _MOST and "\r" not in source else None
    if module is None:
        return None
    kept = source.split("\n")
    for node in module.body:
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
        span = range(first, (node.end_lineno or first) + 1)
        if not set(span).isdisjoint(lines):
            kept[first - 1 : span.stop - 1] = [""] * len(span)
    return "\n".join(kept)


def _parsed(source: str) -> ast.Module | None:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def imported_names(sources: Iterable[str]) -> dict[str, str]:
    """The names that imports bind, and the paths of what they import.

    >>> imported_names(["import torch.nn as nn, os.path", "from labkit import check"])
    {'nn': 'torch.nn', 'os': 'os', 'check': 'labkit.check'}
    """
    return dict(pair for source in sources for pair in _imported_names(source))


@lru_cache(maxsize=2048)  # most cells are the same in every submission
def _imported_names(source: str) -> tuple[tuple[str, str], ...]:
    if "import" not in source:  # as in most answers, each of which is another's
        return ()
    found = []
    for node in ast.walk(tree(source)):
        match node:
            case ast.Import(names=aliases):
                for one in aliases:  # `import a.b` binds a
                    path = one.name if one.asname else one.name.partition(".")[0]
                    found.append((one.asname or path, path))
            case ast.ImportFrom(module=module, names=aliases):
                found += [(one.asname or one.name, f"{module}.{one.name}") for one in aliases]
    return tuple(found)


@lru_cache(maxsize=2048)
def _places(
    source: str, names: tuple[tuple[str, str], ...], asking: bool
) -> tuple[tuple[int, str], ...]:
    if is_short_for_a_call(source):
        return ((1, source.strip()[:80]),)
    module, imported = tree(source), dict(names)
    beyond = beyond_a_formula(module, imported) if asking else ()
    nodes = islice(chain(_touching(module, imported), beyond), _MOST)
    try:
        return tuple((node.lineno, ast.unparse(node)[:80]) for node in nodes)
    except (RecursionError, ValueError):  # too deep, or a number that is too long to be written
        # No one writes it by hand, and it may hide anything.
        return ((1, ""),)


def _touching(module: ast.Module, imported: Mapping[str, str]) -> Iterator[_Node]:
    nodes = [node for node in ast.walk(module) if isinstance(node, _Node)]
    # Nodes that are only a context, a decorator or compared, or read through an attribute or index.
    usual: set[int] = set()
    for node in nodes:
        match node:
            case ast.With():
                usual.update(id(item.context_expr) for item in node.items)
            case ast.FunctionDef():
                usual.update(map(id, node.decorator_list))
            case ast.Compare():
                usual.update(map(id, node.comparators))
            case ast.Attribute() if _is_shell(node.value) or node.attr in _LOOKS_UP:
                usual.add(id(node.value))
            case ast.Subscript(ctx=ast.Load()):
                usual.add(id(node.value))
    read = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    for node in nodes:
        # Under another name or in another's hands, labkit's parts could be replaced.
        is_alias = id(node) not in read and _is_read_labkit(node, imported)
        if id(node) not in usual and (is_alias or _is_touch(node, imported)):
            yield node


def _is_read_labkit(node: _Node, imported: Mapping[str, str]) -> bool:
    match node:
        case ast.Name(id=name, ctx=ast.Load()):
            path = imported.get(name, "")
            return path == "labkit" or path.startswith("labkit.c.")
    return False


def _is_touch(node: _Node, imported: Mapping[str, str]) -> bool:
    match node:
        case ast.Name():
            return node.id in _NAMES
        case ast.Attribute():
            return _is_attribute(node, imported)
        case ast.Call():
            return _is_call(node, imported)
        case ast.Constant(value=str() as text):
            return any(word in text for word in _WORDS)
        case ast.Subscript(ctx=ast.Store() | ast.Del()):
            # Names of the notebook that are set past the syntax that sets names.
            return _path(node.value) in ("globals()", "vars()")
        case ast.Import():
            return any(_is_inner(alias.name) for alias in node.names)
        case ast.ImportFrom():
            names = [alias.name for alias in node.names]
            # A file of the student's own may hold any name.
            is_own = names == ["*"] and not _is_installed(node.module or "")
            return is_own or any(_is_inner(f"{node.module}.{name}") for name in names)
        case ast.ClassDef():  # a mode of torch that the student writes
            return any(_path(base).rpartition(".")[2] in _MODES for base in node.bases)
        case ast.MatchClass():  # it takes attributes, without a dot
            return any(one in _ATTRIBUTES | _OF_SYS | {"__dict__"} for one in node.kwd_attrs)
    return False


@lru_cache
def _is_installed(module: str) -> bool:
    """Whether a module is one of this environment's, and not a file next to the notebook."""
    try:
        return find_spec(module.partition(".")[0]) is not None
    except ValueError:  # no name, or a module without a spec
        return False


def _is_inner(module: str) -> bool:
    return any(module == inner or module.startswith(f"{inner}.") for inner in _MODULES)


def _path(node: ast.AST) -> str:
    """An expression without what is in its brackets: `f().y[].z` for `f(x).y[0].z`.

    To write out all of it for each of its parts would take time that grows with the square.
    """
    parts: list[str] = []
    while isinstance(node, (ast.Attribute, ast.Call, ast.Subscript)):
        if isinstance(node, ast.Attribute):
            parts.append(f".{node.attr}")
        else:
            parts.append("()" if isinstance(node, ast.Call) else "[]")
        node = node.func if isinstance(node, ast.Call) else node.value
        if len(parts) > _DEEPEST:
            raise RecursionError
    root = node.id if isinstance(node, ast.Name) else "?"
    return root + "".join(reversed(parts))


def _is_attribute(node: ast.Attribute, imported: Mapping[str, str]) -> bool:
    path, name = _path(node), node.attr
    root = path.split(".")[0]
    if name in _ATTRIBUTES or (path.startswith("sys.") and name in _OF_SYS):
        return True
    if _is_inner(path) or (_is_shell(node.value) and name not in _SHELL):
        return True
    if name == "__dict__" and root in imported:
        return True
    if isinstance(node.ctx, ast.Load):
        return False
    # It is assigned, and changes what a class does, past its own words.
    if name in _OF_A_FUNCTION or (name.startswith("__") and name not in _LABELS):
        return True
    # Or it belongs to a module, or to a class from one: not to what a call gave, such as
    # decimal.getcontext().prec, unless that may be a module.
    is_foreign = root in imported and ("()" not in path or root == "importlib")
    return is_foreign and not path.startswith(_SETTINGS)


def _is_shell(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and _path(node.func).endswith("get_ipython")


def _is_call(node: ast.Call, imported: Mapping[str, str]) -> bool:
    name = _path(node.func)
    if name in _NAMESPACES and not node.args:
        return True  # and whoever has it sets names past the syntax that sets names
    if _is_shell(node) or _is_magic(node):
        return True
    if name in ("setattr", "delattr") and len(node.args) > 1:
        root = _path(node.args[0]).split(".")[0]
        named = node.args[1].value if isinstance(node.args[1], ast.Constant) else None
        return root in imported or root.startswith("type(") or named in _OF_A_FUNCTION
    if name == "vars" and node.args:
        return not _is_self(node.args[0])
    if name.rpartition(".")[2] in _SETTERS and node.args:
        return not name.startswith("super()") and not _is_self(node.args[0])
    if name == "getattr" and len(node.args) > 1:
        # A name in a variable is usual: getattr(torch, dtype). One that is built hides itself.
        root = _path(node.args[0]).split(".")[0]
        return root in imported and isinstance(node.args[1], (ast.BinOp, ast.Call, ast.Subscript))
    root, _, last = name.rpartition(".")
    return last == "check" and (not root or root in imported)


def _is_magic(node: ast.Call) -> bool:
    """Whether a magic runs code from elsewhere."""
    if not isinstance(node.func, ast.Attribute) or not _is_shell(node.func.value):
        return False
    constants = (one.value for one in node.args if isinstance(one, ast.Constant))
    words = [word for text in constants if isinstance(text, str) for word in text.split()]
    if not words or words[0] in _RUNS:
        return node.func.attr in ("run_line_magic", "magic")
    return words[0] in _EXTENDS and not all(map(_is_installed, words[1:]))


def _is_self(node: ast.expr) -> bool:
    return _path(node) == "self"
