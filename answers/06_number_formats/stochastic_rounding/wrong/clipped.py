# fails: grad, transposed
# en: You stop the gradient outside -1 to 1. This rounding has no range, so it passes
#     everywhere.
# ja: -1 から 1 までの外で勾配を止めています。この丸めには範囲がないので、どこでもそのまま通します。
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        ctx.save_for_backward(x.abs() <= 1)
        q = x / step
        lower = torch.floor(q)
        return (lower + (noise < q - lower)) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.saved_tensors[0], None, None
