# the ceiling of what is left after the noise is taken away
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        return torch.ceil(x / step - noise) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
