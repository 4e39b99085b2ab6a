"""Feedback: a HTML page for each submission, with the cards and without hidden probes."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from pathlib import Path

from nbconvert.exporters import HTMLExporter
from nbgrader.converters import GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from autograder import notebooks
from autograder.course import Course
from autograder.nbgrader_settings import FEEDBACK_STEPS, configure

# `nbgrader release_feedback` finds by these which submission a page belongs to
BESIDE_FEEDBACK = ("timestamp.txt", "submission_secret.txt")


def write_feedback(course: Course, assignment: str, students: list[str]) -> Iterator[Path]:
    """Write the feedback of graded submissions, by nbgrader's own template; pages come as they are written."""
    exporter = _exporter(course)
    for student in students:
        executed = course.autograded(student, assignment)
        names = {"student": student, "assignment": assignment, "notebook": assignment, "db_url": course.db_url}
        page, _ = exporter.from_notebook_node(notebooks.read(executed), resources={"nbgrader": names})
        target = course.feedback(student, assignment)
        notebooks.write(target, page)
        for name in BESIDE_FEEDBACK:
            if (handed_in := course.submitted(student, assignment) / name).is_file():
                shutil.copyfile(handed_in, target.with_name(name))
        yield target


def _exporter(course: Course) -> HTMLExporter:
    config = configure(Config(), course.root)
    converter = GenerateFeedback(coursedir=CourseDirectory(config=config), config=config)
    converter.log.setLevel(logging.ERROR)
    exporter = HTMLExporter(config=converter.config)
    exporter._preprocessors = []
    for step in FEEDBACK_STEPS:
        exporter.register_preprocessor(step(config=converter.config), enabled=True)
    return exporter
