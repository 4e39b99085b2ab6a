# fails: grad_default, grad_low, bounds, grad_transposed, grad_float64, scalar, two_calls, empty, infinite
# en: Your gradient passes only up to the threshold, where the output is 0, and stops where it is -1
#     or 1. Section 3 says how far it passes, whatever the threshold is.
# ja: 出力が 0 になる、しきい値までのところでしか勾配が通らず、
#     出力が -1 や 1 のところで止まっています。
#     しきい値に関係なくどこまで通すのか、3 節を見直してください。
class TernaryFunction(Function):
    @staticmethod
    def forward(ctx, x, threshold):
        ctx.threshold = threshold
        ctx.save_for_backward(x)
        return (x > threshold).to(x.dtype) - (x < -threshold).to(x.dtype)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return torch.where(x.abs() <= ctx.threshold, grad_out, torch.zeros_like(grad_out)), None


class Ternary(nn.Module):
    def __init__(self, threshold=0.5):
        super().__init__()
        if not 0 <= threshold < 1:
            raise ValueError(f"threshold must be a number with 0 <= threshold < 1, not {threshold!r}")
        self.threshold = threshold

    def forward(self, x):
        return TernaryFunction.apply(x, self.threshold)
