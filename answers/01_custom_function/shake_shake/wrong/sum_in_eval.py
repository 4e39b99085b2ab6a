# fails: y_eval, grad_eval
# en: In eval mode your output is twice as large as it should be, and the gradients are, too: you
#     add the branches. Look at what takes the place of chance there.
# ja: 評価モードでは、2 つの枝を足しているだけなので、出力も勾配も 2 倍の大きさになっています。
#     乱数の代わりに何を使うのか、見直してください。
class ShakeShakeFunction(Function):
    @staticmethod
    def forward(ctx, x1, x2, generator):
        ctx.generator = generator
        a = torch.rand((), generator=generator)
        return a * x1 + (1 - a) * x2

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
        return x1 + x2
