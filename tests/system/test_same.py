"""One student under two ids becomes one, with points that a person gave and without a new run."""

import shutil
from datetime import UTC, datetime

import pytest
from courses import SHORT, autograder, copy_course, exported_grades, hand_in
from downloads import NOTEBOOK, TEXT, archive, moodle, submitted
from nbgrader.api import Gradebook
from sqlalchemy import select
from submissions import full_points, perfect, template

from autograder import notebooks, registry
from autograder.gradebook.database import opened
from autograder.gradebook.tables import Inquiry
from autograder.people.collected import Status, table
from autograder.people.roster import Roster
from autograder.spreadsheets import read_sheet

OTHER = "Participant_31"
# What a person gave, for a check that gives a point more.
GIVEN = notebooks.Cell.of(notebooks.checks(template())["binary_sign"]).points - 1


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A hand-in of a participant without a name, for which a person gave points."""
    folder = copy_course(tmp_path_factory.mktemp("same") / "course")
    (folder / "students.csv").write_text("student,name,canvas\nada,Ada Lovelace,7\nben,Ben,9\n")
    source = archive(folder / "down.zip", moodle("Participant", 31))
    assert autograder("collect", SHORT, source, cwd=folder).returncode == 0
    place = folder / "submitted" / OTHER / SHORT
    shutil.rmtree(place)
    hand_in(folder, OTHER, perfect())
    hand_in(folder, "ben", perfect(1))
    done = autograder("grade", SHORT, "--sandbox", "none", cwd=folder)
    assert done.returncode == 0, done.stderr
    with Gradebook(f"sqlite:///{folder}/gradebook.db") as book:
        given = book.find_grade("binary_sign_check", SHORT, SHORT, OTHER)
        given.manual_score = given.auto_score - 1
        book.db.commit()
    return folder


@pytest.fixture
def course(graded, tmp_path):
    return shutil.copytree(graded, tmp_path / "course")


def test_who_has_no_name_makes_no_one_missing(course):
    """Otherwise the whole roster was listed, and got 0 with --zeros."""
    done = autograder("collect", SHORT, course / "down.zip", cwd=course)
    assert (
        "not handed in" not in done.stdout and "no one can tell who in students.csv" in done.stderr
    )
    assert autograder("export", "--zeros", SHORT, cwd=course).returncode == 0
    assert {*exported_grades(course)} == {OTHER, "ben"}


def test_everything_of_a_revealed_participant_is_the_students(course):
    path = course / "students.csv"
    path.write_text(path.read_text("utf-8-sig") + f"{OTHER},,8\n")
    done = autograder("same", "ada", OTHER, cwd=course)
    assert done.returncode == 0 and f"{SHORT}: the points of {OTHER} are ada's" in done.stdout
    loaded = registry.load(course)
    assert Roster(loaded).students == {"ada", "ben"}
    assert Roster(loaded).row("ada")["canvas"] == "7 8"
    assert {row.student for row in table(loaded, SHORT)} == {"ada"}
    assert not [*course.rglob(f"{OTHER}*")]
    # Nothing is graded again, and what a person gave stays.
    again = autograder("grade", SHORT, "--sandbox", "none", cwd=course)
    assert f"{SHORT}: 0 graded" in again.stdout
    for command in ("feedback", "report", "export"):
        assert autograder(command, SHORT, cwd=course).returncode == 0
    assert float(exported_grades(course)["ada"]["score"]) == full_points() - 1
    assert OTHER not in exported_grades(course)
    page = (course / "feedback" / "ada" / SHORT / f"{SHORT}.html").read_text()
    assert OTHER not in page


@pytest.mark.parametrize("counts", ["ben", OTHER])
def test_of_two_hand_ins_a_person_says_which_one_counts_and_the_other_is_kept(counts, course):
    loser = ({"ben", OTHER} - {counts}).pop()
    page = course / "feedback" / loser / SHORT / f"{SHORT}.html"
    page.parent.mkdir(parents=True)
    page.write_text("page")
    was = {
        who: (course / "submitted" / who / SHORT / NOTEBOOK).read_text() for who in ("ben", OTHER)
    }
    # For one assignment it is said otherwise than for all.
    words = ("--counts", loser, "--counts", f"{SHORT}={counts}")
    done = autograder("same", "ben", OTHER, *words, cwd=course)
    assert done.returncode == 0 and f"the hand-in of {counts} counts" in done.stdout, done.stderr
    assert f"by hand: binary_sign_check {GIVEN:g}" in done.stdout
    assert (course / "submitted" / "ben" / SHORT / NOTEBOOK).read_text() == was[counts]
    (kept,) = (course / "collected" / "earlier" / SHORT / "ben").iterdir()
    assert (kept / NOTEBOOK).read_text() == was[loser]
    assert (kept / "set-aside-page.html").read_text() == "page" and not page.parent.exists()
    points = read_sheet(kept / "set-aside-points.csv", ["cell", "by_hand"]).rows
    by_hand = {row["cell"]: row["by_hand"] for row in points if row["by_hand"]}
    assert by_hand == ({"binary_sign_check": str(float(GIVEN))} if loser == OTHER else {})
    assert not [*course.rglob(f"{OTHER}*")]
    # Nothing is graded again, and both verdicts are kept.
    again = autograder("grade", SHORT, "--sandbox", "none", cwd=course)
    assert f"{SHORT}: 0 graded" in again.stdout
    assert len([*(course / ".autograder" / "attempts" / SHORT / "ben").iterdir()]) == 1
    assert autograder("export", SHORT, cwd=course).returncode == 0
    given = full_points() - 1 if counts == OTHER else full_points()
    assert float(exported_grades(course)["ben"]["score"]) == given
    assert autograder("same", "ben", OTHER, cwd=course).returncode == 1  # it is no one any more
    # A person may change their mind.
    place = course / "submitted" / "ben" / SHORT
    place.rename(kept.with_name("exchanged"))
    kept.rename(place)
    done = autograder("grade", SHORT, "--sandbox", "none", cwd=course)
    assert f"{SHORT}: 0 graded" in done.stdout and "different hand-in of ben counts" in done.stderr


def test_an_answer_about_what_was_set_aside_decides_no_points(course):
    """The reply and its sentence are kept, but its points were for another hand-in."""
    now = datetime.now(UTC)
    said = {"record": "", "code": "x", "question": "?", "asked": now, "answered": now, "points": 1}
    with opened(registry.load(course)) as book:
        for who in ("ben", OTHER):
            book.db.add(Inquiry(assignment=SHORT, student=who, task="binary_sign", **said))
        book.db.commit()
    assert autograder("same", "ben", OTHER, "--counts", "ben", cwd=course).returncode == 0
    with opened(registry.load(course)) as book:
        inquiries = [
            (inquiry.student, inquiry.points) for inquiry in book.db.scalars(select(Inquiry))
        ]
    assert inquiries == [("ben", 1), ("ben", None)]


def test_earlier_hand_ins_of_both_stay_two(tmp_path):
    folder = copy_course(tmp_path / "course")
    for who in ("ada", "eve"):
        place = folder / "collected" / "earlier" / SHORT / who / "2027-04-20 10.00.00.000000"
        place.mkdir(parents=True)
        (place / NOTEBOOK).write_text(who)
    assert autograder("same", "ada", "eve", cwd=folder).returncode == 0
    found = (folder / "collected" / "earlier" / SHORT).rglob(NOTEBOOK)
    assert {path.read_text(): path.parts[-3] for path in found} == {"ada": "ada", "eve": "ada"}


def test_a_later_hand_in_under_the_same_name_of_a_folder_counts(tmp_path):
    """Moodle gives each hand-in of a person the same name."""
    folder = copy_course(tmp_path / "course")
    (folder / "students.csv").write_text("student,name\nada,Ada Lovelace\neve,Eve\n")
    members = moodle("Ada Lovelace", 31) | moodle("Eve", 32)
    source = archive(folder / "a.zip", members)
    course = registry.load(folder)
    for words in (
        ("collect", SHORT, source),
        ("same", "ada", "eve", "--counts", "ada"),
        ("collect", SHORT, source),
    ):
        assert autograder(*words, cwd=folder).returncode == 0
    assert submitted(course) == {"ada": "Ada Lovelace"}
    later = archive(folder / "b.zip", moodle("Eve", 32, "later"), date=(2027, 4, 21, 9, 0, 0))
    assert autograder("collect", SHORT, later, cwd=folder).returncode == 0
    assert submitted(course) == {"ada": "later"}


TWO = [f"lovelaceada_{number}_{file}_{NOTEBOOK}" for number, file in ((7, 9001), (8, 9002))]


def test_what_was_set_aside_does_not_come_back_with_the_next_download(tmp_path):
    """Canvas tells no times: among two attempts, the one with the greater number would win."""
    folder = copy_course(tmp_path / "course")
    (folder / "students.csv").write_text("student,canvas\nada,7\neve,8\n")
    source = archive(folder / "a.zip", {TWO[0]: f"{TEXT}seven", TWO[1]: f"{TEXT}eight"})
    assert autograder("collect", SHORT, source, cwd=folder).returncode == 0
    done = autograder("same", "ada", "eve", "--counts", "ada", cwd=folder)
    assert done.returncode == 0, done.stderr
    course = registry.load(folder)
    for name in ("a.zip", "b.zip"):
        later = archive(folder / name, {TWO[0]: f"{TEXT}seven", TWO[1]: f"{TEXT}eight"})
        done = autograder("collect", SHORT, later, cwd=folder)
        assert done.returncode == 0 and "1 set aside" in done.stdout, done.stderr
        assert submitted(course) == {"ada": "seven"}
    assert [row.status for row in table(course, SHORT)].count(Status.SET_ASIDE) == 1
    # What is handed in later counts, under whichever number.
    again = f"lovelaceada_8_9003_{NOTEBOOK}"
    both = archive(folder / "c.zip", {TWO[0]: f"{TEXT}seven", again: f"{TEXT}nine"})
    assert autograder("collect", SHORT, both, cwd=folder).returncode == 0
    assert submitted(course) == {"ada": "nine"}


def test_user_names_of_both_are_the_students_from_now_on(tmp_path):
    folder = copy_course(tmp_path / "course")
    days = [f"{SHORT}_{user}_attempt_2027-04-20-10-00-00_{NOTEBOOK}" for user in ("ada", "ada2")]
    source = archive(folder / "a.zip", dict.fromkeys(days, TEXT))
    assert "new (2): ada, ada2" in autograder("collect", SHORT, source, cwd=folder).stdout
    assert autograder("same", "ada", "ada2", "--counts", "ada2", cwd=folder).returncode == 0
    done = autograder("collect", SHORT, source, cwd=folder)
    assert done.returncode == 0 and [*submitted(registry.load(folder))] == ["ada"], done.stderr


REFUSED = {
    "both have handed in": (
        ("ben", OTHER),
        f"have handed in {SHORT} (ben: 2027-04-20 09:00:00 UTC, {OTHER}: no one knows when), and",
    ),
    "a third one counts": (("ben", OTHER, "--counts", "ada"), "--counts is 'ada'; give ben or"),
    "no such assignment": (("ben", OTHER, "--counts", "x=ben"), "no assignment 'x'"),
    "nothing": ((), "name two ids"),
    "one is no one": (("ada", "eve"), "'eve' is not known"),
    "an extension of the other": (("ada", OTHER), "replace Participant_31 by ada"),
    "the same id": (("ada", "ada"), "both ids are ada"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_only_a_person_can_decide_is_refused_before_anything_is_changed(case, course):
    words, said = REFUSED[case]
    if case == "both have handed in":
        date = course / "submitted" / "ben" / SHORT / "timestamp.txt"
        date.write_text("2027-04-20 09:00:00 UTC")
    if case == "an extension of the other":
        path = course / "course.toml"
        dates = f'due = "2027-04-20T12:00Z"\nextensions = {{ {OTHER} = "2027-04-21T12:00Z" }}\n'
        entry = f'id = "{SHORT}"\n'
        path.write_text(path.read_text().replace(entry, entry + dates, 1))
    before = {path: path.read_bytes() for path in course.rglob("*") if path.is_file()}
    done = autograder("same", *words, cwd=course)
    assert done.returncode == 1 and done.stderr.count("\n") == 1 and said in done.stderr
    after = {path: path.read_bytes() for path in course.rglob("*") if path.is_file()}
    assert {path.name for path in after.keys() ^ before.keys()} <= {"lock"}
    assert all(after[path] == before[path] for path in before)
