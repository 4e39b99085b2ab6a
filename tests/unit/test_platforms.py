"""What platforms hand out is read as they make it."""

import gzip

import pytest
from courses import SHORT, copy_course
from downloads import NOTEBOOK, TEXT, archive, submitted

from autograder import course as registry
from autograder.cli.options import LearningPlatform
from autograder.intake.collect import collect
from autograder.intake.platforms import PLATFORMS
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
    return registry.load(copy_course(tmp_path / "course"))


@pytest.mark.parametrize(("platform", "name", "fields"), EXAMPLES)
def test_a_name_is_read_as_the_platform_made_it(platform, name, fields):
    read = platform.read(name)
    assert {"path": name} | {key: getattr(read, key) for key in fields.keys() - {"path"}} == fields
    assert not read.doubt
    others = [one.name for one in PLATFORMS.values() if one is not platform and one.read(name)]
    assert others == []


def test_the_command_knows_every_platform():
    assert [*LearningPlatform] == [*PLATFORMS]


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
    told = submission_date(course.assignment(SHORT).submitted(students[0]))
    assert (f"{told:%Y-%m-%d %H:%M}" if told else None) == date


RENAMED = {
    "json": (f"{NOTEBOOK}.json", TEXT),
    "txt": (f"{NOTEBOOK}.txt", TEXT.encode("utf-8-sig")),
    "gz": (f"{NOTEBOOK}.gz", gzip.compress(TEXT.encode())),
    "none": ("homework", TEXT),
    "a copy of Drive": (f"{NOTEBOOK} のコピー", TEXT),
    "a zip": ("homework.zip", None),
}


@pytest.mark.parametrize("layout", ["Ada_7_assignsubmission_file/{}", "ada_7_101_{}"])
@pytest.mark.parametrize("kind", RENAMED)
def test_a_notebook_is_known_by_its_content(kind, layout, course, tmp_path):
    """In folders and, where a platform makes none, beside the others."""
    name, content = RENAMED[kind]
    if content is None:
        inside = archive(tmp_path / "inside.zip", {f"work/{NOTEBOOK}": TEXT})
        with open(inside, "rb") as file:
            content = file.read()
    members = {layout.format(name): content, layout.format("data.txt"): "1 2 3"}
    collect(course, SHORT, [archive(tmp_path / "down.zip", members)])
    assert len(submitted(course)) == 1


BROKEN = {"cut off": gzip.compress(TEXT.encode())[:40], "large": gzip.compress(bytes(101_000_000))}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_gzip_file_that_is_broken_or_too_large_is_refused(kind, course, tmp_path):
    members = {f"Ada_7_assignsubmission_file/{NOTEBOOK}.gz": BROKEN[kind]}
    (row,) = collect(course, SHORT, [archive(tmp_path / "down.zip", members)]).rows
    assert row.status.value == "refused"
