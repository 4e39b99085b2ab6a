# assignment: 01_custom_function
# family: no derivative
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
