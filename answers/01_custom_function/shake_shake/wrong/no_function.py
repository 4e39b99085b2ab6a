# fails: grad_1, grad_2, grad_second, eval_draws_nothing, without_generator, float64, one_needed, bfloat16
# same: true_derivative
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
            a = torch.rand((), generator=self.generator)
            return a * x1 + (1 - a) * x2
        return (x1 + x2) / 2
