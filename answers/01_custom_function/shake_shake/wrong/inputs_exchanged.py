# fails: y, grad_1, grad_2, y_second, grad_second, eval_draws_nothing, without_generator, one_needed, float64, bfloat16
# en: Your module hands x1 and x2 to the Function in the other order.
# ja: モジュールが、x1 と x2 を逆の順番で Function に渡しています。
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
            return ShakeShakeFunction.apply(x2, x1, self.generator)
        return (x1 + x2) / 2
