# fails: y, y_second, eval_draws_nothing, without_generator, float64, one_needed
# en: In your output the shares are exchanged: x1 gets the share of x2. The backward is right.
#     Compare your forward with the first formula of section 6.
# ja: 出力で、x1 と x2 の割合が入れ替わっています。
#     逆伝播は正しいので、順伝播を 6 節の最初の式と比べてください。
class ShakeShakeFunction(Function):
    @staticmethod
    def forward(ctx, x1, x2, generator):
        ctx.generator = generator
        a = torch.rand((), generator=generator)
        return (1 - a) * x1 + a * x2

    @staticmethod
    def backward(ctx, grad_out):
        b = torch.rand((), generator=ctx.generator)
        return b * grad_out, (1 - b) * grad_out, None


class ShakeShake(nn.Module):
    def __init__(self, generator=None):
        super().__init__()
        self.generator = generator

    def forward(self, x1, x2):
        if self.training:
            return ShakeShakeFunction.apply(x1, x2, self.generator)
        return (x1 + x2) / 2
