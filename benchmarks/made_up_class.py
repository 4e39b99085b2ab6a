"""Course directories with as many submissions as wanted, made from right and wrong answers."""

from __future__ import annotations

from itertools import cycle, islice
from pathlib import Path

from autograder import notebooks, registry
from autograder.answers.known import answers
from autograder.course import Course
from autograder.demo import prepare, trained
from autograder.engine.engine import Engine
from autograder.engine.sandbox import SandboxUnavailable
from autograder.made_up_class import class_of
from autograder.records import gradebook
from autograder.release.steps import released

REPOSITORY = Path(__file__).resolve().parent.parent
# Stock nbgrader gives no points to a notebook whose kernel dies, so there is nothing to compare.
LEFT_OUT = {"kernel-dies"}


def make_course(folder: Path, assignment: str, number: int, different: int | None = None) -> Course:
    """A fresh course directory in which so many students have handed in.

    Args:
        folder: does not exist yet.
        assignment: id of the assignment.
        number: how many submissions; the answers repeat when there are fewer of them.
        different: how many different ones; without it, as many as there are. Some train in their
            cells, so that classes of two sizes compare only if both hold the same ones.
    """
    course = prepare(registry.load(REPOSITORY), folder)
    given = released(course.assignment(assignment), course.languages[0])
    with Engine("none", limits=course.assignment(assignment).limits) as engine:
        kept = trained(course.assignment(assignment), engine)
    known = answers(registry.load(REPOSITORY).assignment(assignment))
    students = [
        (name, text) for name, text in class_of(known, given, kept) if name not in LEFT_OUT
    ][:different]
    for count, (name, text) in enumerate(islice(cycle(students), number)):
        notebooks.write(
            course.assignment(assignment).submitted(f"{count:04}-{name}") / f"{assignment}.ipynb",
            text,
        )
    return course


def points(course: Course, assignment: str) -> dict[tuple[str, str], float]:
    """What the gradebook holds, by student and cell."""
    with gradebook.opened(course) as book:
        return {
            (submission.student_id, grade.name): grade.auto_score
            for submission in book.assignment_submissions(assignment)
            for notebook in submission.notebooks
            for grade in notebook.grades
        }


def best_sandbox() -> str:
    """ "full" where this machine can give it, else "none", and a line that says so."""
    try:
        with Engine("full"):
            return "full"
    except SandboxUnavailable as error:
        print(f"measured WITHOUT the sandbox: {error}")
        return "none"
