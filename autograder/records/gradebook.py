"""The gradebook's rows: nbgrader's own, written by nbgrader's own steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass
from functools import lru_cache
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.api import (
    BaseCell,
    Comment,
    Grade,
    Gradebook,
    MissingEntry,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.preprocessors import AssignLatePenalties, SaveAutoGrades
from nbgrader.utils import is_grade, is_locked, is_solution, parse_utc
from sqlalchemy import delete, select
from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from autograder import notebooks
from autograder.course import Assignment, Course, CourseError
from autograder.judging.outcome import Outcome
from autograder.notebooks import CHECK, grade_id
from autograder.people.roster import enrolled
from autograder.records.attempts import counting
from autograder.records.database import opened, session
from autograder.records.tables import Inquiry
from autograder.released import RELEASE_STEPS, converted
from autograder.submission.handed_in import submission_date


def register(assignment: Assignment) -> NotebookNode:
    """Enter an assignment's cells, points and due date, as ``nbgrader generate_assignment`` does.

    Returns:
        The notebook that students get, in the course's first language.

    Raises:
        CourseError: as :func:`require_same_cells` does.
    """
    require_same_cells(assignment)
    apply_dates(assignment)
    # SaveCells among the steps enters the cells. One language is enough: checks and points are the
    # same in all of them.
    return converted(assignment, assignment.course.languages[0], RELEASE_STEPS)


def require_same_cells(assignment: Assignment) -> None:
    """See that the gradebook can hold the cells of the solution; nothing is written.

    Raises:
        CourseError: a cell was taken out or added, and there are grades that hang on the others.
    """
    # As nbgrader's SaveCells distinguishes them, which would only raise when files are written.
    kinds: dict[str, Callable[[NotebookNode], bool]] = {
        "grade_cells": is_grade,
        "solution_cells": is_solution,
        "source_cells": lambda node: is_solution(node) or is_locked(node),  # graded ones, too
    }
    nodes = notebooks.read(assignment.solution).cells
    now = {(kind, grade_id(node)) for kind, is_it in kinds.items() for node in nodes if is_it(node)}
    with opened(assignment.course) as gradebook:
        try:
            notebook = gradebook.find_notebook(assignment.id, assignment.id)
        except MissingEntry:
            return
        before = {(kind, cell.name) for kind in kinds for cell in getattr(notebook, kind)}
        grades = len(notebook.submissions)
    changes = {"lacks": before - now, "has the new": now - before}
    words = " and ".join(
        f"{verb} {', '.join(sorted({name for _, name in names}))}"
        for verb, names in changes.items()
        if names
    )
    if words and grades:
        raise CourseError(
            f"{assignment.solution} {words}, and the grades of {grades} students are entered for "
            "the cells as they were. Nothing was changed. Put the cells back as they were, and let "
            'a task count for nothing by points 0 (docs/instructors.md, "If something goes wrong").'
        )


def save(
    student: str,
    assignment: Assignment,
    judged: NotebookNode,
    unchanged: Set[str] = frozenset(),
) -> None:
    """Enter one submission's points, and when it was handed in; within :func:`database.connected`.

    Args:
        judged: the executed notebook with its verdicts shown.
        unchanged: blanks whose answers are as they were entered before: what a person gave for one
            is not asked for again.
    """
    with session(assignment.course) as gradebook:
        with _one_transaction(gradebook):
            gradebook.update_or_create_student(student)
            # nbgrader links a submission's rows before it adds them to the session: a flush
            # between the two would leave some out.
            with gradebook.db.no_autoflush:
                submission = gradebook.update_or_create_submission(assignment.id, student)
            _date(submission, assignment)
            step = SaveAutoGrades()
            # Cell by cell, since its ``preprocess`` would open another session.
            step.gradebook = rows = _Rows(gradebook, submission.notebooks[0])
            # Those that a person gave, and since which nothing has come.
            settled = {
                name: row.auto_score
                for name, row in rows.grades.items()
                if row.manual_score is not None and not row.needs_manual_grade
            }
            step.student_id = step.assignment_id = step.notebook_id = ""  # for the joins
            for number, cell in enumerate(judged.cells):
                step.preprocess_cell(cell, {}, number)
            # Who was asked about a task gave points that stay, whatever its check gives.
            answered = select(Inquiry.task).filter_by(student=student, assignment=assignment.id)
            decided = {*gradebook.db.scalars(answered.where(Inquiry.points.is_not(None)))}
            # nbgrader would ask again for every grade that a person gave.
            for name, score in settled.items():
                task = name.removesuffix(CHECK)
                stays = rows.grades[name].auto_score == score or task in decided
                if stays and task in unchanged:
                    rows.grades[name].needs_manual_grade = False
        _penalize(submission, assignment)
        gradebook.db.commit()


def apply_dates(assignment: Assignment) -> None:
    """Make everything that follows from dates as if the registry had always been as it is now.

    These are the due date, extensions, times of hand-ins, and penalties, of all submissions.
    """
    with opened(assignment.course) as gradebook:
        gradebook.update_or_create_assignment(assignment.id, duedate=assignment.due)
        for submission in gradebook.assignment_submissions(assignment.id):
            _date(submission, assignment)
            _penalize(submission, assignment)
        gradebook.db.commit()


def enter_names(course: Course) -> None:
    """Give students the names of the roster, as nbgrader's formgrader shows them: name, id.

    A name that a person has entered there stays.
    """
    names = {student: row.get("name") for student, row in enrolled(course).items()}
    with opened(course) as gradebook:
        for student in gradebook.students:
            if student.first_name in (None, student.id):
                # As one: no one can tell where in a name the surname is.
                student.last_name = names.get(student.id) or student.last_name or student.id
                student.first_name = student.id
        gradebook.db.commit()


def penalize(student: str, assignment: Assignment) -> None:
    """Enter what a late hand-in costs once more, after its points have changed."""
    with session(assignment.course) as gradebook:
        _penalize(gradebook.find_submission(assignment.id, student), assignment)
        gradebook.db.commit()


def _date(submission: SubmittedAssignment, assignment: Assignment) -> None:
    submission.extension = assignment.more_time(submission.student_id) or None
    folder = counting(assignment, submission.student_id)
    if folder.is_dir():  # of one that was taken away the gradebook still knows the time
        submission.timestamp = parse_utc(submission_date(folder))


def _penalize(submission: SubmittedAssignment, assignment: Assignment) -> None:
    seconds = submission.total_seconds_late
    for notebook in submission.notebooks:
        penalty = 0.0
        if seconds and assignment.late:
            penalty = assignment.late.penalty(notebook.score, seconds)
        elif seconds:  # what the course's nbgrader_config.py takes off
            step = AssignLatePenalties(config=_settings(assignment.course.root))
            step.assignment_id = assignment.id
            step.init_plugin()
            asked = (submission.student_id, notebook.score, seconds)
            penalty = step.plugin_inst.late_submission_penalty(*asked) or 0.0
            penalty = min(max(0.0, penalty), notebook.score)
        notebook.late_submission_penalty = penalty or None


def entered(assignment: Assignment) -> set[str]:
    """The students of whom the gradebook holds a submission of an assignment."""
    with opened(assignment.course) as gradebook:
        students = gradebook.db.query(SubmittedAssignment.student_id)
        return {one for (one,) in students.filter(SubmittedAssignment.name == assignment.id)}


def students(course: Course) -> set[str]:
    """The ids of all students whom the gradebook knows."""
    with opened(course) as gradebook:
        return {student.id for student in gradebook.students}


def forget(course: Course, student: str) -> None:
    """Delete a student with all that belongs to them, and write the database anew.

    What is only deleted stays in pages of the file that are free.

    Raises:
        CourseError: it cannot be deleted.
    """
    with opened(course) as gradebook:
        gradebook.db.execute(delete(Inquiry).where(Inquiry.student == student))
        gradebook.db.commit()
        if student in {one.id for one in gradebook.students}:
            gradebook.remove_student(student)  # which says nothing where it fails
            if student in {one.id for one in gradebook.students}:
                raise CourseError(f"{student} could not be deleted from the gradebook.")
        gradebook.db.remove()
        with gradebook.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as own:
            # A server's statistics hold values of the rows that it has seen.
            is_file = own.dialect.name == "sqlite"
            for statement in ("VACUUM",) if is_file else ("ANALYZE", "VACUUM FULL"):
                own.exec_driver_sql(statement)


@dataclass(frozen=True)
class Standing:
    """What counts of a submission: with grades by hand, and less what it was late.

    Args:
        score: the points that count.
        worth: what the assignment is worth.
        penalty: the points that were lost for being late.
        waits: a person has still to grade something in it.
        late: it came after the due date.
        undated: it may be late, for no one knows when it came.
    """

    score: float
    worth: float
    _: KW_ONLY
    penalty: float = 0.0
    waits: bool = False
    late: bool = False
    undated: bool = False


def standings(assignment: Assignment, outcomes: list[Outcome]) -> dict[str, Standing]:
    """The standing of each submission of an assignment, by student.

    Args:
        assignment: graded.
        outcomes: of its submissions. One that the gradebook does not hold has the points of its
            outcome: the gradebook is another's, or was begun anew.
    """
    with opened(assignment.course) as gradebook:
        standing = {one.student: Standing(one.total, one.max_total) for one in outcomes}
        max_extra = {one.student: one.max_extra for one in outcomes}
        for row in gradebook.assignment_submissions(assignment.id):
            if row.student_id in standing:
                penalty = sum(notebook.late_submission_penalty or 0.0 for notebook in row.notebooks)
                standing[row.student_id] = Standing(
                    # Rounded where they are made: a difference of two such numbers has 15 digits.
                    score=round(max(0.0, row.score - penalty), 2),
                    # nbgrader counts extra points as a part of what the assignment is worth.
                    worth=round(row.max_score - max_extra[row.student_id], 2),
                    penalty=round(penalty, 2),
                    waits=bool(row.needs_manual_grade),
                    late=row.total_seconds_late > 0,
                    undated=assignment.late is not None and row.timestamp is None,
                )
        return standing


@lru_cache
def _settings(root: Path) -> Config:
    """What the course's own nbgrader_config.py says, such as the penalty for a late hand-in."""
    if not (root / "nbgrader_config.py").is_file():
        return Config()
    return PyFileConfigLoader("nbgrader_config.py", path=str(root)).load_config()


@contextmanager
def _one_transaction(gradebook: Gradebook) -> Iterator[None]:
    """Everything or nothing."""
    # nbgrader commits after every cell; a crash between two would leave half of the points.
    session = gradebook.db
    commit, session.commit = session.commit, session.flush
    try:
        yield
    finally:
        session.commit = commit
    commit()


class _Rows:
    """Answers what SaveAutoGrades asks a gradebook."""

    # The gradebook itself would join six tables for each cell, and each row would ask for its name
    # in a query of its own.
    def __init__(self, gradebook: Gradebook, notebook: SubmittedNotebook) -> None:
        self.db = self
        cells = gradebook.db.query(BaseCell.id, BaseCell.name)
        names = dict(map(tuple, cells.filter_by(notebook_id=notebook.notebook_id)))
        self.grades = {names[row.cell_id]: row for row in notebook.grades}
        self._comments = {names[row.cell_id]: row for row in notebook.comments}

    def find_grade(self, cell: str, *_: str) -> Grade:
        """The row of a graded cell."""
        return self.grades[cell]

    def find_comment(self, cell: str, *_: str) -> Comment:
        """The row of a cell that a student fills in."""
        return self._comments[cell]

    def commit(self) -> None:
        """Leave it to the transaction."""
