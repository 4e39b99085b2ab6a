"""Nothing is lost: the grader is killed at random moments, run again, and the gradebook is that of an undisturbed run."""

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest
from conftest import copy_course
from test_grading import ASSIGNMENT, HANDED_IN, hand_in, run
from test_stock_nbgrader import points

pytestmark = pytest.mark.slow
KILLS = 20
STUDENTS = ["perfect", "other-words", "blank", "raises"]


def grade(folder, *options):
    command = [sys.executable, "-m", "autograder", "grade", ASSIGNMENT, "--sandbox", "none", *options]
    return subprocess.Popen(command, cwd=folder, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def evidence(folder):
    return list(folder.glob("autograded/*/*/*.ipynb"))


@pytest.mark.timeout(600)
def test_a_grader_killed_at_20_random_moments_loses_nothing(tmp_path):
    undisturbed, disturbed = (copy_course(tmp_path / name) for name in ("undisturbed", "disturbed"))
    for folder in (undisturbed, disturbed):
        for student in STUDENTS:
            hand_in(folder, student, HANDED_IN[student]())
    begin = time.monotonic()
    assert run("grade", ASSIGNMENT, "--sandbox", "none", cwd=undisturbed).returncode == 0
    whole = time.monotonic() - begin
    moments = random.Random(2026)
    for kill in range(KILLS):
        grading = grade(disturbed, *(["--force"] if kill % 2 else []))
        try:
            grading.wait(timeout=moments.uniform(0.4 * whole, 0.95 * whole))
        except subprocess.TimeoutExpired:
            os.kill(grading.pid, signal.SIGKILL)
            grading.wait()
        for path in evidence(disturbed):
            json.loads(path.read_text())
    done = run("grade", ASSIGNMENT, "--sandbox", "none", cwd=disturbed)
    assert done.returncode == 0, done.stderr
    assert points(disturbed) == points(undisturbed)
    assert len(evidence(disturbed)) == len(evidence(undisturbed))
