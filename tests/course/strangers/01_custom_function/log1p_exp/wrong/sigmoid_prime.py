# mistake: the second derivative is used, sigmoid times one minus sigmoid
# named: derivative_of_sigmoid
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.sigmoid(x) * (1 - torch.sigmoid(x))


log1p_exp = Log1pExp.apply
