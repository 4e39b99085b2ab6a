"""What anyone may know, or get without work, counts only where a seeded record passes as well."""

import pytest

from benchmarks.records import REFERENCES, backing, is_seeded, recorded


@pytest.mark.parametrize("path", REFERENCES, ids=lambda path: path.stem)
def test_each_record_that_earns_nothing_alone_is_backed_by_one_that_does(path):
    records = recorded(path)
    by_name = {one.name: one for one in records}
    for record in (one for one in records if one.share and not is_seeded(one)):
        passed_by = {record.name}
        while not is_seeded(record):
            record = by_name[backing(record, records) or ""]
            assert record.name not in passed_by, "records that back each other"
            passed_by.add(record.name)
