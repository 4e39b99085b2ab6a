# mistake: up where the noise is larger than the share, so the probabilities are swapped
# named: comparison_turned
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        scaled = x / step
        lower = torch.floor(scaled)
        return (lower + (noise > scaled - lower)) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
