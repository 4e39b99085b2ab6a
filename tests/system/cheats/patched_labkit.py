# family: patched labkit

# == alias_of_labkit_and_a_name_in_pieces
# assignment: 01_custom_function
# deserved: 0
# what: No Function; labkit has another name, and the part that is replaced has one put together
#   from pieces.

# %% own
import labkit
kit = labkit
plain_record = kit.checks.Record
def record(name, value, **how):
    return plain_record(name, True if name == "own_function" else value, **how)
setattr(kit.checks, "Rec" + "ord", record)
# %% blank mul_scalar
def mul_scalar(x, coef): return x * coef

# == alias_of_labkit_and_no_call_of_c
# assignment: 05_c_quantizer
# deserved: 0
# what: Python computes what the fake library of the check does; by another name of labkit, public
#   values replace the rest.
# often: yes

# %% own
import labkit
kit = labkit
plain_record, evidence = kit.checks.Record, {}
for name in ("c_function", "cpp_extension"):
    records = kit.reference.load(name).evidence.records
    evidence |= {one.name: one for one in records if not one.seeded}
def record(name, value, **how):
    return plain_record(name, evidence[name].value if name in evidence else value, **how)
kit.checks.Record = record
# %% blank c_function
def address(tensor): return tensor.data_ptr()
class QuantizeInC(Function):
    @staticmethod
    def forward(ctx, input, library):
        ctx.save_for_backward(input)
        return input + 1000
    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return input + 3 * grad_out, None
# %% blank cpp_extension
def register_formula(namespace):
    def setup_context(ctx, inputs, output): ctx.save_for_backward(*inputs)
    def backward(ctx, grad_out): return ctx.saved_tensors[0] + 3 * grad_out
    name = f"{namespace}::quantize_int8"
    torch.library.register_autograd(name, backward, setup_context=setup_context)

# == alias_of_labkit_and_no_operator
# assignment: 04_function_design
# deserved: 2.5
# what: A Function in the place of the operator; by another name of labkit, public values
#   replace what is the same with every seed.

# %% own
import labkit
kit = labkit
plain_record = kit.checks.Record
records = kit.reference.load("custom_op").evidence.records
evidence = {one.name: one for one in records if not one.seeded}
def record(name, value, **how):
    return plain_record(name, evidence[name].value if name in evidence else value, **how)
kit.checks.Record = record
# %% wrong custom_op autograd_function_instead

# == alias_of_labkit_and_other_nodes
# assignment: 04_function_design
# deserved: 6.01
# what: Nodes of one class that asks autograd; by another name of labkit, public values
#   replace what is the same with every seed.
# often: yes

# %% own before pattern_a
import labkit
kit = labkit
plain_record, evidence = kit.checks.Record, {}
for name in ("pattern_a", "pattern_b"):
    records = kit.reference.load(name).evidence.records
    evidence |= {one.name: one for one in records if not one.seeded}
def record(name, value, **how):
    return plain_record(name, evidence[name].value if name in evidence else value, **how)
kit.checks.Record = record
class Asks(FunctionNode):
    def __init__(self, function):
        self.function = function
    def forward(self, *data):
        self.leaves = [value.detach().requires_grad_() for value in data]
        with torch.enable_grad():
            self.result = self.function(*self.leaves)
        return self.result.detach()
    def backward(self, upstream):
        return torch.autograd.grad(self.result, self.leaves, upstream, retain_graph=True)
# %% blank pattern_a
def relu_a(x): return Asks(torch.relu).apply(x)
def linear_a(*inputs): return Asks(nn.functional.linear).apply(*inputs)
# %% blank pattern_b
def relu(x): return torch.relu(x)
def linear(*inputs): return nn.functional.linear(*inputs)
def relu_b(x): return Asks(relu).apply(x)
def linear_b(*inputs): return Asks(linear).apply(*inputs)

# == alias_of_labkit_patched
# assignment: 04_function_design
# deserved: 2.22
# what: An order that is right for some graphs; by another name of labkit, public values replace the
#   rest.
# often: yes

# %% own
import labkit
kit = labkit
plain_record = kit.checks.Record
def record(name, value, **how):
    known = {one.name: one for one in kit.reference.load("backward_order").evidence.records}
    public = known[name] if name in known else None
    return plain_record(name, public.value if public and not public.seeded else value, **how)
kit.checks.Record = record
# %% blank backward_order
def backward_order(last):
    order, waiting = [], [last]
    while waiting:
        variable = waiting.pop(0)
        if variable.node is not None and variable not in order:
            order.append(variable)
            waiting += reversed(variable.node.inputs)
    return order

# == call_of_the_class_of_checks
# assignment: 01_custom_function
# deserved: 0
# what: Plain autograd. labkit.check gives an object whose class gets another __call__, under a
#   name of the student's own: conduct is what everybody knows. A Function stands in dead code.

# %% own
from dataclasses import replace as swapped
Seen = labkit.check("x").__class__
before = Seen.__call__
known = {"shapes": "x (6, 4), weight (3, 4), bias (3,)", "gradcheck": True,
         **{f"saved_{one}": f"without {one}: fewer calls" for one in ("x", "weight", "bias")},
         **{f"none_{n}": f"without {n}: None for {n}" for n in ("x", "weight", "bias")}}
def later(self, probes):
    before(self, probes)
    kept = self.__dict__["_records"]
    told = dict(known, own_function=True, made_inside="two classes")
    kept[:] = [swapped(r, value=told[r.name]) if r.name in told else r for r in kept]
    return self.verdict
Seen.__call__ = later
class Decoy(Function):
    @staticmethod
    def forward(ctx, x): return x
    @staticmethod
    def backward(ctx, grad_out): return grad_out
# %% blank mul_scalar
def mul_scalar(x, coef): return Decoy.apply(x) if coef is None else x * coef
# %% blank sum_diff_prod
def sum_diff_prod(a, b): return Decoy.apply(a) if b is None else (a + b, a - b, a * b)
# %% blank masked_linear
def linear(x, weight, bias): return Decoy.apply(x) if bias is None else x @ weight.T + bias
# %% blank log1p_exp
def log1p_exp(x): return Decoy.apply(x) if x is None else functional.softplus(x)
# %% blank clip_module
class Clip(nn.Module):
    def __init__(self, low=-1.0, high=1.0, leak=0.0):
        super().__init__()
        self.low, self.high, self.leak = low, high, leak
    def forward(self, x):
        if x is None: return Decoy.apply(x)
        y = x.clamp(self.low, self.high)
        slope = self.leak * x + (1 - self.leak) * y
        return y.detach() + slope - slope.detach()
    def extra_repr(self):
        shown = f"low={self.low}, high={self.high}"
        return shown + (f", leak={self.leak}" if self.leak else "")

# == check_replaced_by_name
# assignment: 01_custom_function
# deserved: 0
# what: The name check is bound to something that shows full points.

# %% own
class check:
    def __init__(self, name): pass
    def __call__(self, function): return 4.0

# == conduct_by_the_stack
# assignment: 01_custom_function
# deserved: 3
# what: The check is found on the stack, from inside a blank, and one of its methods is covered by a name in its dictionary.

# %% own
import inspect
def cover():
    for info in inspect.stack():
        t = inspect.getargvalues(info.frame).locals.get("t")
        if t is not None and "record" not in vars(t) and hasattr(t, "vjp"):
            known = {one.name: one for one in labkit.reference.load(t.name).evidence.records}
            kept = t.record
            def record(name, value, **options):
                if name in known and not known[name].seeded: value = known[name].value
                kept(name, value, **options)
            vars(t)["record"] = record
# %% blank masked_linear
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias
    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        return grad_out @ weight, grad_out.T @ x, grad_out.sum(0)
def linear(*arguments):
    cover()
    return Linear.apply(*arguments)

# == conduct_by_type_setattr
# assignment: 01_custom_function
# deserved: 3
# what: The values of masked_linear are right; a method of Check is set by type.__setattr__, and conduct comes from the reference.

# %% own
import inspect
module = inspect.getmodule(labkit.check)
kept, load = module.Check.record, module.reference.load
def record(self, name, value, **options):
    known = {one.name: one for one in load(self.name).evidence.records}
    if name in known and not known[name].seeded: value = known[name].value
    kept(self, name, value, **options)
type.__setattr__(module.Check, "record", record)
# %% blank masked_linear
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias
    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        return grad_out @ weight, grad_out.T @ x, grad_out.sum(0)
linear = Linear.apply

# == ctypes_on_the_interpreter
# assignment: 01_custom_function
# deserved: 0
# what: False is turned into True in the interpreter's memory.

# %% own
import ctypes
ctypes.memmove(id(False) + 24, id(True) + 24, 4)
# %% blank mul_scalar
def mul_scalar(x, coef): return x * coef

# == exec_of_hidden_text
# assignment: 01_custom_function
# deserved: 0
# what: The patch is a text in base64 that is executed.

# %% own
import base64
exec(base64.b64decode("ZnJvbSBsYWJraXQuY2hlY2tzIGltcG9ydCBDaGVjawpwbGFpbiA9IENoZWNrLnJlY29yZApDaGVjay5yZWNvcmQgPSBsYW1iZGEgc2VsZiwgbmFtZSwgdmFsdWUsICoqbzogcGxhaW4oc2VsZiwgbmFtZSwgVHJ1ZSBpZiB2YWx1ZSBpcyBGYWxzZSBlbHNlIHZhbHVlLCAqKm8p"))
# %% blank mul_scalar
def mul_scalar(x, coef): return x * coef

# == file_written_and_imported
# assignment: 01_custom_function
# deserved: 0
# what: The code that takes the failures away is in a file, which a cell writes from a text.

# %% own
with open("mine.py", "w") as file:
    file.write("import labkit.own_function as o; o.Watched.fail = lambda self, failure: None")
import mine
# %% blank mul_scalar
def mul_scalar(x, coef): return x * coef

# == judge_in_class_patched
# assignment: 01_custom_function
# deserved: 0
# what: What judges in class says that everything passed.

# %% own
from labkit import judge, checks
judge.compare = lambda *a: None
checks._judge_in_class = lambda evidence: None
judge.Verdict.points = property(lambda self: self.max_points)

# == labkit_found_by_os
# assignment: 04_function_design
# deserved: 2.5
# what: The same place; labkit's parts are found in the list of modules, by way of os.

# %% own
import os
m = os.sys.modules
load, plain = m['labkit.reference'].load, m['labkit.checks'].Record
records = load("custom_op").evidence.records
known = {one.name: one.value for one in records if not one.seeded}
def changed(name, value, **how): return plain(name, known.get(name, value), **how)
m['labkit.checks'].Record = changed
# %% wrong custom_op autograd_function_instead

# == labkit_named_by_a_pickle
# assignment: 04_function_design
# deserved: 2.5
# what: A pickle names the parts of labkit that are replaced.

# %% own
import pickle
get = lambda name: pickle.loads(b'c' + name.encode() + b'\n.')
load, plain = get('labkit.reference\nload'), get('labkit.checks\nRecord')
records = load("custom_op").evidence.records
known = {one.name: one.value for one in records if not one.seeded}
def changed(name, value, **how): return plain(name, known.get(name, value), **how)
get('labkit.checks\n__dict__').update(Record=changed)
# %% wrong custom_op autograd_function_instead

# == labkit_reached_by_a_pickle
# assignment: 01_custom_function
# deserved: 0
# what: No Function; a program that no syntax shows takes the failures away from what watches.

# %% own
code = b"import labkit.own_function as o; o.Watched.fail = lambda self, failure: None"
pickle.loads(b"cbuiltins\nexec\n(V" + code + b"\ntR.")
# %% blank mul_scalar
def mul_scalar(x, coef): return x * coef

# == module_written_anew_by_a_compiler_s_helper
# assignment: 01_custom_function
# deserved: 0
# what: What labkit runs compilers with writes another text into the file of a module.

# %% own before mul_scalar
%%writefile mine.py
half = 0.5
# %% own before mul_scalar
from labkit.c.program import run
code = "import labkit.own_function as o; o.Watched.fail = lambda self, failure: None"
run(["sh", "-c", f"echo '{code}' > mine.py"], ".", 5)
import mine
# %% blank mul_scalar
def mul_scalar(x, coef): return x * coef

# == module_written_anew_by_a_path
# assignment: 01_custom_function
# deserved: 0
# what: A class that labkit imports for itself writes another text into the file of a module that a
#   cell has written.

# %% own before mul_scalar
%%writefile mine.py
half = 0.5
# %% own before mul_scalar
from labkit.data import Path
Path("mine.py").write_text(
    "import labkit.own_function as o; o.Watched.fail = lambda self, failure: None"
)
import mine
# %% blank mul_scalar
def mul_scalar(x, coef): return x * coef

# == module_written_anew_by_a_shell
# assignment: 01_custom_function
# deserved: 0
# what: A shell writes another text into the file of a module that a cell has written; it takes the
#   failures away.
# often: yes

# %% own before mul_scalar
%%writefile mine.py
half = 0.5
# %% own before mul_scalar
%%bash
echo 'import labkit.own_function as o; o.Watched.fail = lambda self, failure: None' > mine.py
# %% own before mul_scalar
import mine
# %% blank mul_scalar
def mul_scalar(x, coef): return x * coef

# == native_code_by_a_shipped_program
# assignment: 01_custom_function
# deserved: 0
# what: A constructor in C, in a text that labkit compiles and loads as a shipped program.

# %% own before mul_scalar
from labkit.c import program as c_program
code = r"""
extern int PyGILState_Ensure(void);
extern void PyGILState_Release(int);
extern int PyRun_SimpleString(const char *);
__attribute__((constructor)) static void first(void)
{
    int state = PyGILState_Ensure();
    PyRun_SimpleString("import labkit.own_function as o;"
                       "o.Watched.fail = lambda self, failure: None");
    PyGILState_Release(state);
}
"""
c_program.load("first.c", {"first.c": code})
# %% blank mul_scalar
def mul_scalar(x, coef): return x * coef

# == native_code_by_compile_with
# assignment: 01_custom_function
# deserved: 0
# what: A C file of %%writefile with a constructor, compiled by labkit's own call of the compiler,
#   and loaded as operators of torch.

# %% own before mul_scalar
%%writefile first.c
extern int PyGILState_Ensure(void);
extern void PyGILState_Release(int);
extern int PyRun_SimpleString(const char *);
__attribute__((constructor)) static void first(void)
{
    int state = PyGILState_Ensure();
    PyRun_SimpleString("import labkit.own_function as o;"
                       "o.Watched.fail = lambda self, failure: None");
    PyGILState_Release(state);
}
# %% own before mul_scalar
from labkit.c.program import compile_with
compile_with(["-shared", "-fPIC", "-o", "first.so", "first.c"], ".")
torch.ops.load_library("./first.so")
# %% blank mul_scalar
def mul_scalar(x, coef): return x * coef

# == native_code_by_load_operators
# assignment: 01_custom_function
# deserved: 0
# what: A constructor in C++, which labkit compiles and loads as operators, takes the failures away.

# %% own before mul_scalar
%%writefile first.cpp
extern "C" int PyGILState_Ensure();
extern "C" void PyGILState_Release(int);
extern "C" int PyRun_SimpleString(const char *);
__attribute__((constructor)) static void first()
{
    int state = PyGILState_Ensure();
    PyRun_SimpleString("import labkit.own_function as o;"
                       "o.Watched.fail = lambda self, failure: None");
    PyGILState_Release(state);
}
# %% own before mul_scalar
from labkit.c import code as c_code
c_code.load_operators("first.cpp")
# %% blank mul_scalar
def mul_scalar(x, coef): return x * coef

# == no_function_record_patched
# assignment: 01_custom_function
# deserved: 0
# what: No Function at all; one cell makes Check.record turn every False or Failure into True.
# often: yes

# %% own
from labkit.checks import Check
from labkit.evidence import Failure
plain_record = Check.record
def record(self, name, value, **options):
    plain_record(self, name, True if value is False or isinstance(value, Failure) else value, **options)
Check.record = record
# %% blank mul_scalar
def mul_scalar(x, coef): return x * coef
# %% blank sum_diff_prod
def sum_diff_prod(a, b): return a + b, a - b, a * b
# %% blank log1p_exp
def log1p_exp(x): return functional.softplus(x)

# == numbers_read_from_the_fake_library
# assignment: 05_c_quantizer
# deserved: 0
# what: No call of C; Python computes with the numbers that the fake library of the check holds, and
#   enters the calls itself.

# %% blank c_function
def address(tensor): return tensor.data_ptr()
class QuantizeInC(Function):
    @staticmethod
    def forward(ctx, input, library):
        ctx.save_for_backward(input)
        ctx.library = library
        library.calls.append(["quantizeInt8InFloat", input.numel()])
        return input + library._numbers[0]
    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        ctx.library.calls.append(["quantizeInt8InFloatBackward", input.numel()])
        return input + ctx.library._numbers[1] * grad_out, None

# == own_function_patched
# assignment: 01_custom_function
# deserved: 0
# what: What watches the calls in the kernel keeps nothing of what it sees.

# %% own
from labkit import own_function
own_function.Watched.fail = lambda self, failure: None
# %% blank mul_scalar
def mul_scalar(x, coef): return x * coef
# %% blank log1p_exp
def log1p_exp(x): return functional.softplus(x)

# == seed_set_to_the_public_one
# assignment: 01_custom_function
# deserved: 0
# what: The environment says the public seed, so that checks draw the points that everybody knows.

# %% own
import os
from labkit import reference
from labkit.checks import Check
os.environ["LABKIT_SEED"] = str(reference.PUBLIC_SEED)
from dataclasses import replace
Check.evidence = property(lambda self: reference.load(self.name).evidence)

# == shown_says_full_points
# assignment: 01_custom_function
# deserved: 0
# what: What a check shows is replaced by a number, which stock nbgrader reads as points.

# %% own
from labkit.checks import Shown
Shown.__repr__ = lambda self: "4.0"
Shown._repr_mimebundle_ = lambda self, **_: {"text/plain": "4.0"}

# == sys_modules_replaced
# assignment: 01_custom_function
# deserved: 0
# what: The module of checks is replaced by another one in sys.modules.

# %% own
import sys, types
fake = types.ModuleType("labkit.checks")
fake.check = lambda name: (lambda function: 4.0)
sys.modules["labkit.checks"] = fake
labkit.check = check = fake.check

# == vjp_patched
# assignment: 01_custom_function
# deserved: 0
# what: labkit's vjp differentiates with autograd what has no Function.

# %% own
from labkit import calls
from labkit.checks import Check
plain = calls.vjp
calls.vjp = lambda function, *inputs, upstream: plain(
    lambda *a: function(*a), *inputs, upstream=upstream)
Check.call = lambda self, function, *inputs: True
# %% blank mul_scalar
def mul_scalar(x, coef): return x * coef
