"""Feedback: a HTML page for each submission, with the cards and without hidden probes."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, lru_cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from nbconvert.exporters import HTMLExporter, TemplateExporter
from nbconvert.filters import Highlight2HTML
from nbconvert.filters.widgetsdatatypefilter import WidgetsDataTypeFilter
from nbformat import NotebookNode
from nbgrader.converters import GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from autograder import notebooks
from autograder.course import Course
from autograder.handed_in import read_plain
from autograder.nbgrader_ext.settings import FEEDBACK_STEPS, configure
from autograder.reports.safe import TEXTS, with_policy

WORTH_PROCESSES = 50  # fewer pages are written sooner than processes start
NO_DESCRIPTION = "No description has been provided for this image"  # nbconvert's own words
# `nbgrader release_feedback` finds by these which submission a page belongs to
BESIDE_FEEDBACK = ("timestamp.txt", "submission_secret.txt")
MOST_BESIDE = 1000  # bytes


def write_feedback(
    course: Course, assignment: str, students: list[str], jobs: int | None = None
) -> Iterator[Path]:
    """Write the feedback of graded submissions, by nbgrader's own template.

    Args:
        course: to which they belong.
        assignment: graded.
        students: whose pages to write.
        jobs: processes; default: the cores.

    Returns:
        Each page as soon as it is written.
    """
    write = partial(_write, course, assignment)
    if len(students) < WORTH_PROCESSES or jobs == 1:
        yield from map(write, students)
    else:
        # Processes and no threads: a page is a tenth of a second of Python. Spawned ones, since
        # a fork of a process with threads may hang.
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
            yield from pool.map(write, students)


def _write(course: Course, assignment: str, student: str) -> Path:
    executed = course.autograded(student, assignment)
    names = {
        "student": student,
        "assignment": assignment,
        "notebook": assignment,
        "db_url": course.db_url,
    }
    page, _ = _exporter(course.root).from_notebook_node(
        notebooks.read(executed), resources={"nbgrader": names}
    )
    target = course.feedback(student, assignment)
    notebooks.write(target, page)
    copy_what_lies_beside(course.submitted(student, assignment), target)
    return target


def copy_what_lies_beside(folder: Path, page: Path) -> None:
    """Put the files of a hand-in that nbgrader needs beside its page."""
    for name in BESIDE_FEEDBACK:
        text = read_plain(folder / name, MOST_BESIDE)
        # Only text: nbgrader's own files hold a date and a few letters.
        if text is not None and text.isascii():
            notebooks.write(page.with_name(name), text.decode())


class PageExporter(HTMLExporter):
    """nbconvert's exporter for many pages of one assignment."""

    # A cell that was rendered is not rendered again. The finished page is not parsed once more,
    # as nbconvert does to mark elements of a template that is not nbgrader's. Both together take
    # nine tenths of its time.

    def from_notebook_node(
        self, nb: NotebookNode, resources: dict[str, Any] | None = None, **options: Any
    ) -> tuple[str, dict[str, Any]]:
        """The page of a notebook, as HTML."""
        resources = self._init_resources(resources)
        language = nb.metadata.get("language_info", {})
        lexer = language.get("pygments_lexer", language.get("name"))
        self.register_filter("highlight_code", lambda source, **_: _highlighted(source, lexer))
        data_types = WidgetsDataTypeFilter(
            notebook_metadata=self._nb_metadata, parent=self, resources=resources
        )
        self.register_filter("filter_data_type", data_types)
        # Past HTMLExporter's own method, which is the one that parses the page.
        page, resources = TemplateExporter.from_notebook_node(self, nb, resources, **options)
        page = re.sub(r"<img(?![^>]*\salt=)", f'<img alt="{NO_DESCRIPTION}"', page)
        return with_policy(page), resources


@lru_cache(maxsize=TEXTS)
def _highlighted(source: str, lexer: str | None) -> str:
    return Highlight2HTML(pygments_lexer=lexer)(source)


@cache
def _exporter(root: Path) -> PageExporter:
    config = configure(Config(), root)
    converter = GenerateFeedback(coursedir=CourseDirectory(config=config), config=config)
    converter.log.setLevel(logging.ERROR)
    exporter = PageExporter(config=converter.config)
    for step in FEEDBACK_STEPS:
        exporter.register_preprocessor(step)
    return exporter
