"""How this course sets up nbgrader: folders, gradebook, and where our steps join its own.

Stock ``nbgrader autograde`` and ``generate_feedback`` thus use the same repair, seed and judge.
"""

from __future__ import annotations

import atexit
import errno
import math
import os
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import nbgrader
from nbconvert.preprocessors import ClearMetadataPreprocessor
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell
from nbgrader import preprocessors as stock
from nbgrader.plugins import LateSubmissionPlugin
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import List, Unicode
from traitlets.config import Config

from autograder import metadata, notebooks, registry, release_steps
from autograder.course import Course
from autograder.engine import provisioner
from autograder.engine.engine import Engine
from autograder.engine.execution import Execution
from autograder.engine.limits import Limits
from autograder.engine.sandbox import SandboxUnavailable
from autograder.gradebook import attempts, database
from autograder.gradebook.attempts import after_late_days
from autograder.gradebook.database import key_of
from autograder.judging.accuracy import Measurer
from autograder.judging.outcome import Key, Outcome, scores_of, write_outcome
from autograder.judging.references import draw_seed, execute_solution, version_of
from autograder.judging.verdicts import Judge, hide_probes, show_verdicts
from autograder.nbgrader_plugins.exchange import (
    CollectPlainFiles,
    ReleaseAllFeedback,
    ReleaseInTime,
)
from autograder.notebooks import Cell, grade_id, is_setup
from autograder.release_steps import RELEASE_STEPS, Step, configure_steps
from autograder.reports import rendered, sanitized
from autograder.reports.feedback_page import FeedbackExporter, figures_in
from autograder.runtime import PASSED_ON, RUNTIME, STOCK_RUNTIME
from autograder.states import State
from autograder.submission.decode import LARGEST_NOTEBOOK
from autograder.submission.handed_in import notebook_in
from autograder.submission.repair import repair
from labkit.reference import PUBLIC_SEED
from labkit.source import trimmed

_TEMPLATES = Path(__file__).parent / "templates"
_NBGRADERS = Path(nbgrader.__file__).parent / "server_extensions" / "formgrader" / "templates"


class CourseStep(NbGraderPreprocessor):
    """A step that knows the course directory."""

    root = Unicode(".", help="The course directory.").tag(config=True)

    @property
    def course(self) -> Course:
        """The registry as it is now."""
        return registry.load(Path(self.root))


class Repair(CourseStep):
    """Repairs a submission before nbgrader reads its metadata."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        names = resources["nbgrader"]
        course = self.course
        assignment = course.assignment(names["assignment"])
        given = (release_steps.released(assignment, language) for language in course.languages)
        submission = repair(nb, notebooks.read(assignment.solution), *given)
        if submission.changes:
            self.log.info("repaired %s: %s", names["student"], submission.summary)
        return submission.notebook, resources


class OverwriteOtherCells(stock.OverwriteCells):
    """nbgrader's own step without the set-up cell, and without the sources of the others."""

    def preprocess_cell(self, cell: NotebookNode, resources: dict[str, Any], index: int) -> Step:
        # The gradebook has the set-up cell in the course's first language alone.
        if is_setup(cell):
            return cell, resources
        # Nor does it have code in the student's language, in which Repair restored the given cells.
        own = cell.source
        cell, resources = super().preprocess_cell(cell, resources, index)
        cell.source = own
        return cell, resources


class DrawSeed(NbGraderPreprocessor):
    """Draws the seed of this grading run, and hands it to the kernels through the environment."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        # nbgrader starts kernels itself and passes nothing on but the environment.
        os.environ["LABKIT_SEED"] = str(_drawn_seed())
        return nb, resources


class ExecuteForked(CourseStep, stock.Execute):
    """nbgrader's own execution without the cells to skip, in the assignment's own time."""

    def preprocess_cell(self, cell: NotebookNode, resources: dict[str, Any], index: int) -> Step:
        if metadata.of_cell(cell).skip:
            return cell, resources
        return super().preprocess_cell(cell, resources, index)

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any], **options: Any) -> Step:
        assignment = self.course.assignment(resources["nbgrader"]["assignment"])
        # Not in the configuration, which nbgrader has once for all assignments. Whole seconds.
        self.timeout = math.ceil(assignment.limits.cell_seconds)
        try:
            return super().preprocess(nb, resources, **options)
        except SandboxUnavailable as error:
            # nbgrader prints the error as it is, so it must say what to do next.
            error.add_note(
                "nbgrader's own commands have no option --sandbox. Type: LABKIT_SANDBOX=none "
                "nbgrader autograde ..."
            )
            raise


class JudgeEvidence(CourseStep):
    """Judges the executed notebook; the verdicts come where nbgrader reads them."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        student, assignment = (resources["nbgrader"][name] for name in ("student", "assignment"))
        language = metadata.of_notebook(nb).language or self.course.languages[0]
        seed = _drawn_seed()
        path = self.course.assignment(assignment).solution
        reference, solution = _reference(path, seed), notebooks.read(path)
        measurer = Measurer(lambda: reference, solution, seed, self._measure)
        measurer.replace_accuracies(student, nb)
        verdicts = Judge(reference, _reference(path, PUBLIC_SEED)).verdicts(nb)
        show_verdicts(nb, verdicts, language)
        hide_probes(nb, solution)
        # Without the submission's hash, so that ``autograder grade`` never takes it for unchanged.
        key = Key(solution=version_of(solution))
        outcome = Outcome(
            student, assignment, state=State.GRADED, seed=seed, key=key, language=language
        )
        write_outcome(nb, replace(outcome, **scores_of(verdicts)))
        return nb, resources

    def _measure(self, *task: Any, **options: Any) -> Execution:
        return _engine(self.course.root).execute(*task, **options)


class CoursePenalty(LateSubmissionPlugin):
    """What a late hand-in costs by course.toml; where that is silent, nbgrader's own setting."""

    root = Unicode(".", help="The course directory.").tag(config=True)

    def late_submission_penalty(
        self, student_id: str, score: float, total_seconds_late: float
    ) -> float | None:
        """As nbgrader asks; the assignment is that of the step which asks."""
        assignment = registry.load(Path(self.root)).assignment(self.parent.assignment_id)
        left = after_late_days(assignment, student_id, total_seconds_late)
        if assignment.late is None:
            return super().late_submission_penalty(student_id, score, left) if left else None
        return assignment.late.penalty(score, left)


class HideHiddenTests(stock.ClearHiddenTests):
    """Takes hidden probes out of the feedback, where stock nbgrader shows them."""

    def preprocess_cell(self, cell: NotebookNode, resources: dict[str, Any], index: int) -> Step:
        # Marks in a student's cell are the student's own, and an unclosed one would raise.
        if not notebooks.is_check(cell):
            return cell, resources
        return super().preprocess_cell(cell, resources, index)


class ShowGrades(CourseStep):
    """Puts grades and comments from the gradebook into the cells, and what is not graded yet."""

    # nbgrader's own step queries each cell separately, and does not tell who waits for a person.

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        names = resources["nbgrader"]
        with database.opened(self.course) as gradebook:
            submission = gradebook.find_submission_notebook(
                names["notebook"], names["assignment"], names["student"]
            )
            grades = {grade.name: grade for grade in submission.grades}
            comments = {comment.name: comment for comment in submission.comments}
            for cell in nb.cells:
                name, entry = grade_id(cell), cell.metadata.get("nbgrader")
                if comment := comments.get(name):
                    # By default nbgrader comments, in English, on cells that were left as given.
                    entry.comment = comment.manual_comment
                    entry.untouched = bool(comment.auto_comment)
                if grade := grades.get(name):
                    entry.score, entry.points = grade.score, grade.max_score
                    entry.waits = bool(grade.needs_manual_grade)
                    if grade.manual_score is not None and grade.auto_score is not None:
                        entry.automatic = grade.auto_score
            names["late_penalty"] = submission.late_submission_penalty or 0
            names["key"] = key_of(gradebook)
        return nb, resources


class ShowHandedInFigures(CourseStep):
    """Brings the pictures that the student handed in to the cells that grading does not run."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        names = resources["nbgrader"]
        assignment = self.course.assignment(names["assignment"])
        folder = attempts.counting(assignment, names["student"])
        handed_in = notebook_in(folder, assignment.id, LARGEST_NOTEBOOK)
        known = partial(notebooks.given_text, assignment)
        pictures = figures_in(handed_in, known) if handed_in else {}
        for cell in nb.cells:
            if not cell.get("outputs") and trimmed(cell.source) in pictures:
                cell.outputs = pictures[trimmed(cell.source)]
        return nb, resources


class ShowRubrics(CourseStep):
    """Puts the solution's text, model answer and rubric, below each written answer."""

    display_data_priority: List[str] = List().tag(config=True)  # as in KeepWhatIsShown

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        path = self.course.assignment(resources["assignment_id"]).solution
        # A submission is shown even if its solution is gone.
        solved = notebooks.cells(notebooks.read(path)) if path.exists() else []
        texts = {cell.id: cell.source for cell in solved if _is_written(cell)}
        # The formgrader's style sheet hides the sign that a summary can be folded.
        summary = '<summary style="display: list-item">From your solution</summary>'
        for place, cell in reversed(list(enumerate(notebooks.cells(nb)))):
            if _is_written(cell) and cell.id in texts:
                text = f"<details open>{summary}\n\n{texts[cell.id]}\n\n</details>"
                nb.cells.insert(place + 1, new_markdown_cell(text))
        return nb, resources


def _is_written(cell: Cell) -> bool:
    return cell.kind == "markdown" and cell.is_blank and cell.points > 0


# nbgrader creates its steps again for each submission, so what they share is kept here.
@lru_cache
def _drawn_seed() -> int:
    return draw_seed()


@lru_cache
def _engine(root: Path) -> Engine:
    """The engine that measures handed-in weights: in the same sandbox as the submissions."""
    limits = registry.load(root).limits
    engine = Engine(os.environ.get("LABKIT_SANDBOX", "full"), limits, RUNTIME)
    atexit.register(engine.close)
    return engine


@lru_cache
def _reference(solution: Path, seed: int) -> NotebookNode:
    with Engine("none", Limits(sanitizers=True), RUNTIME) as engine:
        return execute_solution(notebooks.read(solution), seed, engine.execute)


# Repair comes first: the others give up on a notebook whose metadata is damaged.
SANITIZE_STEPS = [Repair, stock.OverwriteKernelspec, OverwriteOtherCells, stock.CheckCellMetadata]
GRADING_STEPS = [
    DrawSeed,
    ExecuteForked,
    JudgeEvidence,
    ClearMetadataPreprocessor,
    stock.LimitOutput,
    stock.SaveAutoGrades,
    stock.AssignLatePenalties,
    stock.CheckCellMetadata,
]
FEEDBACK_STEPS = [HideHiddenTests, ShowGrades, ShowHandedInFigures]


def configure_formgrader(config: Config, course: Course) -> None:
    """Write into a nbgrader configuration how the formgrader shows a submission.

    Args:
        config: nothing else of nbgrader reads what is set here.
        course: whose solutions hold the rubrics.
    """
    config.ShowRubrics.root = str(course.root)
    exporter = config.HTMLExporter
    exporter.preprocessors = [rendered.KeepWhatIsShown, ShowRubrics]
    exporter.sanitize_html = True
    exporter.filters = {
        "clean_html": sanitized.clean,
        "markdown2html": rendered.markdown,
        # nbconvert marks every name and sign, and parses the page once more. Without these marks,
        # and with given cells coloured once for all, the server works 1.2 s, not 1.8, on the first
        # submission of 02, and 0.6 s, not 1.5, on each other: `make bench-formgrader`.
        "highlight_code": lambda source, metadata=None: rendered.code(source),
    }
    # The first that has a template gives it: of ours there is one, in the place of MathJax.
    exporter.extra_template_basedirs = [str(_TEMPLATES), str(_NBGRADERS)]


def configure(config: Config, root: Path) -> Config:
    """Write this course's settings into a nbgrader configuration.

    Args:
        config: what ``get_config()`` gives in a ``nbgrader_config.py``.
        root: the course directory.
    """
    course = registry.load(root)
    # nbgrader knows one release folder, so another language is named from outside.
    language = os.environ.get("LABKIT_LANGUAGE", course.languages[0])
    config.CourseDirectory.root = str(course.root)
    config.CourseDirectory.course_id = course.id
    config.CourseDirectory.db_url = course.db_url
    # nbgrader reads them from the course directory, where the repository may be another folder.
    home = Path(os.path.relpath(course.home, course.root))
    config.CourseDirectory.source_directory = str(home / "solutions")
    config.CourseDirectory.release_directory = str(home / "exercises" / language)
    for name in ("CourseStep", "CoursePenalty", "LmsExport"):
        config[name].root = str(course.root)
    config.AssignLatePenalties.plugin_class = CoursePenalty
    configure_steps(config, course, language)
    config.GenerateAssignment.preprocessors = RELEASE_STEPS
    config.Autograde.sanitize_preprocessors = SANITIZE_STEPS
    config.Autograde.autograde_preprocessors = GRADING_STEPS
    config.GenerateFeedback.preprocessors = FEEDBACK_STEPS
    config.GenerateFeedback.exporter_class = FeedbackExporter
    config.FeedbackExporter.root = str(course.root)
    config.ExchangeFactory.release_assignment = ReleaseInTime
    config.ExchangeFactory.collect = CollectPlainFiles
    config.ExchangeFactory.release_feedback = ReleaseAllFeedback
    configure_formgrader(config, course)
    return config


def serve_stock(config: Config, root: Path) -> Config:
    """Set up nbgrader's own commands, and their kernels: forked, in the sandbox.

    ``LABKIT_SANDBOX=none`` in the environment takes the sandbox away; nothing else does.

    Args:
        config: what ``get_config()`` gives in a ``nbgrader_config.py``.
        root: the course directory.
    """
    configure(config, root)
    course = registry.load(root)
    folder = course.private / "jupyter"
    sandbox = os.environ.get("LABKIT_SANDBOX", "full")
    # nbgrader's kernels have one specification for all assignments.
    sanitizers = any(assignment.limits.sanitizers for assignment in course.assignments)
    limits = replace(course.limits, sanitizers=sanitizers)
    try:
        provisioner.write_kernelspec(folder, sandbox, limits, STOCK_RUNTIME, PASSED_ON)
    except OSError as error:
        # Who may only read the course asks for its settings as well, and starts no kernel in it.
        if error.errno not in (errno.EACCES, errno.EROFS):
            raise
    # Jupyter reads the variable when it looks for a kernel: after nbgrader has read its settings.
    known = os.environ.get("JUPYTER_PATH", "").split(os.pathsep)
    if str(folder) not in known:
        os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(folder), *known]))
    config.ExecuteForked.kernel_name = provisioner.KERNEL
    return config
