# fails: y, other_step, negative, multiples, mean, step_tensor, transposed, float64, noise_zero
# en: You go up in half of the cases, wherever x lies between the two multiples.
# ja: x が 2 つの倍数の間のどこにあっても、半分の確率で上に丸めています。
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        q = x / step
        lower = torch.floor(q)
        return (lower + (noise < 0.5)) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
