"""A grader that is killed at random moments, and run again, writes the same gradebook."""

import json
import random
import signal

from courses import autograder, points
from kills import STUDENTS, course_with, evidence, killed_at_random
from submissions import ASSIGNMENT

# `make reliability` kills it 20 times, with as many seeds as one asks for.
KILLS = 2


def test_a_grader_killed_at_random_moments_loses_nothing(tmp_path):
    go_on = tmp_path / "go on"
    undisturbed, disturbed = (
        course_with(tmp_path / name, go_on) for name in ("undisturbed", "disturbed")
    )
    moments = random.Random(2026)
    for kill in range(KILLS):
        assert (
            killed_at_random(disturbed, moments, *(["--force"] if kill % 2 else []))
            == -signal.SIGKILL
        )
        for path in evidence(disturbed):
            json.loads(path.read_text())
    go_on.touch()
    for folder in (undisturbed, disturbed):
        done = autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=folder)
        assert done.returncode == 0, done.stderr
    assert points(disturbed) == points(undisturbed)
    assert len(evidence(disturbed)) == len(evidence(undisturbed)) == len(STUDENTS) + 1
