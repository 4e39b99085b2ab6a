"""For people who work on the course: ``demo``, ``new``, ``picture``, ``doctor``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from autograder import course as registry
from autograder.cli import console
from autograder.cli.console import say, say_path
from autograder.cli.errors import clear_errors
from autograder.cli.options import CourseDir, Jobs, OptionalSandbox, sandbox_or_none

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
    from autograder.cli.running import demonstration, grading, reporting
    from autograder.demo import demo as play
    from autograder.demo.made_up_class import DUE

    with clear_errors():
        repository, kind = registry.load(course_dir), sandbox_or_none(sandbox)
        names = [one.id for one in repository.select(assignments)] if assignments else []
        names = names or [repository.assignments[0].id]
        due = None if every_answer else DUE
        course = play.prepare(repository, folder.resolve(), names, due)
        tried = {name: (answers or repository.root / "answers") / name for name in names}
        for name in names:
            if every_answer:
                demonstration.hand_in_every_answer(course.assignment(name), tried[name], each)
            else:
                demonstration.hand_in_as_a_class(
                    course.assignment(name), tried[name], name == names[0]
                )
        grading.grade(course, names, None, jobs, force=False, sandbox=kind, show=every_answer)
        for name in names:
            reporting.feedback(course.assignment(name), jobs)
            say_path("Class report", reporting.report(course.assignment(name)))
        reporting.export(course, names, None)
        for line in play.summary(course, names):
            say(escape(line))


@app.command(
    help="Write the skeleton of an assignment or of a blank, and list what it lacks. "
    "If it exists already, only list."
)
def new(
    name: Annotated[str, typer.Argument(metavar="ASSIGNMENT[/BLANK]", help="Its id or ids.")],
    course_dir: CourseDir = Path("."),
) -> None:
    from autograder.cli.running import releasing
    from autograder.release import new as skeletons

    with clear_errors():
        assignment, _, blank = name.partition("/")
        for path in releasing.new(registry.load(course_dir), assignment, blank):
            say_path("Wrote", path)
        course = registry.load(course_dir)
        missing = list(skeletons.lacking(course.assignment(assignment), blank))
        for sentence in missing:
            say(f"[yellow]–[/] {escape(sentence)}")
        missing += releasing.already_solved(course.assignment(assignment), blank)
        say(f"{name}: {f'{len(missing)} things to do' if missing else 'nothing is missing'}")
        if not missing:
            say(f"Next: autograder release {assignment}, autograder try {name}, make test")
        raise typer.Exit(1 if missing else 0)


@app.command()
def picture(course_dir: CourseDir = Path(".")) -> None:
    """Draw the picture of README again, after a change of the card or the figure."""
    from autograder import notebooks
    from autograder.engine.engine import Engine
    from autograder.tools.picture import pictures

    with clear_errors():
        course = registry.load(course_dir)
        with Engine("none", limits=course.limits) as engine:
            for path, text in pictures(course, engine).items():
                notebooks.write(path, text)
                say_path("Picture", path)


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
