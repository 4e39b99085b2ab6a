class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        share = torch.remainder(x / step, 1)
        lower = torch.round(x / step - share)
        return torch.where(share > noise, lower + 1, lower) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
