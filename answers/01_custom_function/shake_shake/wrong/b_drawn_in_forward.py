# fails: y_second, grad_second
# en: Your forward draws b together with a, so a second forward gets the third number instead of the
#     second. Read again when each of the two numbers is drawn.
# ja: 順伝播が a と一緒に b も引いています。
#     そのため、2 回目の順伝播は 2 番目ではなく 3 番目の数を使ってしまいます。
#     2 つの数をそれぞれいつ引くのか、読み直してください。
class ShakeShakeFunction(Function):
    @staticmethod
    def forward(ctx, x1, x2, generator):
        a, ctx.b = torch.rand((), generator=generator), torch.rand((), generator=generator)
        return a * x1 + (1 - a) * x2

    @staticmethod
    def backward(ctx, grad_out):
        return ctx.b * grad_out, (1 - ctx.b) * grad_out, None


class ShakeShake(nn.Module):
    def __init__(self, generator=None):
        super().__init__()
        self.generator = generator

    def forward(self, x1, x2):
        if self.training:
            return ShakeShakeFunction.apply(x1, x2, self.generator)
        return (x1 + x2) / 2
