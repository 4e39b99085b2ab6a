# fails: grad_1, grad_2, grad_second, eval_draws_nothing, without_generator, one_needed, float64, bfloat16
# en: Your backward draws from a normal distribution, where a share may be negative or larger than
#     1.
# ja: backward が正規分布から引いています。割合が負になったり、1 より大きくなったりします。
class ShakeShakeFunction(Function):
    @staticmethod
    def forward(ctx, x1, x2, generator):
        ctx.generator = generator
        a = torch.rand((), generator=generator)
        return a * x1 + (1 - a) * x2

    @staticmethod
    def backward(ctx, grad_out):
        b = torch.randn((), generator=ctx.generator)
        return b * grad_out, (1 - b) * grad_out, None


class ShakeShake(nn.Module):
    def __init__(self, generator=None):
        super().__init__()
        self.generator = generator

    def forward(self, x1, x2):
        if self.training:
            return ShakeShakeFunction.apply(x1, x2, self.generator)
        return (x1 + x2) / 2
