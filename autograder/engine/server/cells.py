"""How a kernel reads a cell: as IPython does, which takes it apart five times, but once.

Each shortcut gives IPython's own answer; ``tests/test_engine.py`` compares them.
"""

from __future__ import annotations

import ast
import re
import zlib
from types import CodeType
from typing import Any

from ipykernel import compiler
from ipykernel.compiler import XCachingCompiler
from ipykernel.zmqshell import ZMQInteractiveShell, ZMQShellDisplayHook
from IPython.core.inputtransformer2 import TransformerManager
from traitlets import Type

ONLY_TREE = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
_LATE_SEMICOLON = re.compile(r";[^\n]*(?:\n[ \t]*(?:#[^\n]*)?)*\Z")


class CachedDisplayHook(ZMQShellDisplayHook):
    """IPython takes a whole cell apart to see whether it ends with a semicolon."""

    @staticmethod
    def semicolon_at_end_of_expression(expression: str) -> bool:
        """As IPython's own; false at once where there is none in the last line, comments apart."""
        found = _LATE_SEMICOLON.search(expression)
        return found is not None and ZMQShellDisplayHook.semicolon_at_end_of_expression(expression)


class Compiled(ast.Pass):
    """In the place of statements whose code is known already."""

    def __init__(self, code: CodeType) -> None:
        super().__init__()
        self.code = code


class CachedCompiler(XCachingCompiler):
    """Reads no cell that the transformer has read to find out whether it is Python."""

    read: tuple[str, ast.AST] | None = None

    def ast_parse(self, source: str, filename: str = "<unknown>", symbol: str = "exec") -> ast.AST:
        """As IPython's own; a tree is given once, for its user may change it."""
        read, self.read = self.read, None
        return (
            read[1] if read and read[0] == source else super().ast_parse(source, filename, symbol)
        )

    def __call__(self, source: Any, filename: str, symbol: str, **options: Any) -> CodeType:
        """As IPython's own."""
        statement = source.body[0] if isinstance(source, ast.Module) and source.body else None
        return (
            statement.code
            if isinstance(statement, Compiled)
            else super().__call__(source, filename, symbol, **options)
        )


class CachedShell(ZMQInteractiveShell):
    """A shell that does not compile each cell twice more to see whether it awaits something."""

    displayhook_class = Type(CachedDisplayHook)

    def should_run_async(self, raw_cell: str, **prepared: Any) -> bool:
        """As IPython's own; false at once where the words for it do not occur."""
        return _may_await(raw_cell) and super().should_run_async(raw_cell, **prepared)


class CachedTransformer(TransformerManager):
    """IPython takes each cell apart several times, and all of this twice; what is Python as it stands is read once."""

    def __init__(self, shell: ZMQInteractiveShell) -> None:
        super().__init__()
        self._shell = shell
        self._asked: dict[str, str] = {}
        self._file = "<unknown>"

    def transform_cell(self, cell: str) -> str:
        """As IPython's own; the second time, for the same run of a cell, it gives the same."""
        if cell in self._asked:
            return self._asked.pop(cell)
        self._file = compiler.get_file_name(cell)
        self._asked = {cell: super().transform_cell(cell)}
        return self._asked[cell]

    def do_token_transforms(self, lines: list[str]) -> list[str]:
        """As IPython's own, which gives lines of Python back as they are."""
        return lines if self._is_python("".join(lines)) else super().do_token_transforms(lines)

    def _is_python(self, cell: str) -> bool:
        self._shell.compile.read = None
        try:
            self._shell.compile.read = (
                cell,
                self._in_two(cell) or compile(cell, self._file, "exec", ONLY_TREE),
            )
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            return False
        return True

    def _in_two(self, cell: str) -> ast.Module | None:
        """All but the last line as code, in a third of the time that a tree takes; None where it is not as simple."""
        before, _, last = cell.rstrip("\n").rpartition("\n")
        looks_at_all = self._shell.ast_transformers or self._shell.ast_node_interactivity == "all"
        if not before or _may_await(cell) or looks_at_all:
            return None
        try:
            end = ast.parse(last)
            known = Compiled(self._shell.compile(before + "\n", self._file, "exec"))
        except (SyntaxError, ValueError):
            return None
        ast.increment_lineno(end, before.count("\n") + 1)
        return ast.Module([known, *end.body], []) if end.body else None


def crc32_hash(code: str, seed: int) -> int:
    """ipykernel hashes each cell, for its debugger, in Python: that takes longer than to compile it."""
    return zlib.crc32(code.encode(), seed)


def _may_await(cell: str) -> bool:
    return "await" in cell or "async" in cell
