"""Benchmarks still run, and still measure what is there: no one runs them on every edit."""

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


def test_a_network_that_no_one_trained_lies_below_the_threshold_on_every_drawing():
    result = train(
        Run("02_int8_binary", "binary_training", "wrong/weights_not_trained", 0, 1, "all")
    )
    assert len(result.accuracies) == DRAWINGS
    assert max(result.accuracies) < 0.3 < result.at_least


def test_a_class_is_graded_judged_again_and_drawn(tmp_path):
    printed = run(
        "scale", "--assignment", "01_custom_function", "--submissions", 2, "--to", tmp_path
    )
    assert "    2 submissions: " in printed and "2 cost 1.00 times " in printed, printed
    assert printed.count("judged again in ") == 1
    assert (tmp_path / "scale.png").stat().st_size > 10_000
    with (tmp_path / "scale.csv").open(encoding="utf-8") as file:
        assert {row["submissions"] for row in csv.DictReader(file)} == {"2"}


def test_stock_nbgrader_grades_and_writes_its_own_pages_next_to_ours():
    printed = run("grading", "--assignment", "01_custom_function", "--submissions", 1)
    assert "cells: all equal" in printed and "feedback pages: stock " in printed, printed


@pytest.mark.needs("chromium")
def test_written_answers_are_marked_by_keys_and_opened_in_the_formgrader():
    printed = run("marking", "--answers", 6)
    assert "6 answers: " in printed and " 0 misjudged" in printed, printed
    assert printed.count("first submission: ") == printed.count("next submission: ") == 1, printed


def test_an_assignment_that_is_not_there_is_reported_with_those_that_are():
    printed = run("mutation", "01_custom")
    assert "There is no assignment '01_custom'" in printed and "01_custom_function" in printed
