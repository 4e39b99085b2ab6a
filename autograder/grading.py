"""Grading: take in, execute, judge, save; one submission's trouble never reaches another's."""

from __future__ import annotations

import copy
import fcntl
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader.utils import parse_utc

from autograder import c_source, gradebook, notebooks, weights
from autograder.course import Course, CourseError
from autograder.engine.execution import Execution
from autograder.evidence import show_verdicts
from autograder.executor import Executor, engine_for
from autograder.intake import Intake, Unreadable, take_in
from autograder.outcome import Outcome, scores, stamp, stamped
from autograder.references import References, draw_seed
from labkit.judge import Verdict

SUBMISSION_DATE = "timestamp.txt"


@dataclass(frozen=True)
class Job:
    """One submission to grade, and the key of everything that its points depend on."""

    student: str
    assignment: str
    key: str


class Grader:
    """Grades one assignment of a course, which is entered into the gradebook; the solution and its reference are read once.

    Args:
        course: the course directory.
        assignment: id of the assignment.
        executor: where notebooks are executed.
    """

    def __init__(self, course: Course, assignment: str, executor: Executor) -> None:
        self.course = course
        self.assignment = assignment
        self.executor = executor
        self.limits = course.limits_of(assignment)
        self.references = References(course, assignment, executor.run_one)
        self.template = gradebook.register(course, assignment)

    @cached_property
    def seed(self) -> int:
        """The seed of this run, drawn at its start."""
        return draw_seed()

    def jobs(self, students: list[str], force: bool) -> list[Job]:
        """The submissions that need grading: all that changed since they were graded, or every one if forced."""
        found = (Job(student, self.assignment, self._key(student)) for student in students)
        return [job for job in found if force or not self._is_up_to_date(job)]

    def grade(self, jobs: list[Job]) -> Iterator[Outcome]:
        """Grade submissions; each outcome comes when it is safe.

        Args:
            jobs: what :meth:`jobs` gave.
        """
        if not jobs:
            return
        refused: list[Outcome] = []
        environment, likely = {"LABKIT_SEED": str(self.seed)}, partial(self.references.modules, self.seed)
        tasks = ((ready, ready[1].notebook) for ready in self._ready(jobs, refused))
        with gradebook.connected(self.course):
            for (job, intake), execution in self.executor.run(tasks, environment, self.limits, likely):
                yield self._finish(job, intake, execution)
        yield from refused

    def _handed_in(self, student: str) -> bytes | None:
        """The notebook of the assignment's name, or the only one there: browsers rename downloads."""
        folder = self.course.submitted(student, self.assignment)
        found = [path for path in folder.glob("*.ipynb") if path.is_file() and not path.is_symlink()]
        named = [path for path in found if path.stem == self.assignment] or found
        return named[0].read_bytes() if len(named) == 1 else None

    @cached_property
    def _around(self) -> bytes:
        return c_source.notebook_around(self.template)

    def _c_files(self, student: str) -> dict[str, bytes]:
        return c_source.handed_in(self.course.submitted(student, self.assignment), self.template)

    @cached_property
    def _rules(self) -> tuple[bytes, bytes]:
        """What all points depend on beside the submission: the solution with its checks, and the limits."""
        limits = json.dumps(asdict(self.limits), sort_keys=True)
        return notebooks.as_text(self.references.solution).encode(), limits.encode()

    def _key(self, student: str) -> str:
        c_files = (part for name, text in self._c_files(student).items() for part in (name.encode(), text))
        parts = (self._handed_in(student) or b"", *self._rules, *c_files)
        return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()

    def _is_up_to_date(self, job: Job) -> bool:
        path = self.course.autograded(job.student, job.assignment)
        outcome = stamped(notebooks.read_metadata(path)) if path.is_file() else None
        return outcome is not None and outcome.key == job.key

    def _ready(self, jobs: list[Job], refused: list[Outcome]) -> Iterator[tuple[Job, Intake]]:
        for number, job in enumerate(jobs):
            intake = self._take_in(job)
            if isinstance(intake, Intake):
                self._measurer.announce(job.student, intake.notebook)
                yield job, intake
                if number:
                    self.references[self.seed]  # the solution runs beside the first submissions
            else:
                empty = copy.deepcopy(self.template)
                refused.append(self._save(empty, intake, self._judge(empty)))

    def _take_in(self, job: Job) -> Intake | Outcome:
        nothing = Outcome(job.student, job.assignment, "missing", f"no {job.assignment}.ipynb", self.seed, job.key)
        submitted, c_files = self._handed_in(job.student), self._c_files(job.student)
        try:
            return nothing if submitted is None and not c_files else self._intake(submitted, c_files)
        except Unreadable as error:
            return replace(nothing, state="unreadable", reason=str(error))
        except Exception as error:
            return replace(nothing, state="needs review", reason=f"the grader could not take it in: {error!r}")

    def _intake(self, submitted: bytes | None, c_files: dict[str, bytes]) -> Intake:
        """The C files count even if the notebook beside them cannot be read."""
        try:
            intake = self._repaired(self._around if submitted is None else submitted)
        except Unreadable as error:
            if not c_files:
                raise
            intake = self._repaired(self._around)
            intake.review.append(f"the notebook cannot be read ({error}): only the .c files were graded")
        c_source.fill_in(intake, c_files, self.template)
        return intake

    def _repaired(self, submitted: bytes) -> Intake:
        return take_in(submitted, self.references.solution, self.template)

    def _finish(self, job: Job, intake: Intake, execution: Execution) -> Outcome:
        language = notebooks.ours(intake.notebook).get("language")
        weights.put_back(execution.notebook, intake.notebook)
        self._measurer.verify(job.student, execution.notebook)
        verdicts = self._judge(execution.notebook)
        state, reason = _state(intake, execution, verdicts)
        outcome = Outcome(job.student, job.assignment, state, reason, self.seed, job.key, execution.seconds)
        return self._save(execution.notebook, replace(outcome, language=language), verdicts)

    @cached_property
    def _measurer(self) -> weights.Measurer:
        return weights.Measurer(lambda: self.references[self.seed], self.references.solution, self.seed, self._measure)

    def _measure(self, *task: Any) -> Execution:
        """Weights are measured in this process, like the solution, whatever the cluster."""
        return engine_for(self.executor.setting).execute(*task, limits=self.limits)

    def _judge(self, executed: NotebookNode) -> dict[str, Verdict]:
        return self.references.judge(self.seed).verdicts(executed)

    def _save(self, executed: NotebookNode, outcome: Outcome, verdicts: dict[str, Verdict]) -> Outcome:
        return save(self.course, executed, replace(outcome, **scores(verdicts)), verdicts)


def save(course: Course, executed: NotebookNode, outcome: Outcome, verdicts: dict[str, Verdict]) -> Outcome:
    """Make one outcome safe. Gradebook first, evidence last: after a crash between them it is graded again."""
    show_verdicts(executed, verdicts, outcome.language)
    stamp(executed, outcome)
    date = _submission_date(course.submitted(outcome.student, outcome.assignment))
    gradebook.save(course, outcome.student, outcome.assignment, executed, date)
    notebooks.write(course.autograded(outcome.student, outcome.assignment), notebooks.as_short_text(executed))
    return outcome


def judge_again(course: Course, assignment: str, references: References) -> Iterator[tuple[Outcome, Outcome]]:
    """New verdicts from the kept evidence, without running a submission: the outcome before, and now.

    What changed nothing is not written again.
    """
    with gradebook.connected(course):
        for path in evidence_files(course, assignment):
            executed = notebooks.read(path)
            before = stamped(executed.metadata)
            if before is not None:
                verdicts = references.judge(before.seed).verdicts(executed)
                now = replace(before, **scores(verdicts))
                yield before, now if now == before else save(course, executed, now, verdicts)


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
        raise CourseError(
            f"{course.root} cannot be written: {error.strerror}. Make the folder writable and run again."
        ) from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CourseError(
                f"another grader is at work on {course.root}. Wait until it has finished, then run again."
            ) from None
        yield


def evidence_files(course: Course, assignment: str) -> list[Path]:
    """The executed notebooks that were kept, by student."""
    return sorted(course.root.glob(f"autograded/*/{assignment}/{assignment}.ipynb"))


def outcomes(course: Course, assignment: str) -> list[Outcome]:
    """The outcomes of all graded submissions of an assignment, by student."""
    found = (stamped(notebooks.read_metadata(path)) for path in evidence_files(course, assignment))
    return [outcome for outcome in found if outcome is not None]


def _state(intake: Intake, execution: Execution, verdicts: dict[str, Verdict]) -> tuple[str, str]:
    if execution.state != "graded":
        return execution.state, execution.reason
    if intake.review:
        return "needs review", "; ".join(intake.review)
    silent = [name for name, verdict in verdicts.items() if verdict.is_silent]
    if silent:
        return "no evidence", f"nothing recorded for {', '.join(silent)}"
    return ("repaired", intake.summary) if intake.changes else ("graded", "")


def _submission_date(folder: Path) -> object:
    path = folder / SUBMISSION_DATE
    try:
        return parse_utc(path.read_text("utf-8").strip()) if path.is_file() else None
    except (OSError, ValueError):
        return None
