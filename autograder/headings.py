"""What the tasks of a notebook are called, on cards, pages and reports: by the headings above."""

from __future__ import annotations

import re

from nbformat import NotebookNode

from autograder.notebooks import cells
from labkit.language import LANGUAGES

_HEADING = re.compile(r"^#{1,6} +(.+?)\s*$", re.MULTILINE)
# A line that begins with # may be a comment in an example, between two fences.
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def titles_by_language(solution: NotebookNode) -> dict[str, dict[str, str]]:
    """The title of each task by language, as plain text.

    >>> from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
    >>> text = new_markdown_cell("# A `task`", metadata={"lang": "en"})
    >>> check = new_code_cell(metadata={"nbgrader": {"grade": True, "grade_id": "a_check"}})
    >>> titles_by_language(new_notebook(cells=[text, check]))["a"]["en"]
    'A task'
    """
    spoken = [cell.metadata["lang"] for cell in solution.cells if "lang" in cell.metadata]
    by_task: dict[str, dict[str, str]] = {}
    for language in dict.fromkeys([*LANGUAGES, *spoken]):
        said = [cell for cell in solution.cells if cell.metadata.get("lang", language) == language]
        for task, title in titles_of(NotebookNode(cells=said)).items():
            by_task.setdefault(task, {})[language] = title.replace("`", "")
    return by_task


def titles_of(notebook: NotebookNode) -> dict[str, str]:
    """The title of each task, as Markdown: the heading above it that names it, or else the last.

    Args:
        notebook: in one language.

    >>> from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
    >>> x, y = ({"nbgrader": {"grade": True, "grade_id": f"{name}_check"}} for name in "xy")
    >>> checks = [new_code_cell(metadata=x), new_code_cell(metadata=y)]
    >>> titles_of(new_notebook(cells=[new_markdown_cell("# A: `x`\\n# B"), *checks]))
    {'x': 'A: `x`', 'y': 'y'}
    """
    by_task: dict[str, str] = {}
    headings: list[str] = []
    for cell in cells(notebook):
        if cell.is_graded:
            name = cell.blank
            # A section's heading may be in between, and several tasks below one heading.
            naming = [heading for heading in headings if f"`{name}`" in heading]
            by_task[name] = [name, *headings[-1:], *naming][-1]
            headings = []
        elif cell.kind == "markdown":
            headings += _HEADING.findall(_FENCE.sub("", cell.source))
    return by_task
