# assignment: 01_custom_function
# family: no derivative
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
