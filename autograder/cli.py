"""The command ``autograder``. What takes long to import is imported by the commands that need it: --help is quick."""

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

from autograder import console, course
from autograder.console import progress, say, say_path
from autograder.course import Course, CourseError
from autograder.engine.sandbox import SandboxUnavailable
from autograder.evaluate.outcome import Outcome
from autograder.states import State

if TYPE_CHECKING:
    from autograder.engine.launcher import ForkServer
    from autograder.evaluate.executor import Executor

atexit.register(
    gc.freeze
)  # Python would otherwise look through everything once more, half a second, before it ends

app = typer.Typer(
    help="Release, grade and report the course's assignments. Run it in the course directory.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


class Sandbox(enum.StrEnum):
    """The walls around students' code."""

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
Walls = Annotated[
    Sandbox,
    typer.Option("--sandbox", help="'none' runs students' code with limits but without walls."),
]
OurWalls = Annotated[
    Sandbox | None,
    typer.Option("--sandbox", help="Default: 'full' where this machine can give it."),
]


@app.command()
def release(
    assignments: Assignments = None,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; fail if anything released is stale.")
    ] = False,
    course_dir: CourseDir = Path("."),
) -> None:
    """Make students' notebooks (exercises/) and recorded references (resources/) from the solutions."""
    from autograder import notebooks
    from autograder.engine.engine import Engine
    from autograder.nbgrader_ext.gradebook import register
    from autograder.release.files import stale

    with _clear_errors():
        found = course.load(course_dir)
        with Engine("none", limits=found.limits) as engine:
            for assignment in found.select(assignments):
                files = stale(found, assignment.id, engine)
                if check and files:
                    _fail_as_stale(list(files), found)
                for path, text in files.items():
                    notebooks.write(path, text)
                    say(f"wrote {path.relative_to(found.root)}")
                if not files:
                    say(f"{assignment.id}: everything released is current")
                if not check:
                    register(found, assignment.id)


@app.command()
def grade(
    assignments: Annotated[list[str], typer.Argument(help="Ids of the assignments.")],
    student: Annotated[str | None, typer.Option(help="Only this student.")] = None,
    jobs: Jobs = None,
    force: Annotated[
        bool, typer.Option("--force", help="Grade again what has not changed, too.")
    ] = False,
    sandbox: Walls = Sandbox.full,
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Execute on this Dask cluster (tcp://host:8786)."),
    ] = None,
    course_dir: CourseDir = Path("."),
) -> None:
    """Execute, judge and save what students have handed in (submitted/<student>/<assignment>/)."""
    with _clear_errors():
        found = course.load(course_dir)
        selected = found.select(assignments)
        names = [assignment.id for assignment in selected]
        unreadable = _grade(found, names, student, jobs, force, sandbox.value, scheduler)
        if unreadable:
            names = "; ".join(
                f"{outcome.student}/{outcome.assignment}: {outcome.reason}"
                for outcome in unreadable
            )
            raise CourseError(
                f"not readable, graded as 0: {names}. Ask for the file again; everything else is graded."
            )


@app.command("try")
def try_(
    assignment: Annotated[str, typer.Argument(help="Id of the assignment.")],
    answers: Annotated[
        Path | None,
        typer.Option(
            help="Folder of <blank>/right/*.py and <blank>/wrong/*.py; default: answers/<id>."
        ),
    ] = None,
    jobs: Jobs = None,
    sandbox: OurWalls = None,
    course_dir: CourseDir = Path("."),
) -> None:
    """Try right and wrong answers; fail if a right one is not full or a wrong one is."""
    from autograder.evaluate.executor import Executor, Setting
    from autograder.tools import trial

    with _clear_errors():
        found = course.load(course_dir)
        name = found.assignment(assignment).id
        tried = trial.answers(answers or found.root / "answers" / name)
        with (
            Executor(Setting(_walls(sandbox), found.limits), jobs) as executor,
            progress("Trying", len(tried)) as (bar, task),
        ):
            trials = []
            for one in trial.try_answers(found, name, tried, executor):
                trials.append(one)
                bar.advance(task)
        console.show_trials(sorted(trials, key=lambda one: tried.index(one.answer)))
        wrong = sum(not one.is_as_it_should_be for one in trials)
        say(f"{len(trials)} answers tried, {wrong} misjudged")
        raise typer.Exit(1 if wrong else 0)


@app.command()
def judge(assignments: Assignments = None, course_dir: CourseDir = Path(".")) -> None:
    """Give new verdicts from the kept evidence, without running a submission (after a change of points or tolerance)."""
    from autograder.evaluate.executor import Executor, Setting
    from autograder.evaluate.references import References
    from autograder.grading import judge_again
    from autograder.nbgrader_ext import gradebook
    from autograder.store import evidence_files, only_grader

    with _clear_errors():
        found = course.load(course_dir)
        with only_grader(found), Executor(Setting("none", found.limits), 1) as executor:
            for assignment in found.select(assignments):
                gradebook.register(found, assignment.id)
                references = References(found, assignment.id, executor.run_one)
                with progress(
                    f"Judging {assignment.id}", len(evidence_files(found, assignment.id))
                ) as (bar, task):
                    changed = []
                    for before, now in judge_again(found, assignment.id, references):
                        changed += [(before, now)] if now != before else []
                        bar.advance(task)
                for before, now in changed:
                    say(f"{now.student}: {before.total:g} -> {now.total:g}")
                say(f"{assignment.id}: {len(changed)} verdicts changed")


@app.command()
def feedback(
    assignments: Assignments = None, jobs: Jobs = None, course_dir: CourseDir = Path(".")
) -> None:
    """Write a HTML page for each graded submission (feedback/<student>/<assignment>/)."""
    with _clear_errors():
        found = course.load(course_dir)
        for assignment in found.select(assignments):
            _feedback(found, assignment.id, jobs)


@app.command()
def report(assignments: Assignments = None, course_dir: CourseDir = Path(".")) -> None:
    """Write the class report in HTML (reports/<assignment>.html)."""
    with _clear_errors():
        found = course.load(course_dir)
        for assignment in found.select(assignments):
            say_path("Class report", _report(found, assignment.id))


@app.command()
def export(
    assignments: Assignments = None,
    to: Annotated[
        Path | None,
        typer.Option(help="The file to write; default: grades.csv in the course directory."),
    ] = None,
    course_dir: CourseDir = Path("."),
) -> None:
    """Write all points and states as CSV."""
    with _clear_errors():
        found = course.load(course_dir)
        say_path(
            "Grades",
            _export(found, [assignment.id for assignment in found.select(assignments)], to),
        )


@app.command()
def demo(
    assignments: Annotated[
        list[str] | None,
        typer.Argument(help="Ids of assignments; the first of the course if none."),
    ] = None,
    folder: Annotated[Path, typer.Option(help="Where to play; emptied first.")] = Path("course"),
    answers: Annotated[
        Path | None,
        typer.Option(
            help="Folder of <assignment>/<blank>/right/*.py and wrong/*.py; default: answers."
        ),
    ] = None,
    each: Annotated[
        int,
        typer.Option(min=1, help="Right, and wrong, answers of each blank to make students of."),
    ] = 10,
    jobs: Jobs = None,
    sandbox: OurWalls = None,
    course_dir: CourseDir = Path("."),
) -> None:
    """Release an assignment, let a made-up class hand it in, grade it, and show where everything lies."""
    from autograder.tools.demo import prepare

    with _clear_errors():
        repository = course.load(course_dir)
        played = prepare(repository, folder.resolve())
        chosen = [
            assignment.id for assignment in played.select(assignments or [played.assignments[0].id])
        ]
        for name in chosen:
            _play(
                played,
                name,
                (answers or repository.root / "answers") / name,
                each,
                jobs,
                _walls(sandbox),
            )
        say_path("Grades", _export(played, chosen, None))
        say(
            "Look at the class report first, then at the feedback of a student who got something wrong."
        )


@app.command()
def doctor(course_dir: CourseDir = Path(".")) -> None:
    """Say what this machine has and lacks, and how to mend it."""
    from autograder.tools.doctor import examine

    with _clear_errors():
        registry = course_dir / course.REGISTRY
        findings = list(examine(course.load(course_dir).repository if registry.is_file() else None))
        console.show_findings(findings)
        raise typer.Exit(
            1 if any(finding.needed and not finding.good for finding in findings) else 0
        )


def _grade(
    found: Course,
    names: list[str],
    student: str | None,
    jobs: int | None,
    force: bool,
    sandbox: str,
    scheduler: str | None = None,
) -> list[Outcome]:
    """Grade assignments; returns the submissions that could not be read."""
    gc.disable()  # a million objects are imported, and none goes
    with _fork_server(sandbox) as server:  # imports torch while we import the rest
        from autograder.evaluate.executor import Executor, Setting
        from autograder.store import only_grader

        _collect_less()
        with (
            only_grader(found),
            Executor(Setting(sandbox, found.limits), jobs, scheduler, server) as executor,
        ):
            outcomes = [_grade_assignment(found, name, executor, student, force) for name in names]
    return [outcome for fresh in outcomes for outcome in fresh if outcome.state == State.UNREADABLE]


def _collect_less() -> None:
    """What was imported stays, and of a notebook's thousands of objects few lie in cycles; looking took a tenth of the time."""
    gc.freeze()
    gc.set_threshold(10_000)
    gc.enable()


def _fork_server(sandbox: str) -> ForkServer:
    from autograder.engine.launcher import ForkServer
    from labkit.reference import resources

    return ForkServer(sandbox, [resources()])


def _grade_assignment(
    found: Course, name: str, executor: Executor, student: str | None, force: bool
) -> list[Outcome]:
    """Grade one assignment and show it; returns what was graded afresh."""
    from autograder.grading import Grader
    from autograder.store import outcomes

    handed_in = _students(found, name, student)
    grader = Grader(found, name, executor)
    waiting = grader.jobs(handed_in, force)
    fresh: list[Outcome] = []
    with progress(f"Grading {name}", len(waiting)) as (bar, task):
        for outcome in grader.grade(waiting):
            fresh.append(outcome)
            bar.advance(task)
    console.show_outcomes(
        outcome for outcome in outcomes(found, name) if outcome.student in handed_in
    )
    say(f"{name}: {len(fresh)} graded, {len(handed_in) - len(fresh)} unchanged")
    return fresh


def _students(found: Course, assignment: str, student: str | None) -> list[str]:
    handed_in = found.students(assignment)
    if student is not None and student not in handed_in:
        raise CourseError(
            f"{student} handed in nothing for {assignment}: there is no {found.submitted(student, assignment)}."
        )
    if not handed_in:
        raise CourseError(
            f"nothing was handed in for {assignment}: {found.root / 'submitted'} holds no <student>/{assignment}/. "
            "Collect first (nbgrader collect), or put the notebooks there."
        )
    return [student] if student else handed_in


def _graded(found: Course, assignment: str) -> list[Outcome]:
    from autograder.store import outcomes

    graded = outcomes(found, assignment)
    if not graded:
        raise CourseError(
            f"nothing of {assignment} is graded yet. Run: autograder grade {assignment}"
        )
    return graded


def _feedback(found: Course, assignment: str, jobs: int | None) -> None:
    from autograder.reports.feedback import write_feedback

    students = [outcome.student for outcome in _graded(found, assignment)]
    with progress(f"Feedback {assignment}", len(students)) as (bar, task):
        for _ in write_feedback(found, assignment, students, jobs):
            bar.advance(task)
    say_path("Feedback", found.root / "feedback")


def _report(found: Course, assignment: str) -> Path:
    from autograder import notebooks
    from autograder.reports.class_report import report as page

    path = found.root / "reports" / f"{assignment}.html"
    notebooks.write(path, page(found, found.assignment(assignment), _graded(found, assignment)))
    return path


def _export(found: Course, assignments: list[str], to: Path | None) -> Path:
    from autograder.reports.export import write_grades

    path = to or found.root / "grades.csv"
    if write_grades(found, assignments, path) == 0:
        raise CourseError("nothing is graded yet. Run: autograder grade ASSIGNMENT")
    return path


def _play(
    played: Course, name: str, answers: Path, each: int, jobs: int | None, sandbox: str
) -> None:
    from autograder import notebooks
    from autograder.engine.engine import Engine
    from autograder.nbgrader_ext.gradebook import register
    from autograder.release.files import release as released_files
    from autograder.tools.demo import Exchange, class_of, trained

    with Engine("none", limits=played.limits) as engine:
        for path, text in released_files(played, name, engine).items():
            notebooks.write(path, text)
        kept = trained(played, name, engine)
    register(played, name)
    exchange = Exchange(played, name, played.root / "exchange" / name)
    exchange.release()
    given = notebooks.read(played.exercise(played.languages[0], name))
    students = list(class_of(answers, given, kept, each))
    with progress(f"Handing in {name}", len(students)) as (bar, task):
        for student, text in students:
            exchange.hand_in(student, text)
            bar.advance(task)
    exchange.collect()
    _grade(played, [name], None, jobs, False, sandbox)
    _feedback(played, name, jobs)
    say_path("Class report", _report(played, name))


def _walls(wanted: Sandbox | None) -> str:
    """For code that is our own: the full sandbox where there is one, and a line where there is none."""
    from autograder.engine.sandbox import protections

    if wanted is not None:
        return wanted.value
    missing = [line.note for line in protections() if not line.available]
    if missing:
        say(
            f"[yellow]Without the sandbox[/], which is fine for the course's own answers: {escape(missing[0])}"
        )
    return "none" if missing else "full"


def _fail_as_stale(paths: list[Path], course_: Course) -> None:
    names = ", ".join(str(path.relative_to(course_.root)) for path in paths)
    raise CourseError(f"stale: {names}. Run: autograder release")


@contextmanager
def _clear_errors() -> Iterator[None]:
    """Bad input ends in one clear line on stderr and exit status 1."""
    try:
        yield
    except (CourseError, SandboxUnavailable) as error:
        console.errors.print(
            f"[bold red]Error:[/] {escape(str(error))}", highlight=False, soft_wrap=True
        )
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        console.errors.print(
            "Stopped. What was finished is saved; run the same command again to go on."
        )
        raise typer.Exit(130) from None
