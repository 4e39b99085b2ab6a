"""Pairs of hand-ins that are alike: the same as by comparing each with each, at less cost."""

import cProfile
import pstats
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.course import Groups
from autograder.reports import similarity
from autograder.reports.similarity import pairs

LINES = [
    f"total = {first}(values[{number}], {second!r}) + {number} * scale ** {power}"
    for first in ("sum", "max", "round")
    for second in ("axis", "dim")
    for number in range(4)
    for power in (2, 3)
]
CLASSES = st.lists(
    st.lists(st.sampled_from(LINES), min_size=1, max_size=8), min_size=2, max_size=12
)


def by_each_pair(codes, template):
    """As the module describes it, but without an index."""
    hand_ins = {
        student: similarity._Letters(code, "python") for student, code in sorted(codes.items())
    }
    runs = {student: {*code.runs.tolist()} for student, code in hand_ins.items()}
    known = {*similarity._Letters(template, "python").runs.tolist()}
    most = max(2, len(codes) / 4)
    known |= {run for some in runs.values() for run in some if count(runs, run) > most}
    own = {student: some - known for student, some in runs.items()}
    near = sorted(combinations(own, 2), key=lambda two: -len(own[two[0]] & own[two[1]]))
    for first, second in near[: similarity.MAX_PAIRS]:
        if both := own[first] & own[second]:
            shares = [
                hand_ins[student].count(numbers(both))
                / hand_ins[student].count(numbers(own[student]))
                for student in (first, second)
            ]
            if max(shares) >= 0.4:
                yield (first, second), max(shares), hand_ins[first].lines(numbers(both))


def count(runs, run):
    return sum(run in some for some in runs.values())


def numbers(runs):
    return np.array([*runs], dtype=np.uint64)


@given(CLASSES, st.lists(st.sampled_from(LINES), max_size=3))
def test_the_index_finds_what_comparing_each_with_each_finds(written, template):
    codes = {f"s{n:02}": "\n".join(lines) for n, lines in enumerate(written)}
    found = [(pair.students, pair.share, pair.lines) for pair in pairs(codes, "\n".join(template))]
    expected = [*by_each_pair(codes, "\n".join(template))]
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize(
    ("lines", "language"),
    [
        (["if x > 0:", "        y = sum(x[0:4])", "    z = max(y, 3)"], "python"),  # no such block
        (["y = sum(x[0:4]) + max(x[4:8],", "z = y * 3"], "python"),
        (["for (size_t i = 0; i < n; i++) {", "    y[i] = x[i] * 3 + 1; /* as given"], "c"),
    ],
)
def test_code_that_does_not_run_is_compared_all_the_same(lines, language):
    code, renamed = "\n".join(lines), "\n".join(lines).replace("x", "given")
    (pair,) = pairs({"a": code, "b": renamed, "c": LINES[0]}, "", language)
    assert pair.students == ("a", "b") and pair.share == 1


def calls_of(function, *arguments):
    profile = cProfile.Profile()
    profile.runcall(function, *arguments)
    return pstats.Stats(profile).total_calls


def class_of(students):
    """Each has lines of their own, and some of a neighbour's."""
    own = [[f"x{n} = {n + 17 * k} * y ** {k}" for k in range(12)] for n in range(students)]
    return {f"s{n:04}": "\n".join(lines + own[n - 1][: n % 5 * 3]) for n, lines in enumerate(own)}


def members_of_all(groups):
    return [groups.members[groups[student]] for student in groups]


@pytest.mark.parametrize(
    ("function", "made"),
    [
        (lambda codes: pairs(codes, ""), class_of),
        (members_of_all, lambda n: Groups({f"s{k}": f"g{k // 3}" for k in range(n)})),
    ],
    ids=["pairs", "groups"],
)
def test_the_cost_grows_as_the_class_does(function, made):
    """Counted in calls, which do not depend on the machine's load."""
    small, large = (calls_of(function, made(students)) for students in (50, 400))
    assert large < 1.5 * 8 * small
