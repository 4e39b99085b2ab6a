"""What platforms import: the ids of the roster, no formula, and no 0 that no one gave."""

import csv
import re
import zipfile
from functools import partial

import nbformat
import pytest
from courses import SHORT, autograder, copy_course, exported_grades, nbgrader
from nbgrader.api import Gradebook
from submissions import full_points, perfect

from autograder import registry
from autograder.course import CourseError
from autograder.intake.collect import collect
from autograder.people.collected import CollectedRow, Status
from autograder.people.roster import Roster
from autograder.reports.numbers import moodle_numbers
from autograder.spreadsheets import as_csv

NOTEBOOK = f"{SHORT}.ipynb"
WORK = {
    "Ada Lovelace_101": nbformat.writes(perfect()),
    "=cmd O'Neil_102": nbformat.writes(perfect(1)),
    "山田 太郎_103": "no notebook",
}
ROSTER = (
    "student,name,email,id_number,canvas\n"
    "ada,Ada Lovelace,ada@example.org,26,7001\ntaro,山田 太郎,,,7003\ncmd_ONeil,'=cmd O'Neil,,,\n"
)
POLICY = """due = "2027-04-20 12:00:00 UTC"
late = { per_day = 0.25, grace_minutes = 5 }
extensions = { taro = "2027-04-30 12:00:00 UTC" }
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A graded class that handed in through Moodle, a day and a half late."""
    folder = copy_course(tmp_path_factory.mktemp("lms") / "course")
    (folder / "students.csv").write_text(ROSTER)
    source = folder / "down"
    for name, text in WORK.items():
        place = source / f"{name}_assignsubmission_file"
        place.mkdir(parents=True)
        (place / NOTEBOOK).write_text(text)
    collect(registry.load(folder), SHORT, [str(source)])
    for path in folder.glob(f"submitted/*/{SHORT}"):
        (path / "timestamp.txt").write_text("2027-04-22 00:00:00 UTC")
    autograder("grade", SHORT, "--sandbox", "none", cwd=folder)
    assert autograder("feedback", SHORT, cwd=folder).returncode == 0
    return folder


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_moodle_gets_a_worksheet_and_a_zip_of_feedback(folder):
    done = autograder("export", SHORT, "--for", "moodle", cwd=folder)
    assert done.returncode == 0, done.stderr
    sheet = {row["Identifier"]: row for row in rows(folder / "exports" / f"moodle-{SHORT}.csv")}
    assert sheet.keys() == {"Participant 101", "Participant 102", "Participant 103"}
    assert float(sheet["Participant 101"]["Grade"]) == full_points()
    assert sheet["Participant 101"]["Email address"] == "ada@example.org"
    # A 0 for a file that no one could read would be a grade; an empty cell is none.
    assert sheet["Participant 103"]["Grade"] == "" and "taro (unreadable)" in done.stdout
    # Moodle would delete what a teacher has written there.
    assert "Feedback comments" not in sheet["Participant 103"]
    with zipfile.ZipFile(folder / "exports" / f"moodle-{SHORT}-feedback.zip") as archive:
        names = archive.namelist()
    # As Moodle's importer cuts them: the number is between the first two _.
    numbers = [re.match(r"[^_/]*_(\d+)_assignfeedback_file_/", name)[1] for name in names]
    assert sorted(numbers) == ["101", "102", "103"]


def test_canvas_gets_no_cell_that_clears_a_grade_and_who_is_not_in_it_is_named(folder):
    done = autograder("export", SHORT, "--for", "canvas", cwd=folder)
    assert done.returncode == 1 and "cmd_ONeil" in done.stderr and "students.csv" in done.stderr
    worth, ada = rows(folder / "exports" / f"canvas-{SHORT}.csv")  # taro's could not be read
    column = "Int8 and binary quantizers"
    assert worth["Student"].strip() == "Points Possible" and float(worth[column]) > 0
    assert (ada["ID"], float(ada[column])) == ("7001", full_points())


def test_brightspace_gets_a_file_of_grades_by_id_number(folder):
    done = autograder("export", SHORT, "--for", "brightspace", cwd=folder)
    assert done.returncode == 1 and "id_number" in done.stderr
    (ada,) = rows(folder / "exports" / f"brightspace-{SHORT}.csv")
    assert ada["OrgDefinedId"] == "#26" and ada["End-of-Line Indicator"] == "#"
    assert float(ada["Int8 and binary quantizers Points Grade"]) == full_points()


def test_gradescope_gets_a_table_to_type_from_by_name(folder):
    done = autograder("export", SHORT, "--for", "gradescope", cwd=folder)
    assert done.returncode == 1 and "column email" in done.stderr and "cmd_ONeil" in done.stderr
    (ada,) = rows(folder / "exports" / f"gradescope-{SHORT}.csv")
    assert (ada["Name"], ada["SID"], ada["Email"]) == ("Ada Lovelace", "26", "ada@example.org")
    assert float(ada["Score"]) == full_points()


def test_the_worksheet_that_was_collected_is_filled_in(folder, tmp_path):
    header = "Identifier,Full name,Email address,Status,Grade,Maximum grade,Feedback comments\n"
    lines = [
        'Participant 101,Ada Lovelace,ada@example.org,Submitted,,"9,00",a remark\n',
        'Participant 104,Nora Nothing,nora@example.org,No submission,"3,00","9,00",\n',
    ]
    kept = folder / "collected" / f"moodle-{SHORT}.csv"
    kept.write_text(header + "".join(lines))
    done = autograder("export", SHORT, "--for", "moodle", "--to", tmp_path, cwd=folder)
    kept.unlink()
    ada, nora = rows(tmp_path / f"moodle-{SHORT}.csv")
    # As the server writes numbers; who is not in the worksheet is listed.
    assert (ada["Grade"], nora["Grade"]) == (f"{full_points():g}".replace(".", ","), "3,00")
    assert "Feedback comments" not in ada and "taro" in done.stderr
    assert "Different maximum in Moodle: 02_int8_binary (9,00, here 14)" in done.stdout


def test_canvas_gets_pages_by_the_names_of_the_hand_ins(folder):
    name = f"lovelaceada_7001_9001_{NOTEBOOK}"
    path = folder / "collected" / f"{SHORT}.csv"
    before = path.read_text()
    here = {"platform": "canvas", "lms_name": "lovelaceada", "lms": "7001"}
    came = CollectedRow(status=Status.TAKEN, student="ada", file=f"down.zip/{name}", **here)
    path.write_text(
        before + as_csv([*CollectedRow.__annotations__], [vars(came)]).split("\n", 1)[1]
    )
    autograder("export", SHORT, "--for", "canvas", cwd=folder)
    path.write_text(before)
    with zipfile.ZipFile(folder / "exports" / f"canvas-{SHORT}-feedback.zip") as archive:
        assert archive.namelist() == [f"lovelaceada_7001_9001_{SHORT}.html"]


def test_no_cell_starts_a_formula(folder):
    autograder("export", SHORT, cwd=folder)
    for path in [folder / "grades.csv", *folder.glob("exports/*.csv"), folder / "students.csv"]:
        cells = [cell for row in rows(path) for cell in row.values()]
        assert cells and not [cell for cell in cells if cell[:1] in ("=", "@", "+")]


def test_nbgraders_own_command_writes_the_same(folder, tmp_path):
    plugin = "autograder.nbgrader_plugins.exporters.MoodleExport"
    to = tmp_path / "exports"
    autograder("export", SHORT, "--for", "moodle", cwd=folder)
    done = nbgrader("export", f"--exporter={plugin}", f"--to={to}", cwd=folder)
    assert done.returncode == 0, done.stderr
    ours = folder / "exports" / f"moodle-{SHORT}.csv"
    assert (to / ours.name).read_text() == ours.read_text()


def test_nbgraders_own_command_ends_in_one_line_where_the_gradebook_is_lost(folder, tmp_path):
    plugin = "autograder.nbgrader_plugins.exporters.MoodleExport"
    kept = (folder / "gradebook.db").rename(tmp_path / "kept.db")
    done = nbgrader("export", f"--exporter={plugin}", f"--to={tmp_path / 'out'}", cwd=folder)
    kept.rename(folder / "gradebook.db")
    assert done.returncode == 1 and "has no points of" in done.stderr
    assert "Traceback" not in done.stderr and not (tmp_path / "out").exists()


def test_what_a_person_must_know_before_the_import_is_reported(folder):
    with Gradebook(f"sqlite:///{folder}/gradebook.db") as gradebook:
        given = gradebook.find_grade("find_the_cheat", SHORT, SHORT, "ada")
        given.extra_credit, given.needs_manual_grade = 20, True
        gradebook.db.commit()
    done = autograder("export", SHORT, "--for", "moodle", cwd=folder)
    assert "Not final: ada." in done.stdout and "ada in 02_int8_binary (29)" in done.stdout
    with Gradebook(f"sqlite:///{folder}/gradebook.db") as gradebook:
        given = gradebook.find_grade("find_the_cheat", SHORT, SHORT, "ada")
        given.extra_credit, given.needs_manual_grade = 0, False
        gradebook.db.commit()


def test_a_late_hand_in_costs_what_the_course_says_but_for_who_has_more_time(folder):
    path = folder / "course.toml"
    before = path.read_text()
    path.write_text(before.replace(f'id = "{SHORT}"\n', f'id = "{SHORT}"\n{POLICY}', 1))
    fixed = folder / "submitted" / "taro" / SHORT / NOTEBOOK
    fixed.write_text(nbformat.writes(perfect()))
    done = autograder("grade", SHORT, "--sandbox", "none", cwd=folder)
    assert "1 graded, 2 unchanged" in done.stdout
    autograder("export", SHORT, cwd=folder)
    grades = exported_grades(folder)
    # Two days have begun; the points of those graded before follow, too.
    assert float(grades["ada"]["score"]) == full_points() / 2
    assert float(grades["taro"]["score"]) == full_points()
    path.write_text(before)


def test_an_extension_that_moodle_has_counts_and_is_said(folder):
    """Ada was a day and a half late, and no line of the registry gives her more time."""
    path, kept = folder / "course.toml", folder / "collected" / f"moodle-{SHORT}.csv"
    before = path.read_text()
    zoned = before.replace("[course]", '[course]\ntimezone = "UTC"', 1)
    path.write_text(zoned.replace(f'id = "{SHORT}"\n', f'id = "{SHORT}"\n{POLICY}', 1))
    status = "Submitted for grading - Extension granted until: Friday, 23 April 2027, 11:59 PM - "
    kept.write_text(
        "Identifier,Full name,Status,Grade,Maximum grade\n"
        f'Participant 101,Ada Lovelace,"{status}",,14\n'
    )
    for command in (("grade", SHORT, "--sandbox", "none"), ("export", SHORT)):
        done = autograder(*command, cwd=folder)
        assert "ada has until 2027-04-23 23:59:00+00:00 (Friday), according to" in done.stdout
    assert float(exported_grades(folder)["ada"]["score"]) == full_points()
    kept.unlink()
    autograder("export", SHORT, cwd=folder)
    assert float(exported_grades(folder)["ada"]["score"]) == full_points() / 2
    path.write_text(before)


def test_a_number_of_moodle_counts_in_its_own_assignment_alone(folder):
    """For one that was copied into its place by hand, a person writes the number of that one."""
    course = registry.load(folder)
    numbers = partial(moodle_numbers, course.assignment("01_custom_function"))
    roster = Roster(course)
    assert numbers(roster, ["ada"]) == {}
    for cell, found in (("101", {}), ("101 205", {"ada": ["205"]})):
        next(row for row in roster.rows if row["student"] == "ada")["moodle"] = cell
        assert numbers(roster, ["ada"]) == found


WRONG = [
    'due = "2027-04-20 12:00:00 UTC"\nlate = { per_day = 10 }\n',
    'due = "2027-04-20 12:00:00 UTC"\nlate = { per_week = 0.1 }\n',
    'due = "2027-04-20 12:00:00 UTC"\nextensions = { ada = "next week" }\n',
    "late = { per_day = 0.1 }\n",
]


@pytest.mark.parametrize("lines", WRONG)
def test_a_wrong_policy_is_reported_at_once(lines, tmp_path):
    folder = copy_course(tmp_path / "course")
    path = folder / "course.toml"
    path.write_text(path.read_text().replace(f'id = "{SHORT}"\n', f'id = "{SHORT}"\n{lines}', 1))
    with pytest.raises(CourseError, match="course.toml"):
        registry.load(folder)
