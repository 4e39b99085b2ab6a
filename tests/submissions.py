"""What students hand in for assignment 02: perfect, unfinished, wrong, damaged and hostile work."""

import copy
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
from courses import SHORT, graded_notebook, hand_in, shortened
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor, SaveCells
from repository import COURSE, answers_of, exercise

from autograder import notebooks
from autograder.answers.blanks import fill
from autograder.course import Assignment
from autograder.editions import with_comments_in
from autograder.notebooks import grade_id
from autograder.release_steps import RELEASE_STEPS, ChooseLanguageOfCode, Step, converted
from benchmarks.made_up_class import damaged_by_colab

ASSIGNMENT = SHORT
BLANK = "binary_sign"


def template(language: str = "en") -> NotebookNode:
    """The released notebook, as a student opens it."""
    return shortened(exercise(ASSIGNMENT, language))


@cache
def full_points() -> float:
    """What the checks of the assignment give together; the written answer waits for a person."""
    return sum(notebooks.Cell.of(cell).points for cell in notebooks.checks(template()).values())


@cache
def right_sources() -> dict[str, list[str]]:
    """The right answers to each blank."""
    rights: dict[str, list[str]] = {}
    for answer in answers_of(ASSIGNMENT):
        if answer.is_right:
            rights.setdefault(answer.blank, []).append(answer.source)
    return rights


def perfect(number: int = 0, language: str = "en") -> NotebookNode:
    """The notebook with right answers in every blank; ``number`` chooses among them."""
    return fill(
        template(language),
        {blank: sources[number % len(sources)] for blank, sources in right_sources().items()},
    )


class EnglishComments(NbGraderPreprocessor):
    """Code as it once was in all languages: it said everything in each, with comments in
    English."""

    def preprocess_cell(self, cell: NotebookNode, resources: Any, index: int) -> Step:
        if cell.cell_type == "code":
            cell.source = with_comments_in(cell.source, "en")
        return cell, resources


def earlier_release(assignment: Assignment, language: str) -> NotebookNode:
    """What students got before release chose the language of code."""
    steps = [step for step in RELEASE_STEPS if step is not SaveCells]
    steps[steps.index(ChooseLanguageOfCode)] = EnglishComments
    return converted(assignment, language, steps)


def of_an_earlier_release(language: str) -> NotebookNode:
    """The perfect notebook as it was then."""
    given = shortened(earlier_release(COURSE.assignment(ASSIGNMENT), language))
    return fill(given, {blank: sources[0] for blank, sources in right_sources().items()})


def with_blank(source: str, blank: str = BLANK) -> NotebookNode:
    """A perfect notebook, except for one blank."""
    return fill(perfect(), {blank: source})


def damaged(damage: Callable[[NotebookNode, int], None]) -> NotebookNode:
    """A notebook without work in BLANK, and with damage at the place of its check."""
    notebook = with_blank("# forgotten")
    damage(notebook, [grade_id(cell) for cell in notebook.cells].index(f"{BLANK}_check"))
    return notebook


def perfect_source() -> str:
    """A right answer for BLANK."""
    return right_sources()[BLANK][0]


def drop(notebook: NotebookNode, place: int) -> None:
    del notebook.cells[place]


def duplicate(notebook: NotebookNode, place: int) -> None:
    copied = copy.deepcopy(notebook.cells[place])
    copied.id = "duplicated"  # as Jupyter gives a copy an id of its own
    notebook.cells.insert(place, copied)


def strip(notebook: NotebookNode, place: int) -> None:
    notebook.cells[place].metadata = {}
    notebook.cells[place].id = "stripped"


def drop_blank(notebook: NotebookNode, place: int) -> None:
    del notebook.cells[
        place - 1 - [grade_id(c) for c in reversed(notebook.cells[:place])].index(BLANK)
    ]


def own_check(notebook: NotebookNode, place: int) -> None:
    notebook.cells[place].source = "3.0"


FORGED = """
import labkit.checks, IPython
from IPython.display import display
class Full(float):
    pass
def forged(self):
    return {"text/plain": "99.0", "text/html": "<b>full</b>"}
labkit.checks.Shown._repr_mimebundle_ = lambda self, **kw: forged(self)
labkit.checks.Shown.__repr__ = lambda self: "99.0"
"""

HANDED_IN: dict[str, Callable[[], NotebookNode]] = {
    "perfect": perfect,
    "other-words": lambda: perfect(1),
    "japanese": lambda: perfect(language="ja"),
    "earlier-release": lambda: of_an_earlier_release("en"),
    "japanese-earlier-release": lambda: of_an_earlier_release("ja"),
    "blank": template,
    "warns": lambda: with_blank(
        "import warnings, sys\nwarnings.warn('x')\nprint('y', file=sys.stderr)\n" + perfect_source()
    ),
    "raises": lambda: with_blank("1 / 0"),
    "syntax-error": lambda: with_blank("class ("),
    "dies": lambda: with_blank("import os\nos._exit(1)"),
    "hangs": lambda: with_blank("while True: pass"),
    "prints-100-mb": lambda: with_blank("for _ in range(1600): print('x' * 65536)"),
    "forges": lambda: with_blank(FORGED),
    "deleted-check": lambda: damaged(drop),
    "duplicated-check": lambda: damaged(duplicate),
    "stripped-check": lambda: damaged(strip),
    "edited-check": lambda: damaged(own_check),
    "deleted-blank": lambda: damaged(drop_blank),
    "colab": lambda: nbformat.reads(damaged_by_colab(nbformat.writes(perfect())), as_version=4),
}

CLASS = {"perfect": 4, "other-words": 4, "blank": 2, "raises": 2}
STUDENTS = [f"{kind}-{n}" for kind, number in CLASS.items() for n in range(number)]


def hand_in_class(folder: Path) -> Path:
    """A small class hands in to a course's folder."""
    for student in STUDENTS:
        hand_in(folder, student, HANDED_IN[student.rpartition("-")[0]]())
    return folder


FIRST_PRINTS = {"perfect": "Ready: ", "japanese": "準備ができました："}


def first_print(folder: Path, student: str) -> str:
    """What the set-up cell of a graded notebook printed."""
    cells = graded_notebook(folder, student).cells
    (setup,) = (cell for cell in cells if grade_id(cell) == "setup")
    return str(setup.outputs[0].text)
