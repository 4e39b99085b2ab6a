# fails: grad, transposed
# en: Your backward returns one value, but forward has three inputs, so PyTorch stops with an
#     error.
# ja: backward が返す値が 1 つだけです。forward の入力は 3 つなので、PyTorch が
#     エラーを出します。
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        q = x / step
        lower = torch.floor(q)
        return (lower + (noise < q - lower)) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out
