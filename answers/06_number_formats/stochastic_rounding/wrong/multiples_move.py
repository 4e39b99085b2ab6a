# fails: multiples, noise_zero
# en: A multiple of step moves down by a step: there floor and ceil are the same number.
# ja: step の倍数が 1 つ下に動いています。そこでは floor と ceil が同じ数です。
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        q = x / step
        lower = torch.floor(q)
        return (torch.ceil(q) - (noise >= q - lower).to(x.dtype)) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
