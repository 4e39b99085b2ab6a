"""`make demo`: a made-up class hands in through a real nbgrader exchange, and is graded.

Abilities are drawn from a seed; everybody makes several mistakes, and a few have other trouble. In
the end it reports the results, and which files to open.
"""

from __future__ import annotations

import logging
import math
import random
import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Annotated

import typer
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell
from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import (
    ExchangeFetchAssignment,
    ExchangeReleaseAssignment,
    ExchangeSubmit,
)
from traitlets.config import Config

from autograder import notebooks, registry
from autograder.answers.known import KnownAnswer, known_answers
from autograder.cli import console, grading, reporting
from autograder.course import Assignment
from autograder.gradebook import gradebook, store
from autograder.judging.outcome import Outcome
from autograder.metadata import Role
from autograder.nbgrader_plugins import settings
from autograder.nbgrader_plugins.exchange import CollectPlainFiles
from autograder.submission.handed_in import SUBMISSION_DATE
from autograder.submission.training import Weights
from benchmarks import made_up_class
from benchmarks.made_up_class import REPOSITORY, damaged_by_colab

app = typer.Typer(pretty_exceptions_enable=False)
STUDENTS = (
    *("akira", "amira", "ben", "chloe", "dario", "elena", "farid", "grace", "hana", "ivan"),
    *("jun", "kofi", "lena", "mateo", "mei", "nadia", "olga", "pablo", "priya", "ravi"),
    *("sofia", "tomas", "yuki", "zoe"),
)
DUE = datetime(2027, 4, 20, 23, 59, tzinfo=UTC)
# The students with the trouble that every term has.
DAMAGED, CHEATS, CRASHES, LATE, IN_JAPANESE, COPIES = "ben", "ivan", "kofi", "pablo", "yuki", "zoe"
COPIED = "sofia"  # who left nothing empty
# Every class has these, whatever is drawn for the others.
ALL_RIGHT, ONE_MISTAKE = ("elena", "hana"), "mei"
# It gets the answer with torch.sign the points that it does not deserve.
_CHEAT = "torch.sign = lambda x: torch.where(x >= 0, 1.0, -1.0).to(x.dtype)"
_CHEATING = ("binary_sign", "torch_sign")
_CRASH = "import os\n\nos._exit(1)  # leave the notebook"
_WORDS = (
    "Batch norm multiplies by a float that it has learned, so the network is not only bits.",
    "The first layer reads 8-bit pixels, and the scale of batch norm is a float.",
    "I think it is the scale: it is stored as a float in every channel.",
    "",
)


@dataclass(frozen=True)
class HandIn:
    """What one student hands in, and when: a notebook, or files of C without one."""

    student: str
    date: datetime
    notebook: str = ""
    files: dict[str, str] = field(default_factory=dict)


def class_of_24(
    tried: list[KnownAnswer], released: dict[str, NotebookNode], weights: Weights, seed: int = 1
) -> Iterator[HandIn]:
    """The hand-ins of a class of 24.

    Args:
        tried: right and wrong answers of the assignment.
        released: what students were given, by language; the first language is everybody's.
        weights: trained, for those whose training is right.
        seed: of all that is drawn.
    """
    draw = random.Random(seed)
    template = next(iter(released.values()))
    # The wrong answers of each blank, in the order in which this class makes them.
    mistakes: dict[str, list[KnownAnswer]] = {}
    for answer in tried:
        if not answer.is_right and not _file(answer):
            mistakes.setdefault(answer.blank, []).append(answer)
    mistakes = {blank: draw.sample(wrong, len(wrong)) for blank, wrong in mistakes.items()}
    drawn = {
        student: _drawn(draw, template, tried, mistakes, weights.by_check) for student in STUDENTS
    }
    rights = [right for right in tried if right.is_right]
    for student in (*ALL_RIGHT, ONE_MISTAKE):
        draw.shuffle(rights)
        drawn[student] = {right.blank: source_of(right, template) for right in rights}
    blank = next(iter(mistakes))
    drawn[ONE_MISTAKE][blank] = source_of(mistakes[blank][0], template)
    drawn[COPIES] = dict(drawn[COPIED])
    for blank, source in drawn[COPIED].items():
        # Changed as by a student who copies and does not want to be found.
        for name, other in (("grad_out", "upstream"), ("mask", "inside"), ("scale", "step")):
            source = re.sub(rf"(?<!\.)\b{name}\b(?!=)", other, source)
        drawn[COPIES][blank] = source
    for student, sources in drawn.items():
        notebook = _notebook(student, sources, tried, released, weights, draw.choice(_WORDS))
        date = DUE - timedelta(minutes=draw.randrange(5, 5000))
        hand_in = HandIn(student, DUE + timedelta(hours=3) if student == LATE else date)
        text = notebooks.as_text(notebook)
        yield replace(hand_in, notebook=damaged_by_colab(text) if student == DAMAGED else text)


def c_files(tried: list[KnownAnswer]) -> Iterator[HandIn]:
    """The files of students who wrote their C in an editor: right, with a mistake, and cut off."""
    by_kind = {
        kind: [
            answer for answer in tried if _file(answer).endswith(".c") and answer.is_right is kind
        ]
        for kind in (True, False)
    }
    for student, is_right in zip(STUDENTS, (True, False, False), strict=False):
        chosen = {answer.blank: answer for answer in by_kind[True]}
        if not is_right:
            wrong = [answer for answer in by_kind[False] if answer.name in ("no_clamp", "cut_off")]
            answer = wrong[STUDENTS.index(student) % len(wrong)]
            chosen[answer.blank] = answer
        files = {_file(answer): answer.source.partition("\n")[2] for answer in chosen.values()}
        yield HandIn(student, DUE - timedelta(hours=2), files=files)


def _drawn(
    draw: random.Random,
    template: NotebookNode,
    tried: list[KnownAnswer],
    mistakes: dict[str, list[KnownAnswer]],
    trained: Container[str],
) -> dict[str, str]:
    """A student's answers; a blank that is left out stays as it was given."""
    ability, sources = draw.gauss(0, 1), {}
    blanks = [str(cell.id) for cell in notebooks.cells(template) if cell.role is Role.BLANK]
    for place, blank in enumerate(blanks):
        rights = [right for right in tried if right.blank == blank and right.is_right]
        # Later tasks are harder, and weak students get there late, or not at all.
        ease = 1.9 + 1.3 * ability - 2.4 * place / len(blanks)
        if rights and draw.random() < 1 / (1 + math.exp(-ease)):
            sources[blank] = source_of(draw.choice(rights), template)
        # A wrong training takes as long as a right one, which is too long for a demonstration.
        elif blank in mistakes and blank not in trained and draw.random() < 0.95 + ability / 10:
            # Many students make the same few mistakes.
            number = min(int(draw.expovariate(0.6)), len(mistakes[blank]) - 1)
            sources[blank] = source_of(mistakes[blank][number], template)
    return sources


def source_of(answer: KnownAnswer, template: NotebookNode) -> str:
    """An answer below the first line of the given blank."""
    given = next(cell.source for cell in notebooks.cells(template) if cell.id == answer.blank)
    first = given.partition("\n")[0]
    return f"{first}\n{answer.source}"


def _file(answer: KnownAnswer) -> str:
    """The file that an answer in C or C++ is written into; none in Python."""
    command, _, name = answer.source.partition("\n")[0].partition(" ")
    return name if command == "%%writefile" else ""


def _notebook(
    student: str,
    sources: dict[str, str],
    tried: list[KnownAnswer],
    released: dict[str, NotebookNode],
    weights: Weights,
    words: str,
) -> NotebookNode:
    languages = list(released)
    template = released[languages[-1] if student == IN_JAPANESE else languages[0]]
    if student == CHEATS:
        used = (cheat for cheat in tried if (cheat.blank, cheat.name) == _CHEATING)
        sources = sources | {cheat.blank: source_of(cheat, template) for cheat in used}
    written = [
        str(cell.id) for cell in notebooks.cells(template) if cell.role is Role.WRITTEN_ANSWER
    ]
    notebook = made_up_class.filled(
        template, sources | (dict.fromkeys(written, words) if words else {}), weights
    )
    blanks = [n for n, cell in enumerate(notebooks.cells(notebook)) if cell.role is Role.BLANK]
    if student == CHEATS:
        notebook.cells.insert(blanks[0], new_code_cell(_CHEAT))
    if student == CRASHES:
        notebook.cells.insert(blanks[len(blanks) // 2], new_code_cell(_CRASH))
    return notebook


def lend_answers(assignment: Assignment, folder: Path) -> None:
    """With them grading can name mistakes: most of such a class makes a known one."""
    assignment.answers.parent.mkdir(exist_ok=True)
    assignment.answers.symlink_to(folder.resolve())


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
        config = settings.configure(Config(), self.assignment.course.root)
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
        # nbgrader prints a line for each file, and a class has hundreds.
        exchange.log.setLevel(logging.CRITICAL)
        exchange.start()


def put_in_place(assignment: Assignment, hand_ins: Iterable[HandIn]) -> None:
    """Give collected hand-ins their dates, and files of C a folder of their own."""
    for handed_in in hand_ins:
        folder = assignment.submitted(handed_in.student)
        for name, text in handed_in.files.items():
            notebooks.write(folder / name, text)
        notebooks.write(folder / SUBMISSION_DATE, f"{handed_in.date:%Y-%m-%d %H:%M:%S} UTC\n")


def summary(assignments: list[Assignment]) -> list[str]:
    """The results, and which files to open: six lines.

    Args:
        assignments: of the demonstration; the class handed in the first.
    """
    first, root = assignments[0], assignments[0].course.root
    graded = {assignment.id: store.outcomes(assignment) for assignment in assignments}
    ran = [outcome for outcome in graded[first.id] if outcome.state.is_settled]
    known = gradebook.standings(first, graded[first.id])
    totals = sorted(standing.score for standing in known.values())
    hand_ins = " and ".join(f"{len(some)} of {name}" for name, some in graded.items())
    trouble = "; ".join(
        f"{outcome.student} {outcome.state}" for outcome in graded[first.id] if outcome not in ran
    )

    def to_read(outcome: Outcome) -> tuple[int, int, float]:
        """How much is on a page: its tasks, and those among them without a named mistake."""
        tasks = [name for name, most in outcome.max_points.items() if outcome.points[name] < most]
        unnamed = len(set(tasks) - set(outcome.mistakes))
        wrote_nothing = not known[outcome.student].waits  # which the page says, too
        return len(tasks) + wrote_nothing, unnamed, outcome.max_total - outcome.total

    short = [outcome for outcome in ran if outcome.total < outcome.max_total]
    nearly = min(short, key=to_read, default=graded[first.id][0]).student
    in_c = ", ".join(
        str(root / "reports" / f"{assignment.id}.html") for assignment in assignments[1:]
    )
    return [
        f"{hand_ins} were graded: {totals[0]:g} to {totals[-1]:g} of "
        f"{known[ran[0].student].worth:g} points, the median is {round(median(totals), 2):g}",
        f"for a person: {trouble or 'no one'}; "
        f"{sum(standing.waits for standing in known.values())} written answers, "
        f"{sum(standing.late for standing in known.values())} late",
        f"the class:    {root / 'reports' / first.id}.html",
        f"one mistake:  {first.feedback(nearly)}",
        f"in C:         {in_c or 'no assignment in C was named'}",
        f"all points:   {root / 'grades.csv'}",
    ]


def hand_in(assignment: Assignment, folder: Path, in_notebooks: bool) -> None:
    """A class of 24 hands in notebooks, as a real class would; or some of it files of C.

    Args:
        assignment: of the demonstration.
        folder: of its known answers.
        in_notebooks: or else files of C.
    """
    tried = known_answers(assignment, folder)
    lend_answers(assignment, folder)
    if not in_notebooks:
        put_in_place(assignment, c_files(tried))
        return
    gradebook.register(assignment)
    languages = assignment.course.languages
    given = {language: notebooks.read(assignment.exercise(language)) for language in languages}
    hand_ins = list(class_of_24(tried, given, made_up_class.trained(assignment)))
    # Through the exchange, by nbgrader's own commands.
    exchange = Exchange(assignment, assignment.course.root / "exchange" / assignment.id)
    exchange.release()
    for hand_in in console.tracked(f"Handing in {assignment.id}", hand_ins, len(hand_ins)):
        exchange.hand_in(hand_in.student, hand_in.notebook)
    exchange.collect()
    put_in_place(assignment, hand_ins)


@app.command()
def main(
    assignments: Annotated[
        list[str],
        typer.Argument(
            help="Ids of assignments. The class hands in the first, and some of it files of C for "
            "the others."
        ),
    ],
    folder: Annotated[Path, typer.Option(help="Folder of the demo; it is emptied first.")],
    jobs: console.Jobs = None,
    sandbox: console.OptionalSandbox = None,
) -> None:
    """Let a made-up class of 24 hand in, grade it, and say which files to open."""
    with console.clear_errors():
        repository = registry.load(REPOSITORY)
        kind = console.sandbox_or_none(sandbox)
        names = [assignment.id for assignment in repository.select(assignments)]
        course = made_up_class.prepare(repository, folder.resolve(), names, DUE)
        chosen = course.select(names)
        for graded in chosen:
            hand_in(graded, repository.home / "answers" / graded.id, graded is chosen[0])
        grading.grade(chosen, None, jobs, force=False, sandbox=kind, show=False)
        for name in names:
            reporting.feedback([name], jobs, course)
            reporting.report([name], course=course)
        reporting.export(names, course=course)
        for line in summary(chosen):
            console.say(console.shown(line))


if __name__ == "__main__":
    app()
