"""The size of the repository's code, as one table: ``python -m benchmarks.house [FOLDER]``.

With the folder of an older version (``git worktree add``) it measures that one. ``--folders`` shows
the folders of autograder/ layer by layer, with what each imports of.
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
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names |= {f"{node.module}.{alias.name}" for alias in node.names}
        return names

    def lengths(self) -> list[int]:
        """The lines of code of each function."""
        code = self.code
        return [
            len(code & set(range(function.lineno, (function.end_lineno or 0) + 1)))
            for function in self.functions
        ]

    def helpers_used_once(self) -> list[str]:
        """Functions of the module with a name such as ``_name`` that it uses in one place."""
        uses = Counter(node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name))
        names = (node.name for node in self.tree.body if isinstance(node, _FUNCTION))
        return [name for name in names if name[0] == "_" and uses[name] == 1]


def modules(root: Path, folders: tuple[str, ...]) -> Iterator[Module]:
    """The Python files of some folders, without those that are test data."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            text = path.read_text("utf-8")
            try:
                yield Module(path, text, ast.parse(text))
            except SyntaxError:  # an answer that must not parse
                continue


def folders(root: Path) -> dict[str, list[Module]]:
    """The modules of each folder and of each file directly in autograder/."""
    found: dict[str, list[Module]] = {}
    for module in modules(root, ("autograder",)):
        folder = module.path.relative_to(root / "autograder").with_suffix("").parts[0]
        if folder != "__init__":
            found.setdefault(folder, []).append(module)
    return found


def imports_of(folders: dict[str, list[Module]]) -> dict[str, set[str]]:
    """The other folders from which each of them imports."""
    return {
        folder: {
            there
            for module in of_folder
            for package, there, *_ in (f"{name}..".split(".") for name in module.imported())
            if package == "autograder" and there in folders.keys() - {folder}
        }
        for folder, of_folder in folders.items()
    }


def chains(imports: dict[str, set[str]]) -> dict[str, list[str]]:
    """The longest chain of imports that begins at each folder; its length is the folder's layer.

    >>> chains({"a": {"b", "c"}, "b": {"c"}, "c": set()})["a"]
    ['a', 'b', 'c']
    """

    @cache
    def chain(folder: str) -> list[str]:
        return [folder, *max(map(chain, sorted(imports[folder])), key=len, default=[])]

    return {folder: chain(folder) for folder in imports}


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


def show_folders(root: Path) -> None:
    """Print the folders of autograder/, the highest layer first."""
    of_folders = folders(root)
    imports = imports_of(of_folders)
    layers = {folder: len(chain) for folder, chain in chains(imports).items()}
    print("layer  folder            lines  imports of")
    for folder, layer in sorted(layers.items(), key=lambda pair: (-pair[1], pair[0])):
        lines = sum(len(module.code) for module in of_folders[folder])
        print(f"{layer:5}  {folder:16}  {lines:5}  {', '.join(sorted(imports[folder]))}".rstrip())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", default=".", type=Path, help="of another version")
    parser.add_argument(
        "--folders", action="store_true", help="show only the folders of autograder/"
    )
    options = parser.parse_args()
    root = options.folder
    packages = list(modules(root, PACKAGES))
    if not packages:
        parser.error(f"{root} holds neither labkit nor autograder: name a clone of the repository")
    if options.folders:
        return show_folders(root)
    longest = max(chains(imports_of(folders(root))).values(), key=len)
    lines = Counter[str]()
    for module in packages:
        place = module.path.relative_to(root)
        part = "engine" if place.as_posix().startswith(ENGINE) else place.parts[0]
        lines[part] += len(module.code)
    lengths = sorted(length for module in packages for length in module.lengths())
    once = sum(len(module.helpers_used_once()) for module in packages)
    checks = sorted(check_lengths(root).values())
    at_95 = lengths[int(0.95 * len(lengths))]
    rows = {
        "code lines of labkit and autograder": lines.total(),
        "of these: labkit / engine / the rest": " / ".join(
            str(lines[part]) for part in ("labkit", "engine", "autograder")
        ),
        "layers: the longest chain of imports": f"{len(longest)}: {' > '.join(longest)}",
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
        "code lines of tests": sum(len(module.code) for module in modules(root, ("tests",))),
    }
    for name, value in rows.items():
        print(f"{name:36} {value}")


if __name__ == "__main__":
    main()
