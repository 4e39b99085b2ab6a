# assignment: 01_custom_function
# family: no derivative
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
