"""From points to people: ``feedback``, ``report``, ``export``, ``ask``."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.cli import console, tables
from autograder.cli.console import HERE, CourseDir, say_path
from autograder.course import Assignment, Course, CourseError
from autograder.runtime import RUNTIME

if TYPE_CHECKING:
    from autograder.judging.outcome import Outcome

# Start-up time: commands import inside functions what takes long, so that --help answers at once.
app = typer.Typer()


# Who reads an export.
ExportFor = enum.StrEnum("ExportFor", "csv moodle canvas brightspace gradescope")
GradesFile = Annotated[
    Path | None,
    typer.Option(
        help="File to write; default: grades.csv, or for a platform the folder exports, in the "
        "course directory."
    ),
]
Zeros = Annotated[
    bool, typer.Option("--zeros", help="Give 0 to students in students.csv who handed in nothing.")
]


@app.command()
def feedback(
    assignments: console.Assignments = None, jobs: console.Jobs = None, course: CourseDir = HERE
) -> None:
    """Write an HTML page for each graded submission (feedback/<student>/<assignment>/)."""
    from autograder.nbgrader_plugins.feedback import write_feedback

    for assignment in _graded_assignments(course, assignments):
        graded = outcomes_of(assignment, for_release=True)
        students = [outcome.student for outcome in graded]
        pages = write_feedback(assignment, students, jobs)
        list(console.tracked(f"Feedback {assignment.id}", pages, len(students)))
        say_path("Feedback", assignment.course.root / "feedback")


@app.command()
def report(
    assignments: console.Assignments = None,
    anonymous: Annotated[
        bool,
        typer.Option("--anonymous", help="Without names and students' code, to show in class."),
    ] = False,
    course: CourseDir = HERE,
) -> None:
    """Write the class report in HTML (reports/<assignment>.html)."""
    from autograder import notebooks
    from autograder.gradebook import reviews
    from autograder.reports.class_report import ClassReport
    from autograder.reports.export import results_of
    from autograder.states import State

    for assignment in _graded_assignments(course, assignments):
        graded = reviews.seen(assignment, outcomes_of(assignment, for_release=True))
        of_all = [outcome for outcome, _ in results_of(assignment)]
        absent = [outcome.student for outcome in of_all if outcome.state is State.NOT_HANDED_IN]
        page = ClassReport(assignment, graded, absent, is_anonymous=anonymous)
        for language in course.languages:
            notebooks.write(course.root / "reports" / page.file(language), page.page(language))
        say_path("Class report", course.root / "reports" / page.file(course.languages[0]))
        tables.warn_of_undated(assignment)


@app.command()
def export(
    assignments: console.Assignments = None,
    to: GradesFile = None,
    platform: Annotated[ExportFor, typer.Option("--for", help="Who imports it.")] = ExportFor.csv,
    zeros: Zeros = False,
    course: CourseDir = HERE,
) -> None:
    """Write all points and states as CSV, or grades and feedback for a platform to import."""
    from autograder.reports.export import ID_COLUMN, exported_for, write_grades

    selected = course.select(assignments)
    _warn_of_unlisted(course)
    update_gradebook(selected)
    for assignment in selected:
        tables.show_granted(assignment)
    if platform is ExportFor.csv:
        path = to or course.root / "grades.csv"
        if write_grades(selected, path, zeros=zeros) == 0:
            raise CourseError("nothing is graded yet. Run: autograder grade ASSIGNMENT")
        say_path("Grades", path)
        for assignment in selected:
            tables.warn_of_undated(assignment)
        return
    exported = exported_for(platform, selected, to or course.root / "exports", zeros=zeros)
    for path in exported.files:
        say_path("Wrote", path)
    for sentence in exported.notes:
        console.say(console.shown(sentence))
    if exported.unknown:
        raise CourseError(
            f"not in the files: {', '.join(sorted(set(exported.unknown)))}. Write the id that "
            f"{platform} has for them into students.csv (column "
            f"{ID_COLUMN.get(platform, platform)}), and export again."
        )


@app.command(
    help="Write three questions for each student about their own code, and the answers for the "
    "examiner (reports/<assignment>-questions.html)."
)
def ask(
    assignment: Annotated[str, typer.Argument(help="Id of the assignment; it must be graded.")],
    student: console.Student = None,
    seed: Annotated[int, typer.Option(help="A different number draws different questions.")] = 0,
    jobs: console.Jobs = None,
    sandbox: console.StudentsSandbox = console.Sandbox.full,
    form: Annotated[
        console.Format, typer.Option("--format", help="json: to standard output, for programs.")
    ] = console.Format.table,
    course: CourseDir = HERE,
) -> None:
    from autograder import notebooks, oral_questions
    from autograder.engine.engine import Setting
    from autograder.engine.pool import Executor
    from autograder.gradebook.store import require_entered

    asked = course.assignment(assignment)
    graded = outcomes_of(asked)
    for sentence in require_entered(asked, graded):
        console.warn(sentence)
    wanted = [outcome for outcome in graded if student in (None, outcome.student)]
    if not wanted:
        raise CourseError(
            f"{student} has nothing graded of {asked.id}. Run: autograder grade {asked.id}"
        )
    with Executor(Setting(sandbox.value, course.limits, RUNTIME), jobs) as executor:
        made = oral_questions.sheets(asked, wanted, seed, executor.run_one, jobs)
        written = list(console.tracked(f"Asking {asked.id}", made, len(wanted), console.errors))
    if form is console.Format.json:
        tables.print_sheets(written)
        return
    path = course.root / "reports" / f"{asked.id}-questions.html"
    notebooks.write(path, oral_questions.page(asked, written))
    say_path("Questions", path)


def _graded_assignments(course: Course, names: list[str] | None) -> list[Assignment]:
    """The assignments that are named; without names those of which anything was graded."""
    from autograder.gradebook.store import evidence_files

    selected = course.select(names)
    _warn_of_unlisted(course)
    return [outcome for outcome in selected if names or evidence_files(outcome)] or selected


def _warn_of_unlisted(course: Course) -> None:
    from autograder.gradebook import gradebook

    for sentence in gradebook.unlisted(course):
        console.warn(sentence)


def outcomes_of(assignment: Assignment, *, for_release: bool = False) -> list[Outcome]:
    """What is graded, at least one, once it is decided which hand-ins count.

    Args:
        assignment: whose.
        for_release: whether grades leave, so that the gradebook is brought up to date as well.

    Raises:
        CourseError: nothing is.
    """
    from autograder.gradebook import store

    if for_release:
        update_gradebook([assignment])
    else:
        enter_counting(assignment)
    if graded := store.outcomes(assignment):
        return graded
    raise CourseError(
        f"nothing of {assignment.id} is graded yet. Run: autograder grade {assignment.id}"
    )


def enter_counting(assignment: Assignment) -> None:
    """Before what was graded is read: enter the hand-in that counts now, and say what changed."""
    from autograder.gradebook.store import enter_all_counting

    for sentence in enter_all_counting(assignment):
        console.warn(sentence)


def update_gradebook(assignments: Iterable[Assignment]) -> None:
    """Before grades leave: bring the gradebook up to date, and warn of what is not in it."""
    from autograder.gradebook.store import update_gradebook

    for sentence in update_gradebook(assignments):
        console.warn(sentence)
