"""Who hands in together: the groups of an assignment, as its entry in the registry says."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from autograder.course import GROUPS, REGISTRY, Assignment, CourseError
from autograder.people.collected import GROUP, Worksheet, rows_in, table_path, worksheet_path
from autograder.people.roster import enrolled, read_roster

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
        worksheet, table = worksheet_path(course, assignment.id), table_path(course, assignment.id)
        return _of_platform(worksheet, table, _changed(worksheet), _changed(table))
    members = said if isinstance(said, dict) else {}
    return {student: name for name, some in members.items() for student in some}


def _changed(path: Path) -> int:
    return path.stat().st_mtime_ns if path.is_file() else 0


# Asked for with each student.
@lru_cache(maxsize=8)
def _of_roster(path: Path, _changed: int) -> dict[str, str]:
    return {row["student"]: row["group"] for row in read_roster(path, "group").rows if row["group"]}


@lru_cache(maxsize=8)
def _of_platform(worksheet: Path, table: Path, *_changed: int) -> dict[str, str]:
    """Those of Moodle's worksheet, which is kept where it was collected."""
    if not worksheet.is_file():
        return {}  # nothing is collected yet
    known = Worksheet(worksheet)
    if GROUP not in known.sheet.columns:
        raise CourseError(
            f"{worksheet} has no column {GROUP!r}, though groups of {table.stem} is "
            f"{PLATFORM!r}. Is it an assignment of groups there? Then download the worksheet again."
        )
    groups = {number: row[GROUP] for number, row in known.rows.items() if number}
    return {
        row.student: group
        for row in rows_in(table)
        if row.student and row.platform == "moodle" and (group := groups.get(row.lms))
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
