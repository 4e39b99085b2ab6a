class TernaryFunction(Function):
    @staticmethod
    def forward(ctx, x, threshold):
        ctx.save_for_backward((x >= -1) & (x <= 1))
        y = torch.zeros_like(x)
        y[x > threshold] = 1
        y[x < -threshold] = -1
        return y

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out.masked_fill(~ctx.saved_tensors[0], 0), None


class Ternary(nn.Module):
    def __init__(self, threshold=0.5):
        super().__init__()
        if not 0 <= threshold < 1:
            raise ValueError(f"threshold must be a number with 0 <= threshold < 1, not {threshold!r}")
        self.threshold = threshold

    def forward(self, x):
        return TernaryFunction.apply(x, self.threshold)
