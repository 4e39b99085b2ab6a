"""Export: one CSV row for each student and assignment, with states, points and what failed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from autograder import notebooks
from autograder.course import Assignment
from autograder.judging.outcome import Key, Outcome
from autograder.records.gradebook import Standing, standings
from autograder.records.store import enrolled, outcomes
from autograder.spreadsheets import as_csv
from autograder.states import State

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


def write_grades(assignments: list[Assignment], path: Path, zeros: bool = False) -> int:
    """Write ``grades.csv``.

    The column ``failed`` names each failed record as ``check.record``.

    Args:
        assignments: of one course.
        path: of the file.
        zeros: whether those who handed in nothing get 0, not an empty cell.

    Returns:
        The number of rows.
    """
    rows = [
        grade_row(outcome, standing, assignment.course.languages[0], zeros)
        for assignment in assignments
        for outcome, standing in graded(assignment)
    ]
    notebooks.write(path, as_csv(COLUMNS, rows))
    return len(rows)


def graded(assignment: Assignment) -> list[tuple[Outcome, Standing]]:
    """What became of each submission of an assignment, and what counts of it.

    As soon as anything is graded, those of the roster who handed in nothing are among them.
    """
    of_all = outcomes(assignment)
    standing = standings(assignment, of_all)
    worth = max((one.worth for one in standing.values()), default=0.0)
    there = {*standing, *assignment.students()}
    absent = [one for one in enrolled(assignment.course) if one not in there] if of_all else []
    none = Outcome("", assignment.id, State.NOT_HANDED_IN, [], 0, Key())
    return sorted(
        [(outcome, standing[outcome.student]) for outcome in of_all]
        + [(replace(none, student=student), Standing(0.0, worth)) for student in absent],
        key=lambda one: one[0].student,
    )


def grade_row(
    outcome: Outcome, standing: Standing, language: str, zeros: bool = False
) -> dict[str, object]:
    """The row of one submission: :data:`COLUMNS`, with the reason in a language."""
    is_open = outcome.state is State.NOT_HANDED_IN and not zeros
    failed = [
        f"{check}.{record}" for check, records in outcome.failed.items() for record in records
    ]
    return {
        "student": outcome.student,
        "assignment": outcome.assignment,
        "state": outcome.state,
        "reason": outcome.reason_in(language),
        # Not 0: nobody has given that.
        "score": "" if is_open else standing.score,
        "max_score": standing.worth,
        # Empty and not 0: a program that adds penalties up must not count what nobody knows.
        "late_penalty": "" if standing.undated else standing.penalty,
        "needs_manual_grade": standing.waits,
        "failed": " ".join(failed),
    }
