"""Export: one CSV row for each student and assignment, with states, points and what failed."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from nbgrader.api import MissingEntry

from autograder import notebooks
from autograder.course import Course
from autograder.evaluate.outcome import Outcome
from autograder.nbgrader_ext.gradebook import opened
from autograder.store import outcomes

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

# The last four are what a Japanese keyboard gives, and Excel takes them for the first four.
_FORMULA = "=+-@|%＝＋－＠"


def write_grades(course: Course, assignments: list[str], path: Path) -> int:
    """Write ``grades.csv``.

    The column ``failed`` names each failed record as ``check.record``.

    Returns:
        The number of rows.
    """
    rows = [
        _row(course, outcome)
        for assignment in assignments
        for outcome in outcomes(course, assignment)
    ]
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: plain(value) for name, value in row.items()} for row in rows)
    notebooks.write(path, text.getvalue())
    return len(rows)


def plain(value: object) -> object:
    """A value that no spreadsheet takes for a formula: a student may have written the text.

    >>> plain("=1+1"), plain(-1.5), plain("s-17")
    ("'=1+1", -1.5, 's-17')
    """
    formula = isinstance(value, str) and value.lstrip()[:1] in tuple(_FORMULA)
    return f"'{value}" if formula else value


def original(text: str) -> str:
    """What :func:`plain` wrote, as it was.

    >>> original("'=1+1"), original("'t Hart")
    ('=1+1', "'t Hart")
    """
    return text[1:] if text == plain(text[1:]) else text


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
