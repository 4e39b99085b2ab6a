"""Who hands in together: the groups of an assignment, as its entry in the registry says."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from autograder.course import GROUPS, REGISTRY, Assignment, CourseError, Groups
from autograder.people import roster
from autograder.people.collected import (
    GROUP,
    Worksheet,
    placed_last,
    rows_in,
    table_path,
    worksheet_path,
)
from autograder.people.platforms import PLATFORMS
from autograder.people.roster import read_roster

PLATFORM, ROSTER = GROUPS


def groups_of(assignment: Assignment) -> Groups:
    """The group of each student who is in one.

    Raises:
        CourseError: a table that should have them has none.
    """
    course, said = assignment.course, assignment.groups
    if said == ROSTER:
        return _of_roster(course.roster, changed_at(course.roster))
    if said == PLATFORM:
        worksheet, table = worksheet_path(course, assignment.id), table_path(course, assignment.id)
        of = _of_platform if worksheet.is_file() else _of_submissions
        return of(worksheet, table, changed_at(worksheet), changed_at(table))
    return assignment.registered_groups


def changed_at(path: Path) -> int:
    """When a file was changed; 0 where there is none."""
    return path.stat().st_mtime_ns if path.is_file() else 0


# Cached, since it is called for each student.
@lru_cache(maxsize=8)
def _of_roster(path: Path, _changed: int) -> Groups:
    rows = read_roster(path, "group").rows
    return Groups({row["student"]: row["group"] for row in rows if row["group"]})


@lru_cache(maxsize=8)
def _of_platform(worksheet: Path, table: Path, *_changed: int) -> Groups:
    """The groups of Moodle's worksheet, which is kept where it was collected."""
    known = Worksheet(worksheet)
    if not known.is_of_groups:
        raise CourseError(
            f"{worksheet} has no column {GROUP!r}, although groups of {table.stem} is "
            f"{PLATFORM!r}. If groups hand in together there, download the worksheet again; "
            "otherwise correct groups in course.toml."
        )
    groups = {number: row[GROUP] for number, row in known.rows.items() if number}
    return Groups(
        {
            row.student: group
            for row in placed_last(rows_in(table))
            if row.student and row.platform == "moodle" and (group := groups.get(row.lms))
        }
    )


@lru_cache(maxsize=8)
def _of_submissions(_worksheet: Path, table: Path, *_changed: int) -> Groups:
    """The people who share a submission, if a file of the platform names them."""
    groups: dict[str, str] = {
        row.student: row.handed_out_as
        for row in placed_last(rows_in(table))
        if row.student and row.platform in PLATFORMS and PLATFORMS[row.platform].people_file
    }
    counts = Counter(groups.values())
    return Groups({who: group for who, group in groups.items() if counts[group] > 1})


def together(assignment: Assignment, student: str) -> list[str]:
    """All members of a student's group, in order; the student alone where there is none."""
    groups = groups_of(assignment)
    mine = groups.get(student)
    return [*groups.members[mine]] if mine else [student]


def moved_students(assignment: Assignment, students: Iterable[str]) -> Iterator[str]:
    """Sentences about students who are in a different group than in the assignment before."""
    assignments = list(assignment.course.assignments)
    earlier = assignments[: [known.id for known in assignments].index(assignment.id)]
    last = next((known for known in reversed(earlier) if known.groups), None)
    before, groups = groups_of(last) if last else Groups(), groups_of(assignment)
    then, now = before.members, groups.members
    changed = [
        f"{student} ({before[student]} -> {groups[student]})"
        for student in sorted({*students} & groups.keys() & before.keys())
        # The same people under another name are the same group.
        if before[student] != groups[student] and then[before[student]] != now[groups[student]]
    ]
    if last and changed:
        yield f"in a different group than in {last.id}: {', '.join(changed)}"


def require_known(assignment: Assignment) -> None:
    """See that each extension and each group member is a known student, and not a typing error.

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
    known.update(roster.enrolled(course) if named else [])
    for student, what in named.items():
        if student not in known:
            near = difflib.get_close_matches(student, known, n=1)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise CourseError(
                f"{course.root / REGISTRY}: {what} {student!r}, who is neither in "
                f"{course.roster.name} nor in submitted/.{hint} Correct the id, or add it to "
                f"{course.roster.name}."
            )
