"""One hand-in, graded by itself, for use without a course directory and for Gradescope.

Everything is done as for a class, in a temporary course directory: the same choice among
several files, the same repair, the same judge.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from nbformat import NotebookNode

from autograder import notebooks
from autograder.answers.blanks import with_mistakes
from autograder.course import Assignment, Course, CourseError
from autograder.engine.pool import Executor
from autograder.grading import Grader
from autograder.intake import choose
from autograder.intake.choose import Chooser, Piece
from autograder.intake.unpack import SourceFile, Unpacker
from autograder.judging.outcome import Outcome
from autograder.messages import message
from autograder.notebooks import Cell
from autograder.people.platforms import PLAIN, Owner
from autograder.reports.feedback_page import Banner, of_state
from labkit.judge import Verdict

STUDENT = "student"


@dataclass(frozen=True, kw_only=True)
class Checked:
    """A hand-in with its verdicts.

    Args:
        assignment: of which it is.
        outcome: what became of it.
        verdicts: by check, in the order of the notebook.
        written: titles of the answers that a person reads, and what each is worth.
        language: of its notebook, or else the course's first.
    """

    assignment: Assignment
    outcome: Outcome
    verdicts: dict[str, Verdict]
    written: dict[str, float]
    language: str

    @property
    def banners(self) -> list[Banner]:
        """The result in words for its student; none where there is nothing to say."""
        return [*of_state(self.outcome, partial(_say, self.language))]


def _say(language: str, key: str, /, **values: object) -> str:
    return message(key, language, **values)


def check(
    course: Course,
    source: Path,
    executor: Executor,
    assignment: str | None = None,
    *,
    names: bool = True,
) -> Checked:
    """Grade what a student has handed in.

    Args:
        course: the course, or a year of it; nothing is written there.
        source: a notebook of any name, a zip or a folder.
        executor: where it is executed.
        assignment: its id; default: the only one of which anything is in it.
        names: whether known mistakes are looked for.

    Raises:
        CourseError: it is of no assignment, or of several.
    """
    with _course_of_its_own(course) as own:
        unpacked = own.root / "unpacked"
        unpacked.mkdir()
        files = [file for file in Unpacker(unpacked).walk(source) if isinstance(file, SourceFile)]
        id = assignment or _assignment_of(own, files, source)
        _place(own, id, files, source)
        grader = Grader(own.assignment(id), executor, names=names)
        (outcome,) = grader.grade(grader.jobs([STUDENT], force=False))
        executed = notebooks.read(own.assignment(id).autograded(STUDENT))
        # From the evidence, as `autograder judge` does it.
        judge = grader.references.judge(outcome.seed)
        return Checked(
            assignment=course.assignment(id),
            outcome=outcome,
            verdicts=with_mistakes(judge.verdicts(executed), outcome),
            written=dict(_written(executed)),
            language=outcome.language or course.languages[0],
        )


@contextmanager
def _course_of_its_own(course: Course) -> Iterator[Course]:
    """The same course with nobody in it: no groups, no due dates, a gradebook of its own."""
    entries = (
        replace(entry, groups="", extensions={}, late=None, due=None, attempts="last")
        for entry in course.entries
    )
    with tempfile.TemporaryDirectory(prefix="autograder-") as folder:
        root = Path(folder)
        (root / course.private.name).mkdir()
        gradebook = f"sqlite:///{root / 'gradebook.db'}"
        yield replace(course, root=root, db_url=gradebook, entries=tuple(entries), late=None)


def _assignment_of(course: Course, files: list[SourceFile], source: Path) -> str:
    copies = [file.copy for file in files if file.copy and file.suffix == ".ipynb"]
    ids = [
        assignment.id
        for assignment in course.assignments
        if any(Chooser(course, assignment.id).is_of(assignment.id, copy) for copy in copies)
    ]
    if len(ids) != 1:
        found = f"tasks of {' and '.join(ids)}" if ids else "no task of any assignment"
        raise CourseError(f"{source} has {found}: give the assignment's id with --assignment.")
    return ids[0]


def _place(course: Course, id: str, files: list[SourceFile], source: Path) -> None:
    """Put what was handed in where grading looks for it."""
    # Without the dates of files, which say when they were unpacked here.
    pieces = [
        Piece(
            file=replace(file, modified=None),
            owner=Owner(PLAIN, name=STUDENT, file=file.path.name),
            time=None,
            source=source.name,
            is_certain=False,
        )
        for file in files
    ]
    chooser = Chooser(course, id)
    chosen = chooser.choose(STUDENT, pieces)
    if chosen.rows:
        choose.put(course, id, chosen)
    else:  # nothing was handed in, or nothing that may be read
        course.assignment(id).submitted(STUDENT).mkdir(parents=True)
    if chooser.is_open:  # grading then says that there are several, and counts none
        notebooks_in = [file.copy for file in files if file.copy and file.suffix == ".ipynb"]
        for number, copy in enumerate(notebooks_in, start=1):
            shutil.copyfile(copy, course.assignment(id).submitted(STUDENT) / f"{number}.ipynb")


def _written(executed: NotebookNode) -> Iterator[tuple[str, float]]:
    titles = notebooks.titles_of(executed)
    for cell in map(Cell.of, executed.cells):
        if cell.is_graded and cell.is_blank:
            yield titles[cell.blank], cell.points
