"""Export: one CSV row for each student and assignment, with states, points and what failed."""

from __future__ import annotations

from pathlib import Path

from autograder import notebooks
from autograder.course import Assignment
from autograder.judging.outcome import Outcome
from autograder.records.gradebook import Standing, standings
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
        _row(outcome, standing, assignment.course.languages[0])
        for assignment in assignments
        for outcome, standing in graded(assignment)
    ]
    notebooks.write(path, as_csv(COLUMNS, rows))
    return len(rows)


def graded(assignment: Assignment) -> list[tuple[Outcome, Standing]]:
    """What became of each submission of an assignment, and what counts of it."""
    of_all = outcomes(assignment)
    standing = standings(assignment, of_all)
    return [(outcome, standing[outcome.student]) for outcome in of_all]


def _row(outcome: Outcome, standing: Standing, language: str) -> dict[str, object]:
    failed = [
        f"{check}.{record}" for check, records in outcome.failed.items() for record in records
    ]
    return {
        "student": outcome.student,
        "assignment": outcome.assignment,
        "state": outcome.state,
        "reason": outcome.reason_in(language),
        "score": standing.score,
        "max_score": standing.worth,
        # Empty and not 0: a program that adds penalties up must not count what nobody knows.
        "late_penalty": "" if standing.undated else standing.penalty,
        "needs_manual_grade": standing.waits,
        "failed": " ".join(failed),
    }
