"""Grading on a cluster: a Dask scheduler and workers, one of which is killed while it grades."""

import json
import logging
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from courses import autograder, copy_course, points
from kernels import eventually
from ports import reserved_port
from submissions import ASSIGNMENT, STUDENTS, hand_in_class

from autograder.engine.pool import Cluster

OURS = {"start_new_session": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def dask(*arguments, cwd, **variables):
    environment = os.environ | {"OMP_NUM_THREADS": "1"} | variables
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]],
        cwd=cwd,
        env=environment,
        **OURS,
    )


@pytest.fixture
def cluster(tmp_path):
    """Start a scheduler and named workers as processes, in a folder without any course."""
    started = []

    def start(*names, **variables):
        address, processes = launch(tmp_path / "elsewhere", names, variables)
        started.extend(processes)
        return address, processes

    yield start
    for process in started:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def launch(elsewhere, names, variables):
    elsewhere.mkdir()
    file = elsewhere / "scheduler.json"  # says which port the scheduler was given
    options = ["--scheduler-file", file, "--no-dashboard"]
    started = [
        dask("dask_scheduler", "--host", "127.0.0.1", "--port", "0", *options, cwd=elsewhere)
    ]
    worker = ["dask_worker", "--nthreads", "1", "--nworkers", "1", "--no-nanny", *options]
    started += [dask(*worker, "--name", name, cwd=elsewhere, **variables) for name in names]
    eventually(lambda: file.exists() and file.read_text().endswith("}"))
    return json.loads(file.read_text())["address"], started


def grade_and_kill(folder, address, doomed):
    """Grade a class on a cluster, one of whose processes is killed after the first verdict."""
    command = [sys.executable, "-m", "autograder", "grade", ASSIGNMENT, "--sandbox", "none"]
    with subprocess.Popen(
        [*command, "--scheduler", address],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as grading:
        eventually(lambda: list(folder.glob("autograded/*/*/*.ipynb")))
        os.killpg(doomed.pid, signal.SIGKILL)
        _, complaints = grading.communicate()
    return grading.returncode, complaints


def test_a_lost_worker_changes_nothing(cluster, tmp_path):
    address, (_, _, doomed) = cluster("steady", "doomed")
    alone, together = (copy_course(tmp_path / name) for name in ("alone", "together"))
    for folder in (alone, together):
        hand_in_class(folder)
    assert autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=alone).returncode == 0
    code, complaints = grade_and_kill(together, address, doomed)
    assert code == 0, complaints[-600:] + complaints[:1500]
    assert points(together) == points(alone)
    assert len(list(together.glob("autograded/*/*/*.ipynb"))) == len(STUDENTS)


def test_a_lost_scheduler_ends_the_run_in_one_line(cluster, tmp_path):
    address, (doomed, _) = cluster("steady")
    code, complaints = grade_and_kill(
        hand_in_class(copy_course(tmp_path / "course")), address, doomed
    )
    assert code == 1 and "Traceback" not in complaints, complaints
    (line,) = complaints.splitlines()
    assert "the Dask scheduler is lost" in line


def test_no_module_of_dask_writes_between_our_own_lines(cluster):
    address, _ = cluster()
    connected = Cluster(address)
    loggers = [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]
    loud = [name for name in loggers if logging.getLogger(name).isEnabledFor(logging.ERROR)]
    connected.close()
    assert len(loggers) > 20 and loud == []


def test_a_scheduler_that_does_not_answer_is_named(tmp_path):
    folder = hand_in_class(copy_course(tmp_path / "course"))
    address = f"tcp://127.0.0.1:{reserved_port()}"
    done = autograder("grade", ASSIGNMENT, "--sandbox", "none", "--scheduler", address, cwd=folder)
    assert done.returncode == 1 and address in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.needs("bubblewrap")
def test_a_worker_without_a_sandbox_stops_the_run_and_costs_no_points(cluster, tmp_path):
    address, _ = cluster("bare", PATH=str(Path(sys.executable).parent))
    folder = hand_in_class(copy_course(tmp_path / "course"))
    done = autograder("grade", ASSIGNMENT, "--scheduler", address, cwd=folder)
    assert done.returncode == 1 and "worker" in done.stderr and "bubblewrap" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(folder.glob("autograded/*/*/*.ipynb"))


def test_dask_is_not_imported_where_no_scheduler_is_named():
    code = """
import sys
from autograder.engine.engine import Setting
from autograder.engine.pool import Executor
from nbformat.v4 import new_code_cell, new_notebook
with Executor(Setting("none")) as executor:
    tasks = [("only", new_notebook(cells=[new_code_cell("1")]))]
    print([execution.stops for _, execution in executor.run(tasks, {})])
print({"dask", "distributed"} & set(sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[[]]\nset()\n"
