"""What persons decide: answers in words (``mark``), and questions about points (``inquiry``)."""

from __future__ import annotations

import getpass
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from autograder.cli import console
from autograder.cli.console import HERE, AssignmentId, CourseDir, say, shown
from autograder.cli.reporting import outcomes_of
from autograder.course import Assignment, Course, CourseError

if TYPE_CHECKING:
    from autograder.inquiries.case import Case
    from autograder.marking.answers import Question
    from autograder.marking.session import Share

# Start-up time: commands import inside functions what takes long, so that --help answers at once.
app = typer.Typer()
_MOST_BYTES = 1_000_000  # of a text; a mail with more is no question


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
    course: CourseDir = HERE,
) -> None:
    """Mark written answers by question, without names, similar ones together (opens a page)."""
    import asyncio

    from autograder.marking.server import serve
    from autograder.marking.session import Session

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
    asyncio.run(serve(sessions, port, _tell, opens_browser=browser))


def _questions(assignment: Assignment, wanted: str | None) -> list[Question]:
    """Those to be marked, if anything is graded."""
    from autograder.marking.answers import questions

    outcomes_of(assignment)
    asked = questions(assignment)
    chosen = [one for one in asked if wanted in (None, one.id)]
    if not chosen:
        ids = ", ".join(one.id for one in asked)
        raise CourseError(f"{assignment.id} has no written question {wanted!r}. It has: {ids}.")
    return chosen


def _share(text: str) -> Share:
    from autograder.marking.session import Share

    numbers = re.fullmatch("([0-9]+)/([0-9]+)", text)
    share = Share(*map(int, numbers.groups())) if numbers else None
    if not share or not 1 <= share.part <= share.of:
        raise CourseError(f"--share is {text!r}; give your number and how many you are, as in 1/2.")
    return share


def _tell(address: str) -> None:
    say(f"Marking page: {shown(address)}")
    say("It is for you alone, on this machine. Every decision is saved at once; end it by Ctrl+C.")


@app.command()
def inquiry(
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="[TEXT]", help="A file with the student's text, - for stdin, or a number."
        ),
    ] = None,
    points: Annotated[
        float | None, typer.Option(help="That count from now on; default: the points stay.")
    ] = None,
    sentence: Annotated[str, typer.Option(help="The answer, which the student reads.")] = "",
    undo: Annotated[bool, typer.Option("--undo", help="Take the answer back.")] = False,
    list_: Annotated[bool, typer.Option("--list", help="All inquiries, open ones first.")] = False,
    teacher: Annotated[str, typer.Option(help="Who answers; default: your user name.")] = "",
    course: CourseDir = HERE,
) -> None:
    """Show what a student asks about, with evidence, rule and code; answer it by hand."""
    from autograder.inquiries import case as asked
    from autograder.lock import only_grader

    if list_:
        return _list(course)
    if source is None:
        raise CourseError("name a file with the student's text, - for stdin, or --list.")
    with only_grader(course):
        is_number = source.isdecimal() and not Path(source).exists()
        case = (
            asked.of_number(course, int(source)) if is_number else asked.read(course, _text(source))
        )
        if undo:
            asked.undo(case)
        elif sentence or points is not None:
            asked.answer(case, points, sentence, teacher or getpass.getuser())
        else:
            return _show(case)
        id, name = case.inquiry.id, case.assignment.id
        say(f"inquiry {id}: {'open again' if undo else 'answered'}.")
        say(f"The page and the exports follow: autograder feedback {name}, export.")


def _text(source: str) -> str:
    try:
        stream = sys.stdin.buffer if source == "-" else Path(source).open("rb")
        with stream:
            data = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        raise CourseError(f"{source} cannot be read: {error.strerror}.") from None
    if len(data) > _MOST_BYTES:
        raise CourseError(f"{source} is larger than {_MOST_BYTES:,} bytes: it is no question.")
    return data.decode("utf-8", "replace")


def _show(case: Case) -> None:
    one, language = case.inquiry, case.assignment.course.languages[0]
    state = "answered" if one.answered else "open"
    where = f"{one.student}, {one.assignment}, {case.title(language)}"
    say(f"[bold]inquiry {one.id}[/] ({state}): {shown(where)}")
    say(f"  {shown(one.question) or '(no sentence)'}")
    if one.comment:
        say(f"  {shown(one.teacher)}: {shown(one.comment)}")
    for sentence in case.since():
        say(f"[yellow]{shown(sentence)}[/]")
    say("")
    for part in case.evidence(language):
        say(shown_lines(part))
    say("\n[bold]What the student wrote[/]")
    say(shown_lines(case.answer))
    if not one.answered:
        say(f'\nAnswer: autograder inquiry {one.id} [--points P] --sentence "..."')


def shown_lines(text: str) -> str:
    """A text of several lines, with the spaces that code begins with."""
    lines = text.expandtabs().splitlines()
    indents = (line[: len(line) - len(line.lstrip(" "))] for line in lines)
    return "\n".join(indent + shown(line) for indent, line in zip(indents, lines, strict=True))


def _list(course: Course) -> None:
    from autograder.inquiries.case import all_of

    listed = all_of(course)
    table = Table("", "state", "student", "assignment", "task", "question", "since")
    for one, since in listed:
        answer = "answered" if one.points is None else f"{one.points:g} points"
        state = answer if one.answered else "[yellow]open[/]"
        task = f"{one.task} {one.record}".strip()
        cells = (one.student, one.assignment, task, one.question, since)
        table.add_row(str(one.id), state, *map(shown, cells))
    if listed:
        console.console.print(table)
    say(f"{sum(not one.answered for one, _ in listed)} open of {len(listed)}")
