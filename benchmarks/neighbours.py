"""`make bench-neighbours`: how many of each written answer's three nearest ones belong with it.

The teacher of `autograder mark` finds similar answers next to each other. How near two are is
measured on 60 answers in two languages, in each language five of each of six meanings, and on the
200 of `make bench-marking`, where answers with the same rubric items belong together.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
import unicodedata
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import TfidfVectorizer

from autograder import registry
from autograder.marking.similar import Meaning
from autograder.marking.written_answers import notebook_paragraphs
from benchmarks.made_up_class import REPOSITORY
from benchmarks.marking import ANSWERS, ASSIGNMENT
from benchmarks.measured import Page, Table, add_pages

MEANINGS = Path(__file__).parent / "similar_answers.toml"
NEAREST = 3
PAGE = Page(
    "neighbours",
    "How many of the nearest answers belong with an answer",
    "make bench-neighbours",
    """\
Of each answer's three nearest ones, how many belong with it: mean one, in either language, or have
the same rubric items. *Letters* compares groups of 1 to 3 letters, as the marking page did until
November 2026; *meaning* compares them as the assignment's notebook uses them.
""",
)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_pages(parser)
    options = parser.parse_args()
    table = Table("answers", "of", "letters", "meaning")
    for name, labels, texts in (("60, of six meanings", *meant()), ("200, by rubric", *judged())):
        found = (belonging(labels, vectors) for vectors in (by_letters(texts), by_meaning(texts)))
        table.add(name, NEAREST * len(texts), *found)
    PAGE.write({"Three nearest answers": str(table)}, options.pages)
    return 0


def meant() -> tuple[list[str], list[str]]:
    """The meaning of each of the 60 answers, and the answers."""
    found = tomllib.loads(MEANINGS.read_text("utf-8"))["meaning"]
    pairs = [(meaning["id"], answer) for meaning in found for answer in meaning["answers"]]
    return [id for id, _ in pairs], [answer for _, answer in pairs]


def judged() -> tuple[list[str], list[str]]:
    """The rubric items of each of the 200 answers, and the answers."""
    pairs = [line.split("|", 1) for line in ANSWERS.read_text("utf-8").splitlines()]
    return [items for items, _ in pairs], [answer for _, answer in pairs]


def by_letters(texts: Sequence[str]) -> NDArray[np.float64]:
    """The answers as vectors of letter groups."""
    model = TfidfVectorizer(analyzer="char", ngram_range=(1, 3), sublinear_tf=True)
    plain = [unicodedata.normalize("NFKC", text).casefold() for text in texts]
    return np.asarray(
        model.fit_transform(f" {' '.join(text.split())} ." for text in plain).toarray()
    )


def by_meaning(texts: Sequence[str]) -> NDArray[np.float64]:
    """The answers as the marking page compares them."""
    return Meaning(notebook_paragraphs(registry.load(REPOSITORY).assignment(ASSIGNMENT))).vectors(
        texts
    )


def belonging(labels: Sequence[str], vectors: NDArray[np.float64]) -> int:
    """How many of the answers' nearest ones have the same label."""
    near = vectors @ vectors.T
    np.fill_diagonal(near, -np.inf)
    nearest = np.argsort(-near, axis=1, kind="stable")[:, :NEAREST]
    return sum(labels[other] == labels[place] for place, row in enumerate(nearest) for other in row)


if __name__ == "__main__":
    sys.exit(main())
