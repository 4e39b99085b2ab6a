"""From hand-ins to points: ``collect``, ``grade``, ``watch``, ``try``, ``judge``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autograder import course as registry
from autograder.cli import console
from autograder.cli.console import progress, say_path
from autograder.cli.errors import clear_errors
from autograder.cli.options import (
    AssignmentId,
    Assignments,
    CourseDir,
    Format,
    Jobs,
    OptionalSandbox,
    Sandbox,
    Student,
    StudentsSandbox,
    sandbox_or_none,
)
from autograder.course import CourseError

# Start-up time: commands import inside functions what takes long, so that --help answers at once.
app = typer.Typer()
Force = Annotated[bool, typer.Option("--force", help="Also grade what has not changed.")]
Names = Annotated[
    bool, typer.Option(help="Name known mistakes on the cards; known wrong answers are run for it.")
]
Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Execute on this Dask cluster (tcp://host:8786)."),
]
AnswersOfAssignment = Annotated[
    Path | None,
    typer.Option(
        help="Folder of <blank>/right/*.py and <blank>/wrong/*.py; default: answers/<id>."
    ),
]


@app.command()
def collect(
    assignment: AssignmentId,
    sources: Annotated[
        list[str],
        typer.Argument(help="Folders, zips, or the word 'exchange' for nbgrader's exchange."),
    ],
    course_dir: CourseDir = Path("."),
) -> None:
    """Collect hand-ins from Moodle, Canvas, Classroom, Blackboard, the exchange, or folders."""
    from autograder.intake.collect import collect as collect_all

    with clear_errors():
        course = registry.load(course_dir)
        name = course.assignment(assignment).id
        rows = collect_all(course, name, sources)
        console.show_collected(rows)
        say_path("Every file", course.collected / f"{name}.csv")
        # At the end and as an error, like what grading could not read.
        if problems := [row for row in rows if row.status.needs_a_person]:
            raise CourseError(
                f"{len(problems)} files need a person; everything else is in submitted/. "
                "Do what the table says, then collect again."
            )


@app.command()
def grade(
    assignments: Annotated[list[str], typer.Argument(help="Ids of the assignments.")],
    student: Student = None,
    jobs: Jobs = None,
    force: Force = False,
    sandbox: StudentsSandbox = Sandbox.full,
    scheduler: Scheduler = None,
    names: Names = True,
    course_dir: CourseDir = Path("."),
) -> None:
    """Execute, judge and save what students have handed in (submitted/<student>/<assignment>/)."""
    from autograder.cli.running import grading

    with clear_errors():
        course = registry.load(course_dir)
        wanted = [assignment.id for assignment in course.select(assignments)]
        unreadable = grading.grade(
            course, wanted, student, jobs, force, sandbox.value, scheduler, names
        )
        # Told at the end and as an error: a line between others would be overlooked.
        if unreadable:
            language = course.languages[0]
            each = "; ".join(
                f"{outcome.student}/{outcome.assignment}: {outcome.reason_in(language)}"
                for outcome in unreadable
            )
            raise CourseError(
                f"not readable, graded as 0: {each}. Ask for the file again; "
                "everything else is graded."
            )


@app.command("watch")
def watch_(
    assignments: Assignments = None,
    release: Annotated[
        bool, typer.Option("--release", help="Return each page through the exchange at once.")
    ] = False,
    name_mistakes: Annotated[
        bool, typer.Option("--names", help="Also name known mistakes, which may take seconds.")
    ] = False,
    jobs: Jobs = None,
    sandbox: StudentsSandbox = Sandbox.full,
    course_dir: CourseDir = Path("."),
) -> None:
    """Grade what arrives in submitted/ and in nbgrader's exchange, until Ctrl+C."""
    from autograder.cli.running import grading

    with clear_errors():
        course = registry.load(course_dir)
        names = [assignment.id for assignment in course.select(assignments)]
        grading.watch(course, names, jobs, sandbox.value, release=release, names=name_mistakes)


@app.command("try")
def try_(
    name: Annotated[str, typer.Argument(metavar="ASSIGNMENT[/BLANK]", help="Its id or ids.")],
    answers: AnswersOfAssignment = None,
    jobs: Jobs = None,
    sandbox: OptionalSandbox = None,
    form: Annotated[Format, typer.Option("--format", help="json: for programs.")] = Format.table,
    course_dir: CourseDir = Path("."),
) -> None:
    """Try right and wrong answers; fail if one is not judged as it should be."""
    from autograder.answers import known
    from autograder.answers.trial import try_answers
    from autograder.engine.pool import Executor, Setting

    with clear_errors():
        course = registry.load(course_dir)
        assignment, _, blank = name.partition("/")
        tried = known.answers(course.assignment(assignment), answers, blank)
        # Shown in the end, in the answers' order: they come as they finish.
        trials = []
        with Executor(Setting(sandbox_or_none(sandbox), course.limits), jobs) as executor:
            trying = try_answers(course.assignment(assignment), tried, executor)
            with progress("Trying", len(tried), console.errors) as (bar, task):
                for one in trying:
                    trials.append(one)
                    bar.advance(task)
        show = console.print_trials if form is Format.json else console.show_trials
        trials.sort(key=lambda one: tried.index(one.answer))
        show(trials)
        if form is Format.table:
            console.show_what_to_mend(trials)
        raise typer.Exit(0 if all(one.is_in_order for one in trials) else 1)


@app.command(
    help="Judge the saved evidence again, without running a submission "
    "(after a change of points or tolerance)."
)
def judge(
    assignments: Assignments = None,
    course_dir: CourseDir = Path("."),
    twice: Annotated[
        bool,
        typer.Option(
            "--twice", help="Have a second judge, written apart from the first, look at it before."
        ),
    ] = False,
) -> None:
    from autograder.cli.running import grading
    from autograder.engine.pool import Executor, Setting
    from autograder.records.store import only_grader

    with clear_errors():
        course = registry.load(course_dir)
        # The solution runs again where it changed. It is trusted, so it needs no sandbox.
        with only_grader(course), Executor(Setting("none", course.limits), 1) as executor:
            for assignment in course.select(assignments):
                grading.judge_again(assignment, executor, twice)
