"""What the source shows is told from it alone: a Function of one's own, and what cells touch."""

import pytest
from kernels import best_engine, notebook, text
from repository import ASSIGNMENTS, COURSE, REPOSITORY, exercise, solution

from autograder import notebooks
from autograder.answers.known import answers
from autograder.submission.parts import Part, is_judged_by_source, parts_of
from autograder.submission.repair import repair
from autograder.submission.touches import imported_names, touches
from labkit import bindings, card
from labkit.conduct import CONDUCT, own_function
from labkit.evidence import Evidence, from_json
from labkit.judge import Problem, judge
from labkit.reference import load
from labkit.source import digest

FIRST = "01_custom_function"
NAMES = {
    "mul_scalar": "mul_scalar",
    "sum_diff_prod": "sum_diff_prod",
    "masked_linear": "linear",
    "log1p_exp": "log1p_exp",
    "clip_module": "Clip",
}
DOUBLE = """
class Double({base}):
    @staticmethod
    def forward(ctx, x):
        return 2 * x

    @staticmethod
    def backward(ctx, grad_out):
        {backward}
"""
FORMULA = "return 2 * grad_out"
AUTOGRAD = "return torch.autograd.grad(2 * x, x, grad_out)"


def double(base="Function", backward=FORMULA):
    return DOUBLE.format(base=base, backward=backward)


SHOWN = {
    "apply in a function": [double() + "def double(x): return Double.apply(x)"],
    "apply itself": [double() + "double = Double.apply"],
    "in another cell": [double(), "double = Double.apply"],
    "by its full name": [double("torch.autograd.Function") + "double = Double.apply"],
    "under another name": [
        "from torch.autograd import Function as F",
        double("F") + "double = Double.apply",
    ],
    "behind a magic": ["%%time\n" + double() + "double = Double.apply"],
    "inherited": [double(), "class More(Double): pass\ndouble = More.apply"],
    "kept in an attribute": [
        double(),
        "class double:\n    def __init__(self): self.f = Double\n"
        "    def __call__(self, x): return self.f.apply(x)",
    ],
    "an argument kept on ctx, while a cell has a variable of its name": [
        "x = torch.ones(2).requires_grad_()",
        double(backward="ctx.x = grad_out; return 2 * ctx.x").replace(
            "return 2 * x", "ctx.x = x; return 2 * x"
        )
        + "double = Double.apply",
    ],
    "looked through by a loop": [double() + "double = Double.apply\nfor double in [double]: pass"],
    "asked whether it needs a gradient": [
        double() + "def double(x):\n    return Double.apply(x) if x.requires_grad else 2 * x"
    ],
    "a decorator, while a loop has a variable of its argument's name": [
        "for function in (Power.backward,): pass",
        "def same(function):\n    def inner(*x): return function(*x)\n    return inner",
        double() + "@same\ndef double(x): return Double.apply(x)",
    ],
    "a name of a cell, while a function has a variable of it": [
        "factor = 2\ndef other(x):\n    factor = x.backward()",
        double(backward="return factor * grad_out") + "double = Double.apply",
    ],
    "its node printed on the way": [
        double() + "def double(x):\n    y = Double.apply(x)\n"
        "    print(y.grad_fn, type(y.grad_fn), f'{y.grad_fn.name()}')\n    return y"
    ],
    "an attribute that is added to": [
        "x = torch.ones(2).requires_grad_()",
        double().replace("return 2 * x", "ctx.x = 1; ctx.x += x; return 2 * x")
        + "double = Double.apply",
    ],
    "an attribute of something else that has the same name": [
        "class Line:\n    def __init__(self, f): self.factor = torch.autograd.grad(f(x), x)",
        "line.factor = torch.ones(2).requires_grad_()",
        double(backward="return ctx.factor * grad_out") + "double = Double.apply",
    ],
    "a name of a function of its own, elsewhere": [
        double() + "double = Double.apply\ndef other():\n    double = 1"
    ],
    "defined again, better": ["def double(x): return 2 * x", double() + "double = Double.apply"],
}
NOT_SHOWN = {
    "plain autograd": ["def double(x): return 2 * x"],
    "never used": [double() + "def double(x): return 2 * x"],
    "used by another name": [double() + "x = Double.apply\ndef double(x): return 2 * x"],
    "defined again, worse": [double() + "double = Double.apply", "def double(x): return 2 * x"],
    "without a backward": [
        "class A(Function):\n    def forward(ctx, x): return 2 * x\ndouble = A.apply"
    ],
    "no Function": [double("object") + "double = Double.apply"],
    "autograd in its backward": [double(backward=AUTOGRAD) + "double = Double.apply"],
    "autograd in a helper": [
        f"def slope(x, grad_out):\n    {AUTOGRAD}",
        double(backward="return slope(2, grad_out)") + "double = Double.apply",
    ],
    "a node of autograd handed to its Function": [
        double() + "def double(x): return Double.apply(x, (2 * x).grad_fn)"
    ],
    "a node kept by what looks like a print": [
        "def print(node): kept.append(node)",
        double() + "def double(x):\n    print((2 * x).grad_fn)\n    return Double.apply(x)",
    ],
    "a node kept within a print": [
        double() + "def double(x):\n    print(kept.append(x.grad_fn))\n    return Double.apply(x)",
    ],
    "autograd in what calls its Function": [
        double() + "def double(x): return Double.apply(x, torch.autograd.grad(2 * x, x))"
    ],
    "autograd by a pattern": [
        "match torch.autograd:\n    case object(grad=pulled): pass",
        double(backward="return pulled(2 * x, x, grad_out)") + "double = Double.apply",
    ],
    "autograd in an attribute of what it uses": [
        "class Line:\n    def __init__(self): self.pulled = torch.autograd.grad",
        double(backward="return Line().pulled(2 * x, x, grad_out)") + "double = Double.apply",
    ],
    "autograd in an attribute that is set from outside": [
        "line.pulled = torch.autograd.grad",
        double(backward="return line.pulled(2 * x, x, grad_out)") + "double = Double.apply",
    ],
    "autograd by attrgetter": [
        "pulled = attrgetter('autograd.grad')(torch)",
        double(backward="return pulled(2 * x, x, grad_out)") + "double = Double.apply",
    ],
    "autograd in a text": [
        "engine = torch.jit.CompilationUnit('def f(x): return torch.autograd.grad([x], [x])')",
        double(backward="return engine.f(grad_out)") + "double = Double.apply",
    ],
    "autograd, deep": [
        double(backward=f"return x{'.a' * 700}.grad()") + "double = Double.apply",
    ],
    "not there": ["x = 1"],
    "no Python": ["def double(x) return"],
}


@pytest.mark.parametrize("case", SHOWN)
def test_a_function_of_ones_own_is_seen(case):
    assert own_function(SHOWN[case], "double") is None


@pytest.mark.parametrize("case", NOT_SHOWN)
def test_what_is_no_function_of_ones_own_is_told(case):
    failure = own_function(NOT_SHOWN[case], "double")
    sentence = card.sentence(Problem("raised", got=failure, expected=True), "en")
    assert failure.type in CONDUCT and failure.message in sentence


NEVER_RUN = ["%%html\n", "%%timeit\n", "\n%%script true\n"]
HONEST = double() + "double = Double.apply\n"
REAL = double(backward=AUTOGRAD).replace("Double", "Real")
REBOUND = [
    "for double in [Real.apply]: pass",
    "for _, *double in [(1, Real.apply)]: pass",
    "with nullcontext(Real.apply) as double: pass",
    "with nullcontext((1, Real.apply)) as (_, double): pass",
    "if (double := Real.apply): pass",
    "[double := one for one in [Real.apply]]",
    "if True:\n    double = Real.apply",
    "double = Real.apply\nif False:\n    double = Double.apply",
    "double = Real.apply\ndef never():\n    double = Double.apply",
    "double = Real.apply\nclass Never:\n    double = Double.apply",
    "def change():\n    global double\n    double = Real.apply\nchange()",
    "match Real.apply:\n    case double: pass",
    "match [1, Real.apply]:\n    case [_, *double]: pass",
    "match {1: Real.apply}:\n    case {**double}: pass",
    "double += Real.apply",
    "import written as double",
    "files = !ls\ndouble = Real.apply",
    "torch.sum?\ndouble = Real.apply",
    "here = %pwd\ndouble = Real.apply",
    "await asyncio.sleep(0)\ndouble = Real.apply",
    "%prun -q double = Real.apply",
    "%timeit -n 1 -r1 global double; double = Real.apply",
    "!ls \\\ndouble = Double.apply\ndouble = Real.apply",
    "from written import double",
    "try:\n    raise Odd(Real.apply)\nexcept Odd as double: pass",
]


@pytest.mark.parametrize("rebound", REBOUND)
def test_a_name_that_is_bound_again_by_any_statement_is_not_what_stood_there_first(rebound):
    assert own_function([HONEST], "double") is None
    assert own_function([HONEST, REAL + rebound], "double").type in ("NoFunction", "AsksAutograd")


def test_what_stands_below_an_error_was_never_bound():
    cells = [REAL + "double = Real.apply", "1 / 0\n" + HONEST]
    assert own_function(cells, "double") is None
    assert own_function(cells, "double", ended={1}).type == "AsksAutograd"


@pytest.mark.parametrize("magic", NEVER_RUN)
def test_a_cell_that_a_magic_keeps_from_binding_names_hides_nothing(magic):
    cells = [HONEST, REAL + "double = Real.apply", magic + HONEST]
    assert own_function(cells, "double").type == "AsksAutograd"
    assert own_function([*cells, "%%time\n" + HONEST], "double") is None


def many_names(count):
    lines = "".join(f"    x.a{i} = b{i} = 0\n" for i in range(count))
    return f"def f(x):\n{lines}"


def test_the_values_of_one_function_share_one_set_of_its_names():
    """A copy for each of them takes memory that grows with the square of their number."""
    bound = bindings.bound_in(many_names(500))
    shared = {id(one.value.names) for one in bound if one.name.startswith(".")}
    assert len(shared) == 1 and len(bound) == 1001


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
    """Whoever looks at each part from each part takes minutes, and the limit ends it."""
    uses = double(backward="return x." + " + x.".join(f"a{i}" for i in range(1000)))
    cells = [LARGE[case], uses + "double = Double.apply"]
    assert own_function(cells, "double") is None
    touches([(1, LARGE[case])], IMPORTED)


def test_what_is_too_deep_or_too_long_to_be_written_out_is_shown_to_a_person():
    for unread in (
        "torch" + ".a" * 300,
        "exec(0x" + "f" * 5000 + ")",
        "(0x" + "f" * 5000 + ").kernel",
    ):
        assert touches([(1, unread)], IMPORTED)[0].line == 1


def with_answer(answer):
    """Sources of the first assignment's code cells, with one answer in its blank."""
    return [
        answer.source if notebooks.grade_id(cell) == answer.blank else cell.source
        for cell in solution(FIRST).cells
        if cell.cell_type == "code" and not notebooks.is_check(cell)
    ]


OWN = [
    answer
    for answer in answers(COURSE.assignment(FIRST))
    if answer.blank in NAMES and answer.is_right
]


@pytest.mark.parametrize("answer", OWN, ids=lambda one: f"{one.blank}-{one.name}")
def test_every_right_answer_shows_its_function(answer):
    assert own_function(with_answer(answer), NAMES[answer.blank]) is None


def test_no_right_answer_touches_the_grader():
    for assignment in ASSIGNMENTS:
        imported = imported_names(
            cell.source for cell in solution(assignment).cells if cell.cell_type == "code"
        )
        right = [one for one in answers(COURSE.assignment(assignment)) if one.is_right]
        touched = {
            one.place: touches(
                [(1, one.source)], imported, is_judged_by_source(solution(assignment))
            )
            for one in right
            if not one.source.startswith("%%writefile")
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
    "open('/proc/self/mem')",
    "f.__globals__['check'] = f",
    "globals()['check'] = f",
    "os.environ['LABKIT_SEED'] = '0'",
    "from operator import attrgetter as get",
    "operator.methodcaller('backward')",
    "pkgutil.resolve_name('torch:autograd')",
    "torch.jit.CompilationUnit('')",
    "torch._C._set_grad_enabled(True)",
    "from torch import _C as inside",
    "match f:\n    case object(__globals__=names): pass",
    "torch.zeros(1).round = f",
    "super().__setattr__.f_back",
    "%run mine.py",
    "%rerun 1",
    "%load_ext mine",
    "from mine import *",
    "import runpy",
    "ip = get_ipython()",
    "get_ipython().run_cell_magic('time', '', 'x = 1')",
    "globals().update(x=1)",
    "names = locals()",
    "Double.backward = staticmethod(f)",
    "setattr(Double, 'forward', f)",
    "Seen.__call__ = f",
    "torch.check('x').__class__",
    ";print x",
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
    "setattr(self, 'a', 1)",
    "%matplotlib inline\n%load_ext tensorboard\n!pip list",
    "%time x = 1",
    "x = globals()['x'] if 'x' in globals() else globals().get('y')",
    "from math import *",
    "self.check()",
    "f.__name__ = 'g'",
    "loss.backward()",
    "x ==",
    "f(x)[0].weight.data = torch.ones(2)",
    "torch.manual_seed(1)\ntorch.set_default_dtype(torch.float64)",
]
IMPORTED = frozenset(("torch", "check", "sys", "os", "plt"))


@pytest.mark.parametrize("source", TOUCHING)
def test_what_touches_the_grader_is_found(source):
    assert touches([(7, source)], IMPORTED)[0].cell == 7


@pytest.mark.parametrize("source", HARMLESS)
def test_what_a_course_notebook_does_touches_nothing(source):
    assert touches([(1, source)], IMPORTED) == []


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
    """What is the same with every seed can be known by heart; alone it earns nothing."""
    known = load(name)
    by_heart = tuple(record for record in known.evidence.records if not record.drawn)
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


def test_a_check_has_names_of_its_own():
    """Built-ins and what was given are its own, and what it sets stays with it."""
    given = [cell.source for cell in solution(FIRST).cells if notebooks.is_setup(cell)]
    cells = [cell.source for cell in solution(FIRST).cells if cell.cell_type == "code"]
    helper = next(source for source in cells if "def own_nodes" in source)
    with best_engine() as engine:
        given = notebook(*given, helper, SHADOWED, PROBE, "print('x' in globals())")
        executed = engine.execute(given, {"LABKIT_SEED": "1"}).notebook
    evidence = from_json(executed.cells[3].outputs[0].data["application/vnd.labkit.evidence+json"])
    assert evidence.error is None, evidence.error
    assert [evidence["x"].value, evidence["nodes"].value] == [[0, 1, 2], 0]
    assert text(executed.cells[4]) == "False\n"


def test_blanks_at_line_ends_do_not_make_a_given_cell_another():
    assert digest("x = 1  \r\ny = 2\n\n") == digest("x = 1\ny = 2") != digest("x = 2")
