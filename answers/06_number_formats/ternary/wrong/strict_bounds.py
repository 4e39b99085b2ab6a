# fails: bounds
# en: Exactly at -1 and at 1 your gradient is 0. Everywhere else it is right. Do the bounds belong
#     to the range?
# ja: ちょうど -1 と 1 のところで、勾配が 0 になっています。ほかはすべて合っています。
#     両端の値は範囲に含まれるでしょうか。
class TernaryFunction(Function):
    @staticmethod
    def forward(ctx, x, threshold):
        ctx.save_for_backward(x)
        return (x > threshold).to(x.dtype) - (x < -threshold).to(x.dtype)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return torch.where(x.abs() < 1, grad_out, torch.zeros_like(grad_out)), None


class Ternary(nn.Module):
    def __init__(self, threshold=0.5):
        super().__init__()
        if not 0 <= threshold < 1:
            raise ValueError(f"threshold must be a number with 0 <= threshold < 1, not {threshold!r}")
        self.threshold = threshold

    def forward(self, x):
        return TernaryFunction.apply(x, self.threshold)
