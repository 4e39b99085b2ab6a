"""Hand-ins from every platform find their student; nothing odd passes in silence."""

import csv
import gzip
import os
import shutil
import stat
import zipfile
from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

import nbformat
import pytest
from courses import SHORT, autograder, copy_course
from downloads import NOTEBOOK, TEXT, archive, submitted
from repository import exercise
from submissions import perfect

from autograder import registry
from autograder.course import CourseError
from autograder.intake.collect import collect
from autograder.intake.unpack import Refused, SourceFile, Unpacker
from autograder.people.collected import Status, table
from autograder.people.roster import Roster
from autograder.spreadsheets import read_sheet
from autograder.submission.decode import LARGEST_NOTEBOOK
from autograder.submission.handed_in import submission_date


@pytest.fixture
def course(tmp_path):
    return replace(registry.load(copy_course(tmp_path / "course")), zone=ZoneInfo("UTC"))


def statuses(rows):
    return sorted((row.student, row.status.value) for row in rows)


MOODLE = {
    f"Ada Lovelace_101_assignsubmission_file/{NOTEBOOK}": TEXT,
    f"山田 太郎_102_assignsubmission_file_/{SHORT} (1).ipynb": TEXT,
    "Grace Hopper_103_assignsubmission_onlinetext_/onlinetext.html": "<html>here it is</html>",
}
BLACKBOARD = {
    f"Int8_ada1_attempt_2027-04-20-10-00-00_{NOTEBOOK}": TEXT,
    "Int8_ada1_attempt_2027-04-20-10-00-00.txt": "Name: Ada",
}


def test_capitals_in_the_name_of_a_c_file_change_nothing(course, tmp_path):
    members = {"Ada Lovelace_101_assignsubmission_file/QUANTIZE.C": "int x;"}
    path = archive(tmp_path / "down.zip", members)
    statuses = [
        row.status for _ in range(2) for row in collect(course, "05_c_quantizer", [path]).rows
    ]
    assert statuses == [Status.TAKEN, Status.UNCHANGED]
    assert [file.name for file in course.root.glob("submitted/*/*/*.c")] == ["QUANTIZE.c"]


def test_a_zip_in_a_zip_is_a_students_folder(course, tmp_path):
    inner = tmp_path / "work.zip"
    archive(inner, {f"my work/{NOTEBOOK}": TEXT, "my work/notes.pdf": "x"})
    outer = {"Ada Lovelace_101_assignsubmission_file/work.zip": inner.read_bytes()}
    rows = collect(course, SHORT, [archive(tmp_path / "down.zip", outer)]).rows
    assert [*submitted(course)] == ["Ada_Lovelace"]
    assert statuses(rows) == [("Ada_Lovelace", "left out"), ("Ada_Lovelace", "taken")]


def test_a_name_that_begins_with_an_apostrophe_stays(course, tmp_path):
    names = {"hart": "'t Hart, Maarten", "formula": "=1+1"}
    lines = [f'{student},"{name}"' for student, name in names.items()]
    (course.root / "students.csv").write_text("\n".join(["student,name", *lines]))
    for _ in range(2):
        collect(course, SHORT, [archive(tmp_path / "down.zip", {f"x_1_y/{NOTEBOOK}": TEXT})])
        roster = Roster(course)
        assert {student: roster.row(student)["name"] for student in names} == names


def test_of_several_tries_the_latest_counts_and_that_is_said(course, tmp_path):
    tries = {
        f"X_ada1_attempt_2027-04-{day}-10-00-00_{NOTEBOOK}": f"{TEXT}{' ' * day}"
        for day in (21, 23, 22)
    }
    rows = collect(course, SHORT, [archive(tmp_path / "down.zip", tries)]).rows
    assert [row.status.value for row in rows] == ["taken", "earlier try", "earlier try"]
    assert "04-23" in rows[0].file and "04-23" in rows[1].note
    folder = course.assignment(SHORT).submitted("ada1")
    assert (folder / NOTEBOOK).read_text() == TEXT + " " * 23
    assert (folder / "timestamp.txt").read_text() == "2027-04-23 10:00:00 UTC"


@pytest.mark.parametrize(
    "text", ["9" * 40, "yesterday", "", "\ud800", "2027-04-20 12:00:00 EDT", "2027-04-20 12:00:00"]
)
def test_a_date_that_is_none_is_as_good_as_no_date(text, tmp_path):
    (tmp_path / "timestamp.txt").write_bytes(text.encode(errors="surrogatepass"))
    assert submission_date(tmp_path) is None


def test_the_courses_timezone_makes_times_of_platforms_certain(course, tmp_path):
    """Without it they are unknown; once it is set, the same download tells them."""
    source = archive(tmp_path / "down.zip", BLACKBOARD)
    timestamp = course.assignment(SHORT).submitted("ada1") / "timestamp.txt"
    rows = collect(replace(course, zone=None), SHORT, [source]).rows
    assert not timestamp.exists() and {row.time for row in rows} == {""}
    for zone, date in (("Asia/Tokyo", "01:00:00"), ("UTC", "10:00:00"), ("Asia/Tokyo", "01:00:00")):
        named = replace(course, zone=ZoneInfo(zone))
        (row, *_) = collect(named, SHORT, [source]).rows
        assert timestamp.read_text() == row.time == f"2027-04-20 {date} UTC"
    # What a person has given stays.
    autograder("handed-in", SHORT, "2027-04-19 10:00 UTC", "ada1", cwd=course.root)
    collect(named, SHORT, [source])
    assert timestamp.read_text() == "2027-04-19 10:00:00 UTC"


# Where a student's own zip lies, and when the platform says that it came.
OWN_ZIPS = {
    "Ada Lovelace_101_assignsubmission_file/work.zip": [],
    "lovelaceada_71_9001_work.zip": [],
    f"Int8_ada_attempt_2027-04-20-10-00-00_{NOTEBOOK}": ["2027-04-20 10:00:00 UTC"],
    f"ada+{SHORT}+2027-04-20 10:00:00 UTC+x/work.zip": ["2027-04-20 10:00:00 UTC"],
    "ada.zip": [],
    "ada/work.zip": [],
}


@pytest.mark.parametrize("name", OWN_ZIPS)
def test_no_student_says_when_it_was_nor_whose_page_it_gives_back(name, course, tmp_path):
    (course.root / "students.csv").write_text("student,name\nada,Ada Lovelace\n")
    theirs = {NOTEBOOK: TEXT, "timestamp.txt": "2020-01-01 00:00:00 UTC"}
    theirs["submission_secret.txt"] = "another student's"
    inner = Path(archive(tmp_path / "inner.zip", theirs)).read_bytes()
    collect(course, SHORT, [archive(tmp_path / "download.zip", {name: inner})])
    dates = [path.read_text() for path in course.root.glob("submitted/*/*/timestamp.txt")]
    assert submitted(course) and dates == OWN_ZIPS[name]
    assert not [*course.root.glob("submitted/*/*/submission_secret.txt")]


# What one of a class hands in through Moodle, and what becomes of the files.
WITHOUT = {
    "a PDF": ({"work.pdf": "%PDF"}, "no notebook"),
    "a picture and a text": ({"a.jpg": "x", "b.docx": "PK"}, "no notebook"),
    "a zip that is broken": ({"work.zip": "PK\3\4"}, "refused"),
    "a file that is too large": ({NOTEBOOK: b" " * (LARGEST_NOTEBOOK + 1)}, "refused"),
}


@pytest.mark.parametrize("case", WITHOUT)
def test_a_file_that_was_handed_in_is_a_hand_in(case, course, tmp_path):
    files, status = WITHOUT[case]
    (course.root / "students.csv").write_text("student,name\nada,Ada\nben,Ben\ncho,Cho\n")
    members = {f"Ada_7_assignsubmission_file/{name}": text for name, text in files.items()}
    members[f"Ben_8_assignsubmission_file/{NOTEBOOK}"] = TEXT
    for _ in range(2):
        done = collect(course, SHORT, [archive(tmp_path / "down.zip", members)])
        assert done.missing == ["cho"]
        assert {row.status.value for row in done.rows if row.student == "ada"} == {status}
        assert [*course.assignment(SHORT).submitted("ada").iterdir()] == []
        assert course.assignment(SHORT).students() == ["ada", "ben"]
    members[f"Ada_7_assignsubmission_file/{NOTEBOOK}"] = f"{TEXT}Ada"
    collect(course, SHORT, [archive(tmp_path / "down.zip", members)])
    assert "ada" in submitted(course)


def test_what_cannot_be_reported_apart_is_left_to_a_person(course, tmp_path):
    (course.root / "students.csv").write_text("student\nada\n")
    members = {f"ada/{name}.ipynb": TEXT + name for name in (SHORT, f"{SHORT} (1)")}
    source = archive(tmp_path / "down.zip", members)
    done = collect(course, SHORT, [source])
    assert [row.status for row in done.rows] == [Status.NOT_PLACED] * 2 and not submitted(course)
    # The table is taken back, as the one of persons is; and the answer is kept.
    sheet = read_sheet(done.choices, ["counts", "student", "file"])
    assert [row["student"] for row in sheet.rows] == ["ada", "ada"]
    sheet.rows[1]["counts"] = "x"
    sheet.write(tmp_path / "answer.csv")
    for given in ([str(tmp_path / "answer.csv"), source], [source]):
        done = collect(course, SHORT, given)
        assert done.choices is None and done.rows[0].file == sheet.rows[1]["file"]
    sheet.rows[0]["counts"] = "x"
    sheet.write(tmp_path / "answer.csv")
    with pytest.raises(CourseError, match=r"answer\.csv marks two files of ada"):
        collect(course, SHORT, [str(tmp_path / "answer.csv"), source])


def test_of_earlier_ones_that_do_not_count_no_one_is_asked(course, tmp_path):
    start = "X_ada1_attempt_2027-04"
    members = {f"{start}-20-10-00-00_{n}.ipynb": f"{TEXT}{n}" for n in "ab"}
    members[f"{start}-21-10-00-00_{NOTEBOOK}"] = TEXT
    done = collect(course, SHORT, [archive(tmp_path / "down.zip", members)])
    assert done.choices is None and [row.status for row in done.rows].count(Status.TAKEN) == 1
    assert not [*course.collected.glob("which-*")]


def test_an_earlier_hand_in_is_kept_next_to(course, tmp_path):
    (course.root / "students.csv").write_text("student\nada\n")
    first = archive(tmp_path / "1.zip", {f"ada/{NOTEBOOK}": TEXT + "1"})
    second = archive(tmp_path / "2.zip", {f"ada/{NOTEBOOK}": TEXT + "2"})
    collect(course, SHORT, [first])
    (row,) = collect(course, SHORT, [second]).rows
    (kept,) = course.root.glob(f"collected/earlier/{SHORT}/ada/*/{NOTEBOOK}")
    assert kept.read_text() == TEXT + "1" and "earlier" in row.note
    (row,) = collect(course, SHORT, [second]).rows
    assert row.status is Status.UNCHANGED


def test_an_older_hand_in_never_replaces_a_newer_one_without_a_word(course, tmp_path):
    """Tuesday's zip after Friday's: no platform tells the time, but the files' dates do."""
    days = [
        archive(
            tmp_path / f"{day}.zip",
            dict.fromkeys(MOODLE, f"{TEXT}{day}"),
            date=(2027, 4, day, 9, 0, 0),
        )
        for day in (20, 23)
    ]
    for source, status in ((days[1], "taken"), (days[0], "not placed"), (days[1], "unchanged")):
        rows = collect(course, SHORT, [source]).rows
        assert {row.status.value for row in rows if row.student == "Ada_Lovelace"} == {status}
        place = course.assignment(SHORT).submitted("Ada_Lovelace")
        assert (place / NOTEBOOK).read_text() == f"{TEXT}23"
    # A person may want it all the same.
    shutil.rmtree(place)
    (row, *_) = collect(course, SHORT, [days[0]]).rows
    assert row.status is Status.TAKEN


AGAIN = {
    "in one download": (["20-10", "22-10"], "20 10"),
    "after another one was": (["20-10", "22-10", "21-10!"], "22 10"),
    "after another one": (["20-10!", "22-10", "23-10"], "22 10"),
}


@pytest.mark.parametrize("case", AGAIN)
@pytest.mark.parametrize("is_one", [True, False])
def test_the_same_file_handed_in_again_has_the_time_of_the_first(case, is_one, course, tmp_path):
    """It says nothing new, so after the deadline it costs nothing."""
    tries, expected = AGAIN[case]
    members = {
        f"X_ada1_attempt_2027-04-{attempt[:5]}-00-00_{NOTEBOOK}": TEXT + attempt[5:]
        for attempt in tries
    }
    sources = [members] if is_one else [{name: text} for name, text in sorted(members.items())]
    for number, source in enumerate(sources):
        rows = collect(course, SHORT, [archive(tmp_path / f"{number}.zip", source)]).rows
    place = course.assignment(SHORT).submitted("ada1")
    day, hour = expected.split()
    assert (place / "timestamp.txt").read_text() == f"2027-04-{day} {hour}:00:00 UTC"
    assert (place / NOTEBOOK).read_text() == TEXT and rows[0].time.startswith(f"2027-04-{day}")


def test_the_exchange_is_a_source(course, tmp_path):
    config = course.root / "nbgrader_config.py"
    exchange = tmp_path / "exchange"
    config.write_text(config.read_text() + f"\nget_config().Exchange.root = {str(exchange)!r}\n")
    inbound = exchange / course.id / "inbound"
    for time, other in (("10:00:00.5", SHORT), ("11:00:00.5", SHORT), ("12:00:00", "01_other")):
        folder = inbound / f"ada+{other}+2027-04-20 {time} UTC+secret{time[:2]}"
        folder.mkdir(parents=True)
        (folder / f"{other}.ipynb").write_text(TEXT + time)
        (folder / "timestamp.txt").write_text(f"2027-04-20 {time} UTC")
        (folder / "submission_secret.txt").write_text(time)
    collect(course, SHORT, ["exchange"])
    place = course.assignment(SHORT).submitted("ada")
    assert (place / "submission_secret.txt").read_text() == "11:00:00.5"
    assert (place / NOTEBOOK).read_text() == TEXT + "11:00:00.5"


def test_what_is_for_a_notebook_is_reported_and_not_guessed(course, tmp_path):
    script = f'# -*- coding: utf-8 -*-\n"""{NOTEBOOK}\n\nAutomatically generated by Colab.\n"""'
    members = {
        f"ada/{SHORT}.py": script,
        f"bob/{SHORT}.html": "<!DOCTYPE html><html><head><title>02.ipynb</title>jp-Notebook",
        "eve/work.pdf": "%PDF",
        "Untitled.ipynb": TEXT,
    }
    (course.root / "students.csv").write_text("student\nada\nbob\neve\n")
    rows = collect(course, SHORT, [archive(tmp_path / "down.zip", members)]).rows
    notes = {row.file.split("/", 1)[1]: (row.status.value, row.note) for row in rows}
    assert notes[f"ada/{SHORT}.py"][0] == "no notebook"
    assert "Colab saved as a Python file" in notes[f"ada/{SHORT}.py"][1]
    assert "saved as HTML" in notes[f"bob/{SHORT}.html"][1]
    assert notes["eve/work.pdf"][0] == "no notebook"
    assert notes["Untitled.ipynb"][0] == "not placed"
    assert (course.assignment(SHORT).submitted("ada") / f"{SHORT}.py").is_file()


def bomb(path):
    archive(path, {f"{number}/{NOTEBOOK}": b" " * (LARGEST_NOTEBOOK + 1) for number in range(2)})


def bombs_in_bombs(path):
    archive(path, {"ada/1.zip": b""})
    for number in range(3):
        inside = path.read_bytes()
        archive(path, {f"ada/{number}.zip": inside, f"ada/{number}.ipynb": TEXT})


def many(path):
    archive(path, {"ada/x.ipynb": TEXT})
    path.write_bytes(b"PK\x01\x02" * 60_000 + path.read_bytes())


def out_of_it(path):
    archive(path, {name: TEXT for name in ("../../etc/a.ipynb", "/etc/a.ipynb", "C:\\a.ipynb")})


def special(path):
    with zipfile.ZipFile(path, "w") as opened:
        for kind in (stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO):
            member = zipfile.ZipInfo(f"ada/{kind}.ipynb")
            member.external_attr = (kind | 0o644) << 16
            opened.writestr(member, "/etc/passwd")


def broken(path):
    archive(path, {f"ada/{NOTEBOOK}": TEXT})
    data = bytearray(path.read_bytes())
    data[200:260] = bytes(60)
    path.write_bytes(data)


def encrypted(path):
    archive(path, {f"ada/{NOTEBOOK}": TEXT})
    data = bytearray(path.read_bytes())
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + place] |= 1
    path.write_bytes(data)


def packed_bomb(path):
    archive(path, {f"ada/{NOTEBOOK}.gz": gzip.compress(bytes(LARGEST_NOTEBOOK + 1), 1)})


def packed_and_cut(path):
    archive(path, {f"ada/{NOTEBOOK}.gz": gzip.compress(TEXT.encode())[:-20]})


HOSTILE = [bomb, bombs_in_bombs, many, out_of_it, special, broken, encrypted]
HOSTILE += [packed_bomb, packed_and_cut]


@pytest.mark.parametrize("make", HOSTILE, ids=lambda make: make.__name__)
def test_what_an_archive_should_not_hold_is_refused(make, tmp_path):
    (tmp_path / "copies").mkdir()
    make(tmp_path / "down.zip")
    before = sorted(tmp_path.iterdir())
    files = list(Unpacker(tmp_path / "copies").walk(tmp_path / "down.zip"))
    assert any(isinstance(file, Refused) and file.reason for file in files)
    # What was in order next to it is taken: one student's file is no harm to the others.
    taken = [file for file in files if isinstance(file, SourceFile)]
    assert len(taken) == (2 if make is bombs_in_bombs else 0)
    assert sorted(tmp_path.iterdir()) == before
    assert all(copy.name.isdigit() for copy in (tmp_path / "copies").iterdir())


def test_links_and_pipes_in_a_folder_are_refused(tmp_path):
    (tmp_path / "down" / "ada").mkdir(parents=True)
    (tmp_path / "copies").mkdir()
    (tmp_path / "down" / "ada" / NOTEBOOK).symlink_to("/etc/passwd")
    (tmp_path / "down" / "bob").symlink_to("/etc")
    os.mkfifo(tmp_path / "down" / "pipe.ipynb")
    files = list(Unpacker(tmp_path / "copies").walk(tmp_path / "down"))
    assert len(files) == 3 and all(isinstance(file, Refused) for file in files)


def test_the_table_starts_no_formula(course, tmp_path):
    name = "=cmd|' calc'_7_assignsubmission_file"
    rows = collect(course, SHORT, [archive(tmp_path / "a.zip", {f"{name}/{NOTEBOOK}": TEXT})]).rows
    for path in (course.collected / f"{SHORT}.csv", course.root / "students.csv"):
        with path.open(encoding="utf-8") as file:
            cells = [cell for row in csv.reader(file) for cell in row]
        assert not [cell for cell in cells if cell.startswith("=")]
    assert table(course, SHORT) == rows and rows[0].lms_name == "=cmd|' calc'"


FOREIGN = nbformat.writes(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("x = 1")]))
# What a source holds, and what is said of it.
OF_OTHERS = {
    "another assignment's": (nbformat.writes(exercise("01_custom_function")), "01_custom_function"),
    "another course's": (FOREIGN, "no task of 02_int8_binary was found"),
}


@pytest.mark.parametrize("case", OF_OTHERS)
def test_a_source_with_nothing_of_the_assignment_makes_no_students(case, course, tmp_path):
    """It was a second class, of Ada_Lovelace-91."""
    text, said = OF_OTHERS[case]
    collect(course, SHORT, [archive(tmp_path / "1.zip", MOODLE)])
    before = {path: path.read_bytes() for path in course.root.rglob("*") if path.is_file()}
    members = {name.replace("_10", "_9"): text for name in MOODLE if name.endswith(".ipynb")}
    source = archive(tmp_path / "2.zip", members)
    with pytest.raises(CourseError, match=said) as error:
        collect(course, SHORT, [source])
    assert "\n" not in str(error.value)
    assert {path: path.read_bytes() for path in course.root.rglob("*") if path.is_file()} == before
    done = autograder("collect", SHORT, source, "--unrecognized", cwd=course.root)
    assert "no task of" in done.stdout


def test_one_wrong_notebook_among_right_ones_is_placed_and_named(course, tmp_path):
    members = MOODLE | {f"Eve_104_assignsubmission_file/{NOTEBOOK}": FOREIGN}
    rows = collect(course, SHORT, [archive(tmp_path / "down.zip", members)]).rows
    assert [row.student for row in rows if "no task" in row.note] == ["Eve"]


def test_a_source_that_is_not_there_is_named(course):
    with pytest.raises(CourseError, match="there is no /nowhere"):
        collect(course, SHORT, ["/nowhere"])


def test_the_command_says_what_it_took_and_what_not(course, tmp_path):
    members = MOODLE | {"Ada Lovelace_101_assignsubmission_file/photo.png": "x"}
    path = archive(tmp_path / "down.zip", members)
    done = autograder("collect", SHORT, path, cwd=course.root)
    assert done.returncode == 1 and "2 taken" in done.stdout
    assert "Grace_Hopper" in done.stdout and "1 file for a person to look at" in done.stderr
    del members["Grace Hopper_103_assignsubmission_onlinetext_/onlinetext.html"]
    done = autograder("collect", SHORT, archive(tmp_path / "d.zip", members), cwd=course.root)
    assert done.returncode == 0 and "2 unchanged" in done.stdout


def test_a_perfect_notebook_is_one_of_its_assignment(course, tmp_path):
    text = nbformat.writes(perfect()).encode("utf-16")
    source = archive(tmp_path / "a.zip", {f"ada/{NOTEBOOK}": text})
    (row,) = collect(course, SHORT, [source], platform="plain").rows
    assert "no task" not in row.note
