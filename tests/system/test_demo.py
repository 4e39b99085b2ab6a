"""The demonstration runs from hand-in to report, through a real exchange, one after another."""

import csv
import re

import pytest
from bs4 import BeautifulSoup
from courses import autograder
from repository import COURSE, REPOSITORY

from benchmarks.demo import (
    CHEATS,
    COPIED,
    COPIES,
    CRASHES,
    DAMAGED,
    IN_JAPANESE,
    LATE,
    STUDENTS,
    app,
)

ASSIGNMENT, IN_C = "02_int8_binary", "05_c_quantizer"
FIRST, *_, LAST = COURSE.languages


def snapshot(folder):
    """When each file was changed. Hidden folders do not count: other tests may work there.

    They are not even looked at: environments hold 300,000 files.
    """
    shown = (path for path in folder.iterdir() if not path.name.startswith("."))
    paths = (path for top in shown for path in (top, *top.rglob("*")))
    counted = (path for path in paths if "__pycache__" not in path.parts and path.is_file())
    return {path: path.stat().st_mtime_ns for path in counted}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The demonstration of a class, its folder, and what was said."""
    folder, before = tmp_path_factory.mktemp("demo") / "course", snapshot(REPOSITORY)
    done = autograder(ASSIGNMENT, IN_C, "--folder", folder, program=app)
    assert done.returncode == 0, done.stderr
    assert snapshot(REPOSITORY) == before
    return folder, done.stdout


def rows(folder, assignment):
    """The rows of grades.csv for an assignment, by student."""
    with (folder / "grades.csv").open() as file:
        return {
            row["student"]: row for row in csv.DictReader(file) if row["assignment"] == assignment
        }


def report(folder, language):
    suffix = "" if language == FIRST else f".{language}"
    page = folder / "reports" / f"{ASSIGNMENT}{suffix}.html"
    return BeautifulSoup(page.read_text(), "html.parser")


def test_it_ends_with_six_lines_that_name_files_to_open(played):
    _, said = played
    lines = said.rstrip().splitlines()[-6:]
    assert f"{len(STUDENTS)} of {ASSIGNMENT} and 3 of {IN_C} were graded" in lines[0]
    assert f"{CHEATS} needs review" in lines[1] and f"{CRASHES} kernel died" in lines[1]
    paths = [re.search(r": +(/\S+)$", line)[1] for line in lines[2:]]
    assert all((REPOSITORY / path).stat().st_size > 500 for path in paths)
    assert not any("━" in line or "│" in line for line in lines)
    one_mistake = BeautifulSoup((REPOSITORY / paths[1]).read_text(), "html.parser")
    assert len(one_mistake("article")) == 1 and one_mistake.find("article").find(class_="source")


def test_a_class_is_as_classes_are(played):
    graded = rows(played[0], ASSIGNMENT)
    scores = [float(row["score"]) for row in graded.values()]
    assert set(graded) == set(STUDENTS) and len(set(scores)) > 12
    mistakes = [
        len({part.split(".")[0] for part in row["failed"].split()}) for row in graded.values()
    ]
    assert sum(count > 2 for count in mistakes) > len(STUDENTS) / 3 and mistakes.count(0) >= 2


def test_everything_that_happens_in_a_term_happens_in_it(played):
    folder, _ = played
    graded = rows(folder, ASSIGNMENT)
    assert graded[DAMAGED]["state"] == "repaired"
    assert graded[CHEATS]["state"] == "needs review" and "torch.sign" in graded[CHEATS]["reason"]
    assert graded[CRASHES]["state"] == "kernel died"
    assert any(row["needs_manual_grade"] == "True" for row in graded.values())
    late = next(row for row in report(folder, "en")("tr") if row.td and "late" in row.td.get_text())
    assert late.a.get_text() == LATE
    page = folder / "feedback" / IN_JAPANESE / ASSIGNMENT / f"{ASSIGNMENT}.html"
    assert f'<html lang="{LAST}">' in page.read_text()


def test_a_report_tells_why_somebody_should_look_in_its_language(played):
    words = {
        "en": "accesses the grader's internals: torch.sign",
        "ja": "採点プログラムの内部に触れています：torch.sign",
    }
    assert words[FIRST] in rows(played[0], ASSIGNMENT)[CHEATS]["reason"]
    names = report(played[0], LAST).find_all("th", string=CHEATS)
    (shown,) = [cell.get_text() for name in names for cell in name.parent.select(".why")]
    assert words[LAST] in shown and words[FIRST] not in shown


def test_who_copied_is_the_first_pair_to_look_at(played):
    pair = report(played[0], FIRST)("table")[-1].tbody.tr
    assert [link.get_text() for link in pair("a")] == sorted([COPIED, COPIES])


def test_files_of_c_are_graded_without_a_notebook(played):
    graded = rows(played[0], IN_C)
    scores = [float(row["score"]) for row in graded.values()]
    assert len(graded) == 3 and max(scores) > min(scores) > 0
    assert all("quantize.c" in row["reason"] for row in graded.values())


def test_it_does_not_empty_a_folder_of_others(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    done = autograder(ASSIGNMENT, "--folder", tmp_path, program=app)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "something else" in done.stderr and (tmp_path / "thesis.txt").exists()
