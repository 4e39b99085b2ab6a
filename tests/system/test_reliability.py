"""`make reliability`: measurements are kept, and the page shows them."""

from dataclasses import replace

import nbformat
import pytest
import tiny
from repository import solution

from autograder import notebooks, registry
from autograder.engine.engine import Setting
from autograder.engine.pool import Executor
from autograder.runtime import RUNTIME
from benchmarks.reliability import luck, page, solutions
from benchmarks.reliability.rows import Results, Row

KEPT = Row("damages", "ours", "a deleted check", "1", {"deserved": 3, "points": 3, "state": "x"})


def test_the_page_and_its_rows_are_written_together(tmp_path):
    measured = tmp_path / "measured.json"
    page.write(tmp_path, measured, page.recorded())
    assert page.recorded(measured) == page.recorded()
    written = (tmp_path / f"{page.PAGE.name}.md").read_text("utf-8")
    sections = page.render(page.recorded())
    assert len(sections) == 8 and all(text in written for text in sections.values())


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


DOUBLE = "def double(x):\n    ### BEGIN SOLUTION\n    return 2 * x\n    ### END SOLUTION\n"
ONE_OF_TWO = "t.integers(0, 1, 1)"  # at 0 the square is right
LUCKY = {
    "double": ("double(t.normal(4))", DOUBLE, {"square": "x**2", "half": "x / 2"}),
    "six": (
        f"six({ONE_OF_TWO})",
        DOUBLE.replace("double", "six").replace("2 * x", "3 * double(x)"),
        {},
    ),
    "alone": ("alone(t.normal(4))", DOUBLE.replace("double", "alone"), {}),
}


def lucky_course(folder):
    """A course in whose second check a wrong answer to the first blank passes by luck."""
    tiny.make_course(folder)
    made = nbformat.v4.new_notebook(cells=[tiny.cell(tiny.SETUP, "setup", role="setup")])
    for name, (probe, source, wrong) in LUCKY.items():
        check = f'@check("{name}")\ndef verdict(t):\n    t.result("y", lambda: {probe})\nverdict'
        made.cells += [
            tiny.cell(source, name, blank=True),
            tiny.cell(check, f"{name}_check", points=1),
        ]
        answers = folder / "answers" / tiny.ASSIGNMENT / name
        answers.mkdir(parents=True)
        said = 'replace = [["2 * x", "{}"]]\nfails = ["y"]\n'
        lines = [f"[{title}]\n{said.format(text)}" for title, text in wrong.items()]
        (answers / "wrong.toml").write_text("".join(lines))
    nbformat.write(made, folder / "solutions" / tiny.ASSIGNMENT / f"{tiny.ASSIGNMENT}.ipynb")
    return registry.load(folder)


def test_a_check_that_a_wrong_answer_passes_with_some_seeds_is_named(tmp_path):
    course = lucky_course(tmp_path)
    with Executor(Setting("none", course.limits, RUNTIME), jobs=1) as executor:
        trial = luck.Trial(course.assignment(tiny.ASSIGNMENT), executor)
        found = trial.row("double", range(1, 13), trained=True)
    (line,) = found.pop("differ")
    assert line.startswith("`double/wrong/square` in six with 12 seeds: y ")
    assert found == {"answers": 2, "over": 2, "seeds": 12}


CHANGES = {
    "code": ('"y", ', '"z", '),
    "a sentence": (")\nverdict", ', en="It is y.")\nverdict'),
    "a comment": ("\nverdict", "\nverdict  # at last"),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("check", LUCKY)
def test_a_row_of_luck_depends_on_what_its_checks_do_and_on_nothing_else(tmp_path, check, change):
    def digest():
        return luck.Trial(course.assignment(tiny.ASSIGNMENT), None).digest(
            "double", 5, trained=False
        )

    course = lucky_course(tmp_path)
    before, path = digest(), course.assignment(tiny.ASSIGNMENT).solution
    made = notebooks.read(path)
    cell = notebooks.checks(made)[check]
    cell.source = cell.source.replace(*CHANGES[change])
    path.write_text(notebooks.as_text(made))
    assert (digest() != before) is (check != "alone" and change == "code")


def test_checks_rest_on_the_blanks_whose_names_they_read():
    rests = luck.resting_on(solution("02_int8_binary"))
    assert {"binary_network", "binary_training"} < set(rests["int8_backward"])
    assert rests["binary_training"] == ["binary_training"]
    assert rests["smoothed_gradient"] == ["smoothed_gradient"]
    # Independent of the order of cells: what a class calls may be written below it.
    assert "fine_tune" in luck.resting_on(solution("03_uniform_quantization"))["quantized_net"]
