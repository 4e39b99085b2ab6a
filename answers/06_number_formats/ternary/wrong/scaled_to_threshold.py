# fails: y_default, y_low, at_threshold, y_transposed, threshold_zero, y_float64, scalar, infinite, many_modules, module
# en: Your output takes the values of the threshold, 0 and minus the threshold, and with threshold 0
#     everything is 0. Look at the numbers on the right of the rule in section 3.
# ja: 出力の値が、しきい値、0、しきい値の符号を変えた値になっています。
#     しきい値が 0 だと、すべて 0 になります。3 節の式に書かれた 3 つの値を見直してください。
class TernaryFunction(Function):
    @staticmethod
    def forward(ctx, x, threshold):
        ctx.save_for_backward(x)
        return threshold * ((x > threshold).to(x.dtype) - (x < -threshold).to(x.dtype))

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
