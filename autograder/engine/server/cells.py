"""How a kernel reads a cell: as IPython does, but parsed once where IPython parses five times.

Saves 24 % of the core-seconds of 40 submissions (make bench). Each shortcut gives IPython's own
answer; ``tests/engine/test_engine.py`` compares them.
"""

from __future__ import annotations

import ast
import re
import zlib
from types import CodeType
from typing import Any

from ipykernel import compiler
from ipykernel.compiler import XCachingCompiler
from ipykernel.displayhook import ZMQShellDisplayHook
from ipykernel.zmqshell import ZMQInteractiveShell
from IPython.core.inputtransformer2 import TransformerManager
from traitlets import Type

ONLY_TREE = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
# A semicolon in the last line that is not empty or a comment.
_LATE_SEMICOLON = re.compile(r";[^\n]*(?:\n[ \t]*(?:#[^\n]*)?)*\Z")


class CachedDisplayHook(ZMQShellDisplayHook):
    """Looks for a final semicolon without tokenizing the whole cell, which IPython does."""

    @staticmethod
    def semicolon_at_end_of_expression(expression: str) -> bool:
        """As IPython's own; false at once where the last line, without comments, has none."""
        if not _LATE_SEMICOLON.search(expression):
            return False
        return ZMQShellDisplayHook.semicolon_at_end_of_expression(expression)

    def quiet(self) -> bool:
        """As IPython's own; never for a cell that is not stored in the history."""
        # IPython looks at the last stored cell: its semicolon would silence the cell after it.
        shell: Any = self.shell
        return shell.is_stored and super().quiet()


class Compiled(ast.Pass):
    """Replaces, in a tree, statements that are compiled already."""

    def __init__(self, code: CodeType) -> None:
        super().__init__()
        self.code = code


class CachedCompiler(XCachingCompiler):
    """Does not parse a cell again that the transformer has parsed."""

    parsed: tuple[str, ast.AST] | None = None

    def ast_parse(self, source: str, filename: str = "<unknown>", symbol: str = "exec") -> ast.AST:
        """As IPython's own."""
        # A tree is given out once: an AST transformer may change it. Only the run of a cell names a
        # file: magics such as %%time and %%timeit build another tree of what they get here, in
        # which statements that are compiled already would be lost.
        parsed, self.parsed = self.parsed, None
        if parsed and parsed[0] == source and filename != "<unknown>":
            return parsed[1]
        return super().ast_parse(source, filename, symbol)

    def __call__(self, source: Any, filename: str, symbol: str, **options: Any) -> CodeType:
        """As IPython's own."""
        statement = source.body[0] if isinstance(source, ast.Module) and source.body else None
        if isinstance(statement, Compiled):
            return statement.code
        return super().__call__(source, filename, symbol, **options)


class CachedShell(ZMQInteractiveShell):
    """Does not compile each cell twice more to see whether it uses await."""

    displayhook_class = Type(CachedDisplayHook)
    is_stored = True

    def run_cell(
        self, raw_cell: str, store_history: bool = False, *more: Any, **options: Any
    ) -> Any:
        """As IPython's own, and know whether the cell that runs is stored."""
        # Not `run_cell_async`: IPython 8.10 never returns if that is overridden.
        before, self.is_stored = self.is_stored, store_history
        try:
            return super().run_cell(raw_cell, store_history, *more, **options)
        finally:
            self.is_stored = before

    def should_run_async(self, raw_cell: str, **prepared: Any) -> bool:
        """As IPython's own; false at once where the keywords for it do not occur."""
        return _may_await(raw_cell) and super().should_run_async(raw_cell, **prepared)

    def ask_exit(self) -> None:
        """Nothing, so that the cells below an ``exit()`` run, as they do below ``sys.exit()``."""
        # IPython's own would end the kernel a tenth of a second later, in whatever cell runs then.

    def _update_exit_now(self, change: Any) -> None:
        """Nothing, for the same reason: ``kernel.do_shutdown()`` sets ``exit_now``."""


class CachedTransformer(TransformerManager):
    """Parses a cell of plain Python once; IPython tokenizes it several times, and all twice."""

    def __init__(self, shell: ZMQInteractiveShell) -> None:
        super().__init__()
        self._shell = shell
        self._compiler: Any = shell.compile
        self._transformed: dict[str, str] = {}
        self._file = "<unknown>"

    def transform_cell(self, cell: str) -> str:
        """As IPython's own."""
        # IPython asks twice in each run of a cell. Given out once: the next run may differ.
        if cell in self._transformed:
            return self._transformed.pop(cell)
        self._file = compiler.get_file_name(cell)
        self._transformed = {cell: super().transform_cell(cell)}
        return self._transformed[cell]

    def do_token_transforms(self, lines: list[str]) -> list[str]:
        """As IPython's own, which gives lines of Python back as they are."""
        return lines if self._is_python("".join(lines)) else super().do_token_transforms(lines)

    def _is_python(self, cell: str) -> bool:
        self._compiler.parsed = None
        try:
            tree = self._split(cell) or compile(cell, self._file, "exec", ONLY_TREE)
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            return False
        self._compiler.parsed = (cell, tree)
        return True

    def _split(self, cell: str) -> ast.Module | None:
        """The last line as a tree, what is before it as code; None where that is not possible."""
        # IPython shows the value of the last line only, so only that has to be a tree; code alone
        # takes a third of the time of a tree.
        before, _, last = cell.rstrip("\n").rpartition("\n")
        needs_tree = self._shell.ast_transformers or self._shell.ast_node_interactivity == "all"
        if not before or _may_await(cell) or needs_tree:
            return None
        try:
            end = ast.parse(last)
            known = Compiled(self._compiler(before + "\n", self._file, "exec"))
        except (SyntaxError, ValueError):
            return None
        ast.increment_lineno(end, before.count("\n") + 1)
        return ast.Module([known, *end.body], []) if end.body else None


def crc32_hash(code: str, seed: int) -> int:
    """Replaces the hash, written in Python, by which ipykernel names a cell's file."""
    return zlib.crc32(code.encode(), seed)


def _may_await(cell: str) -> bool:
    return "await" in cell or "async" in cell
