# fails: grad_1, grad_2, grad_second, eval_draws_nothing, one_needed, float64, bfloat16
# en: Your backward draws b from PyTorch's own generator instead of the one that was given.
# ja: backward が、渡された生成器ではなく、PyTorch の標準の生成器から b を引いています。
class ShakeShakeFunction(Function):
    @staticmethod
    def forward(ctx, x1, x2, generator):
        ctx.generator = generator
        a = torch.rand((), generator=generator)
        return a * x1 + (1 - a) * x2

    @staticmethod
    def backward(ctx, grad_out):
        b = torch.rand((), generator=None)
        return b * grad_out, (1 - b) * grad_out, None


class ShakeShake(nn.Module):
    def __init__(self, generator=None):
        super().__init__()
        self.generator = generator

    def forward(self, x1, x2):
        if self.training:
            return ShakeShakeFunction.apply(x1, x2, self.generator)
        return (x1 + x2) / 2
