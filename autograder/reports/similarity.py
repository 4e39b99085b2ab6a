"""Pairs of hand-ins that share code which neither the template nor much of the class has."""

from __future__ import annotations

import io
from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

# Start-up time: it imports matplotlib, which takes half a second, so functions import it.
if TYPE_CHECKING:
    from copydetect import CodeFingerprint

MOST_PAIRS = 12
# Letters of code with each name as one: more than a line. What is shorter is alike by chance.
_RUN = 25
_LEAST = 0.4  # of the shorter one's own code
# What so large a part of the class has comes from the lesson, not from a neighbour.
_COMMON = 0.25


@dataclass(frozen=True)
class Pair:
    """Two hand-ins with code in common.

    Args:
        students: their ids.
        share: the part of the shorter one's own code, without what is common, that both have.
        lines: the lines of the first in which it stands.
    """

    students: tuple[str, str]
    share: float
    lines: list[str]


def pairs(codes: dict[str, str], template: str, language: str = "python") -> list[Pair]:
    """The pairs with most in common first.

    Names of variables do not count: who renames them is found as well.

    Args:
        codes: what each student wrote.
        template: what all were given.
        language: of the code, as Pygments calls it.

    >>> same = "def f(a):\\n    return [x * 2 for x in a if x > 0 and x % 3 == 1]\\n"
    >>> other = "def g(b):\\n    total = 0\\n    for y in b: total += y\\n    return total\\n"
    >>> [pair.students for pair in pairs({"a": same, "b": same, "c": other}, "")]
    [('a', 'b')]
    """
    from copydetect import compare_files

    whole = {student: _fingerprint(code, language) for student, code in codes.items()}
    known = set(_fingerprint(template, language).hashes) | _common(whole)
    own = {student: _fingerprint(code, language, known) for student, code in codes.items()}
    # The library compares two in a millisecond, which is too long for each pair of a large class.
    near = sorted(
        combinations(sorted(own), 2),
        key=lambda pair: -len(own[pair[0]].hashes & own[pair[1]].hashes),
    )
    alike = []
    for one, two in near[:MOST_PAIRS]:
        overlap, shares, slices = compare_files(own[one], own[two])
        if overlap and max(shares) >= _LEAST:
            lines = _lines(own[one].raw_code, slices[0].T.tolist())
            alike.append(Pair((one, two), min(1.0, float(max(shares))), lines))
    return sorted(alike, key=lambda pair: (-len(pair.lines), -pair.share, pair.students))


def _fingerprint(code: str, language: str, known: set[int] = frozenset()) -> CodeFingerprint:
    from copydetect import CodeFingerprint

    # A window of 1 takes every run: Python's hashes differ from process to process, and a choice
    # among them would, too.
    return CodeFingerprint(
        "code", _RUN, 1, boilerplate=sorted(known), language=language, fp=io.StringIO(code)
    )


def _common(whole: dict[str, CodeFingerprint]) -> set[int]:
    counts = Counter(one for fingerprint in whole.values() for one in fingerprint.hashes)
    most = max(2, _COMMON * len(whole))
    return {one for one, count in counts.items() if count > most}


def _lines(code: str, slices: list[list[int]]) -> list[str]:
    """The lines that slices of a text touch, each once."""
    numbers = {
        number
        for start, stop in slices
        for number in range(code.count("\n", 0, int(start)), code.count("\n", 0, int(stop)) + 1)
    }
    lines = code.splitlines()
    return [lines[number] for number in sorted(numbers) if number < len(lines) and lines[number]]
