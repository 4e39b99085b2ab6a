"""Who hands in together: the groups of an assignment, as its entry in the registry says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from autograder.course import GROUPS, Assignment, CourseError
from autograder.judging.outcome import Outcome
from autograder.spreadsheets import read_sheet

PLATFORM, ROSTER = GROUPS


def groups_of(assignment: Assignment) -> dict[str, str]:
    """The group of each student who is in one.

    Raises:
        CourseError: a table that should have them has none.
    """
    course, said = assignment.course, assignment.groups
    if said == ROSTER:
        rows = read_sheet(course.roster, ["student", "group"]).rows
        return {row["student"]: row["group"] for row in rows if row["student"] and row["group"]}
    if said == PLATFORM:
        return _of_platform(assignment)
    table = said if isinstance(said, dict) else {}
    return {student: name for name, members in table.items() for student in members}


def _of_platform(assignment: Assignment) -> dict[str, str]:
    """Those of Moodle's worksheet, which is kept where it was collected."""
    collected = assignment.course.collected
    worksheet, table = (collected / f"{one}{assignment.id}.csv" for one in ("moodle-", ""))
    if not worksheet.is_file():
        return {}  # nothing is collected yet
    columns = read_sheet(worksheet, ["Identifier"]).columns
    if "Group" not in columns:
        raise CourseError(
            f"{worksheet} has no column 'Group', though groups of {assignment.id} is "
            f"{PLATFORM!r}. Is it an assignment of groups there? Then download the worksheet again."
        )
    rows = read_sheet(worksheet, ["Identifier"]).rows
    numbers = {row["Identifier"].rpartition(" ")[2]: row["Group"] for row in rows}
    students = read_sheet(table, ["student"]).rows if table.is_file() else []
    return {
        row["student"]: group
        for row in students
        if row["student"] and row["platform"] == "moodle" and (group := numbers.get(row["lms"]))
    }


def by_group(groups: dict[str, str]) -> dict[str, list[str]]:
    """The members of each group, in order.

    >>> by_group({"ben": "a", "ada": "a", "cho": "b"})
    {'a': ['ada', 'ben'], 'b': ['cho']}
    """
    members: dict[str, list[str]] = defaultdict(list)
    for student, group in sorted(groups.items()):
        members[group].append(student)
    return dict(members)


def together(assignment: Assignment, graded: Iterable[Outcome]) -> list[list[str]]:
    """Those of one group who have the same hand-in, where they are several."""
    groups = groups_of(assignment)
    same: dict[tuple[str, str], list[str]] = defaultdict(list)
    for one in graded:
        if one.student in groups and one.key.submission:
            same[groups[one.student], one.key.submission].append(one.student)
    return [students for students in same.values() if len(students) > 1]
