# fails: y, grad_1, grad_2, y_second, grad_second, eval_draws_nothing, without_generator, float64, bfloat16, one_needed
# en: You draw one number for each element, so each element is mixed differently. Read again how
#     many numbers a forward and a backward draw for the whole batch.
# ja: 要素ごとに数を引いているので、要素によって混ぜる割合が違っています。
#     順伝播と逆伝播が、バッチ全体でいくつの数を引くのか、読み直してください。
class ShakeShakeFunction(Function):
    @staticmethod
    def forward(ctx, x1, x2, generator):
        ctx.generator = generator
        a = torch.rand(x1.shape, generator=generator)
        return a * x1 + (1 - a) * x2

    @staticmethod
    def backward(ctx, grad_out):
        b = torch.rand(grad_out.shape, generator=ctx.generator)
        return b * grad_out, (1 - b) * grad_out, None


class ShakeShake(nn.Module):
    def __init__(self, generator=None):
        super().__init__()
        self.generator = generator

    def forward(self, x1, x2):
        if self.training:
            return ShakeShakeFunction.apply(x1, x2, self.generator)
        return (x1 + x2) / 2
