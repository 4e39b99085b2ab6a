"""Made-up classes: whatever people are called, no work lies in another person's row.

``make classes`` tries 1,000 of them.
"""

import csv
import os
import shutil
import tempfile
import unicodedata
from collections import Counter
from pathlib import Path

from courses import SHORT
from downloads import NOTEBOOK, TEXT, archive, submitted
from hypothesis import event, given, settings
from hypothesis import strategies as st
from repository import REPOSITORY

from autograder import registry
from autograder.intake.collect import collect

FIRST = [
    "Ada",
    "Wei",
    "Li",
    "Min-jun",
    "José",
    "Jose",
    "María José",
    "太郎",
    "Siobhán",
    "Ayşe",
    "कमला",
]
FIRST += ["कमल", "Anna", "An", "Jean_Luc", "Văn An", "محمد", "Zoë", "Олег", "3Com"]
LAST = ["Lovelace", "Li", "Wei", "Kim", "O'Neil", "ONeil", "山田", "Nguyễn", "Van der Berg-Smith"]
LAST += ["García Márquez", "Davis, Jr.", "İnce", "Na Kim", "شريف", "Иванов", "12", "Ada"]
FULL = st.builds("{} {}".format, st.sampled_from(FIRST), st.sampled_from(LAST))
ROSTER_SPELLINGS = [
    str,
    str.upper,
    lambda name: unicodedata.normalize("NFD", name),
    lambda name: " ".join(reversed(name.split())),
    lambda name: "{1}, {0}".format(*name.split(" ", 1)),
    lambda name: name.replace("'", "’").replace("-", " "),
]


@st.composite
def classes(draw):
    """People by number: names, some of them twice or turned round; the roster; who came when."""
    names = draw(st.lists(FULL, min_size=2, max_size=7))
    twins = draw(st.lists(st.sampled_from(names), max_size=2))
    turned = [" ".join(reversed(name.split())) for name in names[:1]]
    people = dict(enumerate([*names, *twins, *turned], start=draw(st.integers(1, 40))))
    day = st.lists(st.sampled_from([*people]), min_size=1, unique=True)
    return {
        "people": people,
        "spelling": {number: draw(st.sampled_from(ROSTER_SPELLINGS)) for number in people},
        "platform": draw(st.sampled_from([*NAMES])),
        "has_roster": draw(st.booleans()),
        "has_worksheet": draw(st.booleans()),
        "days": draw(st.lists(day, min_size=1, max_size=3)),
    }


def canvas(name):
    """As Canvas sorts the name and runs it together."""
    *first, last = name.split(" ")
    letters = "".join(one for one in f"{last}{''.join(first)}" if one.isalnum() or one in "_")
    return letters.lower()


# How a platform names a file of a person with a name and a number, which identifies them there.
NAMES = {
    "moodle": lambda name, number: (
        f"{name.replace('_', ' ').replace(chr(39), '')}_{number}_assignsubmission_file/{NOTEBOOK}"
    ),
    "canvas": lambda name, number: f"{canvas(name)}_{number}_{1000 + number}_{NOTEBOOK}",
    "brightspace": lambda name, number: f"{number}-9 - {name} - Nov 5, 2026 112 PM/{NOTEBOOK}",
    "sakai": lambda name, number: f"{', '.join(name.split(' ', 1))}(u{number})/{NOTEBOOK}",
    "blackboard": lambda name, number: f"Lab_u{number}_attempt_2027-04-20-10-00-00_{NOTEBOOK}",
    "manaba": lambda name, number: f"{1000 + number}@u{number}@{NOTEBOOK}",
    "exchange": lambda name, number: f"u{number}+{SHORT}+2027-04-20 10:00:00 UTC+x/{NOTEBOOK}",
}


def course_in(folder):
    """A course directory without what collecting does not read."""
    shutil.copy(REPOSITORY / "course.toml", folder)
    (folder / "solutions").symlink_to(REPOSITORY / "solutions")
    return registry.load(folder)


def write_csv(path, columns, rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([columns, *rows])
    return str(path)


@settings(max_examples=int(os.environ.get("CLASSES", "25")))
@given(classes())
def test_no_work_lies_in_another_persons_row(made):
    people, platform = made["people"], made["platform"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        course = course_in(folder)
        if made["has_roster"]:
            rows = [(f"id{number}", made["spelling"][number](people[number])) for number in people]
            write_csv(folder / "students.csv", ["student", "name"], rows)
        tables = []
        if made["has_worksheet"] and platform == "moodle":
            columns = ["Identifier", "Full name", "Email address", "Grade", "Maximum grade"]
            lines = [(f"Participant {n}", people[n], f"{n}@x.org", "", "27") for n in people]
            tables = [write_csv(folder / "worksheet.csv", columns, lines)]
        came = set()
        for day in made["days"]:
            files = {NAMES[platform](people[n], n): f"{TEXT}{n} " for n in day}
            done = collect(course, SHORT, [archive(folder / "down.zip", files), *tables])
            came |= {*day}
        placed = {student: int(text) for student, text in submitted(course).items()}
        asked = [row for row in done.rows if row.status.value == "not placed"]
        for student, number in placed.items():
            is_of_roster = made["has_roster"] and student.startswith("id")
            assert not is_of_roster or student == f"id{number}", (student, people[number])
        # No one's work is under two students, nor lost: it is placed, or asked about.
        assert not [n for n, times in Counter(placed.values()).items() if times > 1]
        assert made["has_roster"] or not asked
        assert {*made["days"][-1]} <= {*placed.values()} or asked
        event(f"{platform}: {'asked' if asked else 'all placed'}")
