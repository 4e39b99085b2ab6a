class TernaryFunction(Function):
    @staticmethod
    def forward(ctx, x, threshold):
        ctx.save_for_backward(x)
        above, below = torch.gt(x, threshold), torch.lt(x, -threshold)
        return above.type_as(x).sub(below.type_as(x))

    @staticmethod
    def backward(ctx, grad_out):
        x = ctx.saved_tensors[0]
        return grad_out * (x >= -1).to(grad_out) * (x <= 1).to(grad_out), None


class Ternary(nn.Module):
    def __init__(self, threshold=0.5):
        super().__init__()
        if not 0 <= threshold < 1:
            raise ValueError(f"threshold must be a number with 0 <= threshold < 1, not {threshold!r}")
        self.threshold = threshold

    def forward(self, x):
        return TernaryFunction.apply(x, self.threshold)
