"""Feedback, class report, questions and exports of what was graded."""

from __future__ import annotations

from pathlib import Path

from rich.markup import escape
from traitlets.config import Config

from autograder import notebooks
from autograder.ask import questions
from autograder.ask.questions import Sheet
from autograder.cli import console
from autograder.cli.agreement import make_ready, require_entered
from autograder.cli.console import progress, say, say_path
from autograder.course import Assignment, Course, CourseError
from autograder.engine.pool import Executor, Setting
from autograder.judging.outcome import Outcome
from autograder.nbgrader_plugins.exporters import CanvasExport, MoodleExport
from autograder.nbgrader_plugins.feedback import write_feedback
from autograder.nbgrader_plugins.settings import configure
from autograder.records.store import evidence_files, outcomes
from autograder.reports.class_report import ClassReport
from autograder.reports.export import write_grades


def graded_of(course: Course, names: list[str] | None) -> list[str]:
    """The assignments that are named; without names those of which anything was graded."""
    wanted = [assignment.id for assignment in course.select(names)]
    return [one for one in wanted if names or evidence_files(course.assignment(one))] or wanted


def _graded(assignment: Assignment) -> list[Outcome]:
    graded = outcomes(assignment)
    if not graded:
        raise CourseError(
            f"nothing of {assignment.id} is graded yet. Run: autograder grade {assignment.id}"
        )
    return graded


def feedback(assignment: Assignment, jobs: int | None) -> None:
    students = [outcome.student for outcome in _graded(assignment)]
    make_ready(assignment.course, [assignment.id])
    with progress(f"Feedback {assignment.id}", len(students)) as (bar, task):
        for _ in write_feedback(assignment, students, jobs):
            bar.advance(task)
    say_path("Feedback", assignment.course.root / "feedback")


def report(assignment: Assignment) -> Path:
    graded = _graded(assignment)
    require_entered(assignment.course, assignment.id, graded)
    page = ClassReport(assignment, graded)
    paths = [
        assignment.course.root / "reports" / page.file(language)
        for language in assignment.course.languages
    ]
    for path, language in zip(paths, assignment.course.languages, strict=True):
        notebooks.write(path, page.page(language))
    return paths[0]


def sheets(
    assignment: Assignment, student: str | None, seed: int, jobs: int | None, sandbox: str
) -> list[Sheet]:
    graded = _graded(assignment)
    require_entered(assignment.course, assignment.id, graded)
    wanted = [one for one in graded if student in (None, one.student)]
    if not wanted:
        raise CourseError(
            f"{student} has nothing graded of {assignment.id}. "
            f"Run: autograder grade {assignment.id}"
        )
    with (
        Executor(Setting(sandbox, assignment.course.limits), jobs) as executor,
        progress(f"Asking {assignment.id}", len(wanted), console.errors) as (bar, task),
    ):
        asked = []
        for one in questions.sheets(assignment.course, wanted, seed, executor.run_one, jobs):
            asked.append(one)
            bar.advance(task)
    return asked


def export(course: Course, assignments: list[str], to: Path | None) -> Path:
    make_ready(course, assignments)
    path = to or course.root / "grades.csv"
    if write_grades(course, assignments, path) == 0:
        raise CourseError("nothing is graded yet. Run: autograder grade ASSIGNMENT")
    return path


def export_for(course: Course, names: list[str], to: Path | None, platform: str) -> None:
    plugins = {"moodle": MoodleExport, "canvas": CanvasExport}
    plugin = plugins[platform](config=configure(Config(), course.root))
    plugin.assignment, plugin.to = names, str(to or "")
    exported = plugin.written()
    for path in exported.files:
        say_path("Wrote", path)
    for sentence in exported.told:
        say(escape(sentence))
    if exported.unknown:
        raise CourseError(
            f"not in the files: {', '.join(sorted(set(exported.unknown)))}. Write the id that "
            f"{platform} has for them into students.csv (column {platform}), and export again."
        )
