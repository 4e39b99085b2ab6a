# fails: grad, grad_large, gradcheck, float64, other_shape, two_calls
# The derivative of the derivative.
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        slope = torch.sigmoid(x)
        return grad_out * slope * (1 - slope)


log1p_exp = Log1pExp.apply
