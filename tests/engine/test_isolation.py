"""Hostile notebooks cannot reach, change or leave anything outside, and end in time.

The attacks are rows of the files in attacks/. They run against one engine, in the files' order.
"""

import json
import os
import platform
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from kernels import BARE, TORCH, descendants, eventually, kinds, lent_server, notebook, texts
from namespaces import in_a_namespace
from rows import ATTACKS, end_of
from skips import skip_without

from autograder.engine import client, sandbox
from autograder.engine.engine import Engine, Setting
from autograder.engine.execution import Stop, StopKind
from autograder.engine.limits import Limits
from autograder.engine.pool import Executor
from autograder.engine.runtime import Runtime
from autograder.engine.sandbox import SandboxUnavailable
from autograder.engine.server import seccomp
from autograder.engine.server.isolation import THREADS_OF_A_KERNEL
from autograder.engine.server.watchdog import Snapshot

LIMITS = Limits(
    cell_seconds=3,
    total_seconds=10,
    cpu_seconds=8,
    memory_mb=600,
    processes=20,
    file_mb=5,
    output_mb=1,
)
# For runs that another limit ends: on a busy machine they may take long.
AMPLE = replace(LIMITS, cell_seconds=250, total_seconds=250)
SECRET = "the-secret-of-the-course"
REPOSITORY = Path(__file__).parents[2]


class Course:
    """Everything that an attack could want to reach: secrets, a listener on loopback, one on a
    path."""

    def __init__(self, folder):
        self.folder = folder
        self.solution = self.file("solutions/solution.ipynb", SECRET)
        self.gradebook = self.file("gradebook.db", SECRET)
        self.other = self.file("submitted/someone/handed_in.ipynb", SECRET)
        self.file("resources/public.txt", "for everyone")
        (folder / "resources" / "shortcut").symlink_to(self.solution)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.path = str(folder / "socket")
        self.local = socket.socket(socket.AF_UNIX)
        self.local.bind(self.path)
        self.local.listen()
        for listening in (self.listener, self.local):
            listening.setblocking(False)
        self.before = self.contents()

    def close(self):
        self.listener.close()
        self.local.close()

    def file(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return str(path)

    def contents(self):
        return {str(path): path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}

    def names(self):
        """Python source that tells the attacker where everything is."""
        places = {
            "SOLUTION": self.solution,
            "GRADEBOOK": self.gradebook,
            "OTHER": self.other,
            "COURSE": str(self.folder),
        }
        places |= {
            "SOCKET": self.path,
            "PORT": self.listener.getsockname()[1],
            "PARENT": os.getpid(),
        }
        return "".join(f"{name} = {value!r}\n" for name, value in places.items())

    def was_called(self):
        return any(_has_caller(listening) for listening in (self.listener, self.local))


def _has_caller(listening):
    try:
        listening.accept()
    except BlockingIOError:
        return False
    return True


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    with closing(Course(tmp_path_factory.mktemp("course"))) as course:
        yield course


@pytest.fixture(scope="module")
def engine(course):
    os.environ["INSTRUCTOR_TOKEN"] = SECRET
    try:
        runtime = replace(TORCH, public=(course.folder / "resources",))
        with Engine("full", LIMITS, runtime) as engine:
            yield engine
    finally:
        del os.environ["INSTRUCTOR_TOKEN"]


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack["name"])
def test_an_attack_says_what_it_tries_and_what_stops_it(attack):
    """In two sentences or more, so that a reader need not guess from the code."""
    assert len(attack.get("about", "").split(". ")) >= 2, f"{attack['name']}: describe it in about"


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack["name"])
def test_an_attack_ends_in_time_and_changes_nothing_outside(attack, engine, course):
    running = descendants()
    limits = LIMITS if "timed out" in attack["ends"] else AMPLE
    execution = engine.execute(
        notebook("print('before')", course.names() + attack["code"], "print('after')"),
        limits=limits,
    )
    first, hostile, last = texts(execution)
    assert end_of(execution.stops) in attack["ends"], execution
    assert "stop" not in attack or attack["stop"] in kinds(execution), execution
    assert attack.get("shows", "") in "".join(_printed(execution.notebook.cells[1])), hostile
    assert "before" in first and ("after" in last or execution.stops)
    assert len(hostile) < 2 * LIMITS.output_bytes and SECRET not in first + hostile + last
    assert course.contents() == course.before
    assert not course.was_called()
    eventually(lambda: descendants() <= running)  # or processes were left behind


# Patterns that do not match themselves, since the search's own source is in memory, too.
SEARCH = """
import os, re
matches, memory = set(), os.open("/proc/self/mem", os.O_RDONLY)
for line in open("/proc/self/maps").readlines():
    area, rights, *_ = line.split()
    begin, end = (int(number, 16) for number in area.split("-"))
    for start in range(begin, end, 2**20) if rights.startswith("rw") else ():
        try:
            part = os.pread(memory, min(2**20, end - start), start)
        except OSError:
            continue
        for mark in MARKS:
            matches |= set(re.findall(mark, part))
print("matches", sorted(matches), "end")
"""
MARKS = [b"a student's [a] student's", b"YSBzdHVkZW50J3Mg[Y]SBz", b"wrote [0-9]{9}"]


def test_a_kernel_inherits_nothing_of_what_others_handed_in(engine):
    """Every later kernel has the fork server's memory: no byte of a hand-in may be in it."""
    for number in range(8):
        source = f"kept = 'wrote {number:09}'\nprint(kept)\n1 / 0"
        files = {"weights.json": b"a student's " * 10_000}
        environment = {"LABKIT_TEST": "a student's " * 100}
        shown = engine.execute(notebook(source), environment, files, limits=AMPLE)
        assert shown.stops == [] and "wrote" in texts(shown)[0]
    searching = notebook("x = f'wrote {1:09}'", f"MARKS = {MARKS!r}\n{SEARCH}")
    searched = engine.execute(searching, limits=replace(AMPLE, cpu_seconds=100))
    # What the search finds of its own kernel shows that it searches.
    assert "matches [b'wrote 000000001'] end" in texts(searched)[1], searched


@pytest.mark.parametrize("name", ["a message without an end", "memory bomb in one process"])
def test_an_attack_changes_nothing_for_other_notebooks(name, tmp_path, monkeypatch):
    """They share the grader's process, so what one sends fills the memory of all.

    The honest one waits until it is over.
    """
    hostile = next(attack for attack in ATTACKS if attack["name"] == name)
    over, execute = tmp_path / "over", Engine.execute

    def execute_and_tell(engine, given, *more, **options):
        execution = execute(engine, given, *more, **options)
        if given.cells[0].source == hostile["code"]:
            over.touch()
        return execution

    monkeypatch.setattr(Engine, "execute", execute_and_tell)
    waits = f"import os, time\nwhile not os.path.exists({str(over)!r}): time.sleep(0.05)"
    tasks = [("hostile", notebook(hostile["code"])), ("honest", notebook(waits, "print('after')"))]
    with Executor(Setting("none", AMPLE), jobs=2, server=lent_server("none")) as executor:
        done = dict(executor.run(tasks, {}))
    assert end_of(done["hostile"].stops) in hostile["ends"]
    assert done["honest"].stops == [] and "after" in texts(done["honest"])[-1]


def test_a_request_without_a_connection_does_not_wait_forever(monkeypatch):
    """A kernel may close its end between two cells; the next request comes before the report."""
    run_cell = client.NotebookRun._run_cell

    def run_unconnected(run, cell, index):
        run._connection.shutdown(socket.SHUT_RDWR)
        run_cell(run, cell, index)

    monkeypatch.setattr(client.NotebookRun, "_run_cell", run_unconnected)
    with Engine("none", limits=AMPLE, server=lent_server("none")) as engine:
        execution = engine.execute(notebook("print('never')"))
    assert kinds(execution) == [StopKind.CONNECTION_CLOSED]


def test_a_run_stays_worth_retrying_however_long_its_kernel_takes_to_die(monkeypatch):
    """Memory stays high until then, and it is looked at again and again."""
    looks, demand_end = iter([0]), client.NotebookRun._demand_end

    def demand_end_late(run, command):
        late = partial(demand_end, run, command)
        run._timers.append(client.WorkTimer(5 * client.POLL_SECONDS, late))

    monkeypatch.setattr(client, "resident_bytes", lambda: next(looks, 2**40))
    monkeypatch.setattr(client.NotebookRun, "_demand_end", demand_end_late)
    with Engine("none", limits=AMPLE, server=lent_server("none")) as engine:
        execution = engine.execute(notebook("import time\ntime.sleep(200)"))
    assert kinds(execution) == [StopKind.ENDLESS_MESSAGE] and execution.worth_retrying


def test_leaving_an_executor_ends_what_is_under_way():
    running = descendants()
    endless = notebook("import time\nwhile True: time.sleep(1)")
    tasks = [("short", notebook("1")), *[("endless", endless)] * 3]
    with Executor(Setting("none", AMPLE, BARE), jobs=2) as executor:
        assert next(executor.run(tasks, {}))[0] == "short"
    eventually(lambda: descendants() <= running)


def _printed(cell):
    for output in cell.outputs:
        yield output.get("text", "")
        yield output.get("evalue", "") and f"{output.ename}: {output.evalue}"


def test_the_engine_serves_the_next_notebook_after_all_attacks(engine, course):
    execution = engine.execute(
        notebook(f"print(open({str(course.folder / 'resources' / 'public.txt')!r}).read())")
    )
    assert execution.stops == [] and "for everyone" in texts(execution)[0]


def test_the_work_folder_is_private_and_holds_only_the_given_files(engine):
    look = (
        "import os; print(os.getcwd(), sorted(os.listdir()), os.listdir(os.path.expanduser('~')))"
    )
    assert (
        "/box/work ['mine.txt'] []"
        in texts(engine.execute(notebook(look), files={"mine.txt": b"x"}))[0]
    )


FONTS = """
from matplotlib.font_manager import fontManager
print([font.name for font in fontManager.ttflist], sep='\\n')
"""


def test_the_list_of_fonts_is_not_made_anew_and_names_no_hidden_file(tmp_path, monkeypatch):
    monkeypatch.setenv("MPLCONFIGDIR", str(tmp_path))
    subprocess.run([sys.executable, "-c", "import matplotlib.font_manager"], check=True)
    (path,) = tmp_path.glob("fontlist-*.json")
    listed = json.loads(path.read_text())
    listed["ttflist"][0]["name"] = "Known Already"
    (tmp_path / "private.ttf").write_text("")
    listed["ttflist"].append(
        listed["ttflist"][0] | {"name": "Private", "fname": str(tmp_path / "private.ttf")}
    )
    path.write_text(json.dumps(listed))
    with Engine("full", runtime=Runtime(modules=("matplotlib.pyplot",))) as engine:
        names = texts(engine.execute(notebook(FONTS)))[0]
    assert "Known Already" in names and "DejaVu Sans" in names and "Private" not in names


def test_a_student_may_use_all_the_memory_that_the_limit_says(engine):
    """Whatever the kernel reserves for itself, and whatever the fork server left."""
    almost = "kept = []\nfor _ in range(580): kept.append(bytearray(1024 ** 2))\nprint('all of it')"
    execution = engine.execute(notebook(almost))
    assert execution.stops == [] and "all of it" in texts(execution)[0]
    more = engine.execute(notebook(almost.replace("580", "700")))
    assert more.stops == [Stop(StopKind.MEMORY, {"mb": 600})]


def test_a_kernel_is_process_1_and_thread_1_of_its_own_world(engine):
    look = (
        "import os, threading; print('ids', os.getpid(), os.getppid(), threading.get_native_id())"
    )
    assert "ids 1 0 1" in texts(engine.execute(notebook(look)))[0]


SIGNALLED = """
import signal, threading, time
signal.signal(signal.SIGUSR1, lambda *_: print("heard"))
main = threading.main_thread().ident
other = threading.Thread(target=signal.pthread_kill, args=(main, signal.SIGUSR1))
other.start(); other.join(); time.sleep(0.01)
"""


def test_the_c_library_of_a_kernel_knows_its_thread(engine):
    """It keeps the thread's id, by which other threads signal it; our own clone must set it."""
    assert "heard" in texts(engine.execute(notebook(SIGNALLED)))[0]


SURVIVOR = """
import os, sys
from nbformat.v4 import new_code_cell, new_notebook
from autograder.engine.engine import Engine
from autograder.engine.runtime import Runtime
with Engine({kind!r}, runtime=Runtime(modules=())) as engine:
    source = "import subprocess; subprocess.Popen(['sleep', '1000']); print('x')\\nwhile True: pass"
    print("ready", flush=True)
    engine.execute(new_notebook(cells=[new_code_cell(source)]))
"""


@pytest.mark.parametrize("kind", ["full", "none"])
def test_killing_the_grader_leaves_no_process(kind, engine):
    command = [sys.executable, "-c", SURVIVOR.format(kind=kind)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=_environment()) as grader:
        assert grader.stdout.readline() == b"ready\n"
        eventually(lambda: "sleep" in _commands(grader.pid))
        family = {process.pid for process in Snapshot().tree(grader.pid)}
        grader.send_signal(signal.SIGKILL)
    eventually(lambda: not any(Path(f"/proc/{pid}").exists() for pid in family))


def _commands(pid):
    return [_name(process.pid) for process in Snapshot().tree(pid)]


def _name(pid):
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def _environment():
    return {**os.environ, "PYTHONPATH": str(REPOSITORY)}


ORDINARY = """
import json, os, sys
sys.path.insert(0, {repository!r})
from nbformat.v4 import new_code_cell, new_notebook
from autograder.engine.engine import Engine
from autograder.engine.limits import Limits
with Engine("full", Limits(cell_seconds=250, memory_mb=600, processes=20)) as engine:
    for source in {sources!r}:
        execution = engine.execute(new_notebook(cells=[new_code_cell(source)]))
        outputs = execution.notebook.cells[0].outputs
        stops = [[stop.kind, stop.values] for stop in execution.stops]
        print(json.dumps([os.getuid(), stops, outputs]))
"""


def as_nobody(script):
    """Run a script as an ordinary user, in a file system where that user can reach this Python."""
    if os.getuid() != 0:
        pytest.skip("this user is an ordinary one: all other tests show it")
    command = in_a_namespace(["-c", script], ordinary=True)
    environment = {"PATH": os.environ["PATH"], "HOME": "/", "OMP_NUM_THREADS": "1"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_an_ordinary_user_is_isolated_in_the_same_way(engine, course):
    sources = [
        "import os; print(os.getuid(), os.getpid(), os.listdir('/proc/1/task') != [])",
        f"print(open({course.solution!r}).read())",
        "import os\nwhile True: os.fork()",
        "held = []\nwhile True: held.append(bytearray(10_000_000))",
    ]
    run = as_nobody(ORDINARY.format(repository=str(REPOSITORY), sources=sources))
    results = [json.loads(line) for line in run.stdout.splitlines()]
    ends = [
        (user, end_of([Stop(StopKind(stop[0]), stop[1]) for stop in stops]))
        for user, stops, _ in results
    ]
    assert ends == [
        (65534, "whole"),
        (65534, "whole"),
        (65534, "kernel died"),
        (65534, "out of memory"),
    ], (results, run.stderr)
    assert "65534 1 True" in json.dumps(results[0]) and "FileNotFoundError" in json.dumps(
        results[1]
    )


# Holds whatever is counted by user, while the same user goes on working.
HOLDER = """
import ctypes, os, threading, time
libc = ctypes.CDLL(None)
held = [libc.inotify_init1(0) for _ in range(128)] + [libc.fanotify_init(0, 0) for _ in range(128)]
for _ in range(40):
    try:
        held += [os.pipe(), os.eventfd(0), os.open("/dev/ptmx", os.O_RDWR)]
        threading.Thread(target=time.sleep, args=(3,), daemon=True).start()
    except (OSError, RuntimeError):
        break
time.sleep(3)
"""
USER = """
import ctypes, json, os, subprocess, sys, threading
sys.path.insert(0, {repository!r})
from nbformat.v4 import new_code_cell, new_notebook
from autograder.engine.engine import Engine
from autograder.engine.limits import Limits
libc = ctypes.CDLL(None)
def working():
    made = [libc.inotify_init1(0) for _ in range(100)] + [os.open("/dev/ptmx", os.O_RDWR)]
    made += [end for _ in range(100) for end in os.pipe()]
    os.set_blocking(made[-1], False)
    room = os.write(made[-1], bytes(65536))
    for one in made:
        if one >= 0:
            os.close(one)
    return min(made) >= 0 and room == 65536 and subprocess.run(["true"]).returncode == 0
with Engine("full", Limits(cell_seconds=250, processes=20)) as engine:
    cells = [new_code_cell({holder!r}), new_code_cell("print(min(held[:256]), max(held[:256]))")]
    ended = []
    run = threading.Thread(target=lambda: ended.append(engine.execute(new_notebook(cells=cells))))
    run.start()
    worked = []
    while run.is_alive():
        worked.append(working())
    print(json.dumps([len(worked) > 3, all(worked), ended[0].notebook.cells[1].outputs]))
"""


def test_nothing_that_an_ordinary_user_has_is_used_up():
    run = as_nobody(USER.format(repository=str(REPOSITORY), holder=HOLDER))
    assert run.stdout, run.stderr
    is_enough, all_worked, (shown,) = json.loads(run.stdout)
    assert is_enough and all_worked and shown["text"] == "-1 -1\n"


def test_a_missing_bubblewrap_stops_the_engine_and_names_both_ways_on(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(
        SandboxUnavailable, match="bubblewrap(.|\n)*apt install bubblewrap(.|\n)*--sandbox none"
    ):
        Engine("full")


def test_a_sandbox_in_which_no_kernel_can_start_says_why_before_anything_is_executed(
    tmp_path, monkeypatch
):
    sandbox.require_bubblewrap()
    # As after `gcc -o /dev/null`, run by root: a plain file in its place, closed to all others.
    file, command_in = tmp_path / "null", sandbox.python_command
    file.touch(0o600)

    def command(*arguments):
        made = command_in(*arguments)
        at = made.index("--remount-ro")
        return [*made[:at], "--ro-bind", str(file), "/dev/null", *made[at:]]

    monkeypatch.setattr(sandbox, "python_command", command)
    with pytest.raises(SandboxUnavailable, match="not available here: (.|\n)*denied: '/dev/null'"):
        Engine("full")


@pytest.mark.parametrize("kind", ["full", "none"])
def test_a_kernel_that_cannot_be_prepared_says_why(kind, engine):
    with Engine(kind, limits=LIMITS, server=lent_server(kind)) as unprepared:
        execution = unprepared.execute(notebook("1"), files={300 * "x": b""})
    (stop,) = execution.stops
    assert stop.kind is StopKind.NOT_STARTED and "name too long" in stop.values["error"]


def test_the_doctor_says_what_is_missing(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    missing = {line.name: line.note for line in sandbox.list_protections() if not line.available}
    assert set(missing) == {"sandbox", "kernel namespaces"} and "bwrap" in missing["sandbox"]


def test_the_doctor_finds_every_protection_where_the_engine_starts(engine):
    assert [line for line in sandbox.list_protections() if not line.available] == []


def test_the_root_of_the_file_system_is_no_public_folder():
    with pytest.raises(ValueError, match="root of the file system"):
        Engine("full", runtime=Runtime(public=("/",)))


def shell(engine, script, **options):
    """What a program that a cell has started prints, on both its streams."""
    source = f"import subprocess; subprocess.run(['bash', '-c', {script!r}])"
    return joined(engine.execute(notebook(source), **options))


def joined(execution):
    return "".join(_printed(execution.notebook.cells[0]))


def test_a_program_can_change_its_work_folder_and_nothing_else(engine, course):
    script = f"""
        cat given; echo made > made; cat made; ls -A
        cat {course.solution}; echo x > {course.gradebook}; echo x > /x
    """
    printed = shell(engine, script, files={"given": b"given "})
    assert printed.startswith("given made\ngiven\nmade\n")
    assert printed.count("No such file") == 1 and printed.count("Read-only file system") == 2
    assert SECRET not in printed and course.contents() == course.before


def test_a_program_is_limited_and_has_no_network(engine, course):
    port = course.listener.getsockname()[1]
    script = f"""
        ulimit -Hu; ulimit -Ht; ulimit -Hc
        dd if=/dev/zero of=big bs=1M count=50; stat --format 'size %s' big
        echo > /dev/tcp/127.0.0.1/{port}
    """
    printed = shell(engine, script)
    assert printed.split()[:3] == [str(LIMITS.processes + THREADS_OF_A_KERNEL), "9", "0"]
    assert f"size {5 * 2**20}" in printed
    assert "Network is unreachable" in printed and not course.was_called()


CALL = """
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
for number in {numbers}:
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(0)] * 6)
    print(number, result, errno.errorcode.get(ctypes.get_errno()))
"""


def refused_calls():
    """Name and number of each refused call on this machine."""
    *_, numbers = seccomp.NUMBERS.get(platform.machine(), (0, ()))
    return list(zip(seccomp.REFUSED, numbers, strict=bool(numbers)))


@pytest.fixture(scope="module")
def answers(engine):
    """What a kernel gets when it makes each refused call, by its number and by that of x32."""
    numbers = [number for _, number in refused_calls()]
    if platform.machine() == "x86_64":
        numbers += [seccomp.FIRST_X32_CALL + number for number in numbers]
    execution = engine.execute(notebook(CALL.format(numbers=[*numbers, GETPID])))
    assert execution.stops == []
    lines = (line.split() for line in joined(execution).splitlines())
    return {int(number): tuple(answer) for number, *answer in lines}


GETPID = {"x86_64": 39, "aarch64": 172}.get(platform.machine(), 0)


@pytest.mark.parametrize(("name", "number"), refused_calls())
def test_a_refused_system_call_is_not_permitted(name, number, answers):
    assert answers[number] == ("-1", "EPERM")
    assert answers.get(seccomp.FIRST_X32_CALL + number, ("-1", "EPERM")) == ("-1", "EPERM")


def test_other_system_calls_are_permitted(answers):
    assert answers[GETPID] == ("1", "None")


@pytest.mark.parametrize("machine", seccomp.NUMBERS)
def test_every_refused_system_call_has_a_number_of_its_own(machine):
    *_, numbers = seccomp.NUMBERS[machine]
    assert len(set(numbers)) == len(numbers) == len(seccomp.REFUSED)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the list is of x86-64")
def test_the_numbers_of_refused_system_calls_are_those_of_the_system():
    headers = list(Path("/usr/include").glob("*/asm/unistd_64.h"))
    if not headers:
        skip_without("libc6-dev")
    lines = (line.split() for line in headers[0].read_text().splitlines() if "__NR_" in line)
    numbers = {line[1].removeprefix("__NR_"): int(line[2]) for line in lines if len(line) == 3}
    # An older header may lack the newest calls.
    assert {name: numbers.get(name, number) for name, number in refused_calls()} == dict(
        refused_calls()
    )
