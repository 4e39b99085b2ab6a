"""What anyone may know, or get without work, counts only where a seeded record passes as well."""

import pytest
from repository import ASSIGNMENTS, solution

from autograder.notebooks import grade_id
from benchmarks.records import REFERENCES, backing, is_seeded, recorded


@pytest.mark.parametrize("path", REFERENCES, ids=lambda path: path.stem)
def test_each_record_that_earns_nothing_alone_is_backed_by_one_that_does(path):
    records = recorded(path)
    by_name = {known.name: known for known in records}
    for record in (
        candidate for candidate in records if candidate.share and not is_seeded(candidate)
    ):
        passed_by = {record.name}
        while not is_seeded(record):
            record = by_name[backing(record, records) or ""]
            assert record.name not in passed_by, "records that back each other"
            passed_by.add(record.name)


def blanks_with_a_function(assignment):
    """The ids of the blanks that hold a Function with a gradient."""
    for cell in solution(assignment).cells:
        is_blank = "### BEGIN SOLUTION" in cell.source and "(Function)" in cell.source
        if is_blank and "mark_non_differentiable" not in cell.source:
            yield grade_id(cell)


@pytest.mark.parametrize("assignment", [name for name in ASSIGNMENTS if name < "07"])
def test_every_function_is_tried_with_writes_between_its_two_passes(assignment):
    checks = {grade_id(cell): cell.source for cell in solution(assignment).cells}
    for blank in blanks_with_a_function(assignment):
        shown = checks[f"{blank}_check"].partition("### BEGIN HIDDEN TESTS")[0]
        assert '"overwritten"' in shown, blank
