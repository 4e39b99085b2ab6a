"""The steps of a release: nbgrader's own, and ours between them."""

from __future__ import annotations

import re
from functools import cache
from typing import Any
from urllib.parse import unquote

from jinja2 import Environment, PackageLoader, StrictUndefined
from nbformat import NotebookNode
from nbgrader import preprocessors as stock
from nbgrader.preprocessors import ClearSolutions, NbGraderPreprocessor
from traitlets import Dict, Instance, Unicode
from traitlets.config import Config

from autograder import editions, metadata, notebooks
from autograder.course import Assignment, Course
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
# From one notebook to another, in this repository or in the public one.
_LINK = re.compile(
    r"\[(?P<words>[^\]]*)\]\((?:\.\./|\S*/exercises/\w+/)(?P<id>\w+)/(?P=id)\.ipynb[^)]*\)"
)
FIRST_CELL = "first_cell.py.jinja"
ROOT = "https://raw.githubusercontent.com/{repository}/main/"


@cache
def templates() -> Environment:
    """The templates of what is written for the public repository alone."""
    loader = PackageLoader("autograder", "release/templates")
    return Environment(loader=loader, undefined=StrictUndefined, keep_trailing_newline=True)


class ChooseLanguage(NbGraderPreprocessor):
    """Keeps the text cells of one language, and names it in the set-up cell and the metadata."""

    language = Unicode(ENGLISH).tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        # Code cells have no language: see ChooseLanguageOfCode.
        kept = (
            cell for cell in nb.cells if cell.metadata.pop("lang", self.language) == self.language
        )
        nb.cells = [notebooks.in_language(cell, self.language) for cell in kept]
        metadata.write(nb, NotebookMetadata(language=self.language))
        return nb, resources


class ChooseLanguageOfCode(NbGraderPreprocessor):
    """Keeps one language of what code cells say, in the language of the notebook."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        language = metadata.of_notebook(nb).language or ENGLISH
        code = [cell for cell in nb.cells if cell.cell_type == "code"]
        # A blank from an earlier release, pasted into this one, still calls it.
        is_needed = any(
            notebooks.is_blank(cell) and editions.calls_words(cell.source) for cell in code
        )
        for cell in code:
            cell.source = editions.in_edition(cell.source, language)
        setup = next((cell for cell in code if notebooks.is_setup(cell)), None)
        if setup and not is_needed:
            setup.source = editions.without_import(setup.source)
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
        names: dict[str, Any] = {"language": language, "name": resources["nbgrader"]["assignment"]}
        names["repository"] = self.course.repository
        nb.cells[0].source = COLAB_BADGE.format(**names) + nb.cells[0].source
        last = self.course.published
        # An assignment that is not published yet: no tools that it could fetch know its checks.
        if last and "{language}/{name}".format(**names) in last.digests:
            setup = next(cell for cell in nb.cells if notebooks.is_setup(cell))
            fetches = templates().get_template(FIRST_CELL)
            names |= {"tools": last, "root": ROOT.format(**names)}
            setup.source = fetches.render(names, message=message) + setup.source
        return nb, resources


class UnlinkUnpublished(NbGraderPreprocessor):
    """Keeps only the words of a link to an unpublished notebook; the link would be broken."""

    course = Instance(Course).tag(config=True)

    def preprocess_cell(self, cell: NotebookNode, resources: dict[str, Any], index: int) -> Step:
        # Before the first publication its content is unknown.
        if self.course.published and cell.cell_type == "markdown":
            known = {name.rpartition("/")[2] for name in self.course.published.digests}
            cell.source = _LINK.sub(
                lambda link: link[0] if link["id"] in known else link["words"], cell.source
            )
        return cell, resources


class TellAiPolicy(NbGraderPreprocessor):
    """Says in the first cell what students may ask of AI tools, if the course says so."""

    text = Dict().tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        language = metadata.of_notebook(nb).language or ENGLISH
        if language in self.text:
            title = message("ai.title", language)
            nb.cells[0].source += f"\n\n> **{title}** {self.text[language]}"
        return nb, resources


class ClearBlanks(ClearSolutions):
    """Empties the blanks."""

    def preprocess_cell(self, cell: NotebookNode, resources: dict[str, Any], index: int) -> Step:
        # A blank in Python raises an error that names it. C has no exceptions: there it compiles
        # without a warning, and does nothing.
        mark = editions.comment("#", "blanks.your_code")
        stub = f'{mark}\nraise NotImplementedError("{grade_id(cell)}")'
        self.code_stub = {"python": c_files.stub(cell.source) if c_files.is_c(cell) else stub}
        # In every language: nbgrader knows by its text that an answer was not written.
        self.text_stub = f"*{message('release.answer_here', None)}*"
        return super().preprocess_cell(cell, resources, index)


class FoldCells(NbGraderPreprocessor):
    """Folds the checks, and the given cells that have a title; a click shows them."""

    TITLE = "# @title "

    def preprocess_cell(self, cell: NotebookNode, resources: dict[str, Any], index: int) -> Step:
        if notebooks.is_check(cell):
            cell.source = f"{self.TITLE}{grade_id(cell)}\n{cell.source}"
        if not notebooks.is_blank(cell) and cell.source.startswith(self.TITLE):
            cell.metadata["jupyter"] = {"source_hidden": True}
            # Colab has its own key, and folds a cell under the title in its first line.
            cell.metadata["cellView"] = "form"
        return cell, resources


class KeepWhatIsReleased(NbGraderPreprocessor):
    """Removes what belonged to replaced text: its pictures, and metadata.

    A picture stays where the text that is left shows it. Of metadata only what is on a list stays:
    no one can know what an editor or an extension has written into the rest.
    """

    CELL = ("nbgrader", metadata.KEY, "jupyter", "cellView", "deletable", "editable")
    NOTEBOOK = ("kernelspec", "language_info", metadata.KEY)

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        nb.metadata = notebooks.only(nb.metadata, self.NOTEBOOK)
        for cell in nb.cells:
            cell.metadata = notebooks.only(cell.metadata, self.CELL)
            text = unquote(cell.source)
            pictures = cell.pop("attachments", {})
            if shown := [name for name in pictures if f"attachment:{unquote(name)}" in text]:
                cell.attachments = notebooks.only(pictures, shown)
        return nb, resources


_BEFORE = [
    ChooseLanguage,
    SetUpAnywhere,
    UnlinkUnpublished,
    TellAiPolicy,
    FoldCells,
    stock.LockCells,
    ClearBlanks,
    stock.ClearOutput,
]
# The gradebook gets the checks with their hidden tests in all languages; students get them without,
# in their own.
_INTO_GRADEBOOK = [stock.CheckCellMetadata, stock.ComputeChecksums, stock.SaveCells]
_AFTER = [
    ChooseLanguageOfCode,
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
    config.SetUpAnywhere.course = config.UnlinkUnpublished.course = course
    if course.ai:
        key, text = f"ai.{course.ai.policy}", course.ai.text
        config.TellAiPolicy.text = text or {name: message(key, name) for name in course.languages}
    return config


def resources_of(assignment: Assignment, **names: str) -> dict[str, Any]:
    """The resources that nbgrader's steps need, for an assignment and perhaps a student."""
    id, url = assignment.id, assignment.course.db_url
    return {"nbgrader": {"assignment": id, "notebook": id, "db_url": url, **names}}


def converted(
    assignment: Assignment, language: str, steps: list[type[NbGraderPreprocessor]]
) -> NotebookNode:
    """The solution notebook after some steps; ``SaveCells`` among them writes to the gradebook."""
    config = configure_steps(Config(), assignment.course, language)
    notebook, resources = notebooks.read(assignment.solution), resources_of(assignment)
    for step in steps:
        notebook, resources = step(config=config).preprocess(notebook, resources)
    return notebook


def released(assignment: Assignment, language: str) -> NotebookNode:
    """The notebook that students of one language get. Writes nothing."""
    return converted(assignment, language, [*_BEFORE, *_AFTER])
