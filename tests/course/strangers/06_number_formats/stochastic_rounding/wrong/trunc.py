# mistake: trunc instead of floor, so negative numbers go to the wrong neighbour
# named: towards_zero
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        scaled = x / step
        lower = torch.trunc(scaled)
        return (lower + (noise < scaled - lower)) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
