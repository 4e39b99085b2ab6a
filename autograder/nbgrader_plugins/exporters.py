"""Our exports as nbgrader's plugins, for ``nbgrader export --exporter=...`` as well."""

from __future__ import annotations

import sys
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.plugins import ExportPlugin
from traitlets import Bool, Unicode

from autograder import registry
from autograder.course import CourseError
from autograder.gradebook.store import update_gradebook
from autograder.reports.export import exported_for


class LmsExport(ExportPlugin):
    """Writes what a platform imports into the folder ``to``."""

    root = Unicode(".", help="The course directory.").tag(config=True)
    zeros = Bool(False, help="Give 0 to those who handed in nothing.").tag(config=True)
    platform = ""

    def export(self, gradebook: Gradebook) -> None:
        """Called by nbgrader, with the course's gradebook."""
        try:
            course = registry.load(Path(self.root))
            assignments = course.select(self.assignment or None)
            for sentence in update_gradebook(assignments):
                self.log.warning("%s", sentence)
            folder = Path(self.to or course.root / "exports")
            exported = exported_for(self.platform, assignments, folder, zeros=self.zeros)
        except CourseError as error:  # nbgrader would show its whole traceback
            self.log.error("%s", error)
            sys.exit(1)
        for path in exported.files:
            self.log.info("wrote %s", path)
        for sentence in exported.notes:
            self.log.warning("%s", sentence)
        for student in exported.unknown:
            self.log.warning("%s has no id for this platform in students.csv", student)


class MoodleExport(LmsExport):
    """Moodle's grading worksheet, and its zip of feedback files."""

    platform = "moodle"


class BrightspaceExport(LmsExport):
    """Brightspace's file of grades."""

    platform = "brightspace"


class CanvasExport(LmsExport):
    """Canvas's gradebook, and its zip of feedback files."""

    platform = "canvas"
