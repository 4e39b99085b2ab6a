"""From hand-ins to points: ``grade``, ``watch``, ``try``, ``judge``."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autograder import texts
from autograder.cli import console, tables
from autograder.cli.console import HERE, CourseDir
from autograder.cli.reporting import enter_counting
from autograder.course import Assignment, Course, CourseError
from autograder.runtime import RUNTIME

if TYPE_CHECKING:
    from autograder.engine.pool import Executor
    from autograder.judging.outcome import Outcome
    from autograder.judging.references import References

# Start-up time: commands import inside functions what takes long, so that --help answers at once.
app = typer.Typer()
Force = Annotated[bool, typer.Option("--force", help="Also grade what has not changed.")]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Only show whose points would change, from what to what.")
]
Names = Annotated[
    bool, typer.Option(help="Name known mistakes on the cards, by running known wrong answers.")
]
Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Execute on this Dask cluster (tcp://host:8786)."),
]
AnswersFolder = Annotated[
    Path | None,
    typer.Option(
        help="Folder of <blank>/right/*.py and wrong/*.py, or right.toml and wrong.toml; "
        "default: answers/<id>."
    ),
]


@app.command("grade")
def grade_(
    assignments: Annotated[list[str], typer.Argument(help="Ids of the assignments.")],
    student: console.Student = None,
    jobs: console.Jobs = None,
    force: Force = False,
    sandbox: console.StudentsSandbox = console.Sandbox.full,
    scheduler: Scheduler = None,
    names: Names = True,
    dry_run: DryRun = False,
    course: CourseDir = HERE,
) -> None:
    """Execute, judge and save what students have handed in (submitted/<student>/<assignment>/)."""
    from autograder.states import State

    chosen = course.select(assignments)
    if dry_run:
        trying = partial(
            grade,
            student=student,
            jobs=jobs,
            force=force,
            sandbox=sandbox.value,
            scheduler=scheduler,
            names=False,
            show=False,
        )
        return _say_what_would_change(course, chosen, trying)
    with console.leaving_out() as attempt:
        graded = grade(
            chosen, student, jobs, force, sandbox.value, scheduler, names, attempt=attempt
        )
        # At the end and as an error: a line between others would be overlooked.
        if unreadable := [outcome for outcome in graded if outcome.state is State.UNREADABLE]:
            language = course.languages[0]
            each = "; ".join(
                f"{outcome.student}/{outcome.assignment}: {outcome.reason_in(language)}"
                for outcome in unreadable
            )
            raise CourseError(
                f"not readable, graded as 0: {each}. Ask for the file again; everything else is "
                "graded."
            )


def grade(
    assignments: list[Assignment],
    student: str | None,
    jobs: int | None,
    force: bool,
    sandbox: str,
    scheduler: str | None = None,
    names: bool = True,
    show: bool = True,
    attempt: console.Attempt = lambda _: nullcontext(),
) -> list[Outcome]:
    """Grade assignments, with progress bars and tables; returns what was graded afresh."""
    # If somebody is new, the fork server starts before everything else is imported: it imports
    # torch meanwhile. Saves about a fifth of the time of 20 submissions. Otherwise the first
    # notebook starts it, since usually there is none.
    from autograder.engine.launcher import ForkServer

    is_new = any(
        not assignment.autograded(who).exists()
        for assignment in assignments
        for who in assignment.students()
        if student in (None, who)
    )
    with ForkServer(sandbox, RUNTIME) if is_new or force else nullcontext() as server:
        from autograder.engine.engine import Setting
        from autograder.engine.pool import Executor
        from autograder.lock import only_grader
        from autograder.people.groups import require_known

        course = assignments[0].course
        setting = Setting(sandbox, course.limits, RUNTIME)
        for assignment in assignments:
            require_known(assignment)
        # Another run may take hours: do not wait for it.
        at_once = only_grader(course, patience=0)
        with at_once, Executor(setting, jobs, scheduler, server) as executor:
            graded = []
            for assignment in assignments:
                with attempt(assignment):
                    graded += _grade_assignment(assignment, executor, student, force, names, show)
            return graded


def _grade_assignment(
    assignment: Assignment,
    executor: Executor,
    student: str | None,
    force: bool,
    names: bool,
    show: bool,
) -> list[Outcome]:
    """Grade one assignment, and show tables of it; returns what was graded afresh."""
    from autograder.gradebook import attempts
    from autograder.gradebook.gradebook import enter_names
    from autograder.gradebook.store import enter_all_counting
    from autograder.grading import Grader
    from autograder.people import extensions, roster
    from autograder.reports.export import results_of

    for sentence in chain(attempts.news(assignment), enter_all_counting(assignment)):
        console.warn(sentence)
    students = _students(assignment, student)
    for line in extensions.deadlines(assignment):
        console.say(console.shown(line))
    for folder in assignment.misnamed():
        where = console.shown(f"submitted/{ascii(folder)[1:-1]}")
        console.say(f"[yellow]left out[/] {where}: its name cannot be read; rename it")
    grader = Grader(assignment, executor, names=names)
    # A stopped run continues where it was: what has not changed is not graded again.
    waiting = grader.jobs(students, force=force)
    fresh = list(console.tracked(f"Grading {assignment.id}", grader.grade(waiting), len(waiting)))
    enter_names(assignment.course)
    for sentence in enter_all_counting(assignment):
        console.say(console.shown(sentence))
    grader.drop_unused_references()
    rows = []
    if show:
        # All of them: the counts show the state of the class, not only the work of this run.
        named = {*students, *(roster.enrolled(assignment.course) if student is None else [])}
        rows = [row for row in results_of(assignment) if row[0].student in named]
        new = {outcome.student for outcome in fresh} if student is None else {student}
        tables.show_outcomes(rows, assignment.course.languages[0], new)
    several = len(fresh) - len({outcome.student for outcome in fresh})
    unchanged = len({*students} - {outcome.student for outcome in fresh})
    also = f" ({several} of them other hand-ins of the same students)" if several else ""
    console.say(f"{assignment.id}: {len(fresh)} graded{also}, {unchanged} unchanged")
    tables.warn_of_undated(assignment)
    tables.show_open(assignment, rows)
    return fresh


def _students(assignment: Assignment, student: str | None) -> list[str]:
    """Who handed in, or the one student that was asked for."""
    from autograder.gradebook import attempts  # start-up time

    students = attempts.students(assignment)
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


@app.command("check")
def check_(
    notebook: Annotated[
        Path, typer.Argument(metavar="NOTEBOOK", help="A notebook of any name, a zip or a folder.")
    ],
    assignment: Annotated[
        str | None, typer.Option(help="Id of its assignment; default: recognized from the file.")
    ] = None,
    sandbox: console.StudentsSandbox = console.Sandbox.full,
    names: Names = True,
    course: CourseDir = HERE,
) -> None:
    """Grade one file, print its cards, and save nothing; needs no year's directory."""
    if not notebook.exists():
        raise CourseError(f"there is no {notebook}. Name a notebook, a zip or a folder.")
    named = assignment and course.assignment(assignment).id
    # As in `grade`, the fork server imports while all else is imported here.
    from autograder.engine.launcher import ForkServer

    with ForkServer(sandbox.value, RUNTIME) as server:
        from autograder import grade_one
        from autograder.engine.engine import Setting
        from autograder.engine.pool import Executor

        setting = Setting(sandbox.value, course.limits, RUNTIME)
        with Executor(setting, 1, None, server) as executor, console.silent("Checking..."):
            checked = grade_one.check(course, notebook, executor, named, names=names)
    tables.show_checked(checked)
    if not checked.outcome.state.was_read:
        raise typer.Exit(1)


@app.command("watch")
def watch_(
    assignments: console.Assignments = None,
    release: Annotated[
        bool,
        typer.Option("--release", help="Return each page at once through nbgrader's exchange."),
    ] = False,
    name_mistakes: Annotated[
        bool, typer.Option("--names", help="Also name known mistakes, which may take seconds.")
    ] = False,
    jobs: console.Jobs = None,
    sandbox: console.StudentsSandbox = console.Sandbox.full,
    course: CourseDir = HERE,
) -> None:
    """Grade what arrives in submitted/ and in nbgrader's exchange, until Ctrl+C."""
    # As in `grade`, the fork server imports while all else is imported here.
    from autograder.engine.launcher import ForkServer

    with ForkServer(sandbox.value, RUNTIME) as server:
        from autograder import registry
        from autograder.engine.engine import Setting
        from autograder.watch.watcher import Watcher

        inbound = registry.exchange_folder(course.root)
        given = inbound if inbound.is_dir() else None
        if release and not given:
            raise CourseError(
                f"there is no {inbound}. Release the assignment first, or set the exchange's root."
            )
        setting = Setting(sandbox.value, course.limits, RUNTIME)
        watched = course.select(assignments)
        with Watcher(
            watched, setting, jobs, given, release=release, names=name_mistakes, server=server
        ) as watcher:
            for sentence in watcher.warm_up():
                console.warn(sentence)
            places = f"{course.root / 'submitted'}{f' and {inbound}' if given else ''}"
            console.say(f"Watching {places}. Ctrl+C")
            for event in watcher.run():
                tables.show_event(event, course.languages[0])


@app.command("try")
def try_(
    name: Annotated[str, typer.Argument(metavar="ASSIGNMENT[/BLANK]", help="Its id or ids.")],
    answers: AnswersFolder = None,
    jobs: console.Jobs = None,
    sandbox: console.OptionalSandbox = None,
    form: Annotated[
        console.Format, typer.Option("--format", help="json: for programs.")
    ] = console.Format.table,
    course: CourseDir = HERE,
) -> None:
    """Try right and wrong answers; fail if one is misjudged."""
    from autograder.answers.known import known_answers
    from autograder.answers.trial import try_answers
    from autograder.engine.engine import Setting
    from autograder.engine.pool import Executor

    assignment, _, blank = name.partition("/")
    tried = known_answers(course.assignment(assignment), answers, blank)
    setting = Setting(console.sandbox_or_none(sandbox), course.limits, RUNTIME)
    with Executor(setting, jobs) as executor:
        trying = try_answers(course.assignment(assignment), tried, executor)
        trials = list(console.tracked("Trying", trying, len(tried), console.errors))
    show = tables.print_trials if form is console.Format.json else tables.show_trials
    # In the answers' order: they come as they finish.
    trials.sort(key=lambda trial: tried.index(trial.answer))
    show(trials)
    if form is console.Format.table:
        tables.show_what_to_mend(trials)
    raise typer.Exit(0 if all(trial.is_in_order for trial in trials) else 1)


@app.command(
    help="Judge the saved evidence again, without running a submission "
    "(after a change of points or tolerance)."
)
def judge(
    assignments: console.Assignments = None, dry_run: DryRun = False, course: CourseDir = HERE
) -> None:
    chosen = course.select(assignments)
    if dry_run:
        _say_what_would_change(course, chosen, _judge_all)
    else:
        _judge_all(chosen)


def _say_what_would_change(
    course: Course, chosen: list[Assignment], command: Callable[[list[Assignment]], object]
) -> None:
    """Do it on a copy, and say whose points would change, from what to what."""
    from autograder.dry_run import Standings, on_a_copy

    changes = {}
    with on_a_copy(course) as copy:
        copies = [copy.assignment(assignment.id) for assignment in chosen]
        before = [Standings.of(assignment) for assignment in copies]
        with console.silent("Trying it on a copy..."):
            command(copies)
        for assignment, was in zip(copies, before, strict=True):
            now = Standings.of(assignment)
            changes[assignment.id] = [*was.changed_to(now)], len(now.scores)
    for name, (lines, students) in changes.items():
        for line in lines:
            console.say(console.shown(line))
        changed = f"{len(lines)} of {texts.counted(students, 'student')}"
        console.say(f"{name}: points of {changed} would change; nothing was done")


def _judge_all(assignments: list[Assignment]) -> None:
    from autograder.engine.engine import Setting
    from autograder.engine.pool import Executor
    from autograder.grading import require_same_probes
    from autograder.judging.references import References
    from autograder.lock import only_grader

    # The solution runs again where it changed. It is trusted, so it needs no sandbox.
    course = assignments[0].course
    setting = Setting("none", course.limits, RUNTIME)
    with only_grader(course), Executor(setting, 1) as executor:
        chosen = [
            (assignment, References(assignment, executor.run_one)) for assignment in assignments
        ]
        with console.leaving_out() as attempt:
            fitting = []
            for assignment, references in chosen:  # before anything is written
                with attempt(assignment):
                    require_same_probes(assignment, references)
                    fitting.append((assignment, references))
            for assignment, references in fitting:
                with attempt(assignment):
                    _judge_again(assignment, references)


def _judge_again(assignment: Assignment, references: References) -> None:
    """Judge the kept evidence of one assignment, and say what changed."""
    from autograder.gradebook import gradebook, store
    from autograder.grading import judge_again

    gradebook.register(assignment)  # for points that changed
    enter_counting(assignment)
    changed = []
    graded = store.outcomes(assignment)
    if not graded:
        console.say(
            f"nothing of {assignment.id} is graded yet. Run: autograder grade {assignment.id}"
        )
        return
    judged = judge_again(assignment, references, graded)
    for before, now in console.tracked(f"Judging {assignment.id}", judged, len(graded)):
        changed += [(before, now)] if replace(now, key=before.key) != before else []
    other_points = [(before, now) for before, now in changed if before.total != now.total]
    for before, now in other_points:
        console.say(f"{console.shown(now.student)}: {before.total:g} -> {now.total:g}")
    same = len(changed) - len(other_points)
    console.say(
        f"{assignment.id}: {texts.counted(len(changed), 'verdict')} changed"
        + (f", {same} of them without a change of points" if same else "")
    )
