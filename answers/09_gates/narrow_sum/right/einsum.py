class NarrowSumFunction(Function):
    @staticmethod
    def forward(ctx, x, weight):
        total = x.new_zeros(len(x), len(weight))
        for column in range(x.shape[1]):
            product = torch.einsum("d,r->dr", x[:, column], weight[:, column])
            total = (total + (product * 2**-8).floor()).clip(-8, 7)
        ctx.save_for_backward(x, weight, total)
        return total

    @staticmethod
    def backward(ctx, grad_total):
        x, weight, total = ctx.saved_tensors
        inside = torch.logical_and(total > -8, total < 7).to(grad_total.dtype)
        grad = inside * grad_total / 256
        return torch.einsum("dr,rc->dc", grad, weight), torch.einsum("dr,dc->rc", grad, x)


def narrow_sum(x, weight):
    return NarrowSumFunction.apply(x, weight)
