# fails: grad, grad_large, float64, other_shape
# Above 20 the slope is x, not 1: the value was taken for the slope.
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.where(x > 20, x, torch.sigmoid(x))


log1p_exp = Log1pExp.apply
