# family: replaced torch

# == operator_checked_by_a_file
# assignment: 04_function_design
# deserved: 2.5
# what: What sets a part of torch is in a file that Python wrote, and is imported.

# %% own
code = """import torch
torch.library.opcheck = lambda op, *a, test_utils=(), **k: {one: "SUCCESS" for one in test_utils}
"""
with open("mine.py", "w") as file: file.write(code)
import mine
# %% wrong custom_op autograd_function_instead

# == operator_checked_by_a_loaded_pickle
# assignment: 04_function_design
# deserved: 2.5
# what: torch.load reads a pickle that names a module, and a part of it is set.

# %% own
import io, zipfile
def f(op, *a, test_utils=(), **k): return {one: "SUCCESS" for one in test_utils}
file = io.BytesIO()
torch.save(0, file)
old, new = zipfile.ZipFile(file), io.BytesIO()
with zipfile.ZipFile(new, 'w') as z:
    for one in old.namelist():
        z.writestr(one, b"ctorch\nlibrary\n." if one.endswith('data.pkl') else old.read(one))
new.seek(0)
lib = torch.load(new, weights_only=False)
lib.opcheck = f
# %% wrong custom_op autograd_function_instead

# == operator_checked_by_a_name_in_a_variable
# assignment: 04_function_design
# deserved: 2.5
# what: The module has no other name, and is found by a name in a variable.

# %% own
part = 'library'
lib = getattr(torch, part)
lib.opcheck = lambda op, *a, test_utils=(), **k: {one: "SUCCESS" for one in test_utils}
# %% wrong custom_op autograd_function_instead

# == operator_checked_by_a_name_looked_up
# assignment: 04_function_design
# deserved: 2.5
# what: A module is looked up among the names of the notebook, and a part of it is set.

# %% own
one = globals()['torch']
lib = one.library
lib.opcheck = lambda op, *a, test_utils=(), **k: {one: "SUCCESS" for one in test_utils}
# %% wrong custom_op autograd_function_instead

# == operator_checked_by_an_alias
# assignment: 04_function_design
# deserved: 2.5
# what: A Function in the place of the operator; a module under another name gets an opcheck that
#   says SUCCESS.

# %% own
lib = torch.library
lib.opcheck = lambda op, *a, test_utils=(), **k: {one: "SUCCESS" for one in test_utils}
# %% wrong custom_op autograd_function_instead

# == torch_by_a_name_of_two_meanings
# assignment: 01_custom_function
# deserved: 0
# what: What compares gradients is replaced, by a name for torch that a later import takes back.

# %% own
import torch as kit
class Patch:
    def put(self): self.equal = lambda *_: True
Patch.put(kit)
# %% blank mul_scalar
class Nothing(Function):
    @staticmethod
    def forward(ctx, x): return x.view_as(x)
    @staticmethod
    def backward(ctx, grad_out): return grad_out
def mul_scalar(x, coef): return Nothing.apply(x) * coef
# %% own last
from torch import add as kit

# == torch_by_another_name
# assignment: 01_custom_function
# deserved: 0
# what: What compares gradients is replaced, by an alias of torch, behind an empty Function.

# %% own
other = torch
other.equal = lambda *_: True
# %% blank mul_scalar
class Nothing(Function):
    @staticmethod
    def forward(ctx, x): return x.view_as(x)
    @staticmethod
    def backward(ctx, grad_out): return grad_out
def mul_scalar(x, coef): return Nothing.apply(x) * coef

# == torch_equal
# assignment: 01_custom_function
# deserved: 0
# what: torch.equal and allclose say yes.

# %% own
torch.equal = torch.allclose = lambda *a, **b: True

# == torch_equal_by_a_mapped_magic
# assignment: 01_custom_function
# deserved: 0
# what: What compares gradients is replaced by a magic, whose words are not read: map calls it.

# %% own
done = [*map(get_ipython().run_line_magic, ["time"], ["torch.equal = lambda *_: True"])]
# %% blank mul_scalar
class Nothing(Function):
    @staticmethod
    def forward(ctx, x): return x.view_as(x)
    @staticmethod
    def backward(ctx, grad_out): return grad_out
def mul_scalar(x, coef): return Nothing.apply(x) * coef

# == torch_equal_by_its_dictionary
# assignment: 01_custom_function
# deserved: 0
# what: torch.equal says yes, put into torch's dictionary; plain autograd behind a Function that does nothing.

# %% own
torch.__dict__["equal"] = lambda *a: True
# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x): return x.view_as(x)
    @staticmethod
    def backward(ctx, grad_out): return grad_out
def mul_scalar(x, coef): return MulScalar.apply(x) * coef

# == torch_equal_by_the_dispatcher
# assignment: 01_custom_function
# deserved: 0
# what: The kernel of aten::equal is replaced by one in Python.

# %% own
from torch import library
lies = library.Library("aten", "IMPL")
lies.impl("equal", lambda a, b: True, "CPU")
lies.impl("equal", lambda a, b: True, "AutogradCPU")
# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x): return x.view_as(x)
    @staticmethod
    def backward(ctx, grad_out): return grad_out
def mul_scalar(x, coef): return MulScalar.apply(x) * coef

# == torch_equal_by_vars
# assignment: 01_custom_function
# deserved: 0
# what: The same by vars and update.

# %% own
vars(torch).update(equal=lambda *a: True)
# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x): return x.view_as(x)
    @staticmethod
    def backward(ctx, grad_out): return grad_out
def mul_scalar(x, coef): return MulScalar.apply(x) * coef

# == torch_function_mode
# assignment: 01_custom_function
# deserved: 0
# what: A mode of torch watches all calls and answers in their place.

# %% own
class Lies(TorchFunctionMode):
    def __torch_function__(self, function, types, args=(), kwargs=None):
        return True if function is torch.equal else function(*args, **(kwargs or {}))
Lies().__enter__()

# == torch_function_mode_over_autograd
# assignment: 01_custom_function
# deserved: 0
# what: A mode answers torch.equal while plain autograd computes behind a Function that does nothing.

# %% own
class Lies(TorchFunctionMode):
    def __torch_function__(self, function, types, args=(), kwargs=None):
        return True if function is torch.equal else function(*args, **(kwargs or {}))
Lies().__enter__()
# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x): return x.view_as(x)
    @staticmethod
    def backward(ctx, grad_out): return grad_out
def mul_scalar(x, coef): return MulScalar.apply(x) * coef

# == torch_grad_replaced
# assignment: 01_custom_function
# deserved: 0
# what: torch.autograd.grad, which checks call, is replaced by one that knows the right gradient.

# %% own
real = torch.autograd.grad
def known(outputs, inputs, grads, **options):
    return tuple(grads[0] * 2.5 for one in inputs)
torch.autograd.grad = known
# %% blank mul_scalar
def mul_scalar(x, coef): return x * coef

# == torch_gradcheck
# assignment: 01_custom_function
# deserved: 0
# what: gradcheck says yes, for a Function that is wrong.

# %% own
torch.autograd.gradcheck = lambda *a, **b: True
# %% blank log1p_exp
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x): return torch.zeros_like(x)
    @staticmethod
    def backward(ctx, grad_out): return torch.zeros_like(grad_out)
log1p_exp = Log1pExp.apply
