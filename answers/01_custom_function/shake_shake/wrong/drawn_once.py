# fails: y_second, grad_second
# en: Your module draws both numbers when it is made and uses them for ever: a second forward mixes
#     exactly like the first. Read again how often a and b are drawn.
# ja: モジュールを作るときに 2 つの数を引き、それをずっと使っています。
#     2 回目の順伝播も、1 回目とまったく同じ割合で混ざります。
#     a と b を何回引くのか、読み直してください。
class ShakeShakeFunction(Function):
    @staticmethod
    def forward(ctx, x1, x2, generator):
        a, ctx.b = generator
        return a * x1 + (1 - a) * x2

    @staticmethod
    def backward(ctx, grad_out):
        return ctx.b * grad_out, (1 - ctx.b) * grad_out, None


class ShakeShake(nn.Module):
    def __init__(self, generator=None):
        super().__init__()
        self.generator = [torch.rand((), generator=generator) for _ in range(2)]

    def forward(self, x1, x2):
        if self.training:
            return ShakeShakeFunction.apply(x1, x2, self.generator)
        return (x1 + x2) / 2
