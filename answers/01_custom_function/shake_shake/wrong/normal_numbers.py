# fails: y, grad_1, grad_2, y_second, grad_second, eval_draws_nothing, without_generator, float64, one_needed, bfloat16
# en: Your numbers are normally distributed, so they also fall below 0 and above 1, where they are
#     no shares any more. Look at the function that section 6 names for drawing.
# ja: 正規分布の乱数を引いているので、0 より小さい数や 1 より大きい数も出て、割合になりません。
#     6 節に書かれた、数を引く関数の名前を見直してください。
class ShakeShakeFunction(Function):
    @staticmethod
    def forward(ctx, x1, x2, generator):
        ctx.generator = generator
        a = torch.randn((), generator=generator)
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
