"""Release: from a solution notebook to what students get, in each language, and to the recorded reference."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader import preprocessors as stock
from nbgrader.preprocessors import ClearSolutions, NbGraderPreprocessor
from traitlets import Unicode

from autograder import c_source, notebooks
from autograder.course import Course, CourseError
from autograder.engine.execution import Engine
from autograder.evidence import evidence_of, require_answers
from autograder.notebooks import as_text, check_name, grade_id, is_blank, is_check, ours, points
from autograder.weights import is_training, kept_by, without_training
from labkit.evidence import Evidence, Record, to_json
from labkit.judge import compare
from labkit.reference import PUBLIC_SEED

Step = tuple[NotebookNode, dict[str, Any]]

COLAB_BADGE = (
    "[![Open In Colab](https://colab.research.google.com/assets/colab-badge.svg)]"
    "(https://colab.research.google.com/github/{repository}/blob/main/exercises/{language}/{name}/{name}.ipynb)\n\n"
)
COLAB_SETUP = """\
# In Colab this installs the course's tools; elsewhere it does nothing.
import importlib.util, os, subprocess, sys
if "google.colab" in sys.modules and importlib.util.find_spec("labkit") is None:
    tools = os.environ.get("LABKIT_SOURCE", "https://github.com/{repository}/archive/refs/heads/main.zip")
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", tools], check=True)
    print(f"Installed the course's tools from {{tools}} / 演習用のツールをインストールしました")

"""


class ChooseLanguage(NbGraderPreprocessor):
    """Keeps the text cells of one language, and names it in the set-up cell and in the notebook's metadata."""

    language = Unicode("en").tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        kept = (cell for cell in nb.cells if cell.metadata.pop("lang", self.language) == self.language)
        nb.cells = [notebooks.in_language(cell, self.language) for cell in kept]
        nb.metadata[notebooks.OURS] = {"language": self.language}
        return nb, resources


class SetUpAnywhere(NbGraderPreprocessor):
    """Makes the notebook start anywhere: a Colab badge on top, and a first code cell that installs labkit in Colab."""

    repository = Unicode().tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        names = {"repository": self.repository, "language": ours(nb).get("language", "en")}
        nb.cells[0].source = COLAB_BADGE.format(name=resources["nbgrader"]["assignment"], **names) + nb.cells[0].source
        setup = next(cell for cell in nb.cells if notebooks.is_setup(cell))
        setup.source = COLAB_SETUP.format(repository=self.repository) + setup.source
        return nb, resources


class ClearBlanks(ClearSolutions):
    """Empties the blanks; what is left raises an error that names the blank, or in C compiles and does nothing."""

    def preprocess_cell(self, cell: NotebookNode, resources: dict[str, Any], cell_index: int) -> Step:
        stub = f'# Your code here\nraise NotImplementedError("{grade_id(cell)}")'
        self.code_stub = {"python": c_source.stub(cell.source) if c_source.is_c(cell) else stub}
        self.text_stub = "*Your answer here / ここに答えを書いてください*"
        return super().preprocess_cell(cell, resources, cell_index)


def released(course: Course, assignment: str, language: str) -> NotebookNode:
    """The notebook that students of one language get."""
    return convert(course, assignment, language, save_cells=False)


def problems(solution: NotebookNode) -> Iterator[str]:
    """What is wrong with a solution notebook, a sentence each."""
    ids = [grade_id(cell) for cell in solution.cells if grade_id(cell)]
    yield from (f"the id {name} stands in more than one cell" for name in sorted(set(ids)) if ids.count(name) > 1)
    if not any(notebooks.in_language(cell, "en") != cell for cell in solution.cells):
        yield 'no set-up cell has the line labkit.start("<assignment>"), where release names the language'
    for cell in solution.cells:
        if is_check(cell) and check_name(cell) not in ids:
            yield f"the check {grade_id(cell)} has no blank {check_name(cell)}"
        if is_check(cell) and f'check("{check_name(cell)}")' not in cell.source:
            yield f'the cell {grade_id(cell)} must open check("{check_name(cell)}")'
        if is_blank(cell) and cell.cell_type == "code" and "### BEGIN SOLUTION" not in cell.source:
            yield f"the blank {grade_id(cell)} has no ### BEGIN SOLUTION"
        if is_blank(cell) and cell.cell_type == "code" and f"{grade_id(cell)}{notebooks.CHECK}" not in ids:
            yield f"the blank {grade_id(cell)} has no check {grade_id(cell)}{notebooks.CHECK}"
        if is_training(cell) and not (grade_id(cell) and kept_by(cell)):
            yield f'the training cell {cell.id} needs a grade_id, and keep("<check>", network) in its last line'
        if is_training(cell) and (unknown := kept_by(cell) - set(notebooks.checks(solution))):
            yield f"the training cell {cell.id} keeps weights for {', '.join(sorted(unknown))}, which no check is named"


def release(course: Course, assignment: str, engine: Engine) -> dict[Path, str]:
    """Everything that a release writes: path and text of each file. Nothing is written here.

    Raises:
        CourseError: the solution notebook is not in order, or its own checks do not run.
    """
    solution = notebooks.read(course.solution(assignment))
    if found := list(problems(solution)):
        raise CourseError(f"{course.solution(assignment)}: " + "; ".join(found) + ". Mend the notebook and release again.")
    files = {course.exercise(lang, assignment): as_text(released(course, assignment, lang)) for lang in course.languages}
    return files | _reference_files(course, assignment, engine)


def stale(course: Course, assignment: str, engine: Engine) -> dict[Path, str]:
    """Of :func:`release`, the files that stand there otherwise. Values that another processor rounds otherwise are current."""
    files = release(course, assignment, engine)
    return {path: text for path, text in files.items() if not _is_current(path, text)}


def convert(course: Course, assignment: str, language: str, save_cells: bool) -> NotebookNode:
    """Run the steps of a release; ``save_cells`` enters the cells into the gradebook on the way."""
    from traitlets.config import Config

    from autograder.nbgrader_settings import RELEASE_STEPS, configure  # which names the classes above

    config = configure(Config(), course.root)
    config.ChooseLanguage.language = language
    names = {"assignment": assignment, "notebook": assignment, "db_url": course.db_url}
    notebook, resources = notebooks.read(course.solution(assignment)), {"nbgrader": names}
    for step in RELEASE_STEPS:
        if save_cells or step is not stock.SaveCells:
            notebook, resources = step(config=config).preprocess(notebook, resources)
    return notebook


def _reference_files(course: Course, assignment: str, engine: Engine) -> dict[Path, str]:
    solution = notebooks.read(course.solution(assignment))
    visible, _ = stock.ClearHiddenTests().preprocess(solution, {})
    seeded, limits = {"LABKIT_SEED": str(PUBLIC_SEED)}, course.limits_of(assignment)
    executed = engine.execute(without_training(visible), environment=seeded, limits=limits).notebook
    return {
        course.reference(assignment) / f"{name}.json": _reference_text(require_answers(name, evidence_of(cell)), points(cell))
        for name, cell in notebooks.checks(executed).items()
    }


def _reference_text(evidence: Evidence, worth: float) -> str:
    return json.dumps({"points": worth, "evidence": to_json(evidence)}, ensure_ascii=False, indent=1) + "\n"


def _is_current(path: Path, text: str) -> bool:
    if not path.is_file():
        return False
    stored = path.read_text("utf-8")
    return stored == text or (path.suffix == ".json" and _same_reference(json.loads(stored), json.loads(text)))


def _same_reference(stored: dict[str, Any], fresh: dict[str, Any]) -> bool:
    from labkit.evidence import from_json

    old, new = from_json(stored["evidence"]), from_json(fresh["evidence"])
    same_rules = _without_values(stored) == _without_values(fresh)
    return same_rules and all(map(_is_same_value, old.records, new.records))


def _is_same_value(old: Record, new: Record) -> bool:
    """An accuracy has no value in a reference: nothing is trained for it."""
    return new.at_least is not None or compare(new, old.value) is None


def _without_values(data: dict[str, Any]) -> list[Any]:
    kept = ("name", "rule", "share", "rtol", "atol", "at_least")
    return [data["points"], *({key: record.get(key) for key in kept} for record in data["evidence"]["records"])]
