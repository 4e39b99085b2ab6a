class NarrowSumFunction(Function):
    @staticmethod
    def forward(ctx, x, weight):
        total = 0 * (x @ weight.T)
        for column in range(x.shape[1]):
            total = total + x[:, [column]] * weight[:, column] // 256
            total = torch.minimum(torch.maximum(total, -8 + 0 * total), 7 + 0 * total)
        ctx.save_for_backward(x, weight, total)
        return total

    @staticmethod
    def backward(ctx, grad_total):
        x, weight, total = ctx.saved_tensors
        grad = grad_total * ((total + 0.5).abs() < 7)
        return (grad @ weight) / 256, (x.T @ grad).T / 256


def narrow_sum(x, weight):
    return NarrowSumFunction.apply(x, weight)
