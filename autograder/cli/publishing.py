"""From solutions to what students get: ``release`` and ``publish``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from autograder import course as registry
from autograder.cli.console import say, say_path
from autograder.cli.errors import clear_errors
from autograder.cli.options import Assignments, CourseDir

# Start-up time: commands import inside functions what takes long, so that --help answers at once.
app = typer.Typer()
Check = Annotated[
    bool, typer.Option("--check", help="Write nothing; fail if anything released is stale.")
]
Destination = Annotated[
    Path, typer.Argument(metavar="DEST", help="Folder of the public repository, a clone of it.")
]
Repository = Annotated[
    str | None,
    typer.Option(metavar="OWNER/NAME", help="The public repository; written into course.toml."),
]
Keep = Annotated[
    list[str] | None,
    typer.Option(metavar="PATH", help="A file in DEST that is yours and stays; may be repeated."),
]
CheckLeaks = Annotated[
    bool, typer.Option("--check", help="Write nothing; fail on a leak or a stale release, for CI.")
]


@app.command(
    help="Make students' notebooks (exercises/) and recorded references (resources/) "
    "from the solutions."
)
def release(
    assignments: Assignments = None, check: Check = False, course_dir: CourseDir = Path(".")
) -> None:
    from autograder.cli.running import releasing

    with clear_errors():
        course = registry.load(course_dir)
        releasing.release(
            course, [assignment.id for assignment in course.select(assignments)], check
        )


@app.command(
    help="Write the public repository: what students need, and nothing secret. "
    "Releases first what is stale."
)
def publish(
    dest: Destination,
    repository: Repository = None,
    keep: Keep = None,
    check: CheckLeaks = False,
    course_dir: CourseDir = Path("."),
) -> None:
    from autograder.cli.running import releasing
    from autograder.release import publish as public

    with clear_errors():
        course = releasing.with_repository(registry.load(course_dir), repository, check)
        releasing.release(course, [assignment.id for assignment in course.assignments], check)
        files = public.publication(course)
        for name in public.left_out(course, files):
            say(f"not published, since it is on no list: {escape(name)}")
        files |= releasing.kept_or_refused(dest, files, keep or [])
        releasing.refuse_leaks(public.leaks(course, files, dest))
        if check:
            say(f"{len(files)} files could be published; nothing secret in them")
            return
        public.write(dest, files)
        say_path(f"{len(files)} files", dest.resolve())
        say("Look at what changed (git diff), commit and push it there.")
