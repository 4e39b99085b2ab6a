"""Giving pages back through nbgrader's exchange."""

from __future__ import annotations

import glob
from pathlib import Path

from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import ExchangeReleaseFeedback

from autograder.course import Assignment
from autograder.intake.exchange import nbgrader_settings
from autograder.submission.handed_in import NBGRADER_FILES


class ReleaseAllFeedback(ExchangeReleaseFeedback):
    """nbgrader's own, which would stop at the first page that the exchange cannot give back."""

    def copy_files(self) -> None:
        """Release the page of everyone who handed in through the exchange, and name the others."""
        pages = map(Path, sorted(glob.glob(f"{self.src_path}/*.html")))
        others = {page.parent.parent.name for page in pages if not _came_through(page)}
        excluded = self.coursedir.student_id_exclude
        self.coursedir.student_id_exclude = ",".join(filter(None, [excluded, *sorted(others)]))
        super().copy_files()
        self.coursedir.student_id_exclude = excluded
        if others:
            self.log.warning(
                "%s did not hand in through the exchange, which cannot give their pages back. "
                "Send them: feedback/<student>/%s/",
                ", ".join(sorted(others)),
                self.coursedir.assignment_id,
            )


def _came_through(page: Path) -> bool:
    # By nbgrader's own two files the student's side knows which hand-in a page belongs to.
    return all(page.with_name(name).is_file() for name in NBGRADER_FILES)


def release_feedback(assignment: Assignment, student: str, page: Path) -> bool:
    """Release a page, if what it belongs to came through the exchange.

    Args:
        course: the course directory.
        assignment: graded.
        student: whose page it is.
        page: what was written for that student.

    Returns:
        Whether it was released.
    """
    if not _came_through(page):
        return False
    config = nbgrader_settings(assignment.course.root)
    folders = CourseDirectory(config=config)
    folders.root, folders.course_id = str(assignment.course.root), assignment.course.id
    folders.student_id, folders.assignment_id = student, assignment.id
    exchange = ExchangeReleaseFeedback(
        coursedir=folders, authenticator=Authenticator(config=config), config=config
    )
    exchange.start()
    return True
