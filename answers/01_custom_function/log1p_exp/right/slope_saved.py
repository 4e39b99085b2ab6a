class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(torch.sigmoid(x))
        return -functional.logsigmoid(-x)

    @staticmethod
    def backward(ctx, grad_out):
        (slope,) = ctx.saved_tensors
        return slope * grad_out


log1p_exp = Log1pExp.apply
