# fails: grad_2, grad_second, eval_draws_nothing, without_generator, one_needed, float64
# en: Your backward gives both inputs the share b. Together they must be the whole upstream
#     gradient.
# ja: backward で、2 つの入力の割合がどちらも b です。足すと上流の勾配の全体になるはずです。
class ShakeShakeFunction(Function):
    @staticmethod
    def forward(ctx, x1, x2, generator):
        ctx.generator = generator
        a = torch.rand((), generator=generator)
        return a * x1 + (1 - a) * x2

    @staticmethod
    def backward(ctx, grad_out):
        b = torch.rand((), generator=ctx.generator)
        return b * grad_out, b * grad_out, None


class ShakeShake(nn.Module):
    def __init__(self, generator=None):
        super().__init__()
        self.generator = generator

    def forward(self, x1, x2):
        if self.training:
            return ShakeShakeFunction.apply(x1, x2, self.generator)
        return (x1 + x2) / 2
