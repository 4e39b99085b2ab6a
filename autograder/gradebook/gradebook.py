"""The gradebook: assignments, submissions, and what counts of them, in nbgrader's own tables."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Set
from dataclasses import KW_ONLY, dataclass

from nbformat import NotebookNode
from nbgrader import api
from nbgrader.api import SubmittedAssignment
from nbgrader.utils import is_grade, is_locked, is_solution
from sqlalchemy import delete, select, update

from autograder import notebooks, release_steps, texts
from autograder.course import REGISTRY, Assignment, Course, CourseError
from autograder.gradebook import database, rows
from autograder.gradebook.tables import Inquiry, Review
from autograder.judging.outcome import Outcome
from autograder.notebooks import grade_id
from autograder.people import roster
from autograder.release_steps import RELEASE_STEPS


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
    return release_steps.converted(assignment, assignment.course.languages[0], RELEASE_STEPS)


def require_same_cells(assignment: Assignment) -> None:
    """See that the gradebook can hold the cells of the solution; nothing is written.

    Raises:
        CourseError: a cell was taken out or added, and there are grades that hang on the others.
    """
    # Cells as nbgrader's SaveCells distinguishes them; it would raise only after files are written.
    kinds: dict[str, Callable[[NotebookNode], bool]] = {
        "grade_cells": is_grade,
        "solution_cells": is_solution,
        "source_cells": lambda node: is_solution(node) or is_locked(node),  # graded ones, too
    }
    nodes = notebooks.read(assignment.solution).cells
    now = {(kind, grade_id(node)) for kind, is_it in kinds.items() for node in nodes if is_it(node)}
    with database.opened(assignment.course) as gradebook:
        try:
            notebook = gradebook.find_notebook(assignment.id, assignment.id)
        except api.MissingEntry:
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
            f"{assignment.solution} {words}, and the grades of {texts.counted(grades, 'student')} "
            "were entered for the previous cells. Nothing was changed. Restore the cells; to make "
            'a task count for nothing, give it 0 points (docs/instructors/README.md, "If something '
            'goes wrong").'
        )


def save(
    student: str, assignment: Assignment, judged: NotebookNode, unchanged: Set[str] = frozenset()
) -> None:
    """Enter one submission's points, and when it was handed in; within :func:`database.connected`.

    Args:
        judged: the executed notebook with its verdicts shown.
        unchanged: blanks whose answers are as they were entered before: what a person gave for one
            is not asked for again.
    """
    with database.session(assignment.course) as gradebook:
        rows.enter(gradebook.db, assignment, student, judged, unchanged)
        rows.date_and_penalize(gradebook.db, assignment, student)
        # All or nothing: a crash in between would leave half of the points.
        gradebook.db.commit()


def apply_dates(assignment: Assignment) -> None:
    """Make everything that follows from dates as if the registry had always been as it is now.

    These are the due date, extensions, times of hand-ins, and penalties, of all submissions.
    """
    with database.opened(assignment.course) as gradebook:
        gradebook.update_or_create_assignment(assignment.id, duedate=assignment.due)
        rows.date_and_penalize(gradebook.db, assignment)
        # A late day that is spent is missing for what is due later.
        for known in assignment.course.by_due_date if assignment.course.late else ():
            if known.id != assignment.id:
                rows.date_and_penalize(gradebook.db, known)
        gradebook.db.commit()


def enter_names(course: Course) -> None:
    """Give students the names of the roster, as nbgrader's formgrader shows them: name, id.

    A name that a person has entered there stays.
    """
    names = {student: row.get("name") for student, row in roster.enrolled(course).items()}
    with database.opened(course) as gradebook:
        for student in gradebook.students:
            if student.first_name in (None, student.id):
                # In one field: no one can tell which part of a name is the surname.
                student.last_name = names.get(student.id) or student.last_name or student.id
                student.first_name = student.id
        gradebook.db.commit()


def penalize(student: str, assignment: Assignment) -> None:
    """Enter what a late hand-in costs once more, after its points have changed."""
    with database.session(assignment.course) as gradebook:
        rows.date_and_penalize(gradebook.db, assignment, student)
        gradebook.db.commit()


def entered(assignment: Assignment) -> set[str]:
    """The students of whom the gradebook holds a submission of an assignment."""
    with database.opened(assignment.course) as gradebook:
        students = gradebook.db.query(SubmittedAssignment.student_id)
        return {
            student for (student,) in students.filter(SubmittedAssignment.name == assignment.id)
        }


def unlisted(course: Course) -> Iterator[str]:
    """A sentence for each assignment that has points but is not in the registry."""
    known = {assignment.id for assignment in course.assignments}
    with database.opened(course) as gradebook:
        counts = {
            assignment.name: assignment.num_submissions for assignment in gradebook.assignments
        }
    for name, count in counts.items():
        if count and name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            now = f" Is it {near[0]} now?" if near else ""
            yield (
                f"the gradebook has the points of {texts.counted(count, 'student')} for {name}, "
                f"which {course.root / REGISTRY} does not list: no table shows them.{now} Give it "
                "its old id again: points, hand-ins and pages are found by the id."
            )


def students(course: Course) -> set[str]:
    """The ids of all students whom the gradebook knows."""
    with database.opened(course) as gradebook:
        return {student.id for student in gradebook.students}


POINTS = ["cell", "automatic", "by_hand", "extra", "score", "comment"]


def points_of(assignment: Assignment, student: str) -> list[dict[str, object]]:
    """What the gradebook holds of a submission: a row for each cell, with these columns."""
    with database.opened(assignment.course) as gradebook:
        try:
            of_student = (assignment.id, assignment.id, student)
            notebook = gradebook.find_submission_notebook(*of_student)
        except api.MissingEntry:
            return []
        rows: dict[str, dict[str, object]] = {
            grade.name: {
                "cell": grade.name,
                "automatic": grade.auto_score,
                "by_hand": grade.manual_score,
                "extra": grade.extra_credit,
                "score": grade.score,
            }
            for grade in notebook.grades
        }
        for comment in notebook.comments:
            if comment.comment:
                rows.setdefault(comment.name, {"cell": comment.name})["comment"] = comment.comment
        return [*rows.values()]


def give(course: Course, student: str, to: str) -> list[str]:
    """Give all submissions of a student to another one, with whatever a person gave for them.

    Returns:
        Ids of the assignments. The student is no more in the gradebook.
    """
    with database.opened(course) as gradebook:
        of_student = gradebook.db.query(SubmittedAssignment).filter_by(student_id=student)
        given = [grade.name for grade in of_student]
        for table in (Inquiry, Review):
            own = update(table).where(table.student == student).values(student=to)
            gradebook.db.execute(own)
        if given:
            gradebook.update_or_create_student(to)
        own = update(SubmittedAssignment).where(SubmittedAssignment.student_id == student)
        gradebook.db.execute(own.values(student_id=to))
        gradebook.db.execute(delete(api.Student).where(api.Student.id == student))
        gradebook.db.commit()
    return sorted(given)


def forget(course: Course, student: str) -> None:
    """Delete a student with all that belongs to them, and write the database anew.

    What is only deleted would stay in free pages of the file.

    Raises:
        CourseError: it cannot be deleted.
    """
    with database.opened(course) as gradebook:
        for table in (Inquiry, Review):
            gradebook.db.execute(delete(table).where(table.student == student))
        gradebook.db.commit()
        if student in {enrolled.id for enrolled in gradebook.students}:
            gradebook.remove_student(student)  # which says nothing where it fails
            if student in {enrolled.id for enrolled in gradebook.students}:
                raise CourseError(f"{student} could not be deleted from the gradebook.")
        gradebook.db.remove()
        with gradebook.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as own:
            # A server's statistics hold values of the rows it has seen.
            is_file = own.dialect.name == "sqlite"
            for statement in ("VACUUM",) if is_file else ("ANALYZE", "VACUUM FULL"):
                own.exec_driver_sql(statement)


@dataclass(frozen=True)
class Standing:
    """What a submission counts: with grades by hand, minus the penalty for lateness.

    Args:
        score: the points that count.
        worth: what the assignment is worth.
        penalty: the points that were lost for being late.
        waits: a person has still to grade something in it.
        late: it came after the due date.
        undated: it may be late: no one knows when it came.
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
    standing = {outcome.student: Standing(outcome.total, outcome.max_total) for outcome in outcomes}
    max_extra = {outcome.student: outcome.max_extra for outcome in outcomes}
    with database.opened(assignment.course) as gradebook:
        of_assignment = api.Assignment.name == assignment.id
        worth = gradebook.db.scalar(select(api.Assignment.max_score).where(of_assignment)) or 0.0
        for row in rows.entered(gradebook.db, assignment):
            if row.student in standing:
                standing[row.student] = Standing(
                    # Rounded where they are computed: a difference of two such numbers has 15
                    # digits.
                    score=round(max(0.0, row.score - row.penalty), 2),
                    # nbgrader counts extra points as a part of what the assignment is worth.
                    worth=round(worth - max_extra[row.student], 2),
                    penalty=round(row.penalty, 2),
                    waits=row.waits,
                    late=row.seconds_late > 0,
                    undated=assignment.needs_times and row.timestamp is None,
                )
    return standing
