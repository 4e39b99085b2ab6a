# family: replaced given names

# == given_names_changed_in_place
# assignment: 01_custom_function
# deserved: 0
# what: own_nodes is changed where it is, by its defaults and its class of nodes, not defined again.

# %% own
same.__defaults__ = (True,)
type.__setattr__(CountCalls, "__torch_function__", lambda self, f, t, a=(), k=None: f(*a, **(k or {})))
# %% blank mul_scalar
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x): return x.view_as(x)
    @staticmethod
    def backward(ctx, grad_out): return grad_out
def mul_scalar(x, coef): return MulScalar.apply(x) * coef

# == globals_set_past_the_syntax
# assignment: 01_custom_function
# deserved: 0
# what: Names that checks use are set through globals().

# %% own before mul_scalar_check
globals()["own_nodes"] = lambda *a: ["yes"]
globals().update(check=None)
# %% blank mul_scalar
def mul_scalar(x, coef): return x * coef

# == own_nodes_defined_again
# assignment: 01_custom_function
# deserved: 0
# what: Plain autograd; an own cell defines own_nodes again, a given helper that checks read by its name.
# often: yes

# %% own before mul_scalar
def own_nodes(tensor): return ["MulScalarBackward", "SumDiffProdBackward", "Log1pExpBackward"]
# %% blank mul_scalar
def mul_scalar(x, coef): return x * coef
# %% own before mul_scalar_check
def own_nodes(tensor): return ["MulScalarBackward", "SumDiffProdBackward", "Log1pExpBackward"]
# %% blank sum_diff_prod
def sum_diff_prod(a, b): return a + b, a - b, a * b
# %% blank log1p_exp
def log1p_exp(x): return functional.softplus(x)
