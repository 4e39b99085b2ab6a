"""Who has handed in what, and when: ``collect``, ``handed-in``, ``roster``, ``same``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autograder import texts
from autograder.cli import console, tables
from autograder.cli.console import HERE, CourseDir, say_path
from autograder.course import Course, CourseError

# Start-up time: commands import inside functions what takes long, so that --help answers at once.
app = typer.Typer()
FromPlatform = Annotated[
    console.LearningPlatform | None,
    typer.Option(
        "--from", help="The platform; 'plain': folders and files named after students' ids."
    ),
]


@app.command()
def collect(
    assignment: console.AssignmentId,
    sources: Annotated[
        list[str],
        typer.Argument(
            help="Folders, zips, the word 'exchange' for nbgrader's exchange; with them, as CSV, "
            "Moodle's grading worksheet."
        ),
    ],
    platform: FromPlatform = None,
    unrecognized: Annotated[
        bool,
        typer.Option(
            "--unrecognized", help="Accept a source in which nothing belongs to the assignment."
        ),
    ] = False,
    course: CourseDir = HERE,
) -> None:
    """Collect hand-ins from a learning platform, nbgrader's exchange, or folders."""
    from autograder.intake.collect import collect as collect_all

    name = course.assignment(assignment).id
    collected = collect_all(
        course, name, sources, platform=platform and platform.value, unrecognized=unrecognized
    )
    tables.show_collected(collected)
    for sentence in (*collected.warnings, *collected.told):
        console.warn(sentence)
    say_path("Every file", course.collected / f"{name}.csv")
    tables.warn_of_undated(course.assignment(name))
    tables.show_granted(course.assignment(name))
    # At the end and as an error, as for files that grading could not read.
    if problems := [row for row in collected.rows if row.status.needs_a_person]:
        answered = (
            f" Say who is who in the column 'student' of {collected.questions} (an id of "
            "students.csv, or 'new'), and give it with the sources."
            if collected.questions
            else ""
        )
        if collected.choices:
            answered += f" Mark the file that counts in the column 'counts' of {collected.choices}."
        raise CourseError(
            f"{texts.counted(len(problems), 'file')} for a person to look at; everything else is "
            "in submitted/. "
            f"Do what the table says, then collect again.{answered}"
        )


@app.command("handed-in")
def handed_in_(
    assignment: console.AssignmentId,
    date: Annotated[
        str, typer.Argument(metavar="DATE", help='Such as "2027-04-20 23:59 Asia/Tokyo".')
    ],
    students: Annotated[list[str], typer.Argument(help="Ids of those who handed in then.")],
    course: CourseDir = HERE,
) -> None:
    """Record when work was handed in, if no platform says so (counts in the next grade)."""
    from autograder.dates import in_full, read_date
    from autograder.submission.handed_in import submission_date, write_submission_date

    named = course.assignment(assignment)
    try:
        came = read_date(date, course.zone)
    except ValueError as error:
        raise CourseError(f"{error}.") from None
    folders = {student: named.submitted(student) for student in students}
    if missing := [student for student in students if student not in named.students()]:
        raise CourseError(
            f"{', '.join(missing)} handed in nothing for {named.id}; no time was recorded."
        )
    for student, folder in folders.items():
        before = submission_date(folder)
        write_submission_date(folder, came)
        instead = f" instead of {in_full(before)}" if before not in (None, came) else ""
        console.say(console.shown(f"{student}: {in_full(came)}{instead}"))


@app.command()
def roster(
    participants: Annotated[
        Path, typer.Argument(help="A platform's list of participants, as CSV.")
    ],
    course: CourseDir = HERE,
) -> None:
    """Enter a platform's list of participants into students.csv, by email or id number."""
    from autograder.intake.participants import enter_participants

    entered = enter_participants(course, participants)
    new = entered.new
    console.say(f"new ({len(new)}): {console.shown(', '.join(new))}" if new else "no new students")
    for sentence in entered.notes:
        console.warn(sentence)
    if entered.questions:
        raise CourseError(
            f"{len(entered.questions)} people could not be identified: say who is who in the "
            f"column 'student' of {entered.table} (an id of students.csv, or 'new'), and run this "
            "again."
        )


@app.command()
def same(
    student: Annotated[
        str, typer.Argument(metavar="[STUDENT]", help="The id that stays.", show_default=False)
    ] = "",
    other: Annotated[
        str, typer.Argument(metavar="[OTHER]", help="The id that goes.", show_default=False)
    ] = "",
    counts: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID",
            help="Whose hand-in counts if both have handed in; for one assignment: "
            "ASSIGNMENT=ID. The other one is kept.",
        ),
    ] = None,
    list_: Annotated[
        Path | None,
        typer.Option(
            "--list",
            metavar="WORKSHEET",
            help="Moodle's grading worksheet after identities were revealed: join all "
            "participants in it.",
        ),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="With --list: do it, not only show it.")
    ] = False,
    course: CourseDir = HERE,
) -> None:
    """Merge two ids of one student: everything of the second becomes the first's."""
    from autograder.merge_students import become_one

    if list_ and not (student or other or counts):
        return _revealed(course, list_, dry_run=not yes)
    if list_ or not (student and other):
        raise CourseError("name two ids, or --list and a worksheet: autograder same --help")
    for sentence in become_one(course, student, other, counts or ()):
        console.say(console.shown(sentence))
    console.say("Pages name students: write them again with autograder feedback.")


def _revealed(course: Course, worksheet: Path, *, dry_run: bool) -> None:
    """Join all nameless participants whose names a worksheet reveals."""
    from autograder.intake.revealed import find_revealed
    from autograder.merge_students import all_become_one

    found = find_revealed(course, worksheet)
    moved, refused = all_become_one(course, found.students, found.owners, dry_run=dry_run)
    for student, who in found.students.items():
        new = " (new)" if who in found.new else ""
        person = found.owners[student]
        console.say(
            console.shown(" ".join((f"{student} is {who}{new}:", person.name, person.email)))
        )
    for sentence in moved:
        console.say(console.shown(sentence))
    for sentence in refused:
        console.warn(sentence)
    if moved:
        console.say("Pages name students: write them again with autograder feedback.")
    elif dry_run and len(found.students) > len(refused):
        console.say("Nothing was changed. If this is right, add --yes.")
    if refused or found.questions:
        answered = (
            f" Say who is who in the column 'student' of {found.table} (an id of students.csv, or "
            "'new'), and run this again."
        )
        raise CourseError(
            f"{len(refused) + len(found.questions)} participants could not be joined."
            f"{answered if found.questions else ''}"
        )
