"""Our steps in stock ``nbgrader autograde`` and ``nbgrader generate_feedback``: the same repair, seed and judge."""

from __future__ import annotations

import atexit
import os
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import ClearHiddenTests, Execute, NbGraderPreprocessor, OverwriteCells
from traitlets import Unicode

from autograder import course as registry
from autograder import metadata, notebooks
from autograder.engine.engine import Engine, Execution
from autograder.engine.limits import Limits
from autograder.engine.sandbox import SandboxUnavailable
from autograder.evaluate.accuracy import Measurer
from autograder.evaluate.outcome import Outcome, put_outcome, scores
from autograder.evaluate.references import draw_seed, execute_solution
from autograder.evaluate.repair import repair
from autograder.evaluate.verdicts import Judge, show_verdicts
from autograder.notebooks import is_setup
from autograder.release.steps import released
from autograder.states import State
from labkit.reference import resources

Step = tuple[NotebookNode, dict[str, Any]]


class CourseStep(NbGraderPreprocessor):
    """A step that knows the course directory."""

    root = Unicode(".", help="The course directory.").tag(config=True)

    @property
    def course(self) -> registry.Course:
        return registry.load(Path(self.root))


class Repair(CourseStep):
    """Repairs a submission before nbgrader reads its metadata, which one doubled cell would make it give up on."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        assignment, language = resources["nbgrader"]["assignment"], self.course.languages[0]
        solution = notebooks.read(self.course.solution(assignment))
        submission = repair(nb, solution, released(self.course, assignment, language))
        if submission.changes:
            self.log.info("repaired %s: %s", resources["nbgrader"]["student"], submission.summary)
        return submission.notebook, resources


class OverwriteOtherCells(OverwriteCells):
    """nbgrader's own step without the set-up cell: the gradebook has it in the course's first language alone."""

    def preprocess_cell(self, cell: NotebookNode, resources: dict[str, Any], index: int) -> Step:
        return (
            (cell, resources) if is_setup(cell) else super().preprocess_cell(cell, resources, index)
        )


class DrawSeed(NbGraderPreprocessor):
    """Draws the seed of this grading run, and hands it to the kernels through the environment."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        os.environ["LABKIT_SEED"] = str(_drawn_seed())
        return nb, resources


class ExecuteForked(Execute):
    """nbgrader's own execution without the cells to skip; it says how to go on where the sandbox is not available."""

    def preprocess_cell(self, cell: NotebookNode, resources: dict[str, Any], index: int) -> Step:
        return (
            (cell, resources)
            if metadata.of_cell(cell).skip
            else super().preprocess_cell(cell, resources, index)
        )

    def preprocess(self, nb: NotebookNode, *arguments: Any, **options: Any) -> Step:
        try:
            return super().preprocess(nb, *arguments, **options)
        except SandboxUnavailable as error:
            error.add_note(
                "nbgrader's own commands know no --sandbox: type LABKIT_SANDBOX=none nbgrader autograde ..."
            )
            raise


class JudgeEvidence(CourseStep):
    """Judges the executed notebook against the solution's evidence; the verdicts come where nbgrader reads them."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        names, language = resources["nbgrader"], metadata.of_notebook(nb).language
        path = self.course.solution(names["assignment"])
        reference = _reference(path, _drawn_seed())
        measurer = Measurer(lambda: reference, notebooks.read(path), _drawn_seed(), self._measure)
        measurer.replace_accuracies(names["student"], nb)
        verdicts = Judge(reference).verdicts(nb)
        show_verdicts(nb, verdicts, language)
        outcome = Outcome(
            names["student"],
            names["assignment"],
            State.GRADED,
            "",
            _drawn_seed(),
            key="",
            language=language,
        )
        put_outcome(nb, replace(outcome, **scores(verdicts)))
        return nb, resources

    def _measure(self, *task: Any) -> Execution:
        return _engine(self.course.root).execute(*task)


class HideHiddenTests(ClearHiddenTests):
    """Takes hidden probes out of the feedback; stock nbgrader shows them."""


@lru_cache
def _drawn_seed() -> int:
    return draw_seed()


@lru_cache
def _engine(root: Path) -> Engine:
    """Where handed-in weights are measured: behind the same walls as the submissions."""
    limits = registry.load(root).limits
    engine = Engine(os.environ.get("LABKIT_SANDBOX", "full"), limits=limits, public=[resources()])
    atexit.register(engine.close)
    return engine


@lru_cache
def _reference(solution: Path, seed: int) -> NotebookNode:
    with Engine("none", limits=Limits(sanitizers=True)) as engine:
        return execute_solution(notebooks.read(solution), seed, engine.execute)
