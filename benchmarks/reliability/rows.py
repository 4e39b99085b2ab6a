"""What was measured so far, and with which data."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from autograder import notebooks, registry

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Row:
    """One measured row.

    Args:
        part: solutions, answers, luck, attacks, sandbox, damages or kills.
        grader: ours, users (ours in the sandbox of own users) or stock.
        name: of the row, unique in its part.
        digest: of the data that it was measured with.
        result: what came of it.
    """

    part: str
    grader: str
    name: str
    digest: str
    result: dict[str, Any]


class Results:
    """The rows measured so far: those of the page, and newer ones in a file of JSON lines.

    Args:
        file: of the newer rows.
        published: the rows of the page.
    """

    def __init__(self, file: Path, published: Iterable[Row] = ()) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._file = file
        rows = [*published, *_readable(file)]
        self.rows = list({(row.part, row.grader, row.name): row for row in rows}.values())

    def missing(self, part: str, grader: str, wanted: dict[str, str]) -> list[str]:
        """The names of those wanted rows that no line holds with the same digest."""
        known = {
            (row.name, row.digest) for row in self.rows if (row.part, row.grader) == (part, grader)
        }
        return [name for name, digest in wanted.items() if (name, digest) not in known]

    def forget_all_but(self, part: str, names: Iterable[str]) -> None:
        """Drop the rows of a part whose subject is gone."""
        kept = set(names)
        self.rows = [row for row in self.rows if row.part != part or row.name in kept]

    def keep(self, row: Row) -> None:
        """Write a row at once; it replaces an older one with its name."""
        same = (row.part, row.grader, row.name)
        others = [kept for kept in self.rows if (kept.part, kept.grader, kept.name) != same]
        self.rows = [*others, row]
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(row)) + "\n")


def _readable(file: Path) -> list[Row]:
    """The rows of a file; lines that a kill cut off or of an older form are reported, not read."""
    rows = []
    for number, line in enumerate(_lines(file), 1):
        try:
            rows.append(Row(**json.loads(line)))
        except (ValueError, TypeError):
            print(f"{file}, line {number}: no row of this version; it is measured again")
    return rows


def _lines(file: Path) -> list[str]:
    return file.read_text("utf-8", "replace").splitlines() if file.exists() else []


def assignments() -> list[str]:
    return [assignment.id for assignment in registry.load(ROOT).assignments]


def solution_of(assignment: str) -> Path:
    return registry.load(ROOT).assignment(assignment).solution


def exercise_of(assignment: str) -> NotebookNode:
    return notebooks.read(registry.load(ROOT).assignment(assignment).exercise("en"))


def checks_of(notebook: NotebookNode) -> dict[str, NotebookNode]:
    return {f"{name}_check": cell for name, cell in notebooks.checks(notebook).items()}


def digest_of(*parts: Path | str) -> str:
    """A digest of texts and of files' contents; only the code of a notebook counts."""
    return hashlib.sha256(b"".join(map(_content, parts))).hexdigest()[:12]


def _content(part: Path | str) -> bytes:
    if isinstance(part, str):
        return part.encode()
    return _code(part) if part.suffix == ".ipynb" else part.read_bytes()


def _code(notebook: Path) -> bytes:
    cells = notebooks.read(notebook).cells
    return json.dumps([cell.source for cell in cells if cell.cell_type == "code"]).encode()
