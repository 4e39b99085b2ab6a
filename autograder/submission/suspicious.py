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
import sys
import tomllib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.util import find_spec
from itertools import dropwhile
from pathlib import Path

from autograder import states
from autograder.states import Reason, Why
from autograder.submission.names import Scope, imports_of, module_of, python_of, written_module
from labkit.source import is_unreadable

_TABLES = {
    table: {key: frozenset(words.split()) for key, words in words_by_key.items()}
    for table, words_by_key in tomllib.loads(
        Path(__file__).with_suffix(".toml").read_text("utf-8")
    ).items()
}
_IPYTHON = "IPython.get_ipython."
_PARTS, _REACHING = _TABLES["parts"], _TABLES["reaching"]
_USUAL, _FORMULAS, _MAGICS = _TABLES["usual"], _TABLES["formulas"], _TABLES["magics"]
_CLASSES, _SHOWN, _BUILT_IN = (_TABLES["places"][key] for key in ("classes", "shown", "built_in"))
_FREE = tuple(f"{top}.{part}." for top, parts in _PARTS.items() for part in parts)
_NAMES = {False: _REACHING["names"], True: _REACHING["names"] | _FORMULAS["names"]}  # by `asking`
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
        return states.because(Why.TOUCHES if self.code else Why.TOO_DEEP, **asdict(self))


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
    own = frozenset(name for _, source in sources if (name := written_module(source)))
    return [
        Access(position, line, code)
        for position, source in sources
        for line, code in _places(source, names, own, asking=asking)
    ]


def without_statements(source: str, places: list[Access]) -> str:
    """The Python of a cell as it was read, without the statements of some places.

    >>> cell = "%%time\\n@cache\\ndef f(x):\\n    return exec(x)\\ny = 1"
    >>> without_statements(cell, [Access(1, 4, "exec")])
    'y = 1'
    """
    if not all(place.code for place in places):
        return ""
    lines, stay = {place.line for place in places}, []
    for node in module_of(source).body:
        first = min(part.lineno for part in [node, *getattr(node, "decorator_list", [])])
        if lines.isdisjoint(range(first, (node.end_lineno or first) + 1)):
            stay.append(node)
    with suppress(RecursionError, ValueError):  # no one writes by hand what is too deep
        return ast.unparse(ast.Module(stay, []))
    return ""


@lru_cache(maxsize=2048)
def _places(
    source: str, names: tuple[tuple[str, str], ...], own: frozenset[str], *, asking: bool
) -> tuple[tuple[int, str], ...]:
    if is_unreadable(python_of(source)):
        return ((1, ""),)
    scope = Scope(module_of(source), dict(names), own, asking)
    # Other code may write the file of a module anew: once more, with the text that was read.
    found = {1: source.partition("\n")[0]} if asking and written_module(source) else {}
    try:
        for node in (node for node in scope.places if isinstance(node, _Place)):
            if node.lineno not in found and _is_suspicious(node, scope):
                found[node.lineno] = ast.unparse(node)[:80]
    except (RecursionError, ValueError):  # too deep, or a number that is too long to be written
        # No one writes it by hand, and it may hide anything.
        return ((1, ""),)
    return tuple(found.items())


def _is_suspicious(node: _Place, scope: Scope) -> bool:
    """Whether a node reaches what the source does not show, or, if asked, what no formula needs."""
    place, asking = scope.places[node], scope.asking
    match node:
        case ast.Import() | ast.ImportFrom():
            return not all(_may_import(*names, scope) for names in imports_of(node))
        case ast.MatchClass(kwd_attrs=names):  # it takes attributes, without a dot
            return asking or not all(map(_is_usual, names))
        case ast.FunctionDef(name=name):
            is_other = name in _BUILT_IN and place.part != "ClassDef.body"
            return asking and (is_other or not (_is_usual(name) or name == "__reduce__"))
        case ast.ClassDef(name=name, keywords=settings):  # a metaclass gets the bases
            return asking and (bool(settings) or name in _BUILT_IN)
        case ast.Call(ast.Name("setattr" | "delattr"), [target, *_]):
            return _is_foreign(target, scope)
        case ast.Call(func, arguments, named) if scope.path(func).startswith(_IPYTHON):
            method = scope.path(func).removeprefix(_IPYTHON)
            return _runs_other_code(method, [*arguments, *named], asking=asking)
        case ast.Name(id=name, ctx=way) if name in place.local or not isinstance(way, ast.Load):
            # What is set on the first argument is set on something else.
            is_other = name in _BUILT_IN or (isinstance(way, ast.Store) and name in place.owners)
            return (asking and is_other) or not _is_usual(name)
        case ast.Name(id=name) if name in _NAMES[asking] or not _is_usual(name):
            return True
        case ast.Attribute(attr=name, ctx=way):
            is_own = _is_own(node, scope)
            is_hidden = name in _FORMULAS["attributes"] or (_is_hidden(name) and not is_own)
            if not (_is_usual(name) or (is_own and name in _USUAL["own"])):
                return True
            if asking and is_hidden and place.part not in _SHOWN:
                return True
            if not isinstance(way, ast.Load):
                return _is_foreign(node, scope) or (asking and not is_own)
    match node:
        case ast.Name("type") | ast.Attribute(attr="__class__") | ast.Call(ast.Name("type")):
            return asking and place.part not in _CLASSES | {"Attribute.value"}
    return bool(scope.path(node)) and _leads_away(node, scope)


def _leads_away(node: _Place, scope: Scope) -> bool:
    """Whether a part of a module leads further, or whoever has it could set something of it."""
    path, place = scope.path(node), scope.places[node]
    last = path.split(".")[-1]
    is_class = last == path or last[:1].isupper()
    if scope.asking and not _is_of_formulas(path, scope):
        return True
    if place.part == "Attribute.value" or scope.path(place.above) == path:  # as in get_ipython()
        is_way = is_class or isinstance(node, ast.Name) or last in _FORMULAS["ways"]
        return scope.asking and not is_way and not path.startswith("sys.")
    # Whoever has a method of IPython may give it words that are not read.
    if _is_shut(path) or (path.startswith(_IPYTHON) and place.part != "Call.func"):
        return True
    if place.part in _CLASSES:
        return False
    match place.above:
        case ast.Assign(targets=[ast.Name(id=name)]) if scope.imported.get(name) == path:
            return scope.asking and is_class  # by the other name it is judged as by this one
    return (scope.asking and (is_class or path.startswith("labkit."))) or _is_module(path)


def _is_own(attribute: ast.Attribute, scope: Scope) -> bool:
    """Whether an attribute is of what a method belongs to, or of a context."""
    match attribute:
        # As a frozen dataclass sets its fields; a class cannot be set by it.
        case ast.Attribute(ast.Call(ast.Name("super"))) | ast.Attribute(
            ast.Name("object"), "__setattr__"
        ):
            return True
        case ast.Attribute(ast.Name(name)):
            return name in scope.places[attribute].owners
    return False


def _is_usual(name: str) -> bool:
    is_special = name[:2] == name[-2:] == "__" and name not in _USUAL["special"]
    return not is_special and name not in _REACHING["attributes"]


def _is_shut(path: str, *, is_way: bool = False) -> bool:
    """Whether a path is in a module of which only parts are used, and is none of them.

    Args:
        is_way: whether only a part of it is read.
    """
    # Any module may lead there: `os.sys.modules`.
    place = ".".join([*dropwhile(lambda name: name not in _PARTS, path.split(".")), ""])
    is_open = place.startswith(_FREE) or (is_way and any(part.startswith(place) for part in _FREE))
    return bool(place) and not is_open


def _may_import(name: str, meaning: str, path: str, scope: Scope) -> bool:
    """Whether an import is of a library in which nothing is run or found by a text.

    In formulas, it is of a library, or of a part that shows what it does by its name.
    """
    top, *parts = path.split(".")
    known = (sys.stdlib_module_names | _USUAL["libraries"]) - _USUAL["but"] | scope.own
    if top not in known or not _is_usual([top, *parts][-1]) or _is_shut(path, is_way=True):
        return False
    # Each use of the name is judged by its first meaning, or as Python's own.
    is_other = name in _BUILT_IN or scope.imported.get(name, meaning) != meaning
    if is_other and (scope.asking or _is_module(meaning)):
        return False
    if not scope.asking or top in scope.own | {"__future__"}:
        return True
    inner = {".".join([top, *parts[:end]]): name for end, name in enumerate(parts, start=1)}
    modules = {name for part, name in inner.items() if _is_module(part)} | sys.stdlib_module_names
    shut = _FORMULAS["attributes"] | (modules - _FORMULAS["ways"]) | {"*"}
    return _is_of_formulas(path, scope) and shut.isdisjoint(parts)


def _is_foreign(node: ast.AST, scope: Scope) -> bool:
    """Whether it is a part of a module, and not one that torch asks its users to set."""
    path = scope.path(node)
    is_free = path.startswith("torch.backends") or path.split(".")[0] in scope.own
    return bool(path) and not is_free


@lru_cache(maxsize=2048)
def _is_module(path: str) -> bool:
    """Whether it is a module, whose parts could be set by whoever has it."""
    (top, *parts), spec = path.split("."), None
    with suppress(ValueError):  # no name, or a module without a spec
        spec = find_spec(top)
    if spec is None or top == "labkit":
        return False
    folders = [Path(location, *parts) for location in spec.submodule_search_locations or ()]
    return not parts or any(
        folder.is_dir() or folder.with_suffix(".py").is_file() for folder in folders
    )


def _runs_other_code(method: str, arguments: list[ast.AST], *, asking: bool) -> bool:
    """Whether a magic or a shell command may run code that is not read here."""
    words = [getattr(argument, "value", None) for argument in arguments]
    name = words[0] if words and method in ("run_line_magic", "run_cell_magic") else method
    if name not in (_MAGICS["free"] if asking else _MAGICS["free"] | _MAGICS["shell"]):
        return True
    # In its first line IPython puts values in the place of `{expressions}` and `$names`.
    first = "".join(word if isinstance(word, str) else "$" for word in words[:2])
    return not {"{", "$"}.isdisjoint(first)


def _is_of_formulas(path: str, scope: Scope) -> bool:
    parts = path.split(".")
    return parts[0] in _FORMULAS["libraries"] | scope.own and not any(map(_is_hidden, parts))


def _is_hidden(name: str) -> bool:
    return name[:1] == "_" and name not in _USUAL["special"]
