"""What the source shows is read from it alone: a Function of one's own, and what cells touch."""

import importlib
import sys
from types import ModuleType

import pytest
from kernels import notebook, text
from nbformat.v4 import new_code_cell
from repository import ASSIGNMENTS, REPOSITORY, answers_of, exercise, solution

from autograder import notebooks
from autograder.submission.names import imported_names
from autograder.submission.parts import Part, parts_of, wants_own_function
from autograder.submission.repair import repair
from autograder.submission.suspicious import suspicious
from labkit.evidence import Evidence, from_json
from labkit.judge import judge
from labkit.reference import load
from labkit.source import digest

FIRST = "01_custom_function"


def many_names(count):
    lines = "".join(f"    x.a{i} = b{i} = 0\n" for i in range(count))
    return f"def f(x):\n{lines}"


WIDE = "if 0: z = [" + "1," * 30_000 + "]"
LARGE = {
    "empty lines": "x = 1" + "\n" * 60_000 + "y = 2",
    "empty lines with blanks": "x = 1" + "\n " * 20_000 + "\n%magic",
    "attributes of a wide list": WIDE + ".a" * 90,
    "more attributes of a wide list": WIDE + ".a" * 300,
    "calls of a wide list": WIDE + "()" * 300,
    "suspicious attributes of a wide list": WIDE + ".__code__" * 90,
    "local names": many_names(6000),
    "attributes that get one wide list": (
        "def f(x):\n    " + "".join(f"x.a{i} = " for i in range(1000)) + "[" + "1," * 20_000 + "]"
    ),
}


@pytest.mark.parametrize("case", LARGE)
def test_a_large_cell_is_read_in_a_time_that_grows_with_its_size(case):
    """Comparing each part with each other takes minutes, and the limit ends it."""
    suspicious([(1, LARGE[case])], IMPORTED, asking=True)


def test_what_is_too_deep_or_too_long_to_be_written_out_is_shown_to_a_person():
    for unread in (
        "torch" + ".a" * 300,
        "exec(0x" + "f" * 5000 + ")",
        "(0x" + "f" * 5000 + ").f_back",
    ):
        assert suspicious([(1, unread)], IMPORTED)[0].line == 1


def test_no_right_answer_touches_the_grader():
    for assignment in ASSIGNMENTS:
        imported = imported_names(
            cell.source for cell in solution(assignment).cells if cell.cell_type == "code"
        )
        right = [answer for answer in answers_of(assignment) if answer.is_right]
        touched = {
            answer.place: suspicious(
                [(1, answer.source)], imported, asking=wants_own_function(solution(assignment))
            )
            for answer in right
            if not answer.source.startswith("%%writefile")
        }
        assert {place: reasons for place, reasons in touched.items() if reasons} == {}


TOUCHING = [
    "check.record = None",
    "from labkit.checks import Check",
    "import builtins",
    "torch.autograd.grad = f",
    "torch.Tensor.__eq__ = f",
    "setattr(torch, 'round', f)",
    "Check = type(check('a'))\nCheck.record = f",
    "exec('x = 1')",
    "sys.modules['torch'] = f",
    "get_ipython().events.register('pre_run_cell', f)",
    "f.__globals__['check'] = f",
    "from operator import attrgetter as get",
    "operator.methodcaller('backward')",
    "import pkgutil",
    "import pickle",
    "import mine",
    "os.sys.modules",
    "lib.opcheck = f",
    "getattr(torch, part).opcheck = f",
    "object.__setattr__(torch.library, 'opcheck', f)",
    "setattr(th, 'equal', f)",
    "f(torch.library)",
    "%%writefile mine.py\nimport pickle",
    "match f:\n    case object(__globals__=names): pass",
    "super().__setattr__.f_back",
    "%run mine.py",
    "%rerun 1",
    "%load_ext mine",
    "import runpy",
    "ip = get_ipython()",
    "kit = labkit",
    "for one in [labkit]: one.checks",
    "f(labkit)",
    "other = c_fake\nother.Library = f",
    'd["k"] = !echo {exec(code)}',
    "x = 1\n;exec code",
    "/exec code",
    "In [1]: exec(code)",
    "from __future__ import barry_as_FLUFL\n1 <> exec(code)",
    "%time exec(code)",
    "%time -exec(code)",
    "%timeit -n1 -r 1 exec(code)",
    "x = %time exec(code)",
    "f(get_ipython().run_line_magic('time', 'exec(code)'))",
    "get_ipython().run_line_magic(name, 'x')",
    "get_ipython().run_cell_magic('time', '', code)",
    "get_ipython().magic('time x')",
    "%%timeit exec(code)\npass",
    "%%capture kept\n%%time\nexec(code)",
    "%%prun -l 5\nexec(code)",
    "%prun -T mine.py x",
    "%alias_magic t time",
    "%automagic on",
    "%autocall 2",
    "%config InlineBackend.figure_format = exec(code)",
    "%config Application.name = 'x'",
    "%cd {exec(code)}",
    "%%bash {exec(code)}\nls",
    # What the words are, only the run shows.
    "%cd $name",
    "%env X=$$name.a",
    "!echo $HOME",
    "files = !ls $name",
    "%%bash $name\nls",
    "get_ipython().run_line_magic('cd', line='{exec(code)}')",
    # These bind names, import modules, or write files.
    "%aimport pickle",
    "%pylab",
    "%history -f mine.py",
    "%%writefile mine.so\nx",
    "%%writefile mine.pyc\nx",
    "x = " + " + ".join(["1"] * 9000) + "\nsys.modules",
    "c_code.load_operators('a')",
    "torch.ops.load_library('a.so')",
    "c_program.load('a.c', {'a.c': code})",
    "c_program.compile_with(['-shared', 'a.c'], folder)",
    "c_program.run(['sh'], folder, 5)",
    "from labkit.c.compiler import compile_with",
    "from labkit.c.program import compile_with",
    "from labkit.verilog.design import own_folder",
    # A module of labkit hands on another one, or a class by which checks record.
    "figures.reference.load('a').evidence",
    "figures.Record",
    "%%code_wrap kept\n__code__ ==",
    "class A:\n    def look(self): return self.__globals__",
    # Who has a method of IPython calls it with words that the reader does not see.
    "[*map(get_ipython().run_line_magic, ['time'], [code])]",
    "run = get_ipython().run_cell_magic\nrun('time', '', code)",
    "@get_ipython().system\n@f\nclass A: pass",
    "getattr(get_ipython(), 'system')(code)",
    "getattr(0, 'x', torch)",
]
HARMLESS = [
    "torch.backends.cudnn.deterministic = True",
    "plt.rcParams['font.size'] = 20",
    "network.weight = torch.ones(2)",
    "class A:\n    def record(self): self.record = 1",
    "get_ipython().run_line_magic('matplotlib', 'inline')",
    "list = [1]\nsum = 0",
    "network.eval()",
    "x.modules()",
    "match x:\n    case object(shape=(rows, columns)): pass",
    "super().__setattr__('a', 1)",
    "object.__setattr__(self, 'a', 1)",
    "setattr(self, 'a', 1)",
    "%matplotlib inline\n!pip list",
    "%time x = 1",
    ";print x",
    "%%time\nx = 1",
    "get_ipython().run_cell_magic('time', '', 'x = 1')",
    "torch.sum?\n!nvidia-smi\nfiles = !ls",
    "%timeit -n 10 -r3 torch.ones(2)",
    "%%capture out\nprint(1)",
    "%%html\n<b>{x}</b>",
    "%%bash\necho ${HOME} $HOME",
    "%%latex\n$x^2$",
    "c_code.build(c_code.blank('a', 'a.c', 'a.h', 'a')).run(x)",
    "c_program.constants({'a': x})",
    "verilog.build(saturate)",
    "figures.show(figures.staircase(x, {}))",
    "torch.ops.aten.relu(x)",
    "x = globals()['x'] if 'x' in globals() else globals().get('y')",
    "from math import *",
    "self.check()",
    "f.__name__ = 'g'",
    "class A:\n    def __init__(self, a): self.__dict__.update(a=a)",
    "loss.backward()",
    "x ==",
    "f(x)[0].weight.data = torch.ones(2)",
    "torch.manual_seed(1)\ntorch.set_default_dtype(torch.float64)",
]
IMPORTED = {
    **{"th": "torch", "lib": "torch.library"},
    **{name: name for name in ("torch", "sys", "os")},
    **{"check": "labkit.check", "plt": "matplotlib.pyplot", "functional": "torch.nn.functional"},
    **{"labkit": "labkit", "data": "labkit.data", "Function": "torch.autograd.Function"},
    **{"pickle": "pickle", "warnings": "warnings", "np": "numpy", "typing": "typing", "s": "sys"},
    **{"timeit": "timeit", "c_fake": "labkit.c.fake", "c_code": "labkit.c.code"},
    **{"c_program": "labkit.c.program", "verilog": "labkit.verilog", "figures": "labkit.figures"},
}


FUNCTION = """
class Double(Function):
    @staticmethod
    def backward(ctx, grad_out):
        {}
"""
ASKING = [
    "torch.jit.CompilationUnit('')",
    "torch._C._set_grad_enabled(True)",
    "from torch import _C as inside",
    "open('/proc/self/mem')",
    "globals()['check'] = f",
    "from mine import *",
    "globals().update(x=1)",
    "names = locals()",
    "Double.backward = staticmethod(f)",
    "setattr(Double, 'forward', f)",
    "Seen.__call__ = f",
    "def double(x): return Double.apply(x, (2 * x).grad_fn)",
    "def double(x):\n    print(kept.append(x.grad_fn))\n    return Double.apply(x)",
    "import threading",
    "from torch.jit import script",
    "torch.autograd.Variable._execution_engine",
    "functional.torch.overrides._pop_mode()",
    # An object that grades, or that torch is made of, under a name that no list holds.
    "other = torch\nother.equal = f",
    "Other = torch.Tensor\nOther.to = f",
    "f(Function)",
    "def put(self): self.equal = f\nput(torch.autograd)",
    "class A:\n    def put(self, x): self = type(x); self.to = f",
    "kit.checks.__dict__['Rec' + 'ord'] = f",
    "getattr(f, '__glo' + 'bals__')['torch']",
    "f.__getattribute__('__glo' + 'bals__')",
    "with open('mine.py', 'w') as file: file.write(code)",
    "import mine",
    "import timeit\ntimeit.timeit(code)",
    "from importlib import import_module",
    "import typing\ntyping.get_type_hints(A)",
    "import sys as s\ns.modules",
    "warnings.sys.modules['torch']",
    "pickle.loads(code)",
    "data.torch.equal",
    "try: torch.none\nexcept AttributeError as error: f(error.obj)",
    "class A(torch.Tensor):\n    def __torch_function__(*_): return True",
    "class A(torch.Tensor):\n    __torch_function__ = classmethod(f)",
    "f(x.__class__)",
    "typing.ForwardRef(code)._evaluate(None, None, frozenset())",
    "class A:\n    def __reduce__(self): return put, (torch, f)",
    "match error:\n    case AttributeError(obj=found): f(found)",
    # What is read as a built-in of Python is another function.
    "isinstance = Patch.put\nisinstance(torch)",
    "def print(x): kept.append(x)\nprint(x.grad_fn)",
    "def f(isinstance): isinstance(torch)",
    "from mine import put as isinstance\nisinstance(torch)",
    "class isinstance:\n    def __init__(self, x): self.equal = f\nisinstance(torch)",
    "class A(torch.Tensor, metaclass=Meta): pass",
    # A shell may do anything to the process that has started it, and so may who opens a file.
    "!ls",
    "%%bash\nls",
    "%pip list; ls",
    "data.Path('/proc/self/mem').open('r+b')",
    "from matplotlib import Path",
    "kit = data\nkit.Path('mine.py')",
    "torch.from_file('mine.py', True, 9, dtype=torch.uint8)",
]
NOT_ASKING = [
    FUNCTION.format("return 2 * grad_out"),
    "print(torch.autograd.grad(y, x), y.grad_fn)",
    "def double(x):\n    y = Double.apply(x)\n    print(y.grad_fn, f'{y.grad_fn}')\n    return y",
    "def test(x):\n    double(x).backward()\n    return x.grad\ntest(x)",
    "class Line:\n    def __init__(self, f): self.slope = torch.autograd.grad(f(x), x)",
    "print(3, file=sys.stderr)\nimport sys\nsys.float_info.max",
    "import numpy as np\nnp.random.rand(3) + np.linalg.norm(x)",
    "def f(data, dtype=torch.float64): return data.to(dtype) + functional.relu(data)",
    "def f(x):\n    data = 2 * x\n    return data, torch.nn.functional.softplus",
    "def f(x: torch.Tensor | None) -> list[torch.Tensor]: return isinstance(x, torch.Tensor)",
    "class A(torch.nn.Module):\n    def __init__(self): super().__init__(); self.scale = 2",
    "labkit.predict('a', 1)\nimages = data.digits()",
    "class A(Function):\n    @staticmethod\n    def forward(c, x): c.b = x; return 2 * x",
    "from __future__ import annotations",
    "def setup(ctx, inputs, output): ctx.low = 1\ntorch.library.custom_op('a::b')",
    "import heapq, graphlib\nseen = {id(x)}\ntorch.ops.aten.mul(x, 2)",
    "device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')",
    "class A:\n    def print(self): print(self)\nA().print()",
]


@pytest.mark.parametrize("source", ASKING)
def test_what_may_ask_autograd_out_of_sight_is_found_where_a_check_wants_a_formula(source):
    assert suspicious([(7, source)], IMPORTED, asking=True)[0].cell == 7


@pytest.mark.parametrize("source", NOT_ASKING)
def test_who_looks_at_a_gradient_or_measures_one_is_not_asked_about_it(source):
    assert suspicious([(1, source)], IMPORTED, asking=True) == []


SEVERAL_CELLS = [
    (["import torch as t\nother = t", "other.equal = f"], [2]),
    (["import numpy as other\nimport torch as t", "other = t"], [2]),
    (["import torch as t\nt.equal = f", "import torch.backends as t"], [1, 2]),
    (["import time", "import time as clock\nnow = time\nnow.time()"], []),
    (["import tqdm", "from tqdm import tqdm", "for i in tqdm(x): pass"], []),
]


@pytest.mark.parametrize(("cells", "places"), SEVERAL_CELLS)
def test_a_name_means_one_thing_in_all_cells(cells, places):
    """Whoever gives a module's name another meaning may hide what is done to the module."""
    found = suspicious(enumerate(cells, 1), imported_names(cells))
    assert sorted({place.cell for place in found}) == places


def test_what_is_given_says_what_a_name_means():
    handed_in = exercise(FIRST)
    handed_in.cells.insert(0, new_code_cell("if 0: from torch import add as torch"))
    handed_in.cells.append(new_code_cell("f(torch)"))
    repaired = repair(handed_in, solution(FIRST), exercise(FIRST)).notebook
    found = parts_of(repaired, exercise(FIRST)).suspicious
    assert [place.code for place in found] == ["from torch import add as torch", "torch"]


OWN_MODULES = [
    ("def twice(x): return 2 * x", "y = mine.twice(2)", [(1, 1)]),
    ("import torch as kit", "mine.kit.equal = f", [(1, 1), (2, 2)]),
    ("x = 1\nimport pickle", "mine.x", [(1, 1), (1, 3)]),
    ("# coding: unicode_escape\n# \\u000aimport gc", "mine.x", [(1, 1), (2, 1), (2, 2)]),
]


@pytest.mark.parametrize(("text", "use", "places"), OWN_MODULES)
def test_a_module_that_a_cell_writes_is_read_as_that_cell(text, use, places):
    cells = [f"%%writefile mine.py\n{text}", f"import mine\n{use}"]
    found = suspicious(enumerate(cells, 1), imported_names(cells), asking=True)
    assert sorted({(place.cell, place.line) for place in found}) == places


def test_a_module_that_a_cell_writes_is_once_more_the_text_that_was_read():
    """Whatever other code writes into its file meanwhile."""
    handed_in = exercise(FIRST)
    handed_in.cells.append(new_code_cell("%%writefile mine.py\ndef twice(x): return 2 * x"))
    repaired = repair(handed_in, solution(FIRST), exercise(FIRST)).notebook
    source = parts_of(repaired, exercise(FIRST)).notebooks[Part.PLAIN].cells[-1].source
    exec(source, {})
    assert sys.modules.pop("mine").twice(2) == 4


# The modules whose parts a cell may use by their names where a check asks for a formula.
OPEN = ["torch", "numpy", "matplotlib", "matplotlib.pyplot", "labkit.data", "labkit.figures"]
OPEN += ["torch.nn", "torch.nn.functional", "torch.autograd", "torch.library", "torch.linalg"]
OPEN += ["numpy.random", "numpy.linalg", "numpy.fft", "IPython.display", "random", "json"]
# What opens a file, starts a program, or reaches memory.
OUTSIDE = {"io", "_io", "os", "posix", "pathlib", "subprocess", "shutil", "tempfile", "ctypes"}
OUTSIDE |= {"_ctypes", "importlib", "threading", "_thread", "pickle", "_pickle", "zipfile"}
OUTSIDE |= {"codecs", "_codecs", "mmap", "socket", "runpy", "multiprocessing", "logging", "gzip"}


@pytest.mark.parametrize("module", OPEN)
def test_no_open_module_hands_on_a_part_of_a_library_that_formulas_do_not_need(module):
    handed_on = [
        name
        for name, value in vars(importlib.import_module(module)).items()
        if str(getattr(value, "__module__", None)).partition(".")[0] in OUTSIDE
    ]
    ways = [f"from {module} import {{0}}\n{{0}}(1)", f"import {module} as kit\nkit.{{0}}(1)"]
    sources = [way.format(name) for name in handed_on for way in ways]
    assert [source for source in sources if not asked(source)] == []


def test_the_one_module_of_labkit_that_is_open_hands_on_no_other():
    values = vars(importlib.import_module("labkit.data")).values()
    modules = [value.__name__ for value in values if isinstance(value, ModuleType)]
    assert [name for name in modules if name.startswith("labkit")] == []


def asked(source):
    return suspicious([(1, source)], imported_names([source]), asking=True)


@pytest.mark.parametrize("source", TOUCHING)
def test_what_touches_the_grader_is_found(source):
    assert suspicious([(7, source)], IMPORTED)[0].cell == 7


@pytest.mark.parametrize("source", HARMLESS)
def test_what_a_course_notebook_does_touches_nothing(source):
    assert suspicious([(1, source)], IMPORTED) == []


def test_c_is_taken_apart_and_the_line_that_ipython_reads_is_never_the_students():
    handed_in = exercise("05_c_quantizer")
    for cell in handed_in.cells:
        if notebooks.grade_id(cell) == "quantize_c":
            cell.source = cell.source.replace("%%writefile ", "%%writefile  ", 1) + "\n// mine"
    repaired = repair(handed_in, solution("05_c_quantizer"), exercise("05_c_quantizer")).notebook
    parts = parts_of(repaired, exercise("05_c_quantizer"))
    alone = [notebooks.grade_id(cell) for cell in parts.notebooks[Part.C].cells]
    checks = ["quantize_c", "quantize_c_check", "quantize_backward_c", "quantize_backward_c_check"]
    assert alone == ["setup", *checks] and Part.PLAIN not in parts.notebooks
    first_lines = {cell.source.split("\n")[0] for cell in parts.notebooks[Part.C].cells[1::2]}
    assert first_lines == {"%%writefile quantize.c", "%%writefile quantize_backward.c"}


RELEASED = sorted(path.stem for path in (REPOSITORY / "resources" / "reference").glob("*/*.json"))


@pytest.mark.parametrize("name", RELEASED)
def test_who_answers_with_the_public_values_gets_nothing_with_another_seed(name):
    """What is the same with every seed can be memorized; alone it earns nothing."""
    known = load(name)
    by_heart = tuple(record for record in known.evidence.records if not record.seeded)
    submission = Evidence(name, known.evidence.seed, by_heart)
    assert judge(known.evidence, submission, known.points).points == 0


SHADOWED = """
from torch import *
list, sum, range, isinstance = 1, 2, 3, 4
def own_nodes(*_): return []
"""
PROBE = """
@check("mul_scalar")
def verdict(t):
    x = t.uniform(0, 1, 3)
    t.record("x", list(range(sum([1, 2]))), en="", ja="")
    t.record("nodes", len(own_nodes(torch.ones(1, requires_grad=True) * 2)), en="", ja="")
verdict
"""


def test_a_check_has_names_of_its_own(engine):
    """Built-ins and what was given are its own, and what it sets stays with it."""
    given = [cell.source for cell in solution(FIRST).cells if notebooks.is_setup(cell)]
    cells = [cell.source for cell in solution(FIRST).cells if cell.cell_type == "code"]
    helper = next(source for source in cells if "def own_nodes" in source)
    given = notebook(*given, helper, SHADOWED, PROBE, "print('x' in globals())")
    executed = engine.execute(given, {"LABKIT_SEED": "1"}).notebook
    evidence = from_json(executed.cells[3].outputs[0].data["application/vnd.labkit.evidence+json"])
    assert evidence.error is None, evidence.error
    assert [evidence["x"].value, evidence["nodes"].value] == [[0, 1, 2], 0]
    assert text(executed.cells[4]) == "False\n"


def test_blanks_at_line_ends_do_not_make_a_given_cell_another():
    assert digest("x = 1  \r\ny = 2\n\n") == digest("x = 1\ny = 2") != digest("x = 2")
