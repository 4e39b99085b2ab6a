# assignment: 01_custom_function
# family: no derivative
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
