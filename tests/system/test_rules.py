"""The rules for late hand-ins: after any change everything is as if the rules had always been
so."""

import json
import math
import shutil
import sqlite3
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from courses import SHORT, autograder, copy_course, exported_grades, hand_in
from hypothesis import example, given, settings
from hypothesis import strategies as st
from nbgrader.api import Gradebook
from submissions import perfect

DUE = datetime(2027, 4, 20, 12, tzinfo=UTC)
# By student, hours after that date; of one no one knows it.
HANDED_IN = {"ada": 36, "bob": -1, "eve": None}
POINTS = {"ada": 8.1, "bob": 9.0, "eve": 9.0}  # 8.1 - 1.62 is 6.4799999999999995
COMMANDS = ("grade", "feedback", "report", "export")


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A class that is graded, with no rules for late hand-ins."""
    folder = copy_course(tmp_path_factory.mktemp("graded") / "course")
    for student, hours in HANDED_IN.items():
        hand_in(folder, student, perfect())
        if hours is not None:
            date = f"{DUE + timedelta(hours=hours):%Y-%m-%d %H:%M:%S} UTC"
            (folder / "submitted" / student / SHORT / "timestamp.txt").write_text(date)
    assert run("grade", folder).returncode == 0
    with Gradebook(f"sqlite:///{folder}/gradebook.db") as book:
        score = book.find_submission(SHORT, "ada").score
        grade = book.find_grade("binary_sign_check", SHORT, SHORT, "ada")
        grade.manual_score = round(grade.auto_score - (score - POINTS["ada"]), 2)
        book.db.commit()
    return folder


@pytest.fixture
def folder(graded, tmp_path):
    """A copy to change."""
    return shutil.copytree(graded, tmp_path / "course")


def run(command, folder, *more):
    options = ["--sandbox", "none"] if command == "grade" else []
    return autograder(command, SHORT, *options, *more, cwd=folder)


def set_rules(folder, due=None, late=None, extensions=None):
    """Write them into course.toml instead of the earlier ones; dates are hours after DUE."""
    entries = {"due": due, "late": late, "extensions": extensions}
    lines = [f"{name} = {in_toml(value)}\n" for name, value in entries.items() if value is not None]
    path = folder / "course.toml"
    text = path.with_suffix(".before")
    if not text.exists():
        text.write_text(path.read_text())
    entry = f'id = "{SHORT}"\n'
    path.write_text(text.read_text().replace(entry, entry + "".join(lines), 1))


def in_toml(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {in_toml(part)}" for name, part in value.items()) + " }"
    if isinstance(value, int):
        return json.dumps((DUE + timedelta(hours=value)).isoformat())
    return str(value)


def penalties(folder):
    """What the gradebook takes off, by student."""
    query = """select student_id, late_submission_penalty from submitted_notebook as notebook
               join submitted_assignment as submitted on notebook.assignment_id = submitted.id"""
    with sqlite3.connect(folder / "gradebook.db") as gradebook:
        return {student: penalty or 0 for student, penalty in gradebook.execute(query)}


def meant(due=None, late=None, extensions=None):
    """The same from the rules alone."""
    lost = dict.fromkeys(HANDED_IN, 0)
    for student, came in HANDED_IN.items():
        until = max(due or 0, (extensions or {}).get(student, due or 0))
        if late and came is not None and came > until:
            share = min(late.get("at_most", 1.0), late["per_day"] * math.ceil((came - until) / 24))
            lost[student] = round(POINTS[student] * share, 2)
    return lost


TENTH = {"per_day": 0.1}
RULES = [
    {},
    {"due": 0},
    {"due": 0, "late": TENTH},
    {"due": 0, "late": TENTH, "extensions": {"ada": 48}},
    {"due": 0, "late": TENTH, "extensions": {"ada": 24}},
    {"due": 30, "late": TENTH, "extensions": {"ada": 24}},
    {"due": -48, "late": {"per_day": 0.25, "at_most": 0.5}, "extensions": {"bob": 0, "eve": 9}},
    {"due": 0, "late": {"per_day": 0.5}, "extensions": {"bob": -24}},
]
CHANGES = st.lists(st.tuples(st.sampled_from(RULES), st.sampled_from(COMMANDS)), max_size=3)


@settings(max_examples=12)
@given(st.sampled_from(RULES), CHANGES, st.sampled_from(COMMANDS))
@example(RULES[2], [(RULES[3], "grade")], "export")  # an extension that is withdrawn
@example(RULES[0], [(RULES[2], "export")], "feedback")  # a penalty that is withdrawn
@example(RULES[5], [(RULES[4], "feedback")], "grade")  # the due date moves past an extension
def test_rules_that_are_changed_back_give_the_points_of_before(graded, rules, changes, last):
    with tempfile.TemporaryDirectory() as place:
        folder = shutil.copytree(graded, Path(place) / "course")
        for now, command in [(rules, "export"), *changes, (rules, last)]:
            set_rules(folder, **now)
            done = run(command, folder)
            assert done.returncode == 0, done.stderr
            assert penalties(folder) == meant(**now)
        assert run("export", folder).returncode == 0
        scores = {student: row["score"] for student, row in exported_grades(folder).items()}
        lost = meant(**rules)
        assert scores == {
            student: str(round(POINTS[student] - lost[student], 2)) for student in POINTS
        }


@pytest.mark.parametrize("command", ["release", "grade"])
def test_the_due_date_and_extensions_are_printed_as_they_were_understood(command, folder):
    set_rules(folder, due=9, extensions={"ada": 33, "bob": -24})
    shown = run(command, folder).stdout
    assert f"{SHORT}: due 2027-04-20 21:00:00+00:00 (Tuesday)" in shown
    assert f"{SHORT}: ada has until 2027-04-21 21:00:00+00:00 (Wednesday)\n" in shown
    assert "bob has until 2027-04-19 12:00:00+00:00 (Monday), which is not after the due" in shown


def test_a_penalty_and_one_maximum_are_in_every_table(folder):
    set_rules(folder, due=0, late=TENTH)
    shown = run("grade", folder, "--student", "ada").stdout
    row = next(line for line in shown.splitlines() if "ada" in line)
    run("report", folder), run("export", folder), run("feedback", folder)
    grades = exported_grades(folder)["ada"]
    assert (grades["score"], grades["late_penalty"]) == ("6.48", "1.62")
    assert f"6.48 / {float(grades['max_score']):g}" in row and "-1.62" in row
    page = BeautifulSoup((folder / "reports" / f"{SHORT}.html").read_text(), "html.parser")
    assert page.select_one(".numbers li:nth-of-type(2) b").text.endswith(
        f"/ {float(grades['max_score']):g}"
    )
    assert "6.48" in [cell.text for cell in page.select(".class td b")]


def test_late_days_come_first_and_are_on_the_page_and_in_the_report(folder):
    path = folder / "course.toml"
    for budget, lost, left in ((2, 0, 0), (1, 0.81, 0), (9, 0, 7)):
        set_rules(folder, due=0, late=TENTH)
        days = f"[course]\nlate = {{ budget = {budget} }}"
        path.write_text(path.read_text().replace("[course]", days, 1))
        for command in COMMANDS:
            assert run(command, folder).returncode == 0
        assert penalties(folder)["ada"] == lost  # 36 hours late
        page = (folder / "feedback" / "ada" / SHORT / f"{SHORT}.html").read_text()
        assert f"you have {left} of {budget} left" in page
        report = BeautifulSoup((folder / "reports" / f"{SHORT}.html").read_text(), "html.parser")
        rows = [[cell.text for cell in row("td")] for row in report.select(".class tbody tr")]
        assert str(left) in {row[1] for row in rows} and str(budget) in {row[1] for row in rows}
    assert "eve" in run("export", folder).stderr  # no one knows when it came


def test_who_may_be_late_is_named_until_a_person_gives_the_time(folder, tmp_path):
    (folder / "students.csv").write_text("student\nmax\n")
    (tmp_path / "down" / "max").mkdir(parents=True)
    shutil.copy(folder / "submitted" / "eve" / SHORT / f"{SHORT}.ipynb", tmp_path / "down" / "max")
    for command in COMMANDS:  # without a rule no one asks
        assert "eve" not in run(command, folder).stderr
    set_rules(folder, due=0, late=TENTH)
    collected = autograder("collect", SHORT, tmp_path / "down", cwd=folder)
    assert "eve, max" in collected.stderr
    for command in ("grade", "report", "export"):
        assert "eve, max" in run(command, folder).stderr
    assert exported_grades(folder)["eve"]["late_penalty"] == ""
    report = (folder / "reports" / f"{SHORT}.html").read_text()
    assert "no one knows when it was handed in" in report
    for words in (["soon", "eve"], ["2027-04-21T12:00Z", "eve", "adam"]):
        refused = autograder("handed-in", SHORT, *words, cwd=folder)
        assert refused.returncode == 1 and refused.stderr.count("\n") == 1
    given = autograder("handed-in", SHORT, "2027-04-21T12:00Z", "eve", "max", cwd=folder)
    assert given.returncode == 0 and "2027-04-21 12:00:00+00:00 (Wednesday)" in given.stdout
    assert "eve" not in run("export", folder).stderr
    assert exported_grades(folder)["eve"]["late_penalty"] == "0.9"


@pytest.mark.parametrize("command", COMMANDS)
def test_an_extension_that_is_no_ones_is_one_line(command, folder):
    set_rules(folder, due=0, extensions={"adda": 24})
    before = (folder / "gradebook.db").read_bytes()
    done = run(command, folder)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert all(word in done.stderr for word in ("course.toml", SHORT, "'adda'", "mean ada?"))
    assert (folder / "gradebook.db").read_bytes() == before
    (folder / "students.csv").write_text("student;name\nadda;Adda\n")
    assert run(command, folder).returncode == 0


def test_a_later_hand_in_without_a_time_does_not_keep_that_of_the_earlier(folder):
    set_rules(folder, due=0, late=TENTH)
    assert run("grade", folder).returncode == 0 and penalties(folder)["ada"]
    (folder / "submitted" / "ada" / SHORT / "timestamp.txt").unlink()
    done = run("grade", folder)
    assert "ada, eve" in done.stderr and not penalties(folder)["ada"]
