class TernaryFunction(Function):
    @staticmethod
    def forward(ctx, x, threshold):
        ctx.save_for_backward(x)
        return nn.functional.hardshrink(x, threshold).sign()

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return torch.where(x.abs() <= 1, grad_out, torch.zeros_like(grad_out)), None


class Ternary(nn.Module):
    def __init__(self, threshold=0.5):
        super().__init__()
        if threshold >= 0 and threshold < 1:
            self.threshold = threshold
        else:
            raise ValueError("the threshold must be at least 0 and less than 1")

    def forward(self, x):
        return TernaryFunction.apply(x, self.threshold)
