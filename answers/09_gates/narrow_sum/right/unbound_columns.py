class NarrowSumFunction(Function):
    @staticmethod
    def forward(ctx, x, weight):
        total = torch.zeros(x.shape[0], weight.shape[0], dtype=x.dtype)
        for a, b in zip(x.unbind(1), weight.unbind(1)):
            total = torch.clamp(total + torch.outer(a, b).div(256).floor(), min=-8, max=7)
        ctx.save_for_backward(x, weight, total)
        return total

    @staticmethod
    def backward(ctx, grad_total):
        x, weight, total = ctx.saved_tensors
        grad = torch.where((total > -8) & (total < 7), grad_total / 256, 0.0)
        return grad @ weight, grad.T @ x


def narrow_sum(x, weight):
    return NarrowSumFunction.apply(x, weight)
