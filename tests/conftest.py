"""The processor that a run imitates, the order of its tests, and a course directory for a test."""

import os
import random
import sys

import pytest
from browser import chromium
from courses import copy_course
from hypothesis import HealthCheck, settings

from benchmarks import processors

# Hypothesis draws the same examples in every run, and no example is too slow on a busy machine.
# `pytest --hypothesis-profile default --hypothesis-seed 7` draws others.
settings.register_profile(
    "same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("same")

# They run first. If one of them came last, one worker would run it while the other had no work.
LONGEST = (
    "test_answers",
    "test_versions",
    "test_processors",
    "test_cheats",
    "test_hub",
    "test_colab",
    "test_c_grading",
    "test_honest",
    "test_release",
    "test_faults",
    "test_isolation",
    "test_resume",
    "test_stock_nbgrader",
    "test_weights",
    "test_grading",
)


def pytest_configure():
    """Before anything imports torch, which reads these variables once."""
    try:
        processors.imitate(processors.chosen(), os.environ)
    except processors.UnknownProcessor as error:
        raise pytest.UsageError(str(error)) from None


def pytest_collection_modifyitems(items):
    places = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path.stem, len(LONGEST)))


@pytest.fixture(autouse=True)
def same_random_numbers():
    """No test is a lottery: a network that nobody trained is the same in every run."""
    random.seed(0)
    if torch := sys.modules.get("torch"):
        torch.manual_seed(0)


@pytest.fixture
def course_dir(tmp_path):
    """A fresh course directory with the course's solutions and nothing handed in."""
    return copy_course(tmp_path / "course")


@pytest.fixture(scope="module")
def browser():
    """One browser for the pages of a module: while it runs, nothing else can run an event loop."""
    with chromium() as started:
        yield started
