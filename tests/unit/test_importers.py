"""What is exported reaches its owner, by the importers' own rules, on every platform."""

from pathlib import Path

import pytest
from courses import SHORT, copy_course, hand_in
from downloads import NOTEBOOK, TEXT, archive, moodle, of_assignment, started
from importers import (
    Platform,
    brightspace_grades,
    canvas_grades,
    canvas_pages,
    exported,
    moodle_grades,
    moodle_pages,
    pages_in,
    rows_in,
)

from autograder import registry
from autograder.course import CourseError
from autograder.intake.collect import collect
from autograder.merge_students import become_one
from autograder.people import collected
from autograder.people.platforms import PLATFORMS
from autograder.people.roster import Roster

PLATFORM_FILES = Path(__file__).parent / "platform_files"
FIRST, SIXTH = "01_custom_function", "06_number_formats"
OF_FIRST = TEXT + started(FIRST)
# Downloads of a running Moodle with their worksheets; how many people have no page there, since
# they are in no group or handed in nothing that counts.
MOODLE = {
    "folders": ("plain", FIRST, 2),
    "flat": ("plain", FIRST, 2),
    "blind": ("blind", FIRST, 2),
    "team": ("team", FIRST, 14),
    "teams": ("teams", SIXTH, 2),
    "extension": ("extension", FIRST, 1),
}


@pytest.fixture
def course(tmp_path):
    path = copy_course(tmp_path / "course") / "course.toml"
    path.write_text(path.read_text().replace("[course]", '[course]\ntimezone = "UTC"', 1))
    return registry.load(path.parent)


def moodle_itself(sheet, download):
    """What Moodle knows, by its worksheet and the names in its zip."""
    rows = rows_in(sheet)
    people = {
        row["Identifier"].removeprefix("Participant "): row.get("Email address")
        or row["Identifier"].replace(" ", "_")
        for row in rows
    }
    if "Group" not in rows[0]:
        return Platform(people)
    names = {name.split("_")[0]: name.split("_")[1] for name in pages_in(download)}
    members = {
        number: [
            person
            for row, person in zip(rows, people.values(), strict=True)
            if row["Group"].replace("_", " ") == name
        ]
        for name, number in names.items()
    }
    return Platform(people, members)


@pytest.mark.parametrize("layout", MOODLE)
def test_moodle_gives_each_page_and_grade_to_who_it_is_of(layout, course):
    kind, assignment, without = MOODLE[layout]
    download = PLATFORM_FILES / f"moodle-{layout}.zip"
    sheet = PLATFORM_FILES / f"moodle-worksheet-{kind}.csv"
    moodle = moodle_itself(sheet, download)
    of_it = of_assignment(download, assignment, course.root / "down.zip")
    collect(course, assignment, [of_it, str(sheet)])
    grades, notes = exported(course, "moodle", assignment)
    roster = Roster(course)
    whose = {student: roster.row(student)["email"] or student for student in grades}
    there = course.root / "exports" / f"moodle-{assignment}.csv"
    assert moodle_grades(there, moodle) == {
        whose[student]: grade for student, grade in grades.items()
    }
    given = moodle_pages(there.with_name(f"moodle-{assignment}-feedback.zip"), moodle)
    assert len(given) == len(moodle.people) - without
    # Each has other points here, and those in no group cannot be reached.
    assert ("One page for members" in notes) is bool(moodle.groups)
    assert ("No page for" in notes) is (layout == "team")
    teams = moodle.groups.values() or [[person] for person in moodle.people.values()]
    team_of = {person: team for team in teams for person in team}
    assert all(whose[student] in team_of[person] for person, student in given.items())


def test_moodle_gets_nothing_by_numbers_that_may_be_of_groups(course):
    """Answered by hand, a group's number stands for one member; no worksheet says what it is."""
    (course.root / "students.csv").write_text("student,name\nada,Ada\nben,Ben\n")
    answers = course.root / "answers.csv"
    rows = [f"{who},,moodle,{number}\n" for who, number in (("ada", 2), ("ben", 1))]
    answers.write_text("student,likeliest,platform,person\n" + "".join(rows))
    files = {f"Team {n}_{n}_assignsubmission_file/{NOTEBOOK}": f"{TEXT}{n}" for n in (1, 2)}
    done = collect(course, SHORT, [archive(course.root / "a.zip", files), str(answers)])
    assert len(course.assignment(SHORT).students()) == 2, done
    with pytest.raises(CourseError, match="of persons or of groups"):
        exported(course, "moodle", SHORT)
    assert not (course.root / "exports").exists()


def test_a_number_that_came_for_a_group_is_no_participants(course):
    """The worksheet was put into its place by hand; 99 is Pair 3, and somebody else's number."""
    download = PLATFORM_FILES / "moodle-teams.zip"
    collect(course, SIXTH, [of_assignment(download, SIXTH, course.root / "down.zip")])
    assert {row.lms for row in collected.table(course, SIXTH)} >= {"99", "100"}
    sheet = PLATFORM_FILES / "moodle-worksheet-teams.csv"
    collected.worksheet_path(course, SIXTH).write_text(sheet.read_text())
    exported(course, "moodle", SIXTH)
    assert not (course.root / "exports").exists()


def test_canvas_gives_each_page_and_grade_to_who_it_is_of(course):
    download = PLATFORM_FILES / "canvas.zip"
    collect(course, FIRST, [str(download)])
    grades, _ = exported(course, "canvas", FIRST)
    numbers = [PLATFORMS["canvas"].read(name) for name in pages_in(download)]
    people = {row["canvas"]: row["student"] for row in Roster(course).rows if row["canvas"]}
    canvas = Platform(people, files={number.attempt: number.number for number in numbers})
    there = course.root / "exports" / f"canvas-{FIRST}.csv"
    # One is anonymous, and one has sent a text, for which Canvas has no number.
    reached = {who: grade for who, grade in grades.items() if who in people.values()}
    assert canvas_grades(there, canvas) == reached and len(reached) == len(grades) - 1
    pages = canvas_pages(there.with_name(f"canvas-{FIRST}-feedback.zip"), canvas)
    assert pages == {who: who for who in reached if who != "pdfpaul"}


CANVAS = "student,name,canvas\nada,Ada Lovelace,7 8\nben,Ben Li,9 10\n"


@pytest.mark.parametrize("number", [7, 8])
def test_canvas_knows_the_id_under_which_somebody_handed_in(number, course):
    """Of the two, Canvas knows one in this course: for a row of the other it would ask."""
    (course.root / "students.csv").write_text(CANVAS)
    names = [f"lovelaceada_{number}_101_{NOTEBOOK}", f"liben_9_102_{NOTEBOOK}"]
    source = archive(course.root / "a.zip", {name: f"{TEXT}{name}" for name in names})
    collect(course, SHORT, [source])
    grades, _ = exported(course, "canvas", SHORT)
    canvas = Platform({str(number): "ada", "9": "ben"}, files={"101": str(number), "102": "9"})
    there = course.root / "exports" / f"canvas-{SHORT}.csv"
    assert canvas_grades(there, canvas) == grades and {*grades} == {"ada", "ben"}
    pages = canvas_pages(there.with_name(f"canvas-{SHORT}-feedback.zip"), canvas)
    assert pages == {"ada": "ada", "ben": "ben"}


def test_canvas_gets_the_id_of_another_assignment_or_the_last_one(course):
    """Work of this assignment was copied into its place; Ben has sent nothing at all."""
    (course.root / "students.csv").write_text(CANVAS)
    before = archive(course.root / "a.zip", {f"lovelaceada_7_101_{FIRST}.ipynb": OF_FIRST})
    collect(course, FIRST, [before])
    for student in ("ada", "ben"):
        hand_in(course.root, student, TEXT)
    grades, _ = exported(course, "canvas", SHORT)
    there = canvas_grades(
        course.root / "exports" / f"canvas-{SHORT}.csv", Platform({"7": "ada", "10": "ben"})
    )
    assert there == grades


def test_moodle_knows_the_number_of_what_counts_of_two(course):
    """One student, two numbers: a person has said which hand-in counts."""
    (course.root / "students.csv").write_text("student,name\nada,Ada Lovelace\neve,Eve\n")
    members = moodle("Ada Lovelace", 31) | moodle("Eve", 32)
    collect(course, SHORT, [archive(course.root / "a.zip", members)])
    become_one(course, "eve", "ada", ["ada"])
    grades, _ = exported(course, "moodle", SHORT)
    there = course.root / "exports" / f"moodle-{SHORT}.csv"
    known = Platform({"31": "eve", "32": "the id that was set aside"})
    assert moodle_grades(there, known) == grades == {"eve": 0.25}


def test_moodle_takes_the_number_that_its_worksheet_has(course):
    """Numbers of several assignments, as a person wrote them: each is of one of these alone."""
    (course.root / "students.csv").write_text("student,name,moodle\nada,Ada,205 305\n")
    hand_in(course.root, "ada", TEXT)
    sheet = collected.worksheet_path(course, SHORT)
    sheet.parent.mkdir()
    sheet.write_text(
        "Identifier,Full name,Grade,Maximum grade,Last modified (grade)\n"
        "Participant 305,A. L.,,14,-\nParticipant 306,B. L.,,14,-\n"
    )
    grades, _ = exported(course, "moodle", SHORT)
    there = course.root / "exports" / f"moodle-{SHORT}.csv"
    assert moodle_grades(there, Platform({"305": "ada", "306": "ben"})) == grades


def test_moodle_leaves_out_the_number_of_another_assignment(course):
    """There is no worksheet, and no one knows which of the two is of this one."""
    (course.root / "students.csv").write_text("student,name,moodle\nada,Ada,205 305\n")
    hand_in(course.root, "ada", TEXT)
    grades, _ = exported(course, "moodle", SHORT)
    there, moodle = course.root / "exports" / f"moodle-{SHORT}.csv", Platform({"305": "ada"})
    assert moodle_grades(there, moodle) == grades
    given = moodle_pages(there.with_name(f"moodle-{SHORT}-feedback.zip"), moodle)
    assert given == {"ada": "ada"}


def test_brightspace_gives_each_grade_to_who_it_is_of(course):
    (course.root / "students.csv").write_text(
        "student,name,id_number\nada,Ada Lovelace,0026\nben,Ben Li,27\nan,An Kim,\n"
    )
    day = "Nov 5, 2026 112 PM"
    names = {"27-9": "Ada Lovelace", "26-9": "Ben Li", "25-9": "An Kim"}
    files = {f"{n} - {name} - {day}/{NOTEBOOK}": f"{TEXT}{n}" for n, name in names.items()}
    collect(course, SHORT, [archive(course.root / "a.zip", files)])
    grades, _ = exported(course, "brightspace", SHORT)
    brightspace = Platform({"0026": "ada", "27": "ben"})
    there = brightspace_grades(course.root / "exports" / f"brightspace-{SHORT}.csv", brightspace)
    assert there == {who: grades[who] for who in ("ada", "ben")}
