"""What commands share: arguments and options, and what is shown: progress bars and tables."""

from __future__ import annotations

import enum
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar, cast

import typer
from rich.console import Console
from rich.markup import escape as without_markup
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Column, Table

from autograder import registry
from autograder.course import (
    Assignment,
    Course,
    CourseError,
    MissingProgram,
    cannot_write,
    is_of_disk,
)
from autograder.engine.execution import EngineError
from autograder.judging.outcome import Outcome
from autograder.states import State
from autograder.texts import clean

if TYPE_CHECKING:  # both bring torch, and --help need not wait for it
    from autograder.answers.trial import Trial
    from autograder.ask import Sheet
    from autograder.cli.doctor import Finding
    from autograder.intake.collect import Collected
    from autograder.records.gradebook import Standing
    from autograder.watch.watcher import Event

Thing = TypeVar("Thing")
Attempt = Callable[[Assignment], AbstractContextManager[None]]
_NOT_NAMED = (
    "gets no name, or that of another mistake: a probe must tell them apart, "
    "or `same` in place of its sentences says that they are one."
)
_NOT_NOTICED = "passes every record: the check does not notice this mistake."

console = Console()
errors = Console(stderr=True)


def tracked(
    title: str, things: Iterable[Thing], total: int, where: Console = console
) -> Iterator[Thing]:
    """Things as they come, under a progress bar with the time that is left."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    # Four times a second is enough to look at, and drawing takes time from the grader.
    with Progress(*columns, console=where, refresh_per_second=4) as bar:
        task = bar.add_task(title, total=total)
        for done, one in enumerate(things, start=1):
            # There may be more than were expected: one hand-in may be that of several.
            bar.update(task, completed=done, total=max(total, done))
            yield one


@contextmanager
def clear_errors() -> Iterator[None]:
    """Bad input ends in one clear line on stderr and exit status 1."""
    try:
        yield
    except (CourseError, EngineError, OSError) as error:
        if isinstance(error, OSError) and not is_of_disk(error):
            raise
        sentence = str(cannot_write(error) if isinstance(error, OSError) else error)
        errors.print(f"[bold red]Error:[/] {shown(sentence)}", highlight=False, soft_wrap=True)
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        errors.print("Stopped. What was finished is saved; run the same command again to continue.")
        raise typer.Exit(130) from None  # as a shell does after Ctrl+C


@contextmanager
def leaving_out() -> Iterator[Attempt]:
    """Act on several assignments: one that lacks a program on this machine holds up no other.

    Gives the context in which to act on one of them.

    Raises:
        MissingProgram: at the end, with a sentence for each that was left out.
    """
    lacking: list[str] = []

    @contextmanager
    def attempt(assignment: Assignment) -> Iterator[None]:
        try:
            yield
        except MissingProgram as error:
            lacking.append(f"{assignment.id} is left out: {error}")

    try:
        yield attempt
    except (CourseError, EngineError, KeyboardInterrupt):
        for sentence in lacking:
            warn(sentence)
        raise
    if lacking:
        raise MissingProgram(f"{' '.join(lacking)} `autograder doctor` shows all that is missing.")


def show_outcomes(graded: list[tuple[Outcome, Standing]], language: str) -> None:
    """A table of students and checks, one of states, and one of reasons in the language."""
    if not graded:
        return
    outcomes = [outcome for outcome, _ in graded]
    is_late = any(standing.penalty or standing.undated for _, standing in graded)
    # The checks are named in it: with a column for each the table is wider than a terminal.
    table = Table(Column("student", overflow="fold"), "total", title=outcomes[0].assignment)
    for column in (*["late"] * is_late, "state", "not full"):
        table.add_column(column)
    for outcome, standing in graded:
        points = {check: outcome.points.get(check, 0) for check in outcome.max_points}
        lost = (
            f"{check} [{'yellow' if points[check] else 'red'}]{points[check]:g}[/]/{worth:g}"
            for check, worth in outcome.max_points.items()
            if points[check] < worth
        )
        open_ = ["[yellow]a person grades the rest[/]"] if standing.waits else []
        is_there = outcome.state is not State.NOT_HANDED_IN
        total = f"[bold]{standing.score:g}[/] / {standing.worth:g}" if is_there else "–"
        late = "?" if standing.undated else f"-{standing.penalty:g}" if standing.penalty else ""
        cells = (total, *[late] * is_late, outcome.state, ", ".join([*lost, *open_]))
        table.add_row(shown(outcome.student), *cells)
    states = Table("state", "meaning", "submissions")
    for state, count in Counter(outcome.state for outcome in outcomes).most_common():
        states.add_row(state, state.meaning, str(count))
    console.print(table, states)
    # Reasons are sentences: next to the points they would leave no room for these.
    reasons = Table("student", "state", "reason")
    for outcome in outcomes:
        if outcome.reasons:
            # A student's code may be in it, with brackets that are no style.
            cells = (outcome.student, outcome.state, outcome.reason_in(language))
            reasons.add_row(*map(shown, cells))
    if reasons.row_count:
        console.print(reasons)


def warn_of_undated(assignment: Assignment) -> None:
    """A line that names the hand-ins of which no one knows whether they are late."""
    from autograder.submission.handed_in import undated  # start-up time

    if students := undated(assignment):
        warn(
            f"{assignment.id}: no one knows when these were handed in, so nothing is taken off for "
            f"being late: {', '.join(students)}. Give the times: autograder handed-in "
            f"{assignment.id} DATE STUDENT..."
        )


def show_collected(collected: Collected) -> None:
    """A row for each file that is not as one would expect, how many were taken, and who is new."""
    table = Table("what", Column("student", overflow="fold"), "file", "note")
    for row in collected.rows:
        if row.note or row.status.needs_a_person:
            colour = "red" if row.status.needs_a_person else "default"
            cells = (row.student, row.file, row.note)
            table.add_row(f"[{colour}]{row.status}[/]", *map(shown, cells))
    if table.row_count:
        console.print(table)
    counts = Counter(row.status for row in collected.rows)
    say(", ".join(f"{count} {status}" for status, count in counts.most_common()) or "no files")
    for label, students in (("new", collected.new), ("not handed in", collected.missing)):
        if students:
            say(f"{label} ({len(students)}): {shown(', '.join(students))}")


def show_event(event: Event, language: str) -> None:
    """A line for what the watcher did, with reasons in the language."""
    from autograder.people.collected import Row  # start-up time: --help need not wait for it

    if isinstance(event, Outcome):
        points = f"{event.total:g} / {event.max_total:g}"
        fared = f"{event.state} {event.reason_in(language)}"
        what = f"{event.student}: {event.assignment} {points}, {fared}"
    elif isinstance(event, Row):
        what = f"{event.file}: {event.status}, {event.note}"
    else:
        what = event
    say(f"{datetime.now():%H:%M:%S} {shown(what.strip())}")


def show_trials(trials: list[Trial]) -> None:
    """A row for each answer: its points and the records that failed."""
    # The last column is for what an instructor must look at.
    names = [Column(name, overflow="fold") for name in ("answer", "failed records", "mistake")]
    table = Table("blank", "kind", names[0], "points", *names[1:], "")
    for trial in trials:
        answer, verdict = trial.answer, trial.verdict
        kind = "right" if answer.is_right else "wrong"
        points = f"{verdict.points:g} / {verdict.max_points:g}"
        failed, mistake = ", ".join(verdict.failed), verdict.mistake.name if verdict.mistake else ""
        if not trial.is_as_it_should_be:
            mark = "[bold red]misjudged[/]"
        elif not trial.is_as_declared:
            mark = "[yellow]fails[/]"
        else:
            mark = "[green]ok[/]" if trial.is_named else "[yellow]no name[/]"
        table.add_row(answer.blank, kind, answer.name, points, failed, mistake, mark)
    console.print(table)


def show_what_to_mend(trials: list[Trial]) -> None:
    """Lines to copy, mistakes without a name, and how many answers were misjudged."""
    for trial in trials:
        where = shown(trial.answer.place)
        if not (trial.is_as_it_should_be or trial.answer.is_right):
            say(f"[red]–[/] {where} {_NOT_NOTICED}")
        elif not trial.is_as_declared:
            say(f"[yellow]–[/] {where} failed in other records: {shown(trial.what_fails)}")
        elif not trial.is_named:
            say(f"[yellow]–[/] {where} {_NOT_NAMED}")
    wrong = sum(not one.is_as_it_should_be for one in trials)
    others = sum(one.is_as_it_should_be and not one.is_in_order for one in trials)
    say(f"{len(trials)} answers tried, {wrong} misjudged, {others} to mend")


def print_sheets(sheets: list[Sheet]) -> None:
    """Questions and answers as JSON, a student each."""
    print(json.dumps([asdict(one) for one in sheets], ensure_ascii=False, indent=1))


def print_trials(trials: list[Trial]) -> None:
    """The same as JSON, with the mistake in words."""
    rows = [
        {
            "blank": one.answer.blank,
            "answer": one.answer.place,
            "right": one.answer.is_right,
            "points": one.verdict.points,
            "max_points": one.verdict.max_points,
            "failed": one.verdict.failed,
            "mistake": asdict(one.verdict.mistake) if one.verdict.mistake else None,
        }
        for one in trials
    ]
    print(json.dumps(rows, ensure_ascii=False, indent=1))


def show_findings(findings: list[Finding]) -> None:
    """A row for each finding of the doctor."""
    table = Table("", "what", "found, or how to fix it")
    for finding in findings:
        mark = "[green]✓[/]" if finding.good else "[red]✗[/]" if finding.needed else "[yellow]–[/]"
        table.add_row(mark, finding.name, finding.detail)
    console.print(table)


def shown(text: str) -> str:
    """A text that somebody else chose, for the terminal: it changes no colour and no title."""
    return without_markup("\n".join(map(clean, text.splitlines())))


def say(text: str) -> None:
    """A line for a person."""
    console.print(text, highlight=False, soft_wrap=True)


def warn(text: str) -> None:
    """A line for a person that no program reads with what a command prints."""
    errors.print(f"[yellow]{shown(text)}[/]", highlight=False, soft_wrap=True)


def say_path(label: str, path: Path) -> None:
    """Where to look."""
    say(f"[bold]{label}[/]: {shown(str(path))}")


# How results are printed.
Format = enum.StrEnum("Format", "table json")
# The platforms of ``autograder/people/platforms.toml``, which a command reads only later.
LearningPlatform = enum.StrEnum(
    "LearningPlatform", "exchange moodle blackboard canvas brightspace sakai manaba classroom plain"
)
# What is around students' code.
Sandbox = enum.StrEnum("Sandbox", "full none")

COURSE_DIR = "The course directory, which holds course.toml."
CourseDir = Annotated[
    Course,
    typer.Option(
        "--course-dir",
        metavar="PATH",
        parser=lambda path: registry.load(Path(path)),
        help=COURSE_DIR,
    ),
]
HERE = cast(Course, ".")  # which is read as what is typed is
Assignments = Annotated[
    list[str] | None, typer.Argument(help="Ids of assignments; all of the course if none is named.")
]
AssignmentId = Annotated[str, typer.Argument(help="Id of the assignment.")]
Jobs = Annotated[
    int | None,
    typer.Option(min=1, help="Submissions at a time; default: the cores of this machine."),
]
StudentsSandbox = Annotated[
    Sandbox,
    typer.Option("--sandbox", help="'none' runs students' code with limits but without a sandbox."),
]
# For the course's own answers, which need no sandbox.
OptionalSandbox = Annotated[
    Sandbox | None,
    typer.Option("--sandbox", help="Default: 'full' where this machine can give it."),
]
Student = Annotated[str | None, typer.Option(help="Only this student.")]


def sandbox_or_none(wanted: Sandbox | None) -> str:
    """For code that is our own: the full sandbox, or a line where this machine cannot give it."""
    from autograder.engine.sandbox import protections  # start-up time: --help answers at once

    if wanted is not None:
        return wanted.value
    missing = [line.note for line in protections() if not line.available]
    if missing:
        say(
            "[yellow]Without the sandbox[/], which is fine for the course's own answers: "
            + shown(missing[0])
        )
    return "none" if missing else "full"
