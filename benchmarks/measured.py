"""The pages of docs/measured: each is written by its command, with date and machine.

A page begins with a head of at most ten lines, from the command's module. Below it are
sections. A run replaces those that it has measured and leaves the others; one whose figures are the
same as before keeps its date. No test checks that a page is current.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "measured"
_NUMBER = re.compile(r"(?:-?[\d.,]+ ?%?)?")
_SECTION = re.compile(r"^## (.*)\n\n(Measured .*)\n\n((?:(?!## ).*\n?)*)", re.MULTILINE)


@dataclass(frozen=True)
class Page:
    """What is above the figures.

    Args:
        name: of the file, without its ending.
        title: its heading.
        command: writes the page.
        head: what the figures mean, and what follows from them, in Markdown.
    """

    name: str
    title: str
    command: str
    head: str

    def write(self, sections: Mapping[str, str], folder: Path = FOLDER) -> None:
        """Replace sections of the page, and say where it is.

        Args:
            sections: tables and sentences, by heading.
            folder: of the pages.
        """
        path = folder / f"{self.name}.md"
        known = dict(_sections(path.read_text("utf-8"))) if path.exists() else {}
        for heading, text in sections.items():
            date, before = known.get(heading, ("", ""))
            known[heading] = (date if before == text.strip() else stamp(), text.strip())
        written = [
            f"# {self.title}",
            f"    {self.command}    # writes this page",
            self.head.strip(),
        ]
        for heading, (date, text) in known.items():
            written += [f"## {heading}", date, text]
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text("\n\n".join(written) + "\n", "utf-8")
        print(f"written: {path}")


class Table:
    """A table whose rows are printed as soon as they are known; as a string it is Markdown."""

    def __init__(self, *columns: str) -> None:
        self._columns = columns
        self._rows: list[Sequence[object]] = []
        print(_line(columns), flush=True)

    def add(self, *fields: object) -> None:
        """Print a row, and keep it."""
        self._rows.append(fields)
        print(_line(fields), flush=True)

    def __str__(self) -> str:
        return markdown_table(self._columns, self._rows)


def markdown_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown; columns of numbers are aligned at the right."""
    cells = [list(map(str, row)) for row in rows]
    numeric = [all(map(_NUMBER.fullmatch, column)) for column in zip(*cells, strict=True)]
    rule = ["---:" if is_number else "---" for is_number in numeric or [False] * len(columns)]
    return "\n".join(map(_line, [columns, rule, *cells]))


def stamp() -> str:
    """When and where something is measured, without the machine's name."""
    cores = len(os.sched_getaffinity(0))
    parts = (
        _processor(),
        f"{cores} {'cores' if cores > 1 else 'core'}",
        f"Python {platform.python_version()}",
        f"torch {version('torch')}",
    )
    return f"Measured {datetime.now(UTC):%Y-%m-%d}: {', '.join(filter(None, parts))}."


def add_pages(parser: argparse.ArgumentParser) -> None:
    """The option of all commands that write a page."""
    parser.add_argument(
        "--pages", type=Path, default=FOLDER, help="folder of the page (%(default)s)"
    )


def _line(fields: Iterable[object]) -> str:
    return f"| {' | '.join(map(str, fields))} |"


def _sections(page: str) -> Iterator[tuple[str, tuple[str, str]]]:
    for heading, date, text in _SECTION.findall(page):
        yield heading, (date, text.strip())


def _processor() -> str:
    """Its model, as Linux names it; elsewhere as Python does."""
    about = Path("/proc/cpuinfo")
    lines = about.read_text("utf-8").splitlines() if about.is_file() else []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.processor())
