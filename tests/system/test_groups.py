"""Groups: one hand-in is graded once, and every member gets a row, points and a page."""

import re
import shutil
import sqlite3
from contextlib import closing

import pytest
from courses import SHORT, autograder, copy_course, exported_grades, graded_notebook, hand_in
from submissions import BLANK, fill, full_points, perfect, with_blank

from autograder import notebooks, registry
from autograder.gradebook import database
from autograder.gradebook.attempts import sharing
from autograder.gradebook.marks import Mark, Marks
from autograder.judging.outcome import outcome_in
from autograder.marking.written_answers import written_answers

WRITTEN = "find_the_cheat"
DUE = 'due = "2026-04-20 12:00 UTC"\nlate = { per_day = 0.5 }\n'
MORE = 'extensions = { ben = "2026-05-20 12:00 UTC" }\n'
TEAM = 'groups = { team-1 = ["ada", "ben"] }\n'


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A day late, ada has handed in for herself and ben, who has more time; cho is alone."""
    folder = copy_course(tmp_path_factory.mktemp("groups") / "course")
    (folder / "students.csv").write_text("student\nada\nben\ncho\ndan\n")
    write(folder, TEAM)
    answered = fill(perfect(), {WRITTEN: "The scale of batch norm is a float."})
    came(folder, "ada", answered, "2026-04-21 12:00:00 UTC")
    came(folder, "cho", perfect(1), "2026-04-20 12:00:00 UTC")
    done = grade(folder)
    assert "what ada handed in counts for ben" in done.stderr
    assert "3 graded, 0 unchanged" in done.stdout
    return folder


@pytest.fixture
def course(graded, tmp_path):
    """A copy to change."""
    return shutil.copytree(graded, tmp_path / "course")


def write(folder, groups, assignment=SHORT):
    path = folder / "course.toml"
    text = re.sub(
        r"(?:groups|attempts) = .*\n|due = .*\n|late = .*\n|extensions = .*\n", "", path.read_text()
    )
    entry = f'id = "{assignment}"\n'
    path.write_text(text.replace(entry, entry + DUE + MORE + groups))


def came(folder, student, notebook, date):
    shutil.rmtree(folder / "submitted" / student / SHORT, ignore_errors=True)
    hand_in(folder, student, notebook)
    if date:
        (folder / "submitted" / student / SHORT / "timestamp.txt").write_text(date)


def grade(folder):
    done = autograder("grade", SHORT, "--sandbox", "none", cwd=folder)
    assert done.returncode == 0, done.stderr
    return done


def rows(folder):
    assert autograder("export", SHORT, cwd=folder).returncode == 0
    return exported_grades(folder)


def outcome(folder, student):
    return outcome_in(graded_notebook(folder, student).metadata)


def test_each_member_has_the_points_of_one_run_less_what_their_own_day_costs(course):
    given = rows(course)
    assert float(given["ada"]["score"]) == full_points() / 2
    assert float(given["ben"]["score"]) == full_points() == float(given["cho"]["score"])
    # One run: of two, not even the seconds would be the same.
    assert outcome(course, "ben").seconds == outcome(course, "ada").seconds
    assert autograder("feedback", SHORT, cwd=course).returncode == 0
    for student, is_told in (("ada", True), ("ben", True), ("cho", False)):
        page = (course / "feedback" / student / SHORT / f"{SHORT}.html").read_text()
        assert ("graded once for all: ada, ben." in page) is is_told
    assert "0 graded" in grade(course).stdout


def test_what_a_person_gave_one_member_the_others_have_as_well(course):
    with database.opened(registry.load(course)) as book:
        grade_of = book.find_grade(WRITTEN, SHORT, SHORT, "ben")
        grade_of.manual_score, grade_of.needs_manual_grade = 4, False
        book.db.commit()
    given = rows(course)
    assert float(given["ada"]["score"]) == (full_points() + 4) / 2
    assert float(given["ben"]["score"]) == full_points() + 4
    assert given["ada"]["needs_manual_grade"] == "False"


def test_who_joins_gets_what_was_graded_and_who_leaves_loses_it_and_both_is_said(course):
    seed, assignment = outcome(course, "ada").seed, registry.load(course).assignment(SHORT)
    (answer,) = written_answers(assignment, WRITTEN, {"ada", "ben"})
    decided = {answer.digest: Mark(comment="No.")}
    students = dict.fromkeys(answer.students, (answer.digest, "en"))
    Marks(assignment, WRITTEN, 3).decide(decided, {answer.digest: 0}, "eva", students=students)
    write(course, 'groups = { team-1 = ["ada", "dan"] }\n')
    done = grade(course)
    assert "what ada handed in counts for dan" in done.stderr
    assert "ben was in team-1 and is in no group" in done.stderr and "0 graded" in done.stdout
    assert outcome(course, "dan").seed == outcome(course, "ada").seed == seed
    given = rows(course)
    assert given["ben"]["state"] == "not handed in" and given["ben"]["score"] == ""
    assert float(given["dan"]["score"]) == full_points() / 2
    assert not (course / "feedback" / "ben" / SHORT).exists()
    with closing(sqlite3.connect(course / "gradebook.db")) as database:
        of_no_one = "select * from autograder_entered where grade not in (select id from grade)"
        assert database.execute(of_no_one).fetchall() == []
    write(course, TEAM)  # and changed back, the points are as before
    grade(course)
    assert float(rows(course)["ben"]["score"]) == full_points()
    shutil.rmtree(course / "submitted" / "ada")  # then no one could grade it again
    write(course, "")
    assert float(rows(course)["ben"]["score"]) == full_points()


def test_what_is_taken_from_one_is_said_even_if_the_next_cannot_be_entered(course):
    write(course, 'groups = { team-1 = ["ada", "dan"] }\n')
    with closing(sqlite3.connect(course / "gradebook.db")) as database:
        refused = "begin select raise(abort, 'is full'); end"
        database.execute(f"create trigger full before insert on grade {refused}")
    done = autograder("grade", SHORT, "--sandbox", "none", cwd=course)
    assert done.returncode == 1 and "is full" in done.stderr.splitlines()[-1]
    assert "ben was in team-1 and is in no group" in done.stderr


def test_who_handed_in_alone_too_is_named_and_the_later_one_counts(course):
    came(course, "ben", with_blank("# nothing"), "2026-04-22 09:00:00 UTC")
    told = grade(course).stderr
    assert "counts for ada, who handed in as well (2026-04-21 12:00 UTC)" in told
    assert outcome(course, "ada").points == outcome(course, "ben").points
    assert outcome(course, "ada").points[BLANK] == 0
    # Alone again, ada has what was ada's own, and it is not run again.
    write(course, "")
    done = grade(course)
    assert "a different hand-in of ada counts now" in done.stderr and "0 graded" in done.stdout
    assert outcome(course, "ada").points[BLANK] > 0


def test_the_best_hand_in_of_all_members_counts_for_each_less_what_their_own_day_costs(course):
    came(course, "ben", with_blank("# nothing"), "2026-04-22 09:00:00 UTC")
    write(course, f'{TEAM}attempts = "best"\n')
    assert "1 graded" in grade(course).stdout
    given = rows(course)
    assert float(given["ada"]["score"]) == full_points() / 2
    assert float(given["ben"]["score"]) == full_points()
    assert autograder("feedback", SHORT, cwd=course).returncode == 0
    for student in ("ada", "ben"):
        page = (course / "feedback" / student / SHORT / f"{SHORT}.html").read_text()
        tries = re.findall(r"· (\w+)</td><td[^>]*>[^<]*</td><td>(\w*)</td>", page)
        assert tries == [("ada", "counts"), ("ben", "")]
    write(course, TEAM)  # the last one of all, and nothing runs again
    done = grade(course)
    assert "0 graded" in done.stdout and outcome(course, "ada").points[BLANK] == 0
    write(course, f'{TEAM}attempts = "best"\n')
    assert rows(course) == given


def test_where_no_one_knows_which_is_later_each_has_their_own_and_a_person_is_asked(course):
    came(course, "ben", with_blank("# nothing"), "")
    told = grade(course).stderr
    assert "no one knows which is the latest" in told
    assert outcome(course, "ada").points[BLANK] > outcome(course, "ben").points[BLANK] == 0


def test_who_is_in_another_group_than_before_is_named(course):
    write(course, 'groups = { red = ["cho"], blue = ["ada", "ben"] }\n')
    path, entered = course / "course.toml", course / "autograded" / "cho"
    shutil.move(entered, course / "ungraded")  # it is said until the hand-in is graded
    first = 'id = "01_custom_function"\n'
    groups = 'groups = { team-2 = ["cho", "dan"], team-1 = ["ada", "ben"] }\n'
    path.write_text(path.read_text().replace(first, f"{first}{groups}"))
    told = grade(course).stderr
    # Another name for the same people is no other group, and no one loses anything.
    moved = "in a different group than in 01_custom_function: cho (team-2 -> red)"
    assert told == f"{SHORT}: {moved}.\n"


BAD = {
    "no student": ('groups = { team-1 = ["ada", "bne"] }\n', "Did you mean ben?"),
    "twice": ('groups = { a = ["ada"], b = ["ada"] }\n', "twice"),
    "no list": ('groups = { a = "ada" }\n', "list of ids"),
    "no such word": ('groups = "teams"\n', "platform or roster"),
    "no column": ('groups = "roster"\n', "'group'"),
}


@pytest.mark.parametrize("bad", BAD)
def test_a_group_that_cannot_be_is_refused_in_one_line_and_nothing_is_changed(graded, bad):
    groups, expected = BAD[bad]
    write(graded, groups)
    before = sorted(graded.rglob("*.ipynb"))
    done = autograder("grade", SHORT, "--sandbox", "none", cwd=graded)
    write(graded, TEAM)
    assert done.returncode == 1 and done.stderr.count("\n") == 1 and expected in done.stderr
    assert sorted(graded.rglob("*.ipynb")) == before


def test_the_roster_has_groups(course):
    (course / "students.csv").write_text("student,group\nada,red\nben,red\ncho,blue\ndan,blue\n")
    write(course, 'groups = "roster"\n')
    told = grade(course).stderr
    assert "what cho handed in counts for dan" in told and "ada" not in told
    assert sharing(registry.load(course).assignment(SHORT), "dan") == ["cho", "dan"]
    assert float(rows(course)["ben"]["score"]) == full_points()


def test_an_inquiry_is_answered_for_all_who_have_the_hand_in(course):
    assert autograder("feedback", SHORT, cwd=course).returncode == 0
    page = (course / "feedback" / "ben" / SHORT / f"{SHORT}.html").read_text()
    path = course / "question.txt"
    path.write_text(re.search(rf"\[inquiry {SHORT} {BLANK} [A-Z2-7-]+\]", page)[0])
    done = autograder("inquiry", path, "--points", "0", "--yes", "--sentence", "No.", cwd=course)
    assert done.returncode == 0, done.stderr
    worth = notebooks.Cell.of(notebooks.checks(perfect())[BLANK]).points
    assert float(rows(course)["ada"]["score"]) == (full_points() - worth) / 2
    assert autograder("inquiry", path, "--undo", cwd=course).returncode == 0
    assert float(rows(course)["ada"]["score"]) == full_points() / 2


def test_who_is_in_a_group_of_the_registry_is_not_forgotten_by_halves(course):
    done = autograder("forget", "ben", "--yes", cwd=course)
    assert done.returncode == 1 and "take ben out of groups" in done.stderr
    write(course, 'groups = { team-1 = ["ada"] }\n')
    path = course / "course.toml"
    path.write_text(path.read_text().replace(MORE, ""))
    assert autograder("forget", "ben", "--yes", cwd=course).returncode == 0
    assert float(rows(course)["ada"]["score"]) == full_points() / 2
