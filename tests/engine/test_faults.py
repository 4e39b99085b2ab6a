"""Each channel to a kernel is killed, stopped, delayed or half-closed at each moment of a run.

The run ends with a named stop, its neighbours are executed in full, and nothing is left over. The
faults are rows of faults.toml. They are made from outside, by signals and by copies of the kernel's
sockets; what a student can do from inside is made by a cell.
"""

import asyncio
import ctypes
import errno
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
SYS_PIDFD_GETFD = 438  # on every architecture
PORTS = {"shell": "-1", "iopub": "-2"}
WAYS = {
    "shut": socket.SHUT_RDWR,
    "half-close reading": socket.SHUT_RD,
    "half-close writing": socket.SHUT_WR,
}
# A slow idle status leaves room between it and the reply.
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
def connections(port):
    matching = []
    for name in os.listdir("/proc/self/fd"):
        try:
            one = socket.socket(fileno=int(name))
        except OSError:
            continue
        try:
            one.getpeername()
        except OSError:
            one.detach()
            continue
        (matching if str(one.getsockname()).endswith(port) else kept).append(one)
    kept.extend(matching)
    return matching
kept = []  # a socket object that goes closes its descriptor
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
            make(row, self.provisioner)

    def _watch_control_pipe(self):
        self.at("before the connection")
        super()._watch_control_pipe()

    async def _first_answer(self):
        self.at("before kernel_info")
        await super()._first_answer()

    async def _run_cell(self, cell, index):
        if index != 1:
            return await super()._run_cell(cell, index)
        self.at("before a cell")
        watching = asyncio.ensure_future(self._watch_outputs(cell))
        try:
            await super()._run_cell(cell, index)
        finally:
            watching.cancel()
        self.at("after idle")

    async def _watch_outputs(self, cell):
        while not cell.outputs:
            await asyncio.sleep(0.01)
        self.at("in the middle of outputs")

    async def _async_poll_for_reply(self, *arguments):
        reply = await super()._async_poll_for_reply(*arguments)
        if self._running == 1:
            self.at("after the reply and before idle")
        return reply

    async def _finish(self):
        self.at("at the end")
        await super()._finish()

    def _demand_end(self, command):
        super()._demand_end(command)
        if command == client.FINISH:
            self.at("after the end was asked for")


CHANNELS = ("shell", "iopub", "kernel", "control pipe", "fork server")
MOMENTS = {
    "before the connection",
    "before kernel_info",
    "before a cell",
    "in the middle of outputs",
    "after the reply and before idle",
    "after idle",
    "at the end",
    "after the end was asked for",
}


def make(row, provisioner):
    """Make a fault happen now."""
    pipe, server = provisioner.kernel.control_pipe, provisioner.server
    if row["on"] == "control pipe":
        pipe.connection.shutdown(WAYS[row["do"]])
    elif row["on"] == "fork server":
        send_signal(fork_server(server), row["do"])
    elif row["on"] == "kernel":
        kernel = kernel_process(pipe, server)
        # The fork server may have ended it before we look.
        if kernel is not None or row["at"] != "after the end was asked for":
            send_signal(kernel, row["do"])
    else:
        kernel, port = kernel_process(pipe, server), PORTS[row["on"]]
        connected = row["at"] != "before the connection"
        eventually(lambda: shut(sockets_of(kernel, port, connected), WAYS[row["do"]]))


def shut(sockets, way):
    """Shut them down, and say how many there were: the kernel may not have accepted one yet."""
    open_ones = list(sockets)
    for one in open_ones:
        with one:
            one.shutdown(way)
    return len(open_ones)


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
    return next(one.pid for one in tree if b"bwrap" not in read(one.pid, "cmdline"))


def kernel_process(pipe, server):
    """The process that the fork server knows by a number, which may be of another namespace.

    None where it has ended.
    """
    while pipe.pid is None:
        assert select.select([pipe], [], [], 60)[0], "the fork server names no process of a kernel"
        pipe.poll()
    parent = fork_server(server)
    tree = (one for one in Snapshot().tree(parent) if one.parent == parent)
    return next((one.pid for one in tree if str(pipe.pid).encode() in numbers(one.pid)), None)


def numbers(pid):
    """A process's number in each namespace in which it has one."""
    return read(pid, "status").partition(b"NSpid:")[2].partition(b"\n")[0].split()


def read(pid, name):
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:  # it has just ended
        return b""


def sockets_of(pid, port, connected):
    """Copies of a process's sockets whose path ends so; what is done to them is done to its own."""
    process = os.pidfd_open(pid)
    try:
        for name in os.listdir(f"/proc/{pid}/fd"):
            if (one := copied_socket(process, pid, int(name))) is None:
                continue
            if str(one.getsockname()).endswith(port) and is_connected(one) == connected:
                yield one
            else:
                one.close()
    finally:
        os.close(process)


def is_connected(one):
    try:
        one.getpeername()
    except OSError:
        return False
    return True


def copied_socket(process, pid, number):
    """None where it is no socket, or none any more: the kernel opens and closes as we look."""
    if "socket:" not in link_of(f"/proc/{pid}/fd/{number}"):
        return None
    copy = ctypes.CDLL(None, use_errno=True).syscall(SYS_PIDFD_GETFD, process, number, 0)
    if copy >= 0:
        return socket.socket(fileno=copy)
    if (error := ctypes.get_errno()) == errno.EBADF:
        return None
    pytest.skip(f"no copy of another process's sockets: {os.strerror(error)}")


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
    """Threads, processes and sockets of the grader are as many after the test as before."""
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
