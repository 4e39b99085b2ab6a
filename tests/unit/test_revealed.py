"""After Moodle has revealed identities, each participant becomes a student or is asked about."""

import csv
import re
from pathlib import Path

import pytest
from courses import SHORT, autograder, copy_course
from downloads import TEXT, archive, moodle, submitted

from autograder import registry
from autograder.intake.collect import collect
from autograder.people.collected import table
from autograder.people.roster import Roster
from autograder.spreadsheets import read_sheet

PLATFORM_FILES = Path(__file__).parent / "platform_files"
FIRST = "01_custom_function"
SHEET = "Identifier,Full name,Email address,ID number,Grade,Maximum grade\n"
ADA = "Participant 31,Ada Lovelace,ada@x.org,26,,13\n"


@pytest.fixture
def course(tmp_path):
    return registry.load(copy_course(tmp_path / "course"))


def same(course, sheet, *words):
    (course.root / "sheet.csv").write_text(sheet)
    return autograder("same", "--list", "sheet.csv", *words, cwd=course.root)


def test_all_participants_of_an_anonymous_assignment_become_who_they_are(course):
    """Files of a running Moodle: each notebook says whose it is, and two are called alike."""
    plain = PLATFORM_FILES / "moodle-worksheet-plain.csv"
    autograder("roster", plain, cwd=course.root)
    names = {row["Email address"]: row["Full name"] for row in read_sheet(plain, []).rows}
    collect(course, FIRST, [str(PLATFORM_FILES / "moodle-blind.zip")])
    texts = {
        path.parts[-3]: re.search(r"hand-in of (\w+)", path.read_text())[1]
        for path in course.root.glob(f"submitted/*/{FIRST}/*.ipynb")
    }
    lines = [
        f'{name.replace("_", " ")},"{names[mail]}",{mail},,,13\n'
        for name, text in texts.items()
        if (mail := f"{text}@example.org") in names
    ]
    done = same(course, SHEET + "".join(lines))
    assert done.returncode == 0 and done.stdout.count("\nPart") == len(lines) - 1 >= 13, done.stderr
    assert "add --yes" in done.stdout and {*texts} <= {*_students(course)}
    done = same(course, SHEET + "".join(lines), "--yes")
    assert done.returncode == 0, done.stderr
    roster = Roster(course)
    placed = {
        roster.row(name)["email"]: text for name, text in _texts(course) if "Part" not in name
    }
    assert placed == {f"{text}@example.org": text for text in placed.values()}
    assert len(placed) == len(lines) and roster.new == []
    (student,) = {row.student for row in table(course, FIRST) if row.lms == "99"}
    assert roster.row(student)["email"] == "davis@example.org"


def _students(course):
    return [path.parts[-2] for path in course.root.glob(f"submitted/*/{FIRST}")]


def _texts(course):
    for path in course.root.glob(f"submitted/*/{FIRST}/*.ipynb"):
        yield path.parts[-3], re.search(r"hand-in of (\w+)", path.read_text())[1]


# The roster, what else the worksheet has, and who Participant 31, Ada Lovelace, is then.
DECIDED = {
    "an email address": ("student,name,email\nal,A. King,ADA@x.org\n", "", "al"),
    "an id number": ("student,name,id_number\nal,A. King,26\n", "", "al"),
    "a name that no one else has": ("student,name\nal,Ada Lovelace\n", "", "al"),
    "no one of the roster": ("student,name\nben,Ben Li\n", "", "Ada_Lovelace"),
    "no roster": ("", "", "Ada_Lovelace"),
}
ASKED = {
    "two of the roster have the name": (
        "student,name\na,Ada Lovelace\nb,Ada Lovelace\n",
        "",
        ("a", "students with this name: a, b"),
    ),
    "two of the worksheet have the name, of whom one has not handed in": (
        "student,name\nal,Ada Lovelace\n",
        "Participant 32,Ada Lovelace,b@x.org,,,13\n",
        ("al", "several have this name"),
    ),
    "a name that is alike": (
        "student,name\nal,Ada Lovelacé\n",
        "",
        ("al", "no student has exactly this name"),
    ),
    "the name, and another email address": (
        "student,name,email\nal,Ada Lovelace,a.l@y.org\n",
        "",
        ("al", "its email differs from al's"),
    ),
    "identifiers of two": (
        "student,email,id_number\na,ada@x.org,\nb,,26\n",
        "",
        ("", "its identifiers belong to several students: a, b"),
    ),
}


@pytest.mark.parametrize("case", DECIDED)
def test_what_is_certain_decides(case, course):
    roster, others, student = DECIDED[case]
    _handed_in(course, roster)
    before = (course.root / "students.csv").read_text() if roster else None
    done = same(course, SHEET + ADA + others)
    assert f"Participant_31 is {student}" in done.stdout and done.returncode == 0, done.stderr
    assert (before is None) == (not (course.root / "students.csv").exists())
    done = same(course, SHEET + ADA + others, "--yes")
    assert done.returncode == 0, done.stderr
    assert submitted(course) == {student: "Participant"}
    assert Roster(course).row(student)["email"].casefold() == "ada@x.org"
    done = same(course, SHEET + ADA + others, "--yes")
    assert done.returncode == 1 and "is known here by number" in done.stderr


@pytest.mark.parametrize("case", ASKED)
def test_what_is_not_certain_is_asked_and_the_answer_taken(case, course):
    roster, others, (likeliest, why) = ASKED[case]
    _handed_in(course, roster)
    done = same(course, SHEET + ADA + others, "--yes")
    path = course.root / "collected" / "who-revealed.csv"
    assert done.returncode == 1 and str(path) in done.stderr and "1 participants" in done.stderr
    assert [*submitted(course)] == ["Participant_31"]
    with path.open(encoding="utf-8-sig") as file:
        (row,) = csv.DictReader(file)
    assert (row["likeliest"], row["why"], row["file"]) == (likeliest, why, "Participant_31")
    text = path.read_text("utf-8-sig").replace("\n,", f"\n{likeliest or 'a'},", 1)
    path.write_text(text, "utf-8-sig")
    done = same(course, SHEET + ADA + others, "--yes")
    assert done.returncode == 0 and not path.exists(), done.stderr
    assert [*submitted(course)] == [likeliest or "a"]


def test_who_handed_in_as_both_is_left_to_a_person_and_the_others_are_done(course):
    roster = "student,name,email\nada,Ada Lovelace,ada@x.org\nben,Ben Li,ben@x.org\n"
    _handed_in(course, roster, 32)
    place = course.root / "submitted" / "ada" / SHORT
    place.mkdir(parents=True)
    (place / f"{SHORT}.ipynb").write_text(TEXT)
    done = same(course, SHEET + ADA + "Participant 32,Ben Li,ben@x.org,,,13\n", "--yes")
    assert done.returncode == 1 and "autograder same ada Participant_31: both" in done.stderr
    assert {*submitted(course)} == {"ada", "Participant_31", "ben"}


def test_a_worksheet_without_names_is_refused(course):
    _handed_in(course, "")
    done = same(course, "Identifier,Grade,Maximum grade\nParticipant 31,,13\n")
    assert done.returncode == 1 and "contains no names" in done.stderr
    assert done.stderr.count("\n") == 1


def _handed_in(course, roster, *others):
    if roster:
        (course.root / "students.csv").write_text(roster)
    members = {}
    for number in (31, *others):
        members |= moodle("Participant", number)
    collect(course, SHORT, [archive(course.root / "down.zip", members)])
