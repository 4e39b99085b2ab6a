class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        q = x / step
        lower = torch.floor(q)
        return (lower + (noise < q - lower)) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
