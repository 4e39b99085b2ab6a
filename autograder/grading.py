"""Grading: take in, execute, judge, save; one submission's trouble never reaches another's."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from nbformat import NotebookNode

from autograder import notebooks
from autograder.course import Course
from autograder.engine.engine import Execution
from autograder.evaluate import accuracy, c_files
from autograder.evaluate.executor import Executor, engine_for
from autograder.evaluate.outcome import Outcome, scores, stamped
from autograder.evaluate.references import References, draw_seed
from autograder.evaluate.repair import Intake, Unreadable, take_in
from autograder.nbgrader_ext import gradebook
from autograder.states import State
from autograder.store import evidence_files, save
from labkit.judge import Verdict


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
        environment = {"LABKIT_SEED": str(self.seed)}
        preload = self.course.assignment(self.assignment).preload
        tasks = ((taken_in, taken_in[1].notebook) for taken_in in self._taken_in(jobs))
        refused = {job.student: job for job in jobs}
        with gradebook.connected(self.course):
            for (job, intake), execution in self.executor.run(
                tasks, environment, self.limits, preload
            ):
                del refused[job.student]
                yield self._finish(job, intake, execution)
            yield from (self._refuse(job) for job in refused.values())

    def _handed_in(self, student: str) -> bytes | None:
        """The notebook of the assignment's name, or the only one there: browsers rename downloads."""
        folder = self.course.submitted(student, self.assignment)
        found = [
            path for path in folder.glob("*.ipynb") if path.is_file() and not path.is_symlink()
        ]
        named = [path for path in found if path.stem == self.assignment] or found
        return named[0].read_bytes() if len(named) == 1 else None

    @cached_property
    def _around(self) -> bytes:
        return c_files.notebook_around(self.template)

    def _c_files(self, student: str) -> dict[str, bytes]:
        return c_files.handed_in(self.course.submitted(student, self.assignment), self.template)

    @cached_property
    def _rules(self) -> tuple[bytes, bytes]:
        """What all points depend on beside the submission: the solution with its checks, and the limits."""
        limits = json.dumps(asdict(self.limits), sort_keys=True)
        return notebooks.as_text(self.references.solution).encode(), limits.encode()

    def _key(self, student: str) -> str:
        c_parts = (
            part for name, text in self._c_files(student).items() for part in (name.encode(), text)
        )
        parts = (self._handed_in(student) or b"", *self._rules, *c_parts)
        return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()

    def _is_up_to_date(self, job: Job) -> bool:
        path = self.course.autograded(job.student, job.assignment)
        outcome = stamped(notebooks.read_metadata(path)) if path.is_file() else None
        return outcome is not None and outcome.key == job.key

    def _taken_in(self, jobs: list[Job]) -> Iterator[tuple[Job, Intake]]:
        """The submissions that can be executed, each taken in when its turn comes."""
        for number, job in enumerate(jobs):
            intake = self._take_in(job)
            if isinstance(intake, Intake):
                self._measurer.announce(job.student, intake.notebook)
                yield job, intake
                if number:
                    self.references.executed(self.seed)  # beside the first submissions

    def _refuse(self, job: Job) -> Outcome:
        """Save why a submission was not executed, with no points."""
        outcome, empty = self._take_in(job), copy.deepcopy(self.template)
        if isinstance(outcome, Intake):
            outcome = replace(
                self._nothing(job),
                state=State.NEEDS_REVIEW,
                reason="it was changed while it was graded",
            )
        return self._save(empty, outcome, self._judge(empty))

    def _nothing(self, job: Job) -> Outcome:
        return Outcome(
            job.student,
            job.assignment,
            State.MISSING,
            f"no {job.assignment}.ipynb",
            self.seed,
            job.key,
        )

    def _take_in(self, job: Job) -> Intake | Outcome:
        nothing = self._nothing(job)
        submitted, c_sources = self._handed_in(job.student), self._c_files(job.student)
        try:
            return (
                nothing
                if submitted is None and not c_sources
                else self._intake(submitted, c_sources)
            )
        except Unreadable as error:
            return replace(nothing, state=State.UNREADABLE, reason=str(error))
        except Exception as error:
            return replace(
                nothing,
                state=State.NEEDS_REVIEW,
                reason=f"the grader could not take it in: {error!r}",
            )

    def _intake(self, submitted: bytes | None, c_sources: dict[str, bytes]) -> Intake:
        """The C files count even if the notebook beside them cannot be read."""
        try:
            intake = self._repaired(self._around if submitted is None else submitted)
        except Unreadable as error:
            if not c_sources:
                raise
            intake = self._repaired(self._around)
            intake.review.append(
                f"the notebook cannot be read ({error}): only the .c files were graded"
            )
        c_files.fill_in(intake, c_sources, self.template)
        return intake

    def _repaired(self, submitted: bytes) -> Intake:
        return take_in(submitted, self.references.solution, self.template)

    def _finish(self, job: Job, intake: Intake, execution: Execution) -> Outcome:
        language = notebooks.ours(intake.notebook).get("language")
        accuracy.put_back(execution.notebook, intake.notebook)
        self._measurer.verify(job.student, execution.notebook)
        verdicts = self._judge(execution.notebook)
        state, reason = _state(intake, execution, verdicts)
        outcome = Outcome(
            job.student, job.assignment, state, reason, self.seed, job.key, execution.seconds
        )
        return self._save(execution.notebook, replace(outcome, language=language), verdicts)

    @cached_property
    def _measurer(self) -> accuracy.Measurer:
        return accuracy.Measurer(
            lambda: self.references.executed(self.seed),
            self.references.solution,
            self.seed,
            self._measure,
        )

    def _measure(self, *task: Any) -> Execution:
        """Weights are measured in this process, like the solution, whatever the cluster."""
        return engine_for(self.executor.setting).execute(*task, limits=self.limits)

    def _judge(self, executed: NotebookNode) -> dict[str, Verdict]:
        return self.references.judge(self.seed).verdicts(executed)

    def _save(
        self, executed: NotebookNode, outcome: Outcome, verdicts: dict[str, Verdict]
    ) -> Outcome:
        return save(self.course, executed, replace(outcome, **scores(verdicts)), verdicts)


def judge_again(
    course: Course, assignment: str, references: References
) -> Iterator[tuple[Outcome, Outcome]]:
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


def _state(intake: Intake, execution: Execution, verdicts: dict[str, Verdict]) -> tuple[State, str]:
    if execution.state != State.GRADED:
        return execution.state, execution.reason
    if intake.review:
        return State.NEEDS_REVIEW, "; ".join(intake.review)
    silent = [name for name, verdict in verdicts.items() if verdict.is_silent]
    if silent:
        return State.NO_EVIDENCE, f"nothing recorded for {', '.join(silent)}"
    return (State.REPAIRED, intake.summary) if intake.changes else (State.GRADED, "")
