"""`make reliability`: what was measured is kept, and the page says what is kept."""

from dataclasses import replace

import pytest
from repository import solution

from autograder import notebooks
from benchmarks.reliability import page, solutions
from benchmarks.reliability.rows import Results, Row

KEPT = Row("damages", "ours", "a deleted check", "1", {"deserved": 3, "points": 3, "state": "x"})


def test_the_page_and_its_rows_are_written_together(tmp_path):
    measured = tmp_path / "measured.json"
    page.write(tmp_path, measured, page.recorded())
    assert page.recorded(measured) == page.recorded()
    written = (tmp_path / f"{page.PAGE.name}.md").read_text("utf-8")
    sections = page.render(page.recorded())
    assert len(sections) == 7 and all(text in written for text in sections.values())


def test_what_was_measured_is_not_measured_again_unless_its_data_change(tmp_path):
    Results(tmp_path / "rows").keep(KEPT)
    again = Results(tmp_path / "rows")
    wanted = {"a deleted check": "1", "a deleted blank": "1"}
    assert again.missing("damages", "ours", wanted) == ["a deleted blank"]
    assert again.missing("damages", "ours", {"a deleted check": "2"}) == ["a deleted check"]
    assert again.missing("damages", "stock", wanted) == list(wanted)


@pytest.mark.parametrize("line", ['{"part": "dama', '{"found": {}}', "[1]"])
def test_a_line_that_is_no_row_is_reported_and_measured_again(tmp_path, capsys, line):
    Results(tmp_path / "rows").keep(KEPT)
    with (tmp_path / "rows").open("a") as file:
        file.write(line + "\n")
    assert Results(tmp_path / "rows").rows == [KEPT]
    assert "rows, line 2: no row of this version" in capsys.readouterr().out


def test_what_the_page_was_made_of_stays_until_it_is_measured_again(tmp_path):
    again = {"deserved": 3, "points": 0, "state": "x"}
    other = Row("damages", "ours", "a deleted blank", "1", again)
    Results(tmp_path / "rows", [KEPT]).keep(other)
    Results(tmp_path / "rows", [KEPT, other]).keep(replace(KEPT, result=again))
    now = Results(tmp_path / "rows", [KEPT]).rows
    assert {row.name: row.result["points"] for row in now} == {KEPT.name: 0, other.name: 0}


@pytest.mark.parametrize(
    ("result", "fate"),
    [
        ({"deserved": 3, "points": 3, "state": "repaired"}, "whole"),
        ({"deserved": 3, "points": 2, "state": "needs review"}, "reported"),
        ({"deserved": 0, "points": 0, "state": "unreadable"}, "reported"),
        ({"deserved": 3, "points": 2, "state": "graded"}, "lost"),
        ({"deserved": 3, "points": None, "state": None}, "lost"),
    ],
)
def test_a_damaged_notebook_is_whole_reported_or_lost(result, fate):
    (line,) = page._damages([vars(KEPT) | {"result": result}])
    assert line[2].startswith(fate)


def test_an_attack_pays_if_it_gets_more_than_deserved_and_no_one_is_reported():
    paid = {"family": "C", "deserved": 1, "points": 2, "flagged": False}
    rows = [
        {"part": "attacks", "grader": "ours", "name": name, "result": paid | change}
        for name, change in {"a": {}, "b": {"flagged": True}, "c": {"points": 1}}.items()
    ]
    written = page.render(rows)["Together"]
    assert "| attacks on points that paid | 1 of 3 | not measured |" in written


def test_each_check_is_run_with_each_seed_and_judged_against_the_same_seed(tmp_path):
    file, assignment = tmp_path / "executed", "08_low_bit_transformer"
    solutions.execute_in_this_process(assignment, "2", str(file))
    first, second = executed = solutions.read_each_seed(file)
    checks = list(notebooks.checks(solution(assignment)))
    assert solutions.compare(executed, executed) == {"checks": 2 * len(checks), "refused": []}
    refused = solutions.compare([first], [second])["refused"]
    assert {name.partition(".")[0] for name in refused} == set(checks)
    assert all(name.endswith(" with seed 1") for name in refused)
