"""For people who work on the course: ``demo``, ``new``, ``picture``, ``doctor``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autograder import notebooks, registry
from autograder.cli import console, grading, reporting
from autograder.cli.console import clear_errors, progress, say, shown
from autograder.cli.options import CourseDir, Jobs, OptionalSandbox, sandbox_or_none
from autograder.course import Assignment

if TYPE_CHECKING:
    from autograder.submission.training import Weights

# Start-up time: commands import inside functions what takes long, so that --help answers at once.
app = typer.Typer()
AnswersOfCourse = Annotated[
    Path | None,
    typer.Option(
        help="Folder of <assignment>/<blank>/right/*.py and wrong/*.py; default: answers."
    ),
]
DemoAssignments = Annotated[
    list[str] | None,
    typer.Argument(
        help="Ids of assignments; the first of the course if none. The class hands in the first, "
        "and some of it files of C for the others."
    ),
]
DemoFolder = Annotated[Path, typer.Option(help="Folder of the demo; it is emptied first.")]
EveryAnswer = Annotated[
    bool, typer.Option("--all", help="A student for each answer, instead of a class of 24.")
]
AnswersOfEach = Annotated[
    int,
    typer.Option(min=1, help="With --all: right, and wrong, answers of each blank to take."),
]


@app.command(
    help="Release an assignment, let a made-up class of 24 hand it in, grade it, "
    "and say what happened and which files to open."
)
def demo(
    assignments: DemoAssignments = None,
    folder: DemoFolder = Path("course"),
    answers: AnswersOfCourse = None,
    every_answer: EveryAnswer = False,
    each: AnswersOfEach = 10,
    jobs: Jobs = None,
    sandbox: OptionalSandbox = None,
    course_dir: CourseDir = Path("."),
) -> None:
    from autograder import demo as play
    from autograder.made_up_class import DUE

    with clear_errors():
        repository, kind = registry.load(course_dir), sandbox_or_none(sandbox)
        names = [one.id for one in repository.select(assignments)] if assignments else []
        names = names or [repository.assignments[0].id]
        due = None if every_answer else DUE
        course = play.prepare(repository, folder.resolve(), names, due)
        chosen = course.select(names)
        for assignment in chosen:
            tried = (answers or repository.home / "answers") / assignment.id
            if every_answer:
                _hand_in_every_answer(assignment, tried, each)
            else:
                _hand_in_as_a_class(assignment, tried, assignment is chosen[0])
        grading.grade(chosen, None, jobs, force=False, sandbox=kind, show=every_answer)
        for assignment in chosen:
            reporting.feedback(assignment, jobs)
            reporting.report(assignment)
        reporting.export(course, chosen)
        for line in play.summary(chosen):
            say(shown(line))


def _hand_in_every_answer(assignment: Assignment, folder: Path, each: int) -> None:
    """A student for each answer."""
    from autograder import demo as play
    from autograder.answers.known import answers
    from autograder.engine.engine import Engine
    from autograder.made_up_class import class_of
    from autograder.release.files import release

    with Engine("none", limits=assignment.course.limits) as engine:
        for path, text in release(assignment, engine).items():
            notebooks.write(path, text)
    tried, weights = answers(assignment, folder), _trained(assignment)
    given = notebooks.read(assignment.exercise(assignment.course.languages[0]))
    play.lend_answers(assignment, folder)
    _hand_in(assignment, list(class_of(tried, given, weights, each)))


def _hand_in_as_a_class(assignment: Assignment, folder: Path, in_notebooks: bool) -> None:
    """A class of 24 hands in notebooks; or some of it files of C."""
    from autograder import demo as play
    from autograder.answers.known import answers
    from autograder.made_up_class import c_files, made_up_class

    tried = answers(assignment, folder)
    play.lend_answers(assignment, folder)
    if in_notebooks:
        weights = _trained(assignment)
        languages = assignment.course.languages
        given = {one: notebooks.read(assignment.exercise(one)) for one in languages}
        hand_ins = list(made_up_class(tried, given, weights))
        _hand_in(assignment, [(one.student, one.notebook) for one in hand_ins])
    else:
        hand_ins = list(c_files(tried))
    play.put_in_place(assignment, hand_ins)


def _trained(assignment: Assignment) -> Weights:
    """Enter an assignment into the gradebook; returns the weights that its solution trains."""
    from autograder import demo as play
    from autograder.engine.engine import Engine
    from autograder.records.gradebook import register

    register(assignment)
    with Engine("none", limits=assignment.course.limits) as engine:
        return play.trained(assignment, engine)


def _hand_in(assignment: Assignment, texts: list[tuple[str, str]]) -> None:
    """Through the exchange, by nbgrader's own commands, as a real class would."""
    from autograder import demo as play

    exchange = play.Exchange(assignment, assignment.course.root / "exchange" / assignment.id)
    exchange.release()
    with progress(f"Handing in {assignment.id}", len(texts)) as (bar, task):
        for student, text in texts:
            exchange.hand_in(student, text)
            bar.advance(task)
    exchange.collect()


@app.command()
def doctor(course_dir: CourseDir = Path(".")) -> None:
    """Report what this machine has and lacks, and how to fix it."""
    from autograder.cli.doctor import examine

    with clear_errors():
        is_course = (course_dir / registry.REGISTRY).is_file()
        repository = registry.load(course_dir).repository if is_course else None
        findings = list(examine(repository))
        console.show_findings(findings)
        lacks = any(finding.needed and not finding.good for finding in findings)
        raise typer.Exit(1 if lacks else 0)
