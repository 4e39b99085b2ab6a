"""Grading on a real Slurm, with the script of docs/instructors/clusters.md, word for word."""

import os
import pwd
import re
import secrets
import shlex
import socket
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from courses import PROGRAMS, autograder, copy_course, points
from kernels import eventually
from ports import reserved_port
from programs import need
from repository import REPOSITORY
from submissions import ASSIGNMENT, STUDENTS, hand_in_class

from autograder.engine import sandbox

PAGE = (REPOSITORY / "docs" / "instructors" / "clusters.md").read_text()
DAEMONS = ["munged", "slurmctld", "slurmd"]
PATH = f"{PROGRAMS}:{os.environ['PATH']}:/usr/sbin"
# Room for two of the page's jobs, whatever this machine has: the others wait, as on a busy cluster.
CONFIGURATION = """
ClusterName=labkit
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser={user}
SlurmdUser={user}
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerParameters=batch_sched_delay=0
SlurmdParameters=config_overrides
NodeName={host} NodeAddr=127.0.0.1 CPUs=16 RealMemory=81920
PartitionName=short Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


class Slurm:
    """A Slurm of one node whose files all lie in one folder, and whose daemons are our children.

    Args:
        folder: empty, and with a short path, since sockets lie in it.
    """

    def __init__(self, folder):
        # Jobs inherit these: what they leave at home or among temporary files is seen.
        self.home = folder / "home"
        self._variables = os.environ | {
            "PATH": PATH,
            "SLURM_CONF": str(folder / "slurm.conf"),
            "HOME": str(self.home),
            "TMPDIR": str(folder / "tmp"),
        }
        self._folder = folder
        self._daemons = []

    def start(self):
        for name in ("state", "spool", "home", "tmp"):
            (self._folder / name).mkdir()
        (self._folder / "slurm.conf").write_text(configuration(self._folder))
        key = self._folder / "munge.key"
        key.touch(mode=0o600)
        key.write_bytes(secrets.token_bytes(64))
        files = {"socket": "socket", "key-file": "key", "pid-file": "pid", "seed-file": "seed"}
        options = [f"--{name}={self._folder}/munge.{end}" for name, end in files.items()]
        # Explicitly, because everybody may write where the folder lies.
        self._begin("munged", "--foreground", "--force", *options)
        self._begin("slurmctld", "-D")
        self._begin("slurmd", "-D")
        eventually(self._is_ready)

    def stop(self):
        """No job outlives the daemons."""
        self.call("scancel", *self.jobs())
        eventually(lambda: not self.jobs())
        for daemon in reversed(self._daemons):
            daemon.terminate()
            daemon.wait()

    def _begin(self, *command):
        with (self._folder / f"{command[0]}.log").open("w") as log:
            self._daemons.append(
                subprocess.Popen(
                    command,
                    env=self._variables,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                )
            )

    def _is_ready(self):
        for daemon in self._daemons:
            log = self._folder / f"{daemon.args[0]}.log"
            assert daemon.poll() is None, log.read_text()
        return self.call("sinfo", "--noheader", "--format=%T").stdout.strip() == "idle"

    def begin(self, *command, **options):
        """Start a command that finds this Slurm, as a user on a login node would."""
        return subprocess.Popen(
            command,
            env=self._variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **options,
        )

    def call(self, *command, **options):
        """Run such a command to its end."""
        with self.begin(*command, **options) as process:
            output, errors = process.communicate()
        return subprocess.CompletedProcess(command, process.returncode, output, errors)

    def jobs(self):
        """The numbers of the jobs that are not yet over."""
        return self.call("squeue", "--noheader", "--format=%A").stdout.split()

    def processes(self, job=""):
        """The numbers of processes that a job, or any job, has started and that still run."""
        marks = [f"SLURM_CONF={self._folder}/slurm.conf", f"SLURM_JOB_ID={job}"]
        numbers = []
        for path in Path("/proc").glob("[0-9]*/environ"):
            with suppress(OSError):  # it has ended, or is another user's
                variables = path.read_bytes()
                if all(mark.encode() in variables for mark in marks):
                    numbers.append(int(path.parent.name))
        return numbers


def configuration(folder):
    ports = [reserved_port() for _ in range(2)]
    user, host = pwd.getpwuid(os.getuid()).pw_name, socket.gethostname().partition(".")[0]
    return CONFIGURATION.format(folder=folder, ports=ports, user=user, host=host)


@pytest.fixture(scope="module")
def slurm():
    need("slurm-wlm", "munge")
    with tempfile.TemporaryDirectory(prefix="labkit-slurm-") as folder:
        started = Slurm(Path(folder))
        try:
            started.start()
            yield started
        finally:
            started.stop()


def script_of_the_page():
    """The script, and the command that its first line names."""
    (source,) = re.findall(r"^```bash\n(# Grade on Slurm.*?)^```", PAGE, re.M | re.S)
    return source, shlex.split(re.match(r"# Grade on Slurm: +(.*)", source)[1])


def is_complete():
    return all(line.available for line in sandbox.list_protections())


def test_a_job_finds_the_sandbox_that_this_machine_has(slurm):
    (command,) = re.findall(r"`(srun [^`]*doctor)`", PAGE)
    done = slurm.call(*shlex.split(command))
    (row,) = [line for line in done.stdout.splitlines() if "kernel namespaces" in line]
    assert ("✓" in row) == is_complete(), done.stdout + done.stderr


def test_a_killed_worker_changes_nothing(slurm, tmp_path):
    source, command = script_of_the_page()
    options = [] if is_complete() else ["--sandbox", "none"]
    alone, there = (hand_in_class(copy_course(tmp_path / name)) for name in ("alone", "there"))
    assert autograder("grade", ASSIGNMENT, *options, cwd=alone).returncode == 0
    (there / command[1]).write_text(source)
    with slurm.begin(*command, *options, cwd=there) as grading:
        eventually(lambda: worker_at_work(slurm, there) or grading.poll() is not None)
        log, processes = worker_at_work(slurm, there)
        for process in processes:  # all of them at once, as a power cut would
            with suppress(psutil.NoSuchProcess):
                process.kill()
        before = len(graded(there))
        _, errors = grading.communicate()
    assert grading.returncode == 0, errors
    assert "End worker" not in log.read_text(), "the worker had ended before it was killed"
    assert before < len(graded(there)) == len(STUDENTS)
    assert points(there) == points(alone)
    eventually(lambda: not slurm.jobs() and not slurm.processes())
    assert not list(slurm.home.glob(".grading-*")), "the certificates are still there"


def graded(folder):
    return list(folder.glob("autograded/*/*/*.ipynb"))


def worker_at_work(slurm, folder):
    """The log and the processes of a worker that executes a notebook; empty if there is none."""
    for log in folder.glob("slurm-logs/*.log"):
        tree = set()
        for number in slurm.processes(log.stem):
            with suppress(psutil.Error):  # it has ended meanwhile, as kernels do
                root = psutil.Process(number)
                tree |= {root, *root.children(recursive=True)}
        if any(is_fork_server(process) for process in tree):
            return log, tree
    return ()


def is_fork_server(process):
    with suppress(psutil.Error):
        return "autograder.engine.server.fork_server" in process.cmdline()
    return False
