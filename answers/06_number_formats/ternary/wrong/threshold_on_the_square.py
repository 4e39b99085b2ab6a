# fails: y_default, y_low, at_threshold, y_transposed, y_float64, scalar, many_modules, threshold_zero, module
# en: You compare the square of x with the threshold. For 0.5 the output changes at about 0.71
#     instead. Look at what stands on the left of the comparisons in section 3.
# ja: x の 2 乗をしきい値と比べています。そのため、しきい値が 0.5 でも、
#     出力は 0.71 くらいのところで変わります。
#     3 節の式で何をしきい値と比べているか、見直してください。
class TernaryFunction(Function):
    @staticmethod
    def forward(ctx, x, threshold):
        ctx.save_for_backward(x)
        return x.sign() * (x**2 > threshold)

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
