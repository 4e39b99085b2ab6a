"""The engine runs honest and broken notebooks as an ordinary kernel, and says what happened."""

import json
import os
import platform
import random
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path

import nbclient
import nbformat
import nbformat.v4 as nbf
import pytest
from IPython.core.displayhook import DisplayHook
from IPython.core.inputtransformer2 import TransformerManager
from IPython.core.interactiveshell import InteractiveShell
from jupyter_client.manager import KernelManager
from kernels import BARE, TORCH, best_engine, kinds, notebook, text
from skips import skip_without

from autograder.engine import client, provisioner
from autograder.engine.engine import WORTH_COLLAPSING, Engine, Setting, Work
from autograder.engine.execution import Plan, Stop, StopKind
from autograder.engine.limits import Limits
from autograder.engine.outputs import remove_unstorable
from autograder.engine.pool import Executor
from autograder.engine.runtime import Runtime
from autograder.engine.server.cells import CachedTransformer
from autograder.engine.server.kernel import SEED
from autograder.engine.server.watchdog import Snapshot


@pytest.fixture(scope="module")
def engine():
    with best_engine(runtime=TORCH) as engine:
        yield engine


def joined(outputs):
    """Printed text in one piece.

    A thread flushes it now and then; on a busy machine even between a word and the line's end.
    """
    pieces = []
    for output in outputs:
        last = pieces[-1] if pieces else {}
        if output.output_type == "stream" and (last.get("output_type"), last.get("name")) == (
            "stream",
            output.name,
        ):
            pieces[-1] = last | {"text": last["text"] + output.text}
        else:
            pieces.append(dict(output))
    return pieces


def errors(cell):
    return [output.ename for output in cell.outputs if output.output_type == "error"]


def run(engine, *sources, **options):
    return engine.execute(notebook(*sources), **options)


def ordinary(*sources):
    """The notebook, executed by nbclient in an ordinary kernel."""
    given = notebook(*sources)
    return nbclient.NotebookClient(given, allow_errors=True, kernel_name="python3").execute()


def test_outputs_come_back_in_a_copy_and_the_notebook_given_stays(engine):
    given = notebook("print('hello')", "6 * 7")
    execution = engine.execute(given)
    assert [text(cell) for cell in execution.notebook.cells] == ["hello\n", "42"]
    assert execution.stops == []
    assert all(not cell.outputs and cell.execution_count is None for cell in given.cells)
    nbformat.validate(execution.notebook)


def test_outputs_that_the_student_handed_in_are_removed_even_from_skipped_cells(engine):
    given = notebook("1", "2")
    for cell in given.cells:
        cell.outputs = [nbf.new_output("stream", text="forged")]
    cells = engine.execute(given, plan=Plan(skipped=frozenset([1]))).notebook.cells
    assert [text(cell) for cell in cells] == ["1", ""]


def test_the_plan_says_which_cells_do_not_run_whatever_the_notebook_says(engine):
    given = notebook("seen = []", "seen.append('skipped')", "seen.append('run')", "seen")
    given.cells[2].metadata["labkit"] = {"skip": True}
    execution = run(engine, *[cell.source for cell in given.cells], plan=Plan(frozenset([1])))
    assert text(execution.notebook.cells[3]) == "['run']"


def test_the_source_of_an_unstored_cell_stays_out_of_the_history(engine):
    plan = Plan(unstored=frozenset([1]))
    execution = run(engine, "1", "secret = 2", "In", "secret", plan=plan)
    shown = [text(cell) for cell in execution.notebook.cells]
    assert "secret" not in shown[2] and shown[3] == "2"


def test_a_notebook_is_executed_again_without_an_expendable_cell_that_ends_the_kernel(engine):
    ends = "import os; os._exit(3)"
    plan = Plan(expendable=frozenset([1, 2]))
    work = Work(notebook("1", ends, ends, "2"), {}, Setting(), plan=plan)
    execution = work.execute(engine)
    assert [text(cell) for cell in execution.notebook.cells] == ["1", "", "", "2"]
    died, without = StopKind.EXIT_CODE, StopKind.AGAIN_WITHOUT
    assert kinds(execution) == [died, without, died, without]
    again = [stop.values["cell"] for stop in execution.stops if stop.kind is without]
    assert again == [2, 3]


def test_a_cell_that_is_not_expendable_stays_and_what_is_below_it_does_not_run(engine):
    execution = Work(notebook("1", "import os; os._exit(3)", "2"), {}, Setting()).execute(engine)
    assert kinds(execution) == [StopKind.EXIT_CODE]
    assert [text(cell) for cell in execution.notebook.cells] == ["1", "", ""]


def test_text_cells_and_empty_cells_are_left_alone(engine):
    given = nbf.new_notebook(
        cells=[nbf.new_markdown_cell("# Title"), nbf.new_code_cell(""), nbf.new_code_cell("1")]
    )
    assert text(engine.execute(given).notebook.cells[2]) == "1"


def test_an_exception_does_not_end_the_run(engine):
    execution = run(
        engine, "raise NotImplementedError('fill me in')", "this is no Python", "'after'"
    )
    assert execution.stops == []
    assert [errors(cell) for cell in execution.notebook.cells] == [
        ["NotImplementedError"],
        ["SyntaxError"],
        [],
    ]


def test_environment_and_files_reach_the_kernel_and_the_graders_environment_does_not(
    engine, monkeypatch
):
    monkeypatch.setenv("LABKIT_SEED", "the grader's own")
    source = "import os; print(os.environ.get('LABKIT_SEED'), open('data/a.txt').read())"
    files = {"data/a.txt": b"content"}
    assert (
        text(run(engine, source, files=files, environment={"LABKIT_SEED": "7"}).notebook.cells[0])
        == "7 content\n"
    )
    assert text(run(engine, source, files=files).notebook.cells[0]) == "None content\n"


def test_every_kernel_starts_with_the_same_random_state(engine):
    draws = "random.random(), numpy.random.rand(), torch.rand(1).item(), hash('a')"
    source = f"import random, numpy, torch; print({draws})"
    first, second = (text(run(engine, source).notebook.cells[0]) for _ in range(2))
    assert first == second and first.startswith(str(random.Random(SEED).random()))


def test_nothing_of_one_notebook_is_left_for_the_next(engine):
    run(
        engine,
        "import builtins, torch; builtins.left = torch.left = open('left', 'w').write('left')",
    )
    left = "hasattr(builtins, 'left'), hasattr(torch, 'left'), os.path.exists('left')"
    source = f"import builtins, os, torch; {left}"
    assert text(run(engine, source).notebook.cells[0]) == "(False, False, False)"


def test_torch_differentiates(engine):
    source = """
import torch
x = torch.ones(3, requires_grad=True)
(x * x).sum().backward()
x.grad.tolist()
"""
    assert text(run(engine, source).notebook.cells[0]) == "[2.0, 2.0, 2.0]"


def test_figures_are_drawn_into_the_notebook(engine):
    cells = run(
        engine, "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()", "plt.plot([2, 1]);"
    ).notebook.cells
    assert ["image/png" in cell.outputs[-1].data for cell in cells] == [True, True]


SHOWS = [
    "import sys\nfrom IPython.display import HTML, clear_output, display\n"
    "print(1)\nprint(2, file=sys.stderr)\n{'a': [1, 2.5]}",
    "print('gone')\nclear_output()\nprint('stays')",
    "print('gone, once there is more')\nclear_output(wait=True)\nprint('more')",
    "print('nothing comes')\nclear_output(wait=True)",
    "shown = display(HTML('<b>first</b>'), display_id='one')\nprint('between')",
    "shown.update(HTML('<b>second</b>'))\ndisplay(shown.display_id)",
    "clear_output(wait=True)\n"
    "display('again', display_id=shown.display_id, metadata={'text/plain': {'seen': True}})",
    "display('cleared', display_id='two')\nclear_output(wait=True)\ndisplay('not two')",
    "from IPython.display import update_display\nupdate_display('two', display_id='two')",
    "print('before')\n1 / 0",
]


def test_outputs_are_put_into_the_notebook_as_nbclient_does_it(engine):
    outputs = [joined(cell.outputs) for cell in run(engine, *SHOWS).notebook.cells]
    assert outputs == [joined(cell.outputs) for cell in ordinary(*SHOWS).cells]
    assert "again" in str(outputs[4])
    assert "first" not in str(outputs) and "gone" not in str(outputs)


def test_output_of_compiled_code_shell_commands_and_magics_is_caught(engine):
    cells = run(
        engine, "import os; os.write(1, b'low level')", "!echo from the shell", "%time 1"
    ).notebook.cells
    assert (
        "low level" in text(cells[0])
        and "from the shell" in text(cells[1])
        and "Wall time" in text(cells[2])
    )


def test_what_compiled_code_prints_last_is_never_lost(engine):
    """Repeated often enough to notice if the output depended on a thread's speed."""
    cells = run(engine, "import os", *["os.write(1, b'low level')"] * 300).notebook.cells[1:]
    assert [text(cell) for cell in cells] == ["low level9"] * 300


def test_what_the_timer_has_begun_to_send_comes_before_the_end_of_the_cell(engine):
    slowed = """
import threading, time
session = get_ipython().kernel.session
send = session.send

def slow(*arguments, **options):
    if threading.current_thread().name == "IOPub":
        time.sleep(1)
    return send(*arguments, **options)

object.__setattr__(session, "send", slow)
"""
    # The timer sends what was printed after a fifth of a second.
    cells = run(engine, slowed, "print('kept'); time.sleep(0.5)", "print('next')").notebook.cells
    assert [text(cell) for cell in cells[1:]] == ["kept\n", "next\n"]


@pytest.mark.parametrize("act", ["print(half)", "half", "display(half)", "raise ValueError(half)"])
def test_half_of_a_surrogate_pair_is_shown_as_a_sign_and_hangs_no_cell(engine, act):
    done = run(engine, "half = chr(0xD83D)", act, "1 + 1")
    assert not done.stops and text(done.notebook.cells[2]) == "2"
    assert done.notebook.cells[1].outputs
    nbformat.writes(done.notebook).encode()


def test_what_threads_and_forked_processes_print_arrives_whole(engine):
    source = """
import os, threading

def shout(name):
    for number in range(200):
        print(f"<{name} {number}>")

threads = [threading.Thread(target=shout, args=(name,)) for name in "abc"]
[thread.start() for thread in threads]
if not (child := os.fork()):
    print("<from a child>", flush=True)
    os._exit(0)
os.waitpid(child, 0)
[thread.join() for thread in threads]
shout("last")
"""
    printed = text(run(engine, source).notebook.cells[0])
    names = {f"<{name} {number}>" for name in (*"abc", "last") for number in range(200)}
    assert names | {"<from a child>"} <= set(re.findall("<.*?>", printed))


def test_a_process_forked_while_a_thread_prints_does_not_wait_for_that_thread(engine):
    source = """
import os, sys, threading

held, printed = threading.Event(), threading.Event()

def hold():
    with sys.stdout._buffer_lock:
        held.set()
        printed.wait()

threading.Thread(target=hold).start()
held.wait()
if not (child := os.fork()):
    print("<from a child>", flush=True)
    os._exit(0)
os.waitpid(child, 0)
printed.set()
print("<last>")
"""
    assert "<last>" in text(run(engine, source).notebook.cells[0])


def test_a_forked_process_ends_with_the_cell(engine):
    source = "import os\nchild = os.fork()\nprint(child > 0)\nif child: os.waitpid(child, 0)"
    executed = run(engine, source, "import time\ntime.sleep(0.5)\nprint('next')").notebook
    assert sorted(re.findall("True|False", text(executed.cells[0]))) == ["False", "True"]
    assert text(executed.cells[1]) == "next\n"


def test_a_cell_may_await_something(engine):
    execution = run(engine, "import asyncio; await asyncio.sleep(0.01); 'waited'", "'after'")
    assert [text(cell) for cell in execution.notebook.cells] == ["'waited'", "'after'"]


SEMICOLONS = [
    "5",
    "5;",
    "5;  # quiet",
    "5;\n# quiet\n\n",
    "'5;'",
    "5  # loud;",
    "4; 5",
    '"""\n# 5"""',
    '"""\n# 5""";',
]


def test_a_value_is_shown_unless_a_semicolon_ends_the_cell(engine):
    cells = run(engine, *SEMICOLONS).notebook.cells
    quiet = {source: DisplayHook.semicolon_at_end_of_expression(source) for source in SEMICOLONS}
    assert {cell.source: not cell.outputs for cell in cells} == quiet


MAGICS_ON_TOP = ("%%time", "%%capture", "%%prun -q", "%%timeit -n 1 -r 1 -q")


def test_a_magic_on_top_of_a_cell_runs_all_of_its_statements(engine):
    statements = "counted.append(1)\ncounted.append(2)\ncounted.append(3)"
    sources = [f"{magic}\n{statements}" for magic in MAGICS_ON_TOP]
    execution = run(engine, "counted = []", *sources, "counted")
    assert text(execution.notebook.cells[-1]) == str([1, 2, 3] * len(MAGICS_ON_TOP))


def test_a_cell_is_read_anew_each_time(engine):
    doubling = """
import ast

class Doubled(ast.NodeTransformer):
    def visit_Constant(self, node):
        node.value *= 2
        return node

get_ipython().ast_transformers.append(Doubled())
"""
    assert [text(cell) for cell in run(engine, doubling, "1", "1").notebook.cells[1:]] == ["2", "2"]


def test_what_was_printed_before_a_kernel_had_to_be_killed_is_kept(engine):
    stubborn = """
import signal, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
print('begun')
while True: time.sleep(0.1)
"""
    execution = run(engine, stubborn, limits=Limits(cell_seconds=1))
    assert kinds(execution) == [StopKind.CELL_TIME, StopKind.NOT_INTERRUPTED]
    assert text(execution.notebook.cells[0]) == "begun\n"


def test_preloaded_modules_are_there_in_every_kernel_to_come(engine):
    look = "import sys; [name in sys.modules for name in ('wave', 'this')]"
    assert text(run(engine, look).notebook.cells[0]) == "[False, False]"
    engine.preload(["wave", "no_such_module"])
    assert text(run(engine, look).notebook.cells[0]) == "[True, False]"


def test_where_many_notebooks_are_to_come_the_fork_servers_memory_is_put_into_huge_pages():
    with Executor(Setting("none", runtime=TORCH), jobs=1) as executor:
        sizes = []
        for count in (0, WORTH_COLLAPSING - 1, WORTH_COLLAPSING):
            ((_, done),) = executor.run([("one", notebook("6 * 7"))], {}, count=count)
            assert done.stops == [] and text(done.notebook.cells[0]) == "42"
            sizes.append(_in_huge_pages(executor.engine._server._process.pid))
    if tuple(map(int, platform.release().split(".")[:2])) < (6, 1):
        skip_without("Linux 6.1, whose MADV_COLLAPSE it is")
    assert sizes[0] == sizes[1] < sizes[2]


def _in_huge_pages(pid):
    """How many KiB of a process's own memory are."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(re.search(r"AnonHugePages: +(\d+) kB", rollup)[1])


def test_a_kernel_has_the_modules_that_its_fork_server_was_started_with(engine):
    look = "import sys; [name in sys.modules for name in ('torch', 'wave')]"
    with Setting("none", runtime=Runtime(modules=("wave",))).engine() as other:
        assert text(run(other, look).notebook.cells[0]) == "[False, True]"
    assert text(run(engine, look).notebook.cells[0]).startswith("[True, ")


def test_a_run_that_was_abandoned_leaves_nothing_to_the_next_one():
    with Executor(Setting("none", runtime=BARE), jobs=2) as executor:
        abandoned = executor.run([(number, notebook("1")) for number in range(4)], {})
        next(abandoned)  # and is held, as by a traceback
        after = [tag for tag, _ in executor.run([("next", notebook("2"))], {})]
    assert after == ["next"]


def test_the_threads_of_an_executor_share_its_engine_which_ends_with_it_and_no_other(engine):
    with Executor(Setting("none", runtime=BARE)) as executor, ThreadPoolExecutor(4) as pool:
        closed, *others = pool.map(lambda _: executor.engine, range(4))
        assert others == [closed] * 3
    with pytest.raises(RuntimeError, match="closed"):
        run(closed, "1")
    with pytest.raises(RuntimeError, match="closed"):
        closed.preload(["wave"])
    assert run(engine, "1").stops == []


def test_a_module_that_starts_a_thread_is_left_to_the_kernels(tmp_path, monkeypatch, caplog):
    package = tmp_path / "with_a_thread" / "__init__.py"
    package.parent.mkdir()
    package.write_text(
        "import threading; threading.Thread(target=threading.Event().wait, daemon=True).start()"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with Engine("none", runtime=replace(BARE, packages=("with_a_thread",))) as engine:
        for _ in range(2):
            engine.preload(["with_a_thread"])
            assert (
                text(run(engine, "import with_a_thread; with_a_thread.__name__").notebook.cells[0])
                == "'with_a_thread'"
            )
    (warning,) = caplog.messages
    assert "slower" in warning and "with_a_thread" in warning


def test_a_module_of_the_folder_where_the_grader_starts_takes_no_other_ones_place(
    tmp_path, monkeypatch
):
    for name in ("wave", "json", "ipykernel", "autograder"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('not the one installed')")
    monkeypatch.chdir(tmp_path)
    with Engine("none", runtime=replace(BARE, modules=("wave",))) as engine:
        cell = run(engine, "import wave; wave.__file__").notebook.cells[0]
    assert str(tmp_path) not in text(cell) and "wave" in text(cell)


def test_asking_for_input_is_an_error_and_does_not_wait(engine):
    execution = run(engine, "input('name? ')")
    assert errors(execution.notebook.cells[0]) == ["StdinNotImplementedError"]
    assert execution.stops == []


def test_a_cell_that_runs_too_long_is_interrupted_and_the_next_one_runs(engine):
    execution = run(engine, "import time; time.sleep(60)", "'after'", limits=Limits(cell_seconds=1))
    assert execution.stops == [Stop(StopKind.CELL_TIME, {"cell": 1, "seconds": 1})]
    assert (
        errors(execution.notebook.cells[0]) == ["KeyboardInterrupt"]
        and text(execution.notebook.cells[1]) == "'after'"
    )


def test_a_notebook_that_runs_too_long_is_ended(engine):
    execution = run(
        engine,
        "import time; time.sleep(60)",
        "'after'",
        limits=Limits(cell_seconds=120, total_seconds=1),
    )
    assert execution.stops == [Stop(StopKind.NOTEBOOK_TIME, {"seconds": 1})]
    assert text(execution.notebook.cells[1]) == ""


def test_a_dead_kernel_is_noticed_and_not_waited_for_and_what_ran_before_is_kept(engine):
    execution = run(engine, "print('before')", "import os; os._exit(3)", "print('after')")
    assert execution.stops == [Stop(StopKind.EXIT_CODE, {"code": 3})]
    assert [text(cell) for cell in execution.notebook.cells] == ["before\n", "", ""]


def test_the_output_that_crosses_the_limit_is_cut_and_the_kernel_killed(engine):
    execution = run(
        engine, "print('kept')", "while True: print('x' * 999)", limits=Limits(output_mb=0.1)
    )
    assert kinds(execution) == [StopKind.OUTPUT_SIZE]
    assert (
        text(execution.notebook.cells[0]) == "kept\n"
        and len(nbformat.writes(execution.notebook)) < 300_000
    )


RECORDS = """
from IPython.display import display
display({"application/vnd.records.one+json": {}, "text/plain": "record"}, raw=True)
"""


def test_what_a_cell_shows_is_cut_and_what_it_records_is_kept(engine):
    figures = "for _ in range(3): display(dict([('text/plain', 'x' * 60_000)]), raw=True)"
    execution = run(engine, RECORDS, figures, RECORDS, limits=Limits(output_mb=0.1))
    first, cut, last = execution.notebook.cells
    assert execution.stops == [] and text(first) == text(last) == "record"
    assert "[cut: " in text(cut) and len(text(cut)) < 70_000


KILLED_WHILE_IT_SENDS = """
import nbformat.v4 as nbf
from autograder.engine.engine import Engine
from autograder.engine.limits import Limits
from autograder.engine.runtime import Runtime
record = {"application/vnd.records.one+json": {}, "text/plain": "record"}
sends = f"for _ in range(3000): display({record}, raw=True)"
given = nbf.new_notebook(cells=[nbf.new_code_cell(sends)])
RUNTIME = Runtime(modules=(), records=("application/vnd.records.",))
with Engine("none", Limits(output_mb=0.1), RUNTIME) as engine:
    print(*[len(engine.execute(given).stops) for _ in range(5)], sep=";")
"""


def test_kernels_that_are_killed_while_they_send_do_not_end_the_grader():
    """ZeroMQ once aborted the whole process, in one of sixty such runs or more."""
    done = subprocess.run(
        [sys.executable, "-c", KILLED_WHILE_IT_SENDS], capture_output=True, text=True
    )
    assert done.returncode == 0 and len(done.stdout.split(";")) == 5, done.stderr[-500:]


def test_many_records_have_an_end(engine):
    execution = run(
        engine,
        f"for _ in range(3000):{RECORDS}".replace("\n", "\n    "),
        limits=Limits(output_mb=0.1),
    )
    assert len(nbformat.writes(execution.notebook)) < 500_000


def test_the_cell_that_had_to_be_killed_is_named(engine):
    deaf = "import time\nwhile True:\n    try: time.sleep(9)\n    except BaseException: pass"
    execution = run(engine, "1", deaf, "2", limits=Limits(cell_seconds=1))
    assert kinds(execution) == [StopKind.CELL_TIME, StopKind.NOT_INTERRUPTED]
    assert execution.fatal_cell == 1
    assert run(engine, "1 / 0").fatal_cell is None


def test_a_signal_that_a_cell_handles_cuts_no_message_short(engine):
    ticking = """
        import signal
        for number in (signal.SIGUSR1, signal.SIGALRM):
            signal.signal(number, lambda *_: None)
        signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
        for _ in range(300):
            signal.raise_signal(signal.SIGUSR1)
            print("x" * 2000)
    """
    execution = engine.execute(notebook(ticking, f"print(len('{'y' * 3_000_000}'))"))
    assert not execution.stops and text(execution.notebook.cells[1]) == "3000000\n"


def test_outputs_are_refused_without_a_search_for_the_best_words(monkeypatch):
    """nbformat's takes a tenth of a millisecond a value, and an output may hold a million."""
    executed = notebook("a", "b")
    executed.cells[0].outputs = [nbf.new_output("stream", text="a")]
    bad = {"output_type": "display_data", "data": {"a": [[]] * 100_000}, "metadata": {}}
    executed.cells[1].outputs = [nbformat.from_dict(bad)]
    searched = [""]
    monkeypatch.setattr(
        nbformat.validator, "_get_errors", lambda *of: searched.append(str(of)) or ()
    )
    assert remove_unstorable(executed) and len(max(searched, key=len)) < 10_000
    assert [len(cell.outputs) for cell in executed.cells] == [1, 0]


def test_many_quiet_cells_do_not_add_up_to_too_much_output(engine):
    assert run(engine, *["1;"] * 60, limits=Limits(output_mb=0.01)).stops == []


def test_a_cell_that_asks_for_too_much_memory_is_reported_and_the_rest_runs(engine):
    execution = run(engine, "import torch; torch.ones(10**12)", "'after'")
    assert kinds(execution) == [StopKind.CELL_MEMORY]
    assert text(execution.notebook.cells[1]) == "'after'"


def test_several_threads_may_use_one_engine(engine):
    with ThreadPoolExecutor(4) as pool:
        results = list(
            pool.map(lambda number: text(run(engine, f"{number} + 1").notebook.cells[0]), range(8))
        )
    assert results == [str(number + 1) for number in range(8)]


@pytest.fixture
def own_engine():
    """For a test that ends its fork server."""
    with best_engine(runtime=BARE) as engine:
        yield engine


def test_a_lost_fork_server_is_replaced(own_engine):
    own_engine._server._control.close()
    own_engine._server._parent_thread.join(10)
    assert run(own_engine, "1").stops == []


def test_a_fork_server_that_is_being_killed_gets_no_request(own_engine):
    own_engine._server.kill()
    assert run(own_engine, "1").stops == []


def test_a_fork_server_that_is_stuck_does_not_hold_up_the_grader(own_engine, monkeypatch):
    assert run(own_engine, "1").stops == []
    youngest = Snapshot().tree(own_engine._server._process.pid)[-1].pid
    os.kill(youngest, signal.SIGSTOP)
    with monkeypatch.context() as patch:
        patch.setattr(client, "KILL_TIMEOUT_SECONDS", 1)
        stopped = run(own_engine, "1", limits=Limits(total_seconds=1))
        assert kinds(stopped) == [StopKind.NOTEBOOK_TIME]
    assert run(own_engine, "1").stops == []


def test_a_run_leaves_nothing_in_the_file_system(engine):
    run(engine, "1")
    assert os.listdir(engine._server.folder) == ["lock"] or engine._server.kind == "none"


def test_an_engine_removes_its_own_folder_and_that_of_a_killed_grader_and_no_living_ones(engine):
    code = """
import os
from autograder.engine import launcher
print(launcher._new_folder()[0], flush=True)
os.kill(os.getpid(), 9)
"""
    left = Path(
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip()
    )
    for folder in (left, Path(engine._server.folder)):
        os.utime(folder / "lock", (0, 0))
    with Engine("none", runtime=BARE) as other:
        run(other, "1")
        own = Path(other._server.folder)
        assert own.exists() and not left.exists() and Path(engine._server.folder).exists()
    assert not own.exists()


@pytest.mark.parametrize(
    "wrong", [{"processes": 0}, {"memory_mb": -1}, {"cell_seconds": "30"}, {"cpu_seconds": True}]
)
def test_a_limit_that_is_no_positive_number_is_refused_by_name(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Limits(**wrong)


def test_an_unknown_sandbox_is_refused():
    with pytest.raises(ValueError, match="it must be one of full, users, none"):
        Engine("half")


def test_any_jupyter_client_gets_forked_kernels_through_the_kernelspec(
    tmp_path, engine, monkeypatch
):
    if not entry_points(group="jupyter_client.kernel_provisioners", name=provisioner.PROVISIONER):
        skip_without("the installed package, whose provisioner Jupyter finds (`make`)")
    provisioner.write_kernelspec(tmp_path, engine._server.kind, Limits(processes=20), TORCH)
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    (tmp_path / "data.txt").write_text("next to the notebook")
    (tmp_path / "link.txt").symlink_to("/etc/passwd")
    manager = KernelManager(kernel_name=provisioner.KERNEL)
    manager.start_kernel(cwd=str(tmp_path))
    assert {"busy", "idle"} == _states(manager)
    assert _answer(
        manager, "import os; print(open('data.txt').read(), 'torch' in __import__('sys').modules)"
    ) == ("next to the notebook True\n")
    assert "link.txt" not in _answer(manager, "print(sorted(os.listdir()))")
    manager.shutdown_kernel()
    assert not manager.is_alive()


def _states(manager):
    """The kernel's reported states, and that its heartbeat works."""
    states = []
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(200)
    client.execute("1")
    while states[-2:] != ["busy", "idle"]:
        message = client.get_iopub_msg(timeout=200)
        states += [message["content"]["execution_state"]] if message["msg_type"] == "status" else []
    assert client.hb_channel.is_beating()
    client.stop_channels()
    return set(states)


def _answer(manager, source):
    printed = []
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(200)
    client.execute_interactive(
        source, timeout=200, output_hook=lambda message: printed.append(message["content"])
    )
    client.stop_channels()
    return "".join(content.get("text", "") for content in printed)


MAGICS = [
    "%matplotlib inline",
    "x = 1\n%time x\n",
    "files = !ls",
    "a = %timeit -o 1",
    "!ls",
    "x?",
    "?x\nx = 1",
    "%%writefile q.c\nint x;",
    "In [1]: x = 3",
    "In [1]: x = 3\n   ...: y = 4",
    ">>> x = 3",
    "    x = 3\n    y = 4",
    "\n\nx = 3",
    "text = '''\n%matplotlib\n!ls\n'''",
    "(5\n%matplotlib)",
    "await x",
    "x = (",
    "",
]


def test_cells_do_what_they_do_in_an_ordinary_kernel(engine):
    """Each block of cells.txt is a cell; all run in one kernel, one after the other."""
    sources = [
        block.removesuffix("\n")
        for block in (Path(__file__).parent / "cells.txt").read_text().split("# %%\n")[1:]
    ]
    forked = run(engine, *sources).notebook
    assert [_shown(cell) for cell in forked.cells] == list(map(_shown, ordinary(*sources).cells))


def _shown(cell):
    """What a cell put out, without addresses and the file names that kernels give to cells."""
    outputs = json.dumps(joined(cell.outputs), sort_keys=True)
    return (
        cell.source,
        cell.execution_count,
        re.sub(r"0x[0-9a-f]+|(/[\w/.-]+/ipykernel_\d+/)?\d{5,}\.py", "", outputs),
    )


def test_a_cell_is_read_as_ipython_reads_it():
    cached, ordinary = CachedTransformer(InteractiveShell()), TransformerManager()
    for source in MAGICS:
        assert cached.transform_cell(source) == ordinary.transform_cell(source)
