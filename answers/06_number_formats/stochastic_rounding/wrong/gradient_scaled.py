# fails: grad, transposed
# en: You multiply the gradient by step. Dividing by it and multiplying by it again cancel.
# ja: 勾配に step を掛けています。割ることと元に戻すことは打ち消し合います。
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        ctx.step = step
        q = x / step
        lower = torch.floor(q)
        return (lower + (noise < q - lower)) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.step, None, None
