"""The solutions, executed once for all tests of an assignment, which share a worker."""

import json
from functools import cache, partial

import pytest
from kernels import lent_server
from repository import COURSE, solution
from runs import SEED, UNHURRIED

from autograder.engine.engine import Setting
from autograder.engine.pool import Executor
from autograder.judging.references import execute_solution
from autograder.runtime import RUNTIME


class Remembering(Executor):
    """Executes a notebook once: many tests compare with the solution, executed with one seed."""

    def __init__(self, setting):
        super().__init__(setting, jobs=1, server=lent_server(setting.sandbox, setting.runtime))
        self._known = {}

    def run_one(self, notebook, environment=None, files=None, **options):
        if files:  # weights, never the same twice
            return super().run_one(notebook, environment, files, **options)
        cells = [(cell.source, cell.metadata) for cell in notebook.cells]
        key = json.dumps([cells, environment], sort_keys=True)
        if key not in self._known:
            self._known[key] = super().run_one(notebook, environment, **options)
        return self._known[key]


@pytest.fixture(scope="session")
def executor():
    """One for all tests of a worker: starting it costs as much as a hundred answers."""
    with Remembering(Setting("none", UNHURRIED.limits, RUNTIME)) as started:
        yield started


@pytest.fixture(scope="session")
def engine(executor):
    """The executor's own."""
    return executor.engine


@pytest.fixture(scope="session")
def executed(executor):
    """Gives a solution's run as grading makes it, without trainings."""

    @cache
    def run(assignment):
        executor.engine.preload(COURSE.assignment(assignment).preload)
        run = partial(executor.run_one, limits=UNHURRIED.assignment(assignment).limits)
        return execute_solution(solution(assignment), SEED, run)

    return run
