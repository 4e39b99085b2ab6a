# mistake: floor(x / step + noise): the right probability, but it goes up for large noise
# named: noise_added
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        return torch.floor(x / step + noise) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
