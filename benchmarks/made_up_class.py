"""Course directories with as many submissions as wanted, made from right and wrong answers."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator, Set
from datetime import datetime
from itertools import cycle, groupby, islice
from pathlib import Path

from nbformat import NotebookNode

from autograder import notebooks, registry, release_steps
from autograder.answers import blanks
from autograder.answers.known import KnownAnswer, known_answers
from autograder.course import REGISTRY, Assignment, Course, CourseError
from autograder.engine.engine import Engine
from autograder.engine.sandbox import SandboxUnavailable
from autograder.gradebook import database
from autograder.runtime import RUNTIME
from autograder.submission.parts import plan_of
from autograder.submission.training import Weights, is_training

REPOSITORY = Path(__file__).resolve().parent.parent
# This file marks a folder that may be emptied.
MARKER = ".demo"
FOLDERS = ("solutions", "resources", "exercises")
# Stock nbgrader gives no points to a notebook whose kernel dies, so there is nothing to compare.
LEFT_OUT = {"kernel-dies"}


def prepare(
    repository: Course, folder: Path, names: Iterable[str] = (), due: datetime | None = None
) -> Course:
    """Make a fresh course directory.

    Args:
        repository: what it is made from.
        folder: is emptied.
        names: ids of its assignments.
        due: of each of them, if they have one.

    Raises:
        CourseError: the folder holds something that was not made here.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / MARKER).exists():
        raise CourseError(
            f"{folder} holds something else than a demonstration. "
            "Name another folder with --folder."
        )
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / MARKER).write_text("made by `make demo`, which empties this folder each time\n")
    for name in FOLDERS:
        shutil.copytree(repository.home / name, folder / name)
    for name in (REGISTRY, "nbgrader_config.py"):
        shutil.copy(repository.home / name, folder / name)
    path = folder / REGISTRY
    # On a slow or busy machine a class without endless loops must not appear to have some.
    text = re.sub(r"(?m)^((?:cell|total|cpu)_seconds = )\d+", r"\g<1>600", path.read_text("utf-8"))
    for name in names if due else ():
        entry = f'id = "{name}"\n'
        text = text.replace(entry, f'{entry}due = "{due:%Y-%m-%d %H:%M:%S} UTC"\n')
    path.write_text(text, "utf-8")
    return registry.load(folder)


def trained(assignment: Assignment) -> Weights:
    """The weights that the solution's training cells keep, for students to hand in."""
    solution = notebooks.read(assignment.solution)
    # Most assignments train nothing, and then the solution need not run.
    if not any(is_training(cell) for cell in solution.cells):
        return Weights()
    with Engine("none", assignment.limits, RUNTIME) as engine:
        return Weights.of(engine.execute(solution, plan=plan_of(solution)).notebook)


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
    given = release_steps.released(course.assignment(assignment), course.languages[0])
    kept = trained(course.assignment(assignment))
    known = known_answers(registry.load(REPOSITORY).assignment(assignment))
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
    tried: list[KnownAnswer],
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
    # They are already sorted by blank.
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
        text = _text(released, sources, weights)
        yield (f"in-other-words-{number}" if number else "perfect"), text
    right = {blank: some[0] for blank, some in rights.items()}
    perfect = _text(released, right, weights)
    # A student who does nothing gets no points, and one who leaves out one blank loses its points.
    yield "blank", _text(released, {}, weights)
    for answer in tried:
        if not answer.is_right:
            sources = right | {answer.blank: answer.source}
            text = _text(released, sources, _of(weights, right.keys() - {answer.blank}))
            yield f"{answer.blank}-{answer.name}", text
    # What goes wrong in a real class: a damaged file, and code that ends its own kernel.
    yield "colab-damaged", damaged_by_colab(perfect)
    fatal = right | {tried[0].blank: "import os\nos._exit(1)"}
    yield "kernel-dies", _text(released, fatal, Weights())


def filled(released: NotebookNode, sources: dict[str, str], weights: Weights) -> NotebookNode:
    """A released notebook with answers in it, and with the weights of the answered checks."""
    notebook = blanks.fill(released, sources)
    _of(weights, sources.keys()).attach(notebook, released)
    return notebook


def _of(weights: Weights, checks: Set[str]) -> Weights:
    return Weights({check: kept for check, kept in weights.by_check.items() if check in checks})


def _text(released: NotebookNode, sources: dict[str, str], weights: Weights) -> str:
    return notebooks.as_text(filled(released, sources, weights))


def damaged_by_colab(text: str) -> str:
    """A notebook as Colab may save it: no cell ids, nbformat 4.0, only Colab's metadata."""
    data = json.loads(text)
    for number, cell in enumerate(data["cells"]):
        del cell["id"]
        cell["metadata"] = {
            "id": f"x{number:07x}",
            "colab": {"base_uri": "https://localhost:8080/"},
        }
        if isinstance(cell["source"], str):
            cell["source"] = cell["source"].splitlines(keepends=True)
    data["metadata"] = {
        "colab": {"provenance": []},
        "kernelspec": {"name": "python3", "display_name": "Python 3"},
    }
    return json.dumps(data | {"nbformat": 4, "nbformat_minor": 0})


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
    """ "full" where this machine can give it, otherwise "none" and a line that says so."""
    try:
        with Engine("full"):
            return "full"
    except SandboxUnavailable as error:
        print(f"measured WITHOUT the sandbox: {error}")
        return "none"
