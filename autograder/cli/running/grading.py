"""Grading, watching and judging again, with what is shown meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape

from autograder.cli import console
from autograder.cli.console import progress, say
from autograder.course import Assignment, Course, CourseError
from autograder.judging.outcome import Outcome
from autograder.states import State

if TYPE_CHECKING:
    from autograder.engine.launcher import ForkServer
    from autograder.engine.pool import Executor

# Start-up time: the functions import what they need, so that the fork server starts before all
# else. It imports torch meanwhile (docs/engine.md has the gain).


def grade(
    course: Course,
    assignments: list[str],
    student: str | None,
    jobs: int | None,
    force: bool,
    sandbox: str,
    scheduler: str | None = None,
    names: bool = True,
    show: bool = True,
) -> list[Outcome]:
    """Grade assignments; returns the submissions that could not be read."""
    with _fork_server(sandbox) as server:
        from autograder.engine.pool import Executor, Setting
        from autograder.records.store import only_grader

        setting = Setting(sandbox, course.limits)
        with only_grader(course), Executor(setting, jobs, scheduler, server) as executor:
            graded = [
                _grade_assignment(course.assignment(one), executor, student, force, names, show)
                for one in assignments
            ]
    return [outcome for fresh in graded for outcome in fresh if outcome.state == State.UNREADABLE]


def watch(
    course: Course, assignments: list[str], jobs: int | None, sandbox: str, **options: bool
) -> None:
    from autograder.engine.pool import Setting
    from autograder.intake.exchange import exchange_folder
    from autograder.watch import Watcher

    inbound = exchange_folder(course.root)
    is_there = inbound.is_dir()
    if options["release"] and not is_there:
        raise CourseError(f"there is no {inbound}. Release the assignment first, or set its root.")
    setting, given = Setting(sandbox, course.limits), inbound if is_there else None
    with Watcher(course, assignments, setting, jobs, given, **options) as watcher:
        watcher.warm_up()
        say(f"Watching {course.root / 'submitted'}{f' and {inbound}' if is_there else ''}. Ctrl+C")
        for event in watcher.run():
            console.show_event(event, course.languages[0])


def _fork_server(sandbox: str) -> ForkServer:
    from autograder.engine.launcher import ForkServer
    from labkit.reference import resources

    return ForkServer(sandbox, [resources()])


def _grade_assignment(
    assignment: Assignment,
    executor: Executor,
    student: str | None,
    force: bool,
    names: bool,
    show: bool,
) -> list[Outcome]:
    """Grade one assignment, and show tables of it; returns what was graded afresh."""
    from autograder.grading import Grader
    from autograder.records.store import outcomes

    students = _students(assignment, student)
    for folder in assignment.misnamed():
        where = escape(f"submitted/{ascii(folder)[1:-1]}")
        say(f"[yellow]left out[/] {where}: its name cannot be read; rename it")
    grader = Grader(assignment, executor, names)
    # A run that was stopped goes on where it was: what has not changed is not graded again.
    waiting = grader.jobs(students, force)
    fresh: list[Outcome] = []
    with progress(f"Grading {assignment.id}", len(waiting)) as (bar, task):
        for outcome in grader.grade(waiting):
            fresh.append(outcome)
            bar.advance(task)
    if show:
        # Of all of them: the table shows where the class stands, not only what this run did.
        console.show_outcomes(
            [outcome for outcome in outcomes(assignment) if outcome.student in students],
            assignment.course.languages[0],
        )
    say(f"{assignment.id}: {len(fresh)} graded, {len(students) - len(fresh)} unchanged")
    return fresh


def _students(assignment: Assignment, student: str | None) -> list[str]:
    """Who handed in, or the one student that was asked for."""
    students = assignment.students()
    if student is not None and student not in students:
        raise CourseError(
            f"{student} handed in nothing for {assignment.id}: "
            f"there is no {assignment.submitted(student)}."
        )
    if not students:
        raise CourseError(
            f"nothing was handed in for {assignment.id}: "
            f"{assignment.course.root / 'submitted'} holds no <student>/{assignment.id}/. Collect "
            f"first (autograder collect {assignment.id} SOURCE), or put the notebooks there."
        )
    return [student] if student else students


def judge_again(assignment: Assignment, executor: Executor, twice: bool) -> None:
    """Judge the kept evidence of one assignment, and say what changed."""
    from autograder.cli.agreement import count_agreements
    from autograder.grading import judge_again
    from autograder.judging.references import References
    from autograder.records import gradebook
    from autograder.records.store import evidence_files

    gradebook.register(assignment)  # for points that changed
    references = References(assignment, executor.run_one)
    if twice:
        agreed = count_agreements(assignment.course, assignment.id, executor)
        say(f"{assignment.id}: both judges agree on {agreed} submissions")
    changed = []
    total = len(evidence_files(assignment))
    if not total:
        say(f"nothing of {assignment.id} is graded yet. Run: autograder grade {assignment.id}")
        return
    with progress(f"Judging {assignment.id}", total) as (bar, task):
        for before, now in judge_again(assignment, references):
            changed += [(before, now)] if now != before else []
            bar.advance(task)
    for before, now in changed:
        say(f"{now.student}: {before.total:g} -> {now.total:g}")
    say(f"{assignment.id}: {len(changed)} verdicts changed")
