"""docs/trust.md: its table of records is what the shipped references say.

``python tests/test_trust.py`` writes it again.
"""

import json
from pathlib import Path

from autograder import notebooks
from autograder.evaluate.c_files import is_c
from labkit.evidence import Array, from_json

REPOSITORY = Path(__file__).resolve().parent.parent
PAGE = REPOSITORY / "docs" / "trust.md"
BEGIN, END = "<!-- records: begin -->\n", "<!-- records: end -->\n"


def is_number(value):
    """A value that has to be computed: an array, a float, or a list with one in it."""
    return isinstance(value, Array | float) or (
        isinstance(value, list) and any(map(is_number, value))
    )


def kind(record, in_c):
    """Value or conduct, and what protects it."""
    if record.at_least is not None:
        return "value", "measured by the grader"
    if record.source:
        return "conduct", "source"
    protection = "drawn" if record.drawn else "company"
    if in_c:
        return ("value" if is_number(record.value) else "conduct"), "C alone"
    return ("value" if is_number(record.value) else "conduct"), protection


def c_blanks(assignment):
    """The blanks of an assignment in which C is written, by the solution."""
    path = REPOSITORY / "solutions" / assignment / f"{assignment}.ipynb"
    cells = notebooks.read(path).cells
    return {notebooks.grade_id(cell) for cell in cells if is_c(cell) and notebooks.is_blank(cell)}


def rows():
    for path in sorted((REPOSITORY / "resources" / "reference").glob("*/*.json")):
        evidence = from_json(json.loads(path.read_text("utf-8"))["evidence"])
        in_c = path.stem in c_blanks(path.parent.name)
        by_kind = {}
        for record in evidence.records:
            by_kind.setdefault(kind(record, in_c), []).append(f"`{record.name}`")
        for (what, protection), names in sorted(by_kind.items(), reverse=True):
            yield path.stem, what, protection, names


def table():
    lines = ["| check | kind | protected by | records |", "| --- | --- | --- | --- |"]
    lines += [
        f"| {check} | {what} | {by} | {', '.join(names)} |" for check, what, by, names in rows()
    ]
    counted = {}
    for _, what, by, names in rows():
        counted[what, by] = counted.get((what, by), 0) + len(names)
    total = ", ".join(f"{count} {what} ({by})" for (what, by), count in sorted(counted.items()))
    return "\n".join([f"Together: {total}.", "", *lines]) + "\n"


def test_the_table_of_records_is_that_of_the_shipped_references():
    written = PAGE.read_text("utf-8").partition(BEGIN)[2].partition(END)[0]
    assert written == table(), "run python tests/test_trust.py"


if __name__ == "__main__":
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(before + BEGIN + table() + END + rest.partition(END)[2], "utf-8")
