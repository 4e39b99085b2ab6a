# fails: y_float64, grad_float64 (only in grading)
# en: Your forward chooses among Python numbers, so the result is float32, whatever the input is.
#     Look at how the hint gives the three values the dtype of x.
# ja: 順伝播が Python の数から選んでいるので、入力の dtype が何でも、結果が float32 になります。
#     ヒントでは、3 つの値をどうやって x の dtype にしているか、見直してください。
class TernaryFunction(Function):
    @staticmethod
    def forward(ctx, x, threshold):
        ctx.save_for_backward(x)
        return torch.where(x > threshold, 1.0, torch.where(x < -threshold, -1.0, 0.0))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return torch.where(x.abs() <= 1, grad_out, torch.zeros_like(grad_out)), None


class Ternary(nn.Module):
    def __init__(self, threshold=0.5):
        super().__init__()
        if not 0 <= threshold < 1:
            raise ValueError(f"threshold must be a number with 0 <= threshold < 1, not {threshold!r}")
        self.threshold = threshold

    def forward(self, x):
        return TernaryFunction.apply(x, self.threshold)
