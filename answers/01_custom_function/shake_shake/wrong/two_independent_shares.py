# fails: grad_2, grad_second, eval_draws_nothing, without_generator, float64, one_needed
# en: Your backward draws two numbers, one for each input, so the two shares do not add up to 1.
#     Look at how the second share follows from the first.
# ja: backward が入力ごとに 1 つ、合わせて 2 つの数を引いているので、
#     2 つの割合の和が 1 になりません。2 つ目の割合が 1 つ目からどう決まるか、見直してください。
class ShakeShakeFunction(Function):
    @staticmethod
    def forward(ctx, x1, x2, generator):
        ctx.generator = generator
        a = torch.rand((), generator=generator)
        return a * x1 + (1 - a) * x2

    @staticmethod
    def backward(ctx, grad_out):
        b = torch.rand((), generator=ctx.generator)
        c = torch.rand((), generator=ctx.generator)
        return b * grad_out, c * grad_out, None


class ShakeShake(nn.Module):
    def __init__(self, generator=None):
        super().__init__()
        self.generator = generator

    def forward(self, x1, x2):
        if self.training:
            return ShakeShakeFunction.apply(x1, x2, self.generator)
        return (x1 + x2) / 2
