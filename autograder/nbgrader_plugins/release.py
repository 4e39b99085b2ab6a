"""Giving one student's page back through nbgrader's exchange."""

from __future__ import annotations

from pathlib import Path

from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import ExchangeReleaseFeedback

from autograder.course import Assignment
from autograder.intake.exchange import nbgrader_settings
from autograder.submission.handed_in import NBGRADER_FILES


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
    # By nbgrader's own two files the student's side knows which hand-in a page belongs to.
    if not all(page.with_name(name).is_file() for name in NBGRADER_FILES):
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
