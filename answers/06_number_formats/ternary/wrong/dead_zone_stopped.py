# fails: grad_default, grad_low, bounds, grad_transposed, grad_float64, two_calls, scalar, empty, infinite
# en: Your gradient stops where the output is 0. A weight there gets no gradient and stays 0 for
#     ever. Section 3 asks about exactly this point. What decides about the gradient?
# ja: 出力が 0 のところで、勾配を止めています。
#     そこにある重みには勾配が届かず、いつまでも 0 のままです。
#     3 節の予想の問いが、まさにこの点です。勾配を通すかどうかは、何で決まるでしょうか。
class TernaryFunction(Function):
    @staticmethod
    def forward(ctx, x, threshold):
        ctx.threshold = threshold
        ctx.save_for_backward(x)
        return (x > threshold).to(x.dtype) - (x < -threshold).to(x.dtype)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return torch.where((x.abs() <= 1) & (x.abs() > ctx.threshold), grad_out, torch.zeros_like(grad_out)), None


class Ternary(nn.Module):
    def __init__(self, threshold=0.5):
        super().__init__()
        if not 0 <= threshold < 1:
            raise ValueError(f"threshold must be a number with 0 <= threshold < 1, not {threshold!r}")
        self.threshold = threshold

    def forward(self, x):
        return TernaryFunction.apply(x, self.threshold)
