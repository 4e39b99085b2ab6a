"""Feedback: a HTML page for each submission, with the cards and without hidden probes."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path

from nbconvert.exporters import HTMLExporter
from nbgrader.converters import GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from autograder import notebooks
from autograder.course import Course
from autograder.nbgrader_settings import FEEDBACK_STEPS, configure

WORTH_PROCESSES = 5  # fewer pages are written sooner than processes start
# `nbgrader release_feedback` finds by these which submission a page belongs to
BESIDE_FEEDBACK = ("timestamp.txt", "submission_secret.txt")


def write_feedback(course: Course, assignment: str, students: list[str], jobs: int | None = None) -> Iterator[Path]:
    """Write the feedback of graded submissions, by nbgrader's own template; pages come as they are written.

    A page costs a second of nbconvert's time, so they are written in processes.

    Args:
        course: to which they belong.
        assignment: graded.
        students: whose pages to write.
        jobs: processes; default: the cores.
    """
    write = partial(_write, course, assignment)
    if len(students) < WORTH_PROCESSES or jobs == 1:
        yield from map(write, students)
    else:
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
            yield from pool.map(write, students)


def _write(course: Course, assignment: str, student: str) -> Path:
    executed = course.autograded(student, assignment)
    names = {"student": student, "assignment": assignment, "notebook": assignment, "db_url": course.db_url}
    page, _ = _exporter(course.root).from_notebook_node(notebooks.read(executed), resources={"nbgrader": names})
    target = course.feedback(student, assignment)
    notebooks.write(target, page)
    for name in BESIDE_FEEDBACK:
        if (handed_in := course.submitted(student, assignment) / name).is_file():
            shutil.copyfile(handed_in, target.with_name(name))
    return target


@cache
def _exporter(root: Path) -> HTMLExporter:
    config = configure(Config(), root)
    converter = GenerateFeedback(coursedir=CourseDirectory(config=config), config=config)
    converter.log.setLevel(logging.ERROR)
    exporter = HTMLExporter(config=converter.config)
    exporter._preprocessors = []
    for step in FEEDBACK_STEPS:
        exporter.register_preprocessor(step(config=converter.config), enabled=True)
    return exporter
