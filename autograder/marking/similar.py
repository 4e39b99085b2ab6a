"""How near answers are in meaning, and the screens that show near ones together."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence, Set
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from autograder.marking.written_answers import WrittenAnswer

# scikit-learn and scipy take two seconds of start-up time: imported where answers are compared.
if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_matrix
    from sklearn.feature_extraction.text import TfidfVectorizer

# At most so many answers, or letters, on a screen.
MAX_ANSWERS, MAX_LETTERS = 20, 6000
# Answers are compared in a space of this many dimensions; `make bench-neighbours` says the same
# from 80 to 150.
_DIMENSIONS = 100
_WITHIN_NAMES = re.compile(r"(?<=[a-z])(?=[A-Z])|[_`]")


class Meaning:
    """A space in which texts that say the same are near each other, in any language of the course.

    Latent semantic analysis across languages (Dumais et al. 1997): the course's own notebook says
    which groups of 2 to 4 letters occur together, and each of its paragraphs stands there in all
    languages. Letters need no words, so that Japanese and mistyped words work as well. All
    directions count alike: the first ones would only say what the whole notebook is about.

    Args:
        paragraphs: of the notebook, each with its translations.
    """

    def __init__(self, paragraphs: Sequence[str]) -> None:
        self._paragraphs = paragraphs
        self._known: dict[str, NDArray[np.float64]] = {}

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """A row of length 1 for each text; of zeros where nothing is known of its letters."""
        # Every page load asks again: most of 3000 answers are as before.
        if new := sorted(set(texts) - self._known.keys()):
            self._known.update(zip(new, self._placed(new), strict=True))
        return np.array([self._known[text] for text in texts])

    def _placed(self, texts: Sequence[str]) -> NDArray[np.float64]:
        from sklearn.preprocessing import normalize

        letters, paragraphs, directions = self._fitted
        placed = letters.transform(map(_spelled, texts)) @ paragraphs.T @ directions
        return np.asarray(normalize(placed))

    @cached_property
    def _fitted(self) -> tuple[TfidfVectorizer, csr_matrix, NDArray[np.float64]]:
        from sklearn.feature_extraction.text import TfidfVectorizer

        letters = TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 4), sublinear_tf=True)
        paragraphs = letters.fit_transform(map(_spelled, self._paragraphs))
        # Few paragraphs, many groups of letters: this is the singular value decomposition, faster.
        values, directions = np.linalg.eigh((paragraphs @ paragraphs.T).toarray())
        largest = [place for place in np.argsort(-values)[:_DIMENSIONS] if values[place] > 1e-9]
        return letters, paragraphs, directions[:, largest] / values[largest]


def _spelled(text: str) -> str:
    """A text as it is compared: ``BatchNorm2d`` is near to batch norm."""
    text = _WITHIN_NAMES.sub(" ", unicodedata.normalize("NFKC", text))
    return " ".join(text.casefold().split())


def screens(
    answers: Sequence[WrittenAnswer], open_: Set[str], meaning: Meaning
) -> list[list[WrittenAnswer]]:
    """Answers in parts that fit on a screen: one, those equal to it, and the nearest ones.

    The first is that of most students; among several, the one nearest to the others.

    Args:
        answers: all of the question.
        open_: digests of those that are wanted.
        meaning: what near means.
    """
    rest = [answer for answer in answers if answer.digest in open_]
    if not rest:
        return []
    vectors = meaning.vectors([answer.source for answer in rest])
    numbers: dict[tuple[str, str], int] = {}
    kinds = np.array([numbers.setdefault(answer.folded, len(numbers)) for answer in rest])
    students = np.array([len(answer.students) for answer in rest])
    lengths = np.array([len(answer.source) for answer in rest])
    left, found = np.arange(len(rest)), []
    while left.size:
        of_kind = np.bincount(kinds[left], students[left])[kinds[left]]
        central = vectors[left] @ vectors[left].sum(axis=0)
        first = left[np.lexsort((-central, -of_kind))[0]]
        near = vectors[left] @ vectors[first]
        order = np.lexsort((-near, kinds[left] != kinds[first]))
        fits = int(np.searchsorted(lengths[left[order]].cumsum(), MAX_LETTERS, side="right"))
        part, later = np.split(order, [max(1, min(MAX_ANSWERS, fits))])
        found.append([rest[place] for place in left[part]])
        left = left[np.sort(later)]
    return found
