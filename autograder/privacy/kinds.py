"""Every kind of file that a course directory may hold, and what `forget` does with it.

``docs/privacy.md`` has the same list for people; a file of no kind fails the tests.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Rule(StrEnum):
    """What becomes of a file when a student is forgotten."""

    OWN = "deleted: it is that student's"
    ROWS = "that student's rows are deleted"
    GRADEBOOK = "that student's rows are deleted, and overwritten"
    REGISTRY = "that student's extensions are deleted"
    MADE = "deleted whole: a command makes it again"
    COURSE = "kept: it is of no person"


@dataclass(frozen=True)
class Kind:
    """A kind of file.

    Args:
        pattern: of the path in the course directory: ``*`` is any part of a name, ``**`` any
            folders and names, ``?`` a letter, ``<student>`` an id, ``<hand-in>`` an id or what
            nbgrader's exchange makes of it.
        rule: what `forget` does with it.
        holds: what is in it.
    """

    pattern: str
    rule: Rule
    holds: str

    def matches(self, path: str, student: str | None = None) -> bool:
        """Whether a path is of this kind; of a student's files, only of that student's.

        >>> Kind("feedback/<student>/**", Rule.OWN, "").matches("feedback/ada/02/02.html", "bob")
        False
        >>> Kind("**/*.pyc", Rule.MADE, "").matches("a.pyc")
        True
        """
        somebody = "[^/]+" if student is None else re.escape(student)
        forms = {"**/": "(?:.*/)?", "**": ".+", "*": "[^/]*", "?": "[^/]", "<student>": somebody}
        forms |= {"<hand-in>": rf"{somebody}(?:\+[^/]*)?"}
        parts = re.split(r"(\*\*/|\*\*|\*|\?|<[^>]*>)", self.pattern)
        regex = "".join(forms.get(part, re.escape(part)) for part in parts)
        return re.fullmatch(regex, path) is not None


_COURSE = "the course itself"
# The first that matches counts.
KINDS = (
    Kind("submitted/<student>/**", Rule.OWN, "what was handed in, and when"),
    Kind("autograded/<student>/**", Rule.OWN, "evidence, verdicts, repairs"),
    Kind("feedback/<student>/**", Rule.OWN, "the student's page"),
    Kind("collected/earlier/*/<student>/**", Rule.OWN, "hand-ins that later ones replaced"),
    Kind("**/.ipynb_checkpoints/**", Rule.MADE, "copies that Jupyter makes"),
    Kind("**/.*.????????", Rule.MADE, "what an interrupted command has left"),
    Kind("collected/*.csv", Rule.ROWS, "who sent which file; Moodle's worksheets"),
    Kind("students*.csv", Rule.ROWS, "the roster: names, addresses, numbers"),
    Kind("gradebook*.db", Rule.GRADEBOOK, "points, comments; copies of it"),
    Kind("course.toml", Rule.REGISTRY, "extensions of single students"),
    Kind("reports/**", Rule.MADE, "class reports, questions on students' code"),
    Kind("exports/**", Rule.MADE, "grades and pages for platforms"),
    Kind("grades*.csv", Rule.MADE, "points and states"),
    Kind("downloaded/**", Rule.MADE, "archives for nbgrader zip_collect"),
    Kind("**/.nbgrader.log", Rule.MADE, "what nbgrader's commands said"),
    Kind(".autograder/intake-*/**", Rule.MADE, "what an interrupted collect has left"),
    Kind(".autograder/**", Rule.COURSE, "the lock; solutions run with drawn seeds"),
    Kind("exchange/**/feedback/**", Rule.MADE, "pages in an exchange that lies here"),
    Kind("exchange/**/<hand-in>/**", Rule.OWN, "hand-ins in it"),
    Kind("exchange/**", Rule.COURSE, "released notebooks in it"),
    *(
        Kind(pattern, Rule.COURSE, _COURSE)
        for pattern in ("solutions/**", "answers/**", "resources/**", "exercises/**")
    ),
    *(
        Kind(pattern, Rule.COURSE, "settings, marks, and what Python compiled")
        for pattern in ("nbgrader_config.py", "published.json", ".demo", "**/__pycache__/**")
    ),
)
# Folders of the course and of its tools: a course directory may be the repository itself.
_OF_NO_PERSON = {
    *(kind.pattern.removesuffix("/**") for kind in KINDS if kind.holds == _COURSE),
    *("c_exercise", "docs", "autograder", "labkit", "tests", "benchmarks", "reproduction"),
    *("build", "dist", "figures", ".git", ".venv"),
}


def kind_of(path: str) -> Kind | None:
    """The kind of a file by its path in the course directory; None for one without a rule."""
    return next((kind for kind in KINDS if kind.matches(path)), None)


def files_in(root: Path) -> Iterator[str]:
    """Paths of all files of a course directory that may tell of a person, in order."""
    for folder, names, files in os.walk(root):
        place = Path(folder).relative_to(root)
        if place == Path():
            names[:] = [one for one in names if one not in _OF_NO_PERSON]
        names.sort()
        yield from ((place / name).as_posix() for name in sorted(files))
