"""The repository as tests read it: its course, its notebooks, and the targets of its Makefile."""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from nbformat import NotebookNode

from autograder import notebooks, registry
from autograder.answers.known import KnownAnswer, known_answers
from autograder.course import Assignment, Course
from autograder.release.new import TO_WRITE
from labkit.source import tree

REPOSITORY = Path(__file__).resolve().parent.parent
_WHOLE = registry.load(REPOSITORY)


def is_half_written(assignment: Assignment) -> bool:
    """Whether something in it is still to be written, as ``autograder new`` has marked it."""
    cells = notebooks.read(assignment.solution).cells
    texts = [*assignment.title.values(), *(cell.source for cell in cells)]
    return any(TO_WRITE in text for text in texts)


# Tests check none of these yet, and all of the others.
HALF_WRITTEN = [assignment.id for assignment in _WHOLE.assignments if is_half_written(assignment)]
COURSE = replace(
    _WHOLE, entries=tuple(entry for entry in _WHOLE.entries if entry.id not in HALF_WRITTEN)
)
ASSIGNMENTS = [assignment.id for assignment in COURSE.assignments]
ANSWERS = REPOSITORY / "answers"
INDEPENDENT = REPOSITORY / "tests" / "environments" / "independent"
BLIND = REPOSITORY / "tests" / "course" / "blind"
READMES = [REPOSITORY / "README.md", REPOSITORY / "README.ja.md"]
# Colab's environment, which exists where `make colab` could make it.
COLAB = REPOSITORY / ".venv-colab" / "bin" / "python"
PAGES = [
    page
    for folder in ("students", "instructors", "maintainers")
    for page in sorted((REPOSITORY / "docs" / folder).glob("*.md"))
]
DOCUMENTS = [*sorted(REPOSITORY.glob("*.md")), *PAGES]


def course_with_gradebook(folder: Path) -> Course:
    """:data:`COURSE` with a gradebook in a folder: even reading one creates it."""
    return replace(COURSE, db_url=f"sqlite:///{folder}/gradebook.db")


def registry_text() -> str:
    """The registry of :data:`COURSE`, for copies that a test may change: with English first."""
    text = (REPOSITORY / "course.toml").read_text()
    for name in HALF_WRITTEN:
        entry = re.compile(rf'\[\[assignments\]\]\nid = "{name}"\n.*?(?=^\[|\Z)', re.DOTALL | re.M)
        text = entry.sub("", text)
    languages = sorted(COURSE.languages, key=lambda language: language != "en")
    return re.sub(r"^languages = .*", f"languages = {json.dumps(languages)}", text, flags=re.M)


def solution(assignment: str) -> NotebookNode:
    """The instructor's notebook of an assignment, to change at will."""
    return notebooks.read(COURSE.assignment(assignment).solution)


def exercise(assignment: str, language: str = "en") -> NotebookNode:
    """The released notebook of an assignment, to change at will."""
    return notebooks.read(COURSE.assignment(assignment).exercise(language))


@cache
def answers_of(assignment: str) -> list[KnownAnswer]:
    """The known answers of an assignment."""
    return known_answers(COURSE.assignment(assignment))


def make_targets() -> set[str]:
    """The targets that the Makefile lists as phony ones."""
    makefile = (REPOSITORY / "Makefile").read_text()
    (names,) = re.findall(r"^\.PHONY: (.*)$", makefile.replace("\\\n", ""), flags=re.MULTILINE)
    return set(names.split())


# The methods of labkit's checks and subjects that record: those that need a name of the record,
# and those with a default.
NAMED = ("record", "result", "accuracy", "both", "at", "output_at", "gradient_at", "same_by")
DEFAULTS = {
    "output": "y",
    "gradient": "grad",
    "is_module": "module",
    "refuses": "refused",
    "prints": "print",
    "side_by_side": "many_modules",
    "used_again": "used_again",
}


def record_patterns(source: str) -> Iterator[str]:
    """A regular expression for the name of each record that a cell's source makes.

    What f-strings fill in is any word. The source is not run.
    """
    for node in ast.walk(tree(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        method, names = (
            node.func.attr,
            [keyword.value for keyword in node.keywords if keyword.arg == "name"],
        )
        if method == "usual":
            names = node.args
        elif method in (*NAMED, "output", "gradient") and not names:
            names = node.args[:1]
        if method in DEFAULTS and not names:
            names = [ast.Constant(DEFAULTS[method])]
        if method in (*NAMED, *DEFAULTS, "usual"):
            yield from (
                _pattern(name) for name in names if isinstance(name, (ast.JoinedStr, ast.Constant))
            )


def _pattern(name: ast.expr) -> str:
    if isinstance(name, ast.JoinedStr):
        return "".join(_pattern(part) for part in name.values)
    return re.escape(str(name.value)) if isinstance(name, ast.Constant) else r"\w+"
