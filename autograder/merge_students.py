"""One student under two ids: everything of one id becomes the other's.

A platform made somebody a second student, or revealed who a nameless participant is.
Nothing is graded again, so points that a person gave stay. Where both have handed in, a person says
which hand-in counts; the other one is kept as an earlier one.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from autograder import notebooks, texts
from autograder.course import REGISTRY, Assignment, Course, CourseError
from autograder.gradebook import gradebook
from autograder.gradebook.set_aside import remove_empty, set_aside
from autograder.judging.outcome import outcome_in, write_outcome
from autograder.lock import only_grader
from autograder.people import collected
from autograder.people.platforms import PLATFORMS, Owner
from autograder.people.roster import Roster
from autograder.privacy import KINDS, FileKind, Rule, files_in
from autograder.spreadsheets import read_sheet
from autograder.submission.handed_in import in_utc, submission_date

_STUDENT, _ROSTER = "<student>", "students.csv"
_OWN = [kind for kind in KINDS if kind.rule is Rule.OWN and _STUDENT in kind.pattern]
Aside = list[tuple[Assignment, str]]  # whose hand-in of which assignment does not count


def become_one(course: Course, student: str, other: str, counts: Collection[str] = ()) -> list[str]:
    """Give a student everything of another one: files, points, rows of tables, identifiers.

    Args:
        course: the course directory.
        student: the id that stays.
        other: the one that is no more.
        counts: whose hand-in counts where both have handed in: one of the two ids, or an
            assignment, ``=`` and one of them.

    Returns:
        What was moved, a sentence each.

    Raises:
        CourseError: both have handed in the same assignment and no one says which one counts, or
            the registry names the other one; nothing was changed. Or one of them is no one.
    """
    with only_grader(course):
        aside = _require_apart(course, student, other, counts, _known(course))
        return [*_join(course, {other: student}, aside)]


def all_become_one(
    course: Course, students: Mapping[str, str], owners: Mapping[str, Owner], *, dry_run: bool
) -> tuple[list[str], list[str]]:
    """The same for many, each of whom was found to be a student.

    Args:
        course: the course directory.
        students: by the id that is no more, the one that stays.
        owners: by the id that is no more, what the platform says of that person.
        dry_run: look only.

    Returns:
        What was moved, and why somebody was not: a sentence each.
    """
    with only_grader(course):
        known = _known(course)
        known.students.update(students.values())  # a new student has nothing here yet
        refused: dict[str, str] = {}
        for other, student in students.items():
            try:
                _require_apart(course, student, other, (), known)
            except CourseError as error:
                refused[other] = f"autograder same {student} {other}: {error}"
        joined = {id: who for id, who in students.items() if id not in refused}
        moved = [] if dry_run or not joined else [*_join(course, joined, [], owners)]
    return moved, [*refused.values()]


def _join(
    course: Course,
    students: Mapping[str, str],
    aside: Aside,
    owners: Mapping[str, Owner] | None = None,
) -> Iterator[str]:
    for assignment, loser in aside:
        yield _set_aside(assignment, loser, students)
    # Points first: if this is stopped, its files show what is left to do.
    for other, student in students.items():
        moved = ", ".join(gradebook.give(course, other, student)) or "nothing"
        yield f"{moved}: the points of {other} are {student}'s now"
        _keep_names_apart(course, other, student)
    files = [*_files_of(course, students)]
    for path, kind, other in files:
        _move(course, path, kind, students[other])
    roster = Roster(course)
    for other, student in students.items():
        if owners:
            roster.enter(student, _without_others(roster, student, owners[other]))
        yield from roster.join(student, other, _came(course, student, other))
    tables = sorted(course.collected.glob("*.csv"))
    rows = sum(_rename_rows(path, students) for path in tables)
    roster.save()
    whose = f"{', '.join(dict.fromkeys(students.values()))}'s"
    counts = f"{texts.counted(len(files), 'file')} and {texts.counted(rows, 'row')}"
    yield f"{counts} of collected/ are {whose} now"


@dataclass(frozen=True)
class _Known:
    """Who exists and, for each assignment, whose submission the gradebook holds."""

    students: set[str]
    entered: dict[str, set[str]]


def _known(course: Course) -> _Known:
    entered = {assignment.id: gradebook.entered(assignment) for assignment in course.assignments}
    return _Known(Roster(course).students | gradebook.students(course), entered)


def _require_apart(
    course: Course, student: str, other: str, counts: Collection[str], known: _Known
) -> Aside:
    """See that both exist and, for each assignment that both handed in, which one counts."""
    for id in (student, other):
        if id not in known.students and not any(_files_of(course, [id])):
            raise CourseError(
                f"{id!r} is not known: neither {_ROSTER} nor anything else here has this id."
            )
    if student == other:
        raise CourseError(f"both ids are {student}. Give two different ids.")
    for assignment in course.assignments:
        groups = assignment.groups if isinstance(assignment.groups, dict) else {}
        if other in assignment.extensions or any(other in some for some in groups.values()):
            raise CourseError(
                f"{course.root / REGISTRY}: in the entry of {assignment.id}, replace {other} by "
                f"{student} first. Nothing was changed."
            )
    ids = (student, other)
    both = [
        assignment
        for assignment in course.assignments
        if all(_has(assignment, who, known.entered[assignment.id]) for who in ids)
    ]
    said = _read_counts(course, ids, counts)
    if missing := [shared for shared in both if shared.id not in said]:
        when = "; ".join(
            f"{shared.id} ({', '.join(_when(shared, who) for who in ids)})" for shared in missing
        )
        raise CourseError(
            f"both {student} and {other} have handed in {when}, and only a person can decide which "
            f"counts: add --counts {student} or --counts {other} (for one assignment: --counts "
            f"{missing[0].id}={student}); the other hand-in is kept. Nothing was changed."
        )
    return [(shared, other if said[shared.id] == student else student) for shared in both]


def _has(assignment: Assignment, student: str, entered: Collection[str]) -> bool:
    """Whether somebody has handed something in, or anything is left of it."""
    places = (assignment.submitted, assignment.autograded, assignment.feedback)
    return student in entered or any(place(student).exists() for place in places)


def _when(assignment: Assignment, student: str) -> str:
    date = submission_date(assignment.submitted(student))
    return f"{student}: {in_utc(date) if date else 'no one knows when'}"


def _read_counts(course: Course, ids: tuple[str, str], counts: Iterable[str]) -> dict[str, str]:
    """By assignment, whose hand-in counts, as a person says; the later of two options wins."""
    said: dict[str, str] = {}
    for count in counts:
        name, _, who = ("", "", count) if count in ids else count.rpartition("=")
        if who not in ids:
            first, second = ids
            raise CourseError(
                f"--counts is {count!r}; give {first} or {second}, or for one assignment "
                f"{course.assignments[0].id}={first}. Nothing was changed."
            )
        chosen = [course.assignment(name)] if name else course.assignments
        said |= {assignment.id: who for assignment in chosen}
    return said


def _set_aside(assignment: Assignment, loser: str, students: Mapping[str, str]) -> str:
    """Keep the hand-in that does not count; returns what counts now, and what was given for it."""
    ((other, student),) = students.items()
    winner = student if loser == other else other
    points = {who: _points(assignment, who) for who in (winner, loser)}
    collected.set_aside(assignment.course, assignment.id, loser)
    place = set_aside(assignment, loser, student)
    where = place.relative_to(assignment.course.root)
    best = "; the better hand-in counts (attempts = best)" if assignment.attempts == "best" else ""
    return (
        f"{assignment.id}: the hand-in of {winner} counts ({points[winner]}); that of {loser} "
        f"({points[loser]}) is kept in {where}{best}"
    )


def _points(assignment: Assignment, student: str) -> str:
    """The points of a submission, and which of them a person gave."""
    rows = gradebook.points_of(assignment, student)
    if not rows:
        return "not graded"
    total = sum(float(str(row.get("score") or 0)) for row in rows)
    given = [f"{row['cell']} {row['by_hand']:g}" for row in rows if row.get("by_hand") is not None]
    return f"{total:g} points{', by hand: ' if given else ''}{', '.join(given)}"


def _keep_names_apart(course: Course, other: str, student: str) -> None:
    """Rename earlier hand-ins that have the name of one of the student's."""
    for assignment in course.assignments:
        there = assignment.earlier(student)
        for folder in sorted(assignment.earlier(other).glob("*")):
            if (there / folder.name).exists():
                folder.rename(folder.with_name(f"{folder.name} {other}"))


def _files_of(course: Course, students: Collection[str]) -> Iterator[tuple[str, FileKind, str]]:
    """Their files, each with its kind and whose it is."""
    for path in files_in(course.root):
        for kind in _OWN:
            parts = PurePosixPath(path).parts
            place = PurePosixPath(kind.pattern).parts.index(_STUDENT)
            if len(parts) > place and parts[place] in students and kind.matches(path):
                yield path, kind, parts[place]
                break


def _move(course: Course, path: str, kind: FileKind, student: str) -> None:
    """Move a file into the other folder of its kind; an executed notebook says whose it is."""
    parts = [*PurePosixPath(path).parts]
    parts[PurePosixPath(kind.pattern).parts.index(_STUDENT)] = student
    target = course.root.joinpath(*parts)
    target.parent.mkdir(parents=True, exist_ok=True)
    source = course.root / path
    if source.suffix == ".ipynb" and parts[0] in ("autograded", course.private.name):
        executed = notebooks.read_evidence(source)
        if outcome := outcome_in(executed.metadata):
            write_outcome(executed, replace(outcome, student=student))
            notebooks.write(source, notebooks.as_short_text(executed))
    os.replace(source, target)
    remove_empty(source.parent, course.root)  # which another program may have put files into


def _without_others(roster: Roster, student: str, owner: Owner) -> Owner:
    """What a platform says about a student, without identifiers that another student has here."""

    def own(column: str, identifier: str) -> str:
        is_own = roster.with_identifier(column, identifier) in (None, student)
        return identifier if is_own else ""

    id_number = own("id_number", owner.id_number)
    return replace(owner, email=own("email", owner.email), id_number=id_number)


def _came(course: Course, student: str, other: str) -> list[tuple[str, str]]:
    """The identifiers of both, as (platform, name), where a platform has seen the other one."""
    came: dict[str, dict[str, dict[str, None]]] = {student: {}, other: {}}
    for assignment in course.assignments:
        for row in collected.table(course, assignment.id):
            platform = PLATFORMS.get(row.platform)
            if row.student in came and row.lms and platform and not platform.per_assignment:
                came[row.student].setdefault(row.platform, {})[row.lms] = None
    return [
        (name, number)
        for name, ids in came[other].items()
        for number in (came[student].get(name, {}) | ids)
    ]


def _rename_rows(path: Path, students: Mapping[str, str]) -> int:
    """Replace one id by the other in a table; return the number of rows."""
    sheet = read_sheet(path, [])
    rows = [row for row in sheet.rows if row.get("student") in students]
    for row in rows:
        row["student"] = students[row["student"]]
    if rows:
        sheet.write(path)
    return len(rows)
