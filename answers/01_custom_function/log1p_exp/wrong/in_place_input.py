# fails: y, y_large, gradcheck, float64, other_shape, two_calls
# The input is overwritten on the way.
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x.clone())
        return x.clamp(min=0) + torch.log1p(torch.exp(x.abs_().neg_()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.sigmoid(x)


log1p_exp = Log1pExp.apply
