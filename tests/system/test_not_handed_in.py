"""Students who have not handed in are in every table, report and export; and what may be shown in
class."""

import csv
import re
import shutil
import sqlite3

import nbformat
import pytest
from courses import SHORT, autograder, copy_course, exported_grades, hand_in
from repository import exercise
from submissions import perfect, with_blank

from autograder.people.collected import CollectedRow, Status
from autograder.spreadsheets import as_csv

SECRET = "Quetzalcoatl"
ROSTER = """student,name,email,id_number,canvas
ada,Ada Lovelace,ada@example.org,26,7001
bob,Bob Stone,bob@example.org,27,7002
cleo,Cleo Absent,cleo@example.org,28,7003
"""
WORKSHEET = """Identifier,Full name,Email address,Grade,Maximum grade
Participant 101,Ada Lovelace,ada@example.org,,13
Participant 102,Bob Stone,bob@example.org,,13
Participant 103,Cleo Absent,cleo@example.org,,13
"""


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """Two of three have handed in; one of them writes a name into the code."""
    folder = copy_course(tmp_path_factory.mktemp("absent") / "course")
    (folder / "students.csv").write_text(ROSTER)
    (folder / "collected").mkdir()
    (folder / "collected" / f"moodle-{SHORT}.csv").write_text(WORKSHEET)
    hand_in(folder, "ada", perfect())
    wrong = f"def binary_sign(x):\n    {SECRET} = 'ada'\n    raise ValueError('{SECRET}')"
    hand_in(folder, "bob", nbformat.writes(with_blank(wrong)))
    hand_in(folder, "dora", nbformat.writes(exercise("01_custom_function")))
    done = autograder("grade", SHORT, "--sandbox", "none", cwd=folder)
    assert done.returncode == 1 and "dora" in done.stderr
    return folder, done.stdout


def cells(folder, platform):
    with (folder / "exports" / f"{platform}-{SHORT}.csv").open(encoding="utf-8") as file:
        return [*csv.DictReader(file)]


def test_grading_counts_who_has_not_handed_in(graded):
    assert "2 graded, 1 not handed in, 1 unreadable" in graded[1] and "cleo" not in graded[1]


def test_no_one_gets_0_as_long_as_it_is_not_known_whose_a_file_is(graded, tmp_path):
    folder = shutil.copytree(graded[0], tmp_path / "course")
    path = folder / "collected" / f"{SHORT}.csv"
    row = vars(CollectedRow(status=Status.NOT_PLACED, student="", file="down.zip/x/a.ipynb"))
    path.write_text(as_csv([*row], [row]))
    for platform in ("csv", "moodle", "canvas", "brightspace"):
        done = autograder("export", SHORT, "--zeros", "--for", platform, cwd=folder)
        assert done.returncode == 1 and "no one knows who handed in nothing" in done.stderr
    # Handed in and not placed, since two notebooks are equally late: no 0, either.
    row |= {"student": "cleo", "platform": "moodle", "lms_name": "Cleo Absent", "lms": "103"}
    path.write_text(as_csv([*row], [row]))
    assert autograder("export", SHORT, "--zeros", cwd=folder).returncode == 0
    cleo = exported_grades(folder)["cleo"]
    assert (cleo["state"], cleo["score"]) == ("missing", "")
    done = autograder("export", SHORT, "--zeros", "--for", "moodle", cwd=folder)
    assert "cleo (missing)" in done.stdout
    assert {row["Full name"]: row["Grade"] for row in cells(folder, "moodle")}["Cleo Absent"] == ""


def test_the_report_lists_and_does_not_count_them(graded):
    folder, _ = graded
    assert autograder("report", SHORT, cwd=folder).returncode == 0
    page = (folder / "reports" / f"{SHORT}.html").read_text()
    assert page.count("cleo") == 2 and "<b>3</b>submissions" in page
    assert "nothing was handed in" in page and 'href="../feedback/cleo' not in page


def test_grades_have_an_empty_cell_or_a_zero(graded):
    folder, _ = graded
    assert autograder("export", cwd=folder).returncode == 0
    row = exported_grades(folder)["cleo"]
    assert (row["state"], row["score"]) == ("not handed in", "")
    assert row["max_score"] == exported_grades(folder)["ada"]["max_score"]
    autograder("export", "--zeros", cwd=folder)
    assert float(exported_grades(folder)["cleo"]["score"]) == 0


@pytest.mark.parametrize(
    "platform, of, who",
    [
        ("moodle", "Grade", "Participant 103"),
        ("canvas", None, "7003"),
        ("brightspace", None, "#28"),
    ],
)
def test_a_platform_gets_a_zero_in_one_step_and_only_if_asked(graded, platform, of, who):
    folder, _ = graded
    done = autograder("export", SHORT, "--for", platform, cwd=folder)
    assert "cleo" not in done.stderr and "cleo (not handed in)" in done.stdout, done.stderr
    mine = [row for row in cells(folder, platform) if who in row.values()]
    assert all(row[of] == "" for row in mine) if of else not mine
    done = autograder("export", SHORT, "--for", platform, "--zeros", cwd=folder)
    assert "cleo" not in done.stderr and "cleo (not handed in)" not in done.stdout
    (row,) = [row for row in cells(folder, platform) if who in row.values()]
    assert "0" in ([row[of]] if of else row.values()) or "0.0" in row.values()


def test_an_anonymous_report_has_no_name_and_nothing_that_a_student_wrote(graded):
    folder, _ = graded
    assert autograder("report", SHORT, "--anonymous", cwd=folder).returncode == 0
    pages = [*(folder / "reports").glob(f"{SHORT}-anonymous*.html")]
    assert len(pages) == 2
    for page in pages:
        text = page.read_text()
        names = [name for name in ("ada", "bob", "cleo") if re.search(rf"\b{name}\b", text)]
        assert names == [] and SECRET not in text
        assert "binary_sign" in text, "the tasks are there"
    named = autograder("report", SHORT, cwd=folder)
    assert named.returncode == 0 and SECRET in (folder / f"reports/{SHORT}.html").read_text()


def test_the_formgrader_shows_the_rosters_names_and_keeps_those_that_a_person_entered(graded):
    folder, _ = graded

    def names():
        query = "select id, last_name, first_name from student order by id"
        return [*gradebook.execute(query)]

    with sqlite3.connect(folder / "gradebook.db") as gradebook:
        assert names()[:2] == [("ada", "Ada Lovelace", "ada"), ("bob", "Bob Stone", "bob")]
        assert names()[-1] == ("dora", "dora", "dora")
        gradebook.execute("update student set last_name = 'King', first_name = 'A.' where id='ada'")
        gradebook.commit()
        autograder("grade", SHORT, "--sandbox", "none", cwd=folder)
        assert names()[0] == ("ada", "King", "A.")


def test_the_notebook_of_another_assignment_is_the_first_sentence_of_the_page(graded):
    folder, _ = graded
    assert autograder("feedback", SHORT, cwd=folder).returncode == 0
    page = (folder / "feedback" / "dora" / SHORT / f"{SHORT}.html").read_text()
    sentence = "You handed in the notebook of a different assignment: 01_custom_function."
    assert sentence in page and "could not be read" not in page
