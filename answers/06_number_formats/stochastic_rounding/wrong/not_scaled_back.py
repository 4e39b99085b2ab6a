# fails: y, other_step, negative, multiples, step_tensor, transposed, float64, noise_zero
# en: You return how many steps it is. Multiply by step.
# ja: 刻みの何倍かを返しています。step を掛けてください。
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        q = x / step
        lower = torch.floor(q)
        return lower + (noise < q - lower)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
