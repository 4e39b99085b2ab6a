"""Forgetting a student: nothing known about one person is left, and nobody else loses anything."""

import io
import re
import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import nbformat
import pytest
from courses import SHORT, autograder, copy_course, exported_grades, points
from downloads import NOTEBOOK
from nbformat.v4 import new_code_cell
from nbgrader.api import Gradebook
from repository import REPOSITORY
from submissions import full_points, perfect, with_blank

from autograder import registry
from autograder.privacy import KINDS, Rule, files_in, kind_of

MARKERS = [f"zqm{number:02}x" for number in range(20)]
EVERY = " ".join(MARKERS)
ID, FIRST, LAST, USER, NUMBER, CANVAS = MARKERS[:6]
ROSTER = f"""student,name,email,id_number,canvas,note
{ID},{FIRST} {LAST},{USER}@example.org,{NUMBER},{CANVAS},{EVERY}
bob,Bob Stone,bob@example.org,27,7002,
"""
WORKSHEET = f"""Identifier,Full name,Email address,ID number,Grade,Maximum grade,Note
Participant 101,{FIRST} {LAST},{USER}@example.org,{NUMBER},,13,{EVERY}
Participant 102,Bob Stone,bob@example.org,27,,13,
"""
# The sentence of a comment that a person wrote in the formgrader, and deleted again.
DELETED = " ".join([EVERY] * 40)


def work_of_the_student():
    notebook = with_blank(f"def binary_sign(x):\n    # {EVERY}\n    raise ValueError('{EVERY}')")
    notebook.cells.insert(1, new_code_cell(f"name = '{EVERY}'\nprint(name)"))
    return nbformat.writes(notebook)


@pytest.fixture(scope="module")
def whole_course(tmp_path_factory):
    """A graded class after all commands, with the markers wherever a name can lie."""
    folder = copy_course(tmp_path_factory.mktemp("privacy") / "course")
    (folder / "students.csv").write_text(ROSTER)
    registry = folder / "course.toml"
    dates = (
        'due = "2027-04-20 12:00 UTC"\n'
        f'extensions = {{ {ID} = "2027-05-01 12:00 UTC", bob = "2027-05-02 12:00 UTC" }}\n'
    )
    entry = f'id = "{SHORT}"\n'
    registry.write_text(registry.read_text().replace(entry, entry + dates))
    down, sheet = folder.parent / "down", folder.parent / "sheet.csv"
    sheet.write_text(WORKSHEET)
    for name, text in {
        f"{FIRST} {LAST}_101": work_of_the_student(),
        "Bob Stone_102": nbformat.writes(perfect()),
        f"{LAST} {FIRST}_103": "another, or the same?",
    }.items():
        place = down / f"{name}_assignsubmission_file"
        place.mkdir(parents=True)
        (place / NOTEBOOK).write_text(text)
    for _ in range(2):  # the second time a later hand-in takes its place
        done = autograder("collect", SHORT, down, sheet, cwd=folder)
        mine = down / f"{FIRST} {LAST}_101_assignsubmission_file" / NOTEBOOK
        mine.write_text(work_of_the_student().replace("name = ", "name =  "))
    assert "taken" in done.stdout
    for command in (
        *(["grade", SHORT, "--sandbox", "none"], ["feedback"], ["report"], ["export"]),
        *(["export", SHORT, "--for", name] for name in ("moodle", "canvas", "brightspace")),
        ["export", SHORT, "--for", "gradescope"],
        ["ask", SHORT, "--sandbox", "none"],
    ):
        done = autograder(*command, cwd=folder)
        assert "Traceback" not in done.stderr, done.stderr
    sprinkle(folder)
    return folder


def sprinkle(folder):
    """Add what only other programs, people and crashes write."""
    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as gradebook:
        mine = gradebook.find_submission(SHORT, ID)
        gradebook.update_or_create_student(ID, first_name=EVERY, last_name=EVERY, email=EVERY)
        mine.notebooks[0].comments[0].manual_comment = DELETED
        gradebook.db.commit()
        mine.notebooks[0].comments[0].manual_comment = EVERY
        gradebook.db.commit()
    shutil.copy(folder / "gradebook.db", folder / "gradebook-2027-04-21.db")
    with (folder / f"collected/moodle-{SHORT}.csv").open("a") as sheet:  # married since, and moved
        sheet.write(f"Participant 104,Somebody Else,{USER.upper()}@EXAMPLE.org,,,13,\n")
    for name in (
        *(".nbgrader.log", "grades-old.csv", ".students.csv.a1b2c3d4", "students-old.csv"),
        *(".ipynb_checkpoints/grades-checkpoint.csv", f"reports/{SHORT}-old.html"),
        *(f"downloaded/{SHORT}/archive/{ID}.txt", ".autograder/intake-x1/unpacked"),
        *(f"exchange/x/inbound/{ID}+{SHORT}+2027/{NOTEBOOK}", f"exchange/cache/{ID}/a.txt"),
        *("exchange/x/feedback/abc.html", f"collected/earlier/{SHORT}/{ID}/2027/{NOTEBOOK}"),
        *(f"submitted/{ID}/{SHORT}/notes.txt", f"feedback/{ID}/{SHORT}/secret.txt"),
        f"autograded/{ID}/{SHORT}/{SHORT}.log",
    ):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = f"student,note\n{ID},{EVERY}\n" if path.suffix == ".csv" else EVERY
        path.write_text(text)


@pytest.fixture
def course(whole_course, tmp_path):
    return Path(shutil.copytree(whole_course, tmp_path / "course"))


def found(folder):
    """Each file that holds a marker, in its path, its text, or a file that is zipped in it."""
    places = set()
    for path in (file for file in folder.rglob("*") if file.is_file()):
        data = path.read_bytes()
        if zipfile.is_zipfile(io.BytesIO(data)):
            with zipfile.ZipFile(path) as archive:
                data = b"".join([archive.read(name) + name.encode() for name in archive.namelist()])
        name = path.relative_to(folder).as_posix()
        if re.search(rb"zqm\d\dx", name.encode() + data, re.IGNORECASE):
            places.add(name)
    return places


def test_every_file_of_a_course_directory_has_a_rule(course):
    assert [name for name in files_in(course) if kind_of(name) is None] == []


def test_environments_are_not_looked_into_whatever_they_are_called(tmp_path):
    """The course directory may be the repository, with several: a million files."""
    for place in (".venv", ".venv-3.13", "tools/own", "kept"):
        (tmp_path / place / "lib").mkdir(parents=True)
        (tmp_path / place / "lib" / "a.py").touch()
        if place != "kept":
            (tmp_path / place / "pyvenv.cfg").touch()
    assert [*files_in(tmp_path)] == ["kept/lib/a.py"]


def test_a_forgotten_student_is_in_no_file_and_all_others_keep_theirs(course):
    rules = {kind_of(name).rule for name in found(course)}
    assert rules == {*Rule} - {Rule.COURSE}, "a rule is not tried"
    before = {key: score for key, score in points(course).items() if key[0] != ID}
    grades = exported_grades(course)
    done = autograder("forget", ID, "--yes", cwd=course)
    assert done.returncode == 0, done.stderr
    assert found(course) == set() and "still named" not in done.stdout
    assert points(course) == before and ("bob", "binary_sign_check") in before
    assert sum(score for (student, _), score in before.items()) == full_points()
    assert autograder("export", cwd=course).returncode == 0
    assert exported_grades(course) == {"bob": grades["bob"]}
    done = autograder("grade", SHORT, "--sandbox", "none", cwd=course)
    assert "0 graded, 1 unchanged" in done.stdout and "bob has until 2027-05-02" in done.stdout
    assert autograder("feedback", cwd=course).returncode == 0
    sheet = (course / f"collected/moodle-{SHORT}.csv").read_text()
    assert "Bob Stone" in sheet and "101" not in sheet
    assert found(course) == set()


LINKED = ["submitted", "autograded", "feedback", "collected/earlier", "exports", "students.csv"]
LINKED += ["grades.csv", "gradebook.db", f"feedback/{ID}"]


def test_what_lies_behind_links_is_forgotten_and_no_link_of_a_student_is_followed(course, tmp_path):
    others = tmp_path / "others"
    others.mkdir()
    (others / "thesis.txt").write_text(f"with {FIRST} {LAST}")
    (course / f"submitted/{ID}/{SHORT}/mine").symlink_to(others)
    (course / f"exchange/x/inbound/{ID}+{SHORT}+2028").symlink_to(others)
    disk = tmp_path / "disk"
    for name in reversed(LINKED):
        place = disk / name.replace("/", "-")
        place.parent.mkdir(exist_ok=True)
        shutil.move(course / name, place)
        (course / name).symlink_to(place)
    grades = points(course)
    done = autograder("forget", ID, "--yes", cwd=course)
    assert done.returncode == 0, done.stderr
    assert found(course) == set() == found(disk) and "still named" not in done.stdout
    assert points(course) == {key: score for key, score in grades.items() if key[0] != ID}
    assert (course / "submitted" / "bob").is_dir() and (others / "thesis.txt").is_file()
    assert not [*disk.rglob(f"*{ID}*")] and not [*course.rglob(f"*{ID}*")]


def test_nobody_is_called_forgotten_of_whom_something_is_left(course, monkeypatch):
    monkeypatch.setattr("autograder.privacy._delete", lambda *_: None)  # as where it is refused
    done = autograder("forget", ID, "--yes", cwd=course)
    assert done.returncode == 1 and "is forgotten" not in done.stdout
    assert f"submitted/{ID}/" in done.stderr and len(done.stderr.splitlines()) == 1


def test_a_hand_in_without_a_file_goes_too(course):
    (course / "submitted" / "pia" / SHORT).mkdir(parents=True)
    assert autograder("forget", "pia", "--yes", cwd=course).returncode == 0
    assert not (course / "submitted" / "pia").exists()


def test_what_others_hold_is_listed(course):
    done = autograder("forget", ID, "--yes", cwd=course)
    for place in ("exchange", "platform", "backups", "--to"):
        assert place in done.stdout


def test_a_dry_run_and_a_missing_yes_delete_nothing(course):
    def files():
        return {name: (course / name).read_bytes() for name in files_in(course)}

    before = files()
    done = autograder("forget", ID, "--dry-run", cwd=course)
    assert done.returncode == 0 and f"submitted/{ID}/ " in done.stdout
    assert "students.csv (1)" in done.stdout and "gradebook-2027-04-21.db" in done.stdout
    refused = autograder("forget", ID, cwd=course)
    assert refused.returncode == 1 and "--yes" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
    unknown = autograder("forget", "nobody", "--yes", cwd=course)
    assert unknown.returncode == 1 and "Nothing was deleted" in unknown.stderr
    assert before.items() <= files().items()


def test_a_name_in_anothers_work_is_left_and_listed(course):
    path = course / "submitted" / "bob" / SHORT / "with.txt"
    path.write_text(f"I worked with {FIRST} {LAST}")
    done = autograder("forget", ID, "--yes", cwd=course)
    assert path.relative_to(course).as_posix() in done.stdout
    assert found(course) == {path.relative_to(course).as_posix()}


def test_a_run_that_was_stopped_goes_on(course):
    (course / "students.csv").write_text("student\nbob\n")
    shutil.rmtree(course / "submitted" / ID)
    with closing(sqlite3.connect(course / "gradebook.db")) as gradebook, gradebook:
        gradebook.execute("delete from student where id = ?", [ID])
    assert autograder("forget", ID, "--yes", cwd=course).returncode == 0
    assert not [name for name in found(course) if ID in name]


DUE, DATE = 'due = "2027-04-20 12:00 UTC"', '"2027-05-01 12:00 UTC"'
EXTENSIONS = {
    "an id that ends another one": ("da", f"extensions = {{ ada = {DATE}, da = {DATE} }}"),
    "nobody's, and an id that is a key": ("due", f"extensions = {{ ada = {DATE} }}"),
    "one below the other": ("x.y", f"[assignments.extensions]\nada = {DATE}\n'x.y' = {DATE}"),
    "with points between": ("bob", f"extensions.bob = {DATE}\nextensions.ada = {DATE}"),
    "written with an escape": ("da", rf'extensions = {{ ada = {DATE}, "d\u0061" = {DATE} }}'),
    "as a date of TOML": ("bob", "extensions = { bob = 2027-05-01T12:00:00Z, ada = " + DATE + " }"),
}


@pytest.mark.parametrize(("student", "lines"), EXTENSIONS.values(), ids=EXTENSIONS)
def test_only_the_students_own_extensions_go(student, lines, tmp_path):
    folder = copy_course(tmp_path / "course")
    (folder / "students.csv").write_text(f"student\nada\n{student}\n")
    path = folder / "course.toml"
    entry = re.search(rf'id = "{SHORT}".*?\n(?=\n)', path.read_text(), re.DOTALL)[0]
    path.write_text(path.read_text().replace(entry, f"{entry}{DUE}\n{lines}\n"))
    done = autograder("forget", student, "--yes", cwd=folder)
    assert done.returncode == 0, done.stderr
    short = registry.load(folder).assignment(SHORT)
    assert short.due and {*short.extensions} == {"ada"}


@pytest.mark.parametrize("student", ["submitted", "earlier", "collected"])
def test_a_student_who_is_called_like_a_folder_takes_no_ones_work_along(student, tmp_path):
    folder = copy_course(tmp_path / "course")
    for who in ("ada", student):
        for place in (f"submitted/{who}/{SHORT}", f"collected/earlier/{SHORT}/{who}/2027"):
            (folder / place).mkdir(parents=True)
            (folder / place / NOTEBOOK).write_text(who)
    done = autograder("forget", student, "--yes", cwd=folder)
    assert done.returncode == 0, done.stderr
    left = [path.parent for path in folder.glob("[sc]*ed/**/*.ipynb")]
    assert [path.relative_to(folder).as_posix() for path in sorted(left)] == [
        f"collected/earlier/{SHORT}/ada/2027",
        f"submitted/ada/{SHORT}",
    ]


@pytest.mark.parametrize("page", ["privacy.md", "privacy.ja.md"])
def test_the_docs_list_every_kind_of_file(page):
    text = (REPOSITORY / "docs" / "instructors" / page).read_text()
    assert [kind.pattern for kind in KINDS if f"`{kind.pattern}`" not in text] == []


def test_an_archive_with_pseudonyms_names_no_one_and_has_all_points(course, tmp_path):
    done = autograder("archive", tmp_path / "year.zip", "--pseudonyms", cwd=course)
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(tmp_path / "year.zip") as archive:
        grades, checks = (archive.read(name).decode() for name in ("grades.csv", "checks.csv"))
    text = (grades + checks).casefold()
    assert not re.search(r"zqm\d\dx", text) and "bob" not in text and "stone" not in text
    scores = sorted(row.split(",")[3] for row in grades.splitlines()[1:])
    kept = exported_grades(course).values()
    assert scores == sorted(row["score"] for row in kept) and "binary_sign" in checks


def test_an_archive_holds_all_that_cannot_be_made_again(course, tmp_path):
    assert autograder("archive", tmp_path / "year.zip", cwd=course).returncode == 0
    with zipfile.ZipFile(tmp_path / "year.zip") as archive:
        names = {*archive.namelist()}
    assert {"gradebook.db", "students.csv", f"submitted/bob/{SHORT}/{NOTEBOOK}"} <= names
    assert "grades.csv" not in names
    again = autograder("archive", tmp_path / "year.zip", cwd=course)
    inside = autograder("archive", course / "year.zip", cwd=course)
    for refused in (again, inside):
        assert refused.returncode == 1 and len(refused.stderr.splitlines()) == 1


def test_two_names_of_one_student_become_one_as_the_docs_say(course):
    other = course / "submitted" / "rob" / SHORT
    shutil.copytree(course / "submitted" / "bob" / SHORT, other)
    shutil.rmtree(course / "submitted" / "bob" / SHORT)
    autograder("grade", SHORT, "--sandbox", "none", cwd=course)
    other.rename(course / "submitted" / "bob" / SHORT)
    assert autograder("forget", "rob", "--yes", cwd=course).returncode == 0
    done = autograder("grade", SHORT, "--sandbox", "none", cwd=course)
    assert done.returncode == 0, done.stderr
    assert autograder("export", cwd=course).returncode == 0
    assert {"rob", "bob"} & exported_grades(course).keys() == {"bob"}
