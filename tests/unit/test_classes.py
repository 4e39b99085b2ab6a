"""Made-up classes: whatever people and groups are called, no work lies in another person's row.

Each table that collecting writes is read back, what it asks is answered in it, and what is exported
goes by the importers' rules to nobody else. ``make classes`` tries 1,000 classes.
"""

import os
import shutil
from pathlib import Path

import pytest
from classes import (
    NAMES,
    NOT_MADE,
    TOGETHER,
    Day,
    Made,
    classes,
    person_in,
    text_of,
    told_by,
    write_csv,
)
from downloads import archive
from hypothesis import event, example, given, settings
from importers import (
    Platform,
    brightspace_grades,
    canvas_grades,
    canvas_pages,
    exported,
    moodle_grades,
    moodle_pages,
)
from repository import REPOSITORY, registry_text

from autograder import registry
from autograder.course import CourseError
from autograder.intake.collect import collect
from autograder.intake.participants import enter_participants
from autograder.intake.which import which_path
from autograder.intake.who import COLUMNS, who_path
from autograder.people.collected import Status, table, worksheet_path
from autograder.people.platforms import PLATFORMS, as_filed
from autograder.people.roster import read_roster
from autograder.spreadsheets import read_sheet
from autograder.texts import clean

PLACED = (Status.TAKEN, Status.UNCHANGED)
BY_NAME_ALONE = [name for name, platform in PLATFORMS.items() if platform.person == "name"]


class Collecting:
    """A class whose hand-ins are collected day by day, and the owner of each row.

    Args:
        made: the class.
        root: a folder for its course directory.
    """

    def __init__(self, made, root):
        self.made, self.root = made, root
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir()
        text = registry_text()
        if made.says:
            entry = f'id = "{TOGETHER}"\n'
            text = text.replace(entry, f'{entry}groups = "{made.says}"\n')
        (root / "course.toml").write_text(text)
        (root / "solutions").symlink_to(REPOSITORY / "solutions")
        self.course = registry.load(root)
        self.first = {}  # whose work came first into a row of which nothing else tells whose it is
        is_named = made.platform.startswith(("manaba", "github"))
        self.platform = made.platform if is_named else None
        if made.roster == "typed":
            write_csv(self.course.roster, made.typed())
        if made.roster == "list":
            enter_participants(self.course, Path(write_csv(root / "list.csv", made.listed())))

    def owner(self, student):
        """Whose row it is: a person's, or that of a group which is taken for a person."""
        rows = {row["student"]: row for row in read_roster(self.course.roster).rows}
        person = person_in(rows.get(student, {"student": student}))
        return self.first.get(student) if person is None else ("person", person)

    def collect(self, number):
        """Collect what came on a day, and return the rows of its files."""
        day = self.made.days[number]
        files = self.made.files(number)
        members = {path: text_of(day.assignment, number, path, files[path]) for path in files}
        members |= self.made.beside(number)
        date = (2027, 4, 20 + number, 9, 0, 0)
        sources = [archive(self.root / "down.zip", members, date=date)]
        if day.has_worksheet:
            rows = self.made.worksheet(day.assignment)
            sources.append(write_csv(self.root / "worksheet.csv", rows))
        done = collect(self.course, day.assignment, sources, platform=self.platform)
        whose = self.whose(number)
        for row in done.rows:
            if row.student and row.file in whose:
                self.first.setdefault(row.student, whose[row.file])
        return done

    def whose(self, number):
        """Whose each file of a day is, by what the tables call it."""
        files = self.made.files(number)
        return {f"down.zip/{clean(path)}": whose for path, whose in files.items()}

    def placed(self, assignment):
        """Whose work lies in each student's row."""
        there = self.course.root.glob(f"submitted/*/{assignment}/{assignment}.ipynb")
        return {path.parts[-3]: told_by(path.read_text()) for path in there}

    def answer(self, number):
        """Fill in the tables of a day's questions, as somebody who knows everybody does."""
        assignment, files = self.made.days[number].assignment, self.whose(number)
        path = who_path(self.course, assignment)
        if path.is_file():
            sheet = read_sheet(path, COLUMNS)
            for row in sheet.rows:
                if whose := files.get(row["file"]):
                    row["student"] = self.student_of(whose, row["person"], number)
            sheet.write(path)
        path = which_path(self.course, assignment)
        if path.is_file():
            sheet = read_sheet(path, [])
            for row in {row["student"]: row for row in sheet.rows}.values():
                row["counts"] = "x"
            sheet.write(path)

    def student_of(self, whose, key, number):
        """The id of a person, or of one of a group: on Canvas of the one who handed in."""
        assignment = self.made.days[number].assignment
        persons = {str(self.made.number(person, assignment)): person for person in self.made.people}
        is_persons = (
            self.made.platform == "canvas" or worksheet_path(self.course, assignment).is_file()
        )
        if is_persons and key in persons:
            whose = "person", persons[key]
        rows = read_roster(self.course.roster).rows
        known = {*(row["student"] for row in rows), *self.first}
        mine = (file for file in sorted(known) if self.owner(file) == whose)
        theirs = (
            file
            for file in sorted(known)
            if (owner := self.owner(file)) and self.made.belongs(whose, owner)
        )
        return next(mine, "") or next(theirs, "new")


def require_right(collecting, done, number):
    """See that everything that came lies in its own row, or somebody is asked about it; say
    which."""
    made, day, files = collecting.made, collecting.made.days[number], collecting.whose(number)
    for student, whose in collecting.placed(day.assignment).items():
        owner = collecting.owner(student)
        assert made.belongs(whose, owner), (student, owner, whose, made.people)
    assert not (made.is_certain() and done.questions)
    for path, whose in files.items():
        mine = [row for row in done.rows if row.file == path]
        assert mine, path
        for row in mine:
            # Where only one name tells two people, a person is asked which file counts.
            if row.student and (row.status in PLACED or made.platform not in BY_NAME_ALONE):
                assert made.belongs(whose, collecting.owner(row.student)), row
            event(f"{made.platform}: {'asked' if row.status is Status.NOT_PLACED else 'taken'}")
        is_told = day.has_worksheet and all(row.status in PLACED and row.lms for row in mine)
        if whose[0] == "group" and is_told:
            owners = {collecting.owner(row.student) for row in mine}
            assert owners == {("person", member) for member in made.members(whose[1])}


def require_tables_read_back(collecting, done, number):
    """See that each table says the same of the same persons once it is read again."""
    made, course, day = collecting.made, collecting.course, collecting.made.days[number]
    files = collecting.whose(number)
    if course.roster.is_file():
        sheet = read_roster(course.roster)
        sheet.write(collecting.root / "again.csv")
        assert read_roster(collecting.root / "again.csv") == sheet
        for row in sheet.rows:
            if made.roster != "typed" and row.get("email"):
                # Where the names of files told it first, as these have it.
                assert as_filed(row["name"]) == as_filed(made.people[person_in(row)])
    read = table(course, day.assignment)
    assert [row for row in done.rows if row not in read] == []
    submitted = collecting.placed(day.assignment)
    for row in done.rows:
        if row.status in PLACED:
            assert submitted[row.student] == files[row.file]
    asked = read_sheet(done.questions, COLUMNS).rows if done.questions else []
    waiting = {row.file for row in done.rows if not row.student}
    assert {row["file"] for row in asked} & files.keys() <= waiting


def state(collecting, assignment):
    """Everything that collecting has written, without how it came about."""
    course = collecting.course
    files = {
        str(path): path.read_bytes()
        for path in course.root.rglob("*")
        if path.is_file()
        and path.parent not in (course.root / "private", course.collected)
        and not path.is_relative_to(course.root / "solutions")
    }
    tables = [path(course, assignment) for path in (who_path, which_path)]
    read = [read_sheet(path, []).rows for path in tables if path.is_file()]
    # A student of that day may be the likeliest now.
    asked = [
        {name: row[name] for name in row if name != "likeliest"} for table in read for row in table
    ]
    rows = table(course, assignment)
    return (
        files,
        asked,
        [(row.student, row.file, row.platform, row.lms_name, row.lms) for row in rows],
    )


def require_exported(collecting, assignment):
    """See that each grade and page reaches the person, or the members of the group, it is of."""
    made, course = collecting.made, collecting.course
    is_told = made.says or worksheet_path(course, assignment).is_file()
    if made.platform == "moodle" and made.groups and assignment == TOGETHER and not is_told:
        return  # nothing has told that the numbers of this assignment are those of groups
    exports = course.root / "exports"
    shutil.rmtree(exports, ignore_errors=True)
    try:
        grades, _ = exported(course, made.platform, assignment)
    except CourseError:  # which is said, and nothing is written
        assert not exports.exists()
        event(f"{made.platform}: not exported")
        return
    owners = {student: collecting.owner(student) for student in grades}
    students = {grade: student for student, grade in grades.items()}
    there = exports / f"{made.platform}-{assignment}.csv"
    if not there.is_file():  # no one there is known to the platform
        return
    event(f"{made.platform}: exported")
    given, pages = _grades(collecting, assignment, there), _pages(collecting, assignment, there)
    for person, grade in given.items():
        whose = owners[students[grade]]
        assert whose == ("person", person) or (
            # Canvas has a group's number from the member who handed in.
            made.platform == "canvas" and made.belongs(whose, ("person", person))
        )
    for person, student in pages.items():
        whose, group = owners[student], ("group", made.group_of(person))
        is_one_of_them = assignment == TOGETHER and made.belongs(group, whose)
        assert whose in (("person", person), group) or is_one_of_them
    if made.platform == "moodle":  # whose numbers its worksheet has, and those of groups
        rows = [row for row in table(course, assignment) if row.status in PLACED and row.lms]
        # Before the worksheet came, a group may have been taken for one more student.
        whose = (owners[row.student] for row in rows)
        reached = {number for kind, number in whose if kind == "person"}
        assert reached <= given.keys()
        is_of_groups = assignment == TOGETHER and made.groups
        with_page = {who for who in reached if made.group_of(who) or not is_of_groups}
        assert with_page <= pages.keys()


def _grades(collecting, assignment, path):
    made = collecting.made
    numbers = {str(made.number(person, assignment)): person for person in made.people}
    if made.platform == "moodle":
        return moodle_grades(path, Platform(numbers))
    if made.platform == "canvas":
        return canvas_grades(path, Platform(numbers))
    return brightspace_grades(
        path, Platform({str(1000 + person): person for person in made.people})
    )


def _pages(collecting, assignment, path):
    made, path = collecting.made, path.with_name(f"{path.stem}-feedback.zip")
    numbers = {str(made.number(person, assignment)): person for person in made.people}
    if made.platform == "moodle":
        is_of_groups = assignment == TOGETHER and made.groups
        groups = {str(number): members for number, (_, members) in made.groups.items()}
        return moodle_pages(path, Platform(numbers, groups if is_of_groups else {}))
    if made.platform == "canvas":
        names = [
            PLATFORMS["canvas"].read(name)
            for number, day in enumerate(made.days)
            for name in made.files(number)
            if day.assignment == assignment
        ]
        return canvas_pages(
            path, Platform(numbers, files={name.attempt: name.number for name in names})
        )
    return {}


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """One folder for all classes, since what is read of a solution is kept by its path."""
    return tmp_path_factory.mktemp("classes") / "course"


def test_classes_come_from_every_platform():
    assert NAMES.keys() | NOT_MADE.keys() == PLATFORMS.keys()


@settings(max_examples=int(os.environ.get("CLASSES", "25")), deadline=None)
@given(classes())
@example(  # of whom the first two came under ids of their own
    Made(
        people={1: "Ada Lovelace", 2: "Ada Lovelace", 3: "Lovelace Ada"},
        platform="sakai",
        days=[Day([1, 2]), Day([3])],
    )
)
@example(  # called as Moodle calls people whom it does not name
    Made(
        people={1: "Ada Lovelace", 2: "Wei Li", 3: "An Kim"},
        platform="moodle",
        days=[Day([1, 2, 3], TOGETHER, has_worksheet=True)],
        groups={7: ("Participant", [1]), 8: ("Participant 2", [2])},
    )
)
@example(  # a group that is called like somebody who is not in it
    Made(
        people={1: "Ada Lovelace", 2: "Wei Li"},
        platform="moodle",
        days=[Day([2], TOGETHER)],
        roster="list",
        groups={7: ("Ada Lovelace", [2])},
        says="platform",
    )
)
@example(  # the worksheet answers what was asked before
    Made(
        people={1: "Ada Lovelace", 2: "Wei Li", 3: "An Kim", 4: "Bo Kim"},
        platform="moodle",
        days=[Day([1, 2], TOGETHER), Day([1, 2, 3, 4], TOGETHER, has_worksheet=True)],
        groups={7: ("Team_A", [1]), 8: ("Team: B", [3]), 9: ("Team B", [4])},
    )
)
@example(  # the worksheet has more dots than the name of the file
    Made(
        people={1: "Ada Lee..."},
        platform="moodle",
        days=[Day([1], has_worksheet=True)],
    )
)
def test_no_work_lies_in_another_persons_row(root, made):
    collecting = Collecting(made, root)
    for number in range(len(made.days)):
        done = collecting.collect(number)
        require_right(collecting, done, number)
        require_tables_read_back(collecting, done, number)
    assignment = made.days[-1].assignment
    before = state(collecting, assignment)
    collecting.collect(number)
    assert state(collecting, assignment) == before
    if done.questions or done.choices:
        for _ in range(2):  # who it is, and then which of several files counts
            collecting.answer(number)
            done = collecting.collect(number)
            require_right(collecting, done, number)
        assert not (done.questions or done.choices)
    if made.platform in ("moodle", "canvas", "brightspace"):
        for assignment in {day.assignment for day in made.days}:
            require_exported(collecting, assignment)
