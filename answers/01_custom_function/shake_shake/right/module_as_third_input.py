class ShakeShakeFunction(Function):
    @staticmethod
    def forward(ctx, x1, x2, generator):
        ctx.module = generator
        a = generator.draw()
        return a * x1 + (1 - a) * x2

    @staticmethod
    def backward(ctx, grad_out):
        b = ctx.module.draw()
        return b * grad_out, (1 - b) * grad_out, None


class ShakeShake(nn.Module):
    def __init__(self, generator=None):
        super().__init__()
        self.generator = generator

    def forward(self, x1, x2):
        return ShakeShakeFunction.apply(x1, x2, self) if self.training else torch.add(x1, x2) * 0.5

    def draw(self):
        return torch.rand((), generator=self.generator)
