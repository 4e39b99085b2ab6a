"""From points to people: ``feedback``, ``report``, ``export``, ``ask``."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Annotated

import typer

from autograder import course as registry
from autograder.cli import console
from autograder.cli.console import say_path
from autograder.cli.errors import clear_errors
from autograder.cli.options import (
    Assignments,
    CourseDir,
    Format,
    Jobs,
    Sandbox,
    Student,
    StudentsSandbox,
)

# Start-up time: commands import inside functions what takes long, so that --help answers at once.
app = typer.Typer()


class ExportFor(enum.StrEnum):
    """Who reads an export."""

    csv = "csv"
    moodle = "moodle"
    canvas = "canvas"


GradesFile = Annotated[
    Path | None,
    typer.Option(
        help="What to write; default: grades.csv, or for a platform the folder exports, "
        "in the course directory."
    ),
]
Platform = Annotated[ExportFor, typer.Option("--for", help="The platform that imports it.")]


@app.command()
def feedback(
    assignments: Assignments = None, jobs: Jobs = None, course_dir: CourseDir = Path(".")
) -> None:
    """Write a HTML page for each graded submission (feedback/<student>/<assignment>/)."""
    from autograder.cli.running import reporting

    with clear_errors():
        course = registry.load(course_dir)
        for assignment in reporting.graded_of(course, assignments):
            reporting.feedback(course.assignment(assignment), jobs)


@app.command()
def report(assignments: Assignments = None, course_dir: CourseDir = Path(".")) -> None:
    """Write the class report in HTML (reports/<assignment>.html)."""
    from autograder.cli.running import reporting

    with clear_errors():
        course = registry.load(course_dir)
        for assignment in reporting.graded_of(course, assignments):
            say_path("Class report", reporting.report(course.assignment(assignment)))


@app.command()
def export(
    assignments: Assignments = None,
    to: GradesFile = None,
    platform: Platform = ExportFor.csv,
    course_dir: CourseDir = Path("."),
) -> None:
    """Write all points and states as CSV, or grades and feedback as a platform imports them."""
    from autograder.cli.running import reporting

    with clear_errors():
        course = registry.load(course_dir)
        names = [assignment.id for assignment in course.select(assignments)]
        if platform is ExportFor.csv:
            say_path("Grades", reporting.export(course, names, to))
        else:
            reporting.export_for(course, names, to, platform.value)


@app.command(
    help="Write three questions for each student on their own code, and the answers for the "
    "examiner (reports/<assignment>-questions.html)."
)
def ask(
    assignment: Annotated[str, typer.Argument(help="Id of the assignment; it must be graded.")],
    student: Student = None,
    seed: Annotated[int, typer.Option(help="Another number draws other questions.")] = 0,
    jobs: Jobs = None,
    sandbox: StudentsSandbox = Sandbox.full,
    form: Annotated[
        Format, typer.Option("--format", help="json: to standard output, for programs.")
    ] = Format.table,
    course_dir: CourseDir = Path("."),
) -> None:
    from autograder import notebooks
    from autograder.ask.page import page
    from autograder.cli.running import reporting

    with clear_errors():
        course = registry.load(course_dir)
        name = course.assignment(assignment).id
        sheets = reporting.sheets(course.assignment(name), student, seed, jobs, sandbox.value)
        if form is Format.json:
            console.print_sheets(sheets)
            return
        path = course.root / "reports" / f"{name}-questions.html"
        notebooks.write(path, page(course.assignment(name), sheets))
        say_path("Questions", path)
