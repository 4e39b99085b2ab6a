"""The arguments and options that commands share, and the course that they name."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.console import say, shown


class Format(enum.StrEnum):
    """How results are printed."""

    table = "table"
    json = "json"


class LearningPlatform(enum.StrEnum):
    """The platforms of ``autograder/intake/platforms.toml``, which a command reads only later."""

    exchange = "exchange"
    moodle = "moodle"
    blackboard = "blackboard"
    canvas = "canvas"
    brightspace = "brightspace"
    sakai = "sakai"
    manaba = "manaba"
    classroom = "classroom"
    plain = "plain"


class Sandbox(enum.StrEnum):
    """What stands around students' code."""

    full = "full"
    none = "none"


CourseDir = Annotated[
    Path, typer.Option("--course-dir", help="The course directory, which holds course.toml.")
]
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
