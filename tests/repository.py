"""The repository as tests read it: its course, its notebooks, and the targets of its Makefile."""

import re
from pathlib import Path

from autograder import notebooks, registry

REPOSITORY = Path(__file__).resolve().parent.parent
COURSE = registry.load(REPOSITORY)
ASSIGNMENTS = [assignment.id for assignment in COURSE.assignments]
ANSWERS = REPOSITORY / "answers"
INDEPENDENT = REPOSITORY / "tests" / "course" / "independent"
READMES = [REPOSITORY / "README.md", REPOSITORY / "README.ja.md"]
# Colab's environment, which is there where `make colab` could make it.
COLAB = REPOSITORY / ".venv-colab" / "bin" / "python"
DOCUMENTS = [*READMES, *sorted((REPOSITORY / "docs").glob("*.md"))]


def solution(assignment):
    """The instructor's notebook of an assignment, to change at will."""
    return notebooks.read(COURSE.assignment(assignment).solution)


def exercise(assignment, language="en"):
    """The released notebook of an assignment, to change at will."""
    return notebooks.read(COURSE.assignment(assignment).exercise(language))


def make_targets() -> set[str]:
    """The targets that the Makefile lists as phony ones."""
    makefile = (REPOSITORY / "Makefile").read_text()
    (names,) = re.findall(r"^\.PHONY: (.*)$", makefile.replace("\\\n", ""), flags=re.MULTILINE)
    return set(names.split())
