class NarrowSumFunction(Function):
    @staticmethod
    def forward(ctx, x, weight):
        products = (x[:, None, :] * weight / 256).floor()
        total = torch.zeros_like(products[..., 0])
        for column in range(products.shape[-1]):
            total = (total + products[..., column]).clamp(-8, 7)
        ctx.save_for_backward(x, weight, (total != -8) & (total != 7))
        return total

    @staticmethod
    def backward(ctx, grad_total):
        x, weight, inside = ctx.saved_tensors
        grad = grad_total.masked_fill(~inside, 0) * 2**-8
        return grad.mm(weight), grad.t().mm(x)


def narrow_sum(x, weight):
    return NarrowSumFunction.apply(x, weight)
