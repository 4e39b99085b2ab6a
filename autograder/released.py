"""The steps of a release: nbgrader's own, and ours between them."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Any
from urllib.parse import unquote

from jinja2 import Environment, PackageLoader, StrictUndefined
from nbformat import NotebookNode
from nbgrader import preprocessors as stock
from nbgrader.preprocessors import ClearSolutions, NbGraderPreprocessor
from traitlets import Dict, Instance, Unicode
from traitlets.config import Config

from autograder import metadata, notebooks
from autograder.course import AI_POLICIES, Assignment, Course
from autograder.messages import message
from autograder.metadata import NotebookMetadata
from autograder.notebooks import grade_id
from autograder.submission import c_files
from labkit.language import ENGLISH

Step = tuple[NotebookNode, dict[str, Any]]

COLAB_BADGE = (
    "[![Open In Colab](https://colab.research.google.com/assets/colab-badge.svg)]"
    "(https://colab.research.google.com/github/{repository}"
    "/blob/main/exercises/{language}/{name}/{name}.ipynb)\n\n"
)
FIRST_CELL = "first_cell.py.jinja"
ROOT = "https://raw.githubusercontent.com/{repository}/main/"


@cache
def templates() -> Environment:
    """The templates of what is written for the public repository alone."""
    return Environment(
        loader=PackageLoader("autograder"),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )


class ChooseLanguage(NbGraderPreprocessor):
    """Keeps the text cells of one language, and names it in the set-up cell and the metadata."""

    language = Unicode(ENGLISH).tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        # Code cells have no language: students of all of them get these.
        kept = (
            cell for cell in nb.cells if cell.metadata.pop("lang", self.language) == self.language
        )
        nb.cells = [notebooks.in_language(cell, self.language) for cell in kept]
        metadata.write(nb, NotebookMetadata(language=self.language))
        return nb, resources


class SetUpAnywhere(NbGraderPreprocessor):
    """Makes the notebook start anywhere: a badge for Colab, and the lines that fetch the tools.

    A course without a public repository has neither: Colab would look for it in vain. The lines
    come with the first :func:`~autograder.release.publish.publication`.
    """

    course = Instance(Course).tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        if not self.course.repository:
            return nb, resources
        language = metadata.of_notebook(nb).language or ENGLISH
        name = resources["nbgrader"]["assignment"]
        names = {"repository": self.course.repository, "language": language, "name": name}
        nb.cells[0].source = COLAB_BADGE.format(**names) + nb.cells[0].source
        if self.course.published:
            setup = next(cell for cell in nb.cells if notebooks.is_setup(cell))
            fetches = (
                templates()
                .get_template(FIRST_CELL)
                .render(
                    title=message("first_cell.title", language),
                    tools=self.course.published,
                    root=ROOT.format(repository=self.course.repository),
                    notebook=f"{language}/{name}",
                    unlike=message("first_cell.unlike", language),
                    # What the cell fills in.
                    failed=message(
                        "first_cell.failed", language, address="{address}", reason="{error}"
                    ),
                )
            )
            setup.source = fetches + setup.source
            _fold(setup)
        return nb, resources


class TellAiPolicy(NbGraderPreprocessor):
    """Says in the first cell what students may ask of AI tools, if the course says so."""

    text = Dict().tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        language = metadata.of_notebook(nb).language or ENGLISH
        if language in self.text:
            title = message("ai.title", language)
            nb.cells[0].source += f"\n\n> **{title}** {self.text[language]}"
        return nb, resources


def _fold(cell: NotebookNode) -> None:
    cell.metadata["jupyter"] = {"source_hidden": True}
    # Colab has its own key, and folds a cell under the title in its first line.
    cell.metadata["cellView"] = "form"


class ClearBlanks(ClearSolutions):
    """Empties the blanks."""

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict[str, Any], cell_index: int
    ) -> Step:
        # A blank in Python raises an error that names it. C has no such thing: there it compiles
        # without a warning, and does nothing.
        stub = f'# Your code here\nraise NotImplementedError("{grade_id(cell)}")'
        self.code_stub = {"python": c_files.stub(cell.source) if c_files.is_c(cell) else stub}
        # In every language: nbgrader knows by its text that an answer was not written.
        self.text_stub = f"*{message('release.answer_here', None)}*"
        return super().preprocess_cell(cell, resources, cell_index)


class FoldChecks(NbGraderPreprocessor):
    """Folds the checks, which are longer than the blanks above them; a click shows them."""

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict[str, Any], cell_index: int
    ) -> Step:
        if notebooks.is_check(cell):
            _fold(cell)
            cell.source = f"# @title {grade_id(cell)}\n{cell.source}"
        return cell, resources


class KeepWhatIsReleased(NbGraderPreprocessor):
    """Takes away what belonged to text that was replaced: its pictures, and metadata.

    A picture stays where the text that is left shows it. Of metadata only what is on a list stays:
    no one can know what an editor or an extension has written into the rest.
    """

    CELL = ("nbgrader", metadata.KEY, "jupyter", "cellView", "deletable", "editable")
    NOTEBOOK = ("kernelspec", "language_info", metadata.KEY)

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        nb.metadata = _only(nb.metadata, self.NOTEBOOK)
        for cell in nb.cells:
            cell.metadata = _only(cell.metadata, self.CELL)
            text = unquote(cell.source)
            pictures = cell.pop("attachments", {})
            if shown := [name for name in pictures if f"attachment:{unquote(name)}" in text]:
                cell.attachments = _only(pictures, shown)
        return nb, resources


def _only(entries: NotebookNode, names: Collection[str]) -> NotebookNode:
    return NotebookNode({name: value for name, value in entries.items() if name in names})


_BEFORE = [
    ChooseLanguage,
    SetUpAnywhere,
    TellAiPolicy,
    FoldChecks,
    stock.LockCells,
    ClearBlanks,
    stock.ClearOutput,
]
# The gradebook gets the checks with their hidden tests, students get them without.
_INTO_GRADEBOOK = [stock.CheckCellMetadata, stock.ComputeChecksums, stock.SaveCells]
_AFTER = [
    stock.ClearHiddenTests,
    stock.ClearMarkScheme,
    KeepWhatIsReleased,
    stock.ComputeChecksums,
    stock.CheckCellMetadata,
]
RELEASE_STEPS = [*_BEFORE, *_INTO_GRADEBOOK, *_AFTER]


def configure_steps(config: Config, course: Course, language: str) -> Config:
    """Tell our steps which language to keep, where the tools are, and the policy on AI."""
    config.ChooseLanguage.language = language
    config.SetUpAnywhere.course = course
    if course.ai:
        key = AI_POLICIES[course.ai.policy]
        said = {name: message(key, name) for name in course.languages} if key else course.ai.text
        config.TellAiPolicy.text = said
    return config


def converted(
    assignment: Assignment, language: str, steps: list[type[NbGraderPreprocessor]]
) -> NotebookNode:
    """The solution notebook after some steps; ``SaveCells`` among them writes to the gradebook."""
    config = configure_steps(Config(), assignment.course, language)
    names = {
        "assignment": assignment.id,
        "notebook": assignment.id,
        "db_url": assignment.course.db_url,
    }
    notebook, resources = notebooks.read(assignment.solution), {"nbgrader": names}
    for step in steps:
        notebook, resources = step(config=config).preprocess(notebook, resources)
    return notebook


def released(assignment: Assignment, language: str) -> NotebookNode:
    """The notebook that students of one language get. Nothing is written."""
    return converted(assignment, language, [*_BEFORE, *_AFTER])
