"""Points that a person decides: ``mark``, ``inquiry``, ``review``."""

from __future__ import annotations

import getpass
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from autograder.cli import console
from autograder.cli.console import HERE, AssignmentId, CourseDir
from autograder.cli.reporting import outcomes_of
from autograder.course import Assignment, Course, CourseError

if TYPE_CHECKING:
    from autograder.encodings import Known
    from autograder.gradebook.by_hand import PointsChange
    from autograder.gradebook.reviews import Waiting
    from autograder.inquiries.case import Case
    from autograder.marking.session import Share
    from autograder.marking.written_answers import WrittenQuestion

# Start-up time: commands import inside functions what takes long, so that --help answers at once.
app = typer.Typer()
_MAX_BYTES = 1_000_000  # of a text; a longer mail is not a question


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
        str, typer.Option(help="Your part if several teachers mark: 1/2 and 2/2.")
    ] = "1/1",
    second: Annotated[
        float,
        typer.Option(
            min=0, max=1, help="Read this share of the marked answers again, blind: 0.1 is a tenth."
        ),
    ] = 0.0,
    language: Annotated[
        str | None, typer.Option(help="Language of the page; default: the course's first.")
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any free port.")] = 0,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    course: CourseDir = HERE,
) -> None:
    """Mark written answers by question, without names, similar ones together (opens a page)."""
    import asyncio

    from autograder.marking import server
    from autograder.marking.session import Session

    if language not in (None, *course.languages):
        raise CourseError(
            f"the course has no language {language!r}. It has: {', '.join(course.languages)}."
        )
    marked = course.assignment(assignment)
    name, shown_in = teacher or getpass.getuser(), language or course.languages[0]
    sessions = [
        Session(marked, asked, name, shown_in, _share(share), second)
        for asked in _questions(marked, question)
    ]
    asyncio.run(server.serve(sessions, port, _tell, opens_browser=browser))


def _questions(assignment: Assignment, wanted: str | None) -> list[WrittenQuestion]:
    """The written questions to mark, if anything is graded."""
    from autograder.marking.written_answers import written_questions

    outcomes_of(assignment)
    asked = written_questions(assignment)
    chosen = [question for question in asked if wanted in (None, question.id)]
    if not chosen:
        ids = ", ".join(question.id for question in asked)
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
    console.say(f"Marking page: {console.shown(address)}")
    console.say("It opens once, for you alone. Every decision is saved at once; stop with Ctrl+C.")


@app.command()
def inquiry(
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="[TEXT]", help="A file with the student's text, - for stdin, or a number."
        ),
    ] = None,
    points: Annotated[
        str | None,
        typer.Option(
            help="The points that count from now on or, with a sign, a change: 2.5, +0.5, -0.5; "
            "default: no change."
        ),
    ] = None,
    sentence: Annotated[str, typer.Option(help="The reply, which the student reads.")] = "",
    undo: Annotated[bool, typer.Option("--undo", help="Withdraw the reply.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Lower points without asking.")] = False,
    student_asked: Annotated[
        bool, typer.Option("--asked", help="The text has no seal, but the student did ask.")
    ] = False,
    list_: Annotated[bool, typer.Option("--list", help="All inquiries, open ones first.")] = False,
    teacher: Annotated[str, typer.Option(help="Who replies; default: your user name.")] = "",
    course: CourseDir = HERE,
) -> None:
    """Show what a student asks about, with evidence, rule and code, and record your reply."""
    from autograder.inquiries import case as asked
    from autograder.lock import only_grader

    decides = bool(sentence) or points is not None or student_asked
    if list_:
        if source or undo or decides:
            raise CourseError("--list shows all inquiries; give it alone.")
        return _list(course)
    if undo and decides:
        raise CourseError("--undo takes points and sentence back; give it without them.")
    if source is None:
        raise CourseError("name a file with the student's text, - for stdin, or --list.")
    with only_grader(course):
        case = _case(course, source)
        if not (undo or sentence or points is not None):
            return _show(case)
        who = teacher or getpass.getuser()
        reply = partial(asked.reply, case, points, sentence, who, asked=student_asked)
        said = f"inquiry {case.inquiry.id}: {'open again' if undo else 'answered'}."
        _do(partial(asked.undo, case) if undo else reply, said, case.assignment, yes=yes)


def _case(course: Course, source: str) -> Case:
    """What a student asks about, by the number of the inquiry or by its text."""
    from autograder.inquiries import case as asked

    if source.isdecimal() and not Path(source).exists():
        return asked.of_number(course, int(source))
    return asked.read(course, _text(source, partial(asked.known_text, course)))


def _do(
    act: Callable[..., list[PointsChange]], said: str, assignment: Assignment, *, yes: bool
) -> None:
    """Change points, with a person's consent where they become fewer, and say what changed."""
    _confirm_lower(act(tries=True), yes=yes)
    changed = act()
    console.say(said)
    for change in changed:
        if change.before != change.after:
            console.say(f"{console.shown(change.student)}: {change}")
    console.say(f"To update the page and the exports: autograder feedback {assignment.id}, export.")


def _confirm_lower(changes: list[PointsChange], *, yes: bool) -> None:
    """See that a person wants to take points away."""
    lower = [change for change in changes if change.after < change.before]
    if not lower or yes:
        return
    students = dict.fromkeys(change.student for change in lower)
    said = "; ".join(
        f"{who} loses points, {', '.join(str(change) for change in lower if change.student == who)}"
        for who in students
    )
    if not sys.stdin.isatty():
        raise CourseError(f"{said}. Nothing was changed; if this is intended, add --yes.")
    typer.confirm(f"{said}. Is this intended?", abort=True)


@app.command()
def review(
    assignment: AssignmentId,
    student: Annotated[
        str | None, typer.Argument(metavar="[STUDENT]", help="Whose hand-in; default: a list.")
    ] = None,
    accept: Annotated[bool, typer.Option("--accept", help="The points are right as they are.")] = (
        False
    ),
    points: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TASK=POINTS",
            help="The right points for a task or, with a sign, a change; may be repeated.",
        ),
    ] = None,
    zero: Annotated[bool, typer.Option("--zero", help="0 points for every task.")] = False,
    ask: Annotated[
        bool, typer.Option("--ask", help="Ask the student with the sentence; it stays open.")
    ] = False,
    sentence: Annotated[str, typer.Option(help="What the student reads on the page.")] = "",
    undo: Annotated[bool, typer.Option("--undo", help="Withdraw the decision.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Lower points without asking.")] = False,
    teacher: Annotated[str, typer.Option(help="Who decides; default: your user name.")] = "",
    course: CourseDir = HERE,
) -> None:
    """List the hand-ins that wait for a person, show one with its cells, and decide on it."""
    from autograder.gradebook import reviews
    from autograder.lock import only_grader

    chosen = course.assignment(assignment)
    given = _tasks_and_points(points or [])
    acts = sum((accept, bool(given), zero, ask, undo))
    _require_one_act(chosen, student, acts, decides=bool(sentence or yes or teacher))
    if undo and sentence:
        raise CourseError("--undo takes the sentence back, too; give it without --sentence.")
    with only_grader(course):
        outcomes = outcomes_of(chosen)
        waiting = reviews.waiting(chosen, outcomes)
        if student is None:
            return _list_reviews(chosen, waiting)
        # A decision can be taken back even when nothing waits any more.
        graded = [reviews.Waiting(chosen, outcome, None) for outcome in outcomes]
        pending = _of_student(graded if undo else waiting, student)
        given = dict.fromkeys(reviews.tasks(chosen), "0") if zero else given
        if not acts:
            return _show_review(chosen, pending)
        who = teacher or getpass.getuser()
        decide = partial(reviews.decide, pending, given, sentence.strip(), who, closes=not ask)
        state = "open again" if undo else "open: the student is asked" if ask else "decided"
        said = f"{console.shown(student)} in {chosen.id}: {state}."
        _do(partial(reviews.undo, pending) if undo else decide, said, chosen, yes=yes)


def _require_one_act(
    assignment: Assignment, student: str | None, acts: int, *, decides: bool
) -> None:
    """Refuse options that do not say one thing about one hand-in."""
    if student is None and (acts or decides):
        raise CourseError(f"name whose hand-in it is: autograder review {assignment.id} STUDENT.")
    if acts > 1:
        raise CourseError("give one of --accept, --points, --zero, --ask and --undo.")
    if decides and not acts:
        raise CourseError("say what is decided: --accept, --points, --zero, --ask or --undo.")


def _of_student(waiting: list[Waiting], student: str) -> Waiting:
    for pending in waiting:
        if pending.outcome.student == student:
            return pending
    raise CourseError(
        f"nothing of {student} waits for a decision. Without an id, the command lists what does."
    )


def _tasks_and_points(texts: list[str]) -> dict[str, str | None]:
    given: dict[str, str | None] = {}
    for text in texts:
        task, equals, points = text.partition("=")
        if not equals:
            raise CourseError(
                f"--points is {text!r}; give a task and points, as in int8_float=2.5."
            )
        if task.strip() in given:
            raise CourseError(f"--points names {task.strip()} twice; give its points once.")
        given[task.strip()] = points
    return given


def _list_reviews(assignment: Assignment, waiting: list[Waiting]) -> None:
    language = assignment.course.languages[0]
    table = Table("student", "state", "reason", "decision")
    for pending in waiting:
        outcome = pending.outcome
        cells = (outcome.student, str(outcome.state), outcome.reason_in(language), pending.said)
        table.add_row(*map(console.shown, cells))
    if waiting:
        console.console.print(table)
    open_ = sum(pending.is_open for pending in waiting)
    console.say(f"{assignment.id}: {open_} open of {len(waiting)}")
    if open_:
        console.say(f"Look at one: autograder review {assignment.id} STUDENT")


def _show_review(assignment: Assignment, pending: Waiting) -> None:
    outcome, language = pending.outcome, assignment.course.languages[0]
    console.say(f"[bold]{console.shown(outcome.student)}[/], {assignment.id}: {outcome.state}")
    for reason, source in pending.shown(language):
        console.say(f"\n[yellow]{console.shown(reason)}[/]")
        if source:
            console.say(shown_lines(source))
    console.say("\n[bold]Points[/]")
    for task, worth in outcome.max_points.items():
        console.say(f"  {task}: {outcome.points.get(task, 0):g} of {worth:g} by its check")
    console.say(f"Page: {console.shown(str(assignment.feedback(outcome.student)))}")
    console.say(f"Decision: {console.shown(pending.said)}")
    console.say(
        "Decide: --accept, --points TASK=P, --zero, or --ask, each with "
        '--sentence "what the student reads"; --undo takes it back.'
    )


def _text(source: str, known: Known) -> str:
    from autograder import encodings
    from autograder.encodings import Undecided

    try:
        stream = sys.stdin.buffer if source == "-" else Path(source).open("rb")
        with stream:
            data = stream.read(_MAX_BYTES + 1)
    except OSError as error:
        raise CourseError(f"{source} cannot be read: {error.strerror}.") from None
    if len(data) > _MAX_BYTES:
        raise CourseError(
            f"{source} is larger than {_MAX_BYTES:,} bytes, which is too large for a question."
        )
    try:
        return encodings.decoded(data, known)
    except Undecided as error:
        raise CourseError(f"{source} {error}; nothing of it was kept.") from None


def _show(case: Case) -> None:
    inquiry, language = case.inquiry, case.assignment.course.languages[0]
    state = "answered" if inquiry.answered else "open"
    where = f"{inquiry.student}, {inquiry.assignment}, {case.title(language)}"
    console.say(f"[bold]inquiry {inquiry.id}[/] ({state}): {console.shown(where)}")
    console.say(f"  {console.shown(inquiry.question) or '(no sentence)'}")
    if inquiry.comment:
        console.say(f"  {console.shown(inquiry.teacher)}: {console.shown(inquiry.comment)}")
    for sentence in case.since():
        console.say(f"[yellow]{console.shown(sentence)}[/]")
    console.say("")
    for part in case.evidence(language):
        console.say(shown_lines(part))
    console.say("\n[bold]What the student wrote[/]")
    console.say(shown_lines(case.student_text))
    if not inquiry.answered:
        console.say(f'\nReply: autograder inquiry {inquiry.id} [--points P] --sentence "..."')


def shown_lines(text: str) -> str:
    """A text of several lines, with the indentation of code."""
    lines = text.expandtabs().splitlines()
    indents = (line[: len(line) - len(line.lstrip(" "))] for line in lines)
    return "\n".join(
        indent + console.shown(line) for indent, line in zip(indents, lines, strict=True)
    )


def _list(course: Course) -> None:
    from autograder.inquiries.case import all_of

    listed = all_of(course)
    table = Table("", "state", "student", "assignment", "task", "question", "since")
    for inquiry, since in listed:
        reply = "answered" if inquiry.points is None else f"{inquiry.points:g} points"
        state = reply if inquiry.answered else "[yellow]open[/]"
        task = f"{inquiry.task} {inquiry.record}".strip()
        cells = (inquiry.student, inquiry.assignment, task, inquiry.question, since)
        table.add_row(str(inquiry.id), state, *map(console.shown, cells))
    if listed:
        console.console.print(table)
    console.say(f"{sum(not inquiry.answered for inquiry, _ in listed)} open of {len(listed)}")
