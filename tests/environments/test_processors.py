"""What is right gets full points on every processor, with one thread and with two.

Kernels compute as the imitated processor does. The judge's solution runs on the processor of the
whole run: so it is in class, and may be on a cluster.
"""

import os
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from unittest.mock import patch

import pytest
from kernels import best_engine, notebook, text
from nbformat.v4 import new_code_cell
from nbgrader.preprocessors import ClearHiddenTests
from repository import ASSIGNMENTS, COURSE, solution

from autograder.answers.blanks import run_together, words_of, wrong_answers
from autograder.answers.known import known_answers
from autograder.judging.references import execute_solution
from autograder.judging.verdicts import Judge, submitted_evidence
from autograder.notebooks import checks, grade_id
from autograder.release.files import stale
from autograder.runtime import RUNTIME
from autograder.submission.parts import plan_of
from autograder.submission.training import is_training, kept_by, without_training
from benchmarks import processors
from labkit.judge import judge
from labkit.mistakes import failing, named
from labkit.reference import PUBLIC_SEED, load

SEED = 1
# Old instructions are slow, and are allowed to be.
AMPLE = {"cell_seconds": 600, "total_seconds": 1200, "cpu_seconds": 1200}
OTHERS = [name for name in processors.TRIED_ALWAYS if name != processors.chosen()]


def training_checks(assignment):
    """The checks for which a training cell keeps weights."""
    return {
        check for cell in solution(assignment).cells if is_training(cell) for check in kept_by(cell)
    }


def right_answers(assignment):
    """The right answers to the blanks whose checks measure a training."""
    trained = training_checks(assignment)
    tried = known_answers(COURSE.assignment(assignment))
    return [answer for answer in tried if answer.is_right and answer.blank in trained]


@contextmanager
def engine_on(name):
    """An engine whose kernels compute as on the processor with this name."""
    with patch.dict(os.environ):
        processors.imitate(name, os.environ)
        engine = best_engine(runtime=RUNTIME)
    with engine:
        yield engine


@pytest.fixture(scope="module")
def own_engine():
    """An engine on the processor of the whole run."""
    with engine_on(processors.chosen()) as engine:
        yield engine


@pytest.fixture(scope="module")
def reference(own_engine):
    """Gives the solution's notebook, executed on the processor of the whole run; each once."""
    return cache(
        lambda assignment: execute_solution(
            solution(assignment), SEED, running(own_engine, assignment)
        )
    )


@pytest.fixture(scope="module", params=OTHERS)
def processor(request):
    """A processor's name, and an engine of its own."""
    with engine_on(request.param) as engine:
        yield request.param, engine


def ample(assignment):
    return replace(COURSE.assignment(assignment).limits, **AMPLE)


def running(engine, assignment):
    """Executes a notebook of an assignment, with time enough."""
    return partial(engine.execute, limits=ample(assignment))


LOOK = """
import os, torch
with torch.backends.mkldnn.verbose(torch.backends.mkldnn.VERBOSE_ON):
    torch.conv2d(torch.ones(8, 16, 32, 32), torch.ones(16, 16, 3, 3))
print(f"{torch.get_num_threads()} threads, {torch.backends.cpu.get_cpu_capability()} in torch")
print("limits:", *(os.environ.get(name) for name in NAMES))
""".replace("NAMES", repr(processors.LIBRARIES))
BEYOND = {"sse41": ("avx", "amx"), "avx2": ("avx512", "avx10", "amx"), "all": ()}


def test_kernels_compute_as_that_processor_does(processor):
    """The convolution names the instructions that oneDNN chose for it."""
    name, engine = processor
    instructions, threads = name.split("-")
    limits = [processors.VARIANTS[name].get(library) for library in processors.LIBRARIES]
    execution = engine.execute(notebook(LOOK))
    printed = text(execution.notebook.cells[0])
    assert f"{threads} threads, {(limits[0] or '').upper()}" in printed
    assert " ".join(["limits:", *map(str, limits)]) in printed
    assert "exec,cpu,convolution," in printed
    assert [word for word in BEYOND[instructions] if word in printed.lower()] == []


DRAW = """
import hashlib
from labkit import check
with check("example") as t:
    drawn = [t.normal(5), t.normal(3000), t.normal(like=t.normal(30).double())]
    drawn += [t.uniform(-3, 5, 3000), t.points((-1, 1))]
print(hashlib.sha256(b"".join(value.numpy().tobytes() for value in drawn)).hexdigest())
"""


def test_points_are_drawn_the_same_to_the_last_bit(processor, own_engine):
    """Otherwise float64 records, with their narrow tolerance, would tell processors apart."""
    first, second = (
        text(engine.execute(notebook(DRAW)).notebook.cells[0])
        for engine in (own_engine, processor[1])
    )
    assert first == second and len(first) == 65


@pytest.mark.sweep
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_solution_is_full(processor, assignment, reference):
    _, engine = processor
    engine.preload(COURSE.assignment(assignment).preload)
    # With its training, and without what only explores.
    notebook, seed = solution(assignment), {"LABKIT_SEED": str(SEED)}
    execution = running(engine, assignment)(notebook, seed, plan=plan_of(notebook))
    assert execution.stops == []
    # The accuracy is the kernel's own: no one cheats here.
    judged = Judge(reference(assignment)).verdicts(execution.notebook)
    assert {name for name, verdict in judged.items() if not verdict.passed} == set()
    assert judged


QUANTIZERS = COURSE.assignments[2].id
SCALE = "2 * r.abs().max()"  # where the scale of its task 1 comes from
OFF = 1e-13  # relative: more than a last digit of float64, less than any tolerance


@pytest.mark.parametrize("seed", range(1, 7))
def test_a_scale_with_another_last_digit_costs_nothing_in_the_layers_that_use_it(own_engine, seed):
    """As another processor may compute it. A value on a tie would be rounded to another mark."""
    run = running(own_engine, QUANTIZERS)
    judge = Judge(execute_solution(solution(QUANTIZERS), seed, run))
    for factor in (1 - OFF, 1 + OFF):
        changed = without_training(solution(QUANTIZERS))
        names = [grade_id(cell) for cell in changed.cells]
        source = changed.cells[names.index("quantization")].source
        other = new_code_cell(source.replace(SCALE, f"{factor} * {SCALE}"))
        assert other.source != source
        changed.cells.insert(names.index("quantization_check") + 1, other)
        executed = run(changed, {"LABKIT_SEED": str(seed)}, plan=plan_of(changed)).notebook
        failed = {
            name: verdict.failed
            for name, verdict in judge.verdicts(executed).items()
            if verdict.failed
        }
        assert failed == {"fine_tune": ["accuracy"]}, "nothing was trained"


TRAINING = [(name, tried) for name in ASSIGNMENTS if (tried := right_answers(name))]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("assignment", "tried"), [pytest.param(*each, id=each[0]) for each in TRAINING]
)
def test_every_right_answer_that_trains_is_full(processor, assignment, tried, reference):
    judge = Judge(reference(assignment))
    engine, limits = processor[1], ample(assignment)
    executed = run_together(solution(assignment), tried, SEED, engine.execute, limits, train=True)
    failed = {
        answer.name: judge.verdicts(notebook)[answer.blank].failed for answer, notebook in executed
    }
    assert failed == {answer.name: [] for answer in tried} and len(tried) >= 6


@pytest.fixture(scope="module")
def oldest():
    """The processor that differs from today's in most places."""
    with engine_on("sse41-1") as engine:
        yield engine


@pytest.mark.sweep
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_what_another_processor_released_is_current(oldest, assignment):
    assert stale(COURSE.assignment(assignment), oldest) == {}


@pytest.mark.sweep
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_every_wrong_answer_has_the_name_in_class_that_another_processor_released(
    oldest, assignment
):
    """A value that depends on the last digits identifies nothing: wrong.toml says values_vary.

    In CI this is another folder than the one of the release, too.
    """
    visible, _ = ClearHiddenTests().preprocess(solution(assignment), {})
    oldest.preload(COURSE.assignment(assignment).preload)
    given, true = {}, {}
    for blank, wrong in wrong_answers(COURSE.assignment(assignment)).items():
        tried = run_together(visible, wrong, PUBLIC_SEED, oldest.execute, ample(assignment))
        for answer, executed in tried:
            verdict = named(
                judge(load(blank).evidence, submitted_evidence(checks(executed)[blank]), 1)
            )
            given[answer.place] = verdict.mistake.words if verdict.mistake else {}
            has_name = failing(verdict) and not answer.values_vary
            true[answer.place] = words_of(wrong, answer.known_as_in_class) if has_name else {}
    assert given == true and any(true.values())
