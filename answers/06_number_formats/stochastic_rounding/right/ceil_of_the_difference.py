class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        q = x / step
        return torch.ceil(q - noise) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
