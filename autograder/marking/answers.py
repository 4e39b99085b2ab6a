"""The answers to one question: equal ones are one, and similar ones come together."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from autograder import notebooks
from autograder.course import Assignment, CourseError
from autograder.metadata import Role
from autograder.notebooks import Cell, cells
from autograder.texts import digest_of

# scikit-learn and scipy take two seconds of start-up time: imported where answers are compared.
if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

# On a screen at once: so many answers, or letters.
MOST, MOST_LETTERS = 20, 6000
# Cosine distance within a group, where nothing is decided yet.
_NEAR = 0.85
# Signs as people type them, and as editors set them.
_MINUS = ("\N{MINUS SIGN}", "\N{EN DASH}", "\N{FULLWIDTH HYPHEN-MINUS}", "-")
_SIGN = f"[+\N{FULLWIDTH PLUS SIGN}{''.join(_MINUS)}]?"
_ITEM = re.compile(rf"^\| *({_SIGN}) *(\d+(?:\.\d+)?) *\| *(.+?) *\|$", re.MULTILINE)


@dataclass(frozen=True)
class Question:
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

        >>> Question("q", "", "| +2 | names the place |\\n| \u2212 0.5 | no unit |", 2.0).rubric
        [(2.0, 'names the place'), (-0.5, 'no unit')]
        """
        return [
            (-float(points) if sign in _MINUS else float(points), text)
            for sign, points, text in _ITEM.findall(self.model)
        ]


@dataclass(frozen=True)
class Answer:
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


def questions(assignment: Assignment) -> list[Question]:
    """The written tasks of an assignment, in the order of the notebook.

    Raises:
        CourseError: it has none.
    """
    solved = cells(notebooks.read(assignment.solution))
    found = [
        Question(cell.id, _asked(solved[:place]), cell.source, cell.points)
        for place, cell in enumerate(solved)
        if cell.role is Role.ANSWER and cell.kind == "markdown"
    ]
    if not found:
        raise CourseError(
            f"{assignment.id} has no written question; all of it is graded by checks."
        )
    return found


def _asked(above: list[Cell]) -> str:
    """The texts of the section that an answer is in."""
    asked: list[str] = []
    for cell in reversed(above):
        if cell.kind == "markdown":
            asked.insert(0, cell.source)
            if cell.source.startswith("#"):
                break
    return "\n\n".join(asked)


def answers(assignment: Assignment, question: str, students: Set[str]) -> list[Answer]:
    """The different answers of these students to a question, in an order that tells nothing."""
    found: dict[str, Answer] = {}
    for student in sorted(students):
        path = assignment.autograded(student)
        if path.is_file() and (read := _read(path, question, path.stat().st_mtime_ns)):
            one, language = read
            found.setdefault(one.digest, replace(one, students={})).students[student] = language
    return [found[digest] for digest in sorted(found)]


# Asked for again after every decision, and by every page that is loaded.
@lru_cache(maxsize=10_000)
def _read(path: Path, question: str, changed: int) -> tuple[Answer, str | None] | None:
    """A student's answer, and the language of the notebook, as they were when it changed last."""
    notebook = notebooks.read_executed(path)
    for cell in notebook.cells:
        if notebooks.grade_id(cell) == question:
            source, attachments = "".join(cell["source"]), cell.get("attachments") or {}
            one = Answer(digest_of(source, attachments), source, attachments)
            return one, notebooks.language_of(notebook)
    return None


class Grouping:
    """Brings answers together that will probably be decided on alike.

    At first those that are near each other: clusters by the cosine of tf-idf vectors of 1 to 3
    letters, which need no words, so that Japanese works as well. As soon as decisions differ, a
    logistic regression for each rubric item says which items to expect, and answers with the same
    expectation come together.

    Args:
        answers: all of the question.
    """

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.answers = answers
        self._place = {one.digest: place for place, one in enumerate(answers)}

    @cached_property
    def _vectors(self) -> csr_matrix:
        from sklearn.feature_extraction.text import TfidfVectorizer

        texts = [unicodedata.normalize("NFKC", one.source).casefold() for one in self.answers]
        model = TfidfVectorizer(analyzer="char", ngram_range=(1, 3), sublinear_tf=True)
        return model.fit_transform([f" {' '.join(text.split())} ." for text in texts])

    def groups(self, open_: Set[str], decided: Mapping[str, Collection[int]]) -> list[list[Answer]]:
        """Answers in groups that fit on a screen.

        Args:
            open_: digests of those that are wanted.
            decided: the items that hold of others, by their digests.
        """
        places = [place for place, one in enumerate(self.answers) if one.digest in open_]
        known = {self._place[one]: items for one, items in decided.items() if one in self._place}
        if not places:
            return []
        if len({frozenset(items) for items in known.values()}) > 1:
            found = self._expected(places, known)
        else:
            found = self._clusters(places)
        return [[self.answers[place] for place in group] for group in found]

    def _clusters(self, places: list[int]) -> list[list[int]]:
        """By nearness alone, the largest first."""
        if len(places) == 1:
            return [places]
        from sklearn.cluster import AgglomerativeClustering

        near = self._vectors[places]
        model = AgglomerativeClustering(
            n_clusters=None, metric="precomputed", linkage="average", distance_threshold=_NEAR
        )
        labels = model.fit_predict(np.clip(1 - (near @ near.T).toarray(), 0, None))
        clusters = [[places[i] for i in np.flatnonzero(labels == one)] for one in set(labels)]
        clusters.sort(key=lambda one: (-len(one), one))
        return [part for cluster in clusters for part in self._parts(cluster)]

    def _expected(self, places: list[int], known: Mapping[int, Collection[int]]) -> list[list[int]]:
        """By the items that are expected, first the groups where most will prove right."""
        from sklearn.linear_model import LogisticRegression

        columns = []
        for item in sorted({one for items in known.values() for one in items}):
            holds = np.array([item in items for items in known.values()])
            if holds.all():
                columns.append(np.ones(len(places)))
            else:
                model = LogisticRegression(C=100, solver="liblinear")
                model.fit(self._vectors[list(known)], holds)
                columns.append(model.predict_proba(self._vectors[places])[:, 1])
        expected = np.stack(columns, axis=1)
        sure = dict(zip(places, np.maximum(expected, 1 - expected).prod(axis=1), strict=True))
        groups: dict[tuple[bool, ...], list[int]] = {}
        items = dict(zip(places, map(tuple, expected > 0.5), strict=True))
        for place in sorted(places, key=lambda one: -sure[one]):
            groups.setdefault(items[place], []).append(place)
        parts = [part for group in groups.values() for part in self._parts(group)]
        return sorted(parts, key=lambda part: -sum(sure[one] for one in part))

    def _parts(self, group: list[int]) -> Iterator[list[int]]:
        """Pieces of a group that fit on a screen."""
        part: list[int] = []
        letters = 0
        for place in group:
            letters += len(self.answers[place].source)
            if part and (len(part) == MOST or letters > MOST_LETTERS):
                yield part
                part, letters = [], len(self.answers[place].source)
            part.append(place)
        if part:
            yield part
