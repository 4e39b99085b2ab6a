"""A dry run: the command itself, on a copy of what it reads and writes."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.course import Assignment, Course, CourseError
from autograder.gradebook import database
from autograder.lock import only_grader
from autograder.reports.export import results_of

_COPIED = ("autograded", "collected")
_TEMPORARY = ("dry-", "intake-")  # what other commands are working on


@contextmanager
def on_a_copy(course: Course) -> Iterator[Course]:
    """Yield a temporary copy of the course; whatever is done to it is discarded.

    Its notebooks are links: whatever writes one puts another file in its place.

    Raises:
        CourseError: the gradebook is no file, so that no copy of it is at hand.
    """
    if (gradebook := database.file_of(course)) is None:
        raise CourseError(
            "a dry run works on a copy of the gradebook, but this gradebook is on a server: "
            f"{database.address(course)}. Copy the database, name the copy as db_url in a copy of "
            "this folder, and run the command there; nothing was done."
        )
    # On the same disk, where a link costs nothing.
    with tempfile.TemporaryDirectory(dir=course.private, prefix=_TEMPORARY[0]) as name:
        folder = Path(name)
        copied = folder / "gradebook.db"
        # So that the gradebook and the notebooks show the same moment.
        with only_grader(course):
            _copy(course, folder)
            with (
                closing(sqlite3.connect(gradebook)) as own,
                closing(sqlite3.connect(copied)) as copy,
            ):
                own.backup(copy)
        yield replace(course, root=folder, db_url=f"sqlite:///{copied}")


def _copy(course: Course, folder: Path) -> None:
    (folder / "submitted").symlink_to(course.root / "submitted")
    shutil.copytree(
        course.private,
        folder / course.private.name,
        copy_function=_link,
        ignore=lambda place, names: (
            {name for name in names if name.startswith(_TEMPORARY)}
            | ({"lock"} if Path(place) == course.private else set())
        ),
    )
    for kind in _COPIED:
        if (course.root / kind).is_dir():
            shutil.copytree(course.root / kind, folder / kind, copy_function=_link)
    for roster in course.root.glob("students*.csv"):
        shutil.copy2(roster, folder)


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # a table of links, or another disk
        shutil.copy2(source, target)


@dataclass(frozen=True)
class Standings:
    """What everybody has for an assignment.

    Args:
        points: by student and check.
        scores: what counts in all, by student.
    """

    points: dict[str, dict[str, float]]
    scores: dict[str, float]

    @classmethod
    def of(cls, assignment: Assignment) -> Standings:
        """As the gradebook and the evidence have it now."""
        everybody = results_of(assignment)
        return cls(
            {outcome.student: outcome.points for outcome, _ in everybody},
            {outcome.student: standing.score for outcome, standing in everybody},
        )

    def changed_to(self, later: Standings) -> Iterator[str]:
        """A line for each student whose points differ later."""
        for student, score in sorted(later.scores.items()):
            before, points = self.points.get(student, {}), later.points[student]
            checks = [
                f"{check} {before.get(check, 0):g} -> {now:g}"
                for check, now in points.items()
                if before.get(check, 0) != now
            ]
            if checks or self.scores.get(student) != score:
                was = f"{self.scores[student]:g}" if student in self.scores else "nothing"
                yield f"{student}: {', '.join([*checks, f'in all {was} -> {score:g}'])}"
