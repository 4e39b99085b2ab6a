"""Export: a CSV row for each student and assignment, and what learning platforms import.

Platforms know students by the ids of the roster. Moodle's names of columns and of the folders in
the zip are those that its importers look for (mod/assign/feedback/offline and .../file); Canvas's
are those of its exported gradebook.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import replace
from enum import StrEnum
from pathlib import Path, PurePosixPath

from autograder import notebooks, texts
from autograder.course import Assignment, Course, CourseError
from autograder.gradebook import attempts, gradebook, reviews, store
from autograder.gradebook.gradebook import Standing
from autograder.judging.outcome import Key, Outcome
from autograder.people import collected, platforms, roster
from autograder.people.collected import GRADE, GROUP, MAXIMUM, Status, Worksheet
from autograder.people.platforms import as_filed
from autograder.people.roster import Roster
from autograder.reports.numbers import canvas_ids, moodle_numbers
from autograder.spreadsheets import as_csv
from autograder.states import State
from autograder.submission import handed_in
from autograder.submission.handed_in import read_plain


def write_grades(assignments: list[Assignment], path: Path, *, zeros: bool = False) -> int:
    """Write ``grades.csv``.

    The column ``failed`` names each failed record as ``check.record``.

    Args:
        assignments: of one course.
        path: of the file.
        zeros: whether those who handed in nothing get 0, not an empty cell.

    Returns:
        The number of rows; nothing is written if there are none.
    """
    if zeros:
        _require_no_questions(assignments)
    rows = [
        grade_row(outcome, standing, assignment.course.languages[0], zeros=zeros)
        for assignment in assignments
        for outcome, standing in results_of(assignment)
    ]
    if rows:
        notebooks.write(path, as_csv(list(rows[0]), rows))
    return len(rows)


def results_of(assignment: Assignment) -> list[tuple[Outcome, Standing]]:
    """The outcome of each submission of an assignment, and what counts. As soon as anything is
    graded, students of the roster who handed in nothing are included.
    """
    of_all = reviews.seen(assignment, store.outcomes(assignment))
    standing = gradebook.standings(assignment, of_all)
    worth = max((earned.worth for earned in standing.values()), default=0.0)
    there = {*standing, *attempts.students(assignment)}
    is_told = of_all and not collected.is_blind(assignment.course, assignment.id)
    absent = (
        [student for student in roster.enrolled(assignment.course) if student not in there]
        if is_told
        else []
    )
    # What could not be placed was handed in, too.
    sent = {row.student for row in collected.table(assignment.course, assignment.id)}
    none = Outcome("", assignment.id, state=State.NOT_HANDED_IN, reasons=[], seed=0, key=Key())
    some = replace(none, state=State.MISSING)
    return sorted(
        [(outcome, standing[outcome.student]) for outcome in of_all]
        + [
            (replace(some if student in sent else none, student=student), Standing(0.0, worth))
            for student in absent
        ],
        key=lambda row: row[0].student,
    )


def grade_row(
    outcome: Outcome, standing: Standing, language: str, *, zeros: bool = False
) -> dict[str, object]:
    """The row of one submission, by column, with the reason in a language."""
    is_zero = zeros and outcome.state is State.NOT_HANDED_IN
    is_open = not (is_zero or outcome.was_received)
    failed = [
        f"{check}.{record}" for check, records in outcome.failed.items() for record in records
    ]
    return {
        "student": outcome.student,
        "assignment": outcome.assignment,
        "state": outcome.state,
        "reason": outcome.reason_in(language),
        # Empty, not 0: no one has given 0 points.
        "score": "" if is_open else standing.score,
        "max_score": standing.worth,
        # Empty and not 0: a program that adds penalties up must not count what no one knows.
        "late_penalty": "" if standing.undated else standing.penalty,
        "needs_manual_grade": standing.waits,
        "failed": " ".join(failed),
    }


def _require_no_questions(assignments: list[Assignment]) -> None:
    """See that it is known who handed in nothing.

    Raises:
        CourseError: somebody's file is not placed, as no one has said whose it is.
    """
    for assignment in assignments:
        rows = collected.table(assignment.course, assignment.id)
        if waiting := [row for row in rows if row.status.needs_a_person and not row.student]:
            raise CourseError(
                f"{assignment.id}: {texts.counted(len(waiting), 'file')} could not be matched to a "
                "student, so no one knows who handed in nothing. Do what "
                f"{collected.table_path(assignment.course, assignment.id)} says and collect again, "
                "or export without --zeros; nothing was written."
            )


MOODLE = [collected.IDENTIFIER, collected.FULL_NAME, collected.EMAIL, GRADE, MAXIMUM]
MOODLE += ["Last modified (grade)"]
CANVAS = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
BRIGHTSPACE_END = "End-of-Line Indicator"


class Note(StrEnum):
    """What a person must know before importing the files, and about whom or what."""

    EMPTY = (
        "No grade for {}: nothing was handed in that could be read (--zeros gives 0 to those who "
        "handed in nothing)."
    )
    OPEN = (
        "Not final: {}. A person still has to look at these (autograder review); then export again."
    )
    ABOVE = (
        "More than the maximum: {}. Moodle leaves such grades out: raise the maximum grade there, "
        "or enter these by hand."
    )
    UNDATED = (
        "Nothing is deducted for being late, because no one knows when it was handed in: {}. Enter "
        "the times (autograder handed-in), and export again."
    )
    MAXIMUM = (
        "Different maximum in Moodle: {}. Moodle would read the points as shares of its own "
        "maximum: change the maximum grade there first."
    )
    ZERO = "0 points: {}. Some versions of Moodle leave a 0 out: look there, and enter it by hand."
    ONE_PAGE = (
        "One page for members whose points differ: {}. Moodle shows a group only the page of the "
        "first member listed here: tell the others."
    )
    NO_PAGE = (
        "No page for {}: Moodle takes one page for each group, by the number in the name of what "
        "the group sent, and for these there is none."
    )


class Exported:
    """What was written, and who is not in it.

    Args:
        course: whose roster has the platform's ids.
        zeros: whether those who handed in nothing get 0, not an empty cell.
    """

    def __init__(self, course: Course, *, zeros: bool) -> None:
        self.roster, self.zeros = Roster(course), zeros
        self.files: list[Path] = []
        self.unknown: list[str] = []  # students whose platform id is not known
        self._noted: dict[Note, list[str]] = {note: [] for note in Note}

    def note(self, note: Note, *names: str) -> None:
        self._noted[note] += names

    @property
    def notes(self) -> list[str]:
        """All notes that concern somebody or something."""
        noted = self._noted.items()
        return [note.format(", ".join(dict.fromkeys(names))) for note, names in noted if names]

    def counts(self, outcome: Outcome) -> bool:
        """Whether a submission gets a number, not an empty cell."""
        is_zero = self.zeros and outcome.state is State.NOT_HANDED_IN
        return outcome.state.was_read or is_zero

    def known(
        self, assignment: Assignment, of_all: list[tuple[Outcome, Standing]], ids: Container[str]
    ) -> list[tuple[Outcome, Standing]]:
        """The submissions of students whom the platform knows; others, and those that wait, are
        noted."""
        for outcome, standing in of_all:
            is_known, is_empty = outcome.student in ids, not self.counts(outcome)
            if is_empty:
                self.note(Note.EMPTY, f"{outcome.student} ({outcome.state})")
            # Whoever handed in nothing and gets no 0 need not be known to the platform.
            if not is_known and not (is_empty and outcome.state is State.NOT_HANDED_IN):
                self.unknown.append(outcome.student)
            if is_known and (standing.waits or outcome.state is State.NEEDS_REVIEW):
                self.note(Note.OPEN, outcome.student)
        self.note(
            Note.UNDATED,
            *(f"{student} in {assignment.id}" for student in handed_in.undated(assignment)),
        )
        return [(outcome, standing) for outcome, standing in of_all if outcome.student in ids]


def for_moodle(exported: Exported, assignment: Assignment, folder: Path) -> None:
    """A grading worksheet, the collected one where there is one, and a zip of feedback files."""
    of_all, roster = results_of(assignment), exported.roster
    kept = collected.worksheet_path(assignment.course, assignment.id)
    worksheet = Worksheet(kept) if kept.is_file() else None
    if not worksheet:
        _require_numbers_of_persons(assignment, roster)
    by_number = worksheet.rows if worksheet else {}
    numbers = _numbers(assignment, roster, worksheet, [outcome.student for outcome, _ in of_all])
    known = exported.known(assignment, of_all, numbers)
    for outcome, standing in known:
        for number in numbers[outcome.student]:
            if not (row := by_number.get(number)):
                student, worth = roster.row(outcome.student), f"{standing.worth:g}"
                person = [f"Participant {number}", student["name"], student["email"]]
                row = dict(zip(MOODLE, [*person, "", worth, "-"], strict=True))
            _fill(row, outcome, standing, exported)
            by_number[number] = row
    with_page = [
        pair for pair in known if read_plain(assignment.feedback(pair[0].student)) is not None
    ]
    if worksheet and worksheet.is_of_groups:
        entries = _of_groups(exported, assignment, worksheet, with_page, numbers)
    else:
        entries = [
            (outcome.student, roster.row(outcome.student)["name"], number)
            for outcome, _ in with_page
            for number in numbers[outcome.student]
        ]
    page = f"assignfeedback_file_/{assignment.id}.html"
    pages = {f"{_plain(name)}_{number}_{page}": who for who, name, number in entries}
    if known:
        text = worksheet.as_text() if worksheet else as_csv(MOODLE, by_number.values())
        _write(exported, assignment, folder / "moodle", text, pages)


def _numbers(
    assignment: Assignment, roster: Roster, worksheet: Worksheet | None, students: list[str]
) -> dict[str, list[str]]:
    """Moodle's numbers of each student; where there is a worksheet, only what it has."""
    if not worksheet:
        return moodle_numbers(assignment, roster, students)
    numbers = moodle_numbers(assignment, roster, students, worksheet.rows)
    came = collected.table(assignment.course, assignment.id)
    by_hand = numbers.keys() - {row.student for row in came}
    known_here = collected.numbers_in(worksheet, came, roster.rows)
    return {who: numbers[who] for who in by_hand} | {
        who: [number] for who, number in known_here.items()
    }


def _plain(name: str) -> str:
    """A name without _, since Moodle reads the folder's name after the first one."""
    return re.sub(r"[^\w .-]|_", " ", name or "Participant")


def _of_groups(
    exported: Exported,
    assignment: Assignment,
    worksheet: Worksheet,
    with_page: list[tuple[Outcome, Standing]],
    numbers: dict[str, list[str]],
) -> list[tuple[str, str, str]]:
    """For each group, the member whose page it gets, and its name and number: Moodle looks for no
    other."""
    ids = collected.group_numbers(assignment.course, assignment.id)
    teams: dict[str, dict[str, Standing]] = {}
    for outcome, standing in with_page:
        group = worksheet.rows[numbers[outcome.student][0]][GROUP]
        teams.setdefault(group, {})[outcome.student] = standing
    for group in [team for team in teams if as_filed(team) not in ids]:
        exported.note(Note.NO_PAGE, *teams.pop(group))
    for members in teams.values():
        if len({*members.values()}) > 1:
            exported.note(Note.ONE_PAGE, " and ".join(members))
    return [(next(iter(of)), group, ids[as_filed(group)]) for group, of in teams.items()]


def _require_numbers_of_persons(assignment: Assignment, roster: Roster) -> None:
    """See that numbers in file names are persons': Moodle writes those of groups the same way.

    Raises:
        CourseError: they may be of groups.
    """
    named = {
        row.student: row.lms_name
        for row in collected.table(assignment.course, assignment.id)
        if row.platform == "moodle" and row.student and row.lms_name
    }
    is_one_of_a_person = any(
        platforms.words(name) == platforms.words(roster.row(who)["name"])
        for who, name in named.items()
    )
    if named and (assignment.groups or not is_one_of_a_person):
        raise CourseError(
            f"{assignment.id}: no one knows whether Moodle's numbers are of persons or of groups. "
            "Download its grading worksheet, and collect once more with it; nothing of this "
            "assignment was written."
        )


def _fill(row: dict[str, str], outcome: Outcome, standing: Standing, exported: Exported) -> None:
    """Write the points into a row of the worksheet, and note what Moodle would not accept."""
    score, worth, there = standing.score, standing.worth, row[MAXIMUM]
    if exported.counts(outcome):
        # With the decimal sign that the server uses.
        row[GRADE] = f"{score:.10g}".replace(".", "," if "," in there else ".")
        if not score:
            exported.note(Note.ZERO, outcome.student)
    if score > worth:
        exported.note(Note.ABOVE, f"{outcome.student} in {outcome.assignment} ({score:g})")
    if there.replace(",", ".") not in (f"{worth:g}", f"{worth:.2f}"):
        exported.note(Note.MAXIMUM, f"{outcome.assignment} ({there}, here {worth:g})")


def for_canvas(exported: Exported, assignment: Assignment, folder: Path) -> None:
    """A gradebook, without those who have no grade, and a zip of feedback."""
    of_all, roster = results_of(assignment), exported.roster
    column = assignment.canvas or assignment.title[assignment.course.languages[0]]
    ids = canvas_ids(assignment, roster, [outcome.student for outcome, _ in of_all])
    names = {student: roster.row(student)["name"] or student for student in ids}
    rows: list[dict[str, object]] = [
        {"Student": names[outcome.student], "ID": ids[outcome.student], column: standing.score}
        for outcome, standing in exported.known(assignment, of_all, ids)
        if exported.counts(outcome)  # an empty cell would clear a grade that is there
    ]
    if rows:
        worth = {"Student": "    Points Possible", column: of_all[0][1].worth}
        text = as_csv([*CANVAS, column], [worth, *rows])
        # Canvas recognizes the person and the attempt by the hand-in's name.
        pages = {
            f"{PurePosixPath(row.file).parts[1].removesuffix('.ipynb')}.html": row.student
            for row in collected.table(assignment.course, assignment.id)
            if row.student in ids and row.platform == "canvas" and row.lms
            if row.status in (Status.TAKEN, Status.UNCHANGED)
        }
        _write(exported, assignment, folder / "canvas", text, pages)


def for_brightspace(exported: Exported, assignment: Assignment, folder: Path) -> None:
    """A file of grades, by id number (its OrgDefinedId)."""
    of_all = results_of(assignment)
    ids = {
        outcome.student: exported.roster.row(outcome.student)["id_number"] for outcome, _ in of_all
    }
    ids = {student: number for student, number in ids.items() if number}
    column = f"{assignment.title[assignment.course.languages[0]]} Points Grade"
    rows = [
        {"OrgDefinedId": f"#{ids[outcome.student]}", column: standing.score, BRIGHTSPACE_END: "#"}
        for outcome, standing in exported.known(assignment, of_all, ids)
        if exported.counts(outcome)
    ]
    if rows:
        text = as_csv(["OrgDefinedId", column, BRIGHTSPACE_END], rows)
        _write(exported, assignment, folder / "brightspace", text)


def for_gradescope(exported: Exported, assignment: Assignment, folder: Path) -> None:
    """A table to copy by hand, in Gradescope's order: it imports no points."""
    of_all, roster = results_of(assignment), exported.roster
    people = {outcome.student: roster.row(outcome.student) for outcome, _ in of_all}
    known = {student: row for student, row in people.items() if row["email"]}
    rows = [
        {"Name": row["name"], "SID": row["id_number"], "Email": row["email"]}
        | {"Score": standing.score, "Max points": standing.worth}
        for outcome, standing in exported.known(assignment, of_all, known)
        if exported.counts(outcome) and (row := known[outcome.student])
    ]
    if rows:
        rows.sort(key=lambda row: str(row["Name"]).casefold())
        _write(exported, assignment, folder / "gradescope", as_csv([*rows[0]], rows))


_FOR = {
    "moodle": for_moodle,
    "brightspace": for_brightspace,
    "canvas": for_canvas,
    "gradescope": for_gradescope,
}
# The roster column by which a platform knows people, if it differs from the platform's name.
ID_COLUMN = {"brightspace": "id_number", "gradescope": "email"}


def exported_for(
    platform: str, assignments: list[Assignment], folder: Path, *, zeros: bool = False
) -> Exported:
    """Write what a platform imports into a folder.

    Raises:
        CourseError: nothing is graded.
    """
    if zeros:
        _require_no_questions(assignments)
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
    """Write what a platform imports: the table, and students' pages by their names there."""
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
