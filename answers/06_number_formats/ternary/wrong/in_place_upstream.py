# fails: grad_default, grad_low, bounds, grad_transposed, grad_float64, infinite, two_calls, scalar, empty
# en: Your backward writes zeros into the upstream gradient itself. Other branches of the graph may
#     still need that tensor. Return a new one.
# ja: backward が、上流の勾配そのものに 0 を書き込んでいます。
#     そのテンソルは、グラフのほかの枝でも使われるかもしれません。新しいテンソルを返してください。
class TernaryFunction(Function):
    @staticmethod
    def forward(ctx, x, threshold):
        ctx.save_for_backward(x)
        return (x > threshold).to(x.dtype) - (x < -threshold).to(x.dtype)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        grad_out[x.abs() > 1] = 0
        return grad_out, None


class Ternary(nn.Module):
    def __init__(self, threshold=0.5):
        super().__init__()
        if not 0 <= threshold < 1:
            raise ValueError(f"threshold must be a number with 0 <= threshold < 1, not {threshold!r}")
        self.threshold = threshold

    def forward(self, x):
        return TernaryFunction.apply(x, self.threshold)
