# the remainder is what was covered, in x's own units
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        covered = torch.remainder(x, step)
        return x - covered + step * torch.gt(covered, noise * step)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out.clone(), None, None
