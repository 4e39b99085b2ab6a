# assignment: 01_custom_function
# family: no derivative
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
