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
    typer.Option(help="The file to write; default: grades.csv in the course directory."),
]
DemoAssignments = Annotated[
    list[str] | None,
    typer.Argument(help="Ids of assignments; the first of the course if none."),
]
DemoFolder = Annotated[Path, typer.Option(help="Where to play; emptied first.")]
AnswersOfEach = Annotated[
    int,
    typer.Option(min=1, help="Right, and wrong, answers of each blank to make students of."),
]


@app.command(
    help="Make students' notebooks (exercises/) and recorded references (resources/) "
    "from the solutions."
)
def release(
    assignments: Assignments = None, check: Check = False, course_dir: CourseDir = Path(".")
) -> None:
    from autograder.engine.engine import Engine
    from autograder.nbgrader_ext.gradebook import register
    from autograder.release.files import stale

    with _clear_errors():
        course = registry.load(course_dir)
        with Engine("none", limits=course.limits) as engine:
            for assignment in course.select(assignments):
                files = stale(course, assignment.id, engine)
                if check:
                    _fail_if_stale(list(files), course)
                _write_release(course, assignment.id, files)
                if not check:
                    register(course, assignment.id)


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
        with (
            Executor(Setting(_sandbox_or_none(sandbox), course.limits), jobs) as executor,
            progress("Trying", len(tried), console.errors) as (bar, task),
        ):
            for one in try_answers(course, name, tried, executor):
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
    assignments: Assignments = None, to: GradesFile = None, course_dir: CourseDir = Path(".")
) -> None:
    """Write all points and states as CSV."""
    with _clear_errors():
        course = registry.load(course_dir)
        names = [assignment.id for assignment in course.select(assignments)]
        say_path("Grades", _export(course, names, to))


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
    help="Release an assignment, let a made-up class hand it in, grade it, "
    "and show where everything lies."
)
def demo(
    assignments: DemoAssignments = None,
    folder: DemoFolder = Path("course"),
    answers: AnswersOfCourse = None,
    each: AnswersOfEach = 10,
    jobs: Jobs = None,
    sandbox: OptionalSandbox = None,
    course_dir: CourseDir = Path("."),
) -> None:
    from autograder.tools.demo import prepare

    with _clear_errors():
        repository = registry.load(course_dir)
        course = prepare(repository, folder.resolve())
        names = [one.id for one in course.select(assignments or [course.assignments[0].id])]
        for name in names:
            kind = _sandbox_or_none(sandbox)
            _hand_in(course, name, (answers or repository.root / "answers") / name, each)
            _grade(course, [name], None, jobs, False, kind)
            _feedback(course, name, jobs)
            say_path("Class report", _report(course, name))
        say_path("Grades", _export(course, names, None))
        say(
            "Look at the class report first, then at the feedback of a student "
            "who got something wrong."
        )


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
) -> list[Outcome]:
    """Grade assignments; returns the submissions that could not be read."""
    # It imports torch while we import the rest, so these imports stand below its start.
    with _fork_server(sandbox) as server:
        from autograder.evaluate.executor import Executor, Setting
        from autograder.store import only_grader

        setting = Setting(sandbox, course.limits)
        with only_grader(course), Executor(setting, jobs, scheduler, server) as executor:
            graded = [
                _grade_assignment(course, one, executor, student, force, names)
                for one in assignments
            ]
    return [outcome for fresh in graded for outcome in fresh if outcome.state == State.UNREADABLE]


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
) -> list[Outcome]:
    """Grade one assignment and show it; returns what was graded afresh."""
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
            "Collect first (nbgrader collect), or put the notebooks there."
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
    from autograder.reports.class_report import report as page

    path = course.root / "reports" / f"{assignment}.html"
    notebooks.write(path, page(course, course.assignment(assignment), _graded(course, assignment)))
    return path


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


def _hand_in(course: Course, name: str, answers: Path, each: int) -> None:
    """Release an assignment of the demonstration, and let its made-up class hand it in."""
    from autograder import notebooks
    from autograder.engine.engine import Engine
    from autograder.nbgrader_ext.gradebook import register
    from autograder.release.files import release as released_files
    from autograder.tools.demo import Exchange, class_of, trained

    with Engine("none", limits=course.limits) as engine:
        for path, text in released_files(course, name, engine).items():
            notebooks.write(path, text)
        weights = trained(course, name, engine)
    register(course, name)
    exchange = Exchange(course, name, course.root / "exchange" / name)
    # Through nbgrader's own commands, as a real class would.
    exchange.release()
    # With them grading can name mistakes: most of this class makes one that is known.
    course.answers(name).parent.mkdir(exist_ok=True)
    course.answers(name).symlink_to(answers.resolve())
    given = notebooks.read(course.exercise(course.languages[0], name))
    students = list(class_of(answers, given, weights, each))
    with progress(f"Handing in {name}", len(students)) as (bar, task):
        for student, text in students:
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
