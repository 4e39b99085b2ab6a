"""`make picture`: the card and the figure in README, as they appear below a wrong answer."""

from __future__ import annotations

from pathlib import Path

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder import notebooks, registry, release_steps
from autograder.answers import blanks
from autograder.answers.known import known_answers
from autograder.course import Course
from autograder.engine.engine import Engine
from autograder.notebooks import grade_id, is_setup
from autograder.runtime import RUNTIME
from autograder.submission.parts import plan_of

ASSIGNMENT, BLANK, ANSWER = "02_int8_binary", "int8_backward", "upper_bound_forgotten"
CELLS = (BLANK, f"{BLANK}{notebooks.CHECK}")
# Drawn as text, without dates and random ids, two equal figures are equal files.
DRAW = """\
import io
import matplotlib
from IPython.display import display

matplotlib.rcParams.update({{"svg.hashsalt": "labkit", "svg.fonttype": "none"}})
drawn = io.StringIO()
({figure}).savefig(drawn, format="svg", metadata={{"Date": None}})
display({{"image/svg+xml": drawn.getvalue()}}, raw=True)"""
WIDTH, CARD, FIGURE = 760, 530, 300
PAGE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">
<rect width="100%" height="100%" fill="#fff"/>
<foreignObject width="{width}" height="{card_height}">
<div xmlns="http://www.w3.org/1999/xhtml" style="font-size:14px">{card}</div>
</foreignObject>
<svg xmlns:xlink="http://www.w3.org/1999/xlink"
    y="{card_height}" width="{width}" height="{figure_height}" {figure}
</svg>
"""


def pictures(course: Course, engine: Engine) -> dict[Path, str]:
    """The picture in each language: path and text of each file. Writes nothing."""
    folder = course.root / "resources" / "readme"
    drawn = {}
    for language in course.languages:
        notebook = _notebook(course, language)
        executed = engine.execute(notebook, plan=plan_of(notebook)).notebook
        drawn[folder / f"{language}.svg"] = _picture(executed)
    return drawn


def _notebook(course: Course, language: str) -> NotebookNode:
    """A student's notebook that ends with the figure below the first check."""
    notebook = release_steps.released(course.assignment(ASSIGNMENT), language)
    (answer,) = (
        known
        for known in known_answers(course.assignment(ASSIGNMENT), blank=BLANK)
        if known.name == ANSWER
    )
    notebook = blanks.fill(notebook, {BLANK: answer.source})
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    end = [grade_id(cell) for cell in code].index(CELLS[-1]) + 1
    shown = [cell for cell in code[:end] if is_setup(cell) or grade_id(cell) in CELLS]
    notebook.cells = [*shown, new_code_cell(DRAW.format(figure=code[end].source))]
    return notebook


def _picture(executed: NotebookNode) -> str:
    *_, check, figure = executed.cells
    (card,) = (output.data["text/html"] for output in check.outputs if "data" in output)
    (drawn,) = (output.data["image/svg+xml"] for output in figure.outputs if "data" in output)
    return PAGE.format(
        width=WIDTH,
        height=CARD + FIGURE,
        card_height=CARD,
        figure_height=FIGURE,
        card=as_xml(card),
        figure=_inner(drawn),
    )


def as_xml(card: str) -> str:
    """A card as XML: unlike HTML, it needs the SVG namespace and a value for each attribute."""
    named = card.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ')
    return named.replace("<details open ", '<details open="open" ')


def _inner(drawn: str) -> str:
    """A figure's SVG from its view box on: the picture decides place and size."""
    return drawn[drawn.index("viewBox=") :].strip()


def main() -> None:
    course = registry.load(Path(__file__).parent.parent)
    with Engine("none", course.limits, RUNTIME) as engine:
        for path, text in pictures(course, engine).items():
            notebooks.write(path, text)
            print(f"wrote {path.relative_to(course.root)}")


if __name__ == "__main__":
    main()
