"""What grading stores on disk: executed notebooks as evidence, with the outcomes in them.

Each names what its verdict was made with, to compare with what it would be made with now.
"""

from __future__ import annotations

import difflib
import fcntl
import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder import fast_json, notebooks
from autograder.course import REGISTRY, Assignment, Course, CourseError, cannot_write
from autograder.judging.outcome import Key, Outcome, outcome_in, write_outcome
from autograder.judging.references import version_of
from autograder.records import gradebook, inquiries, marks
from autograder.spreadsheets import read_sheet
from autograder.submission import c_files
from autograder.submission.decode import LARGEST_NOTEBOOK
from autograder.submission.handed_in import notebook_in

# A byte more than it may have, which `parse` then says: a file may be longer than memory.
_MOST = LARGEST_NOTEBOOK + 1


def handed_in(assignment: Assignment, student: str) -> bytes | None:
    """The notebook of a hand-in, as it is read for grading."""
    return notebook_in(assignment.submitted(student), assignment.id, _MOST)


def key_of(assignment: Assignment, student: str, solution: NotebookNode, version: str) -> Key:
    """What a student's verdict would be made with now.

    Args:
        solution: of the assignment.
        version: of it, as :func:`~autograder.judging.references.version_of` gives it.
    """
    limits = json.dumps(asdict(assignment.limits), sort_keys=True)
    submission = hash_of(assignment, assignment.submitted(student), solution)
    return Key(submission, version, _hash(limits.encode()))


def hash_of(assignment: Assignment, folder: Path, solution: NotebookNode) -> str:
    """What a key says of a hand-in, that of ``submitted/`` or an earlier one."""
    files = c_files.handed_in(folder, solution).items()
    c_parts = (part for name, text in files for part in (name.encode(), text))
    return _hash(notebook_in(folder, assignment.id, _MOST) or b"", *c_parts)


def _hash(*parts: bytes) -> str:
    # Each part is hashed by itself, so that no text can move from one part to the next unseen.
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


@contextmanager
def only_grader(course: Course) -> Iterator[None]:
    """Hold the course's lock: one writer to the gradebook.

    Raises:
        CourseError: another grader is at work on this course, or the folder cannot be written.
    """
    try:
        course.private.mkdir(exist_ok=True)
        lock = (course.private / "lock").open("w")
    except OSError as error:
        raise cannot_write(error, course.root) from error
    with lock:
        try:
            # The system lets go of it when the process ends, however it ends.
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CourseError(
                f"another grader is at work on {course.root}. "
                "Wait until it has finished, then run again."
            ) from None
        yield


def save(assignment: Assignment, executed: NotebookNode, outcome: Outcome) -> Outcome:
    """Make an outcome safe whose verdicts are shown: in the gradebook, and as evidence.

    Raises:
        CourseError: the disk or, within :func:`gradebook.connected`, the database cannot be used.
            It is no submission's trouble: nothing is there that the next run would not mend.
    """
    write_outcome(executed, outcome)
    path = assignment.autograded(outcome.student)
    before, now = _answers(path), _answers_in(executed)
    unchanged = {name for name, answer in now.items() if before.get(name) == answer}
    decided = inquiries.decided(assignment.course, outcome.student, assignment.id)
    gradebook.save(outcome.student, assignment, executed, unchanged, decided)
    marks.enter_decided(assignment, outcome.student, executed)
    # The evidence last: it says that this is done. After a crash before it, it is graded again.
    notebooks.write(path, notebooks.as_short_text(executed))
    return outcome


def _answers(path: Path) -> dict[str, object]:
    """What stood in the blanks of a submission that was entered before."""
    try:
        # Without nbformat's own reading, which takes ten times as long.
        return _answers_in(nbformat.from_dict(fast_json.loads(path.read_bytes())))
    except Exception:  # there is none, or it is broken: then all that is there now is new
        return {}


def _answers_in(executed: NotebookNode) -> dict[str, object]:
    parsed = notebooks.cells(executed)
    return {
        # nbgrader writes a text as a list of lines.
        cell.id: ("".join(cell.source), cell.node.get("attachments"))
        for cell in parsed
        if cell.is_blank
    }


def evidence_files(assignment: Assignment) -> list[Path]:
    """The executed notebooks that were saved, by student."""
    return sorted(
        assignment.course.root.glob(f"autograded/*/{assignment.id}/{assignment.id}.ipynb")
    )


def require_entered(assignment: Assignment, graded: list[Outcome]) -> list[str]:
    """See that the gradebook holds all that was graded: only it knows what a person gave.

    Returns:
        Who is left out though autograded/ holds something of them, and whose verdict is not
        current, each with the reason as a sentence.

    Raises:
        CourseError: the gradebook lacks someone who could be graded again.
    """
    students = {outcome.student for outcome in graded}
    lost = sorted(students - gradebook.entered(assignment))
    if lost:
        raise CourseError(
            f"the gradebook holds nothing of {lost[0]} for {assignment.id} ({len(lost)} such "
            "students), though it was graded. Restore it from a copy, or enter the automatic "
            f"points again: autograder grade {assignment.id}"
        )
    others = {path.parent.parent.name for path in evidence_files(assignment)} - students
    left = {student for student in others if not assignment.submitted(student).is_dir()}
    solution = notebooks.read(assignment.solution)
    version = version_of(solution)
    outdated = {
        one.student
        for one in graded
        if assignment.submitted(one.student).is_dir()  # else there is nothing to grade again
        and one.key != key_of(assignment, one.student, solution, version)
    }
    sentences = {
        "not in it: {}. What lies in autograded/ is not of this grader; enter them: "
        "autograder grade {}": others - left,
        "not in it: {}. The gradebook and submitted/ hold nothing of them. If they have left, move "
        "autograded/<student>/{} away": left,
        "as it was graded: {}. The hand-in, the solution or the limits have changed since. Run: "
        "autograder grade {}": outdated,
    }
    return [
        f"{assignment.id}: {sentence.format(', '.join(sorted(students)), assignment.id)}"
        for sentence, students in sentences.items()
        if students
    ]


def enrolled(course: Course) -> list[str]:
    """The ids of the roster, if there is one."""
    rows = read_sheet(course.roster, ["student"]).rows if course.roster.is_file() else []
    return [row["student"] for row in rows if row["student"]]


def require_known(assignment: Assignment) -> None:
    """See that each extension is somebody's: with a slip in the id it would be no one's.

    Raises:
        CourseError: neither the roster nor submitted/ has the id.
    """
    course = assignment.course
    known = {folder.name for folder in course.root.glob("submitted/*")}
    if assignment.extensions:
        known.update(enrolled(course))
    for student in assignment.extensions:
        if student not in known:
            near = difflib.get_close_matches(student, known, n=1)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise CourseError(
                f"{course.root / REGISTRY}: an extension for {assignment.id} is for {student!r}, "
                f"whom neither {course.roster.name} nor submitted/ has.{hint} Correct the id, or "
                f"add a row with it to {course.roster.name}."
            )


def prepare_for_release(assignments: Iterable[Assignment]) -> list[str]:
    """Before grades leave: see that the gradebook is whole, and bring penalties up to date.

    Returns:
        What :func:`require_entered` returns.
    """
    left_out = []
    for assignment in assignments:
        if graded := outcomes(assignment):
            require_known(assignment)
            left_out += require_entered(assignment, graded)
            # What a person gave since it was graded changes what a late hand-in costs, and the
            # registry may have changed as well.
            gradebook.apply_dates(assignment)
    return left_out


def outcomes(assignment: Assignment) -> list[Outcome]:
    """The outcomes of all graded submissions of an assignment, by student.

    Without those who left: neither the gradebook nor submitted/ holds anything of them.
    """
    paths = evidence_files(assignment)
    read = (outcome_in(notebooks.read_metadata(path)) for path in paths)
    saved = [outcome for outcome in read if outcome is not None]
    gone = {one.student for one in saved if not assignment.submitted(one.student).is_dir()}
    left = gone - gradebook.entered(assignment) if gone else gone
    return [outcome for outcome in saved if outcome.student not in left]
