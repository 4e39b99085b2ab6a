# mistake: <= instead of <, so a multiple moves where the noise is 0
# named: noise_of_zero_goes_up
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        scaled = x / step
        lower = torch.floor(scaled)
        return torch.where(noise <= scaled - lower, lower + 1, lower) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
