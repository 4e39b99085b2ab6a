"""What a student's cells do that no notebook of the course has a reason to do.

Nothing here takes points: a submission that does any of it is executed once more without it, and a
person sees what changes. Only the syntax tree is read, so what is hidden well enough is not found;
what the judge believes does not rest on it.

Where a check asks for a Function of the student's own, more is left out. That a Function was used,
the student's process says about itself, and code that reaches the right object makes it say
anything. A list of forbidden names never ends, so there the list says what a formula needs. What a
Function of the student's own does while a check runs, ``labkit/own_function.py`` sees.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

from autograder.states import Reason, Why, because
from autograder.submission.names import WRITES, Scope, module_of, python_of, written_module
from labkit.source import is_unreadable

_TABLES = {
    table: {key: frozenset(words.split()) for key, words in words_by_key.items()}
    for table, words_by_key in tomllib.loads(
        Path(__file__).with_suffix(".toml").read_text("utf-8")
    ).items()
}
_PARTS, _REACHING = _TABLES["parts"], _TABLES["reaching"]
_USUAL, _FORMULAS, _MAGICS = _TABLES["usual"], _TABLES["formulas"], _TABLES["magics"]
# What `%config` may set: it evaluates the value.
_SETTING = re.compile(
    r"(?:InlineBackend\.\w+|InteractiveShell\.ast_node_interactivity)\s*=\s*"
    r"""(?:\w+|["'][\w ]*["']|[{(\[]["'\w, ]*[})\]])"""
)
_MOST = 50  # no one reads more by hand, in one cell
_Place = ast.expr | ast.stmt | ast.pattern  # what has a place in the source


@dataclass(frozen=True)
class Access:
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


def suspicious(
    cells: Iterable[tuple[int, str]], imported: Mapping[str, str], *, asking: bool = False
) -> list[Access]:
    """The places in cells that reach what grades, runs or underlies the notebook.

    Args:
        cells: positions and sources of the student's code cells.
        imported: what the names are that the notebook's imports bind, in any of its cells.
        asking: whether a check asks for a Function of the student's own: then it is all that a
            formula does not need.

    >>> suspicious([(3, "import torch\\ntorch.round = torch.floor")], {"torch": "torch"})
    [Access(cell=3, line=2, code='torch.round')]
    >>> suspicious([(3, "network.scale = 2"), (4, "list = [1]")], {"torch": "torch"})
    []
    >>> suspicious([(3, "kit = torch")], {"torch": "torch"}, asking=True)
    [Access(cell=3, line=1, code='torch')]
    """
    sources, names = list(cells), tuple(imported.items())
    own = frozenset(found[1] for _, source in sources if (found := written_module(source)))
    return [
        Access(position, line, code)
        for position, source in sources
        for line, code in _places(source, names, own, asking=asking)
    ]


def without_statements(source: str, places: list[Access]) -> str | None:
    """A cell without the statements of some places; None where it has to be left out whole.

    >>> cell = "%%time\\n@cache\\ndef f(x):\\n    return exec(x)\\ny = 1"
    >>> without_statements(cell, [Access(1, 4, "exec")])
    '%%time\\n\\n\\n\\ny = 1'
    """
    body = module_of(source).body
    # Not all places of a cell are known if they are many.
    if not body or len(places) >= _MOST or not all(place.code for place in places):
        return None
    lines, kept, stay = {place.line for place in places}, source.split("\n"), []
    for node in body:
        first = min(
            [node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", ()))]
        )
        span = range(first, (node.end_lineno or first) + 1)
        if lines.isdisjoint(span):
            stay.append(node)
        else:
            kept[first - 1 : span.stop - 1] = [""] * len(span)
    left = "\n".join(kept)
    try:
        # A magic reads lines as it likes. What is left is read again: it must be what was to stay.
        is_what_stays = [*map(ast.dump, module_of(left).body)] == [*map(ast.dump, stay)]
    except RecursionError:  # no one writes it by hand
        return None
    return left if is_what_stays else None


@lru_cache(maxsize=2048)
def _places(
    source: str, names: tuple[tuple[str, str], ...], own: frozenset[str], *, asking: bool
) -> tuple[tuple[int, str], ...]:
    writes = WRITES.match(source)
    if writes and writes[2] != "py":
        return ()
    if is_unreadable(python_of(source)):
        return ((1, ""),)
    module = module_of(source)
    nodes = islice(_suspicious(module, Scope(module, dict(names), own, asking=asking)), _MOST)
    try:
        return tuple((node.lineno, ast.unparse(node)[:80]) for node in nodes)
    except (RecursionError, ValueError):  # too deep, or a number that is too long to be written
        # No one writes it by hand, and it may hide anything.
        return ((1, ""),)


def _suspicious(module: ast.Module, scope: Scope) -> Iterator[_Place]:
    for node in ast.walk(module):
        if isinstance(node, _Place) and (
            _reaches(node, scope) or (scope.asking and not _is_needed(node, scope))
        ):
            yield node


def _reaches(node: _Place, scope: Scope) -> bool:
    """Whether a node finds, sets or runs what the source does not show."""
    match node:
        case ast.Import(names=aliases):
            return not all(_is_open(alias.name, scope) for alias in aliases)
        case ast.ImportFrom(module=module, names=aliases):
            return not all(_is_open(f"{module}.{alias.name}", scope) for alias in aliases)
        case ast.MatchClass(kwd_attrs=names):  # it takes attributes, without a dot
            return not all(map(_is_usual, names))
        case ast.Call(func=ast.Name("setattr" | "delattr"), args=[target, *_]):
            return _is_foreign(target, scope)
        case ast.Call(func=ast.Attribute() as func, args=args) if _is_of_ipython(func, scope):
            return _runs_other_code(func.attr, args)
        case ast.Name(id=name, ctx=way):
            if id(node) in scope.local or not isinstance(way, ast.Load):
                return not _is_usual(name)
            if name in _REACHING["names"] or not _is_usual(name):
                return True
        case ast.Attribute(attr=name, value=value, ctx=way):
            if not _is_usual(name) and not (name in _USUAL["own"] and id(value) in scope.owners):
                return True
            if not isinstance(way, ast.Load):
                return _is_foreign(node, scope)
    path, is_looked_at = scope.path(node), scope.is_looked_at(node)
    is_handed_on = not is_looked_at and id(node) not in scope.renamed
    return _is_shut(path, is_way=is_looked_at) or (is_handed_on and _is_module(path))


def _is_usual(name: str) -> bool:
    is_special = name[:2] == name[-2:] == "__" and name not in _USUAL["special"]
    return not is_special and name not in _REACHING["attributes"]


def _is_shut(path: str, *, is_way: bool = True) -> bool:
    """Whether a path is in a module of which only parts are used, and is none of them.

    Args:
        is_way: whether only a part of it is read.
    """
    root = next((name for name in path.split(".") if name in _PARTS), None)
    if root is None:
        return False
    # Any module may lead there: `os.sys.modules`.
    place = f"{path[f'.{path}'.index(f'.{root}') :]}."
    parts = [f"{root}.{part}." for part in _PARTS[root]]
    is_part = place.startswith(tuple(parts))
    return not is_part and not (is_way and any(part.startswith(place) for part in parts))


def _is_open(path: str, scope: Scope) -> bool:
    """Whether an import is of a library in which nothing is run or found by a text."""
    names = path.split(".")
    known = (sys.stdlib_module_names | _USUAL["libraries"]) - _USUAL["but"] | scope.own
    return names[0] in known and _is_usual(names[-1]) and not _is_shut(path)


def _is_foreign(node: ast.AST, scope: Scope) -> bool:
    """Whether it is a part of a module, and not one that torch asks its users to set."""
    path = scope.path(node)
    return bool(path) and not path.startswith("torch.backends") and _root(path) not in scope.own


def _root(path: str) -> str:
    return path.partition(".")[0]


@lru_cache(maxsize=2048)
def _is_module(path: str) -> bool:
    """Whether it is a module, whose parts could be set by whoever has it."""
    root, *parts = path.split(".")
    if root in ("", "labkit") or not _is_installed(root):
        return False
    spec = find_spec(root)
    folders = [
        Path(location, *parts) for location in (spec and spec.submodule_search_locations) or ()
    ]
    return not parts or any(
        folder.is_dir() or folder.with_suffix(".py").is_file() for folder in folders
    )


def _is_of_ipython(func: ast.Attribute, scope: Scope) -> bool:
    return scope.path(func).startswith("IPython.get_ipython.")


def _runs_other_code(method: str, arguments: list[ast.expr]) -> bool:
    """Whether a magic or a shell command may run Python that is not read here."""
    words = [argument.value for argument in arguments if isinstance(argument, ast.Constant)]
    texts = [word for word in words if isinstance(word, str)]
    match method, *texts:
        case ("run_line_magic", "config", setting):
            return not _SETTING.fullmatch(setting)
        # In braces IPython evaluates an expression.
        case _ if len(texts) < len(arguments) or any("{" in text for text in texts[:2]):
            return True
        case ("run_line_magic", "load_ext" | "reload_ext", modules):
            return not all(map(_is_installed, modules.split()))
        case ("run_line_magic", name, _):
            return name not in _MAGICS["line"]
        case ("run_cell_magic", name, _, _):
            return name not in _MAGICS["cell"]
    return method not in _MAGICS["shell"]


@lru_cache
def _is_installed(module: str) -> bool:
    """Whether a module is one of this environment's, and not a file next to the notebook."""
    try:
        return find_spec(_root(module)) is not None
    except ValueError:  # no name, or a module without a spec
        return False


def _is_needed(node: _Place, scope: Scope) -> bool:
    """Whether a node is one that formulas are made of."""
    match node:
        case ast.Import(names=aliases):
            return all(_is_known(alias.name, scope) for alias in aliases)
        case ast.ImportFrom(module=module, names=aliases):
            return all(_is_known(f"{module}.{alias.name}", scope) for alias in aliases)
        case ast.FunctionDef(name=name):
            return _is_usual(name) or name == "__reduce__"
        case ast.MatchClass():  # it takes attributes, without a dot
            return False
        case ast.Name(ctx=ast.Store()) if id(node) in scope.owners:
            return False  # what is set on it is set on something else
        case ast.Name() if id(node) in scope.local:
            return True
        case ast.Name("type") | ast.Attribute(attr="__class__") | ast.Call(func=ast.Name("type")):
            return scope.is_looked_at(node)
        case ast.Name(id=name) if name in _FORMULAS["names"]:
            return False
        case ast.Attribute(attr=name, value=value, ctx=way):
            is_own = id(value) in scope.owners
            if (_is_hidden(name) and not is_own) or name in _FORMULAS["attributes"]:
                return id(node) in scope.shown
            if not isinstance(way, ast.Load):
                return is_own
    return _is_path_needed(node, scope)


def _is_path_needed(node: _Place, scope: Scope) -> bool:
    path = scope.path(node)
    parts = path.split(".")
    if not path or (_is_of_formulas(path, scope) and id(node) in scope.used):
        return True
    is_open = parts[-1] in _FORMULAS["ways"] or isinstance(node, ast.Name) or parts[0] == "sys"
    if id(node) in scope.read:
        return _is_of_formulas(path, scope) and (is_open or parts[-1][:1].isupper())
    # A library or a class: under another name, its parts could be replaced.
    may_be_set = len(parts) == 1 or parts[-1][:1].isupper()
    return _is_of_formulas(path, scope) and not may_be_set


def _is_of_formulas(path: str, scope: Scope) -> bool:
    is_known = _root(path) in _FORMULAS["libraries"] or _root(path) in scope.own
    return is_known and not any(map(_is_hidden, path.split(".")))


def _is_hidden(name: str) -> bool:
    return name[:1] == "_" and name not in _USUAL["special"]


def _is_known(path: str, scope: Scope) -> bool:
    """Whether an import is of a library, or of a part that shows what it does by its name."""
    names = path.split(".")
    parts = {".".join(names[:end]): name for end, name in enumerate(names[1:], start=2)}
    modules = {name for part, name in parts.items() if _is_module(part)} | sys.stdlib_module_names
    shut = _FORMULAS["attributes"] | (modules - _FORMULAS["ways"]) | {"*"}
    is_clear = _is_of_formulas(path, scope) and shut.isdisjoint(names[1:])
    return is_clear or names[0] in scope.own or names[0] == "__future__"
