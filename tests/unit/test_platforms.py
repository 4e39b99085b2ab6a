"""What platforms hand out is read as they make it."""

import gzip
import re
from datetime import datetime, timedelta
from itertools import product
from pathlib import Path

import pytest
from courses import SHORT, autograder, copy_course
from downloads import NOTEBOOK, TEXT, archive, of_assignment, started, submitted
from importers import entries, pages_in

from autograder import registry
from autograder.cli.console import LearningPlatform
from autograder.course import CourseError
from autograder.intake.collect import collect
from autograder.people.collected import (
    Status,
    Worksheet,
    numbers_in,
    table,
    table_path,
    worksheet_path,
)
from autograder.people.extensions import deadlines, more_time
from autograder.people.groups import together
from autograder.people.platforms import (
    PARTICIPANTS,
    PLATFORMS,
    WORKSHEET_HEADINGS,
    Owner,
    forms_of_a_site,
)
from autograder.people.roster import Roster
from autograder.submission.handed_in import submission_date

EXAMPLES = [
    pytest.param(platform, example["path"], example, id=example["path"])
    for platform in PLATFORMS.values()
    for example in platform.examples
]
SAKAI = "Homework/Lovelace, Ada(alovelace)"
EXPORT = "assignment_4242_export"
# As Gradescope writes it: symbols of Ruby, a tag of Ruby's, numbers as text, times to a nanosecond.
METADATA = """---
submission_9000:
  :submitters:
  - :name: Ada Lovelace
    :sid: '0026'
    :email: Ada@x.org
  :created_at: 2027-04-20 10:00:00.123456000 Z
  :score: 3.0
  :results: !ruby/hash:ActiveSupport::HashWithIndifferentAccess
    tests: []
submission_9001:
  :submitters:
  - :name: 山田 太郎
    :sid: '27'
    :email: taro@x.org
  - :name: Wei Li
    :sid:
    :email: wei@x.org
  :created_at: 2027-04-21 10:00:00 -07:00
submission_9002:
  :submitters:
  - :name: Tina Tutor
    :sid: ''
    :email: tina@x.org
  :created_at: 2027-04-19 10:00:00 Z
"""
# Files of a download, the students, and, where the platform tells it, when Ada handed in.
DOWNLOADS = {
    "moodle": (
        {
            f"Ada Lovelace_101_assignsubmission_file/{NOTEBOOK}": TEXT,
            f"山田 太郎_102_assignsubmission_file_/{SHORT} (1).ipynb": TEXT,
        },
        ["Ada_Lovelace", "山田_太郎"],
        None,
    ),
    "canvas": (
        {
            f"lovelaceada_340934_208490284_{NOTEBOOK}": TEXT,
            f"山田太郎_LATE_340935_208490285_{SHORT}-1.ipynb": TEXT,
        },
        ["lovelaceada", "山田太郎"],
        None,
    ),
    "blackboard": (
        {
            f"Int8_ada1_attempt_2027-04-20-10-00-00_{NOTEBOOK}": TEXT,
            "Int8_ada1_attempt_2027-04-20-10-00-00.txt": "Name: Ada",
        },
        ["ada1"],
        "2027-04-20 10:00",
    ),
    "brightspace": (
        {
            f"12345-67890 - Ada Lovelace - Nov 5, 2026 112 PM/{NOTEBOOK}": TEXT,
            f"12346-67890 - 太郎 山田 - Nov 25, 2026 1012 AM/{NOTEBOOK}": TEXT,
            "index.html": "<html>",
        },
        ["Ada_Lovelace", "太郎_山田"],
        "2026-11-05 13:12",
    ),
    "sakai": (
        {
            f"{SAKAI}/Submission attachment(s)/{NOTEBOOK}": TEXT,
            f"{SAKAI}/Submission attachment(s)/timestamp.txt": "2020-01-01 00:00:00 UTC",
            f"{SAKAI}/timestamp.txt": "20261125101200000",
            f"Homework/山田, 太郎(s2612345)/Submission attachment(s)/{NOTEBOOK}": TEXT,
            "Homework/grades.csv": "x",
        },
        ["alovelace", "s2612345"],
        "2026-11-25 10:12",
    ),
    "sakai without folders": (
        {
            f"{SAKAI}_Submission attachment(s)_{NOTEBOOK}": TEXT,
            f"{SAKAI}_comments.txt": "well done",
            f"Homework/山田, 太郎(s2612345)_提出済みの添付ファイル_{NOTEBOOK}": TEXT,
            "Homework/grades.csv": "x",
        },
        ["alovelace", "s2612345"],
        None,
    ),
    "sakai since version 12": (
        {
            f"{SAKAI}/Submission attachment(s)/{NOTEBOOK}": TEXT,
            f"{SAKAI}/timestamp.txt": "2026-11-25T01:12:30.123456789Z",
        },
        ["alovelace"],
        "2026-11-25 01:12",
    ),
    "brightspace in French": (
        {
            f"12345-67890 - Ada Lovelace - 5 nov. 2026 13 h 12/{NOTEBOOK}": TEXT,
            f"12346-67890 - 太郎 山田 - juil. 25, 2026 1012/{NOTEBOOK}": TEXT,
        },
        ["Ada_Lovelace", "太郎_山田"],
        "2026-11-05 13:12",
    ),
    "ilias": (
        {
            f"Submissions/Lovelace_Ada_ada.l_6123/{NOTEBOOK}": TEXT,
            f"Submissions/__ ___s_yamada_6124/{NOTEBOOK}": TEXT,
            "marks.xlsx": "x",
        },
        ["ada.l", "yamada"],
        None,
    ),
    "manaba-user": ({f"u2612345@2612345@{NOTEBOOK}": TEXT}, ["u2612345"], None),
    "manaba": (
        {f"2612345@u2612345@{NOTEBOOK}": TEXT, f"2612346@u2612346@{SHORT} (1).ipynb": TEXT},
        ["u2612345", "u2612346"],
        None,
    ),
    "gradescope": (
        {
            f"{EXPORT}/submission_metadata.yml": METADATA.partition("submission_9002")[0],
            f"{EXPORT}/submission_9000/{NOTEBOOK}": TEXT,
            # A student's own file of that name tells nothing.
            f"{EXPORT}/submission_9000/submission_metadata.yml": METADATA.replace("Ada@", "wei@"),
            f"{EXPORT}/submission_9001/answers/{NOTEBOOK}": TEXT,
        },
        ["Ada_Lovelace", "Wei_Li", "山田_太郎"],
        "2027-04-20 10:00",
    ),
    "classroom": (
        {
            f"Ada Lovelace - {NOTEBOOK}": TEXT,
            f"山田 太郎 - {NOTEBOOK} (1).ipynb": TEXT,
        },
        ["Ada_Lovelace", "山田_太郎"],
        None,
    ),
}


@pytest.fixture
def course(tmp_path):
    """One whose times without a zone are in a certain one."""
    path = copy_course(tmp_path / "course") / "course.toml"
    path.write_text(path.read_text().replace("[course]", '[course]\ntimezone = "UTC"', 1))
    return registry.load(path.parent)


@pytest.mark.parametrize(("platform", "name", "fields"), EXAMPLES)
def test_a_name_is_read_as_the_platform_made_it(platform, name, fields):
    read = platform.read(name)
    assert {"path": name} | {key: getattr(read, key) for key in fields.keys() - {"path"}} == fields
    assert not read.doubt
    others = {known.name for known in PLATFORMS.values() if known.read(name)}
    assert others == {platform.name} or forms_of_a_site(others)


def test_the_command_knows_every_platform():
    assert {*LearningPlatform} == PLATFORMS.keys() - {PARTICIPANTS}


@pytest.mark.parametrize("encoding", [None, "cp932"])
@pytest.mark.parametrize("platform", DOWNLOADS)
def test_the_download_of_a_platform_is_taken_in(platform, encoding, course, tmp_path):
    members, students, date = DOWNLOADS[platform]
    source = archive(tmp_path / "down.zip", members, encoding)
    # Nothing tells a folder with Sakai's title of the assignment from that of a student, nor which
    # form a site of manaba has.
    platform = platform.split()[0]
    if encoding:  # a name that is known tells in which encoding all of them are
        name = "太郎 山田" if platform == "brightspace" else "山田 太郎"
        (course.root / "students.csv").write_text(f"student,name\n{students[-1]},{name}\n")
    said = platform if platform.startswith(("sakai", "manaba")) else None
    rows = collect(course, SHORT, [source], platform=said).rows
    assert sorted(submitted(course)) == sorted(students)
    assert [row for row in rows if row.status.needs_a_person] == []
    assert {row.platform for row in rows if row.student} == {platform}
    found = submission_date(course.assignment(SHORT).submitted(students[0]))
    assert (f"{found:%Y-%m-%d %H:%M}" if found else None) == date


FORMS = {"manaba": f"26@u26@{NOTEBOOK}", "manaba-user": f"u26@26@{NOTEBOOK}"}


@pytest.mark.parametrize("form", FORMS)
def test_a_site_of_manaba_is_asked_once_which_form_it_has(form, course, tmp_path):
    source = archive(tmp_path / "down.zip", {FORMS[form]: TEXT})
    (row,) = collect(course, SHORT, [source]).rows
    assert submitted(course) == {} and "manaba-user (u2612345@2612345@" in row.note
    collect(course, SHORT, [source], platform=form)
    assert [*submitted(course)] == ["u26"]
    later = archive(tmp_path / "later.zip", {FORMS[form]: f"{TEXT} "})
    (row,) = collect(course, SHORT, [later]).rows
    assert (row.status, row.platform) == (Status.TAKEN, form)


@pytest.mark.parametrize("form", FORMS)
def test_known_id_numbers_tell_which_form_a_site_of_manaba_has(form, course, tmp_path):
    (course.root / "students.csv").write_text("student,id_number\nada,26\n")
    collect(course, SHORT, [archive(tmp_path / "down.zip", {FORMS[form]: TEXT})])
    assert [*submitted(course)] == ["ada"]


def test_what_canvas_marks_as_late_is_said_and_its_time_is_asked_for(course, tmp_path):
    path = course.root / "course.toml"
    late = 'due = "2027-04-20 12:00"\nlate = { per_day = 0.1 }\n'
    path.write_text(path.read_text().replace(f'id = "{SHORT}"\n', f'id = "{SHORT}"\n{late}', 1))
    source = archive(tmp_path / "down.zip", DOWNLOADS["canvas"][0])
    done = autograder("collect", SHORT, source, cwd=course.root)
    (marked,) = (line for line in done.stdout.splitlines() if "marked as late" in line)
    assert "山田太郎" in marked and "no one knows when" in done.stderr
    assert "new (2): lovelaceada, 山田太郎" in done.stdout
    assert "lovelaceada, 山田太郎. Enter the times" in done.stderr


ROSTER_OF_GRADESCOPE = """First Name,Last Name,SID,Email,Role
Ada,Lovelace,0026,ada@x.org,Student
太郎,山田,27,taro@x.org,Student
Wei,Li,,wei@x.org,Student
Tina,Tutor,,tina@x.org,TA
"""


def gradescope(to, metadata=METADATA, folders=(9000, 9001, 9002), root=f"{EXPORT}/"):
    members = {f"{root}submission_{folder}/any name.ipynb": f"{TEXT}{folder}" for folder in folders}
    if metadata:
        members[f"{root}submission_metadata.yml"] = metadata
    return archive(to, members)


def test_gradescope_knows_students_staff_and_groups(course, tmp_path):
    roster = tmp_path / "roster.csv"
    roster.write_text(ROSTER_OF_GRADESCOPE)
    done = autograder("roster", roster, cwd=course.root)
    assert done.returncode == 0 and "Tina Tutor, who is not a student (TA)" in done.stderr
    path = course.root / "course.toml"
    entry = f'id = "{SHORT}"\n'
    grouped = f'{entry}due = "2027-04-20 12:00 UTC"\ngroups = "platform"\n'
    path.write_text(path.read_text().replace(entry, grouped, 1))
    for _ in range(2):  # the second time nothing is new
        done = autograder("collect", SHORT, gradescope(tmp_path / "down.zip"), cwd=course.root)
        assert done.returncode == 0, done.stderr
    here = registry.load(course.root)
    assert submitted(here) == {"Ada_Lovelace": "9000", "Wei_Li": "9001", "太郎_山田": "9001"}
    (tina,) = [row for row in table(here, SHORT) if not row.student]
    assert tina.status is Status.LEFT_OUT and "Tina Tutor" in tina.note
    assert together(here.assignment(SHORT), "Wei_Li") == ["Wei_Li", "太郎_山田"]
    assert together(here.assignment(SHORT), "Ada_Lovelace") == ["Ada_Lovelace"]
    assert Roster(here).row("Ada_Lovelace")["id_number"] == "0026"


def test_whom_gradescopes_roster_has_not_is_asked_and_then_known(course, tmp_path):
    (course.root / "students.csv").write_text("student,name,email\nada,A. L.,ada@x.org\n")
    source = gradescope(tmp_path / "down.zip", folders=(9000, 9002))
    done = collect(course, SHORT, [source])
    assert [*submitted(course)] == ["ada"] and done.questions
    asked = done.questions.read_text()
    assert "tina@x.org" in asked and "Tina Tutor" in asked
    done.questions.write_text(asked.replace("\n,", "\nnew,"))
    assert not collect(course, SHORT, [source]).questions
    assert [*submitted(course)] == ["Tina_Tutor", "ada"]


def clones(to, *users):
    """Clones of GitHub Classroom's repositories, with what Git keeps of each."""
    for user in users:
        folder = to / f"02-int8-binary-{user}"
        (folder / ".git").mkdir(parents=True)
        (folder / ".git" / "config").write_text("[core]")
        (folder / "README.md").write_text("# Homework")
        (folder / NOTEBOOK).write_text(f"{TEXT}{user}")
    return str(to)


def test_accounts_of_github_are_asked_once(course, tmp_path):
    (course.root / "students.csv").write_text("student,name,github\nada,Ada,al-1\nben,Ben,\n")
    source = clones(tmp_path / "clones", "al-1", "bb")
    done = collect(course, SHORT, [source], platform="github")
    assert submitted(course) == {"ada": "al-1"} and done.questions
    asked = done.questions.read_text()
    assert "github,bb," in asked
    assert not any(".git" in row.file for row in done.rows)
    done.questions.write_text(asked.replace("\n,", "\nben,", 1))
    assert not collect(course, SHORT, [source], platform="github").questions
    assert submitted(course) == {"ada": "al-1", "ben": "bb"}
    assert Roster(course).row("ben")["github"] == "bb"


BROKEN = {
    "missing": ("", "is missing"),
    "no list": ("- a\n- b\n", "lists no submissions"),
    "broken": ("submission_9000: [", "cannot be read"),
    "no persons": ("submission_9000: {}\n", "submission_9000 has no submitters"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_an_export_that_does_not_tell_whose_it_is_is_refused(case, course, tmp_path):
    metadata, why = BROKEN[case]
    done = autograder("collect", SHORT, gradescope(tmp_path / "d.zip", metadata), cwd=course.root)
    assert done.returncode == 1 and why in " ".join(done.stderr.split())
    assert "nothing was collected" in " ".join(done.stderr.split()) and submitted(course) == {}


def test_a_submission_that_names_nobody_is_asked(course, tmp_path):
    nobody = "submission_9000:\n  :submitters:\n  - :name: Ada Lovelace\n"
    done = collect(course, SHORT, [gradescope(tmp_path / "d.zip", nobody, (9000, 9001))])
    rows = [row for row in done.rows if row.status is Status.NOT_PLACED]
    assert len(rows) == 2 and submitted(course) == {}


RENAMED = {
    "json": (f"{NOTEBOOK}.json", TEXT),
    "txt": (f"{NOTEBOOK}.txt", TEXT.encode("utf-8-sig")),
    "none": ("homework", TEXT),
    "gz": (f"{NOTEBOOK}.gz", gzip.compress(TEXT.encode())),
    "a copy of Drive": (f"{NOTEBOOK} のコピー", TEXT),
    "a zip": ("homework.zip", None),
}


PLACES = [*product(["Ada_7_assignsubmission_file/{}", "ada_7_101_{}"], RENAMED)]
# In Classroom an ending tells the file's name from words.
PLACES += product(["Ada Lovelace - {}"], ["json", "txt", "gz", "a zip"])


@pytest.mark.parametrize(("layout", "kind"), PLACES)
def test_a_notebook_is_known_by_its_content(layout, kind, course, tmp_path):
    """In folders and, where a platform makes none, next to the others."""
    name, content = RENAMED[kind]
    if content is None:
        inside = archive(tmp_path / "inside.zip", {f"work/{NOTEBOOK}": TEXT})
        with open(inside, "rb") as file:
            content = file.read()
    members = {layout.format(name): content, layout.format("data.txt"): "1 2 3"}
    collect(course, SHORT, [archive(tmp_path / "down.zip", members)])
    assert len(submitted(course)) == 1


PLATFORM_FILES = Path(__file__).parent / "platform_files"
FIRST = "01_custom_function"
OF_FIRST = TEXT + started(FIRST)
# A download and the worksheet, with how many notebooks are in place then: of Alex's two no one can
# tell which one counts, and Paul handed in none.
WORKSHEETS = {"folders": ("plain", 15), "flat": ("plain", 15), "blind": ("blind", 15)}
WORKSHEETS |= {"team": ("team", 18)}


@pytest.mark.parametrize("layout", WORKSHEETS)
def test_moodles_worksheet_tells_who_and_when(layout, course):
    """Files of a running Moodle: each notebook says whose it is."""
    kind, count = WORKSHEETS[layout]
    names = (f"moodle-{layout}.zip", f"moodle-worksheet-{kind}.csv")
    sources = [str(PLATFORM_FILES / name) for name in names]
    # Without it only groups are asked about; then with it, and then it is kept.
    assert (collect(course, FIRST, sources[:1]).questions is None) == (kind != "team")
    for given in (sources, sources[:1]):
        done = collect(course, FIRST, given)
        placed = [*course.root.glob(f"submitted/*/{FIRST}/*.ipynb")]
        assert len(placed) == count and done.questions is None
    for path in placed:
        found = submission_date(path.parent)
        assert f"{found:%Y-%m-%d %H:%M}" == "2026-11-25 04:06"
    if kind == "plain":
        assert all(email == f"{text}@example.org" for email, text in whose(course))
    if kind != "blind":
        assert Roster(course).row("Siobhán_ONeil")["email"] == "oneil@example.org"
        numbers = {row.student: row.lms for row in table(course, FIRST)}
        assert numbers["Min-jun_Kim"] == {"plain": "86", "team": "112"}[kind]
    else:
        assert {path.parts[-3] for path in placed} >= {"Participant_99", "Participant_109"}
        assert Roster(course).rows == []


# The languages of Moodle's worksheet: the word before a number, "%A, %d %B" of a date, its status.
LANGUAGES = {
    "ja": (
        "参加者",
        "2027年 04月 {day}日(木曜日) {hour}:{minute}",
        "次の日時まで延長が許可されました: {}",
    ),
    "de": ("Teilnehmer/in", "Donnerstag, {day}. April 2027, {hour}:{minute}", "Verlängert bis: {}"),
    "fr": ("Participant", "jeudi {day} avril 2027, {hour}:{minute}", "Prolongation jusqu’au : {}"),
    "es": ("Participante", "jueves, {day} de abril de 2027, {hour}:{minute}", "Ampliado hasta: {}"),
    "zh": ("参与人", "2027年04月{day}日 星期四 {hour}:{minute}", "延期到：{}"),
}


def translated(text, language):
    """Moodle's English worksheet as it writes it in another language."""
    word, form, status = LANGUAGES[language]
    for english, ones in WORKSHEET_HEADINGS[language].items():
        text = re.sub(
            rf'(?m)^(.?Identifier.*?),"?{re.escape(english)}"?(?=,)', rf'\1,"{ones[0]}"', text
        )
    text = re.sub("Identifier", WORKSHEET_HEADINGS[language]["Identifier"][0], text, count=1)
    text = text.replace("Feedback comments", "Anderes").replace("Participant ", word)

    def date(match):
        moment = datetime.strptime(match[0], "%A, %d %B %Y, %I:%M %p")
        return form.format(day=f"{moment:%d}", hour=f"{moment:%H}", minute=f"{moment:%M}")

    text = re.sub(r"\w+, \d+ April 2027, \d+:\d\d [AP]M", date, text)
    text = re.sub(r"Extension granted until: (.*?) - ", lambda match: status.format(match[1]), text)
    return text.replace("27.00", '"27,00"') if language in ("de", "fr", "es") else text


@pytest.mark.parametrize("language", LANGUAGES)
def test_moodles_worksheet_is_read_in_the_language_that_it_has(language, course, tmp_path):
    path = course.root / "course.toml"
    entry = f'id = "{FIRST}"\n'
    path.write_text(path.read_text().replace(entry, f'{entry}due = "2027-04-20 23:59"\n'))
    course = registry.load(course.root)
    sheet = tmp_path / "sheet.csv"
    english = (PLATFORM_FILES / "moodle-worksheet-extension.csv").read_text()
    sheet.write_text(translated(english, language))
    done = collect(course, FIRST, [str(PLATFORM_FILES / "moodle-extension.zip"), str(sheet)])
    placed = [row for row in done.rows if row.status is Status.TAKEN and row.time]
    assert len(placed) == 30 and done.questions is None
    assignment = course.assignment(FIRST)
    assert {
        student: more_time(assignment, student).days for student in ("Wei_Li", "太郎_山田")
    } == {
        "Wei_Li": 7,
        "太郎_山田": 2,
    }
    kept = Worksheet(worksheet_path(course, FIRST))
    assert {"Full name", "Status", "Last modified (grade)"} <= {*next(iter(kept.rows.values()))}
    assert "Anderes" not in kept.as_text() and "Grade" not in kept.as_text()


@pytest.mark.parametrize("heading", ["Maximum Grade", "Maximum grade"])
def test_the_maximum_has_the_heading_of_two_versions(heading, tmp_path):
    text = (PLATFORM_FILES / "moodle-worksheet-plain.csv").read_text()
    (tmp_path / "a.csv").write_text(text.replace("Maximum grade", heading))
    assert f'"{heading}"' in text.replace("Maximum grade", heading)
    assert heading in Worksheet(tmp_path / "a.csv").as_text().splitlines()[0]


def test_a_workbook_is_no_archive_of_hand_ins(course, tmp_path):
    source = archive(tmp_path / "sheet.xlsx", {"xl/workbook.xml": "<workbook/>"})
    with pytest.raises(CourseError, match="is a workbook"):
        collect(course, SHORT, [source])


def test_a_table_that_is_nothing_we_know_is_refused_in_a_line(course, tmp_path):
    (tmp_path / "a.csv").write_text("Identificatore,Voto\nPartecipante 7,\n")
    with pytest.raises(CourseError, match="Japanese.*nothing was collected"):
        collect(course, SHORT, [str(tmp_path / "a.csv")])


IN_PLACE = (Status.TAKEN, Status.UNCHANGED)


def test_a_worksheet_dates_what_came_with_it_and_nothing_that_came_later(course, tmp_path):
    """Three days later Ada has handed in again; nobody has downloaded another worksheet."""
    names = ("moodle-folders.zip", "moodle-worksheet-plain.csv")
    first, sheet = (PLATFORM_FILES / name for name in names)
    collect(course, FIRST, [str(first), str(sheet)])
    again = {name: text + b" " * name.startswith("Ada") for name, text in entries(first).items()}
    collect(course, FIRST, [archive(tmp_path / "later.zip", again)])
    for _ in range(2):
        placed = {row.student: row for row in table(course, FIRST) if row.status in IN_PLACE}
        assert [who for who, row in placed.items() if not row.time] == ["Ada_Lovelace"]
        date = {who: submission_date(course.assignment(FIRST).submitted(who)) for who in placed}
        assert len(date) == 15 and [who for who in date if not date[who]] == ["Ada_Lovelace"]
        collect(course, FIRST, [str(tmp_path / "later.zip")])
    later = sheet.read_text().replace("25 November", "28 November")
    (tmp_path / "later.csv").write_text(later)
    collect(course, FIRST, [str(tmp_path / "later.zip"), str(tmp_path / "later.csv")])
    ada = submission_date(course.assignment(FIRST).submitted("Ada_Lovelace"))
    assert f"{ada:%Y-%m-%d}" == "2026-11-28"


DUE = {
    # The registry's lines; what is said, beside the due date; the due dates of two who have others.
    "as in Moodle": (
        'due = "2027-04-20 23:59"\n',
        ["太郎_山田 has until 2027-04-22 23:59", "Wei_Li has until 2027-04-27 23:59"],
        {"Wei_Li": 7, "太郎_山田": 2},
    ),
    "course.toml has one, too": (
        'due = "2027-04-20 23:59:30"\nextensions = { Wei_Li = "2027-04-21 23:59:30" }\n',
        ["Wei_Li has until 2027-04-21 23:59", "太郎_山田 has until 2027-04-22 23:59"],
        {"Wei_Li": 1, "太郎_山田": 2},
    ),
    "another day for all": (
        'due = "2027-04-19 23:59"\n',
        ["Wei_Li has until 2027-04-27 23:59", "has the due date 2027-04-20 23:59"],
        {"Wei_Li": 8},
    ),
    "no due date": ("", [], {}),
}


@pytest.mark.parametrize("case", DUE)
def test_due_dates_that_moodle_has_for_single_students_count(case, course):
    lines, said, days = DUE[case]
    path = course.root / "course.toml"
    entry = f'id = "{FIRST}"\n'
    path.write_text(path.read_text().replace(entry, f"{entry}{lines}"))
    names = ("moodle-extension.zip", "moodle-worksheet-extension.csv")
    sources = [PLATFORM_FILES / name for name in names]
    shown = autograder("collect", FIRST, *sources, cwd=course.root).stdout
    assignment = registry.load(course.root).assignment(FIRST)
    told = [line for line in deadlines(assignment) if "due 2027" not in line]
    assert len(told) == len(said) and all(any(part in line for line in told) for part in said)
    words = " ".join(shown.split())
    assert all(line in words for line in told if "according to Moodle" in line)
    day = timedelta(days=1)
    more = {
        student: round(more_time(assignment, student) / day) for student in assignment.students()
    }
    assert {student: number for student, number in more.items() if number} == days
    path.write_text(path.read_text().replace('timezone = "UTC"\n', ""))
    if "extensions" not in lines and lines:
        path.write_text(path.read_text().replace('23:59"', '23:59 UTC"'))
        unknown = registry.load(course.root).assignment(FIRST)
        assert not any(more_time(unknown, student) for student in unknown.students())
        assert "timezone" in " ".join(deadlines(unknown))


def test_the_groups_of_moodles_worksheet_share_what_they_handed_in(course):
    path = course.root / "course.toml"
    entry = f'id = "{FIRST}"\n'
    path.write_text(path.read_text().replace(entry, f'{entry}groups = "platform"\n'))
    names = ("moodle-team.zip", "moodle-worksheet-team.csv")
    now = registry.load(course.root)
    collect(now, FIRST, [str(PLATFORM_FILES / name) for name in names])
    team = ["Ada_Lovelace", "Siobhán_ONeil"]
    assert together(now.assignment(FIRST), team[0]) == team
    # A person has made a column of their own in the table: groups are as before.
    path = table_path(now, FIRST)
    lines = path.read_text().splitlines()
    path.write_text("".join(f"{line},{'mine' if line == lines[0] else ''}\n" for line in lines))
    assert together(now.assignment(FIRST), team[0]) == team and len(table(now, FIRST)) > 1


def whose(course):
    """The email address of each student of the roster whose work lies there, and what it says."""
    for path in course.root.glob(f"submitted/*/{FIRST}/*.ipynb"):
        email = Roster(course).row(path.parts[-3])["email"]
        if email:
            yield email, re.search(r"hand-in of (\w+)", path.read_text())[1]


def test_canvas_knows_the_people_of_moodles_list_by_their_names(course):
    """Two are of one name, and one is called otherwise there: a person says who is who."""
    autograder("roster", PLATFORM_FILES / "moodle-worksheet-plain.csv", cwd=course.root)
    done = collect(course, FIRST, [str(PLATFORM_FILES / "canvas.zip")])
    found = [*whose(course)]
    assert len(found) == 7 and all(email == f"{text}@example.org" for email, text in found)
    asked = {row.file.split("/")[1].split("_")[0] for row in done.rows if "who is" in row.note}
    # Nor does the list have these, of which one is a group's.
    assert asked - {"kimminjun", "nguyễnan"} == {"smith12jo", "3combob", "i̇nceayşe", "team7"}
    assert Roster(course).new == []


def with_groups(course, groups):
    path = course.root / "course.toml"
    entry = f'id = "{SHORT}"\n'
    path.write_text(path.read_text().replace(entry, f"{entry}groups = {groups}\n"))
    return registry.load(course.root)


def test_a_group_of_canvas_is_no_student_and_whose_number_it_has_is_asked_once(course, tmp_path):
    (course.root / "students.csv").write_text("student,name\nada,Ada Lovelace\nben,Ben Li\n")
    course = with_groups(course, '{ team-1 = ["ada", "ben"] }')
    team = archive(tmp_path / "team.zip", {f"team1_7_9001_{NOTEBOOK}": TEXT})
    done = collect(course, SHORT, [team])
    assert submitted(course) == {} and "who handed it in" in done.rows[0].note
    path = tmp_path / "answers.csv"
    path.write_text("student,likeliest,platform,person\nada,,canvas,7\n")
    collect(course, SHORT, [team, str(path)])
    assert [*submitted(course)] == ["ada"] and not collect(course, SHORT, [team]).questions
    own = archive(tmp_path / "own.zip", {f"lovelaceada_7_9002_{FIRST}.ipynb": OF_FIRST})
    assert not collect(course, FIRST, [own]).questions and [*submitted(course, FIRST)] == ["ada"]


def test_a_group_of_canvas_is_asked_about_where_its_number_came_with_a_persons_name(
    course, tmp_path
):
    own = archive(tmp_path / "own.zip", {f"lovelaceada_7_9002_{FIRST}.ipynb": OF_FIRST})
    collect(course, FIRST, [own])
    team = archive(tmp_path / "team.zip", {f"team1_7_9001_{NOTEBOOK}": TEXT})
    done = collect(course, SHORT, [team])
    assert done.questions and submitted(course) == {}
    assert "lovelaceada, who has a different name" in done.rows[0].note


def test_work_of_a_person_does_not_go_to_the_group_that_came_with_their_number(course, tmp_path):
    """No list says that team1 is none of the students."""
    team = archive(tmp_path / "team.zip", {f"team1_7_9001_{NOTEBOOK}": TEXT})
    assert collect(course, SHORT, [team]).new == ["team1"]
    own = archive(tmp_path / "own.zip", {f"lovelaceada_7_9002_{FIRST}.ipynb": OF_FIRST})
    assert collect(course, FIRST, [own]).questions and submitted(course, FIRST) == {}
    path = tmp_path / "answers.csv"
    path.write_text("student,likeliest,platform,person\nnew,,canvas,7\n")
    collect(course, FIRST, [own, str(path)])
    assert [*submitted(course, FIRST)] == ["lovelaceada"]
    assert Roster(course).with_identifier("canvas", "7") == "lovelaceada"


def test_canvas_does_not_tell_who_is_in_a_group(course, tmp_path):
    course = with_groups(course, '"platform"')
    team = archive(tmp_path / "team.zip", {f"team1_7_9001_{NOTEBOOK}": TEXT})
    with pytest.raises(CourseError, match=r'groups = "roster".*nothing was collected'):
        collect(course, SHORT, [team])


def test_a_number_of_a_group_is_no_persons_once_the_worksheet_says_so(course, tmp_path):
    """Answered without a worksheet, 99 was Yuki for the group; there is a participant 99, too."""
    sixth = "06_number_formats"
    sheet = str(PLATFORM_FILES / "moodle-worksheet-teams.csv")
    team = of_assignment(PLATFORM_FILES / "moodle-teams.zip", sixth, tmp_path / "teams.zip")
    (course.root / "students.csv").write_text("student,name\nyuki,Yuki T.\n")
    path = tmp_path / "answers.csv"
    path.write_text("student,likeliest,platform,person\nyuki,,moodle,99\n")
    collect(course, sixth, [team, str(path)])
    collect(course, sixth, [team, sheet])
    emails = {row["student"]: row["email"] for row in Roster(course).rows}
    assert emails["yuki"] != "somchai@example.org"
    sent = {name.split("_")[0]: text for name, text in pages_in(team).items()}
    groups = {row["Email address"]: row["Group"] for row in Worksheet(Path(sheet)).sheet.rows}
    placed = {path.parts[-3]: path for path in course.root.glob(f"submitted/*/{sixth}/*.ipynb")}
    there = {emails[student]: path.read_text() for student, path in placed.items()}
    assert len({*there} - {""}) == 30
    assert all(text == sent[groups[email]] for email, text in there.items() if email)


def test_a_worksheet_of_another_assignment_places_nothing(course):
    sources = [PLATFORM_FILES / "moodle-folders.zip", PLATFORM_FILES / "moodle-worksheet-team.csv"]
    done = collect(course, FIRST, [*map(str, sources)])
    assert submitted(course, FIRST) == {} and done.questions


def test_an_email_address_is_the_same_in_any_case_and_an_id_number_is_not(tmp_path):
    columns, path = "Identifier,Email address,ID number,Grade,Maximum grade", tmp_path / "a.csv"
    path.write_text(f"{columns}\nParticipant 7,Ada@X.org,a1,,13\n")
    worksheet = Worksheet(path)
    known = [{"email": "ada@x.ORG"}, {"id_number": "a1"}, {"id_number": "A1"}]
    roster = [{"student": f"s{number}"} | row for number, row in enumerate(known)]
    assert numbers_in(worksheet, [], roster) == {"s0": "7", "s1": "7"}


LISTS = {
    "moodle": (
        "First name,Last name,Email address,ID number\nAda,Lovelace,A@x.org,26\nBo,Li,b@x.org,\n"
    ),
    "id numbers alone": "学籍番号,氏名\n26,Ada Lovelace\n27,Bo Li\n",
    "gradescope": (
        "First Name,Last Name,SID,Email,Role,Section\nAda,Lovelace,26,,Student,1\n"
        "Bo,Li,,b@x.org,Student,2\nEve,Adler,99,e@x.org,Instructor,\n"
    ),
    "brightspace": "OrgDefinedId;First Name;Last Name;Email\n#26;Ada;Lovelace;\n;Bo;Li;b@x.org\n",
}


# Lists in which not everybody can be told from others: what is said, and the roster then.
HARD = {
    "one address for two": (
        "name,email,id number\nAda,a@x,1\nBen,a@x,2\nCho,c@x,3\n",
        "",
        {"Ada": ("", "1"), "Ben": ("", "2"), "Cho": ("c@x", "3")},
    ),
    "nothing but one address for two": (
        "name,email\nAda,a@x\nBen,a@x\nCho,c@x\n",
        "left out: Ben, with no email",
        {"Cho": ("c@x", "")},
    ),
    "numbers that are none": (
        "name,email,id number\nAda,a@x,-\nBen,b@x,0\nCho,,n/a\nDan,,0\nEve,,9\n",
        "left out: Cho",
        {"Ada": ("a@x", ""), "Ben": ("b@x", ""), "Eve": ("", "9")},
    ),
    "numbers with a slash": (
        "name,email,id number\nAda,,2027/17\n,,2027/18\n",
        "",
        {"Ada": ("", "2027/17"), "2027_18": ("", "2027/18")},
    ),
    "staff": (
        "Name,Email,Role\nAda,a@x,Student\nBen,b@x,Instructor\nCho,c@x,TA\n",
        "left out: Ben, who is not a student (Instructor)",
        {"Ada": ("a@x", "")},
    ),
    "staff, in Japanese": (
        "氏名,メールアドレス,学籍番号,ロール\n山田 花子,a@x,1,履修者\n佐藤 蓮,b@x,2,担当教員\n",
        "left out: 佐藤 蓮",
        {"山田_花子": ("a@x", "1")},
    ),
    "somebody in two sections": (
        "name,email\nAda,a@x\nAda,a@x\n",
        "",
        {"Ada": ("a@x", "")},
    ),
}


@pytest.mark.parametrize("case", HARD)
def test_who_cannot_be_told_from_others_is_named_and_the_roster_can_be_read(case, course, tmp_path):
    text, said, expected = HARD[case]
    (tmp_path / "list.csv").write_text(text)
    for _ in range(2):
        done = autograder("roster", tmp_path / "list.csv", cwd=course.root)
        assert done.returncode == 0 and said in done.stderr, done.stderr
        rows = Roster(course).rows
        assert {row["student"]: (row["email"], row["id_number"]) for row in rows} == expected


@pytest.mark.parametrize("text", ["", "name,email\n", "name,email\nAda,\nBen,-\n"])
def test_a_list_of_no_one_is_one_line(text, course, tmp_path):
    (tmp_path / "list.csv").write_text(text)
    done = autograder("roster", tmp_path / "list.csv", cwd=course.root)
    assert done.returncode == 1 and done.stderr.count("\n") == 1 and "list.csv" in done.stderr
    assert not (course.root / "students.csv").exists()


def test_a_second_list_says_what_changed(course, tmp_path):
    for text in (
        "name,email,id number\nAda Lovelace,a@x,1\n",
        "name,email,id number\nA King,k@x,1\n",
    ):
        (tmp_path / "list.csv").write_text(text)
        done = autograder("roster", tmp_path / "list.csv", cwd=course.root)
    assert "name is 'A King' in the list, but 'Ada Lovelace'" in done.stderr
    assert "email is 'k@x' in the list, but 'a@x'" in done.stderr
    assert Roster(course).row("Ada_Lovelace")["email"] == "a@x"


# The list of a report, as manaba makes it: lines above the headings, and one at the end.
MANABA = (
    "レポート\n課題 1\n\n#内部コースID,コース名,ロール,ユーザID,学籍番号,氏名,メールアドレス\n"
    "1,演習,担当教員,t1,,佐藤 蓮,ren@x.org\n1,演習,履修生,u26,26,山田　太郎,ada@x.org\n#end\n"
)
# A platform's own list, without numbers of the university, and a name in its download.
OWN_LISTS = {
    "canvas": (
        "Student,ID,SIS User ID,SIS Login ID,Section\nPoints Possible,,,,\n"
        '"Lovelace, Ada",7,,,x\n"Student, Test",8,,f00,x\n',
        f"kingada_7_101_{NOTEBOOK}",
        "Lovelace_Ada",
    ),
    "blackboard": (
        "Last Name,First Name,Username,Student ID,Availability\nLovelace,Ada,al1,,Yes\n",
        f"Lab 1_al1_attempt_2027-04-20-10-00-00_{NOTEBOOK}",
        "al1",
    ),
    "sakai": (
        "A site\n\nName,User ID,Email,Role,Groups\n"
        '"Lovelace, Ada",al1,ada@x.org,Student,\n"Staff, Eve",eve,e@x.org,Instructor,\n',
        f"King, A.(al1)/{NOTEBOOK}",
        "al1",
    ),
    "sakai, in Japanese": (
        "名前,ユーザ ID,メールアドレス,ロール\n山田 太郎,al1,ada@x.org,Student\n",
        f"King, A.(al1)/{NOTEBOOK}",
        "al1",
    ),
    "sakai, of a download": (
        '"Lab 1","Points"\n""\n"Display ID","ID","Last Name","First Name","grade"\n'
        '"al1","al1","Lovelace","Ada",""\n',
        f"King, A.(al1)/{NOTEBOOK}",
        "al1",
    ),
    "manaba": (MANABA, f"26@u26@{NOTEBOOK}", "u26"),
    "manaba-user": (MANABA, f"u26@26@{NOTEBOOK}", "u26"),
}


@pytest.mark.parametrize("case", OWN_LISTS)
def test_a_platforms_own_list_and_its_download_are_joined_by_its_own_id(case, course, tmp_path):
    text, name, student = OWN_LISTS[case]
    platform = case.split(",")[0]
    (tmp_path / "list.csv").write_text(text)
    done = autograder("roster", tmp_path / "list.csv", cwd=course.root)
    assert done.returncode == 0 and f"new (1): {student}" in done.stdout
    assert "no new students" in autograder("roster", tmp_path / "list.csv", cwd=course.root).stdout
    source = archive(tmp_path / "down.zip", {name: TEXT})
    done = collect(course, SHORT, [source], platform=platform)
    assert [*submitted(course)] == [student] and done.new == []


# Lists that have an address, too: the student is there already, under another id and name.
WITH_ADDRESS = [case for case, (text, *_) in OWN_LISTS.items() if "ada@x.org" in text]


@pytest.mark.parametrize("case", WITH_ADDRESS)
def test_who_is_known_by_address_is_known_in_the_download_by_the_platforms_id(
    case, course, tmp_path
):
    text, name, _ = OWN_LISTS[case]
    (course.root / "students.csv").write_text("student,name,email\nada,A. King-Noel,ada@x.org\n")
    # manaba's list lacks the university's number, so that the user name has to tell.
    (tmp_path / "list.csv").write_text(text.replace(",26,", ",,"))
    done = autograder("roster", tmp_path / "list.csv", cwd=course.root)
    assert done.returncode == 0 and "no new students" in done.stdout, done.stderr
    # manaba's form follows from the user name that the list has told.
    said = None if "manaba" in case else "sakai"
    done = collect(course, SHORT, [archive(tmp_path / "down.zip", {name: TEXT})], platform=said)
    assert [*submitted(course)] == ["ada"] and done.questions is None


def test_staff_in_a_platforms_own_list_is_no_student(course, tmp_path):
    (tmp_path / "list.csv").write_text(MANABA)
    done = autograder("roster", tmp_path / "list.csv", cwd=course.root)
    assert "left out: 佐藤 蓮, who is not a student (担当教員)" in done.stderr
    assert done.stderr.count("left out") == 1 and Roster(course).students == {"u26"}


def test_what_would_not_be_read_again_is_not_written(course):
    roster = Roster(course)
    roster.enter("ada", Owner("canvas", number="7"))
    roster.enter("b/n", Owner("canvas", number="8"))
    with pytest.raises(CourseError, match="'b/n' cannot be"):
        roster.save()
    assert [*course.root.glob("*students*")] == [*course.root.glob(".students*")] == []


@pytest.mark.parametrize("platform", LISTS)
def test_a_list_of_participants_becomes_the_roster(platform, course, tmp_path):
    (course.root / "students.csv").write_text("student,email,id_number\nada,a@x.org,26\n")
    path = tmp_path / "participants.csv"
    path.write_text(LISTS[platform])
    for said in ("new (1): Bo_Li", "no new students"):
        done = autograder("roster", path, cwd=course.root)
        assert done.returncode == 0 and said in done.stdout, done.stderr
    assert Roster(course).row("ada")["name"] == "Ada Lovelace"
    path.write_text("Name\nAda\n")
    done = autograder("roster", path, cwd=course.root)
    assert done.returncode == 1 and "no column of email" in done.stderr
