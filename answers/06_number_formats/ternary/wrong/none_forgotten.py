# fails: grad_default, grad_low, bounds, grad_transposed, grad_float64, scalar, empty, infinite, two_calls
# en: Your backward returns one value (or none, if its return is missing), but forward has two
#     inputs, x and threshold, so PyTorch stops with an error. What belongs in the second place?
# ja: backward が返す値は 1 つだけか、return がありません。forward の入力は x と threshold の
#     2 つなので、PyTorch がエラーを出します。2 つ目には何を返せばよいでしょうか。
class TernaryFunction(Function):
    @staticmethod
    def forward(ctx, x, threshold):
        ctx.save_for_backward(x)
        return (x > threshold).to(x.dtype) - (x < -threshold).to(x.dtype)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return torch.where(x.abs() <= 1, grad_out, torch.zeros_like(grad_out))


class Ternary(nn.Module):
    def __init__(self, threshold=0.5):
        super().__init__()
        if not 0 <= threshold < 1:
            raise ValueError(f"threshold must be a number with 0 <= threshold < 1, not {threshold!r}")
        self.threshold = threshold

    def forward(self, x):
        return TernaryFunction.apply(x, self.threshold)
