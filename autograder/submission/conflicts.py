"""The markers that git leaves where two people changed the same lines."""

from __future__ import annotations

from dataclasses import dataclass

_MAX_SHOWN = 200  # letters of a side
_MARKS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
# What follows each, and which part of the text is between: the one side, what both had, the other.
_NEXT = {"": ("<<<<<<<",), "<<<<<<<": _MARKS[1:3], "|||||||": ("=======",), "=======": (">>>>>>>",)}


@dataclass(frozen=True)
class MergeConflict:
    """Lines that exist in two versions.

    Args:
        line: the number of the first marker.
        first, second: the sides, on one line each.
    """

    line: int
    first: str
    second: str


def without_conflicts(text: str) -> tuple[str, list[MergeConflict]]:
    """A text with only the first side of each conflict, and the conflicts; none in other texts.

    >>> without_conflicts("a\\n<<<<<<< HEAD\\nb\\n=======\\nc\\n>>>>>>> other\\nd")
    ('a\\nb\\nd', [MergeConflict(line=2, first='b', second='c')])
    >>> without_conflicts("a\\n=======\\nb")
    ('a\\n=======\\nb', [])
    """
    if _MARKS[0] not in text:
        return text, []
    kept, found, state, begin = [], [], "", 0
    sides: dict[str, list[str]] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        mark = line[:7] if line[:7] in _NEXT.get(state, ()) else ""
        if not mark:
            if state in ("", "<<<<<<<"):
                kept.append(line)
            sides.setdefault(state, []).append(line)
        elif mark == ">>>>>>>":
            first, second = (_shown(sides.get(side, [])) for side in ("<<<<<<<", "======="))
            found.append(MergeConflict(begin, first, second))
            state, sides = "", {}
        else:
            state, begin = mark, begin if state else number
    return ("\n".join(kept), found) if not state else (text, [])


def _shown(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())[:_MAX_SHOWN]
