"""Export: a CSV row for each student and assignment, and what learning platforms import.

Platforms know students by the ids of the roster. Moodle's names of columns and of the folders in
the zip are those that its importers look for (mod/assign/feedback/offline and .../file); Canvas's
are those of its exported gradebook.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import replace
from enum import StrEnum
from pathlib import Path, PurePosixPath

from autograder import notebooks
from autograder.course import Assignment, Course, CourseError
from autograder.judging.outcome import Key, Outcome
from autograder.people.collected import (
    EMAIL,
    FULL_NAME,
    GRADE,
    IDENTIFIER,
    MAXIMUM,
    Status,
    Worksheet,
    table,
    worksheet_path,
)
from autograder.people.roster import Roster, enrolled
from autograder.records import attempts
from autograder.records.gradebook import Standing, standings
from autograder.records.store import outcomes
from autograder.spreadsheets import Sheet, as_csv
from autograder.states import State
from autograder.submission.handed_in import read_plain, undated

COLUMNS = [
    "student",
    "assignment",
    "state",
    "reason",
    "score",
    "max_score",
    "late_penalty",
    "needs_manual_grade",
    "failed",
]


def write_grades(assignments: list[Assignment], path: Path, *, zeros: bool = False) -> int:
    """Write ``grades.csv``.

    The column ``failed`` names each failed record as ``check.record``.

    Args:
        assignments: of one course.
        path: of the file.
        zeros: whether those who handed in nothing get 0, not an empty cell.

    Returns:
        The number of rows.
    """
    rows = [
        grade_row(outcome, standing, assignment.course.languages[0], zeros=zeros)
        for assignment in assignments
        for outcome, standing in graded(assignment)
    ]
    notebooks.write(path, as_csv(COLUMNS, rows))
    return len(rows)


def graded(assignment: Assignment) -> list[tuple[Outcome, Standing]]:
    """What became of each submission of an assignment, and what counts of it.

    As soon as anything is graded, those of the roster who handed in nothing are among them.
    """
    of_all = outcomes(assignment)
    standing = standings(assignment, of_all)
    worth = max((one.worth for one in standing.values()), default=0.0)
    there = {*standing, *attempts.students(assignment)}
    absent = [one for one in enrolled(assignment.course) if one not in there] if of_all else []
    none = Outcome("", assignment.id, state=State.NOT_HANDED_IN, reasons=[], seed=0, key=Key())
    return sorted(
        [(outcome, standing[outcome.student]) for outcome in of_all]
        + [(replace(none, student=student), Standing(0.0, worth)) for student in absent],
        key=lambda one: one[0].student,
    )


def grade_row(
    outcome: Outcome, standing: Standing, language: str, *, zeros: bool = False
) -> dict[str, object]:
    """The row of one submission: :data:`COLUMNS`, with the reason in a language."""
    is_open = outcome.state is State.NOT_HANDED_IN and not zeros
    failed = [
        f"{check}.{record}" for check, records in outcome.failed.items() for record in records
    ]
    return {
        "student": outcome.student,
        "assignment": outcome.assignment,
        "state": outcome.state,
        "reason": outcome.reason_in(language),
        # Not 0: no one has given that.
        "score": "" if is_open else standing.score,
        "max_score": standing.worth,
        # Empty and not 0: a program that adds penalties up must not count what no one knows.
        "late_penalty": "" if standing.undated else standing.penalty,
        "needs_manual_grade": standing.waits,
        "failed": " ".join(failed),
    }


MOODLE = [IDENTIFIER, FULL_NAME, EMAIL, GRADE, MAXIMUM, "Last modified (grade)"]
CANVAS = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
BRIGHTSPACE_END = "End-of-Line Indicator"
# Moodle deletes a teacher's comment where this column has none, and leaves it without the column.
_NOT_SENT = ("Feedback comments", "Online text")


class Note(StrEnum):
    """What a person must know before files are imported, of whom or of what."""

    EMPTY = (
        "No grade for {}: nothing was handed in that could be read (--zeros gives 0 to those who "
        "handed in nothing)."
    )
    OPEN = "Not final: {}. A person still has to look at these; then export again."
    ABOVE = (
        "More than the maximum: {}. Moodle leaves such grades out: raise the maximum grade there, "
        "or enter these by hand."
    )
    UNDATED = (
        "Nothing is taken off for being late, since no one knows when it was handed in: {}. Give "
        "the times (autograder handed-in), and export again."
    )
    MAXIMUM = (
        "Another maximum there: {}. Moodle would count the points as shares of its own: change the "
        "maximum grade there first."
    )
    ZERO = "0 points: {}. Some versions of Moodle leave a 0 out: look there, and enter it by hand."


class Exported:
    """What was written, and who is not in it.

    Args:
        course: whose roster has the platform's ids.
        zeros: whether those who handed in nothing get 0, not an empty cell.
    """

    def __init__(self, course: Course, *, zeros: bool) -> None:
        self.roster, self.zeros = Roster(course), zeros
        self.files: list[Path] = []
        self.unknown: list[str] = []  # students of whom the platform's id is not known
        self._noted: dict[Note, list[str]] = {note: [] for note in Note}

    def note(self, note: Note, *names: str) -> None:
        self._noted[note] += names

    @property
    def notes(self) -> list[str]:
        """All notes that are of somebody or something."""
        noted = self._noted.items()
        return [note.format(", ".join(dict.fromkeys(names))) for note, names in noted if names]

    def counts(self, outcome: Outcome) -> bool:
        """Whether a submission gets a number, not an empty cell."""
        is_zero = self.zeros and outcome.state is State.NOT_HANDED_IN
        return outcome.state.was_read or is_zero

    def known(
        self, assignment: Assignment, of_all: list[tuple[Outcome, Standing]], ids: Container[str]
    ) -> list[tuple[Outcome, Standing]]:
        """Those whom the platform knows; who is not among them, and who waits, is noted."""
        for one, standing in of_all:
            is_known, is_empty = one.student in ids, not self.counts(one)
            if is_empty:
                self.note(Note.EMPTY, f"{one.student} ({one.state})")
            # Whoever handed in nothing and gets no 0 need not be known to the platform.
            if not is_known and not (is_empty and one.state is State.NOT_HANDED_IN):
                self.unknown.append(one.student)
            if is_known and (standing.waits or one.state is State.NEEDS_REVIEW):
                self.note(Note.OPEN, one.student)
        self.note(Note.UNDATED, *(f"{one} in {assignment.id}" for one in undated(assignment)))
        return [(one, standing) for one, standing in of_all if one.student in ids]


def for_moodle(exported: Exported, assignment: Assignment, folder: Path) -> None:
    """A grading worksheet, the collected one where there is one, and a zip of feedback files."""
    of_all, roster = graded(assignment), exported.roster
    kept = worksheet_path(assignment.course, assignment.id)
    worksheet = Worksheet(kept) if kept.is_file() else None
    sheet = worksheet.sheet if worksheet else Sheet(MOODLE[:], [])
    by_number = worksheet.rows if worksheet else {}
    numbers = {
        row["student"]: number
        for row in roster.rows
        if worksheet and (number := worksheet.number_with(row))
    }
    numbers |= _moodle_numbers(assignment, roster, [one.student for one, _ in of_all])
    if worksheet:
        numbers = {who: number for who, number in numbers.items() if number in by_number}
    known = exported.known(assignment, of_all, numbers)
    for one, standing in known:
        number = numbers[one.student]
        if not (row := by_number.get(number)):
            student, worth = roster.row(one.student), f"{standing.worth:g}"
            person = [f"Participant {number}", student["name"], student["email"]]
            row = dict(zip(MOODLE, [*person, "", worth, "-"], strict=True))
        _fill(row, one, standing, exported)
        by_number[number] = row
    # Moodle cuts the folder's name at each _, and reads the number behind the first.
    names = {
        who: re.sub(r"[^\w .-]|_", " ", roster.row(who)["name"] or "Participant") for who in numbers
    }
    pages = {
        f"{names[who]}_{numbers[who]}_assignfeedback_file_/{assignment.id}.html": who
        for who in (one.student for one, _ in known)
    }
    if known:
        columns = [column for column in sheet.columns if column not in _NOT_SENT]
        rows = [{name: row[name] for name in columns} for row in by_number.values()]
        text = as_csv(columns, rows, sheet.separator)
        _write(exported, assignment, folder / "moodle", text, pages)


def _fill(row: dict[str, str], one: Outcome, standing: Standing, exported: Exported) -> None:
    """Write the points into a row of the worksheet, and note what Moodle does not do with them."""
    score, worth, there = standing.score, standing.worth, row[MAXIMUM]
    if exported.counts(one):
        # As the server writes numbers.
        row[GRADE] = f"{score:.10g}".replace(".", "," if "," in there else ".")
        if not score:
            exported.note(Note.ZERO, one.student)
    if score > worth:
        exported.note(Note.ABOVE, f"{one.student} in {one.assignment} ({score:g})")
    if there.replace(",", ".") not in (f"{worth:g}", f"{worth:.2f}"):
        exported.note(Note.MAXIMUM, f"{one.assignment} ({there}, here {worth:g})")


def for_canvas(exported: Exported, assignment: Assignment, folder: Path) -> None:
    """A gradebook, without those who have no grade, and a zip of feedback."""
    of_all, roster = graded(assignment), exported.roster
    column = assignment.canvas or assignment.title[assignment.course.languages[0]]
    ids = {one.student: roster.row(one.student)["canvas"] for one, _ in of_all}
    ids = {student: number for student, number in ids.items() if number.isdigit()}
    rows: list[dict[str, object]] = [
        {
            "Student": roster.row(one.student)["name"] or one.student,
            "ID": ids[one.student],
            column: standing.score,
        }
        for one, standing in exported.known(assignment, of_all, ids)
        if exported.counts(one)  # an empty cell would clear a grade that is there
    ]
    if rows:
        worth = {"Student": "    Points Possible", column: of_all[0][1].worth}
        text = as_csv([*CANVAS, column], [worth, *rows])
        # By the names of the hand-ins Canvas knows the person and the attempt.
        pages = {
            f"{PurePosixPath(row.file).parts[1].removesuffix('.ipynb')}.html": row.student
            for row in table(assignment.course, assignment.id)
            if row.student in ids and row.platform == "canvas" and row.lms
            if row.status in (Status.TAKEN, Status.UNCHANGED)
        }
        _write(exported, assignment, folder / "canvas", text, pages)


def for_brightspace(exported: Exported, assignment: Assignment, folder: Path) -> None:
    """A file of grades, by id number (its OrgDefinedId)."""
    of_all = graded(assignment)
    ids = {one.student: exported.roster.row(one.student)["id_number"] for one, _ in of_all}
    ids = {student: number for student, number in ids.items() if number}
    column = f"{assignment.title[assignment.course.languages[0]]} Points Grade"
    rows = [
        {"OrgDefinedId": f"#{ids[one.student]}", column: standing.score, BRIGHTSPACE_END: "#"}
        for one, standing in exported.known(assignment, of_all, ids)
        if exported.counts(one)
    ]
    if rows:
        text = as_csv(["OrgDefinedId", column, BRIGHTSPACE_END], rows)
        _write(exported, assignment, folder / "brightspace", text)


_FOR = {"moodle": for_moodle, "brightspace": for_brightspace, "canvas": for_canvas}


def exported_for(
    platform: str, assignments: list[Assignment], folder: Path, *, zeros: bool = False
) -> Exported:
    """Write what a platform imports into a folder.

    Raises:
        CourseError: nothing is graded.
    """
    exported = Exported(assignments[0].course, zeros=zeros)
    for assignment in assignments:
        _FOR[platform](exported, assignment, folder)
    if not exported.files and not exported.unknown:
        raise CourseError("nothing is graded yet. Run: autograder grade ASSIGNMENT")
    return exported


def _write(
    exported: Exported,
    assignment: Assignment,
    start: Path,
    text: str,
    pages: dict[str, str] | None = None,
) -> None:
    """Write what a platform imports: the table, and by their names there students' pages."""
    path = start.with_name(f"{start.name}-{assignment.id}.csv")
    notebooks.write(path, text)
    exported.files.append(path)
    if pages is not None:
        path = path.with_name(f"{path.stem}-feedback.zip")
        with notebooks.zipped(path) as archive:
            for name, student in pages.items():
                if (page := read_plain(assignment.feedback(student))) is not None:
                    archive.writestr(name, page)
        exported.files.append(path)


def _moodle_numbers(
    assignment: Assignment, roster: Roster, students: Iterable[str]
) -> dict[str, str]:
    """Moodle's number of each student in this assignment; it has another one in each."""
    course = assignment.course
    collected: dict[str, dict[str, str]] = {
        one.id: {
            row.student: row.lms
            for row in table(course, one.id)
            if row.platform == "moodle" and row.lms
        }
        for one in course.assignments
    }
    here = collected.pop(assignment.id)
    # It leaves out rows with a number of another assignment without a word.
    taken = {number for of_one in [*collected.values(), here] for number in of_one.values()}
    free = {
        student: {one for one in roster.row(student)["moodle"].split() if one.isdigit()} - taken
        for student in students
    }
    return {student: known.pop() for student, known in free.items() if len(known) == 1} | here
