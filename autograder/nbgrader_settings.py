"""How this course sets up nbgrader: folders, gradebook, and the places where our steps join its own."""

from __future__ import annotations

import os
from pathlib import Path

from nbconvert.preprocessors import ClearMetadataPreprocessor, CSSHTMLHeaderPreprocessor
from nbgrader import preprocessors as stock
from traitlets.config import Config

from autograder import course as registry
from autograder.release import ChooseLanguage, ClearBlanks, SetUpAnywhere
from autograder.stock import DrawSeed, HideHiddenTests, JudgeEvidence, Repair

RELEASE_STEPS = [
    ChooseLanguage,
    SetUpAnywhere,
    stock.LockCells,
    ClearBlanks,
    stock.ClearOutput,
    stock.CheckCellMetadata,
    stock.ComputeChecksums,
    stock.SaveCells,
    stock.ClearHiddenTests,
    stock.ClearMarkScheme,
    stock.ComputeChecksums,
    stock.CheckCellMetadata,
]
INTAKE_STEPS = [Repair, stock.ClearOutput, stock.OverwriteKernelspec, stock.OverwriteCells, stock.CheckCellMetadata]
GRADING_STEPS = [
    DrawSeed,
    stock.Execute,
    JudgeEvidence,
    ClearMetadataPreprocessor,
    stock.LimitOutput,
    stock.SaveAutoGrades,
    stock.AssignLatePenalties,
    stock.CheckCellMetadata,
]
FEEDBACK_STEPS = [HideHiddenTests, stock.GetGrades, CSSHTMLHeaderPreprocessor]


def configure(config: Config, root: Path) -> Config:
    """Write this course's settings into a nbgrader configuration.

    Args:
        config: what ``get_config()`` gives in a ``nbgrader_config.py``.
        root: the course directory.
    """
    course = registry.load(root)
    language = os.environ.get("LABKIT_LANGUAGE", course.languages[0])
    config.CourseDirectory.root = str(course.root)
    config.CourseDirectory.course_id = course.id
    config.CourseDirectory.db_url = course.db_url
    config.CourseDirectory.source_directory = "solutions"
    config.CourseDirectory.release_directory = f"exercises/{language}"
    config.CourseStep.root = str(course.root)
    config.ChooseLanguage.language = language
    config.SetUpAnywhere.repository = course.repository
    config.GenerateAssignment.preprocessors = RELEASE_STEPS
    config.Autograde.sanitize_preprocessors = INTAKE_STEPS
    config.Autograde.autograde_preprocessors = GRADING_STEPS
    config.GenerateFeedback.preprocessors = FEEDBACK_STEPS
    config.Execute.timeout = int(course.limits.cell_seconds)
    return config
