"""Course directories with as many submissions as wanted, made from right and wrong answers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, groupby, islice
from pathlib import Path

from nbformat import NotebookNode

from autograder import notebooks, registry
from autograder.answers.blanks import fill
from autograder.answers.known import Answer, answers
from autograder.course import Course
from autograder.demo import damaged_by_colab, prepare, trained
from autograder.engine.engine import Engine
from autograder.engine.sandbox import SandboxUnavailable
from autograder.records import database
from autograder.released import released
from autograder.submission.training import Weights

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


def class_of(
    tried: list[Answer],
    released: NotebookNode,
    weights: Weights | None = None,
    each: int | None = None,
) -> Iterator[tuple[str, str]]:
    """The students of a class: an id, and the text of the notebook that each hands in.

    Args:
        tried: right and wrong answers of the assignment, by blank.
        released: what the students were given.
        weights: to hand in; those of a blank that is answered wrongly are left out.
        each: at most so many right and so many wrong answers of each blank.
    """
    # They come sorted by just that.
    groups = groupby(tried, key=lambda answer: (answer.blank, answer.is_right))
    tried = [answer for _, group in groups for answer in islice(group, each)]
    weights = weights or Weights()
    rights: dict[str, list[str]] = {}
    for answer in tried:
        if answer.is_right:
            rights.setdefault(answer.blank, []).append(answer.source)
    # The n-th student has the n-th right answer of each blank, where there are so many.
    for number in range(max(map(len, rights.values()))):
        sources = {blank: some[number % len(some)] for blank, some in rights.items()}
        text = _fill(released, sources, weights)
        yield (f"in-other-words-{number}" if number else "perfect"), text
    right = {blank: some[0] for blank, some in rights.items()}
    perfect = _fill(released, right, weights)
    # Who does nothing gets no points, and who does everything but one blank loses that one.
    yield "blank", _fill(released, {}, Weights())
    for answer in tried:
        if not answer.is_right:
            sources = right | {answer.blank: answer.source}
            text = _fill(released, sources, weights.without(answer.blank))
            yield f"{answer.blank}-{answer.name}", text
    # What goes wrong in a real class: a damaged file, and code that ends its own kernel.
    yield "colab-damaged", damaged_by_colab(perfect)
    fatal = right | {tried[0].blank: "import os\nos._exit(1)"}
    yield "kernel-dies", _fill(released, fatal, Weights())


def _fill(released: NotebookNode, sources: dict[str, str], weights: Weights) -> str:
    filled = fill(released, sources)
    weights.attach(filled, released)
    return notebooks.as_text(filled)


def points(course: Course, assignment: str) -> dict[tuple[str, str], float]:
    """What the gradebook holds, by student and cell."""
    with database.opened(course) as book:
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
