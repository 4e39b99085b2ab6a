"""What grading stores on disk: executed notebooks as evidence, with the outcomes in them.

Each names what its verdict was made with, to be compared with what would be used now.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from functools import lru_cache
from pathlib import Path

from nbformat import NotebookNode

from autograder import notebooks
from autograder.course import Assignment, CourseError
from autograder.engine.limits import Limits
from autograder.gradebook import attempts, database, gradebook, marks
from autograder.judging.outcome import Key, Outcome, outcome_in, write_outcome
from autograder.judging.references import version_of
from autograder.people import groups
from autograder.people.groups import groups_of, require_known


def key_of(assignment: Assignment, folder: Path, version: str) -> Key:
    """What the verdict on a hand-in would be made with now.

    Args:
        assignment: of which it is.
        folder: the hand-in.
        version: of the solution, as :func:`~autograder.judging.references.version_of` gives it.
    """
    return Key(attempts.digest(assignment, folder), version, _hash_of(assignment.limits))


@lru_cache
def _hash_of(limits: Limits) -> str:
    return attempts.hash_of(json.dumps(asdict(limits), sort_keys=True).encode())


def keys_of(assignment: Assignment, student: str, version: str) -> dict[Key, Path]:
    """The hand-ins of a student that are to be graded, by what their verdicts are made with."""
    folders = attempts.folders(assignment, student)
    if assignment.attempts == "last":
        folders = [folder for folder in [attempts.last(assignment, student)] if folder in folders]
    return {key_of(assignment, folder, version): folder for folder in folders}


def is_current(assignment: Assignment, student: str, key: Key) -> bool:
    """Whether a hand-in was graded, and with all that it would be graded with now."""
    path = attempts.evidence(assignment, student, key.submission)
    outcome = attempts.outcome_of(path) if path else None
    return outcome is not None and outcome.key == key


def save(assignment: Assignment, executed: NotebookNode, outcome: Outcome) -> Outcome:
    """Save an outcome whose verdicts are shown: in the gradebook, and as evidence.

    If the student has several hand-ins, the gradebook then has the one that counts. What is not, or
    no longer, a hand-in of the student becomes evidence only.

    Raises:
        CourseError: the disk or, within :func:`database.connected`, the database cannot be used.
            No submission is to blame, and the next run mends everything.
    """
    write_outcome(executed, outcome)
    if [outcome.key.submission] == _hand_ins(assignment, outcome.student):
        _enter(assignment, executed, outcome)
    else:
        attempts.keep(assignment, outcome, notebooks.as_short_text(executed))
        _enter_counting(assignment, outcome.student)
    return outcome


def _hand_ins(assignment: Assignment, student: str) -> list[str]:
    """The digests of all that may count for a student; if nothing is left, of what is entered."""
    if folders := attempts.folders(assignment, student):
        return [attempts.digest(assignment, folder) for folder in folders]
    entered = attempts.outcome_of(assignment.autograded(student))
    return [entered.key.submission] if entered else []


def share(assignment: Assignment, student: str) -> list[Outcome]:
    """Enter what a student's hand-in has earned for the other members of the group.

    Within ``database.connected``.
    """
    others = (member for member in groups.together(assignment, student) if member != student)
    changes = (_enter_counting(assignment, member) for member in others)
    return [now for _, now in filter(None, changes)]


def _enter_counting(assignment: Assignment, student: str) -> tuple[Outcome | None, Outcome] | None:
    """Enter the hand-in that counts, if a different one is entered; within ``database.connected``.

    Returns:
        What was entered until now and what is now; None if nothing has changed.
    """
    folder = attempts.counting(assignment, student)
    submission = attempts.digest(assignment, folder)
    before = attempts.outcome_of(assignment.autograded(student))
    path = attempts.evidence(assignment, student, submission)
    now = attempts.outcome_of(path) if path else None
    if path is None or now is None:  # not graded yet
        return None
    is_own = attempts.giver(folder) == student
    group = "" if is_own else groups_of(assignment)[student]
    now = replace(now, student=student, group=group)
    if now == before:
        return None
    attempts.keep_entered(assignment, student)
    executed = notebooks.read(path)
    write_outcome(executed, now)
    _enter(assignment, executed, now)
    return before, now


def enter_all_counting(assignment: Assignment) -> Iterator[str]:
    """Enter for everybody the hand-in that counts: policy, groups or dates may have changed.

    Yields:
        A sentence for each student for whom a different one counts than before, or none, as soon as
        it is entered.
    """
    id, groups = assignment.id, groups_of(assignment)
    yield from filter(None, (_withdraw(assignment, path) for path in evidence_files(assignment)))
    places = assignment.course.collected / "earlier", assignment.course.private / "attempts"
    several = {folder.name for place in places for folder in (place / id).glob("*")}
    there = (several | groups.keys()) & {*attempts.students(assignment)}
    if not there:
        return
    with database.connected(assignment.course):
        changes = filter(None, (_enter_counting(assignment, student) for student in sorted(there)))
        for before, now in changes:
            if before and before.key.submission != now.key.submission:
                yield (
                    f"{id}: a different hand-in of {now.student} counts now (attempts = "
                    f'"{assignment.attempts}"): {before.total:g} -> {now.total:g} automatic points'
                )


def _withdraw(assignment: Assignment, path: Path) -> str:
    """Take away what somebody has from a group that they left; return what was done."""
    student = path.parent.parent.name
    outcome, group = attempts.outcome_of(path), groups_of(assignment).get(student)
    if not outcome or outcome.group in ("", group):
        return ""
    folders = attempts.folders(assignment, student)
    own = [attempts.digest(assignment, folder) for folder in folders]
    # A graded hand-in of their own is entered instead.
    if any(attempts.evidence(assignment, student, submission) for submission in own):
        return ""
    # Where the hand-in itself is gone, as after a `forget`, only the graded copy is left.
    there = (
        folder for who in assignment.students() for folder in attempts.folders(assignment, who)
    )
    if outcome.key.submission not in (attempts.digest(assignment, folder) for folder in there):
        return ""
    if student in gradebook.entered(assignment):
        marks.forget(assignment.course, student, assignment.id)
        with database.opened(assignment.course) as opened:
            opened.remove_submission(assignment.id, student)
    kept = assignment.course.private / "attempts" / assignment.id / student
    for folder in (path.parent, assignment.feedback(student).parent, kept):
        shutil.rmtree(folder, ignore_errors=True)
    now = f"in {group}" if group else "in no group"
    return (
        f"{assignment.id}: {student} was in {outcome.group} and is {now}: the hand-in of "
        f"{outcome.group} and its points are taken from {student}."
    )


def _enter(assignment: Assignment, executed: NotebookNode, outcome: Outcome) -> None:
    path = assignment.autograded(outcome.student)
    try:
        before = _blank_contents(notebooks.read_evidence(path))
    except Exception:  # there is none, or it is broken: then everything is new
        before = {}
    now = _blank_contents(executed)
    unchanged = {name for name, content in now.items() if before.get(name) == content}
    gradebook.save(outcome.student, assignment, executed, unchanged)
    marks.enter_decided(assignment, outcome.student, executed)
    # The evidence comes last: it says that this is done. After an earlier crash, it is graded
    # again.
    notebooks.write(path, notebooks.as_short_text(executed))


def _blank_contents(executed: NotebookNode) -> dict[str, object]:
    """The content of the blanks."""
    return {
        # nbgrader writes a text as a list of lines.
        cell.id: ("".join(cell.source), cell.node.get("attachments"))
        for cell in notebooks.cells(executed)
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
            f"the gradebook has no points of {lost[0]} for {assignment.id} ({len(lost)} such "
            "students), although they were graded. Restore it from a copy, or enter the automatic "
            f"points again: autograder grade {assignment.id}"
        )
    others = {path.parent.parent.name for path in evidence_files(assignment)} - students
    left = {student for student in others if not attempts.folders(assignment, student)}
    version = version_of(notebooks.read(assignment.solution))
    outdated = {
        outcome.student
        for outcome in graded
        if not all(
            key == outcome.key or is_current(assignment, outcome.student, key)
            for key in keys_of(assignment, outcome.student, version)
        )
    }
    sentences = {
        "not in it: {}. Their files in autograded/ are not from this grader. Run: autograder grade "
        "{}": others - left,
        "not in it: {}. They are neither in the gradebook nor in submitted/. If they have left, "
        "move autograded/<student>/{} away": left,
        "shown with their old points: {}. The hand-in, the solution or the limits have changed "
        "since. Run: autograder grade {}": outdated,
    }
    return [
        f"{assignment.id}: {sentence.format(', '.join(sorted(students)), assignment.id)}"
        for sentence, students in sentences.items()
        if students
    ]


def update_gradebook(assignments: Iterable[Assignment]) -> Iterator[str]:
    """Bring the gradebook up to date before grades leave: see that it is whole, update penalties.

    Yields:
        What :func:`require_entered` and :func:`enter_all_counting` say.
    """
    for assignment in assignments:
        if graded := outcomes(assignment):
            require_known(assignment)
            yield from require_entered(assignment, graded)
            yield from enter_all_counting(assignment)
            if assignment.groups:
                teams = attempts.with_one_hand_in(assignment, outcomes(assignment))
                marks.share(assignment, teams)
            # What a person gave since it was graded changes what a late hand-in costs, and the
            # registry may have changed as well.
            gradebook.apply_dates(assignment)


def _outcome_or_error(path: Path) -> Outcome | None:
    """As :func:`attempts.outcome_of`, but a broken one is an error: it would be left out
    silently."""
    return attempts.outcome_of(path) or outcome_in(notebooks.read_metadata(path))


def outcomes_kept(assignment: Assignment) -> list[Outcome]:
    """The outcomes that count, and those of other hand-ins of the same students."""
    others = filter(None, map(attempts.outcome_of, attempts.kept(assignment)))
    return [*outcomes(assignment), *others]


def outcomes(assignment: Assignment) -> list[Outcome]:
    """The outcomes of all graded submissions of an assignment, by student.

    Without those who left: neither the gradebook nor submitted/ holds anything of them.
    """
    saved = [*filter(None, map(_outcome_or_error, evidence_files(assignment)))]
    gone = {
        outcome.student for outcome in saved if not attempts.folders(assignment, outcome.student)
    }
    left = gone - gradebook.entered(assignment) if gone else gone
    return [outcome for outcome in saved if outcome.student not in left]
