"""Who hands in together: the groups of an assignment, as its entry in the registry says."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from autograder.course import GROUPS, REGISTRY, Assignment, Course, CourseError
from autograder.spreadsheets import read_sheet

PLATFORM, ROSTER = GROUPS


def groups_of(assignment: Assignment) -> dict[str, str]:
    """The group of each student who is in one.

    Raises:
        CourseError: a table that should have them has none.
    """
    course, said = assignment.course, assignment.groups
    if said == ROSTER:
        return _of_roster(course.roster, _changed(course.roster))
    if said == PLATFORM:
        collected, name = course.collected, f"{assignment.id}.csv"
        worksheet, table = collected / f"moodle-{name}", collected / name
        return _of_platform(worksheet, table, _changed(worksheet), _changed(table))
    members = said if isinstance(said, dict) else {}
    return {student: name for name, some in members.items() for student in some}


def _changed(path: Path) -> int:
    return path.stat().st_mtime_ns if path.is_file() else 0


# Asked for with each student.
@lru_cache(maxsize=8)
def _of_roster(path: Path, _changed: int) -> dict[str, str]:
    rows = read_sheet(path, ["student", "group"]).rows
    return {row["student"]: row["group"] for row in rows if row["student"] and row["group"]}


@lru_cache(maxsize=8)
def _of_platform(worksheet: Path, table: Path, *_changed: int) -> dict[str, str]:
    """Those of Moodle's worksheet, which is kept where it was collected."""
    if not worksheet.is_file():
        return {}  # nothing is collected yet
    sheet = read_sheet(worksheet, ["Identifier"])
    if "Group" not in sheet.columns:
        raise CourseError(
            f"{worksheet} has no column 'Group', though groups of {table.stem} is "
            f"{PLATFORM!r}. Is it an assignment of groups there? Then download the worksheet again."
        )
    numbers = {row["Identifier"].rpartition(" ")[2]: row["Group"] for row in sheet.rows}
    students = read_sheet(table, ["student"]).rows if table.is_file() else []
    return {
        row["student"]: group
        for row in students
        if row["student"] and row["platform"] == "moodle" and (group := numbers.get(row["lms"]))
    }


def together(assignment: Assignment, student: str) -> list[str]:
    """All members of a student's group, in order; the student alone where there is none."""
    groups = groups_of(assignment)
    mine = groups.get(student)
    others = (one for one, group in groups.items() if group == mine)
    return sorted({student, *others}) if mine else [student]


def by_group(groups: dict[str, str]) -> dict[str, list[str]]:
    """The members of each group, in order.

    >>> by_group({"ben": "a", "ada": "a", "cho": "b"})
    {'a': ['ada', 'ben'], 'b': ['cho']}
    """
    members: dict[str, list[str]] = defaultdict(list)
    for student, group in sorted(groups.items()):
        members[group].append(student)
    return dict(members)


def moved(assignment: Assignment, students: Iterable[str]) -> Iterator[str]:
    """Which of some students are in another group than in the assignment before."""
    assignments = list(assignment.course.assignments)
    earlier = assignments[: [one.id for one in assignments].index(assignment.id)]
    last = next((one for one in reversed(earlier) if one.groups), None)
    before, groups = groups_of(last) if last else {}, groups_of(assignment)
    then, now = by_group(before), by_group(groups)
    changed = [
        f"{one} ({before[one]} -> {groups[one]})"
        for one in sorted({*students} & groups.keys() & before.keys())
        # The same people under another name are the same group.
        if before[one] != groups[one] and then[before[one]] != now[groups[one]]
    ]
    if last and changed:
        yield f"in other groups than in {last.id}: {', '.join(changed)}"


def enrolled(course: Course) -> dict[str, dict[str, str]]:
    """The rows of the roster by id, if there is one."""
    rows = read_sheet(course.roster, ["student"]).rows if course.roster.is_file() else []
    return {row["student"]: row for row in rows if row["student"]}


def require_known(assignment: Assignment) -> None:
    """See that each extension and each member of a group is somebody: with a slip no one is.

    Raises:
        CourseError: neither the roster nor submitted/ has the id.
    """
    course, id = assignment.course, assignment.id
    named = {who: f"an extension for {id} is for" for who in assignment.extensions}
    if isinstance(assignment.groups, dict):
        named |= {
            who: f"{group}, a group of {id}, has" for who, group in groups_of(assignment).items()
        }
    known = {folder.name for folder in course.root.glob("submitted/*")} if named else set()
    known.update(enrolled(course) if named else [])
    for student, what in named.items():
        if student not in known:
            near = difflib.get_close_matches(student, known, n=1)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise CourseError(
                f"{course.root / REGISTRY}: {what} {student!r}, whom neither {course.roster.name} "
                f"nor submitted/ has.{hint} Correct the id, or add a row with it to "
                f"{course.roster.name}."
            )
