"""A limit counts work: the same points beside twelve busy loops, or under a quota, as alone.

By itself, after the other tests of this folder: it makes the load. `make load` runs all of it.
"""

import os
import subprocess
import sys
from dataclasses import replace

import honest
import pytest
from kernels import BARE, best_kind, descendants, kinds, lent_server, notebook
from repository import COURSE
from runs import SEED
from skips import skip_without

from autograder.answers.known import known_answers
from autograder.answers.trial import try_answers
from autograder.engine.engine import Engine, Setting
from autograder.engine.execution import StopKind
from autograder.engine.limits import Limits
from autograder.engine.pool import Executor
from autograder.grading import Grader
from autograder.runtime import RUNTIME
from benchmarks.container import Size, control_group, may_limit
from benchmarks.made_up_class import prepare
from labkit.c import compiler
from labkit.c.compiler import COMPILE_SECONDS, Run
from labkit.c.driver import run_confined
from labkit.verilog.simulation import SECONDS

LOOPS = 12
QUARTER = Size(cores=0.25, memory_mb=4096)
LONG = 3  # seconds of processor time, which take ten times as long here
ALL = bool(os.environ.get("LABKIT_LOAD"))
COMPUTE = f"import time\nwhile time.process_time() < BEGIN + {LONG}: pass"
BEGIN = "import time\nBEGIN = time.process_time()"
IN_A_CHILD = f"import time\nwhile time.process_time() < {LONG / 2}: pass"
IN_THREADS = f"""
import threading
def compute():
    while time.thread_time() < {LONG / 2}: pass
threads = [threading.Thread(target=compute) for _ in range(2)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
"""
# What a cell does, for how many seconds it may, and how it ends.
CELLS = {
    "computes": (COMPUTE, 2 * LONG, None),
    "computes in a child": (
        f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {IN_A_CHILD!r}])",
        2 * LONG,
        None,
    ),
    "computes in a child's child": (
        'import subprocess\nsubprocess.run(["sh", "-c", "sh -c \'i=0; while [ $i -lt 400000 ]; '
        "do i=$((i+1)); done'\"])",
        2 * LONG,
        None,
    ),
    "computes in threads": (IN_THREADS, 2 * LONG, None),
    "calls many programs": (
        "import subprocess\nfor _ in range(300): subprocess.run(['true'])",
        2 * LONG,
        None,
    ),
    "loops without end": ("while True: pass", 2, StopKind.CELL_TIME),
    "sleeps": ("import time\ntime.sleep(600)", 2, StopKind.CELL_TIME),
    "sleeps while a thread computes": (
        "import threading, time\n"
        "threading.Thread(target=lambda: [pow(3, 10**5) for _ in iter(int, 1)], daemon=True)"
        ".start()\ntime.sleep(600)",
        2,
        StopKind.CELL_TIME,
    ),
}
# Each is some seconds of training, or of compiling: those that a busy machine would stop first.
TRAINED = {
    "02_int8_binary": ("binary_training",),
    "03_uniform_quantization": ("quantized_net", "fine_tune"),
}


@pytest.fixture(scope="module")
def load():
    """Processes that compute as long as the tests of this file run."""
    # Each in a session of its own: Linux may share processors out by session, and then twelve loops
    # of one session would be no more than one.
    loop = [sys.executable, "-c", "while True: pass"]
    loops = [subprocess.Popen(loop, start_new_session=True) for _ in range(LOOPS)]
    yield
    for loop in loops:
        loop.kill()
        loop.wait()


@pytest.fixture(scope="module")
def engine_under_a_quota():
    """Its kernels have a quarter of a processor, as a container may."""
    if os.getuid() != 0:
        skip_without("root")
    if not may_limit():
        pytest.skip("this system lets root limit no control group")
    kind, before = best_kind(BARE), descendants()
    with control_group(QUARTER) as group, Engine(kind, runtime=BARE) as engine:
        for pid in descendants() - before:
            group.enter(pid)
        yield engine


@pytest.fixture(scope="module")
def setting():
    return Setting(best_kind(RUNTIME), runtime=RUNTIME)


@pytest.fixture(scope="module")
def executor(setting):
    with Executor(setting, jobs=1, server=lent_server(setting.sandbox, RUNTIME)) as executor:
        yield executor


# Before the tests under load.
@pytest.mark.parametrize("name", CELLS)
def test_a_cell_has_its_seconds_under_a_quota(name, engine_under_a_quota):
    source, seconds, stop = CELLS[name]
    limits = Limits(cell_seconds=seconds)
    execution = engine_under_a_quota.execute(notebook(BEGIN, source), limits=limits)
    assert kinds(execution) == ([stop] if stop else [])


@pytest.mark.usefixtures("load")
@pytest.mark.parametrize("name", CELLS)
def test_a_cell_has_its_seconds_whatever_the_load(name, setting):
    source, seconds, stop = CELLS[name]
    server = lent_server(setting.sandbox, RUNTIME)
    with Engine(setting.sandbox, Limits(cell_seconds=seconds), RUNTIME, server) as engine:
        execution = engine.execute(notebook(BEGIN, source))
    assert kinds(execution) == ([stop] if stop else [])


# A program with a limit in class, the limit, and whether it may end by itself.
COUNTS_IN_VERILOG = """
module counts;
    integer i;
    initial for (i = 0; i >= 0 && i != {end}; i = {step}) begin end
endmodule
"""
PROGRAMS = {
    "computes": ([sys.executable, "-c", COMPUTE.replace("BEGIN", "0")], 2 * LONG, True),
    "simulates": (["vvp", "-n", "ends"], SECONDS, True),
    "simulates without end": (["vvp", "-n", "goes_on"], 2, False),
    "sleeps": (["sleep", "600"], 2, False),
}


@pytest.mark.usefixtures("load")
@pytest.mark.needs("iverilog")
@pytest.mark.parametrize("name", PROGRAMS)
def test_what_a_check_in_class_starts_has_its_seconds_whatever_the_load(
    name, tmp_path, monkeypatch
):
    monkeypatch.setattr(compiler, "PATIENCE_SECONDS", 4)  # less than the work takes here
    for program, step in {"ends": "i + 1", "goes_on": "0"}.items():
        source = tmp_path / f"{program}.v"
        source.write_text(COUNTS_IN_VERILOG.format(end=2_000_000, step=step))
        built = run_confined(["iverilog", "-o", program, source.name], tmp_path, COMPILE_SECONDS)
        assert built == Run(0, "")
    command, seconds, ends = PROGRAMS[name]
    assert (run_confined(command, tmp_path, seconds).status == 0) == ends


@pytest.mark.usefixtures("load")
@pytest.mark.parametrize("assignment", TRAINED)
def test_right_answers_of_trainings_are_full(assignment, executor):
    right = [
        answer
        for answer in known_answers(COURSE.assignment(assignment))
        if answer.is_right and answer.blank in TRAINED[assignment]
    ]
    tried = right if ALL else right[:1]
    trials = [*try_answers(COURSE.assignment(assignment), tried, executor, seed=SEED)]
    assert len(trials) == len(tried) > 0
    assert [trial.answer.place for trial in trials if not trial.verdict.passed] == []


ROWS = [row for row in honest.rows() if "state" not in row and row.get("quick")]


@pytest.mark.usefixtures("load")
@pytest.mark.parametrize("row", ROWS[:20] if ALL else ROWS[:2], ids=lambda row: row["name"])
def test_an_honest_notebook_loses_nothing(row, executor, tmp_path):
    (name,) = (
        assignment.id
        for assignment in COURSE.assignments
        if assignment.id.startswith(row["assignment"])
    )
    grader = Grader(prepare(COURSE, tmp_path / "course").assignment(name), executor)
    limits = grader.assignment.limits
    grader.limits = replace(limits, cell_seconds=row.get("cell_seconds", limits.cell_seconds))
    path = grader.assignment.submitted("student") / f"{name}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_bytes(honest.handed_in(row, COURSE, name))
    (outcome,) = grader.grade(grader.jobs(["student"], force=True))
    assert outcome.points == outcome.max_points, (outcome.state, outcome.reason_in("en"))
