"""`make records`: what protects each record of each check, as a table, from the shipped references.

docs/maintainers/trust.md explains the columns. Hidden probes, which are judged by the same rules,
are not in the references.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from autograder import notebooks
from autograder.submission.c_files import is_c
from labkit.evidence import Array, Record, from_json

ROOT = Path(__file__).resolve().parents[1]
REFERENCES = sorted((ROOT / "resources" / "reference").glob("*/*.json"))
TABLE = ROOT / "build" / "records.md"
Row = tuple[str, str, str, list[str]]


def main() -> int:
    """Write the table, and print how many records have which protection."""
    rows = [row for path in REFERENCES for row in rows_of(path)]
    lines = ["| check | kind | protected by | records |", "| --- | --- | --- | --- |"]
    lines += [
        f"| {check} | {kind} | {by} | {', '.join(map('`{}`'.format, names))} |"
        for check, kind, by, names in rows
    ]
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text("\n".join(lines) + "\n", "utf-8")
    counted: Counter[str] = Counter()
    for _, kind, by, names in rows:
        counted[f"{kind}, {by.partition(' `')[0]}"] += len(names)
    for protection, count in sorted(counted.items()):
        print(f"{count:4} {protection}")
    print(f"written: {TABLE}")
    return 0


def rows_of(path: Path) -> Iterator[Row]:
    """The records of a check, grouped by their kind and protection."""
    records = recorded(path)
    in_c = path.stem in _c_blanks(path.parent.name)
    grouped: dict[tuple[str, str], list[str]] = {}
    for record in records:
        grouped.setdefault(_protection(record, records, in_c), []).append(record.name)
    for (kind, by), names in sorted(grouped.items(), reverse=True):
        yield path.stem, kind, by, names


def recorded(path: Path) -> Sequence[Record]:
    """The solution's records in the shipped reference of a check."""
    return from_json(json.loads(path.read_text("utf-8"))["evidence"]).records


def is_seeded(record: Record) -> bool:
    """Whether a record's value depends on the seed and needs work, so that it can back others."""
    return record.seeded and not record.backed and record.share > 0 and record.at_least is None


def backing(record: Record, records: Sequence[Record]) -> str | None:
    """The record without which one that is not seeded, or is backed, counts for nothing."""
    return record.backing or next((other.name for other in records if is_seeded(other)), None)


def _protection(record: Record, records: Sequence[Record], in_c: bool) -> tuple[str, str]:
    if record.at_least is not None:
        return "value", "measured by the grader"
    if not record.share:
        return "implementation", "watched calls"
    kind = "value" if _is_number(record.value) else "implementation"
    if in_c:
        return kind, "C alone"
    is_alone = record.seeded and not record.backed
    return kind, "seeded" if is_alone else f"backing record `{backing(record, records)}`"


def _is_number(value: Any) -> bool:
    """Whether a value has to be computed: an array, a float, or a list with one in it."""
    return isinstance(value, Array | float) or (
        isinstance(value, list) and any(map(_is_number, value))
    )


def _c_blanks(assignment: str) -> set[str]:
    solution = notebooks.read(ROOT / "solutions" / assignment / f"{assignment}.ipynb")
    return {cell.id for cell in notebooks.cells(solution) if is_c(cell.node) and cell.is_blank}


if __name__ == "__main__":
    sys.exit(main())
