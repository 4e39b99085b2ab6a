"""Grading: repair, execute, judge, save; one submission's trouble never reaches another's."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from autograder import metadata, notebooks, release_steps, states, texts
from autograder.answers.blanks import Namer, with_mistakes
from autograder.course import Assignment, CourseError
from autograder.engine.execution import EngineError, Execution
from autograder.engine.pool import AT_LEAST_UNDER_WAY, Executor, Tag
from autograder.gradebook import attempts, database, gradebook, store
from autograder.gradebook.attempts import handed_in, outcome_of
from autograder.gradebook.store import is_current, keys_of, outcomes_kept
from autograder.judging.accuracy import Measurer
from autograder.judging.outcome import Key, Outcome, reasons_of, scores_of, state_of
from autograder.judging.references import References, draw_seed
from autograder.judging.verdicts import hide_probes, show_verdicts
from autograder.people import groups
from autograder.states import Reason, State, Why
from autograder.submission import c_files, decode, parts
from autograder.submission.cleaned import Change, Submission
from autograder.submission.decode import Decoded, Unreadable, saved_as
from autograder.submission.handed_in import is_plain, read_plain
from autograder.submission.parts import Part, Parts, parts_of, plan_of
from autograder.submission.repair import of_another, repair
from autograder.submission.training import Weights
from labkit.judge import Verdict
from labkit.receipts import code_of

MAX_ERROR_LENGTH = 300  # letters
# Trouble with the course, its database or this machine, which every submission would meet: it ends
# the run.
FATAL_ERRORS = (CourseError, EngineError, OSError, *database.ERRORS)


@dataclass(frozen=True)
class Job:
    """One hand-in to grade, where it is, and the key of everything that its points depend on."""

    student: str
    assignment: str
    key: Key
    folder: Path


@dataclass(frozen=True)
class Repaired:
    """A job with its repaired submission, and the parts in which that is executed."""

    job: Job
    submission: Submission
    parts: Parts


class Grader:
    """Grades one assignment of a course.

    Args:
        assignment: entered into the gradebook.
        executor: where notebooks are executed.
        names: whether known mistakes are looked for where a check failed.
    """

    def __init__(self, assignment: Assignment, executor: Executor, *, names: bool = True) -> None:
        self.assignment = assignment
        self.executor = executor
        self.limits = assignment.limits
        self.seed = draw_seed()
        self.references = References(assignment, executor.run_one)
        self.template = gradebook.register(assignment)
        others = assignment.course.languages[1:]
        self.templates = [
            self.template,
            *(release_steps.released(assignment, language) for language in others),
        ]
        # Earlier releases gave code in all languages at once, as the solution has it.
        code = [cell for cell in self.references.solution.cells if not notebooks.is_blank(cell)]
        self._given = [*self.templates, NotebookNode(cells=code)]
        self._blanks = notebooks.blanks(*self.templates)
        self._known = partial(notebooks.given_text, assignment)
        self._namer = Namer(assignment, self.seed, executor.run_one) if names else None

    def warm_up(self) -> None:
        """Run the solution, and start what the first submission would otherwise wait for."""
        self.references.judge(self.seed)
        list(self._run([("", copy.deepcopy(self.template))]))

    def jobs(self, students: list[str], *, force: bool) -> list[Job]:
        """The hand-ins that changed since they were graded; every one of them if forced."""
        # A lost gradebook, or an older copy, does not hold everything that was graded.
        entered = gradebook.entered(self.assignment)
        jobs: dict[tuple[str, Key], Job] = {}
        for student in students:
            first, *_ = groups.together(self.assignment, student)
            known = keys_of(self.assignment, student, self.references.version)
            for key, folder in known.items():
                if force or student not in entered or not is_current(self.assignment, student, key):
                    # One of the members with the same hand-in is enough.
                    job = Job(attempts.giver(folder), self.assignment.id, key, folder)
                    jobs.setdefault((first, key), job)
        return [*jobs.values()]

    def grade(self, jobs: list[Job]) -> Iterator[Outcome]:
        """Grade submissions; each outcome comes when it is saved, and those of the group after it.

        Args:
            jobs: what :meth:`jobs` gave.
        """
        if not jobs:
            return  # a run that finds nothing to do starts nothing
        not_executed = dict.fromkeys(jobs)
        executed: dict[Job, dict[Part, Execution]] = {}
        with database.connected(self.assignment.course):
            for (work, part), execution in self._run(self._tasks(jobs), len(jobs)):
                job = work.job
                executed.setdefault(job, {})[part] = execution
                if len(executed[job]) == len(work.parts.notebooks):
                    del not_executed[job]
                    yield self._try_to_finish(work, executed.pop(job))
                    yield from store.share(self.assignment, job.student)
            for job in not_executed:
                yield self._refuse(job)
                yield from store.share(self.assignment, job.student)

    def _run(
        self, tasks: Iterable[tuple[Tag, NotebookNode]], count: int = 1
    ) -> Iterator[tuple[Tag, Execution]]:
        environment, preload = {"LABKIT_SEED": str(self.seed)}, self.assignment.preload
        return self.executor.run(tasks, environment, self.limits, preload, plan_of, count)

    def drop_unused_references(self) -> None:
        """Delete executed solutions whose seeds' evidence has since been replaced."""
        graded = outcomes_kept(self.assignment)
        self.references.keep_only({(outcome.key.solution, outcome.seed) for outcome in graded})

    def _tasks(self, jobs: list[Job]) -> Iterator[tuple[tuple[Repaired, Part], NotebookNode]]:
        """What can be executed; each submission is repaired when its turn comes."""
        # The first ones while the fork server starts, which takes longer: saves 0.2 s.
        first = [self._try_to_repair(job) for job in jobs[:AT_LEAST_UNDER_WAY]]
        others = (self._try_to_repair(job) for job in jobs[AT_LEAST_UNDER_WAY:])
        for number, work in enumerate(chain(first, others)):
            if isinstance(work, Repaired):
                self._measurer.add(str(work.job.folder), work.submission.notebook)
                for part, notebook in work.parts.notebooks.items():
                    yield (work, part), notebook
                if number:
                    # The solution runs at the same time as the first submissions, not before them.
                    self.references.executed(self.seed)
        # At the same time as the last submissions, not after them.
        self._measurer.measure_all()

    def _refuse(self, job: Job) -> Outcome:
        """Save why a submission was not executed, with no points."""
        outcome = self._try_to_repair(job)
        if isinstance(outcome, Repaired):
            reasons = [states.because(Why.CHANGED_MEANWHILE)]
            outcome = replace(self._missing(job), state=State.NEEDS_REVIEW, reasons=reasons)
        return self._save_empty(outcome)

    def _missing(self, job: Job) -> Outcome:
        reasons = [states.because(Why.NO_NOTEBOOK, file=f"{job.assignment}.ipynb")]
        # Whatever else was handed in.
        paths = sorted(job.folder.glob("*.*"))
        for path in paths:
            if kind := saved_as(read_plain(path, 4000) or b""):
                reasons.append(states.because(Why.INSTEAD, file=path.name, kind=kind))
        several = [path for path in paths if path.suffix == ".ipynb" and is_plain(path)]
        if len(several) > 1:
            reasons.append(states.because(Why.SEVERAL_NOTEBOOKS, count=len(several)))
        # An unreadable notebook has no known language, and each card would say everything in all
        # languages.
        language = self.assignment.course.languages[0]
        return self._outcome(job, state=State.MISSING, reasons=reasons, language=language)

    def _outcome(self, job: Job, **fields: Any) -> Outcome:
        return Outcome(job.student, job.assignment, seed=self.seed, key=job.key, **fields)

    def _try_to_repair(self, job: Job) -> Repaired | Outcome:
        missing = self._missing(job)
        submitted = handed_in(self.assignment, job.folder)
        c_sources = c_files.handed_in(job.folder, self.template)
        if submitted is None and not c_sources:
            return missing
        try:
            decoded = self._decoded(submitted, has_c_files=bool(c_sources))
            submission = repair(decoded.notebook, self.references.solution, *self.templates)
            submission.changes[:0] = [(change, Change.READ) for change in decoded.changes]
            submission.review += decoded.review
            c_files.fill_in(submission, c_sources, self.template, self._known)
            return Repaired(job, submission, parts_of(submission.notebook, *self._given))
        except Unreadable as error:
            return replace(missing, state=State.UNREADABLE, reasons=[error.reason])
        except Exception as error:  # one notebook never stops the batch
            return self._failed(job, error)

    def _failed(self, job: Job, error: Exception) -> Outcome:
        reasons = [states.because(Why.GRADER_FAILED, error=repr(error)[:MAX_ERROR_LENGTH])]
        return replace(self._missing(job), state=State.NEEDS_REVIEW, reasons=reasons)

    def _decoded(self, submitted: bytes | None, *, has_c_files: bool) -> Decoded:
        """The notebook that was handed in, or the empty one around C files."""
        review = []
        if submitted is not None:
            try:
                decoded = decode.parse(submitted, self._known)
                other = of_another(decoded.notebook, self.template, self.assignment.id)
                if other in {assignment.id for assignment in self.assignment.course.assignments}:
                    raise Unreadable(Why.OTHER_ASSIGNMENT, other=other, wanted=self.assignment.id)
                return decoded
            except Unreadable as error:
                if not has_c_files:
                    raise
                # The C files count even if the notebook cannot be read.
                review = [error.reason, states.because(Why.ONLY_C_FILES)]
        return Decoded(c_files.notebook_around(self.template), review=review)

    def _try_to_finish(self, work: Repaired, executions: dict[Part, Execution]) -> Outcome:
        try:
            return self._finish(work, executions)
        except FATAL_ERRORS:
            raise
        except Exception as error:  # as above: a person looks at this one, the others are graded
            return self._save_empty(self._failed(work.job, error))

    def _finish(self, work: Repaired, executions: dict[Part, Execution]) -> Outcome:
        job, submitted, solution = work.job, work.submission.notebook, self.references.solution
        whole, c_alone = executions[Part.WHOLE], executions.get(Part.C)
        parts.merge(whole, c_alone)
        executed = whole.notebook
        # The engine has cleared all outputs; whoever reads the evidence sees what was handed in.
        Weights.of(submitted).attach(executed, solution)
        self._measurer.replace_accuracies(str(job.folder), executed)
        verdicts = self._judge(executed)
        review = list(work.submission.review)
        if plain := executions.get(Part.PLAIN):
            parts.merge(plain, c_alone)
            review += parts.vanished(verdicts, self._judge(plain.notebook), work.parts.suspicious)
        if self._namer:
            judge = self.references.judge(self.seed)
            for check, verdict in verdicts.items():
                verdicts[check] = replace(verdict, mistake=self._namer.named(verdict, judge))
        # Files of C name no language.
        language = metadata.of_notebook(submitted).language or self.assignment.course.languages[0]
        # The cards first: an exception that they quote may hold what a check's source says.
        show_verdicts(executed, verdicts, language)
        review += hide_probes(executed, solution)
        stopped = (execution for execution in executions.values() if execution.stops)
        submission = replace(work.submission, review=review)
        state, reasons = _state(submission, next(stopped, whole), verdicts)
        code = (cell.source for cell in submitted.cells if cell.cell_type == "code")
        outcome = self._outcome(
            job,
            state=state,
            reasons=reasons,
            seconds=whole.seconds,
            **scores_of(verdicts),
            language=language,
            receipt=code_of(code, self._blanks),
            repairs=submission.by_change,
        )
        return store.save(self.assignment, executed, outcome)

    @cached_property
    def _measurer(self) -> Measurer:
        solution = self.references.solution
        return Measurer(
            lambda: self.references.executed(self.seed),
            solution,
            self.seed,
            partial(self.executor.run_one, limits=self.limits),
        )

    def _judge(self, executed: NotebookNode) -> dict[str, Verdict]:
        return self.references.judge(self.seed).verdicts(executed)

    def _save_empty(self, outcome: Outcome) -> Outcome:
        """Save an outcome without evidence, and so without points."""
        empty = copy.deepcopy(self.template)
        verdicts = self._judge(empty)
        show_verdicts(empty, verdicts, outcome.language)
        return store.save(self.assignment, empty, replace(outcome, **scores_of(verdicts)))


def require_same_probes(assignment: Assignment, references: References) -> None:
    """See that the saved evidence can be judged by the solution as it is.

    Raises:
        CourseError: some was made with other inputs or probes; the cells are named.
    """
    by_version: dict[str, list[Outcome]] = {}
    for outcome in outcomes_kept(assignment):
        by_version.setdefault(outcome.key.solution, []).append(outcome)
    for version, made in by_version.items():
        if reason := references.difference_from(version, {graded.seed for graded in made}):
            raise CourseError(
                f"the records of {texts.counted(len(made), 'submission')} of {assignment.id} "
                f"({made[0].student}...) were made with different probes: {reason}. Nothing was "
                f"judged; run the submissions again: autograder grade {assignment.id}"
            )


def judge_again(
    assignment: Assignment, references: References, graded: list[Outcome]
) -> Iterator[tuple[Outcome, Outcome]]:
    """New verdicts from the saved evidence, without running a submission. Gives the outcome before
    and now; what did not change is not written again.
    """
    with database.connected(assignment.course):
        for before in graded:
            path = assignment.autograded(before.student)
            now = _judged_again(assignment, references, before, path)
            for other in attempts.kept(assignment, before.student):
                if (outcome := outcome_of(other)) and outcome.key.submission != now.key.submission:
                    _judged_again(assignment, references, outcome, other)
            yield before, outcome_of(path) or now


def _judged_again(
    assignment: Assignment, references: References, before: Outcome, path: Path
) -> Outcome:
    executed = notebooks.read_evidence(path)
    verdicts = references.judge(before.seed).verdicts(executed)
    verdicts = with_mistakes(verdicts, before)
    # It is now a different solution's verdict, even if it says the same.
    key = replace(before.key, solution=references.version)
    now = replace(before, key=key, **scores_of(verdicts))
    if now != before:
        show_verdicts(executed, verdicts, now.language)
        store.save(assignment, executed, now)
    return now


def _state(
    submission: Submission, execution: Execution, verdicts: dict[str, Verdict]
) -> tuple[State, list[Reason]]:
    """The state of a submission; what is most in need of a person comes first."""
    if submission.review:
        # Even for a stopped run: a cheater could have it stopped, and no one would look.
        return State.NEEDS_REVIEW, [*submission.review, *reasons_of(execution.stops)]
    if execution.stops:
        return state_of(execution.stops), reasons_of(execution.stops)
    silent = [name for name, verdict in verdicts.items() if verdict.is_silent]
    if silent:
        return State.NO_EVIDENCE, [states.because(Why.NOTHING_RECORDED, checks=", ".join(silent))]
    if submission.changes:
        return State.REPAIRED, submission.reasons
    return State.GRADED, []
