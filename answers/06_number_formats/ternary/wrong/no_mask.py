# fails: grad_default, grad_low, bounds, grad_transposed, grad_float64, infinite, two_calls, scalar, empty
# en: Your gradient passes everywhere, also at 1.01 and at infinity. A mask made from the output
#     does the same, as the output never leaves -1 to 1. Which value decides, and where does the
#     gradient stop?
# ja: 勾配がどこでも通ります。1.01 でも、無限大でも止まりません。
#     出力はいつも -1 から 1 までにあるので、出力から作ったマスクでも同じことになります。
#     どの値を調べて、どこで止めるのか、見直してください。
class TernaryFunction(Function):
    @staticmethod
    def forward(ctx, x, threshold):
        ctx.save_for_backward(x)
        return (x > threshold).to(x.dtype) - (x < -threshold).to(x.dtype)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out.clone(), None


class Ternary(nn.Module):
    def __init__(self, threshold=0.5):
        super().__init__()
        if not 0 <= threshold < 1:
            raise ValueError(f"threshold must be a number with 0 <= threshold < 1, not {threshold!r}")
        self.threshold = threshold

    def forward(self, x):
        return TernaryFunction.apply(x, self.threshold)
