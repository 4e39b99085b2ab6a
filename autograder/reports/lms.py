"""Grades and feedback as learning platforms import them, by the ids of the roster.

Moodle's names of columns and of the folders in the zip are those that its importers look for
(mod/assign/feedback/offline and .../file); Canvas's are those of its exported gradebook.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from autograder import notebooks
from autograder.course import Assignment, Course
from autograder.intake.roster import Roster
from autograder.intake.table import table
from autograder.judging.outcome import Outcome
from autograder.records.gradebook import Standing
from autograder.reports.export import graded
from autograder.spreadsheets import as_csv
from autograder.states import State
from autograder.submission.handed_in import read_plain, undated

MOODLE = ["Identifier", "Full name", "Email address", "Grade", "Maximum grade"]
MOODLE += ["Last modified (grade)", "Feedback comments"]
CANVAS = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]


@dataclass
class Exported:
    """What was written, and who is not in it.

    Args:
        files: what was written.
        unknown: students of whom the platform's id is not known.
        empty: students whose grade is left empty, with the state.
        open: students of whom a person has still to read an answer, or to review the notebook.
        above: students who have more than the assignment is worth, with the points.
        undated: students who may be late, for nobody knows when they handed in.
    """

    files: list[Path] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    empty: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    above: list[str] = field(default_factory=list)
    undated: list[str] = field(default_factory=list)

    @property
    def told(self) -> list[str]:
        """What a person must know before the files are imported."""
        sentences = (
            ("No grade for {}: nothing that was handed in could be read.", self.empty),
            ("Not final: {}. A person still has to look at these; then export again.", self.open),
            (
                "More than the maximum: {}. Moodle leaves such grades out: raise the maximum grade "
                "there, or enter these by hand.",
                self.above,
            ),
            (
                "Nothing is taken off for being late, since nobody knows when it was handed in: "
                "{}. Give the times (autograder handed-in), and export again.",
                self.undated,
            ),
        )
        return [text.format(", ".join(dict.fromkeys(names))) for text, names in sentences if names]


def for_moodle(course: Course, assignments: Iterable[str], folder: Path) -> Exported:
    """A grading worksheet and a zip of feedback files for each assignment."""
    exported, roster = Exported(), Roster(course)
    for assignment in assignments:
        entry = course.assignment(assignment)
        of_all = graded(entry)
        all_outcomes = [one for one, _ in of_all]
        numbers = _moodle_numbers(course, assignment, roster, all_outcomes)
        known = [one for one in all_outcomes if one.student in numbers]
        _tell(exported, entry, all_outcomes, numbers)
        if known:
            rows = []
            for one, standing in of_all:
                if one.student in numbers:
                    _note(exported, one, standing)
                    if standing.score > standing.worth:
                        exported.above.append(f"{one.student} in {assignment} ({standing.score:g})")
                    rows.append(_moodle_row(one, standing, roster, numbers[one.student]))
            sheet = folder / f"moodle-{assignment}.csv"
            notebooks.write(sheet, as_csv(MOODLE, rows))
            pages = folder / f"moodle-{assignment}-feedback.zip"
            _write_feedback(course, known, roster, numbers, pages)
            exported.files += [sheet, pages]
    return exported


def for_canvas(course: Course, assignments: Iterable[str], folder: Path) -> Exported:
    """One gradebook for all assignments."""
    exported, roster = Exported(), Roster(course)
    rows: dict[str, dict[str, object]] = {}
    worth: dict[str, object] = {"Student": "    Points Possible"}
    for assignment in assignments:
        entry, column = course.assignment(assignment), _canvas_column(course, assignment)
        of_all = graded(entry)
        ids = {one.student: roster.row(one.student)["canvas"] for one, _ in of_all}
        known = {student: id for student, id in ids.items() if id.isdigit()}
        _tell(exported, entry, [one for one, _ in of_all], known)
        for one, standing in of_all:
            worth[column] = standing.worth
            if one.student in known:
                _note(exported, one, standing)
                row = rows.setdefault(one.student, _canvas_student(roster.row(one.student)))
                row[column] = _grade(one, standing)
    if rows:
        path, columns = folder / "canvas.csv", [*CANVAS, *list(worth)[1:]]
        notebooks.write(path, as_csv(columns, [worth, *(rows[name] for name in sorted(rows))]))
        exported.files.append(path)
    return exported


def _tell(
    exported: Exported, assignment: Assignment, of_all: list[Outcome], known: dict[str, str]
) -> None:
    exported.unknown += [one.student for one in of_all if one.student not in known]
    exported.empty += [f"{one.student} ({one.state})" for one in of_all if not one.state.was_read]
    exported.undated += [f"{student} in {assignment.id}" for student in undated(assignment)]


def _note(exported: Exported, one: Outcome, standing: Standing) -> None:
    if standing.waits or one.state == State.NEEDS_REVIEW:
        exported.open.append(one.student)


def _grade(outcome: Outcome, standing: Standing) -> object:
    return "" if not outcome.state.was_read else standing.score


def _moodle_numbers(
    course: Course, assignment: str, roster: Roster, graded: list[Outcome]
) -> dict[str, str]:
    """Moodle's number of each student in this assignment; it has another one in each."""
    # It leaves out rows with a number of another assignment without a word.
    others = {
        number
        for one in course.assignments
        if one.id != assignment
        for number in _collected_from_moodle(course, one.id).values()
    }
    numbers = {one.student: roster.row(one.student)["moodle"].split() for one in graded}
    here = {
        student: [number for number in known if number.isdigit() and number not in others]
        for student, known in numbers.items()
    }
    alone = {student: known[0] for student, known in here.items() if len(known) == 1}
    return alone | _collected_from_moodle(course, assignment)


def _collected_from_moodle(course: Course, assignment: str) -> dict[str, str]:
    rows = (row for row in table(course, assignment) if row.platform == "moodle" and row.lms)
    return {row.student: row.lms for row in rows}


def _moodle_row(one: Outcome, standing: Standing, roster: Roster, number: str) -> dict[str, object]:
    student = roster.row(one.student)
    comment = "" if one.state == State.GRADED else one.state.meaning
    values = (f"Participant {number}", student["name"], student["email"])
    return dict(
        zip(MOODLE, (*values, _grade(one, standing), standing.worth, "-", comment), strict=True)
    )


def _write_feedback(
    course: Course, known: list[Outcome], roster: Roster, numbers: dict[str, str], path: Path
) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for one in known:
            page = read_plain(course.assignment(one.assignment).feedback(one.student))
            if page is not None:
                # Moodle cuts the folder's name at each _, and reads the number behind the first.
                name = re.sub(r"[^\w .-]|_", " ", roster.row(one.student)["name"])
                folder = f"{name}_{numbers[one.student]}_assignfeedback_file_"
                archive.writestr(f"{folder}/{one.assignment}.html", page)


def _canvas_column(course: Course, assignment: str) -> str:
    entry = course.assignment(assignment)
    return entry.canvas or entry.title[course.languages[0]]


def _canvas_student(row: dict[str, str]) -> dict[str, object]:
    return {"Student": row["name"] or row["student"], "ID": row["canvas"]}
