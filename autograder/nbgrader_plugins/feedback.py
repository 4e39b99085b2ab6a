"""Feedback: a HTML page for each submission, in the student's language, that needs no network."""

from __future__ import annotations

import html
import logging
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path

from nbgrader.converters import GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from autograder import notebooks
from autograder.course import Assignment, CourseError
from autograder.gradebook import attempts
from autograder.messages import message
from autograder.nbgrader_plugins import settings
from autograder.nbgrader_plugins.settings import FEEDBACK_STEPS
from autograder.release_steps import resources_of
from autograder.reports.feedback_page import FeedbackExporter
from autograder.submission.handed_in import NBGRADER_FILES, read_plain

WORTH_PROCESSES = 50  # fewer pages are written sooner than processes start
MAX_BYTES = 1000  # of each file


def write_feedback(
    assignment: Assignment, students: list[str], jobs: int | None = None
) -> Iterator[Path]:
    """Write the feedback of graded submissions; a failure is reported after all others.

    Args:
        assignment: graded.
        students: whose pages to write.
        jobs: processes; default: the cores.

    Returns:
        Each page as soon as it is written.

    Raises:
        CourseError: at the end, with the students whose page could not be made.
    """
    failed = []
    for student, page in zip(students, _written(assignment, students, jobs), strict=True):
        if isinstance(page, Path):
            yield page
        else:
            failed.append(f"{student} ({page})")
    if failed:
        raise CourseError(
            f"no page could be written for {', '.join(failed)}; all others are written. "
            "Look at these notebooks in autograded/, and report it to the maintainers."
        )


def _written(assignment: Assignment, students: list[str], jobs: int | None) -> Iterator[Path | str]:
    write = partial(_written_alone, assignment)
    if len(students) < WORTH_PROCESSES or jobs == 1:
        yield from map(write, students)
    else:
        # Processes, not threads: a page takes a tenth of a second of Python. Spawned, since forking
        # a process with threads may hang.
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
            yield from pool.map(write, students)


def _written_alone(assignment: Assignment, student: str) -> Path | str:
    """The page, or why there is none."""
    target = assignment.feedback(student)
    try:
        executed = notebooks.read(assignment.autograded(student))
        exporter = _exporter(assignment.course.root)
        page, _ = exporter.from_notebook_node(executed, resources_of(assignment, student=student))
        notebooks.write(target, page)
        copy_files_next_to(attempts.shown(assignment, student), target)
        return target
    except OSError:  # a fault of this machine, and so of every page
        raise
    except Exception as error:  # one student's notebook never keeps the others from their pages
        sentences = (
            message("feedback.no_page", language) for language in assignment.course.languages
        )
        page = "".join(f"<p>{html.escape(sentence)}</p>" for sentence in sentences)
        notebooks.write(target, f'<meta charset="utf-8">{page}')
        return repr(error)[:200]


def copy_files_next_to(folder: Path | None, page: Path) -> None:
    """Put the files of a hand-in that nbgrader needs next to its page; no others stay there."""
    for name in NBGRADER_FILES:
        text = read_plain(folder / name, MAX_BYTES) if folder else None
        # Only text: nbgrader's own files hold a date and a few letters.
        if text is not None and text.isascii():
            notebooks.write(page.with_name(name), text.decode())
        else:
            page.with_name(name).unlink(missing_ok=True)


@cache
def _exporter(root: Path) -> FeedbackExporter:
    """As ``nbgrader generate_feedback`` makes it."""
    config = settings.configure(Config(), root)
    converter = GenerateFeedback(coursedir=CourseDirectory(config=config), config=config)
    converter.log.setLevel(logging.ERROR)
    exporter = FeedbackExporter(config=converter.config)
    for step in FEEDBACK_STEPS:
        exporter.register_preprocessor(step)
    return exporter
