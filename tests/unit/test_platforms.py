"""What platforms hand out is read as they make it."""

import re
from pathlib import Path

import pytest
from courses import SHORT, autograder, copy_course
from downloads import NOTEBOOK, TEXT, archive, submitted

from autograder import registry
from autograder.cli.console import LearningPlatform
from autograder.intake.collect import collect
from autograder.people.collected import table, table_path
from autograder.people.groups import together
from autograder.people.platforms import PARTICIPANTS, PLATFORMS
from autograder.people.roster import Roster
from autograder.submission.handed_in import submission_date

EXAMPLES = [
    pytest.param(platform, example["path"], example, id=example["path"])
    for platform in PLATFORMS.values()
    for example in platform.examples
]
SAKAI = "Homework/Lovelace, Ada(alovelace)"
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
    "manaba": (
        {f"2612345@u2612345@{NOTEBOOK}": TEXT, f"2612346@u2612346@{SHORT} (1).ipynb": TEXT},
        ["u2612345", "u2612346"],
        None,
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
    others = [one.name for one in PLATFORMS.values() if one is not platform and one.read(name)]
    assert others == []


def test_the_command_knows_every_platform():
    assert {*LearningPlatform} == PLATFORMS.keys() - {PARTICIPANTS}


@pytest.mark.parametrize("encoding", [None, "cp932"])
@pytest.mark.parametrize("platform", DOWNLOADS)
def test_the_download_of_a_platform_is_taken_in(platform, encoding, course, tmp_path):
    members, students, date = DOWNLOADS[platform]
    source = archive(tmp_path / "down.zip", members, encoding)
    # Nothing tells a folder with Sakai's title of the assignment from that of a student.
    rows = collect(course, SHORT, [source], platform="sakai" if platform == "sakai" else None).rows
    assert sorted(submitted(course)) == sorted(students)
    assert [row for row in rows if row.status.needs_a_person] == []
    assert {row.platform for row in rows if row.student} == {platform}
    found = submission_date(course.assignment(SHORT).submitted(students[0]))
    assert (f"{found:%Y-%m-%d %H:%M}" if found else None) == date


RENAMED = {
    "json": (f"{NOTEBOOK}.json", TEXT),
    "txt": (f"{NOTEBOOK}.txt", TEXT.encode("utf-8-sig")),
    "none": ("homework", TEXT),
    "a copy of Drive": (f"{NOTEBOOK} のコピー", TEXT),
    "a zip": ("homework.zip", None),
}


@pytest.mark.parametrize("layout", ["Ada_7_assignsubmission_file/{}", "ada_7_101_{}"])
@pytest.mark.parametrize("kind", RENAMED)
def test_a_notebook_is_known_by_its_content(kind, layout, course, tmp_path):
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
    assert asked == {"kimminjun", "nguyễnan"}


def test_a_worksheet_of_another_assignment_places_nothing(course):
    sources = [PLATFORM_FILES / "moodle-folders.zip", PLATFORM_FILES / "moodle-worksheet-team.csv"]
    done = collect(course, FIRST, [*map(str, sources)])
    assert submitted(course, FIRST) == {} and done.questions


LISTS = {
    "moodle": (
        "First name,Last name,Email address,ID number\nAda,Lovelace,A@x.org,26\nBo,Li,b@x.org,\n"
    ),
    "brightspace": "OrgDefinedId;First Name;Last Name;Email\n#26;Ada;Lovelace;\n;Bo;Li;b@x.org\n",
}


@pytest.mark.parametrize("platform", LISTS)
def test_a_list_of_participants_becomes_the_roster(platform, course, tmp_path):
    (course.root / "students.csv").write_text("student,email,id_number\nada,a@x.org,26\n")
    path = tmp_path / "participants.csv"
    path.write_text(LISTS[platform])
    for said in ("new (1): Bo_Li", "no one is new"):
        done = autograder("roster", path, cwd=course.root)
        assert done.returncode == 0 and said in done.stdout, done.stderr
    assert Roster(course).row("ada")["name"] == "Ada Lovelace"
    path.write_text("Name\nAda\n")
    done = autograder("roster", path, cwd=course.root)
    assert done.returncode == 1 and "no column of email" in done.stderr
