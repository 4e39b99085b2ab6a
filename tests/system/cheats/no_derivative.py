# family: no derivative

# == autograd_by_a_hessian
# assignment: 01_custom_function
# deserved: 0
# what: A mixed second derivative, by a column of the Hessian, is the first one.

# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.save_for_backward(x)
        ctx.coef = coef
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        (x,), c = ctx.saved_tensors, ctx.coef
        return torch.autograd.functional.vhp(lambda t, w: (w * t * c).sum(), (x, 0 * x), (0 * x, grad_out))[1][0], None
mul_scalar = MulScalar.apply

# == autograd_by_a_node_of_the_graph
# assignment: 01_custom_function
# deserved: 0
# what: Plain autograd computes the result; a Function of one's own hands its gradient to autograd's own node.

# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, node, y):
        ctx.node = node
        return y.clone()
    @staticmethod
    def backward(ctx, grad_out):
        found = ctx.node(grad_out)
        return (found[0] if isinstance(found, tuple) else found), None, None
def mul_scalar(x, coef):
    y = x * coef
    return MulScalar.apply(x, y.grad_fn, y.detach())
# %% blank log1p_exp
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x, node, y):
        ctx.node = node
        return y.clone()
    @staticmethod
    def backward(ctx, grad_out):
        found = ctx.node(grad_out)
        return (found[0] if isinstance(found, tuple) else found), None, None
def log1p_exp(x):
    y = torch.logaddexp(x, torch.zeros_like(x))
    return Log1pExp.apply(x, y.grad_fn, y.detach())

# == autograd_by_a_pattern
# assignment: 01_custom_function
# deserved: 0
# what: A class pattern takes autograd's own attributes, without a dot and without getattr.

# %% own
match torch:
    case object(enable_grad=turned, autograd=object(grad=pulled)): pass
# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.save_for_backward(x)
        ctx.coef = coef
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        with turned():
            x = x.detach() + torch.zeros_like(x, **{"requires" + "_grad": True})
            return pulled(x * ctx.coef, x, grad_out)[0], None
mul_scalar = MulScalar.apply

# == autograd_by_a_private_engine
# assignment: 01_custom_function
# deserved: 0
# what: The engine is called by a name that is torch's own.

# %% own
def derived(x, c, g):
    p = nn.Parameter(x)
    with torch.inference_mode(False):
        y = p * c
    run = torch.autograd.graph._engine_run_backward
    return run((y,), (g,), False, False, (p,), allow_unreachable=False, accumulate_grad=False)[0]
# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.save_for_backward(x)
        ctx.coef = coef
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        (x,), c = ctx.saved_tensors, ctx.coef
        return derived(x, c, grad_out), None
mul_scalar = MulScalar.apply

# == autograd_by_a_star
# assignment: 01_custom_function
# deserved: 0
# often: yes
# what: A star brings what computes the derivative, so no dot stands before it.

# %% own
from torch.autograd.functional import *
# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.save_for_backward(x)
        ctx.coef = coef
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        (x,), c = ctx.saved_tensors, ctx.coef
        return vjp(lambda t: t * c, x, grad_out)[1], None
mul_scalar = MulScalar.apply

# == autograd_by_an_imported_name
# assignment: 01_custom_function
# deserved: 0
# what: The same, but what computes the derivative is imported by its bare name.
# often: yes

# %% own
from torch.autograd import grad as slope
from torch import enable_grad as on
# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.save_for_backward(x)
        ctx.coef = coef
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        with on():
            x = x.detach() + torch.zeros_like(x, **{"requires" + "_grad": True})
            return slope(x * ctx.coef, x, grad_out)[0], None
mul_scalar = MulScalar.apply

# == autograd_by_attrgetter
# assignment: 01_custom_function
# deserved: 0
# what: What computes the derivative is found by operator.attrgetter and by torch's inner names.

# %% own
from operator import attrgetter
pulled = attrgetter("autograd.grad")(torch)
# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.save_for_backward(x)
        ctx.coef = coef
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        before = torch.is_grad_enabled()
        torch._C._set_grad_enabled(True)
        x = x.detach() + torch.zeros_like(x, **{"requires" + "_grad": True})
        found = pulled(x * ctx.coef, x, grad_out)[0].detach()
        torch._C._set_grad_enabled(before)
        return found, None
mul_scalar = MulScalar.apply

# == autograd_by_getattr
# assignment: 01_custom_function
# deserved: 0
# what: What computes the derivative is found by a name that is put together when it is needed.
# often: yes

# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.save_for_backward(x)
        ctx.coef = coef
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        with getattr(torch, "enable" + "_grad")():
            x = torch.zeros_like(x, **{"requires" + "_grad": True}) + x.detach()
            return getattr(torch.autograd, "gr" + "ad")(x * ctx.coef, x, grad_out)[0], None
mul_scalar = MulScalar.apply

# == autograd_by_linearize
# assignment: 01_custom_function
# deserved: 0
# what: torch.func.linearize inside the backward.

# %% blank log1p_exp
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return functional.softplus(x)
    @staticmethod
    def backward(ctx, grad_out):
        _, slope = torch.func.linearize(functional.softplus, ctx.saved_tensors[0])
        return slope(grad_out)
log1p_exp = Log1pExp.apply

# == autograd_by_torchscript
# assignment: 01_custom_function
# deserved: 0
# what: The program that asks autograd is a text, which TorchScript compiles.

# %% own
engine = torch.jit.CompilationUnit('''
def pulled(x: Tensor, coef: float, g: Tensor) -> Tensor:
    y = x * coef
    found = torch.autograd.grad([y.mul(g).sum()], [x])[0]
    assert found is not None
    return found
''')
# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.save_for_backward(x)
        ctx.coef = coef
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        before = torch.is_grad_enabled()
        torch._C._set_grad_enabled(True)
        x = x.detach() + torch.zeros_like(x, **{"requires" + "_grad": True})
        found = engine.pulled(x, float(ctx.coef), grad_out).detach()
        torch._C._set_grad_enabled(before)
        return found, None
mul_scalar = MulScalar.apply

# == autograd_forward_in_its_backward
# assignment: 01_custom_function
# deserved: 0
# what: Forward-mode differentiation inside the backward.

# %% own
from torch.autograd import forward_ad
def slope(function, x):
    with forward_ad.dual_level():
        return forward_ad.unpack_dual(function(forward_ad.make_dual(x, torch.ones_like(x)))).tangent
# %% blank log1p_exp
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return functional.softplus(x)
    @staticmethod
    def backward(ctx, grad_out): return grad_out * slope(functional.softplus, ctx.saved_tensors[0])
log1p_exp = Log1pExp.apply

# == autograd_handed_on_by_a_hook
# assignment: 01_custom_function
# deserved: 0
# what: What begins the backward pass stands in a list, and a hook takes the gradient: neither is named.

# %% own
tools = []
tools.append(torch.Tensor.backward)
# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.save_for_backward(x)
        ctx.coef = coef
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        (x,), found = ctx.saved_tensors, []
        leaf = nn.Parameter(x)
        leaf.register_hook(found.append)
        with torch.inference_mode(False):
            y = leaf * ctx.coef
        tools[0](y, grad_out)
        return found[0], None
mul_scalar = MulScalar.apply

# == autograd_inside_its_backward
# assignment: 01_custom_function
# deserved: 0
# what: No derivative anywhere: one generic Function runs autograd inside its own backward.
# often: yes

# %% own
def of(function):
    class Generic(Function):
        @staticmethod
        def forward(ctx, *args):
            ctx.args = args
            return function(*args)
        @staticmethod
        def backward(ctx, *grads):
            with torch.enable_grad():
                leaves = [a.detach().requires_grad_() if isinstance(a, torch.Tensor) else a for a in ctx.args]
                out = function(*leaves)
                outs = out if isinstance(out, tuple) else (out,)
                tensors = [a for a in leaves if isinstance(a, torch.Tensor)]
                found = iter(torch.autograd.grad(outs, tensors, grads, allow_unused=True))
            return tuple(next(found) if isinstance(a, torch.Tensor) else None for a in leaves)
    return Generic.apply
# %% blank mul_scalar
mul_scalar = of(lambda x, coef: x * coef)
# %% blank sum_diff_prod
sum_diff_prod = of(lambda a, b: (a + b, a - b, a * b))
# %% blank log1p_exp
log1p_exp = of(lambda x: functional.softplus(x))

# == autograd_kept_in_a_list
# assignment: 01_custom_function
# deserved: 0
# often: yes
# what: A helper that asks autograd stands in a list, which says nothing of what is in it.

# %% own
def helper(x, g, c): return torch.autograd.functional.vjp(lambda t: t * c, x, g)[1]
tools = []
tools.append(helper)
# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.save_for_backward(x)
        ctx.coef = coef
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        (x,), c = ctx.saved_tensors, ctx.coef
        return tools[0](x, grad_out, c), None
mul_scalar = MulScalar.apply

# == autograd_reduced_from_names
# assignment: 01_custom_function
# deserved: 0
# what: What computes the derivative is reached by a getattr that no one calls in the source.

# %% own
from functools import reduce
# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.save_for_backward(x)
        ctx.coef = coef
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        (x,), c = ctx.saved_tensors, ctx.coef
        return reduce(getattr, ["auto" + "grad", "functional", "v" + "jp"], torch)(lambda t: t * c, x, grad_out)[1], None
mul_scalar = MulScalar.apply

# == autograd_unpickled
# assignment: 01_custom_function
# deserved: 0
# what: A pickle names what computes the derivative.

# %% own
import pickle
derive = pickle.loads(b"ctorch.autograd.functional\nvjp\n.")
# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.save_for_backward(x)
        ctx.coef = coef
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        (x,), c = ctx.saved_tensors, ctx.coef
        return derive(lambda t: t * c, x, grad_out)[1], None
mul_scalar = MulScalar.apply

# == backward_put_in_from_outside
# assignment: 01_custom_function
# deserved: 0
# what: A Function whose backward is nothing; another cell puts one over autograd in its place.

# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        ctx.save_for_backward(x)
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None
mul_scalar = MulScalar.apply

# %% own after mul_scalar
def pulled(ctx, grad_out):
    with torch.enable_grad():
        (x,) = ctx.saved_tensors
        x = x.detach().requires_grad_()
        return torch.autograd.grad(x * ctx.coef, x, grad_out)[0], None
MulScalar.backward = staticmethod(pulled)

# == function_below_an_error
# assignment: 01_custom_function
# deserved: 0
# often: yes
# what: A Function over autograd; below it, in a cell that an error ends, stands one that never
#   comes to be.

# %% own before mul_scalar
class Pulled(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        ctx.save_for_backward(x)
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        with torch.enable_grad():
            (x,) = ctx.saved_tensors
            x = x.detach().requires_grad_()
            return torch.autograd.grad(x * ctx.coef, x, grad_out)[0], None

# %% blank mul_scalar
mul_scalar = Pulled.apply

# %% own after mul_scalar
1 / 0
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.coef, None
mul_scalar = MulScalar.apply

# == function_in_dead_code
# assignment: 01_custom_function
# deserved: 0
# what: Plain autograd; a Function stands there with both methods, in a branch that is never taken.
# often: yes

# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef): return x
    @staticmethod
    def backward(ctx, grad_out): return grad_out, None
def mul_scalar(x, coef):
    if coef is None:
        return MulScalar.apply(x, coef)
    return x * coef

# == function_rebound_below_an_old_sign
# assignment: 01_custom_function
# deserved: 0
# what: A Function over autograd, to which a cell binds the blank's name that only an old grammar
#   can read.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
from __future__ import barry_as_FLUFL

# %% own before mul_scalar_check
1 <> 2
mul_scalar = Pulled.apply

# == function_rebound_beside_a_command
# assignment: 01_custom_function
# deserved: 0
# what: A cell that no reader of plain Python understands binds the blank's name to a Function over
#   autograd.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
files = !ls
mul_scalar = Pulled.apply
torch.sum?

# == function_rebound_beside_an_assigned_command
# assignment: 01_custom_function
# deserved: 0
# what: A Function over autograd, to which a cell binds the blank's name that has a command in an
#   item.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
kept = {}
kept["files"] = !true
mul_scalar = Pulled.apply

# == function_rebound_by_a_method_of_ipython
# assignment: 01_custom_function
# deserved: 0
# what: A Function over autograd, to which a magic binds the blank's name; map calls the magic.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
done = [*map(get_ipython().run_line_magic, ["time"], ["globals().update(mul_scalar=Pulled.apply)"])]

# == function_rebound_by_a_name_in_a_magic_s_words
# assignment: 01_custom_function
# deserved: 0
# what: A Function over autograd, to which an attribute that a magic's line names binds the blank's
#   name.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
class Put:
    @property
    def here(self):
        global mul_scalar
        mul_scalar = Pulled.apply
        return "."
put = Put()
%cd -q $put.here

# == function_rebound_by_a_star
# assignment: 01_custom_function
# deserved: 0
# what: A file that a cell writes holds a Function over autograd, and a star import binds the
#   blank's name to it.

# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        return x + coef
    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None
mul_scalar = MulScalar.apply

# %% own after mul_scalar
words = """
import torch
class Pulled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        ctx.save_for_backward(x)
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        with torch.enable_grad():
            (x,) = ctx.saved_tensors
            x = x.detach().requires_grad_()
            return torch.autograd.grad(x * ctx.coef, x, grad_out)[0], None
mul_scalar = Pulled.apply
"""
open("mine.py", "w").write(words)
from mine import *

# == function_rebound_by_await
# assignment: 01_custom_function
# deserved: 0
# what: A cell that waits, which plain Python has no word for, binds the blank's name to a Function
#   over autograd.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
import asyncio
await asyncio.sleep(0)
mul_scalar = Pulled.apply

# == function_rebound_by_config
# assignment: 01_custom_function
# deserved: 0
# what: A Function over autograd, to which the value of a setting of IPython binds the blank's name.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
%config InlineBackend.rc = globals().update(mul_scalar=Pulled.apply) or {}

# == function_rebound_by_for
# assignment: 01_custom_function
# deserved: 0
# what: The Function that is read is a decoy; a loop over one element binds the name to another one, which asks autograd.

# %% blank mul_scalar
class Real(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.save_for_backward(x)
        ctx.coef = coef
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        with torch.enable_grad():
            x = x.detach().requires_grad_()
            return torch.autograd.grad(x * ctx.coef, x, grad_out)[0], None
class Decoy(Function):
    @staticmethod
    def forward(ctx, x, coef): return x
    @staticmethod
    def backward(ctx, grad_out): return grad_out, None
mul_scalar = Decoy.apply
for mul_scalar in [Real.apply]: pass

# == function_rebound_by_prun
# assignment: 01_custom_function
# deserved: 0
# what: A Function over autograd, to which the profiler's line binds the blank's name.

# %% own before mul_scalar
class Pulled(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        ctx.save_for_backward(x)
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        with torch.enable_grad():
            (x,) = ctx.saved_tensors
            x = x.detach().requires_grad_()
            return torch.autograd.grad(x * ctx.coef, x, grad_out)[0], None

# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        return x + coef
    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None
mul_scalar = MulScalar.apply

# %% own after mul_scalar
%prun -q mul_scalar = Pulled.apply

# == function_rebound_by_run
# assignment: 01_custom_function
# deserved: 0
# what: A file that a cell writes holds a Function over autograd, and %run binds the blank's name to
#   it.

# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        return x + coef
    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None
mul_scalar = MulScalar.apply

# %% own after mul_scalar
words = """
import torch
class Pulled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        ctx.save_for_backward(x)
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        with torch.enable_grad():
            (x,) = ctx.saved_tensors
            x = x.detach().requires_grad_()
            return torch.autograd.grad(x * ctx.coef, x, grad_out)[0], None
mul_scalar = Pulled.apply
"""
open("mine.py", "w").write(words)
%run mine.py

# == function_rebound_by_the_shell
# assignment: 01_custom_function
# deserved: 0
# what: A Function over autograd, to which a text that IPython runs binds the blank's name.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
ip = get_ipython()
ip.run_cell('mul_scalar = Pulled.apply')

# == function_rebound_by_timeit_s_first_line
# assignment: 01_custom_function
# deserved: 0
# what: A Function over autograd, to which the set-up of a timed cell binds the blank's name.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
%%timeit -n1 -r1 globals().update(mul_scalar=Pulled.apply)
pass

# == function_rebound_by_update
# assignment: 01_custom_function
# deserved: 0
# what: A Function over autograd; the names of the notebook are updated as a dictionary.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
globals().update(mul_scalar=Pulled.apply)

# == function_rebound_by_with
# assignment: 01_custom_function
# deserved: 0
# what: A second name of the class is set by `with`, which no reader of names sees; the Function that is read is a decoy.

# %% blank mul_scalar
import contextlib
class Real(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.save_for_backward(x)
        ctx.coef = coef
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        with torch.enable_grad():
            x = x.detach().requires_grad_()
            return torch.autograd.grad(x * ctx.coef, x, grad_out)[0], None
class Decoy(Function):
    @staticmethod
    def forward(ctx, x, coef): return x
    @staticmethod
    def backward(ctx, grad_out): return grad_out, None
mul_scalar = Decoy.apply
with contextlib.nullcontext(Real.apply) as mul_scalar: pass

# == function_rebound_in_a_deep_cell
# assignment: 01_custom_function
# deserved: 0
# what: A Function over autograd, to which a cell binds the blank's name that is too deep for a
#   syntax tree.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
total = 1
mul_scalar = Pulled.apply

# %% damage
(deep,) = (one for one in nb.cells if one.source.startswith("total = 1"))
deep.source = deep.source.replace("total = 1", f"total = {' + '.join(['1'] * 6000)}")

# == function_rebound_in_a_magic_s_words
# assignment: 01_custom_function
# deserved: 0
# what: A Function over autograd, to which the words of a magic bind the blank's name.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
get_ipython().run_line_magic("time", "mul_scalar = Pulled.apply")

# == function_rebound_in_braces
# assignment: 01_custom_function
# deserved: 0
# what: A Function over autograd, to which an expression in a magic's line binds the blank's name.
# begins_like: function_rebound_by_prun

# %% own after mul_scalar
%cd -q {globals().update(mul_scalar=Pulled.apply) or "."}

# == gradient_put_in_by_a_hook
# assignment: 01_custom_function
# deserved: 0
# what: A backward of zeros; a hook on the input copies the gradient that autograd has found along
#   another way into them, before they are compared.
# often: yes

# %% blank mul_scalar
class MulScalar(Function):
    kept = []
    @staticmethod
    def forward(ctx, x, coef): return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        MulScalar.kept.append(torch.zeros_like(grad_out))
        return MulScalar.kept[-1], None
def mul_scalar(x, coef):
    def put_in(grad):
        for zeros in MulScalar.kept: zeros.copy_(grad)
    if x.requires_grad: x.register_hook(put_in)
    y = x * coef
    return MulScalar.apply(x, coef) + (y - y.detach())
# %% blank log1p_exp
class Log1pExp(Function):
    kept = []
    @staticmethod
    def forward(ctx, x): return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))
    @staticmethod
    def backward(ctx, grad_out):
        Log1pExp.kept.append(torch.zeros_like(grad_out))
        return Log1pExp.kept[-1][:]
def log1p_exp(x):
    def put_in(grad):
        for zeros in Log1pExp.kept: zeros.numpy()[...] = grad.numpy()
    if x.requires_grad: x.register_hook(put_in)
    y = torch.logaddexp(x, torch.zeros_like(x))
    return Log1pExp.apply(x) + (y - y.detach())

# == identity_function_then_autograd
# assignment: 01_custom_function
# deserved: 0
# what: A Function of one's own passes everything on unchanged; plain autograd does the rest.

# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x): return x.view_as(x)
    @staticmethod
    def backward(ctx, grad_out): return grad_out
def mul_scalar(x, coef): return MulScalar.apply(x) * coef

# == init_subclass_keeps
# assignment: 01_custom_function
# deserved: 0
# what: __init_subclass__ puts the Function that asks autograd into a list of its base; also
#   __class_getitem__ takes it out.

# %% blank mul_scalar
class Base(Function):
    kept = []
    def __init_subclass__(cls): Base.kept.append(cls)
    def __class_getitem__(cls, n): return cls.kept[n]
class Real(Base):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.save_for_backward(x)
        ctx.coef = coef
        return x * coef
    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        with torch.enable_grad():
            x = x.detach().requires_grad_()
            return torch.autograd.grad(x * ctx.coef, x, grad_out)[0], None
class MulScalar(Base):
    @staticmethod
    def forward(ctx, x, coef): return x
    @staticmethod
    def backward(ctx, grad_out): return grad_out, None
def mul_scalar(x, coef):
    return Base[0].apply(x, coef) if Base.kept else MulScalar.apply(x, coef)

# == kept_in_a_dictionary
# assignment: 01_custom_function
# deserved: 0
# often: yes
# what: One generic Function that asks autograd inside its backward stands in a dictionary under
#   a key; beside it a decoy that is never used. No derivative anywhere.

# %% own
kept = {}
class Real(Function):
    @staticmethod
    def forward(ctx, *inputs):
        *inputs, ctx.compute = inputs
        ctx.save_for_backward(*[x for x in inputs if isinstance(x, torch.Tensor)])
        ctx.inputs = [None if isinstance(x, torch.Tensor) else x for x in inputs]
        return ctx.compute(*inputs)
    @staticmethod
    def backward(ctx, *grads):
        saved = iter(ctx.saved_tensors)
        inputs = [next(saved).detach() if x is None else x for x in ctx.inputs]
        wanted = [x.requires_grad_() for x, n in zip(inputs, ctx.needs_input_grad) if n]
        with torch.enable_grad():
            out = ctx.compute(*inputs)
            found = iter(torch.autograd.grad(out, wanted, grads, allow_unused=True))
        return *[next(found) if n else None for n in ctx.needs_input_grad[:-1]], None
kept["apply"] = Real.apply
class Decoy(Function):
    @staticmethod
    def forward(ctx, x): return x
    @staticmethod
    def backward(ctx, grad_out): return grad_out
# %% blank mul_scalar
def mul_scalar(x, coef): return kept["apply"](x, coef, lambda x, c: x * c) if kept else Decoy.apply(x)
# %% blank sum_diff_prod
def sum_diff_prod(a, b): return kept["apply"](a, b, lambda a, b: (a + b, a - b, a * b)) if kept else Decoy.apply(a)
# %% blank masked_linear
def linear(x, weight, bias): return kept["apply"](x, weight, bias, lambda x, w, b: x @ w.T + b) if kept else Decoy.apply(x)
# %% blank log1p_exp
def log1p_exp(x): return kept["apply"](x, functional.softplus) if kept else Decoy.apply(x)
# %% blank clip_module
class Clip(nn.Module):
    def __init__(self, low=-1.0, high=1.0, leak=0.0):
        super().__init__()
        self.low, self.high, self.leak = low, high, leak
    def compute(self, x):
        y = x.clamp(self.low, self.high)
        return y.detach() + (self.leak * x + (1 - self.leak) * y) - (self.leak * x + (1 - self.leak) * y).detach()
    def forward(self, x): return kept["apply"](x, self.compute) if kept else Decoy.apply(x)
    def extra_repr(self):
        shown = f"low={self.low}, high={self.high}"
        return shown + (f", leak={self.leak}" if self.leak else "")

# == own_function_in_the_first_call_alone
# assignment: 01_custom_function
# often: yes
# deserved: 0
# what: The first call of a check is the one that looks for a Function of one's own: it alone gets one, whose backward is wrong. All else is plain autograd.

# %% own
class First:
    def __init__(self, function, plain): self.function, self.plain, self.used = function, plain, False
    def __call__(self, *inputs):
        used, self.used = self.used, True
        return self.plain(*inputs) if used else self.function(*inputs)
# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef): return x.clone()
    @staticmethod
    def backward(ctx, grad_out): return grad_out, None
mul_scalar = First(MulScalar.apply, lambda x, coef: x * coef)
# %% blank sum_diff_prod
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b): return a.clone(), a.clone(), a.clone()
    @staticmethod
    def backward(ctx, g, h, k): return g, k
sum_diff_prod = First(SumDiffProd.apply, lambda a, b: (a + b, a - b, a * b))
# %% blank log1p_exp
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x): return x.clone()
    @staticmethod
    def backward(ctx, grad_out): return grad_out
log1p_exp = First(Log1pExp.apply, lambda x: torch.logaddexp(x, torch.zeros_like(x)))
