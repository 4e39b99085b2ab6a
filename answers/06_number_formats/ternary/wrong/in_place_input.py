# fails: y_default, y_low, at_threshold, y_transposed, threshold_zero, y_float64, scalar, infinite, many_modules, module
# en: Your forward copies the three values into x itself, so the caller's tensor is overwritten.
#     Return a new tensor.
# ja: 順伝播が 3 つの値を x そのものに書き込んでいるので、
#     呼び出し側のテンソルが上書きされてしまいます。新しいテンソルを返してください。
class TernaryFunction(Function):
    @staticmethod
    def forward(ctx, x, threshold):
        ctx.save_for_backward(x.abs() <= 1)
        return x.copy_((x > threshold).to(x.dtype) - (x < -threshold).to(x.dtype))

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.saved_tensors[0], None


class Ternary(nn.Module):
    def __init__(self, threshold=0.5):
        super().__init__()
        if not 0 <= threshold < 1:
            raise ValueError(f"threshold must be a number with 0 <= threshold < 1, not {threshold!r}")
        self.threshold = threshold

    def forward(self, x):
        return TernaryFunction.apply(x, self.threshold)
