# fails: grad_default, grad_low, bounds, grad_transposed, grad_float64, scalar, two_calls, empty, infinite
# en: Your backward returns the mask itself, so every gradient is 0 or 1, whatever comes from above.
#     Look at the chain rule in section 1 again.
# ja: backward がマスクだけを返しているので、上流から何が来ても、勾配は 0 か 1 になります。
#     1 節の連鎖律を見直してください。
class TernaryFunction(Function):
    @staticmethod
    def forward(ctx, x, threshold):
        ctx.save_for_backward(x)
        return (x > threshold).to(x.dtype) - (x < -threshold).to(x.dtype)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return (x.abs() <= 1).to(x.dtype), None


class Ternary(nn.Module):
    def __init__(self, threshold=0.5):
        super().__init__()
        if not 0 <= threshold < 1:
            raise ValueError(f"threshold must be a number with 0 <= threshold < 1, not {threshold!r}")
        self.threshold = threshold

    def forward(self, x):
        return TernaryFunction.apply(x, self.threshold)
