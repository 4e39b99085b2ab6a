# fails: grad, grad_large, gradcheck, float64, other_shape, two_calls
# The slope jumps from 0 to 1: far away it is right, near 0 it is not.
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x > 0).to(x.dtype)


log1p_exp = Log1pExp.apply
