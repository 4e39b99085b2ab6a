# fails: grad, transposed
# en: You return ones and leave the upstream gradient out.
# ja: 1 を返していて、上流の勾配が入っていません。
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        q = x / step
        lower = torch.floor(q)
        return (lower + (noise < q - lower)) * step

    @staticmethod
    def backward(ctx, grad_out):
        return torch.ones_like(grad_out), None, None
