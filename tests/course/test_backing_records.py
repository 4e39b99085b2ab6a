"""What is the same with every seed counts only where a seeded record passes as well."""

import pytest

from benchmarks.records import REFERENCES, backing, is_seeded, recorded


@pytest.mark.parametrize("path", REFERENCES, ids=lambda path: path.stem)
def test_each_record_that_is_not_seeded_is_backed_by_one_that_is(path):
    records = recorded(path)
    seeded = {one.name for one in records if is_seeded(one)}
    backed = {one.name: backing(one, records) for one in records if not one.drawn and one.share}
    assert {name: other for name, other in backed.items() if other not in seeded} == {}
    assert {one.backing for one in records if one.backing} <= seeded
