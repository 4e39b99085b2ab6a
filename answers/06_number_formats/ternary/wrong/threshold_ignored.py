# fails: y_low, at_threshold, y_transposed, threshold_zero, many_modules, module
# en: Your output always changes at 0.5: for Ternary(0.2), too, everything up to 0.5 becomes 0. The
#     setting has to reach the comparison. Where does it get lost?
# ja: 出力が、いつも 0.5 を境に変わっています。Ternary(0.2) でも、0.5 までがすべて 0 になります。
#     設定は、比較するところまで届かなければなりません。どこで失われているでしょうか。
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
        if not 0 <= threshold < 1:
            raise ValueError(f"threshold must be a number with 0 <= threshold < 1, not {threshold!r}")
        self.threshold = threshold

    def forward(self, x):
        return TernaryFunction.apply(x, 0.5)
