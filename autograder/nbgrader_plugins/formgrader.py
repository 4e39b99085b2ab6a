"""How nbgrader's formgrader shows a submission: safely, soon, and with the rubric beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbgrader
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell
from traitlets import List
from traitlets.config import Config

from autograder import notebooks
from autograder.course import Course
from autograder.nbgrader_plugins.steps import CourseStep, Step
from autograder.notebooks import Cell, cells
from autograder.reports import rendered, safe

_TEMPLATES = Path(__file__).parent / "templates"
_NBGRADERS = Path(nbgrader.__file__).parent / "server_extensions" / "formgrader" / "templates"


def configure_formgrader(config: Config, course: Course) -> None:
    """Write into a nbgrader configuration how the formgrader shows a submission.

    Args:
        config: nothing else of nbgrader reads what is set here.
        course: whose solutions hold the rubrics.
    """
    config.ShowRubrics.root = str(course.root)
    exporter = config.HTMLExporter
    exporter.preprocessors = [safe.KeepWhatIsShown, ShowRubrics]
    exporter.sanitize_html = True
    exporter.filters = {
        "clean_html": safe.clean,
        "markdown2html": rendered.markdown,
        "highlight_code": _highlighted,
    }
    # The first that has a template gives it: of ours there is one, in the place of MathJax.
    exporter.extra_template_basedirs = [str(_TEMPLATES), str(_NBGRADERS)]


def _highlighted(source: str, metadata: Any = None) -> str:
    # nbconvert marks every name and sign, and parses the page once more. Without these marks, and
    # with given cells coloured once for all, the server works 1.2 s, not 1.8, on the first
    # submission of 02, and 0.6 s, not 1.5, on each other: `make bench-formgrader`.
    return rendered.code(source)


class ShowRubrics(CourseStep):
    """Puts the solution's text, model answer and rubric, below each written answer."""

    display_data_priority: List[str] = List().tag(config=True)  # as in KeepWhatIsShown

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        path = self.course.assignment(resources["assignment_id"]).solution
        # A submission is shown wherever its solution has gone.
        solved = cells(notebooks.read(path)) if path.exists() else []
        texts = {cell.id: cell.source for cell in solved if _is_written(cell)}
        # The formgrader's style sheet hides the sign that a summary can be folded.
        summary = '<summary style="display: list-item">From your solution</summary>'
        for place, cell in reversed(list(enumerate(cells(nb)))):
            if _is_written(cell) and cell.id in texts:
                text = f"<details open>{summary}\n\n{texts[cell.id]}\n\n</details>"
                nb.cells.insert(place + 1, new_markdown_cell(text))
        return nb, resources


def _is_written(cell: Cell) -> bool:
    return cell.kind == "markdown" and cell.is_blank and cell.points > 0
