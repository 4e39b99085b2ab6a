class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        q = x / step
        lower, upper = torch.floor(q), torch.ceil(q)
        return torch.where(noise < q - lower, upper, lower) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
