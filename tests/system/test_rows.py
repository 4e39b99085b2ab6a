"""What is written for a hand-in is what nbgrader's own steps write, in all tables."""

import pytest
from courses import SHORT, copy_course
from stock_rows import enter_both_ways

LATE = {
    "nothing": "",
    "a share a day": "late = { per_day = 0.25, grace_minutes = 15 }\n",
}


@pytest.mark.parametrize("rule", LATE)
def test_all_rows_are_those_of_nbgraders_own_steps(rule, tmp_path):
    folders = [copy_course(tmp_path / name) for name in ("ours", "stock")]
    ours, stock = enter_both_ways(*folders, SHORT, LATE[rule])
    assert ours == stock
    # And they hold what a rule may get wrong.
    penalties = [dict(row)["late_submission_penalty"] for row in ours["submitted_notebook"]]
    assert len(penalties) == 4 and any(penalties) == bool(LATE[rule])
    given = {dict(row)["manual_comment"] for row in ours["comment"]}
    assert given == {None, "Well seen."}
    assert {dict(row)["auto_comment"] for row in ours["comment"]} == {None, "No response."}
