"""The gradebook's rows as nbgrader's own steps write them, to compare ours with."""

import uuid
from datetime import timedelta

from nbformat.v4 import new_output
from nbgrader.api import Base
from nbgrader.preprocessors import AssignLatePenalties, SaveAutoGrades
from submissions import template
from traitlets.config import Config

from autograder import notebooks, registry
from autograder.gradebook import database, gradebook
from autograder.nbgrader_plugins.settings import CoursePenalty
from autograder.people.extensions import more_time
from autograder.submission.handed_in import submission_date, write_submission_date

HOUR = timedelta(hours=1)
ENTRY = """due = "2026-01-01 12:00:00 UTC"
extensions = { eve = "2026-01-02 12:00:00 UTC" }
"""


def judged(scores, answer=""):
    """An executed notebook: a number for each check in turn, an error, or nothing."""
    notebook = template()
    checks = [cell for cell in notebook.cells if notebooks.is_check(cell)]
    for cell, score in zip(checks, scores, strict=False):
        if score == "error":
            cell.outputs = [new_output("error", ename="E", evalue="", traceback=[])]
        elif score is not None:
            data = {"text/plain": str(score)}
            cell.outputs = [new_output("execute_result", data, execution_count=1)]
    for cell in notebook.cells:
        cell.source += answer if notebooks.is_blank(cell) else ""
    return notebook


def enter_both_ways(ours, stock, id, late=""):
    """Enter the same hand-ins in two courses: by our rows, and by nbgrader's steps.

    Args:
        ours, stock: folders of two courses that are alike.
        id: of the assignment.
        late: the line about late hand-ins in its entry.

    Returns:
        The rows of both.
    """
    full, half = judged([3.0] * 20, "my own"), judged([1.5, "error", None, 0.0], "a try")
    tries = [("ada", full, -1), ("ben", half, 30), ("eve", full, 30), ("ada", half, 50)]
    tries += [("dan", judged([]), None), ("ben", full, 30), ("eve", half, 20)]
    for place in (ours, stock):
        path, entry = place / "course.toml", f'id = "{id}"\n'
        path.write_text(path.read_text().replace(entry, entry + ENTRY + late))
        course = registry.load(place)
        assignment = course.assignment(id)
        gradebook.register(assignment)
        for student, notebook, hours in tries:
            folder = assignment.submitted(student)
            folder.mkdir(parents=True, exist_ok=True)
            if hours is not None:
                write_submission_date(folder, assignment.due + HOUR * hours)
            if place is stock:
                _save_as_stock(student, assignment, notebook)
            else:
                with database.connected(course):
                    gradebook.save(student, assignment, notebook)
            if student == "ben":
                _give_by_hand(assignment, student)
    return tuple(_rows(registry.load(place)) for place in (ours, stock))


def _save_as_stock(student, assignment, notebook):
    """What ``nbgrader autograde`` does with a notebook that is executed and judged."""
    course = assignment.course
    with database.opened(course) as book:
        book.update_or_create_student(student)
        date = submission_date(assignment.submitted(student))
        # It links a submission's rows before it adds them to the session: a flush between the two
        # would leave some out.
        with book.db.no_autoflush:
            submission = book.update_or_create_submission(assignment.id, student, timestamp=date)
        # nbgrader has a command for extensions, and no step.
        submission.extension = more_time(assignment, student) or None
        book.db.commit()
    of = {"student": student, "assignment": assignment.id, "notebook": assignment.id}
    resources = {"nbgrader": of | {"db_url": course.db_url}}
    config = Config(CoursePenalty={"root": str(course.root)})
    SaveAutoGrades().preprocess(notebook, resources)
    AssignLatePenalties(plugin_class=CoursePenalty, config=config).preprocess(notebook, resources)


def _give_by_hand(assignment, student):
    with database.opened(assignment.course) as book:
        submission = book.find_submission_notebook(assignment.id, assignment.id, student)
        grade = min(submission.grades, key=lambda grade: grade.name)
        grade.manual_score, grade.extra_credit, grade.needs_manual_grade = 1.0, 0.5, False
        min(submission.comments, key=lambda comment: comment.name).manual_comment = "Well seen."
        book.db.commit()


def _rows(course):
    """All rows of nbgrader's tables, in which a drawn id is replaced by what it stands for."""
    names, found = {}, {}
    with database.opened(course) as book:
        for table in Base.metadata.sorted_tables:
            for row in map(dict, book.db.execute(table.select()).mappings()):
                row = {name: names.get(value, value) for name, value in row.items()}
                if _is_drawn(row.get("id")):
                    keys = ("name", "type", *(key.parent.name for key in table.foreign_keys))
                    keys = sorted(column for column in {*keys, "student_id"} if column in row)
                    names[row.pop("id")] = tuple(row[column] for column in keys)
                found.setdefault(table.name, []).append(sorted(row.items()))
    return {name: sorted(of, key=repr) for name, of in found.items()}


def _is_drawn(id):
    try:
        return uuid.UUID(hex=id).hex == id
    except (AttributeError, TypeError, ValueError):
        return False
