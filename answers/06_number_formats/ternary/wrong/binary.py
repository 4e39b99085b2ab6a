# fails: y_default, y_low, at_threshold, y_transposed, threshold_zero, y_float64, many_modules, module
# en: Your output has two values only, -1 and 1: the threshold is not used, and nothing becomes 0.
#     Look at the third line of the rule in section 3.
# ja: 出力が -1 と 1 の 2 つの値だけです。しきい値を使っておらず、0 になることがありません。
#     3 節の式の 3 行目を見直してください。
class TernaryFunction(Function):
    @staticmethod
    def forward(ctx, x, threshold):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

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
