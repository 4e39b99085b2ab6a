"""Pairs of hand-ins that share code which neither the template nor much of the class has.

Code is compared by all its runs of :data:`RUN` characters, once every name is one letter: the
k-grams of Schleimer, Wilkerson and Aiken, "Winnowing: Local Algorithms for Document
Fingerprinting" (SIGMOD 2003), all of them, since a class's hand-ins are short.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from dataclasses import dataclass
from itertools import combinations

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Name, String, Text, Whitespace

MOST_PAIRS = 12
# Letters of code with each name as one: more than a line. What is shorter is alike by chance.
RUN = 25
_LEAST = 0.4  # of the shorter one's own code
# What so large a part of the class has comes from the lesson, not from a neighbour.
_COMMON = 0.25


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


class _Code:
    """A hand-in as one letter for each name and string, and where each letter comes from."""

    def __init__(self, source: str, language: str) -> None:
        self.source_lines = source.splitlines()
        letters, self._lines, line = [], [], 0
        for kind, text in get_lexer_by_name(language, stripnl=False).get_tokens(source):
            is_code = kind in Comment.Preproc or kind in Comment.PreprocFile
            if not (kind in Text or kind in Whitespace or (kind in Comment and not is_code)):
                # Who renames variables and rewrites messages has still copied.
                short = "S" if kind in String else "V" if kind in Name else "".join(text.split())
                letters.append(short)
                self._lines += [line] * len(short)
            line += text.count("\n")
        self._text = "".join(letters)
        self.runs = {self._text[start : start + RUN] for start in self._starts()}

    def _starts(self) -> range:
        return range(len(self._text) - RUN + 1)

    def count(self, runs: Set[str]) -> int:
        """How many letters lie in one of some runs."""
        return len(self._covered(runs))

    def lines(self, runs: Set[str]) -> list[str]:
        """The lines that some runs touch, each once."""
        numbers = sorted({self._lines[place] for place in self._covered(runs)})
        return [line for number in numbers if (line := self.source_lines[number]).strip()]

    def _covered(self, runs: Set[str]) -> set[int]:
        found = (start for start in self._starts() if self._text[start : start + RUN] in runs)
        return {place for start in found for place in range(start, start + RUN)}


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
    hand_ins = {student: _Code(source, language) for student, source in codes.items()}
    counts = Counter(run for one in hand_ins.values() for run in one.runs)
    common = {run for run, count in counts.items() if count > max(2, _COMMON * len(hand_ins))}
    known = _Code(template, language).runs | common
    own = {student: one.runs - known for student, one in hand_ins.items()}
    near = sorted(combinations(sorted(own), 2), key=lambda two: -len(own[two[0]] & own[two[1]]))
    alike = []
    for first, second in near[:MOST_PAIRS]:
        if both := own[first] & own[second]:
            share = max(
                hand_ins[one].count(both) / hand_ins[one].count(own[one]) for one in (first, second)
            )
            if share >= _LEAST:
                alike.append(Pair((first, second), share, hand_ins[first].lines(both)))
    return sorted(alike, key=lambda pair: (-len(pair.lines), -pair.share, pair.students))
