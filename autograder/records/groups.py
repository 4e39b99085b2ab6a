"""One hand-in for all of a group: each member has a copy, and with it a row, points and a page.

What a group changes in ``submitted/`` is written down in ``collected/groups-<assignment>.csv``, so
that it can be taken back when the group is another one later. Nothing of it happens unsaid.
"""

from __future__ import annotations

import difflib
import shutil
from collections import Counter
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from autograder import notebooks
from autograder.course import Assignment, CourseError
from autograder.records import attempts, gradebook
from autograder.records.members import PLATFORM, by_group, groups_of
from autograder.records.store import enrolled
from autograder.spreadsheets import as_csv, read_sheet
from autograder.submission.handed_in import NBGRADER_FILES, submission_date


@dataclass(frozen=True)
class _Row:
    """What a student has as a member of a group.

    Args:
        student, group: ids.
        hand_in: the hash of the group's.
        copy: "yes" where the student did not hand it in.
        own: where the student's own is kept, which another member's has replaced.
    """

    student: str
    group: str
    hand_in: str
    copy: str = ""
    own: str = ""


def follow(assignment: Assignment) -> list[str]:
    """Give each member of a group the group's hand-in, and take it from who is no member now.

    Returns:
        What has changed, and what a person must decide, a sentence each.

    Raises:
        CourseError: a group has somebody whom no one knows; nothing is changed.
    """
    path = _path(assignment)
    if not (assignment.groups or path.is_file()):
        return []
    follower = _Follower(assignment, _read(path))
    rows = follower.rows()
    text = as_csv(list(_Row.__annotations__), map(asdict, rows))
    if not path.is_file() or path.read_text("utf-8") != text:
        notebooks.write(path, text)
    return follower.told


def sharing(assignment: Assignment, student: str) -> list[str]:
    """All who have the same hand-in as members of a student's group; the student alone if none."""
    rows = _read(_path(assignment))
    mine = rows.get(student, _Row(student, "", ""))
    same = [one for one in rows.values() if (one.group, one.hand_in) == (mine.group, mine.hand_in)]
    return sorted(one.student for one in same) or [student]


def _path(assignment: Assignment) -> Path:
    return assignment.course.collected / f"groups-{assignment.id}.csv"


def _read(path: Path) -> dict[str, _Row]:
    rows = read_sheet(path, list(_Row.__annotations__)).rows if path.is_file() else []
    return {row["student"]: _Row(**row) for row in rows}


def _renamed(before: dict[str, _Row], groups: dict[str, str]) -> dict[str, _Row]:
    """The rows as if each group had been called what it is called now, by who handed in."""
    names = {}
    for old, members in by_group({row.student: row.group for row in before.values()}).items():
        givers = [one for one in members if not before[one].copy] or members
        now = Counter(groups[one] for one in givers if one in groups)
        names[old] = now.most_common(1)[0][0] if now else old
    return {
        student: replace(row, group=names[row.group])
        if groups.get(student) == names[row.group]
        else row
        for student, row in before.items()
    }


class _Follower:
    """One run of :func:`follow`."""

    def __init__(self, assignment: Assignment, before: dict[str, _Row]) -> None:
        self.assignment, self.groups = assignment, groups_of(assignment)
        self.before = _renamed(before, self.groups)
        self.told: list[str] = []
        self._require_known()

    def rows(self) -> list[_Row]:
        """What everybody has now."""
        fresh = {one: group for one, group in self.groups.items() if one not in self.before}
        self._tell_of_other_groups(fresh)
        for row in self.before.values():
            if self.groups.get(row.student) != row.group:
                self._leave(row)
        shared = (self._share(*group) for group in by_group(self.groups).items())
        return [row for rows in shared for row in rows]

    def _leave(self, row: _Row) -> None:
        student, new = row.student, self.groups.get(row.student)
        now = f"in {new}" if new else "in no group"
        what = f"{student} was in {row.group} and is {now}"
        here = self._hash(student)
        if here and here == row.hand_in and (row.copy or new):
            self._take_away(student)
            gradebook.withdraw(self.assignment, student)
            self._tell(
                f"{what}: the hand-in of {row.group} and its points are taken from {student}"
            )
            kept = self.assignment.course.root / row.own
            if row.own and kept.is_dir() and not new:
                shutil.move(kept, self.assignment.submitted(student))
                self._tell(f"{student}'s own hand-in is back, and is graded")
        elif here:
            self._tell(f"{what}: what {student} handed in stays")

    def _share(self, group: str, members: list[str]) -> list[_Row]:
        there = {one: here for one in members if (here := self._hash(one))}
        copies = {one for one, here in there.items() if self._is_copy(one, group, here)}
        own = {one: here for one, here in there.items() if one not in copies}
        giver = self._giver(group, own or there)
        if giver is None:
            return [self.before[one] for one in members if one in self.before]
        wanted, rows, getting = there[giver], [], []
        for one in members:
            before = self.before.get(one) or _Row(one, group, "")
            kept = before.own if before.group == group else ""
            if there.get(one) != wanted:
                if one in there:
                    kept = self._replace(group, one, giver, one in copies) or kept
                self._give(giver, one)
                getting.append(one)
            is_copy = one in copies or one in getting or self.assignment.groups == PLATFORM
            rows.append(_Row(one, group, wanted, "yes" if is_copy else "", kept))
        if getting:
            self._tell(f"{group}: what {giver} handed in counts for {', '.join(getting)}")
        return rows

    def _is_copy(self, student: str, group: str, here: str) -> bool:
        row = self.before.get(student)
        return row is not None and bool(row.copy) and (row.group, row.hand_in) == (group, here)

    def _giver(self, group: str, candidates: dict[str, str]) -> str | None:
        """Whose hand-in counts: the latest one; None where there is none, or no one can tell."""
        if len({*candidates.values()}) < 2:
            return next(iter(candidates), None)
        dates = {one: self._date(one) for one in candidates}
        known = sorted((date, one) for one, date in dates.items() if date is not None)
        late = {candidates[one] for date, one in known if date == known[-1][0]}
        if len(known) < len(dates) or len(late) > 1:
            self._tell(
                f"{group}: {', '.join(candidates)} handed in different work, and no one knows "
                "which is the latest, so each has their own. Give the times (autograder handed-in "
                f"{self.assignment.id} DATE STUDENT), or take all but one away"
            )
            return None
        return known[-1][1]

    def _replace(self, group: str, student: str, giver: str, is_copy: bool) -> str:
        """Make room for the group's hand-in; returns where an own one is kept."""
        date = self._date(student)
        kept = self._take_away(student)
        if is_copy:
            return ""
        self._tell(
            f"{group}: {student} handed in as well ({date:%Y-%m-%d %H:%M} UTC); the later one, "
            f"of {giver}, counts for all, and {student}'s is kept in {kept}"
        )
        return kept

    def _take_away(self, student: str) -> str:
        """Keep a hand-in apart from a student's attempts, among which it might count."""
        place, course = self.assignment.submitted(student), self.assignment.course
        kept = course.collected / "groups" / self.assignment.id / student
        kept.mkdir(parents=True, exist_ok=True)
        target = kept / f"{datetime.now(UTC):%Y-%m-%d %H.%M.%S.%f}"
        shutil.move(place, target)
        return str(target.relative_to(course.root))

    def _give(self, giver: str, student: str) -> None:
        # Without the secret, by which nbgrader knows the giver.
        ignored = shutil.ignore_patterns(*NBGRADER_FILES[1:])
        source, target = map(self.assignment.submitted, (giver, student))
        shutil.copytree(source, target, symlinks=True, ignore=ignored)

    def _hash(self, student: str) -> str:
        folder = self.assignment.submitted(student)
        return attempts.digest(self.assignment, folder) if folder.is_dir() else ""

    def _date(self, student: str) -> datetime | None:
        return submission_date(self.assignment.submitted(student))

    def _tell(self, sentence: str) -> None:
        self.told.append(f"{self.assignment.id}: {sentence}.")

    def _tell_of_other_groups(self, students: dict[str, str]) -> None:
        """Who is in another group than in the assignment before, on the first run."""
        assignments = list(self.assignment.course.assignments)
        earlier = assignments[: [one.id for one in assignments].index(self.assignment.id)]
        last = next((one for one in reversed(earlier) if one.groups), None)
        before = groups_of(last) if last else {}
        then, now = by_group(before), by_group(self.groups)
        changed = [
            f"{one} ({before[one]} -> {group})"
            for one, group in students.items()
            # The same people under another name are the same group.
            if before.get(one, group) != group and then[before[one]] != now[group]
        ]
        if last and changed:
            self._tell(f"in other groups than in {last.id}: {', '.join(changed)}")

    def _require_known(self) -> None:
        course = self.assignment.course
        submitted = {folder.name for folder in course.root.glob("submitted/*")}
        known = {*submitted, *enrolled(course), *self.before}
        for student, group in self.groups.items():
            if student not in known:
                near = difflib.get_close_matches(student, known, n=1)
                hint = f" Did you mean {near[0]}?" if near else ""
                raise CourseError(
                    f"{group}, a group of {self.assignment.id}, has {student!r}, whom neither "
                    f"{course.roster.name} nor submitted/ has.{hint} Nothing was changed."
                )
