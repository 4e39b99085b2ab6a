"""Pairs of hand-ins that share code which neither the template nor much of the class has.

Code is compared by all its runs of :data:`RUN` characters, once every name is one letter: the
k-grams of Schleimer, Wilkerson and Aiken, "Winnowing: Local Algorithms for Document
Fingerprinting" (SIGMOD 2003), all of them, since a class's hand-ins are short. An index leads from
each rare run to who has it, so the cost grows as the class does, and not as its pairs.
"""

from __future__ import annotations

import heapq
import keyword
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import StringIO
from itertools import combinations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Name, String, Text, Whitespace

MAX_PAIRS = 12
# Letters of code with each name as one: more than a line. Anything shorter is alike by chance.
RUN = 25
_LEAST = 0.4  # of the shorter one's own code
# What this large a part of the class has comes from the lesson, not from a neighbour; nor do more
# than this many students copy from each other.
_COMMON, _MAX_COPIES = 0.25, 30
_PARTS = 16  # of all runs, so that an index of a part takes little memory
# A run's number: its letters as digits in this base, in 64 bits.
_BASE = np.uint64(0x9E3779B97F4A7C15)
_POWERS = np.multiply.accumulate(np.full(RUN, _BASE))


@dataclass(frozen=True)
class Pair:
    """Two hand-ins with code in common.

    Args:
        students: their ids.
        share: the part of the shorter one's own code, without what is common, that both have.
        lines: the lines of the first in which it is.
    """

    students: tuple[str, str]
    share: float
    lines: list[str]


class _Letters:
    """A hand-in as one letter for each name and string, and where each letter comes from."""

    def __init__(self, source: str, language: str) -> None:
        self.source_lines = source.splitlines()
        shortened = [*_shortened(source, language)]
        lengths, lines = [len(text) for text, _ in shortened], [line for _, line in shortened]
        self._lines = np.repeat(np.array(lines, dtype=int), lengths)
        letters = "".join(text for text, _ in shortened).encode("utf-32-le", "surrogatepass")
        codes = np.frombuffer(letters, dtype="<u4").astype(np.uint64)
        enough = len(codes) >= RUN
        self.runs = sliding_window_view(codes, RUN) @ _POWERS if enough else codes[:0]

    def count(self, runs: np.ndarray) -> int:
        """How many letters lie in any of the given runs."""
        return int(self._covered(runs).sum())

    def lines(self, runs: np.ndarray) -> list[str]:
        """The lines that some runs touch, each once."""
        numbers = np.unique(self._lines[self._covered(runs)])
        return [line for number in numbers if (line := self.source_lines[number]).strip()]

    def _covered(self, runs: np.ndarray) -> np.ndarray:
        begins = np.zeros(len(self._lines) + 1, dtype=int)
        starts = np.flatnonzero(np.isin(self.runs, runs))
        np.add.at(begins, starts, 1)
        np.add.at(begins, starts + RUN, -1)
        covered: np.ndarray = begins.cumsum()[:-1] > 0
        return covered


def _shortened(source: str, language: str) -> Iterable[tuple[str, int]]:
    """The code of each token with names and strings as one letter, and the line where it begins.

    Renaming variables and rewriting messages is still copying.
    """
    if language == "python":  # Pygments takes seven times as long, and reads what Python refuses
        with suppress(tokenize.TokenError, SyntaxError):
            return [*_of_python(source)]
    return _of_pygments(source, language)


def _of_python(source: str) -> Iterator[tuple[str, int]]:
    for kind, text, (row, _), _, _ in tokenize.generate_tokens(StringIO(source).readline):
        if kind == tokenize.NAME and not keyword.iskeyword(text):
            text = "V"
        elif "STRING" in tokenize.tok_name[kind]:
            text = "S"
        elif kind == tokenize.COMMENT:
            continue
        yield text.strip(), row - 1


def _of_pygments(source: str, language: str) -> Iterator[tuple[str, int]]:
    line = 0
    for kind, text in get_lexer_by_name(language, stripnl=False).get_tokens(source):
        is_code = kind in Comment.Preproc or kind in Comment.PreprocFile
        if not (kind in Text or kind in Whitespace or (kind in Comment and not is_code)):
            short = "S" if kind in String else "V" if kind in Name else "".join(text.split())
            yield short, line
        line += text.count("\n")


def pairs(codes: dict[str, str], template: str, language: str = "python") -> list[Pair]:
    """The pairs with most in common first.

    Args:
        codes: what each student wrote.
        template: what all were given.
        language: of the code, as Pygments calls it.

    >>> same = "def f(a):\\n    return [x * 2 for x in a if x > 0 and x % 3 == 1]\\n"
    >>> other = "def g(b):\\n    total = 0\\n    for y in b: total += y\\n    return total\\n"
    >>> [pair.students for pair in pairs({"a": same, "b": same, "c": other}, "")]
    [('a', 'b')]
    """
    students = sorted(codes)
    runs = [np.unique(_Letters(codes[student], language).runs) for student in students]
    most = min(max(2, int(_COMMON * len(students))), _MAX_COPIES)
    shared, common = _shared(runs, np.unique(_Letters(template, language).runs), most)
    near = heapq.nlargest(
        MAX_PAIRS, shared.items(), key=lambda pair: (pair[1], [-k for k in pair[0]])
    )
    alike = []
    for (left, right), _ in near:
        first, second = (_Letters(codes[students[place]], language) for place in (left, right))
        own = [np.setdiff1d(runs[place], common) for place in (left, right)]
        both = np.intersect1d(own[0], own[1])
        share = max(
            code.count(both) / code.count(its)
            for code, its in zip((first, second), own, strict=True)
        )
        if share >= _LEAST:
            alike.append(Pair((students[left], students[right]), share, first.lines(both)))
    return sorted(alike, key=lambda pair: (-len(pair.lines), -pair.share, pair.students))


def _shared(
    runs: Sequence[np.ndarray], given: np.ndarray, most: int
) -> tuple[Counter[tuple[int, int]], np.ndarray]:
    """How many rare runs each pair shares, if any, and the runs that are not rare or were given.

    Args:
        runs: of each hand-in, in order, each once.
        given: runs of the template.
        most: hand-ins that a rare run is in.
    """
    shared: Counter[tuple[int, int]] = Counter()
    common = [given]
    # Ranges of neighbouring numbers: each is one slice of a hand-in's sorted runs.
    ends = np.linspace(0, 2.0**64, _PARTS + 1)[1:-1].astype(np.uint64)
    cuts = [np.searchsorted(run, ends) for run in runs]
    parts = [np.split(run, some) for run, some in zip(runs, cuts, strict=True)]
    for part in zip(*parts, strict=True):
        owners = np.repeat(np.arange(len(part)), [len(run) for run in part])
        numbers = np.concatenate([*part, np.empty(0, dtype=np.uint64)])
        order = np.argsort(numbers, kind="stable")
        kinds, starts, counts = np.unique(numbers[order], return_index=True, return_counts=True)
        common.append(kinds[counts > most])
        is_rare = (counts >= 2) & (counts <= most) & ~np.isin(kinds, given)
        for count in np.unique(counts[is_rare]):
            begins = starts[is_rare & (counts == count)]
            who = owners[order[begins[:, None] + np.arange(count)]]
            for a, b in combinations(range(count), 2):
                found, times = np.unique(who[:, (a, b)], axis=0, return_counts=True)
                shared.update(dict(zip(map(tuple, found.tolist()), times.tolist(), strict=True)))
    return shared, np.unique(np.concatenate(common))
