"""From solutions to what students get: ``release``, ``publish`` and ``new``."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autograder import texts
from autograder.cli import console, rights
from autograder.cli.console import HERE, Assignments, CourseDir, say_path
from autograder.course import Assignment, Course, CourseError
from autograder.runtime import RUNTIME

if TYPE_CHECKING:
    from autograder.engine.engine import Engine

# Start-up time: commands import inside functions what takes long, so that --help answers at once.
app = typer.Typer()
Check = Annotated[
    bool, typer.Option("--check", help="Write nothing; fail if anything released is stale.")
]
Verbose = Annotated[
    bool, typer.Option("--verbose", help="Also list the lines of solutions shown on purpose.")
]
Destination = Annotated[
    Path, typer.Argument(metavar="DEST", help="A clone of the public repository.")
]
Repository = Annotated[
    str | None,
    typer.Option(metavar="OWNER/NAME", help="The public repository; written into course.toml."),
]
Unfinished = Annotated[
    list[str] | None,
    typer.Option(
        metavar="ASSIGNMENT", help="Publish it although it is incomplete; may be repeated."
    ),
]
Keep = Annotated[
    list[str] | None,
    typer.Option(metavar="PATH", help="A file of yours to keep in DEST; may be repeated."),
]
CheckLeaks = Annotated[
    bool, typer.Option("--check", help="Write nothing; fail on a leak or a stale release, for CI.")
]
# No one can know that they hold nothing secret.
Zip = Annotated[Path, typer.Option(metavar="FILE.zip", help="What to write, outside the course.")]
NOT_FOUND = (
    "No line of a solution, right answer, hidden probe or rubric was found in them, other than "
    "those shown on purpose; what was reworded is not found."
)


@app.command(
    "release",
    help="Generate students' notebooks (exercises/) and reference values (resources/) from the "
    "solutions.",
)
def release_(
    assignments: Assignments = None,
    check: Check = False,
    verbose: Verbose = False,
    course: CourseDir = HERE,
) -> None:
    rights.public()
    release(course, course.select(assignments), check=check, verbose=verbose)


def release(
    course: Course, assignments: list[Assignment], *, check: bool, verbose: bool = False
) -> None:
    """Write what is stale of a release, or fail if there is something."""
    from autograder.engine.engine import Engine
    from autograder.gradebook.gradebook import require_same_cells
    from autograder.release import files

    # Before anything is written.
    for assignment in () if check else assignments:
        require_same_cells(assignment)
    _show_open_lines(course, assignments, verbose)
    whole = all(known in assignments or known.is_held_back for known in course.assignments)
    all_stale = _remove_dropped(course, check) if whole else []
    with console.leaving_out() as attempt, Engine("none", course.limits, RUNTIME) as engine:
        for assignment in assignments:
            with attempt(assignment):
                all_stale += _release_assignment(assignment, files.stale(assignment, engine), check)
        if all_stale:
            raise CourseError(f"stale: {', '.join(all_stale)}. Run: autograder release")


def _release_assignment(assignment: Assignment, stale: dict[Path, str], check: bool) -> list[str]:
    """Write what is stale of an assignment; in a check only name it, and write nothing."""
    from autograder import notebooks
    from autograder.gradebook import gradebook
    from autograder.people import extensions

    names = [str(path.relative_to(assignment.course.home)) for path in stale]
    if check and stale:
        return [", ".join(names)]
    for (path, text), name in zip(stale.items(), names, strict=True):
        notebooks.write(path, text)
        console.say(f"wrote {name}")
    if not stale:
        console.say(f"{assignment.id}: everything released is current")
    for line in extensions.deadlines(assignment):
        console.say(console.shown(line))
    if not check:
        gradebook.register(assignment)
    return []


def _remove_dropped(course: Course, check: bool) -> list[str]:
    """Remove what was released of assignments and blanks that are not in the course any more.

    Returns:
        In a check, which removes nothing, whose files would be removed.
    """
    from autograder.release.files import left_over, missing_notebook_references

    released = left_over(course)
    for name, files in released.items() if not check else ():
        for path in files:
            path.unlink()
        for folder in {path.parent for path in files}:
            if not any(folder.iterdir()):
                folder.rmdir()
        console.say(
            f"{console.shown(name)}: removed {len(files)} released files, which the course no "
            "longer has"
        )
    for name, number, ids in missing_notebook_references(course):
        console.warn(
            f"{name} names notebook {number}, which the course does not have; reword the cells "
            f"{', '.join(ids)}"
        )
    return [
        f"{texts.counted(len(files), 'file')} of {name} that the course no longer has"
        for name, files in released.items()
        if check
    ]


def _show_open_lines(course: Course, assignments: list[Assignment], verbose: bool) -> None:
    """List the lines of solutions that stand in open texts, too; refuse those that no one named."""
    from autograder.release.leaks import ON_PURPOSE, Secrets

    open_lines = [line for line in Secrets(course).shown if line.is_in(assignments)]
    if new := [str(line) for line in open_lines if not line.on_purpose]:
        raise CourseError(
            f"a text that everyone reads shows lines of solutions: {_listed(new)}. Nothing was "
            f"written. Reword the text, or name the lines in {ON_PURPOSE}."
        )
    if open_lines and not verbose:
        count = texts.counted(len(open_lines), "line")
        console.say(f"shown on purpose: {count} of solutions (--verbose lists them)")
    for line in open_lines if verbose else ():
        places = console.shown(", ".join(line.places))
        console.say(f"shown on purpose: {console.shown(line.line)} ({places})")


@app.command(
    help="Write what students need into the public repository. First releases what is stale. "
    "Holds assignments back until their `published` date in course.toml, and refuses those in "
    "which `new` lists something as missing."
)
def publish(
    dest: Destination,
    repository: Repository = None,
    keep: Keep = None,
    unfinished: Unfinished = None,
    check: CheckLeaks = False,
    verbose: Verbose = False,
    course: CourseDir = HERE,
) -> None:
    rights.public()
    from autograder import notebooks, registry
    from autograder.release import held_back
    from autograder.release import publish as public
    from autograder.release.held_back import require_something_to_publish
    from labkit.tools import NEWEST

    course = _with_repository(course, repository, check)
    public.require_repository(course)
    require_something_to_publish(course, dest)
    for assignment in course.held_back:
        console.say(f"{assignment.id} is held back until {held_back.until(assignment)}")
    assignments = [assignment for assignment in course.assignments if not assignment.is_held_back]
    # An unknown name is an error, as everywhere.
    accepted = [course.assignment(name) for name in unfinished or ()]
    _require_finished(
        course, [assignment for assignment in assignments if assignment not in accepted]
    )
    release(course, assignments, check=check, verbose=verbose)
    files = _publication(course, dest, keep or [])
    if check:
        console.say(f"{texts.counted(len(files), 'file')} could be published. {NOT_FOUND}")
        return
    public.write(dest, files)
    # The course's own notebooks name the same release.
    notebooks.write(course.home / registry.PUBLISHED, files[NEWEST].decode())
    for name in (name for name in files if name.startswith("exercises/")):
        notebooks.write(course.home / name, files[name].decode())
    say_path(texts.counted(len(files), "file"), dest.resolve())
    console.say(NOT_FOUND)
    console.say("Look at what changed (git diff), commit and push it there.")


def _publication(course: Course, dest: Path, keep: list[str]) -> dict[str, bytes]:
    """The files to write, by name, if none of them is another's and none tells a solution."""
    from autograder.release import publish as public

    files = public.publication(course)
    for name in public.left_out(course, files):
        console.say(f"not published, because it is on no list: {console.shown(name)}")
    others = public.unknown(dest, files)
    if refused := [name for name in others if name not in keep]:
        raise CourseError(
            f"{dest} holds files that publish did not write, or that have changed since: "
            f"{_listed(refused)}. Move it away, or keep a file with --keep PATH."
        )
    files = public.earlier_tools(dest) | files | others
    if leaks := public.leaks(course, files, dest):
        raise CourseError(f"nothing was published, since it would leak: {_listed(map(str, leaks))}")
    return files


def _require_finished(course: Course, assignments: list[Assignment]) -> None:
    """Refuse to publish what students should not see yet, and name what is missing."""
    from autograder.engine.engine import Engine

    with Engine("none", course.limits, RUNTIME) as engine:
        missing = [
            f"{assignment.solution.relative_to(course.home)}: {sentence}"
            for assignment in assignments
            for sentence in _missing(assignment, engine)
        ]
    if missing:
        raise CourseError(
            f"nothing was published, since something is missing: {_listed(missing)}. Write it, "
            "hold the assignment back (`published` in course.toml), or add --unfinished ASSIGNMENT."
        )


def _missing(assignment: Assignment, engine: Engine, blank: str = "") -> list[str]:
    from autograder.release import new as skeletons

    return [
        *skeletons.lacking(assignment, blank),
        *skeletons.lacking_in_a_run(assignment, engine, blank),
    ]


def _with_repository(course: Course, given: str | None, check: bool) -> Course:
    """The course with its public repository, which a person is asked for where it is missing."""
    from autograder import registry

    if not (given or course.repository or check) and sys.stdin.isatty():
        given = typer.prompt("Public repository on GitHub, as OWNER/NAME")
    if given in (None, course.repository):
        return course
    if check:
        raise CourseError("--check writes nothing, so give --repository without it first.")
    try:
        return registry.with_repository(course, given)
    except ValueError as error:
        raise CourseError(f"{error}.") from error


def _listed(lines: Iterable[str], most: int = 20) -> str:
    """Lines for a person, each on its own if there are several."""
    listed = list(lines)
    if len(listed) == 1:
        return listed[0]
    rest = [f"and {len(listed) - most} more"] if len(listed) > most else []
    return "".join(f"\n  {line}" for line in listed[:most] + rest)


@app.command(
    help="Write the skeleton of an assignment or a blank, and list what is missing. "
    "If it already exists, only list."
)
def new(
    name: Annotated[str, typer.Argument(metavar="ASSIGNMENT[/BLANK]", help="Its id or ids.")],
    course: CourseDir = HERE,
) -> None:
    rights.public()
    from autograder import registry
    from autograder.engine.engine import Engine
    from autograder.release import new as skeletons

    id, _, blank = name.partition("/")
    written: list[Path] = []
    try:
        assignment = course.assignment(id)
    except CourseError as error:
        if blank:
            raise CourseError(f"{error} To make it: autograder new {id}") from error
        written = skeletons.new_assignment(course, id)
    else:
        if blank and not skeletons.has_blank(assignment, blank):
            written = skeletons.new_blank(assignment, blank)
    for path in written:
        say_path("Wrote", path)
    assignment = registry.load(course.root).assignment(id)
    with Engine("none", course.limits, RUNTIME) as engine:
        missing = _missing(assignment, engine, blank)
    for sentence in missing:
        console.say(f"[yellow]–[/] {console.shown(sentence)}")
    for sentence in skeletons.advice(assignment, blank):
        console.say(f"can do without: {console.shown(sentence)}")
    console.say(f"{name}: {texts.counted(len(missing), 'thing')} to do")
    if not missing:
        console.say(f"Next: autograder try {name}, autograder release {id}, make test")
    raise typer.Exit(1 if missing else 0)


@app.command()
def gradescope(
    assignment: console.AssignmentId,
    to: Zip,
    course: CourseDir = HERE,
) -> None:
    """Write an assignment's autograder zip, to upload to Gradescope."""
    from autograder.gradescope.archive import write_zip

    write_zip(course.assignment(assignment), to)
    say_path("Wrote", to)
    console.warn(
        f"It holds the solution and the answers of {assignment}: upload it, and show it to no one."
    )
