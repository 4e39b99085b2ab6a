# mistake: the share is taken of x and not of x / step
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        share = x - torch.floor(x)
        lower = torch.floor(x / step)
        return (lower + (noise < share)) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
