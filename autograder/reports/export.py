"""Export: one CSV row for each student and assignment, with states, points and what failed."""

from __future__ import annotations

from pathlib import Path

from nbgrader.api import MissingEntry

from autograder import notebooks
from autograder.course import Assignment, Course
from autograder.judging.outcome import Outcome
from autograder.records.gradebook import opened
from autograder.records.store import outcomes
from autograder.spreadsheets import as_csv

COLUMNS = [
    "student",
    "assignment",
    "state",
    "reason",
    "score",
    "max_score",
    "late_penalty",
    "needs_manual_grade",
    "failed",
]


def write_grades(assignments: list[Assignment], path: Path) -> int:
    """Write ``grades.csv``.

    The column ``failed`` names each failed record as ``check.record``.

    Returns:
        The number of rows.
    """
    rows = [
        _row(assignment.course, outcome)
        for assignment in assignments
        for outcome in outcomes(assignment)
    ]
    notebooks.write(path, as_csv(COLUMNS, rows))
    return len(rows)


def _row(course: Course, outcome: Outcome) -> dict[str, object]:
    failed = [
        f"{check}.{record}" for check, records in outcome.failed.items() for record in records
    ]
    known = {"student": outcome.student, "assignment": outcome.assignment, "state": outcome.state}
    told = {"reason": outcome.reason_in(course.languages[0]), "failed": " ".join(failed)}
    return known | told | scores_of(course, outcome)


def scores_of(course: Course, outcome: Outcome) -> dict[str, object]:
    """The points that count, and what the assignment is worth."""
    # From the gradebook, so that grades given by hand and late penalties count.
    with opened(course) as gradebook:
        try:
            submission = gradebook.find_submission(outcome.assignment, outcome.student)
        except MissingEntry:  # the gradebook is another's, or was begun anew
            return {"score": outcome.total, "max_score": outcome.max_total}
        penalty = sum(notebook.late_submission_penalty or 0 for notebook in submission.notebooks)
        # nbgrader counts extra points as a part of what the assignment is worth.
        worth = submission.max_score - outcome.max_extra
        scores = {
            "score": max(0.0, submission.score - penalty),
            "max_score": worth,
            "late_penalty": penalty,
        }
        return scores | {"needs_manual_grade": bool(submission.needs_manual_grade)}
