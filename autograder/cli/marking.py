"""Answers in words: ``mark``."""

from __future__ import annotations

import getpass
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autograder import registry
from autograder.cli.console import AssignmentId, CourseDir, say, shown
from autograder.cli.reporting import outcomes_of
from autograder.course import Assignment, CourseError

if TYPE_CHECKING:
    from autograder.marking.answers import Question
    from autograder.marking.session import Share

app = typer.Typer()


@app.command()
def mark(
    assignment: AssignmentId,
    question: Annotated[
        str | None, typer.Option(help="Id of the answer's cell; default: all written questions.")
    ] = None,
    teacher: Annotated[
        str, typer.Option(help="Whose decisions they are; default: your user name.")
    ] = "",
    share: Annotated[
        str, typer.Option(help="Your part where several teachers mark: 1/2 and 2/2.")
    ] = "1/1",
    second: Annotated[
        float,
        typer.Option(
            min=0, max=1, help="Read this share of the marked answers again, blind: 0.1 is a tenth."
        ),
    ] = 0.0,
    language: Annotated[
        str | None, typer.Option(help="Of the page; default: the course's first language.")
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any that is free.")] = 0,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    course_dir: CourseDir = Path("."),
) -> None:
    """Mark written answers by question, without names, similar ones together (opens a page)."""
    # Start-up time: --help answers at once.
    import asyncio

    from autograder.marking.server import serve
    from autograder.marking.session import Session

    course = registry.load(course_dir)
    if language not in (None, *course.languages):
        raise CourseError(
            f"the course has no language {language!r}: {', '.join(course.languages)}."
        )
    marked = course.assignment(assignment)
    name, shown_in = teacher or getpass.getuser(), language or course.languages[0]
    sessions = [
        Session(marked, one, name, shown_in, _share(share), second)
        for one in _questions(marked, question)
    ]
    asyncio.run(serve(sessions, port, _tell, browser))


def _questions(assignment: Assignment, wanted: str | None) -> list[Question]:
    """Those to be marked, if anything is graded."""
    from autograder.marking.answers import questions  # start-up time

    outcomes_of(assignment)
    asked = questions(assignment)
    chosen = [one for one in asked if wanted in (None, one.id)]
    if not chosen:
        ids = ", ".join(one.id for one in asked)
        raise CourseError(f"{assignment.id} has no written question {wanted!r}. It has: {ids}.")
    return chosen


def _share(text: str) -> Share:
    from autograder.marking.session import Share  # start-up time

    numbers = re.fullmatch("([0-9]+)/([0-9]+)", text)
    share = Share(*map(int, numbers.groups())) if numbers else None
    if not share or not 1 <= share.part <= share.of:
        raise CourseError(f"--share is {text!r}; give your number and how many you are, as in 1/2.")
    return share


def _tell(address: str) -> None:
    say(f"Marking page: {shown(address)}")
    say("It is for you alone, on this machine. Every decision is saved at once; end it by Ctrl+C.")
