"""The command ``autograder``.

Commands import inside their functions what takes long to import, so that --help answers at once.
"""

from __future__ import annotations

import atexit
import enum
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from autograder import console
from autograder import course as registry
from autograder.console import progress, say, say_path
from autograder.course import CourseError
from autograder.engine.sandbox import SandboxUnavailable

# Python would otherwise look through all objects once more before it ends, for half a second.
atexit.register(gc.freeze)

app = typer.Typer(
    help="Release, grade and report the course's assignments. Run it in the course directory.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


class Format(enum.StrEnum):
    """How results are printed."""

    table = "table"
    json = "json"


class Sandbox(enum.StrEnum):
    """What stands around students' code."""

    full = "full"
    none = "none"


class ExportFor(enum.StrEnum):
    """Who reads an export."""

    csv = "csv"
    moodle = "moodle"
    canvas = "canvas"


CourseDir = Annotated[
    Path, typer.Option("--course-dir", help="The course directory, which holds course.toml.")
]
Assignments = Annotated[
    list[str] | None, typer.Argument(help="Ids of assignments; all of the course if none is named.")
]
Jobs = Annotated[
    int | None,
    typer.Option(min=1, help="Submissions at a time; default: the cores of this machine."),
]
StudentsSandbox = Annotated[
    Sandbox,
    typer.Option("--sandbox", help="'none' runs students' code with limits but without walls."),
]
# For the course's own answers, which need no sandbox.
OptionalSandbox = Annotated[
    Sandbox | None,
    typer.Option("--sandbox", help="Default: 'full' where this machine can give it."),
]
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
Student = Annotated[str | None, typer.Option(help="Only this student.")]
Force = Annotated[bool, typer.Option("--force", help="Grade again what has not changed, too.")]
Names = Annotated[
    bool, typer.Option(help="Say on the card which known mistake it is; runs wrong answers for it.")
]
Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Execute on this Dask cluster (tcp://host:8786)."),
]
AnswersOfAssignment = Annotated[
    Path | None,
    typer.Option(
        help="Folder of <blank>/right/*.py and <blank>/wrong/*.py; default: answers/<id>."
    ),
]
AnswersOfCourse = Annotated[
    Path | None,
    typer.Option(
        help="Folder of <assignment>/<blank>/right/*.py and wrong/*.py; default: answers."
    ),
]
GradesFile = Annotated[
    Path | None,
    typer.Option(
        help="What to write; default: grades.csv, or for a platform the folder exports, "
        "in the course directory."
    ),
]
Platform = Annotated[ExportFor, typer.Option("--for", help="Who imports it.")]
DemoAssignments = Annotated[
    list[str] | None,
    typer.Argument(
        help="Ids of assignments; the first of the course if none. The class hands in the first, "
        "and some of it files of C for the others."
    ),
]
DemoFolder = Annotated[Path, typer.Option(help="Where to play; emptied first.")]
EveryAnswer = Annotated[
    bool, typer.Option("--all", help="A student for each answer, in the place of a class of 24.")
]
AnswersOfEach = Annotated[
    int,
    typer.Option(min=1, help="With --all: right, and wrong, answers of each blank to take."),
]


@app.command(
    help="Make students' notebooks (exercises/) and recorded references (resources/) "
    "from the solutions."
)
def release(
    assignments: Assignments = None, check: Check = False, course_dir: CourseDir = Path(".")
) -> None:
    from autograder.commands import releasing

    with _clear_errors():
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
    from autograder.commands import releasing
    from autograder.release import publish as public

    with _clear_errors():
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


@app.command()
def collect(
    assignment: Annotated[str, typer.Argument(help="Id of the assignment.")],
    sources: Annotated[
        list[str],
        typer.Argument(help="Folders, zips, or the word 'exchange' for nbgrader's exchange."),
    ],
    course_dir: CourseDir = Path("."),
) -> None:
    """Take in hand-ins from Moodle, Canvas, Classroom, Blackboard, the exchange, or folders."""
    from autograder.intake.collect import collect as take_in

    with _clear_errors():
        course = registry.load(course_dir)
        name = course.assignment(assignment).id
        rows = take_in(course, name, sources)
        console.show_collected(rows)
        say_path("Every file", course.collected / f"{name}.csv")
        # At the end and as an error, like what grading could not read.
        if problems := [row for row in rows if row.status.needs_a_person]:
            raise CourseError(
                f"{len(problems)} files need a person; everything else is in submitted/. "
                "Do what the table says, then collect again."
            )


@app.command()
def grade(
    assignments: Annotated[list[str], typer.Argument(help="Ids of the assignments.")],
    student: Student = None,
    jobs: Jobs = None,
    force: Force = False,
    sandbox: StudentsSandbox = Sandbox.full,
    scheduler: Scheduler = None,
    names: Names = True,
    course_dir: CourseDir = Path("."),
) -> None:
    """Execute, judge and save what students have handed in (submitted/<student>/<assignment>/)."""
    from autograder.commands import grading

    with _clear_errors():
        course = registry.load(course_dir)
        wanted = [assignment.id for assignment in course.select(assignments)]
        unreadable = grading.grade(
            course, wanted, student, jobs, force, sandbox.value, scheduler, names
        )
        # Told at the end and as an error: a line between others would be overlooked.
        if unreadable:
            each = "; ".join(
                f"{outcome.student}/{outcome.assignment}: {outcome.reason}"
                for outcome in unreadable
            )
            raise CourseError(
                f"not readable, graded as 0: {each}. Ask for the file again; "
                "everything else is graded."
            )


@app.command("watch")
def watch_(
    assignments: Assignments = None,
    release: Annotated[
        bool, typer.Option("--release", help="Give each page back through the exchange at once.")
    ] = False,
    name_mistakes: Annotated[
        bool, typer.Option("--names", help="Name known mistakes, too, which may take seconds.")
    ] = False,
    jobs: Jobs = None,
    sandbox: StudentsSandbox = Sandbox.full,
    course_dir: CourseDir = Path("."),
) -> None:
    """Grade what arrives in submitted/ and in nbgrader's exchange, until Ctrl+C."""
    from autograder.commands import grading

    with _clear_errors():
        course = registry.load(course_dir)
        names = [assignment.id for assignment in course.select(assignments)]
        grading.watch(course, names, jobs, sandbox.value, release=release, names=name_mistakes)


@app.command("try")
def try_(
    assignment: Annotated[str, typer.Argument(help="Id of the assignment.")],
    answers: AnswersOfAssignment = None,
    jobs: Jobs = None,
    sandbox: OptionalSandbox = None,
    form: Annotated[Format, typer.Option("--format", help="json: for programs.")] = Format.table,
    course_dir: CourseDir = Path("."),
) -> None:
    """Try right and wrong answers; fail if a right one is not full or a wrong one is."""
    from autograder.evaluate.answers import answers as answers_in
    from autograder.evaluate.executor import Executor, Setting
    from autograder.tools.trial import try_answers

    with _clear_errors():
        course = registry.load(course_dir)
        name = course.assignment(assignment).id
        tried = answers_in(answers or course.answers(name))
        # Shown in the end, in the answers' order: they come as they finish.
        trials = []
        with Executor(Setting(_sandbox_or_none(sandbox), course.limits), jobs) as executor:
            trying = try_answers(course, name, tried, executor)
            with progress("Trying", len(tried), console.errors) as (bar, task):
                for one in trying:
                    trials.append(one)
                    bar.advance(task)
        show = console.print_trials if form is Format.json else console.show_trials
        show(sorted(trials, key=lambda one: tried.index(one.answer)))
        wrong = sum(not one.is_as_it_should_be for one in trials)
        if form is Format.table:
            say(f"{len(trials)} answers tried, {wrong} misjudged")
        raise typer.Exit(1 if wrong else 0)


@app.command(
    help="Give new verdicts from the kept evidence, without running a submission "
    "(after a change of points or tolerance)."
)
def judge(
    assignments: Assignments = None,
    course_dir: CourseDir = Path("."),
    twice: Annotated[
        bool,
        typer.Option(
            "--twice", help="Have a second judge, written apart from the first, look at it before."
        ),
    ] = False,
) -> None:
    from autograder.commands import grading
    from autograder.evaluate.executor import Executor, Setting
    from autograder.store import only_grader

    with _clear_errors():
        course = registry.load(course_dir)
        # The solution runs again where it changed. It is trusted, so it needs no sandbox.
        with only_grader(course), Executor(Setting("none", course.limits), 1) as executor:
            for assignment in course.select(assignments):
                grading.judge_again(course, assignment.id, executor, twice)


@app.command()
def feedback(
    assignments: Assignments = None, jobs: Jobs = None, course_dir: CourseDir = Path(".")
) -> None:
    """Write a HTML page for each graded submission (feedback/<student>/<assignment>/)."""
    from autograder.commands import reporting

    with _clear_errors():
        course = registry.load(course_dir)
        for assignment in course.select(assignments):
            reporting.feedback(course, assignment.id, jobs)


@app.command()
def report(assignments: Assignments = None, course_dir: CourseDir = Path(".")) -> None:
    """Write the class report in HTML (reports/<assignment>.html)."""
    from autograder.commands import reporting

    with _clear_errors():
        course = registry.load(course_dir)
        for assignment in course.select(assignments):
            say_path("Class report", reporting.report(course, assignment.id))


@app.command()
def export(
    assignments: Assignments = None,
    to: GradesFile = None,
    platform: Platform = ExportFor.csv,
    course_dir: CourseDir = Path("."),
) -> None:
    """Write all points and states as CSV, or grades and feedback as a platform imports them."""
    from autograder.commands import reporting

    with _clear_errors():
        course = registry.load(course_dir)
        names = [assignment.id for assignment in course.select(assignments)]
        if platform is ExportFor.csv:
            say_path("Grades", reporting.export(course, names, to))
        else:
            reporting.export_for(course, names, to, platform.value)


@app.command(
    help="Write three questions for each student on their own code, and the answers for the "
    "examiner (reports/<assignment>-questions.html)."
)
def ask(
    assignment: Annotated[str, typer.Argument(help="Id of the assignment; it must be graded.")],
    student: Student = None,
    seed: Annotated[int, typer.Option(help="Another number draws other questions.")] = 0,
    jobs: Jobs = None,
    sandbox: StudentsSandbox = Sandbox.full,
    form: Annotated[
        Format, typer.Option("--format", help="json: to standard output, for programs.")
    ] = Format.table,
    course_dir: CourseDir = Path("."),
) -> None:
    from autograder import notebooks
    from autograder.commands import reporting
    from autograder.reports.questions import page

    with _clear_errors():
        course = registry.load(course_dir)
        name = course.assignment(assignment).id
        sheets = reporting.sheets(course, name, student, seed, jobs, sandbox.value)
        if form is Format.json:
            console.print_sheets(sheets)
            return
        path = course.root / "reports" / f"{name}-questions.html"
        notebooks.write(path, page(course.assignment(name), sheets))
        say_path("Questions", path)


@app.command(
    help="Release an assignment, let a made-up class of 24 hand it in, grade it, "
    "and say what came out and which files to open."
)
def demo(
    assignments: DemoAssignments = None,
    folder: DemoFolder = Path("course"),
    answers: AnswersOfCourse = None,
    every_answer: EveryAnswer = False,
    each: AnswersOfEach = 10,
    jobs: Jobs = None,
    sandbox: OptionalSandbox = None,
    course_dir: CourseDir = Path("."),
) -> None:
    from autograder.commands import demonstration, grading, reporting
    from autograder.tools import demo as play
    from autograder.tools.made_up_class import DUE

    with _clear_errors():
        repository, kind = registry.load(course_dir), _sandbox_or_none(sandbox)
        names = [one.id for one in repository.select(assignments)] if assignments else []
        names = names or [repository.assignments[0].id]
        due = None if every_answer else DUE
        course = play.prepare(repository, folder.resolve(), names, due)
        tried = {name: (answers or repository.root / "answers") / name for name in names}
        for name in names:
            if every_answer:
                demonstration.hand_in_every_answer(course, name, tried[name], each)
            else:
                demonstration.hand_in_as_a_class(course, name, tried[name], name == names[0])
        grading.grade(course, names, None, jobs, force=False, sandbox=kind, show=every_answer)
        for name in names:
            reporting.feedback(course, name, jobs)
            say_path("Class report", reporting.report(course, name))
        reporting.export(course, names, None)
        for line in play.summary(course, names):
            say(escape(line))


@app.command(
    help="Write the skeleton of an assignment or of a blank, and list what it lacks. "
    "Where it is there already, only list."
)
def new(
    name: Annotated[str, typer.Argument(metavar="ASSIGNMENT[/BLANK]", help="Its id or ids.")],
    course_dir: CourseDir = Path("."),
) -> None:
    from autograder.commands import releasing
    from autograder.tools import new as skeletons

    with _clear_errors():
        assignment, _, blank = name.partition("/")
        for path in releasing.new(registry.load(course_dir), assignment, blank):
            say_path("Wrote", path)
        course = registry.load(course_dir)
        missing = list(skeletons.lacking(course, assignment, blank))
        for sentence in missing:
            say(f"[yellow]–[/] {escape(sentence)}")
        missing += releasing.already_solved(course, assignment, blank)
        say(f"{name}: {f'{len(missing)} things to do' if missing else 'nothing is missing'}")
        raise typer.Exit(1 if missing else 0)


@app.command()
def picture(course_dir: CourseDir = Path(".")) -> None:
    """Draw the picture of README again, after a change of the card or the figure."""
    from autograder import notebooks
    from autograder.engine.engine import Engine
    from autograder.tools.picture import pictures

    with _clear_errors():
        course = registry.load(course_dir)
        with Engine("none", limits=course.limits) as engine:
            for path, text in pictures(course, engine).items():
                notebooks.write(path, text)
                say_path("Picture", path)


@app.command()
def doctor(course_dir: CourseDir = Path(".")) -> None:
    """Say what this machine has and lacks, and how to mend it."""
    from autograder.tools.doctor import examine

    with _clear_errors():
        is_course = (course_dir / registry.REGISTRY).is_file()
        repository = registry.load(course_dir).repository if is_course else None
        findings = list(examine(repository))
        console.show_findings(findings)
        lacks = any(finding.needed and not finding.good for finding in findings)
        raise typer.Exit(1 if lacks else 0)


def _sandbox_or_none(wanted: Sandbox | None) -> str:
    """For code that is our own: the full sandbox, or a line where this machine cannot give it."""
    from autograder.engine.sandbox import protections

    if wanted is not None:
        return wanted.value
    missing = [line.note for line in protections() if not line.available]
    if missing:
        say(
            "[yellow]Without the sandbox[/], which is fine for the course's own answers: "
            + escape(missing[0])
        )
    return "none" if missing else "full"


@contextmanager
def _clear_errors() -> Iterator[None]:
    """Bad input ends in one clear line on stderr and exit status 1."""
    try:
        yield
    except (CourseError, SandboxUnavailable) as error:
        message = f"[bold red]Error:[/] {escape(str(error))}"
        console.errors.print(message, highlight=False, soft_wrap=True)
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        console.errors.print(
            "Stopped. What was finished is saved; run the same command again to go on."
        )
        raise typer.Exit(130) from None  # as a shell does after Ctrl+C
