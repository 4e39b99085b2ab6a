class ShakeShake(nn.Module):
    def __init__(self, generator=None):
        super().__init__()

        def draw():
            return float(torch.rand((), generator=generator))

        class ShakeShakeFunction(Function):
            @staticmethod
            def forward(ctx, x1, x2):
                share = draw()
                return share * x1 + (1 - share) * x2

            @staticmethod
            def backward(ctx, grad_out):
                share = draw()
                return share * grad_out, (1 - share) * grad_out

        self.function = ShakeShakeFunction

    def forward(self, x1, x2):
        return self.function.apply(x1, x2) if self.training else (x1 + x2) / 2
