# fails: y, other_step, negative, multiples, step_tensor, transposed, float64, noise_zero
# en: You compare the noise with the way in units of x. The share is that way divided by the
#     step.
# ja: noise と比べているのは、x の単位での距離です。割合は、それを step で割ったものです。
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        q = x / step
        lower = torch.floor(q)
        return (lower + (noise < x - lower * step)) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
