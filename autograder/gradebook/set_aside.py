"""A hand-in that a person has set aside: if a student had two ids, only one hand-in counts.

It is kept whole among the earlier hand-ins, with the points and the page that it had.
"""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import delete, update

from autograder import notebooks
from autograder.course import Assignment
from autograder.gradebook import attempts, database, gradebook, marks
from autograder.gradebook.tables import Inquiry, Review
from autograder.judging.outcome import write_outcome
from autograder.spreadsheets import as_csv

# Next to the hand-in, under names that no hand-in has.
POINTS, PAGE, EXECUTED = "set-aside-points.csv", "set-aside-page.html", "set-aside-executed.json"


def set_aside(assignment: Assignment, student: str, to: str) -> Path:
    """Keep what somebody has handed in as an earlier hand-in; its points count no more.

    If it is stopped before its end, the next call continues it.

    Args:
        assignment: of which it is.
        student: whose hand-in it is until now.
        to: whose earlier hand-in it becomes.

    Returns:
        The folder where it is kept.
    """
    submitted = assignment.submitted(student)
    submitted.mkdir(parents=True, exist_ok=True)
    if rows := gradebook.points_of(assignment, student):
        notebooks.write(submitted / POINTS, as_csv(gradebook.POINTS, rows))
        _withdraw(assignment, student)
    page = assignment.feedback(student)
    if page.is_file():
        os.replace(page, submitted / PAGE)
    _keep_evidence(assignment, student, to)
    place = assignment.earlier(to) / f"{datetime.now(UTC):%Y-%m-%d %H.%M.%S.%f}"
    place.parent.mkdir(parents=True, exist_ok=True)
    submitted.rename(place)
    root = assignment.course.root
    for folder in (submitted, page.parent, assignment.autograded(student).parent):
        remove_empty(folder, root)
    return place


def _withdraw(assignment: Assignment, student: str) -> None:
    """Take a submission out of the gradebook; decisions on it no longer give points."""
    marks.forget(assignment.course, student, assignment.id)
    asked = update(Inquiry).where(Inquiry.student == student, Inquiry.assignment == assignment.id)
    with database.opened(assignment.course) as book:
        book.db.execute(asked.values(points=None))
        of_it = delete(Review).filter_by(student=student, assignment=assignment.id)
        book.db.execute(of_it)
        book.db.commit()
        book.remove_submission(assignment.id, student)


def _keep_evidence(assignment: Assignment, student: str, to: str) -> None:
    """Keep the executed notebook as that of one of several hand-ins."""
    path = assignment.autograded(student)
    outcome = attempts.outcome_of(path)
    if outcome and outcome.key.submission:
        executed, own = notebooks.read_evidence(path), replace(outcome, student=to)
        write_outcome(executed, own)
        attempts.keep(assignment, own, notebooks.as_short_text(executed))
        path.unlink()
    elif path.is_file():  # of stock nbgrader
        os.replace(path, assignment.submitted(student) / EXECUTED)


def remove_empty(folder: Path, root: Path) -> None:
    """Remove a folder and its parents, as long as they are empty."""
    for place in (folder, *folder.parents):
        if place == root or (place.exists() and any(place.iterdir())):
            break
        if place.exists():
            place.rmdir()
