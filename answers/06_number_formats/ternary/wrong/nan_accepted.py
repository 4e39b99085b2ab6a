# fails: refused
# en: You refuse the thresholds -0.1, 1 and 2, but NaN gets in: each of your two comparisons is
#     false for it. Turn the question round: for which thresholds is the condition true?
# ja: しきい値の -0.1、1、2 は断っていますが、NaN を受け付けてしまいます。
#     NaN では、2 つの比較がどちらも偽になるからです。
#     逆に、どんなしきい値なら条件が成り立つかを調べてみてください。
class TernaryFunction(Function):
    @staticmethod
    def forward(ctx, x, threshold):
        ctx.save_for_backward(x)
        return (x > threshold).to(x.dtype) - (x < -threshold).to(x.dtype)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return torch.where(x.abs() <= 1, grad_out, torch.zeros_like(grad_out)), None


class Ternary(nn.Module):
    def __init__(self, threshold=0.5):
        super().__init__()
        if threshold < 0 or threshold >= 1:
            raise ValueError(f"threshold must be a number with 0 <= threshold < 1, not {threshold!r}")
        self.threshold = threshold

    def forward(self, x):
        return TernaryFunction.apply(x, self.threshold)
