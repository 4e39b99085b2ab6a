# fails: y, grad_1, grad_2, y_second, grad_second, eval_draws_nothing, without_generator, one_needed, float64, bfloat16
# en: You draw a number of its own for each example of the batch. Read again how many numbers one
#     forward and one backward draw.
# ja: バッチの例ごとに別の乱数を引いています。1 回の順伝播と 1 回の逆伝播で引く数がいくつか、
#     読み直してください。
class ShakeShakeFunction(Function):
    @staticmethod
    def draw(like, generator):
        rows = torch.rand(like.shape[:1], generator=generator)
        return rows.reshape(-1, *[1] * (like.dim() - 1)) if like.dim() else rows

    @staticmethod
    def forward(ctx, x1, x2, generator):
        ctx.generator = generator
        a = ShakeShakeFunction.draw(x1, generator)
        return a * x1 + (1 - a) * x2

    @staticmethod
    def backward(ctx, grad_out):
        b = ShakeShakeFunction.draw(grad_out, ctx.generator)
        return b * grad_out, (1 - b) * grad_out, None


class ShakeShake(nn.Module):
    def __init__(self, generator=None):
        super().__init__()
        self.generator = generator

    def forward(self, x1, x2):
        if not self.training:
            return (x1 + x2) / 2
        return ShakeShakeFunction.apply(x1, x2, self.generator)
