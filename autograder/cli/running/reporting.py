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
from autograder.course import Course, CourseError
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
    return [one for one in wanted if names or evidence_files(course, one)] or wanted


def _graded(course: Course, assignment: str) -> list[Outcome]:
    graded = outcomes(course, assignment)
    if not graded:
        raise CourseError(
            f"nothing of {assignment} is graded yet. Run: autograder grade {assignment}"
        )
    return graded


def feedback(course: Course, assignment: str, jobs: int | None) -> None:
    students = [outcome.student for outcome in _graded(course, assignment)]
    make_ready(course, [assignment])
    with progress(f"Feedback {assignment}", len(students)) as (bar, task):
        for _ in write_feedback(course, assignment, students, jobs):
            bar.advance(task)
    say_path("Feedback", course.root / "feedback")


def report(course: Course, assignment: str) -> Path:
    graded = _graded(course, assignment)
    require_entered(course, assignment, graded)
    page = ClassReport(course, course.assignment(assignment), graded)
    paths = [course.root / "reports" / page.file(language) for language in course.languages]
    for path, language in zip(paths, course.languages, strict=True):
        notebooks.write(path, page.page(language))
    return paths[0]


def sheets(
    course: Course, name: str, student: str | None, seed: int, jobs: int | None, sandbox: str
) -> list[Sheet]:
    graded = _graded(course, name)
    require_entered(course, name, graded)
    wanted = [one for one in graded if student in (None, one.student)]
    if not wanted:
        raise CourseError(f"{student} has nothing graded of {name}. Run: autograder grade {name}")
    with (
        Executor(Setting(sandbox, course.limits), jobs) as executor,
        progress(f"Asking {name}", len(wanted), console.errors) as (bar, task),
    ):
        asked = []
        for one in questions.sheets(course, wanted, seed, executor.run_one, jobs):
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
