"""How this course sets up nbgrader: folders, gradebook, and where our steps join its own."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from nbconvert.preprocessors import ClearMetadataPreprocessor
from nbgrader import preprocessors as stock
from traitlets.config import Config

from autograder import registry
from autograder.course import Course
from autograder.engine import provisioner
from autograder.limits import Limits
from autograder.nbgrader_plugins.collect import CollectPlainFiles
from autograder.nbgrader_plugins.formgrader import configure_formgrader
from autograder.nbgrader_plugins.release import ReleaseAllFeedback
from autograder.nbgrader_plugins.steps import (
    CoursePenalty,
    DrawSeed,
    ExecuteForked,
    HideHiddenTests,
    JudgeEvidence,
    OverwriteOtherCells,
    Repair,
    ShowGrades,
    ShowHandedInFigures,
)
from autograder.release.steps import RELEASE_STEPS, configure_steps
from autograder.reports.feedback_page import FeedbackExporter
from labkit import reference

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
    provisioner.write_kernelspec(
        folder, sandbox=sandbox, limits=_limits(course), public=[reference.resources()]
    )
    _show_to_jupyter(folder)
    config.ExecuteForked.kernel_name = provisioner.KERNEL
    return config


def _limits(course: Course) -> Limits:
    # nbgrader's kernels have one specification for all assignments.
    of_each = [course.assignment(assignment.id).limits for assignment in course.assignments]
    return replace(course.limits, sanitizers=any(limits.sanitizers for limits in of_each))


def _show_to_jupyter(folder: Path) -> None:
    # Jupyter reads the variable when it looks for a kernel: after nbgrader has read its settings.
    known = os.environ.get("JUPYTER_PATH", "").split(os.pathsep)
    if str(folder) not in known:
        os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(folder), *known]))
