"""Which of several notebooks counts when nothing tells which one is later: a person decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from pathlib import Path

from autograder.course import Course, CourseError
from autograder.spreadsheets import Sheet, read_sheet

COLUMNS = ["counts", "student", "file"]
File = tuple[str, str]  # a student's id, and the file as the table of what came names it


def which_path(course: Course, assignment: str) -> Path:
    """Where the table is."""
    return course.collected / f"which-{assignment}.csv"


def read_choices(path: Path) -> set[File]:
    """The files that a person has marked.

    Raises:
        CourseError: two files of one student are marked.
    """
    rows = [row for row in read_sheet(path, COLUMNS).rows if row["counts"]]
    marked = {(row["student"], row["file"]) for row in rows}
    several = [
        student for student, count in Counter(student for student, _ in marked).items() if count > 1
    ]
    if several:
        raise CourseError(
            f"{path} marks two files of {several[0]} as counting. Remove one of the marks; nothing "
            "was collected."
        )
    return marked


def write_choices(
    path: Path, asked: Iterable[File], marked: Collection[File], came: Collection[str]
) -> None:
    """Write the table that a person fills in.

    Args:
        path: of the table; its rows of students who did not come this time stay.
        asked: the files of which one counts.
        marked: those that a person has marked.
        came: the students who did.
    """
    before = read_sheet(path, COLUMNS).rows if path.is_file() else []
    rows = [row for row in before if row["student"] not in came]
    rows += [
        {"counts": "x" if (student, file) in marked else "", "student": student, "file": file}
        for student, file in asked
    ]
    if rows:
        Sheet(COLUMNS, rows).write(path)
    else:
        path.unlink(missing_ok=True)
