"""Grading skips trainings and explorations, and records the same as a solution that runs whole.

In class the run of :mod:`test_colab` shows it; here hidden records are compared, too.
"""

from functools import partial

import pytest
from kernels import outputs
from repository import ASSIGNMENTS, COURSE, solution
from runs import SEED, UNHURRIED

from autograder import metadata
from autograder.judging.references import execute_solution
from autograder.judging.verdicts import Judge
from autograder.submission.training import without_training


@pytest.mark.sweep
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_solution_runs_whole_and_skipping_cells_changes_no_record(assignment, executor):
    assert any(metadata.of_cell(cell).skip for cell in without_training(solution(assignment)).cells)
    executor.engine.preload(COURSE.assignment(assignment).preload)
    limits = UNHURRIED.assignment(assignment).limits
    run = partial(executor.run_one, limits=limits)
    graded = execute_solution(solution(assignment), SEED, run)
    variables = {"LABKIT_SEED": str(SEED), "LABKIT_LANGUAGE": "en"}
    execution = executor.engine.execute(solution(assignment), variables, limits=limits)
    whole = execution.notebook
    assert execution.stops == [] and outputs(whole, "error") == []
    verdicts = Judge(graded).verdicts(whole)
    assert verdicts and all(verdict.passed for verdict in verdicts.values())
    records = [
        record for verdict in Judge(whole).verdicts(graded).values() for record in verdict.records
    ]
    assert records and all(record.passed for record in records if record.reference.at_least is None)
