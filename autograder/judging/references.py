"""References: the solution, executed once with each seed; they stay on the instructor's machine."""

from __future__ import annotations

import ast
import hashlib
import secrets
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from autograder import notebooks
from autograder.course import Assignment, CourseError
from autograder.engine.execution import Execution
from autograder.judging.outcome import in_words
from autograder.judging.verdicts import Judge, evidence_of, require_complete
from autograder.submission.parts import plan_of
from autograder.submission.training import without_training
from labkit.evidence import Record
from labkit.judge import compare
from labkit.language import LANGUAGES
from labkit.reference import PUBLIC_SEED

Run = Callable[..., Execution]
# Arguments of recording calls that only the judge and the card read, from the reference.
_JUDGED = frozenset(("share", "warnings", "rtol", "atol", "at_least", "backing", *LANGUAGES))
# The methods of labkit's checks and subjects that record, or make what records.
_RECORDING = frozenset(
    ("record", "result", "accuracy", "both", "at", "output", "output_at", "gradient")
    + ("gradient_at", "same_by", "is_module", "refuses", "prints", "side_by_side", "used_again")
    + ("usual", "function", "module", "c_function", "of")
)


def draw_seed() -> int:
    """The seed of a grading run, which no student can know beforehand."""
    # Never 0, which is the public seed of the classroom.
    return 1 + secrets.randbelow(2**31 - 1)


class References:
    """The references of one assignment, kept in the course's private folder.

    Args:
        assignment: whose solution.
        run: executes a trusted notebook: :meth:`autograder.engine.pool.Executor.run_one`.
    """

    def __init__(self, assignment: Assignment, run: Run) -> None:
        self.solution = notebooks.read(assignment.solution)
        self.version = version_of(self.solution)
        self._folder = assignment.course.private / "references" / assignment.id
        self._run = partial(run, limits=assignment.limits)
        self._known: dict[int, NotebookNode] = {}
        self._judges: dict[int, Judge] = {}

    def executed(self, seed: int) -> NotebookNode:
        """The solution executed with a seed; from disk, if it ran before and has not changed.

        Raises:
            CourseError: the solution does not run to its end within the limits.
        """
        if seed not in self._known:
            # On disk, too: `autograder judge` compares with it again, days after the run.
            path = self._path(seed)
            if not path.is_file():
                executed = execute_solution(self.solution, seed, self._run)
                notebooks.write(path, notebooks.as_text(executed))
            self._known[seed] = notebooks.read(path)
        return self._known[seed]

    def judge(self, seed: int) -> Judge:
        """The judge that compares submissions with the solution executed with this seed."""
        if seed not in self._judges:
            # The public run shows which values no seed changes: a student could have memorized
            # these.
            self._judges[seed] = Judge(self.executed(seed), self.executed(PUBLIC_SEED))
        return self._judges[seed]

    def difference_from(self, version: str, seeds: Collection[int]) -> str:
        """Why evidence of another version of the solution cannot be judged by this one.

        Args:
            version: of the solution.
            seeds: of the evidence.

        Returns:
            A sentence; empty where it can be.

        Raises:
            CourseError: the solution does not run to its end within the limits.
        """
        if version == self.version:
            return ""
        # Any seed: only its code is compared.
        kept = next(self._folder.glob(f"{version}-*.ipynb"), None) if version else None
        if kept is None:
            return "the solution that they were made with is not kept"
        if changed := changed_probes(notebooks.read(kept), self.solution):
            return f"these cells have changed since: {', '.join(changed)}"
        # The code may be the same, and the course's tools draw other inputs for it.
        paths = {seed: self._folder / f"{version}-{seed}.ipynb" for seed in seeds}
        there = {seed: notebooks.read(path) for seed, path in paths.items() if path.is_file()}
        drawn = {
            value for seed, then in there.items() for value in _drawn(then, self.executed(seed))
        }
        return f"labkit now draws different inputs for: {', '.join(sorted(drawn))}" if drawn else ""

    def keep_only(self, used: Collection[tuple[str, int]]) -> None:
        """Delete what no evidence names, by version of the solution and seed."""
        versions = {self.version, *(version for version, _ in used)}
        own = {(self.version, seed) for seed in self._known}
        public = {(version, PUBLIC_SEED) for version in versions}
        for path in self._folder.glob("*.ipynb"):
            version, _, seed = path.stem.rpartition("-")
            if (version, int(seed)) not in own | public | {*used}:
                path.unlink()

    def _path(self, seed: int) -> Path:
        return self._folder / f"{self.version}-{seed}.ipynb"


def version_of(solution: NotebookNode) -> str:
    """The identity of a solution, to tell whether it has changed."""
    return hashlib.sha256(notebooks.as_text(solution).encode()).hexdigest()[:16]


def kept_reference(assignment: Assignment) -> NotebookNode | None:
    """The solution as it was executed last, whatever the seed; None if nothing is kept."""
    paths = (assignment.course.private / "references" / assignment.id).glob("*.ipynb")
    last = max(paths, key=lambda path: path.stat().st_mtime, default=None)
    return notebooks.read(last) if last else None


def kept_judge(assignment: Assignment, version: str, seed: int) -> Judge | None:
    """The judge for a version of the solution and a seed; None if that is not kept."""
    folder = assignment.course.private / "references" / assignment.id
    paths = [folder / f"{version}-{number}.ipynb" for number in (seed, PUBLIC_SEED)]
    return Judge(*map(notebooks.read, paths)) if all(path.is_file() for path in paths) else None


def execute_solution(solution: NotebookNode, seed: int, run: Run) -> NotebookNode:
    """Execute the solution with a seed, without training: its accuracies are not compared.

    Raises:
        CourseError: it does not run to its end within the limits, or one of its checks has no
            answer to compare with.
    """
    # The seed is passed in the environment, as for a student's kernel: one way for both.
    notebook = without_training(solution)
    execution = run(notebook, {"LABKIT_SEED": str(seed)}, plan=plan_of(notebook))
    if execution.stops:
        raise CourseError(
            f"the solution notebook itself was stopped: {in_words(execution.stops)}. "
            "Run it by hand, or raise the limits in course.toml."
        )
    for name, cell in notebooks.checks(execution.notebook).items():
        require_complete(name, evidence_of(cell))
    return execution.notebook


def changed_probes(before: NotebookNode, now: NotebookNode) -> list[str]:
    """The cells of a solution that would make a submission record something different than before.

    A model answer may change, and what a check says, demands or gives; its probes may not, nor the
    code that is given.

    Args:
        before: the solution with which the evidence was made.
        now: the solution as it is.
    """
    then, code = (
        {
            cell.id or cell.node.get("id", ""): _meaning(cell.source, is_check=cell.is_check)
            for cell in notebooks.cells(solution)
            if cell.is_code and not cell.is_blank
        }
        for solution in (before, now)
    )
    return [name for name in dict.fromkeys([*code, *then]) if code.get(name) != then.get(name)]


def _drawn(before: NotebookNode, now: NotebookNode) -> list[str]:
    """The checks that have different inputs in two runs with one seed."""
    then, inputs = (
        {
            f"{name}{notebooks.CHECK}": [
                [record.name, *record.given.values()] for record in found.records
            ]
            for name, cell in notebooks.checks(executed).items()
            if (found := evidence_of(cell))
        }
        for executed in (before, now)
    )
    return [name for name, drawn in inputs.items() if not drawn_alike(drawn, then.get(name))]


def drawn_alike(now: list[Any], then: Any) -> bool:
    """Whether two runs drew the same: processors differ in how they round what they draw."""
    return compare(Record("", now, rtol=1e-3, atol=1e-6), then) is None


def _meaning(source: str, *, is_check: bool) -> str:
    """Code without its comments, and a check without what only the judge reads.

    >>> _meaning('t.record("y", f(x, rtol=1), rtol=2, en="the same")  # probe', is_check=True)
    "t.record('y', f(x, rtol=1))"
    >>> _meaning("%pip list", is_check=False)
    '%pip list'
    """
    try:
        tree = ast.parse(source)
    except SyntaxError:  # a line of IPython
        return source
    for node in ast.walk(tree) if is_check else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in _RECORDING:
                node.keywords = [keyword for keyword in node.keywords if keyword.arg not in _JUDGED]
    return ast.unparse(tree)
