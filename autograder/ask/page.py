"""Questions on students' own code as a page to print: a sheet for each, then the examiner's."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, select_autoescape

from autograder.ask.questions import Sheet
from autograder.course import Assignment
from autograder.reports.safe import policy
from labkit.language import choose
from labkit.messages import message


def page(assignment: Assignment, sheets: list[Sheet]) -> str:
    """The sheets of one assignment.

    Args:
        assignment: graded.
        sheets: at least one; each in its student's language.

    Returns:
        A whole HTML page, which runs nothing and loads nothing.
    """
    environment = Environment(
        loader=PackageLoader("autograder.reports"), autoescape=select_autoescape()
    )
    return environment.get_template("questions.html").render(
        policy=policy(),
        assignment=assignment,
        pages=sheets,
        titles={one.language: choose(assignment.title, one.language) for one in sheets},
        title=message("ask.title", None),
        words={one.language: _words(one.language) for one in sheets},
    )


def _words(language: str | None) -> dict[str, str]:
    return {
        "title": message("ask.title", language),
        "answers": message("ask.answers", language),
        "number": message("ask.number", language),
        "none": message("ask.none", language),
    }
