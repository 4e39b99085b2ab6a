"""The written tasks of an assignment, and the answers to one: equal texts are one answer."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Set
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path

from autograder import notebooks, texts
from autograder.course import Assignment, CourseError
from autograder.engine import fast_json
from autograder.metadata import Role
from autograder.notebooks import Cell
from autograder.texts import digest_of

# Signs as people type them, and as editors set them.
_MINUS = ("\N{MINUS SIGN}", "\N{EN DASH}", "\N{FULLWIDTH HYPHEN-MINUS}", "-")
_SIGN = f"[+\N{FULLWIDTH PLUS SIGN}{''.join(_MINUS)}]?"
_ITEM = re.compile(rf"^\| *({_SIGN}) *(\d+(?:\.\d+)?) *\| *(.+?) *\|$", re.MULTILINE)


@dataclass(frozen=True)
class WrittenQuestion:
    """A written task of an assignment.

    Args:
        id: of its cell.
        text: the heading and what is asked, as Markdown.
        model: the solution's own answer, with the rubric.
        worth: in points.
    """

    id: str
    text: str
    model: str
    worth: float

    @property
    def rubric(self) -> list[tuple[float, str]]:
        """The items in the solution's table of points and sentences.

        >>> table = "| +2 | names the place |\\n| \u2212 0.5 | no unit |"
        >>> WrittenQuestion("q", "", table, 2.0).rubric
        [(2.0, 'names the place'), (-0.5, 'no unit')]
        """
        return [
            (-float(points) if sign in _MINUS else float(points), text)
            for sign, points, text in _ITEM.findall(self.model)
        ]


@dataclass(frozen=True)
class WrittenAnswer:
    """One text, and who wrote it.

    Args:
        digest: of the text as :func:`~autograder.texts.digest_of` gives it.
        source: as the first of the students wrote it, as Markdown.
        attachments: of the cell.
        students: their ids, each with the language of the notebook.
    """

    digest: str
    source: str
    attachments: dict[str, object] = field(default_factory=dict)
    students: dict[str, str | None] = field(default_factory=dict)

    @cached_property
    def folded(self) -> tuple[str, str]:
        """Equal for answers that differ only in writing: text, pictures."""
        pictures = json.dumps(self.attachments, sort_keys=True) if self.attachments else ""
        return texts.folded(self.source), hashlib.sha256(pictures.encode()).hexdigest()


def written_questions(assignment: Assignment) -> list[WrittenQuestion]:
    """The written tasks of an assignment, in the order of the notebook.

    Raises:
        CourseError: it has none.
    """
    solved = notebooks.cells(notebooks.read(assignment.solution))
    found = [
        WrittenQuestion(cell.id, _asked(solved[:place]), cell.source, cell.points)
        for place, cell in enumerate(solved)
        if cell.role is Role.WRITTEN_ANSWER and cell.kind == "markdown"
    ]
    if not found:
        raise CourseError(
            f"{assignment.id} has no written question; all of it is graded by checks."
        )
    return found


def _asked(above: list[Cell]) -> str:
    """The texts of the section that holds an answer."""
    asked: list[str] = []
    for cell in reversed(above):
        if cell.kind == "markdown":
            asked.insert(0, cell.source)
            if cell.source.startswith("#"):
                break
    return "\n\n".join(asked)


def notebook_paragraphs(assignment: Assignment) -> list[str]:
    """The texts of an assignment's notebook, each with its translations."""
    together: list[dict[str | None, str]] = []
    for cell in notebooks.cells(notebooks.read(assignment.solution)):
        language = cell.node.metadata.get("lang")
        # Translations of a cell follow each other; two cells of one language are two texts.
        if language and together and not together[-1].keys() & {None, language}:
            together[-1][language] = cell.source
        else:
            together.append({language: cell.source})
    return [
        reading for translations in together for reading in _side_by_side([*translations.values()])
    ]


def _side_by_side(translations: list[str]) -> list[str]:
    """A text and its translations, by paragraphs if they have as many of them."""
    parts = [text.split("\n\n") for text in translations]
    if len(parts) == 1 or len({len(part) for part in parts}) > 1:
        return ["\n".join(translations)]
    return ["\n".join(texts) for texts in zip(*parts, strict=True)]


def written_answers(
    assignment: Assignment, question: str, students: Set[str]
) -> list[WrittenAnswer]:
    """The different answers of these students to a question, in an order that tells nothing."""
    found: dict[str, WrittenAnswer] = {}
    for student in sorted(students):
        path = assignment.autograded(student)
        if path.is_file() and (read := _read(path, question, path.stat().st_mtime_ns)):
            answer, language = read
            found.setdefault(answer.digest, replace(answer, students={})).students[student] = (
                language
            )
    return [found[digest] for digest in sorted(found)]


# Asked for after every decision, and by every page load.
@lru_cache(maxsize=10_000)
def _read(path: Path, question: str, changed: int) -> tuple[WrittenAnswer, str | None] | None:
    """A student's answer, and the notebook's language; cached until the file changes."""
    # As plain data: nbformat's own types take ten times as long, 15 s for 3000 notebooks.
    notebook = fast_json.loads(path.read_bytes())
    for cell in notebook["cells"]:
        if notebooks.grade_id(cell) == question:
            source, attachments = "".join(cell["source"]), cell.get("attachments") or {}
            answer = WrittenAnswer(digest_of(source, attachments), source, attachments)
            return answer, notebooks.language_of(notebook)
    return None
