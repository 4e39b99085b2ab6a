"""Commands that are not for every week: ``new-year``, ``forget``, ``archive``, ``doctor``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from autograder import texts
from autograder.cli import console, reporting, tables
from autograder.cli.console import HERE, CourseDir, say_path
from autograder.course import REGISTRY, CourseError

# Start-up time: commands import inside functions what takes long, so that --help answers at once.
app = typer.Typer()
CourseId = Annotated[
    str | None,
    typer.Option(
        "--id",
        help="The year's course id; default: the course's, with the number in FOLDER's name.",
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show what would be deleted.")]
InstallKernel = Annotated[
    bool,
    typer.Option(
        "--install-kernel", help="Also install the grader's kernel, for nbconvert, papermill..."
    ),
]


@app.command("new-year")
def new_year_(
    folder: Annotated[
        Path,
        typer.Argument(
            help="The new course directory. Put the year in its name, as in ../course-2028, or "
            "give --id."
        ),
    ],
    course_id: CourseId = None,
    course: CourseDir = HERE,
) -> None:
    """Create an empty course directory for a year, which refers to this repository."""
    from autograder.year import new_year

    course = new_year(course, folder, course_id)
    say_path("Wrote", folder / REGISTRY)
    console.say(
        f"The course's id is {course.id}. If students use nbgrader's exchange, their "
        "nbgrader_config.py needs it, too."
    )
    console.say("Next: enter this year's dates there. Run all commands in the new folder.")


@app.command()
def forget(
    student: Annotated[str, typer.Argument(help="The id of the student.")],
    dry_run: DryRun = False,
    yes: Annotated[bool, typer.Option("--yes", help="Delete without asking.")] = False,
    course: CourseDir = HERE,
) -> None:
    """Delete everything about a student in the course directory, and list what it cannot reach."""
    from autograder import privacy

    person = privacy.Person(course, student)
    planned = privacy.steps(person)
    for step in planned:
        console.say(f"{console.shown(step.shown)} ({step.count}): {step.rule}")
    if not dry_run:
        if not yes and not sys.stdin.isatty():
            raise CourseError("nothing was deleted. Look at the list, then give --yes.")
        if not yes:
            typer.confirm(f"Delete all this of {student}? It cannot be undone.", abort=True)
        privacy.forget(person, planned)
        console.say(f"{console.shown(student)} is forgotten; all other grades are as before")
        for path in privacy.mentions(person):
            console.say(
                f"[yellow]still named in[/] {console.shown(path)}, which is not "
                f"{console.shown(student)}'s own file"
            )
    console.say("Not reached from here; look there yourself (docs/instructors/privacy.md):")
    for place in privacy.elsewhere(person):
        console.say(f"  {console.shown(place)}")


@app.command()
def archive(
    to: Annotated[Path, typer.Argument(metavar="FILE.zip", help="What to write.")],
    pseudonyms: Annotated[
        bool, typer.Option("--pseudonyms", help="Only points and states, under pseudonyms.")
    ] = False,
    course: CourseDir = HERE,
) -> None:
    """Save a year in one file: what no command can make again, or only points without names."""
    from autograder.gradebook import database
    from autograder.year import write_archive, write_pseudonymous

    if to.resolve().is_relative_to(course.root):
        raise CourseError(
            f"{to} is in the course directory, which is deleted one day: choose a different place."
        )
    if to.exists():
        raise CourseError(f"{to} already exists: name a different file.")
    if pseudonyms:
        reporting.update_gradebook(course.assignments)
        console.say(f"points of {write_pseudonymous(course, to)} students, without names")
    else:
        console.say(f"{write_archive(course, to)} files, with the names of all students")
        if not database.is_within(course, course.root):
            console.warn(f"Not included: the gradebook {database.address(course)}. Save it, too.")
    say_path("Wrote", to)
    if pseudonyms:
        console.say(
            "No one can tell whose points they are. When you no longer need names, delete "
            f"{console.shown(str(course.root))} (docs/instructors/privacy.md)."
        )


@app.command("restore")
def restore_(
    source: Annotated[
        Path, typer.Argument(metavar="FILE.zip", help="A file that `archive` wrote.")
    ],
    folder: Annotated[Path, typer.Argument(help="A new or empty folder.")],
) -> None:
    """Create a course directory from an archive: hand-ins, points, pages, decisions, keys."""
    from autograder import registry, year

    count = year.restore(source, folder)
    console.say(texts.counted(count, "file"))
    say_path("Wrote", folder)
    course = registry.load(folder)
    console.say(f"It refers to the repository {console.shown(str(course.home))}.")
    console.say("Exports and reports are made again: autograder export, report.")


@app.command()
def doctor(
    course_dir: Annotated[Path, typer.Option(help=console.COURSE_DIR)] = Path("."),
    kernel: InstallKernel = False,
    sandbox: console.StudentsSandbox = console.Sandbox.full,
) -> None:
    """Report what this machine has and lacks, and how to fix it."""
    from autograder import registry
    from autograder.cli.doctor import examine_machine, install_kernel

    course = registry.load(course_dir) if (course_dir / REGISTRY).is_file() else None
    with console.silent("Loading torch, compiling, building a sandbox..."):
        findings = [*examine_machine(course)]
    tables.show_findings(findings)
    if kernel:
        say_path("Wrote", install_kernel(sandbox.value))
        console.say("Jupyter's tools use it when you choose the kernel `forked`.")
        console.say("To remove it: jupyter kernelspec remove forked")
    lacks = any(finding.needed and not finding.good for finding in findings)
    raise typer.Exit(1 if lacks else 0)
