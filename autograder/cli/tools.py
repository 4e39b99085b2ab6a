"""For people who work on the course: ``demo``, ``new``, ``picture``, ``doctor``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autograder import notebooks, registry
from autograder.cli import console, grading, reporting
from autograder.cli.console import HERE, CourseDir, say, shown, tracked
from autograder.course import Assignment

# Start-up time: commands import inside functions what takes long, so that --help answers at once.
app = typer.Typer()
DemoAssignments = Annotated[
    list[str] | None,
    typer.Argument(
        help="Ids of assignments; the first of the course if none. The class hands in the first, "
        "and some of it files of C for the others."
    ),
]
DemoFolder = Annotated[Path, typer.Option(help="Folder of the demo; it is emptied first.")]


@app.command(
    help="Release an assignment, let a made-up class of 24 hand it in, grade it, "
    "and say what happened and which files to open."
)
def demo(
    assignments: DemoAssignments = None,
    folder: DemoFolder = Path("course"),
    jobs: console.Jobs = None,
    sandbox: console.OptionalSandbox = None,
    repository: CourseDir = HERE,
) -> None:
    from autograder import demo as play

    kind = console.sandbox_or_none(sandbox)
    names = [one.id for one in repository.select(assignments)] if assignments else []
    names = names or [repository.assignments[0].id]
    course = play.prepare(repository, folder.resolve(), names, play.DUE)
    chosen = course.select(names)
    for assignment in chosen:
        answers = repository.home / "answers" / assignment.id
        _hand_in(assignment, answers, assignment is chosen[0])
    grading.grade(chosen, None, jobs, force=False, sandbox=kind, show=False)
    for name in names:
        reporting.feedback([name], jobs, course)
        reporting.report([name], course=course)
    reporting.export(names, course=course)
    for line in play.summary(chosen):
        say(shown(line))


def _hand_in(assignment: Assignment, folder: Path, in_notebooks: bool) -> None:
    """A class of 24 hands in notebooks, as a real class would; or some of it files of C."""
    from autograder import demo as play
    from autograder.answers.known import answers
    from autograder.engine.engine import Engine
    from autograder.records.gradebook import register

    tried = answers(assignment, folder)
    play.lend_answers(assignment, folder)
    if not in_notebooks:
        play.put_in_place(assignment, play.c_files(tried))
        return
    register(assignment)
    with Engine("none", limits=assignment.course.limits) as engine:
        weights = play.trained(assignment, engine)
    languages = assignment.course.languages
    given = {one: notebooks.read(assignment.exercise(one)) for one in languages}
    hand_ins = list(play.made_up_class(tried, given, weights))
    # Through the exchange, by nbgrader's own commands.
    exchange = play.Exchange(assignment, assignment.course.root / "exchange" / assignment.id)
    exchange.release()
    for one in tracked(f"Handing in {assignment.id}", hand_ins, len(hand_ins)):
        exchange.hand_in(one.student, one.notebook)
    exchange.collect()
    play.put_in_place(assignment, hand_ins)


@app.command()
def doctor(
    course_dir: Annotated[Path, typer.Option(help=console.COURSE_DIR)] = Path("."),
) -> None:
    """Report what this machine has and lacks, and how to fix it."""
    from autograder.cli.doctor import examine

    is_course = (course_dir / registry.REGISTRY).is_file()
    repository = registry.load(course_dir).repository if is_course else None
    findings = list(examine(repository))
    console.show_findings(findings)
    lacks = any(finding.needed and not finding.good for finding in findings)
    raise typer.Exit(1 if lacks else 0)
