"""How this course sets up nbgrader: folders, gradebook, and where our steps join its own."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbgrader
from nbconvert.preprocessors import ClearMetadataPreprocessor
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell
from nbgrader import preprocessors as stock
from traitlets import List
from traitlets.config import Config

from autograder import notebooks, registry
from autograder.course import Course
from autograder.engine import provisioner
from autograder.nbgrader_plugins.exchange import CollectPlainFiles, ReleaseAllFeedback
from autograder.nbgrader_plugins.steps import (
    CoursePenalty,
    CourseStep,
    DrawSeed,
    ExecuteForked,
    HideHiddenTests,
    JudgeEvidence,
    OverwriteOtherCells,
    Repair,
    ShowGrades,
    ShowHandedInFigures,
    Step,
)
from autograder.notebooks import Cell, cells
from autograder.release.steps import RELEASE_STEPS, configure_steps
from autograder.reports import rendered
from autograder.reports.feedback_page import FeedbackExporter
from labkit import reference

_TEMPLATES = Path(__file__).parent / "templates"
_NBGRADERS = Path(nbgrader.__file__).parent / "server_extensions" / "formgrader" / "templates"


def configure_formgrader(config: Config, course: Course) -> None:
    """Write into a nbgrader configuration how the formgrader shows a submission.

    Args:
        config: nothing else of nbgrader reads what is set here.
        course: whose solutions hold the rubrics.
    """
    config.ShowRubrics.root = str(course.root)
    exporter = config.HTMLExporter
    exporter.preprocessors = [rendered.KeepWhatIsShown, ShowRubrics]
    exporter.sanitize_html = True
    exporter.filters = {
        "clean_html": rendered.clean,
        "markdown2html": rendered.markdown,
        # nbconvert marks every name and sign, and parses the page once more. Without these marks,
        # and with given cells coloured once for all, the server works 1.2 s, not 1.8, on the first
        # submission of 02, and 0.6 s, not 1.5, on each other: `make bench-formgrader`.
        "highlight_code": lambda source, metadata=None: rendered.code(source),
    }
    # The first that has a template gives it: of ours there is one, in the place of MathJax.
    exporter.extra_template_basedirs = [str(_TEMPLATES), str(_NBGRADERS)]


class ShowRubrics(CourseStep):
    """Puts the solution's text, model answer and rubric, below each written answer."""

    display_data_priority: List[str] = List().tag(config=True)  # as in KeepWhatIsShown

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        path = self.course.assignment(resources["assignment_id"]).solution
        # A submission is shown wherever its solution has gone.
        solved = cells(notebooks.read(path)) if path.exists() else []
        texts = {cell.id: cell.source for cell in solved if _is_written(cell)}
        # The formgrader's style sheet hides the sign that a summary can be folded.
        summary = '<summary style="display: list-item">From your solution</summary>'
        for place, cell in reversed(list(enumerate(cells(nb)))):
            if _is_written(cell) and cell.id in texts:
                text = f"<details open>{summary}\n\n{texts[cell.id]}\n\n</details>"
                nb.cells.insert(place + 1, new_markdown_cell(text))
        return nb, resources


def _is_written(cell: Cell) -> bool:
    return cell.kind == "markdown" and cell.is_blank and cell.points > 0


# Repair comes first: the others give up on a notebook whose metadata is damaged.
SANITIZE_STEPS = [Repair, stock.OverwriteKernelspec, OverwriteOtherCells, stock.CheckCellMetadata]
GRADING_STEPS = [
    DrawSeed,
    ExecuteForked,
    JudgeEvidence,
    ClearMetadataPreprocessor,
    stock.LimitOutput,
    stock.SaveAutoGrades,
    stock.AssignLatePenalties,
    stock.CheckCellMetadata,
]
FEEDBACK_STEPS = [HideHiddenTests, ShowGrades, ShowHandedInFigures]


def configure(config: Config, root: Path) -> Config:
    """Write this course's settings into a nbgrader configuration.

    Args:
        config: what ``get_config()`` gives in a ``nbgrader_config.py``.
        root: the course directory.
    """
    course = registry.load(root)
    # nbgrader knows one release folder, so another language is named from outside.
    language = os.environ.get("LABKIT_LANGUAGE", course.languages[0])
    config.CourseDirectory.root = str(course.root)
    config.CourseDirectory.course_id = course.id
    config.CourseDirectory.db_url = course.db_url
    # nbgrader reads them from the course directory, where the repository may be another folder.
    home = Path(os.path.relpath(course.home, course.root))
    config.CourseDirectory.source_directory = str(home / "solutions")
    config.CourseDirectory.release_directory = str(home / "exercises" / language)
    for name in ("CourseStep", "CoursePenalty", "LmsExport"):
        config[name].root = str(course.root)
    config.AssignLatePenalties.plugin_class = CoursePenalty
    configure_steps(config, course, language)
    config.GenerateAssignment.preprocessors = RELEASE_STEPS
    config.Autograde.sanitize_preprocessors = SANITIZE_STEPS
    config.Autograde.autograde_preprocessors = GRADING_STEPS
    config.GenerateFeedback.preprocessors = FEEDBACK_STEPS
    config.GenerateFeedback.exporter_class = FeedbackExporter
    config.FeedbackExporter.root = str(course.root)
    config.ExchangeFactory.collect = CollectPlainFiles
    config.ExchangeFactory.release_feedback = ReleaseAllFeedback
    configure_formgrader(config, course)
    return config


def serve_stock(config: Config, root: Path) -> Config:
    """Set up nbgrader's own commands, and their kernels: forked, in the sandbox.

    ``LABKIT_SANDBOX=none`` in the environment takes the sandbox away; nothing else does.

    Args:
        config: what ``get_config()`` gives in a ``nbgrader_config.py``.
        root: the course directory.
    """
    configure(config, root)
    course = registry.load(root)
    folder = course.private / "jupyter"
    sandbox = os.environ.get("LABKIT_SANDBOX", "full")
    # nbgrader's kernels have one specification for all assignments.
    sanitizers = any(assignment.limits.sanitizers for assignment in course.assignments)
    limits = replace(course.limits, sanitizers=sanitizers)
    public = [reference.resources()]
    provisioner.write_kernelspec(folder, sandbox=sandbox, limits=limits, public=public)
    # Jupyter reads the variable when it looks for a kernel: after nbgrader has read its settings.
    known = os.environ.get("JUPYTER_PATH", "").split(os.pathsep)
    if str(folder) not in known:
        os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(folder), *known]))
    config.ExecuteForked.kernel_name = provisioner.KERNEL
    return config
