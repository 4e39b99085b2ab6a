"""The grader has read what IPython executes of a cell: in its tree, or as a suspicious place."""

import ast
import contextlib
import io
import os

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from autograder.submission.suspicious import suspicious, without_statements
from labkit.source import tree

CELLS = int(os.environ.get("READINGS", 200))
# Parts of cells: what IPython, Python and the reader each have a grammar of their own for.
PARTS = (
    *("mark()", "mark", "exec('mark()')", "x", "x = ", "(", ")", "'", '"', "{mark()}", "$x", "#"),
    *("\n", "\n\n", "\\\n", "    ", " ", "\t", "\x0c", "\r\n", ";", ",", "/", "?", "!", "!!", "-"),
    *("%", "%%", "%time ", "%timeit -n1 -r1 ", "%prun -q ", "%%time", "%%timeit -n1 -r1 ", "time "),
    *("%%capture", "%%capture out", "%%prun", "%config InlineBackend.rc = ", "%alias_magic t time"),
    *("%t ", "%cd ", "%env X=", "%who", "%%html", "%%bash", "%%writefile a.py", "%%writefile a.c"),
    *(
        "In [1]: ",
        "   ...: ",
        ">>> ",
        "... ",
        "if x:\n    ",
        "def f():\n    ",
        "f()",
        "<>",
        "else:",
    ),
    *("get_ipython().run_line_magic('time', ", "get_ipython().run_cell_magic('time', '', "),
    *(
        "get_ipython().getoutput(",
        "get_ipython()",
        "'mark()'",
        "-exec",
        "await ",
        "lambda: ",
        "echo ",
    ),
    "from __future__ import barry_as_FLUFL\n",
)


@pytest.fixture(scope="module")
def shell(tmp_path_factory):
    """IPython's shell as a kernel of the grader has it, in a folder of its own."""
    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.automagic = False
    shell = InteractiveShell(config=config)
    before = os.getcwd()
    os.chdir(tmp_path_factory.mktemp("cells"))
    yield shell
    os.chdir(before)


class Shown:
    """A value that IPython asks how it is written where `$x` stands in a magic's words."""

    def __init__(self, calls):
        self.calls = calls

    def __format__(self, how):
        self.calls.append(how)
        return "x"


def is_executed(shell, cell):
    """Whether a function that the cell names is called, or a value asked how it is written."""
    calls = []
    shell.compile.reset_compiler_flags()
    shell.user_ns |= {"mark": lambda *_: calls.append(1), "x": Shown(calls), "f": None}
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        shell.run_cell(cell, silent=True)
    return bool(calls)


@settings(max_examples=CELLS)
@given(cell=st.lists(st.sampled_from(PARTS), max_size=9).map("".join))
@example(cell="%time mark()")
@example(cell="x\n;mark x")
@example(cell="!echo {mark()}")
@example(cell="!echo $x")
@example(cell="%cd $x")
@example(cell="%%capture $x\nx")
@example(cell="%%timeit -n1 -r1 mark()\nx")
@example(cell="%%capture out{mark()}\nx")
@example(cell="%%capture out\\\n%time mark()")
@example(cell="from __future__ import barry_as_FLUFL\n1 <> mark()")
def test_what_ipython_executes_was_read(shell, cell):
    if is_executed(shell, cell):
        names = {getattr(node, "id", "") for node in ast.walk(tree(cell))}
        assert "mark" in names or suspicious([(1, cell)], {}), cell


@settings(max_examples=CELLS)
@given(cell=st.lists(st.sampled_from(PARTS), max_size=9).map("".join))
@example(cell="%%code_wrap name\nexec('mark()')\n__code__")
@example(cell="%%time\nx\n%%html\nexec('mark()')")
@example(cell="x = !echo {mark()} \\\n-n\nexec('mark()')\nx")
def test_what_is_left_of_a_cell_holds_nothing_suspicious(cell):
    left = without_statements(cell, suspicious([(1, cell)], {}))
    assert suspicious([(1, left)], {}) == [], left
