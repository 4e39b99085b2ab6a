"""docs/trust.md: its table of records is what the shipped references say.

``python tests/course/test_trust.py`` writes it again.
"""

import json
from pathlib import Path

import pytest

from autograder import notebooks
from autograder.submission.c_files import is_c
from labkit.evidence import Array, from_json

REPOSITORY = Path(__file__).resolve().parents[2]
PAGE = REPOSITORY / "docs" / "trust.md"
REFERENCES = sorted((REPOSITORY / "resources" / "reference").glob("*/*.json"))
BEGIN, END = "<!-- records: begin -->\n", "<!-- records: end -->\n"


def is_number(value):
    """A value that has to be computed: an array, a float, or a list with one in it."""
    return isinstance(value, Array | float) or (
        isinstance(value, list) and any(map(is_number, value))
    )


def kind(record, company, in_c):
    """Value or conduct, and what protects it."""
    if record.at_least is not None:
        return "value", "measured by the grader"
    if record.source:
        return "conduct", "source"
    what = "value" if is_number(record.value) else "conduct"
    if in_c:
        return what, "C alone"
    return what, "drawn" if record.drawn else f"company of `{company}`"


def company_of(record, records):
    """The record without which one counts for nothing, if its value is not drawn."""
    return record.company or next((one.name for one in records if is_company(one)), None)


def is_company(record):
    return record.drawn and record.share > 0 and record.at_least is None


def c_blanks(assignment):
    """The blanks of an assignment in which C is written, by the solution."""
    path = REPOSITORY / "solutions" / assignment / f"{assignment}.ipynb"
    cells = notebooks.read(path).cells
    return {notebooks.grade_id(cell) for cell in cells if is_c(cell) and notebooks.is_blank(cell)}


def rows():
    for path in REFERENCES:
        evidence = from_json(json.loads(path.read_text("utf-8"))["evidence"])
        in_c = path.stem in c_blanks(path.parent.name)
        by_kind = {}
        for record in evidence.records:
            sort = kind(record, company_of(record, evidence.records), in_c)
            by_kind.setdefault(sort, []).append(f"`{record.name}`")
        for (what, protection), names in sorted(by_kind.items(), reverse=True):
            yield path.stem, what, protection, names


def table():
    lines = ["| check | kind | protected by | records |", "| --- | --- | --- | --- |"]
    lines += [
        f"| {check} | {what} | {by} | {', '.join(names)} |" for check, what, by, names in rows()
    ]
    counted = {}
    for _, what, by, names in rows():
        sort = what, by.partition(" of ")[0]
        counted[sort] = counted.get(sort, 0) + len(names)
    total = ", ".join(f"{count} {what} ({by})" for (what, by), count in sorted(counted.items()))
    return "\n".join([f"Together: {total}.", "", *lines]) + "\n"


def test_the_table_of_records_is_that_of_the_shipped_references():
    written = PAGE.read_text("utf-8").partition(BEGIN)[2].partition(END)[0]
    assert written == table(), "run python tests/course/test_trust.py"


@pytest.mark.parametrize("path", REFERENCES, ids=lambda path: path.stem)
def test_what_is_not_drawn_counts_only_beside_a_record_that_is(path):
    """A record that a check names is drawn; else its value could be told by heart as well."""
    records = from_json(json.loads(path.read_text("utf-8"))["evidence"]).records
    companies = {
        one.name: company_of(one, records) for one in records if not one.drawn and one.share
    }
    drawn = {one.name for one in records if is_company(one)}
    assert {name: other for name, other in companies.items() if other not in drawn} == {}
    named = {one.company for one in records if one.company}
    assert named <= drawn


if __name__ == "__main__":
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(before + BEGIN + table() + END + rest.partition(END)[2], "utf-8")
