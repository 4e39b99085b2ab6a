"""The size of the repository's code, as one table: ``python -m benchmarks.house [FOLDER]``.

With the folder of an older version (``git worktree add``) it measures that one. ``--rooms`` shows
the rooms of autograder/ floor by floor, with what each imports of.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import statistics
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PACKAGES = ("labkit", "autograder")
ENGINE = "autograder/engine/"
_NO_CODE = (
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
)
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Module:
    """One Python file, parsed."""

    path: Path
    text: str
    tree: ast.Module

    @property
    def code(self) -> set[int]:
        """The numbers of the lines that hold code: no blank lines, comments or docstrings.

        >>> text = '\"\"\"About.\"\"\"\\n\\n# why\\nx = 1\\n'
        >>> Module(Path("x.py"), text, ast.parse(text)).code
        {4}
        """
        tokens = tokenize.generate_tokens(io.StringIO(self.text).readline)
        lines = {
            line
            for token in tokens
            if token.type not in _NO_CODE
            for line in range(token.start[0], token.end[0] + 1)
        }
        for node in ast.walk(self.tree):
            if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
                lines -= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
        return lines

    @property
    def functions(self) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
        return [node for node in ast.walk(self.tree) if isinstance(node, _FUNCTION)]

    def imported(self) -> set[str]:
        """The full names that its imports name, those within functions, too."""
        names = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                names |= {one.name for one in node.names}
            elif isinstance(node, ast.ImportFrom):
                names |= {f"{node.module}.{one.name}" for one in node.names}
        return names

    def lengths(self) -> list[int]:
        """The lines of code of each function."""
        code = self.code
        return [
            len(code & set(range(one.lineno, (one.end_lineno or 0) + 1))) for one in self.functions
        ]

    def helpers_used_once(self) -> list[str]:
        """Functions of the module with a name such as ``_name`` that it uses in one place."""
        uses = Counter(node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name))
        names = (node.name for node in self.tree.body if isinstance(node, _FUNCTION))
        return [name for name in names if name[0] == "_" and uses[name] == 1]


def modules(root: Path, folders: tuple[str, ...]) -> Iterator[Module]:
    """The Python files of some folders, without those that are data for tests."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            text = path.read_text("utf-8")
            try:
                yield Module(path, text, ast.parse(text))
            except SyntaxError:  # an answer that must not parse
                continue


def rooms(root: Path) -> dict[str, list[Module]]:
    """The modules of each folder and of each file that stands directly in autograder/."""
    found: dict[str, list[Module]] = {}
    for one in modules(root, ("autograder",)):
        room = one.path.relative_to(root / "autograder").with_suffix("").parts[0]
        if room != "__init__":
            found.setdefault(room, []).append(one)
    return found


def imports_of(rooms: dict[str, list[Module]]) -> dict[str, set[str]]:
    """Of what other rooms each of them imports."""
    return {
        room: {
            there
            for one in of_room
            for package, there, *_ in (f"{name}..".split(".") for name in one.imported())
            if package == "autograder" and there in rooms.keys() - {room}
        }
        for room, of_room in rooms.items()
    }


def chains(imports: dict[str, set[str]]) -> dict[str, list[str]]:
    """The longest chain of imports that begins at each room; its length is the room's floor.

    >>> chains({"a": {"b", "c"}, "b": {"c"}, "c": set()})["a"]
    ['a', 'b', 'c']
    """

    @cache
    def chain(room: str) -> list[str]:
        return [room, *max(map(chain, sorted(imports[room])), key=len, default=[])]

    return {room: chain(room) for room in imports}


def check_lengths(root: Path) -> dict[str, int]:
    """The lines of each check cell of the solutions."""
    lengths = {}
    for path in sorted(root.glob("solutions/*/*.ipynb")):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            entry = cell["metadata"].get("nbgrader", {})
            if entry.get("grade") and not entry.get("solution"):
                name = f"{path.stem}/{entry['grade_id']}"
                lengths[name] = len("".join(cell["source"]).splitlines())
    return lengths


def answer_lines(root: Path) -> int:
    """All lines of ``answers/``."""
    paths = (path for path in (root / "answers").rglob("*") if path.is_file())
    return sum(len(path.read_text("utf-8").splitlines()) for path in paths)


def mypy_errors(root: Path) -> int:
    """What mypy finds, with every definition typed."""
    command = (sys.executable, "-m", "mypy", "--no-incremental", "--config-file", "/dev/null")
    options = ("--disallow-untyped-defs", "--check-untyped-defs", "--ignore-missing-imports")
    run = subprocess.run([*command, *options, *PACKAGES], cwd=root, capture_output=True, text=True)
    return sum(": error:" in line for line in run.stdout.splitlines())


def show_rooms(root: Path) -> None:
    """Print the rooms of autograder/, the highest floor first."""
    of_rooms = rooms(root)
    imports = imports_of(of_rooms)
    floors = {room: len(chain) for room, chain in chains(imports).items()}
    print("floor  room              lines  imports of")
    for room, floor in sorted(floors.items(), key=lambda one: (-one[1], one[0])):
        lines = sum(len(one.code) for one in of_rooms[room])
        print(f"{floor:5}  {room:16}  {lines:5}  {', '.join(sorted(imports[room]))}".rstrip())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", default=".", type=Path, help="of another version")
    parser.add_argument("--rooms", action="store_true", help="show only the rooms of autograder/")
    options = parser.parse_args()
    root = options.folder
    packages = list(modules(root, PACKAGES))
    if not packages:
        parser.error(f"{root} holds neither labkit nor autograder: name a clone of the repository")
    if options.rooms:
        return show_rooms(root)
    longest = max(chains(imports_of(rooms(root))).values(), key=len)
    lines = Counter[str]()
    for one in packages:
        place = one.path.relative_to(root)
        part = "engine" if place.as_posix().startswith(ENGINE) else place.parts[0]
        lines[part] += len(one.code)
    lengths = sorted(length for one in packages for length in one.lengths())
    once = sum(len(one.helpers_used_once()) for one in packages)
    checks = sorted(check_lengths(root).values())
    at_95 = lengths[int(0.95 * len(lengths))]
    rows = {
        "code lines of labkit and autograder": lines.total(),
        "of these: labkit / engine / the rest": " / ".join(
            str(lines[part]) for part in ("labkit", "engine", "autograder")
        ),
        "floors: the longest chain of imports": f"{len(longest)}: {' > '.join(longest)}",
        "modules": len(packages),
        "helpers used once, of functions": f"{once} of {len(lengths)} ({once / len(lengths):.0%})",
        "mypy errors": mypy_errors(root),
        "function median / 95 % / longest": (
            f"{statistics.median(lengths):g} / {at_95} / {lengths[-1]}"
        ),
        "check lines: all / median / longest": (
            f"{sum(checks)} / {statistics.median(checks):g} / {checks[-1]}"
        ),
        "lines of answers": answer_lines(root),
        "code lines of tests": sum(len(one.code) for one in modules(root, ("tests",))),
    }
    for name, value in rows.items():
        print(f"{name:36} {value}")


if __name__ == "__main__":
    main()
