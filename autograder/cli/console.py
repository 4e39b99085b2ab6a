"""What commands share: arguments and options, errors, progress bars, printed lines."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Annotated, TypeVar, cast

import typer
from rich.console import Console
from rich.markup import escape as escape_markup

from autograder import texts
from autograder.cli import rights
from autograder.course import (
    Assignment,
    Course,
    CourseError,
    MissingProgram,
    cannot_write,
    is_of_disk,
)
from autograder.engine.execution import EngineError

Thing = TypeVar("Thing")
Attempt = Callable[[Assignment], AbstractContextManager[None]]

console = Console()
errors = Console(stderr=True)


def tracked(
    title: str, things: Iterable[Thing], total: int, where: Console = console
) -> Iterator[Thing]:
    """Yield things as they come, under a progress bar with the remaining time."""
    from rich import progress

    columns = (
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(),
        progress.TimeRemainingColumn(),
    )
    # Four times a second is enough for the eye, and drawing takes time from the grader.
    with progress.Progress(*columns, console=where, refresh_per_second=4) as bar:
        task = bar.add_task(title, total=total)
        for done, thing in enumerate(things, start=1):
            # There may be more than were expected: one hand-in may be that of several.
            bar.update(task, completed=done, total=max(total, done))
            yield thing


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


def shown(text: str) -> str:
    """A text that somebody else chose, escaped for the terminal: it changes no colour and no
    title."""
    return escape_markup("\n".join(map(texts.clean, text.splitlines())))


@contextmanager
def silent(meanwhile: str) -> Iterator[None]:
    """Print only that something is being done."""
    console.quiet = True
    try:
        with errors.status(meanwhile):
            yield
    finally:
        console.quiet = False


def say(text: str) -> None:
    """Print a line for a person."""
    console.print(text, highlight=False, soft_wrap=True)


def warn(text: str) -> None:
    """Print a line for a person on stderr, so that it is not mixed with a command's output."""
    errors.print(f"[yellow]{shown(text)}[/]", highlight=False, soft_wrap=True)


def say_path(label: str, path: Path) -> None:
    """Print where to look."""
    say(f"[bold]{label}[/]: {shown(str(path))}")


# How results are printed.
Format = enum.StrEnum("Format", "table json")
# The platforms of ``autograder/people/platforms.toml``, which a command reads only later.
LearningPlatform = enum.StrEnum(
    "LearningPlatform",
    "exchange moodle blackboard canvas brightspace sakai manaba manaba-user ilias gradescope "
    "github classroom plain",
)
# The sandbox around students' code.
Sandbox = enum.StrEnum("Sandbox", "full users none")


def _opened(root: Path) -> Course:
    from autograder import registry

    rights.share_with_group(root)
    return registry.load(root)


COURSE_DIR = "The course directory, which holds course.toml."
CourseDir = Annotated[
    Course,
    typer.Option(
        "--course-dir",
        metavar="PATH",
        parser=lambda path: _opened(Path(path)),
        help=COURSE_DIR,
    ),
]
HERE = cast(Course, ".")  # typer converts it as it converts typed values
Assignments = Annotated[list[str] | None, typer.Argument(help="Ids of assignments; default: all.")]
AssignmentId = Annotated[str, typer.Argument(help="Id of the assignment.")]
Jobs = Annotated[
    int | None,
    typer.Option(min=1, help="Submissions at a time; default: the cores of this machine."),
]
StudentsSandbox = Annotated[
    Sandbox,
    typer.Option(
        "--sandbox", help="'users': for a container without namespaces; 'none': only limits."
    ),
]
# For the course's own answers, which need no sandbox.
OptionalSandbox = Annotated[
    Sandbox | None,
    typer.Option("--sandbox", help="Default: 'full' if this machine supports it."),
]
Student = Annotated[str | None, typer.Option(help="Only this student.")]


def sandbox_or_none(wanted: Sandbox | None) -> str:
    """For our own code: the full sandbox, or none and a warning where this machine cannot give
    it."""
    from autograder.engine.sandbox import list_protections  # start-up time: --help answers at once

    if wanted is not None:
        return wanted.value
    missing = [line.note for line in list_protections() if not line.available]
    if missing:
        say(
            "[yellow]Without the sandbox[/], which is fine for the course's own answers: "
            + shown(missing[0])
        )
    return "none" if missing else "full"
