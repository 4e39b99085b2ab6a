# assignment: 01_custom_function
# family: no derivative
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
