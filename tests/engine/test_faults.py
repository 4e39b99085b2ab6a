"""Each channel to a kernel is killed, stopped, delayed or half-closed at each moment of a run.

The run ends with a named stop, its neighbours are executed in full, and nothing is left over. The
faults are rows of faults.toml. They are made from outside, by signals and at the grader's ends of
pipes; what a student can do from inside is made by a cell.
"""

import os
import select
import signal
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
from kernels import BARE, best_kind, descendants, eventually, lent_server, notebook, text
from rows import FAULTS, end_of

from autograder.engine import client, engine, launcher
from autograder.engine.engine import Engine, Setting
from autograder.engine.limits import Limits
from autograder.engine.pool import Executor
from autograder.engine.server.watchdog import Snapshot

LIMITS = Limits(cell_seconds=8, total_seconds=120)  # cells sleep for a second
AMPLE = Limits(cell_seconds=250, total_seconds=250)
DELAY_SECONDS = 1
AT_A_TIME = 6
# The direction to shut down so that the other end sees what it would see if it were closed itself.
WAYS = {
    "shut": socket.SHUT_RDWR,
    "half-close reading": socket.SHUT_RD,
    "half-close writing": socket.SHUT_WR,
}
OTHER_WAY_ROUND = {
    "shut": "shut",
    "half-close reading": "half-close writing",
    "half-close writing": "half-close reading",
}
# A slow idle status leaves room between it and the last output.
SLOW_IDLE = """
import time
kernel = get_ipython().kernel
publish = kernel._publish_status
def slow(*arguments, **options):
    time.sleep(0.3)
    publish(*arguments, **options)
kernel._publish_status = slow
"""
SPEAKS = "print('begun', flush=True)\ntime.sleep(1)\nprint('ended')"
CELLS = (SLOW_IDLE, SPEAKS, "print('last')")
SPOKEN = ["", "begun\nended\n", "last\n"]
HONEST = [f"print({number})\nimport time\ntime.sleep(0.2)" for number in range(20)]

# What a cell does to its own kernel, at MOMENT.
OWN = """
import os, signal, socket, time
reader, writer = os.pipe()
signal.signal(signal.SIGINT, signal.SIG_IGN)
kernel = get_ipython().kernel
def pipe():
    return socket.socket(fileno=os.dup(kernel.session.fileno()))
def fault():
    CODE
def around(function, wanted, after):
    def called(*arguments, **options):
        wants = wanted in map(str, arguments)
        if wants and not after:
            fault()
        result = function(*arguments, **options)
        if wants and after:
            fault()
        return result
    return called
if MOMENT == "in a cell":
    print("begun", flush=True)
    fault()
elif MOMENT == "after idle":
    kernel._publish_status = around(kernel._publish_status, "idle", True)
else:
    send = around(kernel.session.send, "execute_reply", MOMENT == "after the reply")
    object.__setattr__(kernel.session, "send", send)
print("ended")
"""


def faults(*channels):
    return [
        row | {"at": moment}
        for row in FAULTS["fault"]
        for moment in row["at"]
        if row["on"] in channels
    ]


def own_faults():
    return [row | {"at": moment} for row in FAULTS["own"] for moment in row["at"]]


def described(row):
    return f"{row.get('on', 'own')}: {row.get('do') or row['what']} {row['at']}"


class FaultyRun(client.NotebookRun):
    """A run at whose moments the fault happens that its notebook names; each fault once."""

    done: ClassVar = set()

    def at(self, moment):
        row = self.nb.metadata.get("fault")
        if row and row["at"] == moment and described(row) not in self.done:
            self.done.add(described(row))
            make(row, self)

    def _run_cells(self):
        self.at("before the kernel is there")
        super()._run_cells()

    def _await_first_answer(self):
        self.at("before kernel_info")
        super()._await_first_answer()

    def _run_cell(self, cell, index):
        if index == 1:
            self.at("before a cell")
        super()._run_cell(cell, index)
        if index == 1:
            self.at("after idle")

    def _put(self, cell, message):
        super()._put(cell, message)
        if self._running == 1:
            self.at("in the middle of outputs")
        if self._running == 1 and "ended" in text(cell):
            self.at("after the last output and before idle")

    def _finish(self):
        self.at("at the end")
        super()._finish()

    def _demand_end(self, command):
        super()._demand_end(command)
        if command == client.FINISH:
            self.at("after the end was asked for")


CHANNELS = ("pipe", "kernel", "control pipe", "fork server")
MOMENTS = {
    "before the kernel is there",
    "before kernel_info",
    "before a cell",
    "in the middle of outputs",
    "after the last output and before idle",
    "after idle",
    "at the end",
    "after the end was asked for",
}


def make(row, run):
    """Make a fault happen now."""
    if row["on"] == "control pipe":
        run.pipe.connection.shutdown(WAYS[row["do"]])
    elif row["on"] == "pipe":
        run.kernel.connection.shutdown(WAYS[OTHER_WAY_ROUND[row["do"]]])
    elif row["on"] == "fork server":
        send_signal(fork_server(run.server), row["do"])
    else:
        kernel = kernel_process(run.pipe, run.server)
        # The fork server may have ended it before we look.
        if kernel is not None or row["at"] != "after the end was asked for":
            send_signal(kernel, row["do"])


def send_signal(pid, do):
    send(pid, signal.SIGKILL if do == "kill" else signal.SIGSTOP)
    if do == "delay":
        threading.Timer(DELAY_SECONDS, send, (pid, signal.SIGCONT)).start()


def send(pid, number):
    with suppress(ProcessLookupError):
        os.kill(pid, number)


def fork_server(server):
    """Its process, which may lie below bubblewrap's own two."""
    tree = Snapshot().tree(server._process.pid)
    return next(process.pid for process in tree if b"bwrap" not in read(process.pid, "cmdline"))


def kernel_process(pipe, server):
    """The process that the fork server knows by a number, which may be of another namespace.

    None where it has ended.
    """
    while pipe.pid is None:
        assert select.select([pipe], [], [], 60)[0], "the fork server names no process of a kernel"
        pipe.poll()
    parent = fork_server(server)
    tree = (process for process in Snapshot().tree(parent) if process.parent == parent)
    return next(
        (process.pid for process in tree if str(pipe.pid).encode() in numbers(process.pid)), None
    )


def numbers(pid):
    """A process's number in each namespace in which it has one."""
    return read(pid, "status").partition(b"NSpid:")[2].partition(b"\n")[0].split()


def read(pid, name):
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:  # it has just ended
        return b""


def faulty(row):
    given = notebook(*CELLS)
    given.metadata["fault"] = row
    return given


def own(row):
    code = OWN.replace("CODE", row["code"]).replace("MOMENT", repr(row["at"]))
    return notebook("1", code, "print('last')")


def open_sockets():
    links = (Path("/proc/self/fd", name) for name in os.listdir("/proc/self/fd"))
    return [link for link in links if "socket:" in link_of(link)]


def link_of(link):
    try:
        return os.readlink(link)
    except OSError:  # closed since it was listed, as the descriptor of the listing itself is
        return ""


def printed(execution):
    return [text(cell) for cell in execution.notebook.cells]


@pytest.fixture(autouse=True)
def faulty_runs(monkeypatch):
    monkeypatch.setattr(engine, "NotebookRun", FaultyRun)
    monkeypatch.setattr(client, "KILL_TIMEOUT_SECONDS", 2)
    monkeypatch.setattr(client, "LAUNCH_SECONDS", 10)
    FaultyRun.done.clear()


@pytest.fixture
def nothing_is_left():
    """The grader has as many threads, processes and sockets after the test as before."""
    threads, processes, sockets = set(threading.enumerate()), descendants(), open_sockets()
    yield
    eventually(lambda: set(threading.enumerate()) <= threads)
    eventually(lambda: descendants() <= processes)
    eventually(lambda: len(open_sockets()) <= len(sockets))


@pytest.fixture
def kind():
    return best_kind()


def test_every_moment_of_the_table_is_one_of_the_protocol():
    assert {row["at"] for row in faults(*CHANNELS)} == MOMENTS
    assert {row["on"] for row in FAULTS["fault"]} == set(CHANNELS)


def test_a_fault_of_one_kernel_ends_it_in_time_and_the_others_are_executed(kind, nothing_is_left):
    rows = [*faults(*CHANNELS[:-1]), *own_faults()]
    with (
        Engine(kind, server=lent_server(kind)) as engine,
        ThreadPoolExecutor(AT_A_TIME + 1) as pool,
    ):
        honest = pool.submit(engine.execute, notebook(*HONEST), limits=AMPLE)
        wrong = list(filter(None, pool.map(lambda row: tried(engine, row), rows)))
        after = engine.execute(notebook("1"), limits=AMPLE)
        assert printed(honest.result()) == [f"{number}\n" for number in range(len(HONEST))]
        assert honest.result().stops == after.stops == []
    assert wrong == []


def tried(engine, row):
    """What was wrong with the end of a faulty run; None if nothing was."""
    limits = replace(LIMITS, **row.get("limits", {}))
    execution = engine.execute(own(row) if "code" in row else faulty(row), limits=limits)
    whole = printed(execution) == (SPOKEN if "on" in row else printed(execution))
    happened = "code" in row or described(row) in FaultyRun.done
    if end_of(execution.stops) in row["ends"] and happened and (whole or execution.stops):
        return None
    return described(row), execution.stops, printed(execution), happened


@pytest.mark.parametrize("row", faults("fork server"), ids=described)
def test_a_fault_of_the_fork_server_costs_no_notebook_anything(row, executor):
    tasks = [("faulty", faulty(row)), ("honest", notebook(*HONEST))]
    done = dict(executor.run(tasks, {}))
    assert described(row) in FaultyRun.done
    assert end_of(done["faulty"].stops) in row["ends"], done["faulty"].stops
    assert done["honest"].stops == []
    assert printed(done["honest"]) == [f"{number}\n" for number in range(len(HONEST))]


@pytest.fixture(scope="module")
def executor():
    with Executor(Setting("none", AMPLE, BARE), jobs=2) as executor:
        yield executor


def test_a_stopped_fork_server_does_not_outlive_its_engine(kind, nothing_is_left, monkeypatch):
    monkeypatch.setattr(launcher, "CLOSE_SECONDS", 1)
    with Engine(kind, runtime=BARE) as engine:
        os.kill(fork_server(engine._server), signal.SIGSTOP)
