# mistake: the gradient passes only where the value was rounded up
# named: stopped_where_it_went_down
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        scaled = x / step
        lower = torch.floor(scaled)
        up = noise < scaled - lower
        ctx.save_for_backward(up)
        return (lower + up) * step

    @staticmethod
    def backward(ctx, grad_out):
        (up,) = ctx.saved_tensors
        return grad_out * up, None, None
