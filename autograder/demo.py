"""The demonstration: a made-up class hands in through a real nbgrader exchange."""

from __future__ import annotations

import logging
import re
import shutil
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from statistics import median

from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import (
    ExchangeFetchAssignment,
    ExchangeReleaseAssignment,
    ExchangeSubmit,
)
from traitlets.config import Config

from autograder import notebooks, registry
from autograder.course import Assignment, Course, CourseError
from autograder.engine.engine import Engine
from autograder.judging.outcome import Outcome
from autograder.made_up_class import HandIn
from autograder.nbgrader_plugins.exchange import CollectPlainFiles
from autograder.nbgrader_plugins.settings import configure
from autograder.records.gradebook import standings
from autograder.records.store import outcomes
from autograder.submission.handed_in import SUBMISSION_DATE
from autograder.submission.parts import plan_of
from autograder.submission.training import Weights, is_training

MARKER = ".demo"
FOLDERS = ("solutions", "resources", "exercises")


def prepare(
    repository: Course, folder: Path, names: Iterable[str] = (), due: datetime | None = None
) -> Course:
    """Make a fresh course directory for the demonstration.

    Args:
        repository: what it is made from.
        folder: is emptied.
        names: ids of its assignments.
        due: of each of them, if they have one.

    Raises:
        CourseError: the folder holds something that is not a demonstration.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / MARKER).exists():
        raise CourseError(
            f"{folder} holds something else than a demonstration. "
            "Name another folder with --folder."
        )
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # By it a folder that may be emptied is known from one that may not.
    (folder / MARKER).write_text(
        "made by `autograder demo`, which empties this folder when it is run again\n"
    )
    for name in FOLDERS:
        shutil.copytree(repository.home / name, folder / name)
    for name in (registry.REGISTRY, "nbgrader_config.py"):
        shutil.copy(repository.home / name, folder / name)
    path = folder / registry.REGISTRY
    # On a slow or busy machine a class without endless loops must not seem to have some.
    text = re.sub(r"(?m)^((?:cell|total|cpu)_seconds = )\d+", r"\g<1>600", path.read_text("utf-8"))
    for name in names if due else ():
        entry = f'id = "{name}"\n'
        text = text.replace(entry, f'{entry}due = "{due:%Y-%m-%d %H:%M:%S} UTC"\n')
    path.write_text(text, "utf-8")
    return registry.load(folder)


def lend_answers(assignment: Assignment, folder: Path) -> None:
    """With them grading can name mistakes: most of such a class makes one that is known."""
    assignment.answers.parent.mkdir(exist_ok=True)
    assignment.answers.symlink_to(folder.resolve())


def trained(assignment: Assignment, engine: Engine) -> Weights:
    """The weights that the solution's training cells keep, for students to hand in."""
    solution = notebooks.read(assignment.solution)
    # Most assignments train nothing, and then the solution need not run.
    has_training = any(is_training(cell) for cell in solution.cells)
    if not has_training:
        return Weights()
    return Weights.of(engine.execute(solution, plan=plan_of(solution)).notebook)


class Exchange:
    """A real nbgrader exchange in a folder of its own, and what people do with it."""

    def __init__(self, assignment: Assignment, folder: Path) -> None:
        self.assignment, self.folder = assignment, folder
        (folder / "exchange").mkdir(parents=True)

    def release(self) -> None:
        """Put the assignment where students fetch it."""
        self._run(ExchangeReleaseAssignment)

    def hand_in(self, student: str, text: str) -> None:
        """Fetch the assignment as a student, put the answers into it, and submit."""
        home = self.folder / "home" / student
        home.mkdir(parents=True)
        self._run(ExchangeFetchAssignment, student, home)
        (home / self.assignment.id / f"{self.assignment.id}.ipynb").write_text(text, "utf-8")
        self._run(ExchangeSubmit, student, home)

    def collect(self) -> None:
        """Take what was submitted, as the instructor."""
        self._run(CollectPlainFiles)

    def _run(self, step: type, student: str | None = None, home: Path | None = None) -> None:
        config = configure(Config(), self.assignment.course.root)
        config.Exchange.root = str(self.folder / "exchange")
        # One cache for each person: nbgrader keeps in it what was fetched and submitted.
        config.Exchange.cache = str(self.folder / "cache" / (student or "instructor"))
        config.CourseDirectory.assignment_id = self.assignment.id
        if student and home:
            config.CourseDirectory.student_id = student
            config.Exchange.assignment_dir = str(home)
        exchange = step(
            coursedir=CourseDirectory(config=config),
            authenticator=Authenticator(config=config),
            config=config,
        )
        # nbgrader says a line for each file, of which a class has hundreds.
        exchange.log.setLevel(logging.CRITICAL)
        exchange.start()


def put_in_place(assignment: Assignment, hand_ins: Iterable[HandIn]) -> None:
    """Give collected hand-ins their dates, and files of C a folder of their own."""
    for one in hand_ins:
        folder = assignment.submitted(one.student)
        for name, text in one.files.items():
            notebooks.write(folder / name, text)
        notebooks.write(folder / SUBMISSION_DATE, f"{one.date:%Y-%m-%d %H:%M:%S} UTC\n")


def summary(assignments: list[Assignment]) -> list[str]:
    """What came out, and which files to open: six lines.

    Args:
        assignments: of the demonstration; the class handed in the first.
    """
    first, root = assignments[0], assignments[0].course.root
    graded = {one.id: outcomes(one) for one in assignments}
    ran = [one for one in graded[first.id] if one.state.is_settled]
    known = standings(first, graded[first.id])
    totals = sorted(one.score for one in known.values())
    hand_ins = " and ".join(f"{len(some)} of {name}" for name, some in graded.items())
    trouble = "; ".join(f"{one.student} {one.state}" for one in graded[first.id] if one not in ran)

    def to_read(one: Outcome) -> tuple[int, int, float]:
        """How much is on a page: its tasks, and of these those with no named mistake."""
        tasks = [name for name, most in one.max_points.items() if one.points[name] < most]
        unnamed = len(set(tasks) - set(one.mistakes))
        wrote_nothing = not known[one.student].waits  # which the page says, too
        return len(tasks) + wrote_nothing, unnamed, one.max_total - one.total

    short = [one for one in ran if one.total < one.max_total]
    nearly = min(short, key=to_read, default=graded[first.id][0]).student
    in_c = ", ".join(str(root / "reports" / f"{one.id}.html") for one in assignments[1:])
    return [
        f"{hand_ins} were graded: {totals[0]:g} to {totals[-1]:g} of "
        f"{known[ran[0].student].worth:g} points, the median is {round(median(totals), 2):g}",
        f"for a person: {trouble or 'no one'}; "
        f"{sum(one.waits for one in known.values())} written answers, "
        f"{sum(one.late for one in known.values())} late",
        f"the class:    {root / 'reports' / first.id}.html",
        f"one mistake:  {first.feedback(nearly)}",
        f"in C:         {in_c or 'no assignment in C was named'}",
        f"all points:   {root / 'grades.csv'}",
    ]
