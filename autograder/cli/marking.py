"""Answers in words: ``mark``."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autograder import registry
from autograder.cli.console import AssignmentId, CourseDir, clear_errors, say, shown
from autograder.course import CourseError

if TYPE_CHECKING:
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
    with clear_errors():
        # Start-up time: --help answers at once.
        from autograder.marking.answers import questions
        from autograder.marking.server import serve
        from autograder.marking.session import Session
        from autograder.records.store import outcomes

        course = registry.load(course_dir)
        marked = course.assignment(assignment)
        if not outcomes(marked):
            raise CourseError(
                f"nothing of {marked.id} is graded yet. Run: autograder grade {marked.id}"
            )
        asked = questions(marked)
        chosen = [one for one in asked if question in (None, one.id)]
        if not chosen:
            ids = ", ".join(one.id for one in asked)
            raise CourseError(f"{marked.id} has no written question {question!r}. It has: {ids}.")
        if language not in (None, *course.languages):
            raise CourseError(
                f"the course has no language {language!r}: {', '.join(course.languages)}."
            )
        name, part = teacher or getpass.getuser(), _share(share)
        shown_in = language or course.languages[0]
        sessions = [Session(marked, one, name, shown_in, part, second) for one in chosen]
        serve(sessions, port, _tell, browser)


def _share(text: str) -> Share:
    from autograder.marking.session import Share  # start-up time

    part, _, of = text.partition("/")
    if not (part.isdigit() and of.isdigit() and 1 <= int(part) <= int(of)):
        raise CourseError(f"--share is {text!r}; give your number and how many you are, as in 1/2.")
    return Share(int(part), int(of))


def _tell(address: str) -> None:
    say(f"Marking page: {shown(address)}")
    say("It is for you alone, on this machine. Every decision is saved at once; end it by Ctrl+C.")
