"""The solutions, executed once for all tests of an assignment, which share a worker."""

from functools import cache, partial

import pytest
from kernels import outputs
from repository import COURSE, solution
from runs import SEED, UNHURRIED

from autograder.engine.pool import Executor, Setting
from autograder.judging.references import execute_solution


@pytest.fixture(scope="session")
def executor():
    """One for all tests of a worker: to start it costs as much as a hundred answers."""
    with Executor(Setting("none", UNHURRIED.limits), jobs=1) as started:
        yield started


@pytest.fixture(scope="session")
def engine(executor):
    """The executor's own."""
    return executor.engine


@pytest.fixture(scope="session")
def whole_run(engine):
    """Executes every cell of an assignment's notebook; no error is shown."""

    def run(assignment, notebook, language=None):
        # Otherwise each of the runs that follow would import them, for seconds.
        engine.preload(COURSE.assignment(assignment).preload)
        variables = {"LABKIT_SEED": str(SEED)} | ({"LABKIT_LANGUAGE": language} if language else {})
        limits = UNHURRIED.assignment(assignment).limits
        execution = engine.execute(notebook, variables, limits=limits)
        assert execution.stops == [] and outputs(execution.notebook, "error") == []
        return execution.notebook

    return run


@pytest.fixture(scope="session")
def executed(engine, whole_run):
    """Gives a solution's run: as grading makes it, without trainings, or with every cell."""

    @cache
    def run(assignment, whole=False):
        if whole:
            return whole_run(assignment, solution(assignment), "en")
        run = partial(engine.execute, limits=UNHURRIED.assignment(assignment).limits)
        return execute_solution(solution(assignment), SEED, run)

    return run
