"""Export: a CSV row for each student and assignment, and what learning platforms import.

Platforms know students by the ids of the roster. Moodle's names of columns and of the folders in
the zip are those that its importers look for (mod/assign/feedback/offline and .../file); Canvas's
are those of its exported gradebook.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from autograder import notebooks
from autograder.course import Assignment, Course
from autograder.intake.collected import (
    GRADE,
    IDENTIFIER,
    MAXIMUM,
    Status,
    Worksheet,
    number_of,
    table,
    worksheet_path,
)
from autograder.intake.roster import Roster
from autograder.judging.outcome import Key, Outcome
from autograder.records import attempts
from autograder.records.gradebook import Standing, standings
from autograder.records.groups import enrolled
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


def write_grades(assignments: list[Assignment], path: Path, zeros: bool = False) -> int:
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
        grade_row(outcome, standing, assignment.course.languages[0], zeros)
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
    none = Outcome("", assignment.id, State.NOT_HANDED_IN, [], 0, Key())
    return sorted(
        [(outcome, standing[outcome.student]) for outcome in of_all]
        + [(replace(none, student=student), Standing(0.0, worth)) for student in absent],
        key=lambda one: one[0].student,
    )


def grade_row(
    outcome: Outcome, standing: Standing, language: str, zeros: bool = False
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


MOODLE = [IDENTIFIER, "Full name", "Email address", GRADE, MAXIMUM, "Last modified (grade)"]
CANVAS = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
BRIGHTSPACE_END = "End-of-Line Indicator"
# Moodle deletes a teacher's comment where this column has none, and leaves it without the column.
_NOT_SENT = ("Feedback comments", "Online text")


@dataclass
class Exported:
    """What was written, and who is not in it.

    Args:
        files: what was written.
        unknown: students of whom the platform's id is not known.
        empty: students whose grade is left empty, with the state.
        open: students of whom a person has still to read an answer, or to review the notebook.
        above: students who have more than the assignment is worth, with the points.
        undated: students who may be late, for no one knows when they handed in.
        zero: students who have no points.
        maxima: assignments that are worth something else on the platform, with both.
    """

    files: list[Path] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    empty: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    above: list[str] = field(default_factory=list)
    zeros: bool = False
    undated: list[str] = field(default_factory=list)
    zero: list[str] = field(default_factory=list)
    maxima: list[str] = field(default_factory=list)

    def counts(self, outcome: Outcome) -> bool:
        """Whether a submission gets a number, not an empty cell."""
        is_zero = self.zeros and outcome.state is State.NOT_HANDED_IN
        return outcome.state.was_read or is_zero

    @property
    def notes(self) -> list[str]:
        """What a person must know before the files are imported."""
        sentences = (
            (
                "No grade for {}: nothing was handed in that could be read (--zeros gives 0 to "
                "those who handed in nothing).",
                self.empty,
            ),
            ("Not final: {}. A person still has to look at these; then export again.", self.open),
            (
                "More than the maximum: {}. Moodle leaves such grades out: raise the maximum grade "
                "there, or enter these by hand.",
                self.above,
            ),
            (
                "Nothing is taken off for being late, since no one knows when it was handed in: "
                "{}. Give the times (autograder handed-in), and export again.",
                self.undated,
            ),
            (
                "Another maximum there: {}. Moodle would count the points as shares of its own: "
                "change the maximum grade there first.",
                self.maxima,
            ),
            (
                "0 points: {}. Some versions of Moodle leave a 0 out: look there, and enter it by "
                "hand.",
                self.zero,
            ),
        )
        return [text.format(", ".join(dict.fromkeys(names))) for text, names in sentences if names]


def for_moodle(
    course: Course, assignments: Iterable[str], folder: Path, zeros: bool = False
) -> Exported:
    """A grading worksheet, the collected one where there is one, and a zip of feedback files."""
    exported, roster = Exported(zeros=zeros), Roster(course)
    for assignment in assignments:
        of_all = graded(course.assignment(assignment))
        kept = worksheet_path(course, assignment)
        worksheet = Worksheet(kept) if kept.is_file() else None
        sheet = worksheet.sheet if worksheet else Sheet(MOODLE[:], [])
        numbers = {
            row["student"]: number
            for row in roster.rows
            if worksheet and (number := worksheet.number_with(row))
        }
        numbers |= _moodle_numbers(course, assignment, roster, [one for one, _ in of_all])
        by_number = {number_of(row): row for row in sheet.rows}
        if kept.is_file():
            numbers = {who: number for who, number in numbers.items() if number in by_number}
        known = _tell(exported, course.assignment(assignment), of_all, numbers)
        for one, standing in known:
            number = numbers[one.student]
            if not (row := by_number.get(number)):
                student, worth = roster.row(one.student), f"{standing.worth:g}"
                person = [f"Participant {number}", student["name"], student["email"]]
                row = dict(zip(MOODLE, [*person, "", worth, "-"], strict=True))
            _fill(row, one, standing, exported)
            by_number[number] = row
        if known:
            path = folder / f"moodle-{assignment}.csv"
            columns = [column for column in sheet.columns if column not in _NOT_SENT]
            rows = [{name: row[name] for name in columns} for row in by_number.values()]
            notebooks.write(path, as_csv(columns, rows, sheet.separator))
            pages = folder / f"moodle-{assignment}-feedback.zip"
            _write_feedback(course, [one for one, _ in known], roster, numbers, pages)
            exported.files += [path, pages]
    return exported


def _fill(row: dict[str, str], one: Outcome, standing: Standing, exported: Exported) -> None:
    """Write the points into a row of the worksheet, and note what Moodle does not do with them."""
    score, worth, there = standing.score, standing.worth, row[MAXIMUM]
    if exported.counts(one):
        # As the server writes numbers.
        row[GRADE] = f"{score:.10g}".replace(".", "," if "," in there else ".")
        exported.zero += [one.student] if not score else []
    exported.above += [f"{one.student} in {one.assignment} ({score:g})"] if score > worth else []
    if there.replace(",", ".") not in (f"{worth:g}", f"{worth:.2f}"):
        exported.maxima.append(f"{one.assignment} ({there}, here {worth:g})")


def for_canvas(
    course: Course, assignments: Iterable[str], folder: Path, zeros: bool = False
) -> Exported:
    """A gradebook for each assignment, without those who have no grade, and a zip of feedback."""
    exported, roster = Exported(zeros=zeros), Roster(course)
    for assignment in assignments:
        of_all, entry = graded(course.assignment(assignment)), course.assignment(assignment)
        column = entry.canvas or entry.title[course.languages[0]]
        ids = {one.student: roster.row(one.student)["canvas"] for one, _ in of_all}
        known = {student: number for student, number in ids.items() if number.isdigit()}
        rows: list[dict[str, object]] = []
        for one, standing in _tell(exported, course.assignment(assignment), of_all, known):
            name = roster.row(one.student)["name"] or one.student
            worth = {"Student": "    Points Possible", column: standing.worth}
            row = {"Student": name, "ID": known[one.student], column: standing.score}
            # An empty cell would clear a grade that is there.
            rows += [row] if exported.counts(one) else []
        if rows:
            path, pages = folder / f"canvas-{assignment}.csv", f"canvas-{assignment}-feedback.zip"
            notebooks.write(path, as_csv([*CANVAS, column], [worth, *rows]))
            _write_canvas_feedback(course, assignment, known, folder / pages)
            exported.files += [path, folder / pages]
    return exported


def for_brightspace(
    course: Course, assignments: Iterable[str], folder: Path, zeros: bool = False
) -> Exported:
    """A file of grades for each assignment, by id number (its OrgDefinedId)."""
    exported, roster = Exported(zeros=zeros), Roster(course)
    for assignment in assignments:
        of_all = graded(course.assignment(assignment))
        ids = {one.student: roster.row(one.student)["id_number"] for one, _ in of_all}
        known = {student: number for student, number in ids.items() if number}
        column = f"{course.assignment(assignment).title[course.languages[0]]} Points Grade"
        rows: list[dict[str, object]] = []
        for one, standing in _tell(exported, course.assignment(assignment), of_all, known):
            row = {"OrgDefinedId": f"#{known[one.student]}", column: standing.score}
            rows += [row | {BRIGHTSPACE_END: "#"}] if exported.counts(one) else []
        if rows:
            path = folder / f"brightspace-{assignment}.csv"
            notebooks.write(path, as_csv(["OrgDefinedId", column, BRIGHTSPACE_END], rows))
            exported.files.append(path)
    return exported


def _tell(
    exported: Exported,
    assignment: Assignment,
    of_all: list[tuple[Outcome, Standing]],
    known: dict[str, str],
) -> list[tuple[Outcome, Standing]]:
    """Note whom the files lack, and who waits; returns those who are known to the platform."""
    outcomes = [one for one, _ in of_all]
    empty = [one for one in outcomes if not exported.counts(one)]
    exported.empty += [f"{one.student} ({one.state})" for one in empty]
    # Whoever handed in nothing and gets no 0 need not be known to the platform.
    absent = {one.student for one in empty if one.state is State.NOT_HANDED_IN}
    exported.unknown += [one.student for one in outcomes if one.student not in {*known, *absent}]
    exported.undated += [f"{student} in {assignment.id}" for student in undated(assignment)]
    there = [(one, standing) for one, standing in of_all if one.student in known]
    exported.open += [
        one.student for one, standing in there if standing.waits or one.state is State.NEEDS_REVIEW
    ]
    return there


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
    collected = _collected_from_moodle(course, assignment)
    free = {student: {*known} - {*collected.values()} for student, known in here.items()}
    return {student: known.pop() for student, known in free.items() if len(known) == 1} | collected


def _collected_from_moodle(course: Course, assignment: str) -> dict[str, str]:
    rows = (row for row in table(course, assignment) if row.platform == "moodle" and row.lms)
    return {row.student: row.lms for row in rows}


def _write_feedback(
    course: Course, known: list[Outcome], roster: Roster, numbers: dict[str, str], path: Path
) -> None:
    with notebooks.zipped(path) as archive:
        for one in known:
            page = read_plain(course.assignment(one.assignment).feedback(one.student))
            if page is not None:
                # Moodle cuts the folder's name at each _, and reads the number behind the first.
                name = re.sub(r"[^\w .-]|_", " ", roster.row(one.student)["name"] or "Participant")
                folder = f"{name}_{numbers[one.student]}_assignfeedback_file_"
                archive.writestr(f"{folder}/{one.assignment}.html", page)


def _write_canvas_feedback(
    course: Course, assignment: str, known: dict[str, str], path: Path
) -> None:
    """Pages by the names of the hand-ins, by which Canvas knows the person and the attempt."""
    entry = course.assignment(assignment)
    with notebooks.zipped(path) as archive:
        for row in table(course, assignment):
            page = read_plain(entry.feedback(row.student)) if row.student in known else None
            is_taken = row.platform == "canvas" and row.status in (Status.TAKEN, Status.UNCHANGED)
            if page is not None and is_taken and row.lms:
                name = PurePosixPath(row.file).parts[1]
                archive.writestr(f"{name.removesuffix('.ipynb')}.html", page)
