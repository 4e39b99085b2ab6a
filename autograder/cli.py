"""The command ``autograder``.

Commands import inside their functions what takes long to import, so that --help answers at once.
"""

from __future__ import annotations

import atexit
import enum
import gc
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from autograder import console
from autograder import course as registry
from autograder.console import progress, say, say_path
from autograder.course import Course, CourseError
from autograder.engine.sandbox import SandboxUnavailable
from autograder.evaluate.outcome import Outcome
from autograder.states import State

if TYPE_CHECKING:  # Dask among them
    from autograder.engine.launcher import ForkServer
    from autograder.evaluate.executor import Executor
    from autograder.evaluate.questions import Sheet
    from autograder.evaluate.training import Weights
    from autograder.release.leaks import Leak

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
    with _clear_errors():
        course = registry.load(course_dir)
        _release(course, [assignment.id for assignment in course.select(assignments)], check)


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
    from autograder.release import publish as public

    with _clear_errors():
        course = _with_repository(registry.load(course_dir), repository, check)
        _release(course, [assignment.id for assignment in course.assignments], check)
        files = public.publication(course)
        for name in public.left_out(course, files):
            say(f"not published, since it is on no list: {escape(name)}")
        files |= _kept_or_refused(dest, files, keep or [])
        _refuse_leaks(public.leaks(course, files, dest))
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
    with _clear_errors():
        course = registry.load(course_dir)
        wanted = [assignment.id for assignment in course.select(assignments)]
        unreadable = _grade(course, wanted, student, jobs, force, sandbox.value, scheduler, names)
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
    with _clear_errors():
        course = registry.load(course_dir)
        names = [assignment.id for assignment in course.select(assignments)]
        _watch(course, names, jobs, sandbox.value, release=release, names=name_mistakes)


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
    from autograder.evaluate.executor import Executor, Setting
    from autograder.store import only_grader

    with _clear_errors():
        course = registry.load(course_dir)
        # The solution runs again where it changed. It is trusted, so it needs no sandbox.
        with only_grader(course), Executor(Setting("none", course.limits), 1) as executor:
            for assignment in course.select(assignments):
                _judge_again(course, assignment.id, executor, twice)


@app.command()
def feedback(
    assignments: Assignments = None, jobs: Jobs = None, course_dir: CourseDir = Path(".")
) -> None:
    """Write a HTML page for each graded submission (feedback/<student>/<assignment>/)."""
    with _clear_errors():
        course = registry.load(course_dir)
        for assignment in course.select(assignments):
            _feedback(course, assignment.id, jobs)


@app.command()
def report(assignments: Assignments = None, course_dir: CourseDir = Path(".")) -> None:
    """Write the class report in HTML (reports/<assignment>.html)."""
    with _clear_errors():
        course = registry.load(course_dir)
        for assignment in course.select(assignments):
            say_path("Class report", _report(course, assignment.id))


@app.command()
def export(
    assignments: Assignments = None,
    to: GradesFile = None,
    platform: Platform = ExportFor.csv,
    course_dir: CourseDir = Path("."),
) -> None:
    """Write all points and states as CSV, or grades and feedback as a platform imports them."""
    with _clear_errors():
        course = registry.load(course_dir)
        names = [assignment.id for assignment in course.select(assignments)]
        if platform is ExportFor.csv:
            say_path("Grades", _export(course, names, to))
        else:
            _export_for(course, names, to, platform)


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
    from autograder.reports.questions import page

    with _clear_errors():
        course = registry.load(course_dir)
        name = course.assignment(assignment).id
        sheets = _sheets(course, name, student, seed, jobs, sandbox.value)
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
                _hand_in_every_answer(course, name, tried[name], each)
            else:
                _hand_in_as_a_class(course, name, tried[name], name == names[0])
        _grade(course, names, None, jobs, force=False, sandbox=kind, show=every_answer)
        for name in names:
            _feedback(course, name, jobs)
            say_path("Class report", _report(course, name))
        _export(course, names, None)
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
    from autograder.tools import new as skeletons

    with _clear_errors():
        assignment, _, blank = name.partition("/")
        for path in _new(registry.load(course_dir), assignment, blank):
            say_path("Wrote", path)
        course = registry.load(course_dir)
        missing = list(skeletons.lacking(course, assignment, blank))
        for sentence in missing:
            say(f"[yellow]–[/] {escape(sentence)}")
        missing += _already_solved(course, assignment, blank)
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


def _release(course: Course, names: list[str], check: bool) -> None:
    """Write what is stale of a release, or fail if there is something."""
    from autograder.engine.engine import Engine
    from autograder.nbgrader_ext.gradebook import register
    from autograder.release.files import stale

    with Engine("none", limits=course.limits) as engine:
        for name in names:
            files = stale(course, name, engine)
            if check:
                _fail_if_stale(list(files), course)
            _write_release(course, name, files)
            if not check:
                register(course, name)


def _with_repository(course: Course, given: str | None, check: bool) -> Course:
    """The course with its public repository, which a person is asked for where it is missing."""
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


def _kept_or_refused(dest: Path, files: dict[str, bytes], keep: list[str]) -> dict[str, bytes]:
    """The files of others in DEST that may stay, or an error that names the rest."""
    from autograder.release.publish import unknown

    others = unknown(dest, files)
    if refused := [name for name in others if name not in keep]:
        raise CourseError(
            f"{dest} holds what publish did not write, or what was changed since: "
            f"{_some(refused)}. Move it away, or keep a file with --keep PATH."
        )
    return others


def _refuse_leaks(leaks: list[Leak]) -> None:
    if leaks:
        raise CourseError(f"nothing was published, since it would leak: {_some(map(str, leaks))}")


def _some(lines: Iterable[str], most: int = 20) -> str:
    """Lines for a person, each on its own if there are several."""
    found = list(lines)
    rest = [f"and {len(found) - most} more"] if len(found) > most else []
    return found[0] if len(found) == 1 else "".join(f"\n  {line}" for line in found[:most] + rest)


def _new(course: Course, assignment: str, blank: str) -> list[Path]:
    """Write the skeleton that is not there yet; returns what was written."""
    from autograder.tools import new as skeletons

    if not blank:
        known = any(one.id == assignment for one in course.assignments)
        return [] if known else skeletons.new_assignment(course, assignment)
    name = course.assignment(assignment).id
    there = skeletons.has_blank(course, name, blank)
    return [] if there else skeletons.new_blank(course, name, blank)


def _already_solved(course: Course, assignment: str, blank: str) -> list[str]:
    """Blanks, or the one, whose check pays for nothing filled in."""
    from autograder.engine.engine import Engine
    from autograder.tools.new import solved

    with Engine("none", limits=course.limits) as engine:
        paid = solved(course, assignment, engine)
    found = [name for name in paid if blank in ("", name)]
    for name in found:
        say(f"[yellow]–[/] already solved: {name}, {paid[name]:g} points with nothing filled in")
    return found


def _fail_if_stale(paths: list[Path], course: Course) -> None:
    if paths:
        names = ", ".join(str(path.relative_to(course.root)) for path in paths)
        raise CourseError(f"stale: {names}. Run: autograder release")


def _write_release(course: Course, assignment: str, files: dict[Path, str]) -> None:
    from autograder import notebooks

    for path, text in files.items():
        notebooks.write(path, text)
        say(f"wrote {path.relative_to(course.root)}")
    if not files:
        say(f"{assignment}: everything released is current")


def _grade(
    course: Course,
    assignments: list[str],
    student: str | None,
    jobs: int | None,
    force: bool,
    sandbox: str,
    scheduler: str | None = None,
    names: bool = True,
    show: bool = True,
) -> list[Outcome]:
    """Grade assignments; returns the submissions that could not be read."""
    # It imports torch while we import the rest, so these imports stand below its start.
    with _fork_server(sandbox) as server:
        from autograder.evaluate.executor import Executor, Setting
        from autograder.store import only_grader

        setting = Setting(sandbox, course.limits)
        with only_grader(course), Executor(setting, jobs, scheduler, server) as executor:
            graded = [
                _grade_assignment(course, one, executor, student, force, names, show)
                for one in assignments
            ]
    return [outcome for fresh in graded for outcome in fresh if outcome.state == State.UNREADABLE]


def _watch(
    course: Course, assignments: list[str], jobs: int | None, sandbox: str, **options: bool
) -> None:
    from autograder.evaluate.executor import Setting
    from autograder.nbgrader_ext.settings import exchange_folder
    from autograder.watch import Watcher

    inbound = exchange_folder(course.root)
    is_there = inbound.is_dir()
    if options["release"] and not is_there:
        raise CourseError(f"there is no {inbound}. Release the assignment first, or set its root.")
    setting, given = Setting(sandbox, course.limits), inbound if is_there else None
    with Watcher(course, assignments, setting, jobs, given, **options) as watcher:
        watcher.warm_up()
        say(f"Watching {course.root / 'submitted'}{f' and {inbound}' if is_there else ''}. Ctrl+C")
        for event in watcher.run():
            console.show_event(event)


def _fork_server(sandbox: str) -> ForkServer:
    from autograder.engine.launcher import ForkServer
    from labkit.reference import resources

    return ForkServer(sandbox, [resources()])


def _grade_assignment(
    course: Course,
    name: str,
    executor: Executor,
    student: str | None,
    force: bool,
    names: bool,
    show: bool,
) -> list[Outcome]:
    """Grade one assignment, and show tables of it; returns what was graded afresh."""
    from autograder.grading import Grader
    from autograder.store import outcomes

    students = _students(course, name, student)
    grader = Grader(course, name, executor, names)
    # A run that was stopped goes on where it was: what has not changed is not graded again.
    waiting = grader.jobs(students, force)
    fresh: list[Outcome] = []
    with progress(f"Grading {name}", len(waiting)) as (bar, task):
        for outcome in grader.grade(waiting):
            fresh.append(outcome)
            bar.advance(task)
    if show:
        # Of all of them: the table shows where the class stands, not only what this run did.
        console.show_outcomes(
            [outcome for outcome in outcomes(course, name) if outcome.student in students]
        )
    say(f"{name}: {len(fresh)} graded, {len(students) - len(fresh)} unchanged")
    return fresh


def _students(course: Course, assignment: str, student: str | None) -> list[str]:
    """Who handed in, or the one student that was asked for."""
    students = course.students(assignment)
    if student is not None and student not in students:
        raise CourseError(
            f"{student} handed in nothing for {assignment}: "
            f"there is no {course.submitted(student, assignment)}."
        )
    if not students:
        raise CourseError(
            f"nothing was handed in for {assignment}: {course.root / 'submitted'} holds no "
            f"<student>/{assignment}/. "
            f"Collect first (autograder collect {assignment} SOURCE), or put the notebooks there."
        )
    return [student] if student else students


def _judge_again(course: Course, assignment: str, executor: Executor, twice: bool) -> None:
    """Judge the kept evidence of one assignment, and say what changed."""
    from autograder.evaluate.references import References
    from autograder.grading import judge_again, require_agreement
    from autograder.nbgrader_ext import gradebook
    from autograder.store import evidence_files

    gradebook.register(course, assignment)  # for points that changed
    references = References(course, assignment, executor.run_one)
    if twice:
        agreed = require_agreement(course, assignment, references)
        say(f"{assignment}: both judges agree on {agreed} submissions")
    changed = []
    total = len(evidence_files(course, assignment))
    with progress(f"Judging {assignment}", total) as (bar, task):
        for before, now in judge_again(course, assignment, references):
            changed += [(before, now)] if now != before else []
            bar.advance(task)
    for before, now in changed:
        say(f"{now.student}: {before.total:g} -> {now.total:g}")
    say(f"{assignment}: {len(changed)} verdicts changed")


def _graded(course: Course, assignment: str) -> list[Outcome]:
    from autograder.store import outcomes

    graded = outcomes(course, assignment)
    if not graded:
        raise CourseError(
            f"nothing of {assignment} is graded yet. Run: autograder grade {assignment}"
        )
    return graded


def _feedback(course: Course, assignment: str, jobs: int | None) -> None:
    from autograder.reports.feedback import write_feedback

    students = [outcome.student for outcome in _graded(course, assignment)]
    with progress(f"Feedback {assignment}", len(students)) as (bar, task):
        for _ in write_feedback(course, assignment, students, jobs):
            bar.advance(task)
    say_path("Feedback", course.root / "feedback")


def _report(course: Course, assignment: str) -> Path:
    from autograder import notebooks
    from autograder.reports.class_report import ClassReport

    report = ClassReport(course, course.assignment(assignment), _graded(course, assignment))
    paths = [course.root / "reports" / report.file(language) for language in course.languages]
    for path, language in zip(paths, course.languages, strict=True):
        notebooks.write(path, report.page(language))
    return paths[0]


def _sheets(
    course: Course, name: str, student: str | None, seed: int, jobs: int | None, sandbox: str
) -> list[Sheet]:
    from autograder.evaluate.executor import Executor, Setting
    from autograder.evaluate.questions import sheets

    graded = _graded(course, name)
    wanted = [one for one in graded if student in (None, one.student)]
    if not wanted:
        raise CourseError(f"{student} has nothing graded of {name}. Run: autograder grade {name}")
    with (
        Executor(Setting(sandbox, course.limits), jobs) as executor,
        progress(f"Asking {name}", len(wanted), console.errors) as (bar, task),
    ):
        asked = []
        for one in sheets(course, wanted, seed, executor.run_one, jobs):
            asked.append(one)
            bar.advance(task)
    return asked


def _export(course: Course, assignments: list[str], to: Path | None) -> Path:
    from autograder.reports.export import write_grades

    path = to or course.root / "grades.csv"
    if write_grades(course, assignments, path) == 0:
        raise CourseError("nothing is graded yet. Run: autograder grade ASSIGNMENT")
    return path


def _export_for(course: Course, names: list[str], to: Path | None, platform: ExportFor) -> None:
    from traitlets.config import Config

    from autograder.nbgrader_ext.exporters import CanvasExport, MoodleExport
    from autograder.nbgrader_ext.settings import configure

    plugins = {ExportFor.moodle: MoodleExport, ExportFor.canvas: CanvasExport}
    plugin = plugins[platform](config=configure(Config(), course.root))
    plugin.assignment, plugin.to = names, str(to or "")
    exported = plugin.written()
    for path in exported.files:
        say_path("Wrote", path)
    if exported.empty:
        say(f"No grade for {', '.join(exported.empty)}: nothing that was handed in could be read.")
    if exported.unknown:
        raise CourseError(
            f"not in the files: {', '.join(sorted(set(exported.unknown)))}. Write the id that "
            f"{platform} has for them into students.csv (column {platform}), and export again."
        )


def _hand_in_every_answer(course: Course, name: str, answers: Path, each: int) -> None:
    """A student for each answer."""
    from autograder import notebooks
    from autograder.tools.demo import class_of, lend_answers

    _released(course, name)
    weights = _trained(course, name)
    given = notebooks.read(course.exercise(course.languages[0], name))
    lend_answers(course, name, answers)
    _through_the_exchange(course, name, list(class_of(answers, given, weights, each)))


def _hand_in_as_a_class(course: Course, name: str, folder: Path, in_notebooks: bool) -> None:
    """A class of 24 hands in notebooks; or some of it files of C."""
    from autograder import notebooks
    from autograder.evaluate.answers import answers
    from autograder.tools.demo import lend_answers, put_in_place
    from autograder.tools.made_up_class import c_files, made_up_class

    tried = answers(folder)
    lend_answers(course, name, folder)
    if in_notebooks:
        weights = _trained(course, name)
        given = {one: notebooks.read(course.exercise(one, name)) for one in course.languages}
        hand_ins = list(made_up_class(tried, given, weights))
        _through_the_exchange(course, name, [(one.student, one.notebook) for one in hand_ins])
    else:
        hand_ins = list(c_files(tried))
    put_in_place(course, name, hand_ins)


def _released(course: Course, name: str) -> None:
    from autograder import notebooks
    from autograder.engine.engine import Engine
    from autograder.release.files import release as released_files

    with Engine("none", limits=course.limits) as engine:
        for path, text in released_files(course, name, engine).items():
            notebooks.write(path, text)


def _trained(course: Course, name: str) -> Weights:
    """Enter an assignment into the gradebook; returns the weights that its solution trains."""
    from autograder.engine.engine import Engine
    from autograder.nbgrader_ext.gradebook import register
    from autograder.tools.demo import trained

    register(course, name)
    with Engine("none", limits=course.limits) as engine:
        return trained(course, name, engine)


def _through_the_exchange(course: Course, name: str, hand_ins: list[tuple[str, str]]) -> None:
    """By nbgrader's own commands, as a real class would."""
    from autograder.tools.demo import Exchange

    exchange = Exchange(course, name, course.root / "exchange" / name)
    exchange.release()
    with progress(f"Handing in {name}", len(hand_ins)) as (bar, task):
        for student, text in hand_ins:
            exchange.hand_in(student, text)
            bar.advance(task)
    exchange.collect()


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
