"""Putting a hand-in into ``submitted/`` whole or not at all; what was there is kept beside."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from autograder.course import Course
from autograder.intake.choose import WORK, HandIn
from autograder.intake.table import Status
from autograder.submission.handed_in import (
    NBGRADER_FILES,
    SUBMISSION_DATE,
    in_utc,
    read_plain,
    submission_date,
    write_submission_date,
)


def put(course: Course, assignment: str, chosen: HandIn) -> None:
    """Put a hand-in into its place at once; what was there is kept beside."""
    place = course.assignment(assignment).submitted(chosen.student)
    status, note = _compared(place, chosen)
    before = submission_date(place)
    is_platforms = before is None or in_utc(before) in chosen.times_before  # no person gave it
    if status is Status.UNCHANGED and chosen.time and is_platforms:
        # The platform tells it only now, or the course's zone was changed.
        write_submission_date(place, chosen.time)
    if status is Status.TAKEN:
        place.parent.mkdir(parents=True, exist_ok=True)
        # In the same folder, since only within one file system a rename is a single step.
        with tempfile.TemporaryDirectory(dir=place.parent, prefix=".new-") as folder:
            fresh = Path(folder) / assignment
            _write(fresh, chosen)
            if place.is_dir():
                kept = _keep(course, assignment, chosen.student)
                doubt = "" if before and chosen.time else "nobody knows which one is later; "
                note = f"{doubt}the other hand-in is kept in {kept}"
            # Stopped before this line, the next `collect` finds nothing here and puts it again.
            fresh.rename(place)
    taken = chosen.rows[0]
    if taken.status is Status.TAKEN:
        told = "; ".join(filter(None, (taken.note, note)))
        chosen.rows[0] = replace(taken, status=status, note=told)


def _write(folder: Path, chosen: HandIn) -> None:
    folder.mkdir()
    for name, copy in chosen.files.items():
        shutil.copyfile(copy, folder / name)
    if chosen.time and SUBMISSION_DATE not in chosen.files:
        write_submission_date(folder, chosen.time)


def _compared(place: Path, chosen: HandIn) -> tuple[Status, str]:
    work = {name: copy for name, copy in chosen.files.items() if name not in NBGRADER_FILES}
    there = {path.name for path in place.glob("*") if path.suffix in WORK}
    # Without nbgrader's two files: each download of a platform writes these anew.
    is_same = {name for name in work if (place / name).suffix in WORK} == there and all(
        read_plain(place / name) == copy.read_bytes() for name, copy in work.items()
    )
    if is_same:
        return Status.UNCHANGED, ""
    before = submission_date(place)
    if before and chosen.time and before > chosen.time:
        return Status.EARLIER, f"submitted/ holds a later one, of {before:%Y-%m-%d %H:%M} UTC"
    return Status.TAKEN, ""


def _keep(course: Course, assignment: str, student: str) -> Path:
    now = datetime.now(UTC)
    kept = course.collected / "earlier" / assignment / student
    kept.mkdir(parents=True, exist_ok=True)
    target = kept / f"{now:%Y-%m-%d %H.%M.%S.%f}"
    shutil.move(course.assignment(assignment).submitted(student), target)
    return target.relative_to(course.root)
