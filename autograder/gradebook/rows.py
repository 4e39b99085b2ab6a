"""The rows of hand-ins in nbgrader's tables, by plain statements.

They are those that nbgrader's own steps write: a test compares all tables. Its objects load each
row separately, which costs several times as much.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader import api
from nbgrader.preprocessors import AssignLatePenalties
from nbgrader.utils import (
    compute_checksum,
    determine_grade,
    is_grade,
    is_solution,
    is_task,
    parse_utc,
)
from sqlalchemy import Connection, bindparam, case, func, insert, select, update
from sqlalchemy.orm import Session
from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from autograder.course import Assignment
from autograder.gradebook import attempts
from autograder.gradebook.attempts import after_late_days
from autograder.gradebook.tables import Inquiry, Review
from autograder.notebooks import CHECK
from autograder.people.extensions import more_time
from autograder.submission.handed_in import submission_date

# nbgrader's tables. Statements are built once: for a single hand-in, building one takes longer than
# executing it.
_TABLES = api.Base.metadata.tables
_STUDENT, _ASSIGNMENT, _NOTEBOOK = (_TABLES[name] for name in ("student", "assignment", "notebook"))
_SUBMISSION, _SUBMITTED = _TABLES["submitted_assignment"], _TABLES["submitted_notebook"]
_CELL, _GRADE, _COMMENT = _TABLES["base_cell"], _TABLES["grade"], _TABLES["comment"]
# The cells of which a hand-in has a row: one that is written and graded by hand is listed twice.
_KINDS = {_GRADE: ("GradeCell", "TaskCell"), _COMMENT: ("SolutionCell", "TaskCell")}
_IS_ASSIGNMENT = _ASSIGNMENT.c.name == bindparam("assignment")
_IS_STUDENT = select(_STUDENT.c.id).where(_STUDENT.c.id == bindparam("student"))
_GIVEN = (
    select(_NOTEBOOK.c.id, _NOTEBOOK.c.assignment_id)
    .join(_ASSIGNMENT, _ASSIGNMENT.c.id == _NOTEBOOK.c.assignment_id)
    .where(_IS_ASSIGNMENT)
)
_CELLS = {
    table: select(_CELL.c.id)
    .join(_NOTEBOOK, _NOTEBOOK.c.id == _CELL.c.notebook_id)
    .join(_ASSIGNMENT, _ASSIGNMENT.c.id == _NOTEBOOK.c.assignment_id)
    .where(_IS_ASSIGNMENT, _CELL.c.type.in_(kinds))
    for table, kinds in _KINDS.items()
}
# With the cells, too: the tables' index begins with them.
_ROWS = {
    table: select(_CELL.c.name, *table.c)
    .join(_CELL, _CELL.c.id == table.c.cell_id)
    .where(table.c.cell_id.in_(cells), table.c.notebook_id == bindparam("notebook"))
    for table, cells in _CELLS.items()
}
_POINTS = select(func.coalesce(func.sum(api.Grade.score), 0.0)).where(
    _GRADE.c.cell_id.in_(_CELLS[_GRADE]), _GRADE.c.notebook_id == bindparam("notebook")
)
# For all hand-ins; for a single one, only what is late is asked for.
_SUMS = (
    select(
        _GRADE.c.notebook_id.label("notebook"),
        func.coalesce(func.sum(api.Grade.score), 0.0).label("score"),
        func.max(case((_GRADE.c.needs_manual_grade, 1), else_=0)).label("waits"),
    )
    .where(_GRADE.c.cell_id.in_(_CELLS[_GRADE]))
    .group_by(_GRADE.c.notebook_id)
)
_HAND_INS = (
    select(
        *(_SUBMISSION.c.id, _SUBMISSION.c.student_id, _SUBMISSION.c.timestamp),
        *(_SUBMISSION.c.extension, _ASSIGNMENT.c.duedate),
        *(_SUBMITTED.c.id.label("notebook"), _SUBMITTED.c.late_submission_penalty),
    )
    .join(_ASSIGNMENT, _ASSIGNMENT.c.id == _SUBMISSION.c.assignment_id)
    .join(_SUBMITTED, _SUBMITTED.c.assignment_id == _SUBMISSION.c.id)
    .where(_IS_ASSIGNMENT)
)
_HAND_IN = _HAND_INS.where(_SUBMISSION.c.student_id == bindparam("student"))


def _changes(table: Any, *names: str) -> Any:
    # A parameter may not have a column's own name.
    values: dict[Any, Any] = {name: bindparam(f"new_{name}") for name in names}
    return update(table).where(table.c.id == bindparam("row")).values(values)


_SCORE = _changes(_GRADE, "auto_score", "needs_manual_grade")
_TEXT = _changes(_COMMENT, "auto_comment")
_DATES = _changes(_SUBMISSION, "timestamp", "extension")
_PENALTY = _changes(_SUBMITTED, "late_submission_penalty")


def enter(
    db: Session, assignment: Assignment, student: str, judged: NotebookNode, unchanged: Set[str]
) -> None:
    """Write the rows of one hand-in, in a transaction of the caller's.

    Args:
        db: a session of the gradebook.
        assignment: registered.
        student: whose hand-in it is.
        judged: the executed notebook with its verdicts shown.
        unchanged: blanks whose answers are as they were entered before.
    """
    connection = db.connection()
    of = {"assignment": assignment.id, "student": student}
    found = connection.execute(_HAND_IN, of).first()
    of["notebook"] = found.notebook if found else _make(connection, of)
    scores, comments = {}, {}
    for cell in judged.cells:
        if is_grade(cell):
            scores[cell.metadata.nbgrader.grade_id] = determine_grade(cell)[0]
        if is_solution(cell) or is_task(cell):
            is_given = cell.metadata.nbgrader.get("checksum") == compute_checksum(cell)
            text = "No response." if is_given and not is_task(cell) else None
            comments[cell.metadata.nbgrader.grade_id] = text
    grades = {row.name: row for row in connection.execute(_ROWS[_GRADE], of)}
    # nbgrader asks again for every grade that a person gave, and for cells without any other grade.
    given = {name for name, row in grades.items() if row.manual_score is not None}
    asked = {name for name, score in scores.items() if score is None or name in given}
    # Graded by hand, and nothing new has come since.
    settled = {cell for cell in given & scores.keys() if not grades[cell].needs_manual_grade}
    decided = _decided(db, assignment, student) if settled else set()
    for name in settled:
        task = name.removesuffix(CHECK)
        stays = scores[name] == grades[name].auto_score or task in decided
        if stays and task in unchanged:
            asked.remove(name)
    _change(
        connection,
        _SCORE,
        {
            grades[name].id: {"auto_score": score, "needs_manual_grade": name in asked}
            for name, score in scores.items()
        },
    )
    rows = {row.name: row.id for row in connection.execute(_ROWS[_COMMENT], of)}
    texts = {rows[name]: {"auto_comment": text} for name, text in comments.items()}
    _change(connection, _TEXT, texts)


def date_and_penalize(db: Session, assignment: Assignment, student: str | None = None) -> None:
    """Write when hand-ins came, who had more time, and what a late one costs, where it changed.

    Args:
        db: a session of the gradebook, in a transaction of the caller's.
        assignment: registered.
        student: whose hand-in; without it, everybody's.
    """
    connection, dates, penalties = db.connection(), {}, {}
    of = {"assignment": assignment.id, "student": student}
    for row in connection.execute(_HAND_INS if student is None else _HAND_IN, of).all():
        after = _dates(assignment, row)
        if after != {name: getattr(row, name) for name in after}:
            dates[row.id] = after
        late = _seconds_late(row.duedate, **after)
        penalty = _penalty(connection, assignment, row, late) if late else None
        if penalty != row.late_submission_penalty:
            penalties[row.notebook] = {"late_submission_penalty": penalty}
    _change(connection, _DATES, dates)
    _change(connection, _PENALTY, penalties)


@dataclass(frozen=True)
class EnteredSubmission:
    """What the gradebook has of one student's hand-in.

    Args:
        student: the id.
        timestamp: when it came, in UTC, if that is known.
        seconds_late: after the student's due date.
        score: the points of all cells, without the penalty.
        penalty: for being late.
        waits: a person has still to grade something in it.
    """

    student: str
    timestamp: datetime | None
    seconds_late: float
    score: float
    penalty: float
    waits: bool


def entered(db: Session, assignment: Assignment) -> list[EnteredSubmission]:
    """What the gradebook has of each hand-in of an assignment."""
    connection, of = db.connection(), {"assignment": assignment.id}
    sums = {row.notebook: row for row in connection.execute(_SUMS, of)}
    return [
        EnteredSubmission(
            row.student_id,
            row.timestamp,
            _seconds_late(row.duedate, row.timestamp, row.extension),
            sums[row.notebook].score if row.notebook in sums else 0.0,
            row.late_submission_penalty or 0.0,
            row.notebook in sums and bool(sums[row.notebook].waits),
        )
        for row in connection.execute(_HAND_INS, of)
    ]


def _dates(assignment: Assignment, row: Any) -> dict[str, Any]:
    folder = attempts.counting(assignment, row.student_id)
    return {
        # The gradebook still knows the time of a hand-in that was taken away.
        "timestamp": parse_utc(submission_date(folder)) if folder.is_dir() else row.timestamp,
        "extension": more_time(assignment, row.student_id) or None,
    }


def _seconds_late(
    due: datetime | None, timestamp: datetime | None, extension: timedelta | None
) -> float:
    if due is None or timestamp is None:
        return 0.0
    return max(0.0, (timestamp - due - (extension or timedelta())).total_seconds())


def _penalty(connection: Connection, assignment: Assignment, row: Any, late: float) -> float | None:
    """What a late hand-in costs; None where that is nothing."""
    seconds = after_late_days(assignment, row.student_id, late)
    if not seconds:
        return None
    of = {"assignment": assignment.id, "notebook": row.notebook}
    score = connection.execute(_POINTS, of).scalar_one()
    if assignment.late:
        return assignment.late.penalty(score, seconds) or None
    # What the course's nbgrader_config.py takes off.
    step = AssignLatePenalties(config=_settings(assignment.course.root))
    step.assignment_id = assignment.id
    step.init_plugin()
    taken = step.plugin_inst.late_submission_penalty(row.student_id, score, seconds) or 0.0
    return min(max(0.0, taken), score) or None


@lru_cache
def _settings(root: Path) -> Config:
    """What the course's own nbgrader_config.py says, such as the penalty for a late hand-in."""
    if not (root / "nbgrader_config.py").is_file():
        return Config()
    return PyFileConfigLoader("nbgrader_config.py", path=str(root)).load_config()


def _make(connection: Connection, of: dict[str, str]) -> str:
    """Make the rows of a first hand-in; returns the id of its notebook's."""
    if not connection.execute(_IS_STUDENT, of).first():
        connection.execute(insert(_STUDENT), {"id": of["student"]})
    given = connection.execute(_GIVEN, of).one()
    submission, submitted = str(api.new_uuid()), str(api.new_uuid())
    row = {"id": submission, "assignment_id": given.assignment_id, "student_id": of["student"]}
    connection.execute(insert(_SUBMISSION), row)
    row = {"id": submitted, "notebook_id": given.id, "assignment_id": submission}
    connection.execute(insert(_SUBMITTED), row)
    for table, cells in _CELLS.items():
        ids = connection.execute(cells, of).scalars()
        connection.execute(insert(table), [{"cell_id": id, "notebook_id": submitted} for id in ids])
    return submitted


def _decided(db: Session, assignment: Assignment, student: str) -> set[str]:
    """The tasks that a person decided: their points stay, whatever the check gives."""
    of_student = {"student": student, "assignment": assignment.id}
    asked = select(Inquiry.task).filter_by(**of_student).where(Inquiry.points.is_not(None))
    looked = select(Review.given).filter_by(**of_student)
    return {*db.scalars(asked)}.union(*db.scalars(looked))


def _change(connection: Connection, statement: Any, values: dict[str, dict[str, Any]]) -> None:
    """Write values into the rows that have these ids."""
    if values:
        rows = [
            {"row": id, **{f"new_{name}": value for name, value in row.items()}}
            for id, row in values.items()
        ]
        connection.execute(statement, rows)
