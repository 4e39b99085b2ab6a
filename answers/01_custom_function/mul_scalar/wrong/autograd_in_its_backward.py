# fails: own_function
# The backward asks autograd for the derivative instead of computing it.
class MulScalar(Function):
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
            y = x * ctx.coef
        (grad,) = torch.autograd.grad(y, x, grad_out)
        return grad, None


def mul_scalar(x, coef):
    return MulScalar.apply(x, coef)
