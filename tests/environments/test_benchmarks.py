"""Benchmarks still run, and still measure existing code: no one runs them on every edit."""

import csv
import subprocess
import sys

import pytest
from repository import REPOSITORY

from benchmarks.margins import DRAWINGS, Run, train


def run(benchmark, *arguments):
    """A benchmark's output. Its exit status tells whether a goal was reached, as no test may."""
    command = [sys.executable, "-m", f"benchmarks.{benchmark}", *map(str, arguments)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True)
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout + done.stderr


def table_of(page):
    """The rows of the tables of a page, without their heads."""
    lines = [line[2:-2].split(" | ") for line in page.read_text().splitlines() if line[:1] == "|"]
    rules = [place for place, fields in enumerate(lines) if set("".join(fields)) <= set("-:")]
    heads = {*rules, *(place - 1 for place in rules)}
    return [fields for place, fields in enumerate(lines) if place not in heads]


def test_a_network_that_no_one_trained_lies_below_the_threshold_on_every_drawing():
    result = train(
        Run("02_int8_binary", "binary_training", "wrong/weights_not_trained", 0, 1, "all")
    )
    assert len(result.accuracies) == DRAWINGS
    assert max(result.accuracies) < 0.3 < result.at_least


def test_a_class_is_graded_judged_again_and_drawn(tmp_path):
    few = ("--assignment", "01_custom_function", "--submissions", 2)
    printed = run("scale", *few, "--to", tmp_path, "--pages", tmp_path)
    assert "2 cost 1.00 times " in printed, printed
    assert table_of(tmp_path / "scale.md")[0][0] == "2"
    assert (tmp_path / "scale.png").stat().st_size > 10_000
    with (tmp_path / "scale.csv").open(encoding="utf-8") as file:
        assert {row["submissions"] for row in csv.DictReader(file)} == {"2"}


def test_commands_are_measured_on_a_class_that_was_graded_before(tmp_path):
    few = ("--submissions", 4, "--different", 2)
    run("large_class", *few, "--pages", tmp_path)
    first, *others = table_of(tmp_path / "large_class.md")
    assert first[0] == "grade, all unchanged" and len(others) == 3
    assert all(float(figure) > 0 for _, *figures in (first, *others) for figure in figures)


def test_stock_nbgrader_grades_and_writes_its_own_pages_next_to_ours(tmp_path):
    options = ("--assignment", "01_custom_function", "--submissions", 1)
    printed = run("grading", *options, "--pages", tmp_path)
    assert "cells: all equal" in printed, printed
    rows = table_of(tmp_path / "grading.md")
    assert [name for name, *_ in rows] == 2 * ["nbgrader autograde", "autograder grade"]
    assert all(float(figure) > 0 for _, *figures in rows[2:] for figure in figures)


def test_the_parts_of_a_notebook_and_the_rest_add_up_to_the_whole():
    printed = run("account", "--assignment", "01_custom_function", "--submissions", 3, "--runs", 1)
    cost = dict(line[2:-2].split(" | ") for line in printed.splitlines() if line[:1] == "|")
    *parts, whole = [float(figure) for name, figure in cost.items() if name != "part"]
    assert abs(sum(parts) - whole) < 10 and float(cost["cells"]) > 0 < float(cost["gradebook"])


def test_a_notebook_is_executed_in_a_fresh_kernel_and_in_the_engines(tmp_path):
    run("kernels", "--runs", 1, "--pages", tmp_path)
    rows = table_of(tmp_path / "engine.md")
    assert len(rows) == 4 and rows[-1][0].endswith("as a command")
    assert all("core-s" in figure for _, *figures in rows for figure in figures)


@pytest.mark.needs("chromium")
def test_written_answers_are_marked_by_keys_and_opened_in_the_formgrader(tmp_path):
    run("marking", "--answers", 6, "--pages", tmp_path)
    (answers, _, _, misjudged, _), first, following = table_of(tmp_path / "marking.md")
    assert (answers, misjudged) == ("6", "0")
    assert (first[1], following[1]) == ("first", "next")


def test_an_assignment_that_is_not_there_is_reported_with_those_that_are():
    printed = run("mutation", "01_custom")
    assert "There is no assignment '01_custom'" in printed and "01_custom_function" in printed
